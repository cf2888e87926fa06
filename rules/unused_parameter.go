package rules

import (
	"strings"
	"sync"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module/builtin"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

var unusedParameter = Rule{
	Rule: diag.Rule{
		Name:     "unused_parameter",
		Group:    diag.Suspicious,
		Severity: diag.Warning,
		Summary:  "a parameter is never read",
		Rationale: "Setting the parameter has no effect. It is left over, or the code that should use it is missing " +
			"or names another parameter. The rule reports parameters of functions, defined types and classes that no " +
			"manifest, template, Ruby file or data file of any module in the tree mentions. It does not report " +
			"parameters that the documentation calls deprecated, unused or ignored, parameters whose name starts " +
			"with `_`, and the parameters of Hiera's backends and of plans.",
		Bad: []diag.Example{
			{Path: "functions/twice.pp", Code: "# Doubles.\nfunction example::twice(Integer $number, Integer $times) >> Integer {\n  $number * 2\n}\n"},
		},
		Good: []diag.Example{
			{Path: "functions/twice.pp", Code: "# Multiplies.\nfunction example::twice(Integer $number, Integer $times) >> Integer {\n  $number * $times\n}\n"},
		},
		Since: "1.0.0",
		CWE:   []int{563},
	},
	Judge: func(in *readers) (found []treeFinding) {
		for _, scope := range in.file.flow().Scopes {
			isFunction := scope.Node.Kind() == syntax.KindFunctionDefinition
			for _, variable := range unreadParameters(in, scope) {
				// A manifest may read the attribute of a resource, or use it in the query of a
				// collector.
				if in.mayRead(scope, variable.Name) || !isFunction && in.tree.Names.MentionAttribute(variable.Name) || isKeptOnPurpose(in.file.File, scope.Node, variable) {
					continue
				}
				found = append(found, treeFinding{file: in.file, span: variable.Span, message: "nothing reads the parameter $" + variable.Name})
			}
		}
		return found
	},
}

// unreadParameters returns the parameters that the file itself does not read.
func unreadParameters(in *readers, scope *flow.Scope) (unread []*flow.Variable) {
	switch node := scope.Node.(type) {
	case *syntax.FunctionDefinition:
		if node.Body == nil || isBackend(node) {
			return nil
		}
	case *syntax.ResourceTypeDefinition:
		if node.Body == nil || in.own == nil {
			return nil
		}
	case *syntax.HostClassDefinition:
		if node.Body == nil || !holdsLocals(scope) || in.own == nil {
			return nil
		}
	default:
		return nil
	}
	isFunction := scope.Node.Kind() == syntax.KindFunctionDefinition
	unresolved := sync.OnceValue(func() []string { return unresolvedIn(in.file, scope) })
	for _, variable := range scope.Variables {
		if !isFunction && builtin.Metaparameter(variable.Name) != nil {
			continue // Puppet reads it
		}
		if variable.Parameter == nil || len(variable.Reads) > 0 || strings.HasPrefix(variable.Name, "_") || strings.Contains(variable.Name, "::") || isMistyped(variable, unresolved()) {
			continue
		}
		unread = append(unread, variable)
	}
	return unread
}

// isBackend reports whether Hiera calls the function, with arguments that Hiera chooses.
func isBackend(function *syntax.FunctionDefinition) bool {
	for _, parameter := range function.Parameters {
		if parameter.TypeExpr != nil && flow.TypeName(parameter.TypeExpr) == "Puppet::LookupContext" || parameter.Name == "context" {
			return true
		}
	}
	return false
}

// isKeptOnPurpose reports whether a comment states that a parameter has no effect: its @param
// above the definition, or a comment on its line.
func isKeptOnPurpose(file *syntax.File, definition syntax.Node, variable *flow.Variable) bool {
	from, upTo := file.DocComment(definition)
	inParameter := false
	for i := from; i < upTo; i++ {
		text := file.Source.Slice(file.Tokens[i].Span)
		if file.Tokens[i].Kind != syntax.LineComment {
			continue
		}
		trimmed := strings.TrimLeft(text, "# ")
		switch {
		case strings.HasPrefix(trimmed, "@") || strings.HasPrefix(trimmed, "[*") || strings.HasPrefix(trimmed, "$"):
			inParameter = strings.Contains(trimmed, variable.Name)
		case strings.Contains(text, "DEPRECATED"):
			return strings.Contains(file.Source.Slice(source.Span{Start: file.Tokens[i].Start, End: file.Tokens[upTo-1].End}), variable.Name)
		}
		if inParameter && saysUnused(text) {
			return true
		}
	}
	// A comment in the list of parameters, such as "# DEPRECATED PARAMETERS", applies to the
	// parameters below it. A comment after a parameter applies to that one.
	first, last := definition.FirstToken(), variable.Parameter.LastToken()
	for i := first; i < len(file.Tokens) && (i <= last || file.Tokens[i].Kind != syntax.Newline); i++ {
		if file.Tokens[i].Kind.IsComment() && !isControlComment(file.Source.Slice(file.Tokens[i].Span)) && saysUnused(file.Source.Slice(file.Tokens[i].Span)) {
			return true
		}
	}
	return false
}

func saysUnused(comment string) bool {
	comment = strings.ToLower(comment)
	for _, word := range []string{"deprecat", "unused", "not used", "ignored", "no longer", "no effect", "obsolete", "backward", "compat", "removed", "not implemented", "legacy", "does nothing"} {
		if strings.Contains(comment, word) {
			return true
		}
	}
	return false
}
