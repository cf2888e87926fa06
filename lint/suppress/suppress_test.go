package suppress

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var known = map[string]*diag.Rule{"a": {Name: "a"}, "b": {Name: "b"}}

func resolve(name string) *diag.Rule { return known[name] }

// manifest parses text and adds a finding of every rule to each line with an "!".
func manifest(text string) (*syntax.File, []*diag.Diagnostic) {
	return findingsIn(syntax.Parse(source.NewFile("x.pp", text), syntax.Options{}))
}

// template is manifest for an EPP template.
func template(text string) (*syntax.File, []*diag.Diagnostic) {
	return findingsIn(syntax.Parse(source.NewFile("x.epp", text), syntax.Options{EPP: true}))
}

func findingsIn(file *syntax.File) (*syntax.File, []*diag.Diagnostic) {
	var findings []*diag.Diagnostic
	for line := 1; line <= file.Source.LineCount(); line++ {
		if at := strings.Index(file.Source.LineText(line), "!"); at >= 0 {
			start := file.Source.LineStart(line) + int32(at)
			for _, name := range []string{"a", "b"} {
				findings = append(findings, &diag.Diagnostic{Rule: known[name], File: file.Source, At: start, Span: source.Span{Start: start, End: start + 1}})
			}
		}
	}
	return file, findings
}

func TestApply(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"line", "!$x # lint:ignore:a\n!$y\n", "1a"},
		{"line with a reason", "!$x # lint:ignore:a because it is\n", "1a(because it is)"},
		{"without a blank", "!$x #lint:ignore:a\n", "1a"},
		{"two names", "!$x # lint:ignore:a lint:ignore:b so\n", "1a(so) 1b(so)"},
		{"block", "# lint:ignore:a why\n!$x\n!$y\n# lint:endignore\n!$z\n", "2a(why) 3a(why)"},
		{"nested blocks", "# lint:ignore:a\n!$x\n# lint:ignore:b\n!$y\n# lint:endignore\n!$z\n# lint:endignore\n", "2a 4a 4b 6a"},
		{"both names of a block end together", "# lint:ignore:a lint:ignore:b\n!$x\n# lint:endignore\n!$y\n", "2a 2b"},
		{"two ends in one comment", "# lint:ignore:a\n# lint:ignore:b\n!$x\n# lint:endignore lint:endignore\n!$y\n", "3a 3b"},
		{"an open block suppresses nothing", "# lint:ignore:a\n!$x\n", ""},
		{"a comma makes another name", "!$x # lint:ignore:a,b\n", ""},
		{"a second colon is dropped", "!$x # lint:ignore:a:b\n", "1a"},
		{"only at the start of a comment", "!$x # see lint:ignore:a\n", ""},
		{"block comments count", "!$x /* lint:ignore:a */\n", "1a"},
		{"comments with slashes count", "!$x // lint:ignore:a it's so\n!$y // lint:ignore:b\n", "1a(it's so) 2b"},
		{"whole file", "!$x\n# lint:ignore-file:b generated\n!$y\n", "1b(generated) 3b(generated)"},
		{"the last reason wins", "# lint:ignore:a one\n!$x # lint:ignore:a two\n# lint:endignore\n", "2a(one)"},
		{"indented on the first line", "  # lint:ignore:a\n!$x\n", ""},
		{"a word that only starts like one ends a block", "# lint:ignore:a\n# lint:ignore:b lint:ignores\n!$x\n# lint:endignore\n", "3b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			file, findings := manifest(test.text)
			Parse(file.Source, Comments(file)).Apply(findings, resolve)
			var got []string
			for _, finding := range findings {
				if finding.Suppressed {
					text := fmt.Sprint(file.Source.Line(finding.At), finding.Rule.Name)
					if finding.Reason() != "" {
						text += "(" + finding.Reason() + ")"
					}
					got = append(got, strings.ReplaceAll(text, " ", " "))
				}
			}
			slices.Sort(got)
			if text := strings.Join(got, " "); text != test.want {
				t.Errorf("got %q, want %q", text, test.want)
			}
		})
	}
}

