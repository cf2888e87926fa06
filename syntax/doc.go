// Package syntax parses Puppet: manifests, plans and EPP templates, complete and broken ones.
// It returns tokens that lose nothing and an immutable tree.
//
// It builds on source, and everything else builds on it. It uses no disk, clock, environment or
// global state.
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
// To serve many visitors with one traversal, use Walk and dispatch on Node.Kind; a Cursor knows
// the parents. Facts about nodes go into slices indexed by NodeID, of length File.NodeCount.
//
// # Invariants
//
//   - The texts of File.Tokens, joined, are the source, for every input.
//   - Parse never panics, and its time and memory are linear in the input.
//   - No tree is deeper than MaxDepth, so recursion over it is safe.
//   - Program is never nil, and neither is any Node that is not documented as
//     optional. Source that could not be parsed is a BadExpr.
//   - The first fatal Error is Puppet's own: the same issue code, line and
//     position. Errors that only result from another one are not reported.
//
// # How it reads
//
// The lexer (lexer*.go, epp.go) makes the tokens in source order. It also makes a list of
// lexemes: the tokens that the grammar sees, in the order in which Puppet's lexer delivers
// them. The two differ for heredocs, whose text is delivered at the tag but is on later lines.
// The preceding token determines whether a slash starts a regular expression. "[" after a
// blank, "{" after "?" and "(" at the start of a line are separate kinds, because there they
// cannot index, be a hash, or call.
//
// The parser (parser*.go) is written by hand, by recursive descent with a table of precedences.
// It follows the rules of Puppet's LALR grammar (egrammar.ra) and resolves ambiguities in the
// same way:
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
// After an error, the parser skips to the apparent next statement of the current block, or to
// the end of the block.
package syntax
