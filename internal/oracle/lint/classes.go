//go:build develop

package main

import (
	"regexp"
	"slices"
	"strings"

	"puppet-lint/syntax"
)

// class explains a difference by a known mistake of puppet-lint (Ruby), or by a documented
// choice of this program.
type class struct {
	name string
	// check is the check that the class applies to; empty for all.
	check string
	holds func(view *view, expected []problem, difference difference) bool
}

// explain returns the name of the first class that applies, or "".
func explain(view *view, expected []problem, difference difference) string {
	for _, class := range classes {
		if (class.check == "" || class.check == difference.Check) && class.holds(view, expected, difference) {
			return class.name
		}
	}
	return ""
}

// classes never changes.
var classes = []class{
	{"puppet-lint (Ruby)'s lexer gives the file up", "", func(_ *view, expected []problem, difference difference) bool {
		return difference.extra && slices.ContainsFunc(expected, func(problem problem) bool { return problem.Check == "syntax" })
	}},
	{"puppet-lint (Ruby) reads no control comments of a file that its lexer gives up", "", func(view *view, expected []problem, difference difference) bool {
		isGivenUp := slices.ContainsFunc(expected, func(problem problem) bool { return problem.Check == "syntax" })
		return isGivenUp && !difference.extra && slices.ContainsFunc(view.problems, func(problem problem) bool {
			return problem.Kind == "ignored" && problem.Check == difference.Check && problem.Line == difference.Line && problem.Column == difference.Column
		})
	}},
	{"puppet-lint (Ruby) does not see the end of a heredoc before a blank or a carriage return", "", func(view *view, _ []problem, difference difference) bool {
		return slices.ContainsFunc(view.file.Tokens, func(token syntax.Token) bool {
			text := view.file.Source.Text[token.Start:]
			end, _, _ := strings.Cut(text, "\n")
			return token.Kind == syntax.HeredocEnd && strings.TrimRight(end, " \t\r") != end
		})
	}},
	{"a string with double quotes within a string, behind which puppet-lint (Ruby) has lost its place", "", func(view *view, _ []problem, _ difference) bool {
		depth := 0
		return slices.ContainsFunc(view.file.Tokens, func(token syntax.Token) bool {
			switch token.Kind {
			case syntax.InterpolationStart:
				depth++
			case syntax.InterpolationEnd:
				depth--
			case syntax.DoubleQuoted, syntax.StringStart:
				return depth > 0
			}
			return false
		})
	}},
	{"the text of heredocs and of strings with an escaped backslash before a dollar, at top scope", "code_on_top_scope", func(view *view, _ []problem, difference difference) bool {
		return inHeredoc(view, difference.Line) || strings.Contains(view.file.Source.LineText(difference.Line), `\\$`)
	}},
	{"operators and words with dashes that puppet-lint (Ruby)'s lexer does not know", "code_on_top_scope", func(view *view, _ []problem, difference difference) bool {
		line := view.file.Source.LineText(difference.Line)
		return strings.Contains(line, "-=") || capitalDash.MatchString(line) || mixedName.MatchString(line)
	}},
	{"a quote too many, behind which the two sides see other strings", "", func(view *view, _ []problem, difference difference) bool {
		return slices.ContainsFunc(view.file.Errors, func(mistake syntax.Error) bool {
			line := view.file.Source.Line(mistake.Span.Start)
			if mistake.Fatal && line <= difference.Line && strings.Contains(mistake.RelatedMessage, "lacks its closing quote") {
				return true
			}
			return mistake.Fatal && line <= difference.Line && difference.Line <= line+3 && strings.ContainsAny(view.file.Source.LineText(line), `'"`)
		})
	}},
	{"a string or a heredoc that nothing ends", "", func(view *view, _ []problem, _ difference) bool {
		return slices.ContainsFunc(view.file.Errors, func(mistake syntax.Error) bool {
			return mistake.Code == "UNCLOSED_QUOTE" || mistake.Code == "HEREDOC_WITHOUT_END_TAGGED_LINE"
		})
	}},
	{"a list of parameters without its opening parenthesis, for which puppet-lint (Ruby) takes the next one that it finds", "variable_scope", func(view *view, _ []problem, _ difference) bool {
		return slices.ContainsFunc(view.file.Errors, func(mistake syntax.Error) bool {
			return mistake.Fatal && strings.HasPrefix(mistake.Message, "unexpected '$") && strings.HasSuffix(mistake.Message, "expected {")
		})
	}},
	{"an arrow within the braces of a string, which puppet-lint (Ruby) takes for one of the resource", "arrow_alignment", func(view *view, _ []problem, _ difference) bool {
		return len(view.file.Errors) > 0 && arrowInString.MatchString(view.file.Source.Text)
	}},
	{"a parameter that Puppet refuses", "variable_scope", func(view *view, _ []problem, difference difference) bool {
		return difference.extra && slices.ContainsFunc(view.file.Errors, func(mistake syntax.Error) bool {
			return mistake.Fatal && strings.Contains(mistake.Message, "expected a parameter")
		})
	}},
	{"a parameter that Puppet refuses", "parameter_order", func(view *view, _ []problem, difference difference) bool {
		return isNearError(view, difference.Line)
	}},
	{"a resource with a semicolon among its values, which Puppet refuses", "arrow_alignment", func(view *view, _ []problem, difference difference) bool {
		return isNearError(view, difference.Line)
	}},
	{"a syntax error of puppet-lint (Ruby)'s own lexer", "syntax", func(*view, []problem, difference) bool { return true }},
}

