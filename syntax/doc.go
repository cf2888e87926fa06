// Package syntax reads Puppet: manifests, plans and EPP templates, whole and
// broken ones, into tokens that lose nothing and an immutable tree.
//
// It stands above source and below everything else. It touches no disk, no
// clock, no environment and no global.
//
//	file := syntax.Parse(source.NewFile("site.pp", text), syntax.Options{})
//	for _, err := range file.Errors { … err.Code, err.Message, err.At … }
//	syntax.Inspect(file.Program, func(node syntax.Node) bool {
//		switch n := node.(type) {
//		case *syntax.HostClassDefinition:
//			fmt.Println("class", n.Name, file.Source.Position(n.Span().Start))
//		case *syntax.LambdaExpression:
//			return false // not into lambdas
//		}
//		return true
//	})
//
// To serve many visitors with one traversal, use Walk and dispatch on
// Node.Kind; a Cursor knows the parents. Facts about nodes go into slices
// indexed by NodeID, File.NodeCount long.
//
// # Invariants
//
//   - The texts of File.Tokens joined are the source, for every input.
//   - Parse never panics, and its time and memory are linear in the input.
//   - No tree is deeper than MaxDepth, so that recursion over it is safe.
//   - Program is never nil, and neither is any Node that is not documented as
//     optional: what could not be read is a BadExpr.
//   - The first fatal Error is Puppet's own: the same issue code, line and
//     position. What only follows from an error is not reported.
//
// # How it reads
//
// The lexer (lexer*.go, epp.go) makes the tokens, in the order of the text,
// and besides a list of lexemes: the tokens that the grammar sees, in the order
// in which Puppet's lexer delivers them. The two differ for heredocs, whose
// text is delivered at the tag but stands on later lines. Whether a slash
// starts a regular expression depends on the token before; "[" after a blank,
// "{" after "?" and "(" at the start of a line are kinds of their own, because
// there they cannot index, be a hash, or call.
//
// The parser (parser*.go) is written by hand, by recursive descent with a
// table of precedences, after the rules of Puppet's LALR grammar
// (egrammar.ra), ambiguities resolved as there:
//
//	statements   statement [;] statement …; a name of a statement function
//	             (include, notice …) takes the statement after it as argument
//	statement    assignment, assignment …
//	assignment   relationship = assignment           (right associative)
//	relationship resource -> resource …
//	resource     [@|@@] expression { title: … } …    (binds after expressions)
//	expression   or, and, ?, < >, ==, <<, + -, * /, =~, in, unary, collectors,
//	             [ ], calls and dots, from loose to tight
//
// After an error the parser skips to what looks like the next statement of the
// block that it is in, or to the block's end.
package syntax
