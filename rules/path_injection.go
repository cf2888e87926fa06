package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/rules/taint"
	"puppet-lint/syntax"
)

var pathInjection = Rule{
	Rule: diag.Rule{
		Name:             "path_injection",
		Group:            diag.Security,
		Severity:         diag.Warning,
		OffByDefault:     true,
		SecuritySeverity: 7.0,
		Summary:          "a parameter that may hold any text chooses a path that is removed or purged",
		Advice:           "restrict the value to a name, for example with Pattern[/\\A[\\w.-]+\\z/]",
		Rationale: "With `../` in the value the path leads elsewhere, and the agent, which runs as root, removes " +
			"what is there. Restrict the value to a name (`Pattern[/\\A[\\w.-]+\\z/]`). The rule reports `tidy` " +
			"resources, and files that are absent, forced, purged or recursed into, if their path contains a " +
			"parameter, a title, a fact of the host or data that may be any text.",
		Bad:   []diag.Example{{Path: "manifests/site.pp", Code: "# An example.\n#\n# @param folder what to remove\ndefine example::site (\n  String[1] $folder,\n) {\n  file { \"/srv/${folder}\":\n    ensure => absent,\n    force  => true,\n  }\n}\n"}},
		Good:  []diag.Example{{Path: "manifests/site.pp", Code: "# An example.\n#\n# @param folder what to remove\ndefine example::site (\n  Pattern[/\\A[a-z]+\\z/] $folder,\n) {\n  file { \"/srv/${folder}\":\n    ensure => absent,\n    force  => true,\n  }\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{22, 73},
	},
	Tree: (*TreePass).follow,
	Follows: &follows{taint.Text, []string{"file", "tidy"}, func(s *sinks) {
		s.resources(func(_ *syntax.ResourceExpression, typeName string, body *syntax.ResourceBody) {
			if typeName != "tidy" && (typeName != "file" || !s.removes(body)) {
				return
			}
			paths := titles(body)
			if path := s.attribute(body, "path"); path != nil {
				paths = []syntax.Node{path}
			}
			for _, path := range paths {
				// The caller may choose a whole path, or the folder that it begins with.
				if text, isText := s.assigned(path).(*syntax.ConcatenatedString); isText && len(text.Segments) > 1 {
					for _, segment := range text.Segments[1:] {
						s.add(segment, "the removed path may be any text")
					}
				}
			}
		})
	}},
}

// removes reports whether a file resource removes something.
func (s *sinks) removes(body *syntax.ResourceBody) bool {
	if text, _ := stringOf(s.attribute(body, "ensure")); text == "absent" {
		return true
	}
	for _, name := range []string{"purge", "force"} {
		if value, isWritten := writtenValue(s.attribute(body, name)); isWritten && value == "true" {
			return true
		}
	}
	return false
}
