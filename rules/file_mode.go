package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var fileMode = Rule{
	Rule: diag.Rule{
		Name:        "file_mode",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a file mode that is neither four octal digits nor symbolic",
		Rationale: "With three digits, a reader cannot tell whether the setuid, setgid and sticky bits are off on purpose " +
			"or were forgotten. Write four digits, or a symbolic mode such as `u=rw,go=r`.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    mode => '644',\n  }\n}\n", Fixed: "# An example.\nclass example {\n  file { '/tmp/a':\n    mode => '0644',\n  }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    mode => '0644',\n  }\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "write four digits"},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#file-modes"},
	},
	Visits: []Visit{resourcesOf([]string{"file", "concat"}, func(pass *Pass, body *resourceBody) {
		for i := range body.Attributes {
			mode := &body.Attributes[i]
			if mode.Name != "mode" {
				continue
			}
			text, known := modeText(pass, mode)
			if !known || isFileMode(text) {
				return
			}
			span := source.Span{Start: pass.Token(mode.First).Start, End: mode.End}
			finding := pass.Report(span, "mode should be represented as a 4 digit octal value or symbolic mode")
			if len(text) == 3 && isOctal(text) && pass.Token(mode.First).End == mode.End {
				pass.Fix(finding, pass.Replace(span, "'0"+text+"'"))
			}
		}
	})},
}

// modeText returns the text of a literal mode. puppet-lint (Ruby) treats the first token of any
// value as one, unless it is a variable, undef or a call.
func modeText(pass *Pass, mode *attribute) (text string, known bool) {
	token := pass.Token(mode.First)
	text = pass.Text(mode.First)
	isWhole := token.End == mode.End
	switch token.Kind {
	case syntax.SingleQuoted, syntax.DoubleQuoted:
		return unquoted(text), isWhole || pass.AsRuby()
	case syntax.Number:
		return text, isWhole || pass.AsRuby()
	case syntax.Variable, syntax.KeywordUndef:
		return "", false
	case syntax.Name:
		isCall := token.End < mode.End && pass.Source.Text[token.End] == '('
		return text, (isWhole || pass.AsRuby()) && !isCall
	case syntax.StringStart:
		if text = ""; pass.Token(mode.First+1).Kind == syntax.StringText {
			text = pass.Text(mode.First + 1)
		}
	}
	return text, pass.AsRuby()
}

// isFileMode reports whether text is four octal digits or a symbolic mode, such
// as "u=rw,go=r".
func isFileMode(text string) bool {
	if len(text) == 4 && isOctal(text) {
		return true
	}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimLeft(part, "ugoa")
		if part == "" || strings.IndexByte("-=+", part[0]) < 0 || strings.Trim(part, "-=+rstwxXugo") != "" {
			return false
		}
	}
	return true
}

func isOctal(text string) bool { return strings.Trim(text, "01234567") == "" }
