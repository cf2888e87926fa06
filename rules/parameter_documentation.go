package rules

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var parameterDocumentation = Rule{
	Rule: diag.Rule{
		Name:         "parameter_documentation",
		Group:        diag.Docs,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-param-docs",
		VoxPupuli:    true,
		Summary:      "a parameter is not documented, or the documentation describes one that does not exist",
		Rationale: "Parameters are the interface of a class. Describe each of them in the comment above the class, " +
			"as Puppet Strings reads it (`@param port`) or in the older styles of RDoc (`[*port*]`) and Kafo " +
			"(`$port:: `). A class marked `@api private` need not describe its parameters.",
		Bad:  []diag.Example{{Code: "# An example.\nclass example (\n  Integer $port = 80,\n) {\n}\n"}},
		Good: []diag.Example{{Code: "# An example.\n#\n# @param port\n#   Where to listen.\nclass example (\n  Integer $port = 80,\n) {\n}\n"}},
		Options: []diag.Option{{
			Name: "allowed_styles", Kind: diag.Strings, Default: []string{"doc", "kafo", "strings"},
			Summary: "the allowed styles of documentation: `doc`, `kafo`, `strings`",
		}},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-param-docs", "https://www.puppet.com/docs/puppet/latest/puppet_strings_style.html"},
	},
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		documented := parameterComments(pass, definition)
		documented.reportComments(pass, definition)
		if !documented.isPrivate {
			documented.reportParameters(pass, definition)
		}
	})},
}

// Patterns for comments, without the "#", that document a parameter. They never change.
var (
	privateComment = lazyregexp.New(`^\s*@api +private\s*$`)
	parameterStyle = []struct {
		name    string
		pattern *lazyregexp.Regexp
	}{
		{"doc", lazyregexp.New(`^\s*\[\*([a-zA-Z0-9_]+)\*\]`)},
		{"kafo", lazyregexp.New(`^\s*\$([a-zA-Z0-9_]+):: +`)},
		{"strings", lazyregexp.New(`^\s*@param\s+(?:\[.+\]\s+)?([a-zA-Z0-9_]+)(?:\s|$)`)},
	}
	// rubyParameter matches the only tag of Puppet Strings that puppet-lint (Ruby) knows.
	rubyParameter = lazyregexp.New(`^\s*@param (?:\[.+\] )?[a-zA-Z0-9_]+(?: |$)`)
	commentStart  = lazyregexp.New(`^\s*(?:@param\s*)?`)
)

// parameterComment is a comment that documents a parameter.
type parameterComment struct {
	name, style string
	span        source.Span
}

type documentedParameters struct {
	// comments are in reverse order: the nearest to the definition comes first.
	comments  []parameterComment
	isPrivate bool
}

// parameterComments reads the comments between the definition and the preceding code.
// puppet-lint (Ruby) reads all comments above the definition.
func parameterComments(pass *Pass, definition *definition) *documentedParameters {
	found := &documentedParameters{}
	for i := definition.Keyword - 1; i >= 0 && (pass.AsRuby() || pass.Token(i).Kind.IsTrivia()); i-- {
		if pass.Token(i).Kind != syntax.LineComment {
			continue
		}
		text := pass.Text(i)[1:]
		if !strings.ContainsAny(text, "@[$") {
			continue // cheaper than the regular expressions below
		}
		if privateComment.MatchString(text) {
			found.isPrivate = true
			continue
		}
		for _, style := range parameterStyle {
			if match := style.pattern.FindStringSubmatch(text); match != nil {
				if pass.AsRuby() && style.name == "strings" && !rubyParameter.MatchString(text) {
					continue
				}
				name := match[1]
				if !definition.IsClass && (name == "name" || name == "title") {
					name = "name/title"
				}
				span := pass.Token(i).Span
				span.Start += int32(1 + len(commentStart.FindString(text)))
				found.comments = append(found.comments, parameterComment{name, style.name, span})
				break
			}
		}
	}
	return found
}

// reportComments reports parameters that are documented twice or do not exist.
func (d *documentedParameters) reportComments(pass *Pass, definition *definition) {
	count := map[string]int{}
	for _, comment := range d.comments {
		count[comment.name]++
	}
	for _, comment := range d.comments {
		if count[comment.name] > 1 {
			pass.Report(comment.span, fmt.Sprintf("Duplicate %s parameter documentation for %s::%s", definition.kind(), definition.Name, comment.name))
		}
	}
	known := map[string]bool{"name/title": true}
	for _, parameter := range definition.Parameters {
		known[parameter.Name] = true
	}
	for _, comment := range d.comments {
		if !known[comment.name] {
			known[comment.name] = true // once
			pass.Report(comment.span, fmt.Sprintf("No matching %s parameter for documentation of %s::%s", definition.kind(), definition.Name, comment.name))
		}
	}
}

// reportParameters reports parameters that are not documented, or are in another style.
func (d *documentedParameters) reportParameters(pass *Pass, definition *definition) {
	allowed := pass.Strings("allowed_styles")
	styles := map[string]string{}
	for _, comment := range slices.Backward(d.comments) {
		styles[comment.name] = comment.style
	}
	for _, parameter := range definition.Parameters {
		style, isDocumented := styles[parameter.Name]
		switch {
		case !isDocumented:
			pass.Report(parameter.NameSpan, fmt.Sprintf("missing documentation for %s parameter %s::%s", definition.kind(), definition.Name, parameter.Name))
		case !slices.Contains(allowed, style):
			pass.Report(parameter.NameSpan, fmt.Sprintf("invalid documentation style for %s parameter %s::%s (%s)",
				definition.kind(), definition.Name, parameter.Name, style))
		}
	}
}