func TestFindings(t *testing.T) {
	for _, test := range []struct{ name, text, want, fixed string }{
		{"used", "!$x # lint:ignore:a\n", "", ""},
		{"unused", "$x # lint:ignore:a\n", "1:6 this control comment suppresses no finding of 'a'", "$x\n"},
		{"unknown", "$x # lint:ignore:aa\n", "1:6 this control comment names an unknown rule, 'aa' (did you mean 'a'?)", ""},
		{"unused block", "# lint:ignore:a\n$x\n  # lint:endignore\n", "1:3 this control comment suppresses no finding of 'a'", "$x\n"},
		{"unused block of two", "# lint:ignore:a lint:ignore:b why\n$x\n# lint:endignore\n", "1:3 this control comment suppresses no finding of 'a' or 'b'", "$x\n"},
		{"two blocks with one end", "# lint:ignore:b\n!$x\n# lint:ignore:a\n$y\n# lint:endignore lint:endignore\n", "3:3 this control comment suppresses no finding of 'a'", ""},
		{"a block with a word of another tool", "# lint:ignore:a lint:ignore:foreign lint:ignore:b\n$x\n# lint:endignore\n", "1:3 this control comment suppresses no finding of 'a' or 'b'", "# lint:ignore:foreign\n$x\n# lint:endignore\n"},
		{"a line with a word of another tool", "$x # lint:ignore:foreign lint:ignore:a lint:ignore:b\n", "1:26 this control comment suppresses no finding of 'a' or 'b'", "$x # lint:ignore:foreign\n"},
		{"a block comment with a word of another tool", "$x /* lint:ignore:a lint:ignore:b lint:ignore:foreign */\n", "1:7 this control comment suppresses no finding of 'a' or 'b'", "$x /* lint:ignore:foreign */\n"},
		{"a check of another tool", "$x # lint:ignore:foreign\n", "", ""},
		{"one of two", "!$x # lint:ignore:a lint:ignore:c\n", "1:21 this control comment names an unknown rule, 'c' (did you mean 'a'?)", ""},
		{"unused word", "# lint:ignore-file:a lint:ignore-file:b why\n$x = 1 # !", "", ""},
		{"open block", "# lint:ignore:a\n!$x\n", "1:1 lint:ignore:a comment with no closing lint:endignore comment", ""},
		{"end only", "!$x\n# lint:endignore\n", "2:1 lint:endignore comment with no opening lint:ignore:<check> comment", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			file, findings := manifest(test.text)
			list := Parse(file.Source, Comments(file))
			list.Apply(findings, resolve)
			var got []string
			var edits []diag.Edit
			for _, finding := range list.Findings(resolve, func(*diag.Rule) bool { return true }, func(name string) bool { return name == "foreign" }, func(string) string { return "a" }) {
				position := finding.Position()
				text := fmt.Sprintf("%d:%d %s", position.Line, position.Column, finding.Message)
				if finding.Help != "" {
					text += " (" + finding.Help + ")"
				}
				got = append(got, text)
				for _, fix := range finding.Fixes {
					edits = append(edits, fix.Edits...)
				}
			}
			if text := strings.Join(got, "; "); text != test.want {
				t.Errorf("got %q, want %q", text, test.want)
			}
			if edits != nil {
				if fixed := diag.Apply(file.Source, edits); fixed != test.fixed {
					t.Errorf("fixed to %q, want %q", fixed, test.fixed)
				}
			}
		})
	}
}

func TestAdd(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"line", "!$x\n", "!$x # lint:ignore:a lint:ignore:b why\n"},
		{"behind a comment", "!$x # note\n", "!$x # lint:ignore:a lint:ignore:b note\n"},
		{"behind a comment without a blank", "!$x #note\n", "!$x # lint:ignore:a lint:ignore:b note\n"},
		{"behind a comment in a long line", "!$x # " + strings.Repeat("x", 120) + "\n",
			"# lint:ignore:a lint:ignore:b why\n!$x # " + strings.Repeat("x", 120) + "\n# lint:endignore\n"},
		{"into a control comment", "!$x # lint:ignore:c so\n", "!$x # lint:ignore:a lint:ignore:b lint:ignore:c so\n"},
		{"within a string", "  notice('x\n!\n')\n", "# lint:ignore:a lint:ignore:b why\n  notice('x\n!\n')\n# lint:endignore\n"},
		{"within a heredoc", "  notice(@(X))\n  !\n  | X\n", "# lint:ignore:a lint:ignore:b why\n  notice(@(X))\n  !\n  | X\n# lint:endignore\n"},
		{"within a heredoc that loses its last line feed", "notice(@(X))\n  !\n  |- X\n", "# lint:ignore:a lint:ignore:b why\nnotice(@(X))\n  !\n  |- X\n# lint:endignore\n"},
		{"a heredoc's tag", "!notice(@(X))\n  x\n  | X\n", "!notice(@(X)) # lint:ignore:a lint:ignore:b why\n  x\n  | X\n"},
		{"long line", "!$x = '" + strings.Repeat("x", 130) + "'\n", "# lint:ignore:a lint:ignore:b why\n!$x = '" + strings.Repeat("x", 130) + "'\n# lint:endignore\n"},
		{"comment of its own", "$x\n# !\n", "$x\n# lint:ignore:a lint:ignore:b why\n# !\n# lint:endignore\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			file, findings := manifest(test.text)
			edits := Add(Manifest(file), findings, "why")
			got := diag.Apply(file.Source, edits)
			if got != test.want {
				t.Fatalf("got\n%s\nwant\n%s", got, test.want)
			}
			file, findings = manifest(got)
			Parse(file.Source, Comments(file)).Apply(findings, resolve)
			for _, finding := range findings {
				if !finding.Suppressed {
					t.Errorf("line %d: %s is still not suppressed", file.Source.Line(finding.At), finding.Rule.Name)
				}
			}
		})
	}
}

