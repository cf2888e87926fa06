package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

var versionComparison = Rule{
	Rule: diag.Rule{
		Name:         "version_comparison",
		Templates:    true,
		Group:        diag.Suspicious,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-version_comparison-check",
		Narrower:     true,
		VoxPupuli:    true,
		Summary:      "a version is compared as if it were a number or a word",
		Rationale: "A version is a string. Compared with a number, `<` fails at compilation; compared with a string, the order is " +
			"alphabetical, so `'10.0'` is less than `'9.0'`. `versioncmp` compares part by part. Versions are recognized by " +
			"names that end in `version` or `release`; parameters whose type is a number or a `SemVer` are not reported.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  if $facts['os']['release']['full'] == '9' or $facts['puppetversion'] < '8.0' {\n    include example::old\n  }\n}\n", Fixed: "# An example.\nclass example {\n  if $facts['os']['release']['full'] == '9' or versioncmp($facts['puppetversion'], '8.0') < 0 {\n    include example::old\n  }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  if versioncmp($facts['puppetversion'], '8.0') < 0 {\n    include example::old\n  }\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Unsafe, Summary: "compare with versioncmp"},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-version_comparison-check"},
	},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.ComparisonExpression) {
		variable, isVersion := versionVariable(node.Left)
		if !isVersion || isNumberParameter(pass, variable) || isVersionObject(node.Right) {
			return
		}
		_, isNumber := numberText(pass, node.Right)
		if node.Operator == syntax.IsEqual || node.Operator == syntax.NotEqual {
			if !isNumber {
				return
			}
		}
		finding := pass.Report(pass.extent(node.Left), "version compared as number")
		text, isLiteral := numberText(pass, node.Right)
		if isLiteral && !isFact(variable) {
			return // it may hold a number, which versioncmp does not take
		}
		if !isLiteral {
			if text, isLiteral = literalText(node.Right); !isLiteral || strings.ContainsAny(text, "'\\") {
				return
			}
		}
		left := pass.Source.Slice(pass.extent(node.Left))
		pass.Fix(finding, pass.Replace(pass.Token(node.FirstToken()).To(pass.Token(node.LastToken()).Span),
			"versioncmp("+left+", '"+text+"') "+node.Operator.Text()+" 0"))
	})},
}

// versionVariable returns the variable in an expression that is named after a version:
// "$x_version", "$facts['puppetversion']".
func versionVariable(node syntax.Node) (variable *syntax.VariableExpression, isVersion bool) {
	switch node := node.(type) {
	case *syntax.VariableExpression:
		return node, endsInVersion(node.Name)
	case *syntax.AccessExpression:
		for left := node.Left; ; {
			if access, isAccess := left.(*syntax.AccessExpression); isAccess {
				left = access.Left
				continue
			}
			variable, _ = left.(*syntax.VariableExpression)
			break
		}
		if len(node.Keys) == 1 {
			key, _ := literalText(node.Keys[0])
			return variable, variable != nil && endsInVersion(key)
		}
	}
	return nil, false
}

func endsInVersion(name string) bool {
	return strings.HasSuffix(name, "version") || strings.HasSuffix(name, "release")
}

// isFact reports whether a variable is a fact, or the hash of all facts.
func isFact(variable *syntax.VariableExpression) bool {
	name := strings.TrimPrefix(variable.Name, "::")
	return name == "facts" || builtin.LegacyFact(name) != nil || builtin.FindFact(name) != nil
}

// isNumberParameter reports whether the variable is a parameter of a definition or block whose
// type may contain numbers or SemVers, or whose default is a number.
func isNumberParameter(pass *Pass, variable *syntax.VariableExpression) bool {
	for level := range pass.cursor.Depth() {
		for _, parameter := range syntax.ParametersOf(pass.Parent(level)) {
			if parameter.Name != variable.Name {
				continue
			}
			_, isNumber := numberText(pass, parameter.Value)
			return isNumber || parameter.TypeExpr != nil && mentionsNumber(parameter.TypeExpr)
		}
	}
	return false
}

func mentionsNumber(node syntax.Node) bool {
	found := false
	syntax.Inspect(node, func(node syntax.Node) bool {
		if reference, isReference := node.(*syntax.QualifiedReference); isReference {
			switch reference.Value {
			case "Integer", "Float", "Numeric", "SemVer":
				found = true
			}
		}
		return !found
	})
	return found
}

// isVersionObject reports whether the expression creates a SemVer, or compares versions itself.
func isVersionObject(node syntax.Node) bool {
	call, isCall := node.(*syntax.CallNamedFunctionExpression)
	if !isCall {
		return false
	}
	name, _ := typeReference(call.Functor)
	return name != ""
}

func numberText(pass *Pass, node syntax.Node) (string, bool) {
	switch node.(type) {
	case *syntax.LiteralInteger, *syntax.LiteralFloat:
		return pass.Source.Slice(pass.extent(node)), true
	}
	return "", false
}