// arrowInString matches the rest of a string that contains a mistake.
var arrowInString = regexp.MustCompile(`\$\{[^}"]*=>`)

// capitalDash matches a capitalized word with a dash, which is one name in puppet-lint (Ruby).
// mixedName matches a name that begins with a capital and continues without, which is two names
// there.
var (
	capitalDash = regexp.MustCompile(`\b[A-Z]\w*-\w`)
	mixedName   = regexp.MustCompile(`\b[A-Z]\w*::[a-z]`)
)

// inHeredoc reports whether the line is in the text of a heredoc.
func inHeredoc(view *view, line int) bool {
	first := 0
	for _, token := range view.file.Tokens {
		switch token.Kind {
		case syntax.HeredocTag:
			first = view.file.Source.Line(token.Start) + 1
		case syntax.HeredocEnd:
			if first <= line && line <= view.file.Source.Line(token.Start) {
				return true
			}
		}
	}
	return false
}

// isNearError reports whether a syntax error is on the line or up to ten lines before it.
func isNearError(view *view, line int) bool {
	return slices.ContainsFunc(view.file.Errors, func(mistake syntax.Error) bool {
		at := view.file.Source.Line(mistake.Span.Start)
		return mistake.Fatal && at <= line && line <= at+10
	})
}

// choices are the intended differences of rules outside the puppet-lint profile, by check.
// TestDifferencesFromRuby in package rules has a case for each that changes positions. It never changes.
var choices = map[string]string{
	"140chars":                           "carriage returns at the end of a line; a finding on the last line of what it is about can be suppressed there",
	"80chars":                            "carriage returns at the end of a line; a finding on the last line of what it is about can be suppressed there",
	"arrow_alignment":                    "resources that puppet-lint (Ruby) does not find",
	"autoloader_layout":                  "definitions within classes are named in full",
	"code_on_top_scope":                  "one finding for a statement; none for functions, types and plans",
	"documentation":                      "trailing and control comments are no documentation",
	"double_quoted_strings":              "strings in subscripts, and with as many spaces as their column; escapes that need double quotes",
	"duplicate_params":                   "resources that puppet-lint (Ruby) does not find; keywords as attributes",
	"ensure_first_param":                 "resources that puppet-lint (Ruby) does not find; keywords as attributes",
	"ensure_not_symlink_target":          "resources that puppet-lint (Ruby) does not find",
	"file_mode":                          "resources that puppet-lint (Ruby) does not find; modes that are computed",
	"hard_tabs":                          "blanks in subscripts",
	"legacy_facts":                       "double-quoted keys; facts at top scope in strings",
	"nested_classes_or_defines":          "one finding for a class, however deep it is nested",
	"only_variable_string":               "strings in subscripts; every subscript; text behind a dash",
	"puppet_url_without_modules":         "paths that a variable holds",
	"quoted_booleans":                    "strings in subscripts; strings that their type asks for",
	"selector_inside_resource":           "resources that puppet-lint (Ruby) does not find; selectors on calls and strings",
	"single_quote_string_with_variables": "text that is meant for another program",
	"space_before_arrow":                 "resources that puppet-lint (Ruby) does not find",
	"top_scope_facts":                    "names that start with that of a fact; legacy facts are left to legacy_facts",
	"unquoted_file_mode":                 "resources that puppet-lint (Ruby) does not find; sums",
	"unquoted_node_name":                 "a dotted name is one name",
	"unquoted_resource_title":            "titles in every list, and before a blank; methods are no titles",
	"variable_contains_dash":             "subtractions, and text behind a variable in a string",
	"variable_is_lowercase":              "variables in subscripts",
	"variable_scope":                     "scopes of classes and blocks; parents; variables in strings",
	"variables_not_enclosed":             "variables in subscripts",
}