func TestAddAroundEmptyLine(t *testing.T) {
	file, _ := manifest("$x\n\n$y\n")
	findings := []*diag.Diagnostic{{Rule: known["a"], File: file.Source, At: file.Source.LineStart(2)}}
	merged, _ := diag.Merge([]diag.Fix{{Edits: Add(Manifest(file), findings, "")}})
	if got, want := diag.Apply(file.Source, merged[file.Source]), "$x\n# lint:ignore:a\n\n# lint:endignore\n$y\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAddOnItsOwnLine(t *testing.T) {
	long := &diag.Rule{Name: strings.Repeat("long", 20)}
	other := &diag.Rule{Name: strings.Repeat("name", 20)}
	for _, test := range []struct {
		name  string
		rules []*diag.Rule
		want  string
	}{
		{"a line of blanks", []*diag.Rule{known["a"]}, "$x\n# lint:ignore:a\n  \t\n# lint:endignore\n$y\n"},
		{"what is wrong with control comments", []*diag.Rule{&Unused, &Unbalanced, &Unknown}, "$x\n  \t\n$y\n"},
		{"names that do not fit in one comment", []*diag.Rule{long, known["a"], other},
			"$x\n# lint:ignore:" + long.Name + " lint:ignore:a\n# lint:ignore:" + other.Name + "\n  \t\n# lint:endignore\n# lint:endignore\n$y\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			file, _ := manifest("$x\n  \t\n$y\n")
			var findings []*diag.Diagnostic
			for _, rule := range test.rules {
				findings = append(findings, &diag.Diagnostic{Rule: rule, File: file.Source, At: file.Source.LineStart(2)})
			}
			if got := diag.Apply(file.Source, Add(Manifest(file), findings, "")); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestAddToTemplates checks that control comments in EPP templates can be in the text and in the
// code, and that the rendered text stays the same.
func TestAddToTemplates(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"text", "a <%= !$x %> b\nc\n", "a <%= !$x %> b<%# lint:ignore:a lint:ignore:b why %>\nc\n"},
		{"windows", "a <%= !$x %>\r\nc\r\n", "a <%= !$x %><%# lint:ignore:a lint:ignore:b why %>\r\nc\r\n"},
		{"trimmed", "<% !$x -%>  \nc\n", "<% !$x -%><%# lint:ignore:a lint:ignore:b why -%>  \nc\n"},
		{"text that looks trimmed", "<% !$x %> -%>\nc\n", "<% !$x %> -%><%# lint:ignore:a lint:ignore:b why %>\nc\n"},
		{"no line end", "<%= !$x %>", "<%= !$x %><%# lint:ignore:a lint:ignore:b why %>"},
		{"code", "<%-\n  !$x\n-%>\n", "<%-\n  !$x # lint:ignore:a lint:ignore:b why\n-%>\n"},
		{"behind a comment", "<%= !$x %><%# note %>\n", "<%= !$x %><%# lint:ignore:a lint:ignore:b note %>\n"},
		{"within a string", "x\n  <%= '\n!\n' %>\ny\n", "x\n<%# lint:ignore:a lint:ignore:b why -%>\n  <%= '\n!\n' %>\n<%# lint:endignore -%>\ny\n"},
		{"a string at the end", "<%= '\n!\n' %>", "<%# lint:ignore:a lint:ignore:b why -%>\n<%= '\n!\n' %><%# lint:endignore %>"},
		{"a string in code", "<%\n  $y = '\n!'\n%>\n", "<%\n  # lint:ignore:a lint:ignore:b why\n  $y = '\n!'\n  # lint:endignore\n%>\n"},
		{"begun in text", "<%= '\n!'\n%>\n", "<%# lint:ignore:a lint:ignore:b why -%>\n<%= '\n!'\n# lint:endignore\n%>\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			file, findings := template(test.text)
			got := diag.Apply(file.Source, Add(Manifest(file), findings, "why"))
			if got != test.want {
				t.Fatalf("got\n%q\nwant\n%q", got, test.want)
			}
			file, findings = template(got)
			Parse(file.Source, Comments(file)).Apply(findings, resolve)
			for _, finding := range findings {
				if !finding.Suppressed {
					t.Errorf("line %d: %s is still not suppressed", file.Source.Line(finding.At), finding.Rule.Name)
				}
			}
		})
	}
}
