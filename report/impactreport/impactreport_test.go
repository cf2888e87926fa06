package impactreport

import (
	"fmt"
	"strings"
	"testing"

	"puppet-lint/checker/catalog"
	"puppet-lint/lint"
)

// example is a change that reaches a role, a node and two classes.
func example() *lint.Impact {
	return &lint.Impact{
		Files: []string{"a.pp"}, Changed: []lint.ChangedDefinition{{Kind: "class", Name: "base", How: "changed"}}, Unchanged: 4,
		Affected: []lint.AffectedCatalog{
			{Name: "role::web", Role: true, Why: []string{"role::web", "uses base"}, Difference: &catalog.Difference{
				Added: []string{"File[/a]"}, Removed: []string{"File[/b]"}, AddedOrders: []string{"A -> B"}, RemovedOrders: []string{"B -> C"}, NotKnown: true,
				Changed: []catalog.ChangedAttribute{{Ref: "File[/c]", Name: "mode", New: "'0644'"}, {Ref: "File[/d]", Old: "x", New: "y"}}}},
			{Name: "n1", Node: true, Difference: &catalog.Difference{Failure: "no such class", Problems: []catalog.Problem{{Kind: "cycle", Message: "a cycle"}}}},
			{Name: "old", Difference: &catalog.Difference{FormerFailure: "a ``` b"}},
			{Name: "vague", Difference: &catalog.Difference{NotKnown: true}},
		},
	}
}

