package format_test

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/format"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/effort"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
	"puppet-lint/syntax/pn"
)

var update = flag.Bool("update", false, "rewrite the formatted texts in testdata")

// TestGolden formats the first file of each pair of testdata/*.txtar and compares
// it with the second: "NAME.pp" or "NAME.epp", and "NAME.want".
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no testdata: %v", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var files []txtar.File
		wanted := map[string]string{}
		for _, file := range archive.Files {
			if filepath.Ext(file.Name) == ".want" {
				wanted[strings.TrimSuffix(file.Name, ".want")] = string(file.Data)
			}
		}
		for _, file := range archive.Files {
			extension := filepath.Ext(file.Name)
			if extension == ".want" {
				continue
			}
			name := strings.TrimSuffix(file.Name, extension)
			got := formatted(t, file.Name, string(file.Data))
			if got != wanted[name] && !*update {
				t.Errorf("%s: %s (run with -update to accept); got\n%s\nwant\n%s", path, name, got, wanted[name])
			}
			files = append(files, file, txtar.File{Name: name + ".want", Data: []byte(got)})
		}
		archive.Files = files
		if text := txtar.Format(archive); *update {
			if before, _ := os.ReadFile(path); !bytes.Equal(before, text) {
				if err := os.WriteFile(path, text, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// formatted formats a text and checks the guarantees of the formatter.
func formatted(t *testing.T, name, text string) string {
	t.Helper()
	options := syntax.Options{EPP: strings.HasSuffix(name, ".epp"), Tasks: strings.HasPrefix(name, "plan")}
	before := syntax.Parse(source.NewFile(name, text), options)
	edits, err := format.File(before, format.DefaultOptions())
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
	after := syntax.Parse(source.NewFile(name, diag.Apply(before.Source, edits)), options)
	if problem := broken(before, after); problem != "" {
		t.Errorf("%s: %s; before\n%s\nafter\n%s", name, problem, text, after.Source.Text)
	}
	return after.Source.Text
}

// broken returns the guarantee that a formatted file violates, or "".
func broken(before, after *syntax.File) string {
	for _, mistake := range after.Errors {
		if mistake.Fatal {
			return "a syntax error: " + mistake.Message
		}
	}
	switch {
	case !format.SameCode(before, after):
		return "the tokens differ"
	case pn.Compact(pn.Of(before.Program)) != pn.Compact(pn.Of(after.Program)):
		return "the tree differs"
	}
	again, err := format.File(after, format.DefaultOptions())
	if err != nil {
		return "the formatted text: " + err.Error()
	}
	if len(again) > 0 {
		return "a second pass changes it to\n" + diag.Apply(after.Source, again)
	}
	return ""
}

func TestSyntaxError(t *testing.T) {
	text, err := format.Text("x.pp", "class x{\n", syntax.Options{}, format.DefaultOptions())
	var mistake *format.SyntaxError
	if !errors.As(err, &mistake) || mistake.Position.Line != 2 || text != "class x{\n" {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestOptions(t *testing.T) {
	const text = "class x {\n  file { '/a':\n    ensure => file,\n    mode => '0644',\n  }\n  $x = ['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbbbb']\n}\n"
	got, err := format.Text("x.pp", text, syntax.Options{}, format.Options{IndentWidth: 4, LineWidth: 40})
	want := "class x {\n    file { '/a':\n        ensure => file,\n        mode => '0644',\n    }\n    $x = [\n        'aaaaaaaaaaaaaaaaaaaa',\n        'bbbbbbbbbbbbbbbbbbbbbbbbbb',\n    ]\n}\n"
	if err != nil || got != want {
		t.Errorf("got\n%s\n%v, want\n%s", got, err, want)
	}
}

// TestNarrow checks that a line that is too long is broken before an operator, although the author
// has put the operator at the end of a line.
func TestNarrow(t *testing.T) {
	const text = "if ($aaaaaaaaaa == 'b' and $cccccccccc == 'd') or\n($eeeeeeeeee == 'f' and $gggggggggg == 'h') {\n  notice('x')\n}\n"
	const want = "if (\n  $aaaaaaaaaa == 'b'\n  and $cccccccccc == 'd'\n)\nor (\n  $eeeeeeeeee == 'f'\n  and $gggggggggg == 'h'\n) {\n  notice('x')\n}\n"
	options := format.Options{IndentWidth: 2, LineWidth: 30, AlignArrows: true}
	got, err := format.Text("x.pp", text, syntax.Options{}, options)
	if err != nil || got != want {
		t.Errorf("got\n%s\n%v, want\n%s", got, err, want)
	}
	if again, err := format.Text("x.pp", got, syntax.Options{}, options); err != nil || again != got {
		t.Errorf("a second pass gives\n%s\n%v", again, err)
	}
}

// TestHeredocInString formats code around heredocs whose tag is in an interpolation of a string. A
// heredoc whose text overlaps a comment or string stays unchanged.
func TestHeredocInString(t *testing.T) {
	for text, want := range map[string]string{
		"$x=[\"${[@(X)\n  text\n  X\n]}\",2]\nnotice( 1)\n":                "$x = [\"${[@(X)\n  text\n  X\n]}\", 2]\nnotice(1)\n",
		"$y=\"a\n${@(X)}\"\n text\n | X\nnotice( 1)\n":                     "$y = \"a\n${@(X)}\"\n  text\n  | X\nnotice(1)\n",
		"$x = [@(END),'is   read\n    |  by   two',  3 ]\n | END\n$y=1\n":  "",
		"$x = @(END) /* is   read\n    |  by   two*/\n      | END\n$y=1\n": "",
		"$x = \"${@(X)}\n  text\"   .  y\n  X\n":                           "",
	} {
		if got := formatted(t, "x.pp", text); got != cmp.Or(want, text) {
			t.Errorf("of\n%s\ngot\n%s", text, got)
		}
	}
}

// TestSameBrackets formats brackets after tokens that they cannot index or call. SameCode ignores
// blanks only before such brackets.
func TestSameBrackets(t *testing.T) {
	for _, text := range []string{"A{}((X))0 X", "A{}/*\n*/((X))", "A{}/**/['']", "['']{'a':\nensure=>present}['']", "if $x {}[1]", "{'a'=>1}[1]", "define d($x){notice\n($x)}", "include\n  (a),b"} {
		formatted(t, "x.pp", text)
	}
	parse := func(text string) *syntax.File { return syntax.Parse(source.NewFile("x.pp", text), syntax.Options{}) }
	for before, after := range map[string]string{"$x [1]": "$x[1]", "$x = f\n(1)": "$x = f(1)"} {
		if format.SameCode(parse(before), parse(after)) {
			t.Errorf("%q is the same as %q", before, after)
		}
	}
}

func TestRange(t *testing.T) {
	const text = "$a=1\n$b=2\n$c=3\n"
	file := syntax.Parse(source.NewFile("x.pp", text), syntax.Options{})
	edits, err := format.Range(file, source.Span{Start: 6, End: 7}, format.DefaultOptions())
	if got := diag.Apply(file.Source, edits); err != nil || got != "$a=1\n$b = 2\n$c=3\n" {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestGuide checks that the examples of the guide have the style that it describes.
func TestGuide(t *testing.T) {
	text, err := os.ReadFile("../docs/formatting.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?ms)^```puppet\n(.*?)^```$").FindAllStringSubmatch(string(text), -1)
	if len(blocks) < 6 {
		t.Fatalf("only %d examples were found", len(blocks))
	}
	for _, block := range blocks {
		if got := formatted(t, "guide.pp", block[1]); got != block[1] {
			t.Errorf("got\n%s\nthe guide has\n%s", got, block[1])
		}
	}
}

// TestCommentsBetweenTokens puts a comment, or a line ending, between any two tokens of the
// texts in testdata, and checks the promises wherever the result is valid.
func TestCommentsBetweenTokens(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range archive.Files {
			if filepath.Ext(file.Name) != ".want" {
				continue
			}
			text := string(file.Data)
			options := syntax.Options{EPP: path == filepath.Join("testdata", "templates.txtar"), Tasks: strings.HasPrefix(file.Name, "plan")}
			for i, token := range syntax.Parse(source.NewFile(file.Name, text), options).Tokens {
				for j, inserted := range []string{"# c\n", "/* c */", "\n"} {
					if (i+j)%3 >= effort.Rounds(1, 3) {
						continue // another token gets it
					}
					before := syntax.Parse(source.NewFile(file.Name, text[:token.Start]+inserted+text[token.Start:]), options)
					edits, err := format.File(before, format.DefaultOptions())
					if err != nil {
						continue
					}
					count++
					after := syntax.Parse(source.NewFile(file.Name, diag.Apply(before.Source, edits)), options)
					if problem := broken(before, after); problem != "" {
						t.Fatalf("%s: %s; before\n%s\nafter\n%s", file.Name, problem, before.Source.Text, after.Source.Text)
					}
				}
			}
		}
	}
	if count < effort.Rounds(3_000, 10_000) {
		t.Errorf("only %d texts were formatted", count)
	}
	t.Logf("%d texts", count)
}

// FuzzFormat checks the guarantees of the formatter for everything that parses.
func FuzzFormat(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			f.Add(string(file.Data), strings.HasSuffix(file.Name, ".epp"))
		}
	}
	f.Fuzz(func(t *testing.T, text string, isTemplate bool) {
		options := syntax.Options{EPP: isTemplate}
		before := syntax.Parse(source.NewFile("fuzz.pp", text), options)
		edits, err := format.File(before, format.DefaultOptions())
		if err != nil {
			return
		}
		after := syntax.Parse(source.NewFile("fuzz.pp", diag.Apply(before.Source, edits)), options)
		if problem := broken(before, after); problem != "" {
			t.Errorf("%s; after\n%s", problem, after.Source.Text)
		}
	})
}
