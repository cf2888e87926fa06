package typereport

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker"
	"puppet-lint/diag"
	"puppet-lint/module"
	"puppet-lint/source"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// reportOf makes the report of an archive of modules.
func reportOf(archive *txtar.Archive) *Report {
	texts := map[string]string{}
	var paths []string
	for _, file := range archive.Files {
		path := "/w/modules/" + file.Name
		texts[path] = string(file.Data)
		if strings.HasSuffix(path, ".pp") {
			paths = append(paths, path)
		}
	}
	tree := module.NewWorkspace(source.NewOverlay(nil, texts), []string{"/w/modules"}, []string{"/w/modules"}).TreeOf("/w/modules")
	return New([]Input{{tree, checker.NewSurvey(tree, checker.Options{Paths: paths})}}, "test")
}

func example(t *testing.T) *txtar.Archive {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/example.txtar")
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

// TestForms compares every form but the page with what it is to be.
func TestForms(t *testing.T) {
	report := reportOf(example(t))
	for name, write := range map[string]func(io.Writer) error{
		"report.txt":  func(out io.Writer) error { return report.WriteText(out, Limits{}) },
		"report.md":   func(out io.Writer) error { return report.WriteMarkdown(out, Limits{Holes: 2, Unknown: 2}) },
		"report.json": report.WriteJSON,
		"badge.svg":   report.WriteBadge,
	} {
		var out bytes.Buffer
		if err := write(&out); err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if out.String() != string(want) {
			t.Errorf("%s is now:\n%s", name, out.String())
		}
	}
}

// TestSuggestionsStand checks that the suggested types can be written into the
// code, and are holes no longer.
func TestSuggestionsStand(t *testing.T) {
	archive := example(t)
	before := reportOf(archive)
	edits := map[string][]diag.Edit{}
	for _, edit := range before.Edits() {
		edits[edit.File.Name] = append(edits[edit.File.Name], edit)
	}
	for i := range archive.Files {
		file := &archive.Files[i]
		if list := edits["/w/modules/"+file.Name]; list != nil {
			merged, _ := diag.Merge([]diag.Fix{{Edits: list}})
			file.Data = []byte(diag.Apply(list[0].File, merged[list[0].File]))
		}
	}
	after := reportOf(archive)
	if got, want := after.Total.Typed, before.Total.Typed+before.Total.Suggested; got != want || before.Total.Suggested == 0 {
		t.Errorf("%d are typed with the suggestions, want %d", got, want)
	}
	var written bytes.Buffer
	if err := before.WriteJSON(&written); err != nil {
		t.Fatal(err)
	}
	if err := after.Compare(written.Bytes()); err != nil {
		t.Fatal(err)
	}
	if after.Trend.Change() <= 0 || len(after.Trend.Mended) == 0 || len(after.Trend.New) != 0 {
		t.Errorf("the trend is %+v", after.Trend)
	}
	if err := before.Compare([]byte(`{"version": 99, "tool": "puppet-lint"}`)); err == nil {
		t.Error("a report of another version is compared")
	}
	if err := before.Compare([]byte(`[]`)); err == nil {
		t.Error("what is no report is compared")
	}
}

// TestBadge checks that a badge is XML.
func TestBadge(t *testing.T) {
	for _, share := range []Share{{}, {Slots: 3, Typed: 1}, {Slots: 2, Typed: 1}, {Slots: 4, Typed: 3}} {
		var out bytes.Buffer
		if err := (&Report{Total: share}).WriteBadge(&out); err != nil {
			t.Fatal(err)
		}
		decoder := xml.NewDecoder(&out)
		for {
			_, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestPageSources checks that what the page's script reads leads back to the
// text: each span is the name that its type belongs to.
func TestPageSources(t *testing.T) {
	report := reportOf(txtar.Parse([]byte("-- m/manifests/init.pp --\nclass m(Integer $ab = 1) {\n  # ünï𝔠ode\n  $x = $title\n  notice($x, 'é')\n}\n")))
	sources := newPageSources(report.Modules[0])
	units := []rune(sources.Files[0].Text)
	var wide []rune // one for each UTF-16 unit
	for _, char := range units {
		wide = append(wide, char)
		if char > 0xFFFF {
			wide = append(wide, 0)
		}
	}
	var names []string
	at := 0
	spans := sources.Files[0].Spans
	for i := 0; i < len(spans); i += 3 {
		start := at + spans[i]
		at = start + spans[i+1]
		names = append(names, string(wide[start:at])+" "+sources.Types[spans[i+2]])
	}
	if got, want := strings.Join(names, ", "), "$ab Integer, $x String, $title String, notice Undef, $x String"; got != want {
		t.Errorf("the spans are %s; want %s", got, want)
	}
}

func TestPage(t *testing.T) {
	var out bytes.Buffer
	if err := reportOf(example(t)).WritePage(&out); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	for _, wanted := range []string{`id="report"`, `id="source-0"`, "types are not known", "% of"} {
		if !strings.Contains(page, wanted) {
			t.Errorf("the page has no %s", wanted)
		}
	}
	for _, left := range []string{"/*style*/", "/*script*/", "<!--data-->", "<!--summary-->", "src=\"http"} {
		if strings.Contains(page, left) {
			t.Errorf("the page holds %s", left)
		}
	}
}
