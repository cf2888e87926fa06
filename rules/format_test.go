package rules

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/format"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// layoutRules returns the rules about layout. Other rules whose fixes keep the tree are about
// quotes and comments.
func layoutRules() (enabled []Enabled) {
	others := []string{"double_quoted_strings", "star_comments", "slash_comments", "unquoted_node_name", "variables_not_enclosed"}
	for _, rule := range All() {
		isLayout := rule.Fix.LayoutOnly || rule.Name == "2sp_soft_tabs" || rule.Name == "140chars"
		if isLayout && !rule.LooksAtTree() && !slices.Contains(others, rule.Name) {
			enabled = append(enabled, Enabled{Rule: rule})
		}
	}
	return enabled
}

// onlyForRuby lists texts for which only puppet-lint (Ruby) reports something. It treats the arrows
// of several calls in a block as one group, does not see comments, and demands a blank before the
// index of an interpolated string, where it would be a syntax error, and before a hash that is a
// statement.
var onlyForRuby = []string{"blocks", "odd", "everywhere", "indexed_string", "hash_statement"}

// TestFormattedHasNoLayoutFinding formats the examples of the layout rules, and
// the formatter's own, and looks for findings of all of these rules in them.
func TestFormattedHasNoLayoutFinding(t *testing.T) {
	texts := map[string]string{}
	enabled := layoutRules()
	if len(enabled) < 20 {
		t.Fatalf("only %d rules", len(enabled))
	}
	for _, of := range enabled {
		if of.Rule.Name == "140chars" {
			continue // its bad example is a single long string
		}
		for _, example := range slices.Concat(of.Rule.Bad, of.Rule.Good) {
			texts[of.Rule.Name+": "+example.Code] = example.Code
		}
	}
	paths, err := filepath.Glob("../format/testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no testdata: %v", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range archive.Files {
			// Code that a comment excludes from formatting, and lines that may be long, have
			// findings.
			if name := strings.TrimSuffix(file.Name, ".pp"); name != file.Name && name != "off" && name != "long" && name != "long_lines" {
				texts[path+" "+file.Name] = string(file.Data)
			}
		}
	}
	for name, text := range texts {
		formatted, err := format.Text("init.pp", text, syntax.Options{Tasks: strings.HasSuffix(name, " plan.pp")}, format.DefaultOptions())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		profiles := []Settings{{}, {AsRuby: true}}
		if slices.ContainsFunc(onlyForRuby, func(exempt string) bool { return strings.HasSuffix(name, " "+exempt+".pp") }) {
			profiles = profiles[:1]
		}
		for _, settings := range profiles {
			for _, finding := range checkExample(enabled, diag.Example{}, formatted, settings) {
				t.Errorf("%s: %+v: %s: %s\n%s", name, settings, finding.Rule.Name, finding.Message, formatted)
			}
		}
	}
}

// TestCommentedHasNoLayoutFinding puts a comment, or a line ending, between any two tokens of
// the formatter's own examples, formats them, and looks for layout findings.
func TestCommentedHasNoLayoutFinding(t *testing.T) {
	paths, err := filepath.Glob("../format/testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no testdata: %v", err)
	}
	enabled, count := layoutRules(), 0
	// The tags of templates keep their lines, "off" and "long…" say what they are, and a plan is
	// not parsed as one here.
	others := []string{"off.want", "long.want", "long_lines.want", "plan.want"}
	inserted := []string{"# c\n", "/* c */", "\n"}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range archive.Files {
			if filepath.Ext(file.Name) != ".want" || filepath.Base(path) == "templates.txtar" || slices.Contains(others, file.Name) {
				continue
			}
			text := string(file.Data)
			for i, offset := range offsetsOutsideOfStrings(text) {
				changed := text[:offset] + inserted[i%len(inserted)] + text[offset:]
				formatted, err := format.Text("init.pp", changed, syntax.Options{}, format.DefaultOptions())
				if err != nil {
					continue
				}
				count++
				for _, finding := range checkExample(enabled, diag.Example{}, formatted, Settings{}) {
					t.Fatalf("%s: %s: %s\nin\n%s\nof\n%s", file.Name, finding.Rule.Name, finding.Message, formatted, changed)
				}
			}
		}
	}
	if count < 2_000 {
		t.Errorf("only %d texts were formatted", count)
	}
}

// offsetsOutsideOfStrings returns the offsets of the tokens that are in no string or heredoc.
func offsetsOutsideOfStrings(text string) (offsets []int32) {
	strings, heredocs := 0, 0
	for _, token := range syntax.Parse(source.NewFile("init.pp", text), syntax.Options{}).Tokens {
		if strings == 0 && heredocs == 0 {
			offsets = append(offsets, token.Start)
		}
		switch token.Kind {
		case syntax.StringStart:
			strings++
		case syntax.StringEnd:
			strings--
		case syntax.HeredocTag:
			heredocs++
		case syntax.HeredocEnd:
			heredocs--
		}
	}
	return offsets
}
