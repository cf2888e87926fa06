package unused_test

import (
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/graph"
	"puppet-lint/graph/unused"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/internal/treetest"
)

// control is a repository with unread parameters. The names of those that the test queries begin
// with "unread".
const control = `
-- environment.conf --
modulepath = modules
-- manifests/site.pp --
node default {
  include app
  app::item { 'x': unread_given => 1 }
  app::hashed { 'y': * => lookup('items') }
  create_resources('app::made', { 'z' => { 'a' => 1 } })
  $name = lookup('class')
}
-- modules/app/manifests/init.pp --
# The application.
#
# @param first
#   Where it is,
#   in two lines.
# @param unread_two what nothing reads,
#   nor sets
# @param last the last one
class app (
  Integer $first      = 1,
  Integer $unread_two = 2,
  Integer $last       = 3,
) {
  notice($first, $last)
}
-- modules/app/manifests/item.pp --
# An item.
define app::item ($unread_given = 0, $unread_last = 1) { }
-- modules/app/manifests/single.pp --
# One.
class app::single ($unread_only = 1) { }
-- modules/app/manifests/comma.pp --
# A comma.
#
# @param unread_comma
#   the only one
class app::comma (
  Integer[1] $unread_comma = 1,
) {
}
-- modules/app/manifests/head.pp --
# The first.
class app::head ($unread_head = 1, $kept = 2) { notice($kept) }
-- modules/app/manifests/one_line.pp --
# One line.
class app::one_line ($kept = 1, $unread_end = 2) { notice($kept) }
-- modules/app/manifests/hashed.pp --
# Hashed.
define app::hashed ($unread_hashed = 1, $b = 2) { notice($b) }
-- modules/app/functions/f.pp --
# F.
function app::f($a, $unread_argument) { $a }
`

func TestOfParameters(t *testing.T) {
	tree := treetest.Parse(control)
	built, err := graph.Build(t.Context(), tree.Tree, graph.Options{Folder: strings.TrimSuffix(treetest.Root, "/")})
	if err != nil {
		t.Fatal(err)
	}
	var places []graph.Location
	for _, file := range txtar.Parse([]byte(control)).Files {
		manifest := tree.Tree.Manifests.At(treetest.Root + file.Name)
		if manifest == nil || !strings.HasPrefix(file.Name, "modules/") {
			continue
		}
		text := manifest.Source.Text
		for at := 0; ; {
			found := strings.Index(text[at:], "$unread")
			if found < 0 {
				break
			}
			at += found
			end := at + 1 + len(text[at+1:]) - len(strings.TrimLeft(text[at+1:], "abcdefghijklmnopqrstuvwxyz_"))
			places = append(places, graph.Location{File: manifest.Source, Span: source.Span{Start: int32(at), End: int32(end)}})
			at = end
		}
	}
	shown := func(path string) string { return strings.TrimPrefix(path, treetest.Root) }
	answers := unused.OfParameters(built, places, shown)
	got := map[string]string{}
	for _, answer := range answers {
		if answer.Kind != unused.Parameter || answer.Why != "nothing reads it" || answer.Module == "" {
			t.Errorf("%+v", answer)
		}
		got[answer.Name] = answer.Uncertainty
		if answer.Removal != nil {
			edits, _ := diag.Merge([]diag.Fix{{Edits: answer.Removal.Edits}})
			for file, list := range edits {
				got[answer.Name] += diag.Apply(file, list)
			}
		}
	}
	for name, want := range map[string]string{
		"app $unread_two": `# The application.
#
# @param first
#   Where it is,
#   in two lines.
# @param last the last one
class app (
  Integer $first      = 1,
  Integer $last       = 3,
) {
  notice($first, $last)
}
`,
		"app::item $unread_given":    "it is set at manifests/site.pp:3",
		"app::item $unread_last":     "# An item.\ndefine app::item ($unread_given = 0) { }\n",
		"app::single $unread_only":   "# One.\nclass app::single { }\n",
		"app::comma $unread_comma":   "# A comma.\n#\nclass app::comma {\n}\n",
		"app::head $unread_head":     "# The first.\nclass app::head ($kept = 2) { notice($kept) }\n",
		"app::one_line $unread_end":  "# One line.\nclass app::one_line ($kept = 1) { notice($kept) }\n",
		"app::hashed $unread_hashed": "the hash at manifests/site.pp:4 may set it",
		"app::f $unread_argument":    "callers of the function pass it",
	} {
		if text, found := got[name]; !found || text != want {
			t.Errorf("%s: %v\ngot\n%s\nwant\n%s", name, found, text, want)
		}
	}
	if len(got) != len(places) {
		t.Errorf("%d answers for %d parameters", len(got), len(places))
	}

	var text strings.Builder
	report := unused.Report{Answers: answers, Shown: shown}
	if err := report.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	var decoded struct {
		Version, Certain, Possible int
		Answers                    []struct {
			Kind, Name, Uncertainty string
			Certain, Removable      bool
			Places                  []struct{ Path string }
		}
	}
	if err := json.Unmarshal([]byte(text.String()), &decoded); err != nil {
		t.Fatal(err)
	}
	if decoded.Version != 1 || decoded.Certain != 6 || decoded.Possible != 3 || len(decoded.Answers) != len(answers) {
		t.Errorf("%+v", decoded)
	}
	for i, one := range decoded.Answers {
		if one.Name != answers[i].Name || one.Certain != (one.Uncertainty == "") || one.Removable != (answers[i].Removal != nil) || len(one.Places) != 1 ||
			!strings.HasPrefix(one.Places[0].Path, "modules/app/") {
			t.Errorf("%+v", one)
		}
	}

	var table strings.Builder
	if err := report.WriteMarkdown(&table); err != nil {
		t.Fatal(err)
	}
	shownTable := table.String()
	for _, want := range []string{
		"### puppet-lint: 6 unused, 3 possibly unused\n", "`modules/app/manifests/comma.pp:6`", "`app::item $unread_given`: nothing reads it, but it is set at",
		"`puppet-lint unused --fix --unsafe-fixes` removes 6 of them.\n",
	} {
		if !strings.Contains(shownTable, want) {
			t.Errorf("the table has no %q:\n%s", want, shownTable)
		}
	}
	if last := strings.LastIndex(shownTable, "| unused"); last < 0 || strings.Index(shownTable, "may be unused") < last {
		t.Errorf("the certain answers do not come first:\n%s", shownTable)
	}
}
