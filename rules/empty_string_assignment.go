package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var emptyStringAssignment = Rule{
	Rule: diag.Rule{
		Name:         "empty_string_assignment",
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-empty_string-check",
		Summary:      "an empty string is assigned",
		Rationale: "Since Puppet 4 an empty string is true as a condition, so `''` no longer works as \"nothing\": `if " +
			"$owner` is taken. Use `undef`. There is no fix where the file compares or tests the variable, or passes it to a " +
			"function, or in a class of defaults for other classes: undef means something else there.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  $owner = ''\n}\n", Fixed: "# An example.\nclass example {\n  $owner = undef\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  $owner = undef\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Unsafe, Summary: "write undef"},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-empty_string-check"},
	},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.LiteralString) {
		if node.Value != "" || node.FirstToken() != node.LastToken() {
			return
		}
		name := ""
		switch parent := pass.Parent(0).(type) {
		case *syntax.AssignmentExpression:
			variable, isVariable := parent.Left.(*syntax.VariableExpression)
			if parent.Right != syntax.Node(node) {
				return
			}
			if isVariable {
				name = variable.Name
			}
		case *syntax.Parameter:
			name = parent.Name
		default:
			return
		}
		if kind := pass.Token(node.FirstToken()).Kind; kind == syntax.SingleQuoted || kind == syntax.DoubleQuoted && !pass.AsRuby() {
			span := pass.extent(node)
			finding := pass.Report(span, "variable assigned to the empty string")
			if parameter, ok := pass.Parent(0).(*syntax.Parameter); ok && !pass.AsRuby() && !takesUndef(parameter.TypeExpr) {
				return // the parameter's type does not accept undef
			}
			if !pass.AsRuby() && (isUsedAsString(pass, name) || isInParams(pass)) {
				return
			}
			pass.Fix(finding, pass.Replace(span, "undef"))
		}
	})},
}

// isInParams reports whether the visited node is in a class whose variables are the defaults of
// other classes, which may take strings only.
func isInParams(pass *Pass) bool {
	for level := range pass.cursor.Depth() {
		if class, isClass := pass.Parent(level).(*syntax.HostClassDefinition); isClass {
			return strings.HasSuffix(class.Name, "params") || strings.HasSuffix(class.Name, "defaults")
		}
	}
	return false
}

// takesUndef reports whether a parameter's type clearly includes undef. typeExpr is nil for no
// type.
func takesUndef(typeExpr syntax.Node) bool {
	if access, ok := typeExpr.(*syntax.AccessExpression); ok {
		typeExpr = access.Left
	}
	reference, ok := typeExpr.(*syntax.QualifiedReference)
	if !ok {
		return typeExpr == nil
	}
	switch strings.ToLower(reference.Value) {
	case "any", "data", "optional", "undef":
		return true
	}
	return false
}