// capitalDefinition matches the beginning of a definition whose name begins with a capital.
var capitalDefinition = regexp.MustCompile(`\b(?:class|define)\s+[A-Z]`)

// pluginClass returns the explanation of a difference from a plugin's check, or "".
func pluginClass(view *view, difference difference) string {
	if slices.ContainsFunc(view.file.Errors, func(mistake syntax.Error) bool { return mistake.Fatal }) {
		return "the checks of plugins say little of a file with a syntax error"
	}
	if strings.HasPrefix(difference.Message, "Error calculating indent") {
		return "the plugin has lost count"
	}
	if capitalDefinition.MatchString(view.file.Source.LineText(difference.Line)) {
		return "to the plugin a name with a capital is no name of a class"
	}
	if class := pluginChoices[difference.Check]; difference.extra && class.extra || !difference.extra && class.missing {
		return class.name
	}
	return ""
}

// pluginChoices are the intended differences from plugins, also in the puppet-lint profile, by
// check. A vector in package rules has a case for each. It never changes.
var pluginChoices = map[string]struct {
	name           string
	extra, missing bool
}{
	"anchor_resource":                           {"a type with its leading colons", true, false},
	"duplicate_class_parameters":                {"a variable in a default is no parameter", false, true},
	"empty_lines_around_body":                   {"an elsif before a parenthesis is one; braces that are no block's", true, true},
	"fileserver":                                {"only what file() can read, and no folders", false, true},
	"no_symbolic_file_modes":                    {"only modes that are symbolic", false, true},
	"parameter_types":                           {"to the plugin a variable with a capital is a type", true, false},
	"resource_reference_with_unquoted_title":    {"blanks within the brackets", true, false},
	"source_without_rights":                     {"defaults count; what goes needs no rights", false, true},
	"missing_string_min_length":                 {"only where a type is declared", false, true},
	"stdlib_deprecated_functions":               {"calls with a blank before the parenthesis", true, false},
	"template_file_extension":                   {"other arguments are no names of files", false, true},
	"yumrepo_gpgcheck_enabled":                  {"a variable may be true; defaults count; a repository that goes needs none", false, true},
	"exec_idempotency":                          {"defaults, overrides, collectors and splats count", false, true},
	"lookup_in_parameter":                       {"to the plugin, a class whose name touches its parenthesis is a call", true, false},
	"params_empty_string_assignment":            {"either quotes; a Variant without a String", true, true},
	"params_not_optional_with_undef":            {"types that take undef", false, true},
	"reference_on_declaration_outside_of_class": {"the plugin looks for the text of the title anywhere, and for nothing after that", true, true},
	"reference_on_foreign_class":                {"to puppet-lint (Ruby) Class is no reference, so that the plugin finds nothing", true, false},
	"relative_classname_inclusion":              {"what is included over several lines", true, false},
	"resource_reference_without_whitespace":     {"files without resources", true, false},
	"spaceship_operator_without_tag":            {"exported resources", true, false},
	"undef_in_function":                         {"the plugin takes what begins a line for a call, and few calls for one", true, true},
	"unquoted_string_in_case":                   {"what stands before on the line is no option", false, true},
	"unquoted_string_in_selector":               {"what stands before on the line is no option", false, true},
	"version_comparison":                        {"elements of hashes; numbers and SemVer", true, true},
}