func written(t *testing.T, impact *lint.Impact, form string) string {
	t.Helper()
	var text strings.Builder
	if err := Write(&text, impact, form); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

const wantSummary = "1 changed file, 1 changed definition: the catalogs of 1 role, 1 node and 1 other class change, 1 may change, 4 do not change"

func TestText(t *testing.T) {
	const want = wantSummary + `
  changed: class 'base'

role role::web  (uses base)
  + File[/a]
  - File[/b]
  ~ File[/c] mode: not set -> '0644'
  ~ File[/d]: x -> y
  + A -> B
  - B -> C
  ? parts of the catalog are unknown

node n1
  ! fails now: no such class
  ! a cycle

class old
  ! no longer fails: a ` + "```" + ` b

class vague
  ? parts of the catalog are unknown
`
	if got := written(t, example(), "text"); got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestTextOfWhatIsNotKnown checks the text for possible differences, for catalogs that were not
// compared, for values of data, and for lists that are cut.
func TestTextOfWhatIsNotKnown(t *testing.T) {
	long := strings.Repeat("a", 70)
	impact := &lint.Impact{
		Files: []string{"a.yaml"},
		Changed: []lint.ChangedDefinition{{Kind: "data key", Name: "k", How: "changed", Values: []lint.ChangedValue{
			{Old: "1", New: "2", Files: 3}, {Old: "3", New: "4", Files: 1}, {Old: "5", New: "6", Files: 1}, {Old: "7", New: "8", Files: 1},
		}}},
		Affected: []lint.AffectedCatalog{
			{Name: "a", Difference: &catalog.Difference{
				PossiblyAdded: []string{"File[$x]"}, PossiblyRemoved: []string{"File[/y]"}, NotKnown: true,
				Changed: []catalog.ChangedAttribute{
					{Ref: "File[/z]", Name: "content", Old: long + "bc", New: long + "d"},
					{Ref: "File[/1]", Old: "always", New: "sometimes"}, {Ref: "File[/2]", Old: "always", New: "sometimes"},
				},
			}},
			{Name: "b", Difference: &catalog.Difference{NotCompared: true, NotKnown: true}},
			{Name: "c", Difference: &catalog.Difference{NotCompared: true, NotKnown: true}},
		},
	}
	const want = `1 changed file, 1 changed definition: the catalog of 1 class changes, 2 may change
  changed: data key 'k': 1 -> 2 (in 3 files), 3 -> 4, 5 -> 6, …

class a
  ~ File[/z] content: …aaaaaaaaaaaaaaaaaaaabc -> …aaaaaaaaaaaaaaaaaaaad
  ~ File[/1], File[/2]: always -> sometimes
  ? + File[$x]
  ? - File[/y]
  ? parts of the catalog are unknown

2 classes
  ? not compared, since the change affects many catalogs; --all compares them
  classes: b, c
`
	if got := written(t, impact, "text"); got != want {
		t.Errorf("got\n%s", got)
	}
	for range shownDefinitions + 2 {
		impact.Changed = append(impact.Changed, lint.ChangedDefinition{Kind: "class", Name: "x", How: "added"})
	}
	if got := written(t, impact, "text"); !strings.Contains(got, "\n  … and 3 more\n") || strings.Count(got, "added: class") != shownDefinitions-1 {
		t.Errorf("got\n%s", got)
	}
}

func TestMarkdown(t *testing.T) {
	got := written(t, example(), "markdown")
	for _, want := range []string{
		"### Impact\n\n" + wantSummary + ".\n",
		"\n<details><summary>role role::web: 6 differences (parts of the catalog are unknown)</summary>\n\n```diff\n+ File[/a]\n",
		"\n! no longer fails: a ''' b\n```\n",
		"\n- class `vague` may change (parts of the catalog are unknown)\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	long := &lint.Impact{}
	for i := range shownGroups + 3 {
		difference := &catalog.Difference{}
		for j := range shownLines + 2 {
			difference.Added = append(difference.Added, fmt.Sprintf("File[/%d/%d]", i, j))
		}
		long.Affected = append(long.Affected, lint.AffectedCatalog{Name: fmt.Sprintf("c%d", i), Difference: difference})
	}
	got = written(t, long, "markdown")
	if strings.Count(got, "<details>") != shownGroups || strings.Count(got, "\n… and 2 more\n```") != shownGroups || !strings.HasSuffix(got, "\n… and 3 more.\n") {
		t.Errorf("the length is not bounded:\n%s", got)
	}
}

// TestGroups checks that differences that several catalogs share are written once, with the names
// of all these catalogs.
func TestGroups(t *testing.T) {
	impact := &lint.Impact{Files: []string{"a.pp"}, Changed: []lint.ChangedDefinition{{Kind: "class", Name: "base", How: "changed"}}, Unchanged: 1}
	add := func(one lint.AffectedCatalog) {
		one.Why = []string{one.Name, "includes base"}
		impact.Affected = append(impact.Affected, one)
	}
	same := func() *catalog.Difference {
		return &catalog.Difference{
			Changed:  []catalog.ChangedAttribute{{Ref: "File[/a]", Name: "mode", Old: "'0600'", New: "'0644'"}},
			Possible: []catalog.ChangedAttribute{{Ref: "Package[$names]", Name: "ensure", Old: "'present'", New: "'latest'"}},
		}
	}
	add(lint.AffectedCatalog{Name: "role::web", Role: true, Difference: same()})
	add(lint.AffectedCatalog{Name: "role::db", Role: true, Difference: &catalog.Difference{NotKnown: true}})
	for i := range 6 {
		add(lint.AffectedCatalog{Name: fmt.Sprintf("web%d.example.org", i), Node: true, Difference: same()})
	}
	add(lint.AffectedCatalog{Name: "base", Difference: &catalog.Difference{NotKnown: true}})
	const want = `1 changed file, 1 changed definition: the catalogs of 1 role and 6 nodes change, 2 may change, 1 does not change
  changed: class 'base'

1 role and 6 nodes
  ~ File[/a] mode: '0600' -> '0644'
  ? Package[$names] ensure: 'present' -> 'latest'
  roles: role::web
  nodes: web0.example.org, web1.example.org, web2.example.org, web3.example.org, web4.example.org,
    web5.example.org

1 role and 1 other class
  ? parts of the catalogs are unknown
  roles: role::db
  classes: base
`
	if got := written(t, impact, "text"); got != want {
		t.Errorf("got\n%s", got)
	}
	got := written(t, impact, "markdown")
	for _, want := range []string{
		"<details><summary>1 role and 6 nodes: 2 differences</summary>\n\n```diff\n~ File[/a] mode: '0600' -> '0644'\n",
		"```\n\nroles: `role::web`\n\nnodes: `web0.example.org`, `web1.example.org`",
		"<details><summary>1 role and 1 other class: may change (parts of the catalogs are unknown)</summary>\n\nroles: `role::db`\n\nclasses: `base`\n\n</details>\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if got := written(t, impact, "json"); strings.Count(got, `"possible"`) != 7 || strings.Count(got, `"may_differ": true`) != 9 {
		t.Errorf("the possible differences are missing in\n%s", got)
	}
}

// TestJSON checks that lists are JSON lists even if they are empty.
func TestJSON(t *testing.T) {
	got := strings.Join(strings.Fields(written(t, example(), "json")), "")
	for _, want := range []string{
		`"files":["a.pp"],"changed":[{"kind":"class","name":"base","how":"changed"}]`,
		`"name":"role::web","kind":"role","why":["role::web","usesbase"],"differs":true,"may_differ":true,"added":["File[/a]"]`,
		`"problems":[{"kind":"cycle","message":"acycle"}],"added":[],"removed":[],"changed":[],"orders":{"added":[],"removed":[]}`,
		`"unchanged":4`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in\n%s", want, got)
		}
	}
}
