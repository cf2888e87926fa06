package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var arrowOnRightOperandLine = Rule{
	Rule: diag.Rule{
		Name:        "arrow_on_right_operand_line",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a chaining arrow at the end of a line",
		Rationale: "An arrow at the start of a line shows that the line continues the statement above. At the end of a line " +
			"it is easily overlooked, and then the next line looks like a statement of its own.",
		Bad: []diag.Example{{
			Code:  "# An example.\nclass example {\n  Package['a'] ->\n  Service['a']\n}\n",
			Fixed: "# An example.\nclass example {\n  Package['a']\n  -> Service['a']\n}\n",
		}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  Package['a']\n  -> Service['a']\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "move the arrow in front of its right operand", LayoutOnly: true},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#chaining-arrow-syntax"},
	},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		arrow, right := pass.Token(index), pass.Token(pass.NextCode(index))
		if right.Kind == syntax.EndOfFile || pass.SameLine(arrow.Start, right.Start) {
			return
		}
		finding := pass.Report(arrow.Span, "arrow should be on the right operand's line")
		before := pass.BlanksBefore(arrow.Start)
		gone := arrow.Span
		if pass.EndsLine(arrow.End) || pass.Token(index+1).Kind == syntax.Whitespace {
			gone.Start = before.Start
		}
		if pass.EndsLine(arrow.End) {
			gone.End = lineEnd(pass.Source, arrow.End)
		}
		if before.Start > 0 && pass.Source.Text[before.Start-1] == '\n' {
			// The arrow begins its line. If it is alone there, delete the line, too.
			if !pass.EndsLine(arrow.End) {
				gone.Start = arrow.Start
			} else if int(gone.End) < len(pass.Source.Text) {
				gone.End += lineFeedLength(pass.Source, gone.End)
			}
		}
		pass.Fix(finding, pass.Delete(gone), pass.Insert(right.Start, pass.Text(index)+" "))
	}, syntax.InEdge, syntax.InEdgeSub)},
}

// lineEnd returns the offset of the next line ending from offset on, or of the end of the text.
func lineEnd(file *source.File, offset int32) int32 { return file.LineSpan(file.Line(offset)).End }

// lineFeedLength returns the length in bytes of the line ending at offset.
func lineFeedLength(file *source.File, offset int32) int32 {
	if file.Text[offset] == '\r' {
		return 2
	}
	return 1
}
