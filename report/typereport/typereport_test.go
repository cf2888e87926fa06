package typereport

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/schematest"

	"puppet-lint/checker"
	"puppet-lint/checker/typesummary"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/htmlpage/pagetest"
	"puppet-lint/internal/source"
	"puppet-lint/module"
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
	return New([]Input{{Tree: tree, Summary: typesummary.New(tree, checker.Options{Paths: paths}), Folder: "/w"}}, "test")
}

func example(t *testing.T) *txtar.Archive {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/example.txtar")
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

// TestForms compares every format but the page with its golden file.
func TestForms(t *testing.T) {
	report := reportOf(example(t))
	for name, write := range map[string]func(io.Writer) error{
		"report.txt":  func(out io.Writer) error { return report.WriteText(out, Limits{}) },
		"narrow.txt":  func(out io.Writer) error { return report.WriteText(out, Limits{Untyped: 2, Width: 60}) },
		"report.md":   func(out io.Writer) error { return report.WriteMarkdown(out, Limits{Untyped: 2, Unknown: 2}) },
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

// TestSuggestionsCanBeWritten checks that the suggested types can be written into the code, and
// that the slots then count as typed.
func TestSuggestionsCanBeWritten(t *testing.T) {
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
	if after.Trend.Change() <= 0 || len(after.Trend.Fixed) == 0 || len(after.Trend.New) != 0 {
		t.Errorf("the trend is %+v", after.Trend)
	}
	if err := before.Compare([]byte(`{"version": 99, "tool": "puppet-lint"}`)); err == nil {
		t.Error("a report of an unknown version is accepted for comparison")
	}
	if err := before.Compare([]byte(`[]`)); err == nil {
		t.Error("a file that is not a report is accepted for comparison")
	}
}

// TestCompare compares reports of modules that are added, removed and changed, and checks that a
// file that is not a report is refused.
func TestCompare(t *testing.T) {
	report := func(files string) *Report { return reportOf(txtar.Parse([]byte(files))) }
	before := report("-- a/manifests/init.pp --\nclass a($x, $y, Integer $z) { }\n-- a/functions/f.pp --\nfunction a::f() { 1 }\n" +
		"-- old/manifests/init.pp --\nclass old($x) { }\n-- same/manifests/init.pp --\nclass same($x) { }\n")
	var written bytes.Buffer
	if err := before.WriteJSON(&written); err != nil {
		t.Fatal(err)
	}
	after := report("-- a/manifests/init.pp --\nclass a(String $x, $y, $z) { }\n-- a/functions/f.pp --\nfunction a::f() >> Integer { 1 }\n" +
		"-- renamed/manifests/init.pp --\nclass renamed($x, String $y) { }\n-- same/manifests/init.pp --\nclass same($x) { }\n")
	if err := after.Compare(append([]byte("\ufeff"), written.Bytes()...)); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := after.WriteText(&text, Limits{Untyped: 1}); err != nil {
		t.Fatal(err)
	}
	if want := `
Since the earlier report: 16.7 % → 42.9 % (+26.2 points), 2 untyped slots fixed, 2 new

MODULE  BEFORE     NOW  UNTYPED
a       25.0 %  50.0 %       -1
… and 2 more (--all shows them)
  new: class a $z
… and 1 more (--all shows them)
`; !strings.Contains(text.String(), want) {
		t.Errorf("the trend is not%s\nbut\n%s", want, text.String())
	}
	if got, want := strings.Join(after.Trend.Fixed, ", "), "class a $x, function a::f result"; got != want {
		t.Errorf("fixed are %s, want %s", got, want)
	}
	var modules []string
	for _, module := range after.Trend.Modules {
		modules = append(modules, strings.Join([]string{module.Name, module.before(), module.after(), module.untyped()}, " "))
	}
	if got, want := strings.Join(modules, "; "), "a 25.0 % 50.0 % -1; old 0.0 % gone -1; renamed new 50.0 % +1"; got != want {
		t.Errorf("the modules are %s, want %s", got, want)
	}
	if err := after.Compare([]byte(`{"version": 1, "tool": "puppet-lint", "modules": [null, {"definitions": [null, {"parameters": [null]}]}]}`)); err != nil {
		t.Error(err)
	}
	for earlier, want := range map[string]string{
		``:                                      "is not a type report; write one with: puppet-lint report --format json",
		`null`:                                  "is not a type report; write one with: puppet-lint report --format json",
		`{"runs": [], "version": "2.1.0"}`:      "is not a type report; write one with: puppet-lint report --format json",
		`{"version": 9, "tool": "puppet-lint"}`: "has version 9 of the type report format, but only version 1 is supported; write it again with this puppet-lint",
		`{"version": 1, "tool": "puppet-lint", "modules": 3}`: "is not a type report; write one with: puppet-lint report --format json",
	} {
		if err := after.Compare([]byte(earlier)); err == nil || err.Error() != want {
			t.Errorf("comparing with %s says %v, want %s", earlier, err, want)
		}
	}
}

func TestPercentText(t *testing.T) {
	for _, test := range []struct {
		part, whole int
		want        string
	}{{0, 0, "–"}, {0, 5, "0.0 %"}, {5, 5, "100.0 %"}, {1, 9999, "0.1 %"}, {9998, 9999, "99.9 %"}, {1, 3, "33.3 %"}, {2, 3, "66.7 %"}} {
		if got := percentText(test.part, test.whole); got != test.want {
			t.Errorf("%d of %d are %s, want %s", test.part, test.whole, got, test.want)
		}
	}
}

// TestMarkdownFits checks that a long report is shortened to fit into a comment, and keeps the most
// important parts.
func TestMarkdownFits(t *testing.T) {
	var files strings.Builder
	for i := range 700 {
		name := fmt.Sprintf("m%d_%s", i, strings.Repeat("x", 40))
		fmt.Fprintf(&files, "-- %s/manifests/init.pp --\nclass %s($a, String $b) { $c = nowhere_%s($a) }\n", name, name, name)
	}
	files.WriteString("-- worst/manifests/init.pp --\nclass worst($a, $b, $c) { notice($a, $a, $a) }\n")
	report := reportOf(txtar.Parse([]byte(files.String())))
	earlier := reportOf(txtar.Parse([]byte("-- a/manifests/init.pp --\nclass a { }\n")))
	var written, out, whole bytes.Buffer
	if err := earlier.WriteJSON(&written); err != nil {
		t.Fatal(err)
	}
	if err := report.Compare(written.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := report.WriteMarkdown(&out, Limits{Untyped: 400, Unknown: 400, Modules: 400}); err != nil {
		t.Fatal(err)
	}
	if length := utf8.RuneCount(out.Bytes()); length > 65536 || length < 20000 {
		t.Errorf("the report has %d characters", length)
	}
	for _, want := range []string{"701 modules, the ", "\n| worst | 0.0 % |", "| `worst` `$a` |", "| **total** |", "\n… and ", "– → 49.9 %, 0 untyped slots fixed"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no %q in\n%s", want, out.String()[:3000])
		}
	}
	if err := report.WriteMarkdown(&whole, Limits{}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(whole.String(), "manifests/init.pp:1 |"); got != 703 {
		t.Errorf("%d untyped slots are listed without a limit", got)
	}
}

// TestUntypedResults checks that a result counts as untyped and is listed.
func TestUntypedResults(t *testing.T) {
	report := reportOf(txtar.Parse([]byte("-- m/functions/f.pp --\nfunction m::f(String $a) { $facts['unheard_of'] }\n" +
		"-- m/manifests/init.pp --\nclass m {\n  $a = m::f('x')\n  $b = 'x'.m::f\n}\n")))
	untyped := report.UntypedSlots()
	if len(untyped) != 1 || report.Total.untyped() != 1 || untyped[0].What() != "result" || untyped[0].Cost() != 2 {
		t.Errorf("the untyped slots are %+v of %+v", untyped, report.Total)
	}
}

// TestStates checks which types count as typed and partly typed, as the documentation defines it,
// and that only parameters of classes get values from data.
func TestStates(t *testing.T) {
	report := reportOf(txtar.Parse([]byte(`
-- m/manifests/init.pp --
class m ($a, Any $b, Hash $c, Array[Any] $d, Optional[Any] $e, Variant[String, Any] $f, Struct[{a => Any}] $g, Tuple[Any, String] $h,
  Iterable $i, Sensitive $j, NotUndef $k, Collection $l, String $m, Array[String] $n, Hash[String, Array[Integer]] $o, Data $p, Scalar $q, Absent::Type $r, Array[Absent::Type] $s,
  M::Anything $t, M::Whatever $u, M::List $v, Optional[M::Anything] $w, M::Tree $x, M::Wild $y) { }
-- m/types/anything.pp --
type M::Anything = Any
-- m/types/whatever.pp --
type M::Whatever = M::Anything
-- m/types/list.pp --
type M::List = Array
-- m/types/tree.pp --
type M::Tree = Variant[String, Array[M::Tree]]
-- m/types/wild.pp --
type M::Wild = Variant[Array[M::Wild], Hash]
-- m/functions/one.pp --
function m::one() >> Any { 1 }
-- m/functions/two.pp --
function m::two(*$a) >> Hash { {} }
-- m/functions/three.pp --
function m::three($a) >> Integer { 1 }
-- m/plans/init.pp --
plan m($a, Integer $n) { }
-- m/hiera.yaml --
version: 5
hierarchy:
  - name: common
    path: common.yaml
-- m/data/common.yaml --
m::a: 1
m::n: [a]
`)))
	states := report.slotStates()
	for name, state := range states {
		want := stateUntyped
		switch name {
		case "class m $c", "class m $d", "class m $e", "class m $f", "class m $g", "class m $h", "class m $i", "class m $j", "class m $k", "class m $l", "class m $v", "class m $w", "class m $y",
			"function m::two result":
			want = statePartly
		case "class m $m", "class m $n", "class m $o", "class m $p", "class m $q", "class m $r", "class m $s", "class m $x", "function m::three result", "plan m $n":
			want = stateTyped
		}
		if state != want {
			t.Errorf("%s is %s, want %s", name, state, want)
		}
	}
	if got, want := report.Total, (Share{Slots: 32, Typed: 24, PartlyTyped: 14}); len(states) != 32 || got != want {
		t.Errorf("the total is %+v of %d, want %+v", got, len(states), want)
	}
	if len(report.UntypedSlots()) != 8 {
		t.Errorf("%d untyped are listed", len(report.UntypedSlots()))
	}
	for _, definition := range report.Modules[0].Definitions {
		for _, parameter := range definition.Parameters {
			if given := len(parameter.Values) > 0; given != (definition.Kind == "class" && (parameter.Name == "a" || parameter.Name == "n")) {
				t.Errorf("%s %s $%s has the values %v", definition.Kind, definition.Name, parameter.Name, parameter.Values)
			} else if given && parameter.Values[0].Path != "modules/m/data/common.yaml" {
				t.Errorf("the data are in %s", parameter.Values[0].Path)
			}
		}
	}
}

// TestSameName checks that modules of the same name in two environments are reported separately.
func TestSameName(t *testing.T) {
	texts := map[string]string{
		"/w/e/dev/modules/a/manifests/init.pp":  "class a($x) { }",
		"/w/e/prod/modules/a/manifests/init.pp": "class a(String $x) { }",
		"/w/e/prod/modules/b/manifests/init.pp": "class b(String $x) { }",
	}
	var inputs []Input
	for _, environment := range []string{"/w/e/prod", "/w/e/dev"} {
		modules := environment + "/modules"
		tree := module.NewWorkspace(source.NewOverlay(nil, texts), []string{modules}, []string{modules}).TreeOf(modules)
		var paths []string
		for _, path := range slices.Sorted(maps.Keys(texts)) {
			if strings.HasPrefix(path, modules) {
				paths = append(paths, path)
			}
		}
		inputs = append(inputs, Input{tree, typesummary.New(tree, checker.Options{Paths: paths}), "/w"})
	}
	report := New(inputs, "test")
	var names []string
	for _, module := range report.Modules {
		names = append(names, module.Name+" "+module.Share.TypedText())
	}
	if got, want := strings.Join(names, ", "), "a (e/dev/modules/a) 0.0 %, a (e/prod/modules/a) 100.0 %, b 100.0 %"; got != want {
		t.Errorf("the modules are %s, want %s", got, want)
	}
	if len(report.slotStates()) != 3 {
		t.Errorf("the slots are %v", report.slotStates())
	}
}

// TestBadge checks that a badge is XML, and that its share is not rounded up to 100.
func TestBadge(t *testing.T) {
	for share, want := range map[Share]string{
		{}: "–", {Slots: 3, Typed: 1}: "33 %", {Slots: 3}: "0 %", {Slots: 3, Typed: 3}: "100 %", {Slots: 1000, Typed: 999}: "99 %",
	} {
		var out bytes.Buffer
		if err := (&Report{Total: share}).WriteBadge(&out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "<title>types: "+want+"</title>") {
			t.Errorf("the badge of %+v does not say %s", share, want)
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

// TestPageSources checks the spans that the script of the page reads: each one covers the name that
// its type belongs to.
func TestPageSources(t *testing.T) {
	report := reportOf(txtar.Parse([]byte("-- m/manifests/init.pp --\nclass m(Integer $ab = 1) {\n  # ünï𝔠ode\n  $x = $title\n  notice($x, 'é')\n}\n")))
	sources := newPageSources(report.Modules[0])
	var wide []rune // one for each UTF-16 unit
	for _, char := range sources.Files[0].Text {
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
	for _, wanted := range []string{`id="report"`, `id="source-0"`, `"not known"`, "% of"} {
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

// TestSchema checks that the schema accepts the written reports, and refuses other JSON.
func TestSchema(t *testing.T) {
	text, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	schema := schematest.Compile(t, text)
	holds := func(document string) bool { return schema.Validate(t, document) == nil }
	write := func(report *Report) string {
		var out bytes.Buffer
		if err := report.WriteJSON(&out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	report := reportOf(example(t))
	plain, empty := write(report), write(New(nil, "test"))
	if err := report.Compare([]byte(plain)); err != nil {
		t.Fatal(err)
	}
	report.Skipped = []Skipped{{"a.pp", "broken"}}
	compared := write(report)
	for name, document := range map[string]string{"a report": plain, "an empty one": empty, "one with a trend": compared} {
		if !holds(document) {
			t.Errorf("the schema refuses %s", name)
		}
	}
	for old, broken := range map[string]string{
		`"version": 1`: `"version": 2`, `"state": "partly"`: `"state": "slack"`, `"kind": "class"`: `"kind": "klass"`, `"slots": 12`: `"slots": -1`,
		`"from": "data"`: `"from": "afar"`, `"kind": "fact"`: `"kind": "fiction"`, `"reason": "broken"`: `"why": "broken"`,
	} {
		if changed := strings.ReplaceAll(compared, old, broken); changed == compared || holds(changed) {
			t.Errorf("the schema takes %s", broken)
		}
	}
}

// TestPagePolicy checks that the page allows its own style and script, and that names are escaped
// in the part for readers without scripts.
func TestPagePolicy(t *testing.T) {
	var out bytes.Buffer
	report := reportOf(txtar.Parse([]byte("-- m/manifests/init.pp --\nclass m($x) { }\n")))
	report.Modules[0].Name = "<b>\u202em"
	if err := report.WritePage(&out); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	pagetest.CheckPolicy(t, page)
	if got := pagetest.Between(t, page, "<tbody>\n", "\n"); !strings.HasPrefix(got, `<tr><th scope="row">&lt;b&gt;`+"\ufffd"+`m</th><td class="num">0.0 %</td>`) {
		t.Errorf("the first module is %s", got)
	}
}
