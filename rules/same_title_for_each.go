package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var sameTitleForEach = Rule{
	Rule: diag.Rule{
		Name:     "same_title_for_each",
		Group:    diag.Suspicious,
		Severity: diag.Warning,
		Summary:  "a block declares a resource with the same title for each element",
		Rationale: "Puppet runs the block of `each`, `map` and the like once for each element. A resource in it whose title does not " +
			"depend on the element is declared again for the second one, and the catalog fails. Nothing is reported if a " +
			"condition decides whether the resource is declared, or for a list of at most one element.",
		Bad: []diag.Example{
			{Code: "$facts['disks'].each |$name, $disk| {\n  notify { 'a disk':\n    message => $name,\n  }\n}\n"},
		},
		Good: []diag.Example{
			{Code: "$facts['disks'].each |$name, $disk| {\n  notify { \"the disk ${name}\": }\n}\n"},
			{Code: "$facts['disks'].each |$name, $disk| {\n  unless defined(Notify['a disk']) {\n    notify { 'a disk': }\n  }\n}\n"},
		},
		Since: "1.0.0",
	},
	Visits: []Visit{Enter(func(pass *Pass, lambda *syntax.LambdaExpression) {
		if lambda.Body == nil || !runsForEach(pass.Parent(0)) {
			return
		}
		statements := []syntax.Node{lambda.Body}
		if block, isBlock := lambda.Body.(*syntax.BlockExpression); isBlock {
			statements = block.Statements
		}
		for _, statement := range statements {
			if mayLeaveBlock(statement) {
				return // what follows may run only once
			}
			checkTitlesFor(pass, lambda, statement)
		}
	})},
}

// runsForEach reports whether a call runs its block once for each element of a collection that
// may have more than one.
func runsForEach(call syntax.Node) bool {
	name, arguments := syntax.CalledFunction(call)
	if !isAnyOf(name, "each", "map", "reverse_each", "filter", "tree_each", "slice", "step") || len(arguments) == 0 {
		return false
	}
	switch over := syntax.Unparenthesized(arguments[0]).(type) {
	case *syntax.LiteralList:
		return len(over.Values) > 1
	case *syntax.LiteralHash:
		return len(over.Entries) > 1
	}
	return true
}

// mayLeaveBlock reports whether a statement may end the block, or the whole iteration.
func mayLeaveBlock(statement syntax.Node) (leaves bool) {
	syntax.Inspect(statement, func(node syntax.Node) bool {
		if name, _ := syntax.CalledFunction(node); isAnyOf(name, "next", "break", "return", "fail") {
			leaves = true
		}
		return !leaves
	})
	return leaves
}

// checkTitlesFor reports the titles in a statement of a lambda that are the same each time the
// lambda runs.
func checkTitlesFor(pass *Pass, lambda *syntax.LambdaExpression, statement syntax.Node) {
	switch statement := statement.(type) {
	case *syntax.RelationshipExpression:
		checkTitlesFor(pass, lambda, statement.Left)
		checkTitlesFor(pass, lambda, statement.Right)
	case *syntax.ResourceExpression:
		for _, body := range statement.Bodies {
			if body.Title == nil || body.Title.Kind() == syntax.KindLiteralDefault || !isSameTitle(pass, lambda, body.Title) {
				continue
			}
			finding := pass.Report(pass.extent(body.Title), "this title is the same for each element: the second one declares the resource again")
			finding.Help = "put what differs into the title, or declare the resource before the block"
			if statement.TypeName.Kind() == syntax.KindQualifiedName && pass.text(statement.TypeName) == "class" {
				finding.Help = "declare the class before the block"
			}
		}
	}
}

// isSameTitle reports whether a title has the same value each time a lambda runs: nothing in it
// is computed, and all its variables are set outside.
func isSameTitle(pass *Pass, lambda *syntax.LambdaExpression, title syntax.Node) bool {
	same := true
	inside := pass.extent(lambda)
	syntax.Inspect(title, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.VariableExpression:
			switch variable := pass.flow().VariableOf(node); {
			case variable == nil:
				same = isAnyOf(node.Name, "title", "name")
			case inside.Start <= variable.Span.Start && variable.Span.End <= inside.End:
				same = false
			}
		case *syntax.LiteralList, *syntax.LiteralString, *syntax.QualifiedName, *syntax.ConcatenatedString, *syntax.TextExpression, *syntax.AccessExpression:
		default:
			same = same && syntax.Unparenthesized(node) != node
		}
		return same
	})
	return same
}
