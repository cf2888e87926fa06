package symbols_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

var update = flag.Bool("update", false, "write the golden sections anew")

// Each txtar file holds a tree. Its section "references" lists every symbol that is defined or
// used in the tree, with all its locations.
func TestReferences(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no tests:", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			index, want := symbols.NewIndex(), ""
			for _, file := range archive.Files {
				if file.Name == "references" {
					want = string(file.Data)
					continue
				}
				index.Set(tableOf(file.Name, string(file.Data)))
			}
			got := describe(index)
			if got == want {
				return
			}
			if !*update {
				t.Fatalf("got:\n%s\nwant:\n%s", got, want)
			}
			archive.Files = archive.Files[:len(archive.Files)-1]
			archive.Files = append(archive.Files, txtar.File{Name: "references", Data: []byte(got)})
			if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// tableOf makes the table of a file at module/path.
func tableOf(name, text string) *symbols.Table {
	file := source.NewFile(name, text)
	place := symbols.FileLocation{Path: name, Initial: name == "site.pp"}
	place.Module, place.Relative, _ = strings.Cut(name, "/")
	switch filepath.Ext(name) {
	case ".yaml":
		return symbols.OfData(yaml.Read(file, yaml.Options{}), place)
	case ".json":
		return symbols.OfTask(yaml.Read(file, yaml.Options{}), place)
	case ".erb":
		return symbols.OfTemplate(erb.Read(file), place)
	case ".rb":
		return symbols.OfRuby(ruby.Read(file), place)
	}
	options := syntax.Options{EPP: strings.HasSuffix(name, ".epp"), Tasks: strings.HasPrefix(place.Relative, "plans/")}
	return symbols.OfManifest(syntax.Parse(file, options), place)
}

// TestVariablesNamed compares the occurrences of all variables of a name with those of each variable.
func TestVariablesNamed(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		index := symbols.NewIndex()
		for _, file := range archive.Files {
			if file.Name != "references" {
				index.Set(tableOf(file.Name, string(file.Data)))
			}
		}
		for _, table := range index.Tables() {
			for i := range table.Occurrences {
				named := index.VariablesNamed(table.Occurrences[i].Symbol.Name)
				for _, symbol := range index.Resolve(table, &table.Occurrences[i]) {
					if symbol.Kind != symbols.Variable {
						continue
					}
					compared++
					if want := index.References(symbol); !slices.Equal(named[symbol], want) {
						t.Errorf("%s: %v: got %d occurrences, want %d", path, symbol, len(named[symbol]), len(want))
					}
				}
			}
		}
	}
	if compared < 100 {
		t.Errorf("compared %d variables", compared)
	}
}

func describe(index *symbols.Index) string {
	var text strings.Builder
	done := map[symbols.Symbol]bool{}
	for _, table := range index.Tables() {
		for i := range table.Occurrences {
			for _, symbol := range index.Resolve(table, &table.Occurrences[i]) {
				if done[symbol] {
					continue
				}
				done[symbol] = true
				name := symbol.Name
				if symbol.Owner != "" {
					name = symbol.Owner + " " + name
				}
				in := ""
				if symbol.In != 0 {
					in = " of " + symbol.In.String()
				}
				fmt.Fprintf(&text, "%s%s %s:", symbol.Kind, in, name)
				for _, reference := range index.References(symbol) {
					position := reference.Table.File.Position(reference.Occurrence.Span.Start)
					role := [...]string{"", " defines", " declares", " inherits", " gives"}[reference.Occurrence.Role]
					fmt.Fprintf(&text, " %s:%d:%d %q%s;", reference.Table.Path, position.Line, position.Column, reference.Table.File.Slice(reference.Occurrence.Span), role)
				}
				text.WriteString("\n")
			}
		}
		for _, one := range table.Computed {
			fmt.Fprintf(&text, "%s: computed %q…%q: %s\n", table.Path, one.Prefix, one.Suffix, table.File.Slice(one.Span))
		}
		for _, one := range table.Given {
			fmt.Fprintf(&text, "%s: given to %s %s: %s", table.Path, one.Owner.Kind, one.Owner.Name, table.File.Slice(one.Span))
			if one.IsComplete {
				fmt.Fprintf(&text, ", at most %v", one.Keys)
			}
			text.WriteString("\n")
		}
		for _, one := range table.Mentions {
			fmt.Fprintf(&text, "%s: mentions %s\n", table.Path, one.Text)
		}
	}
	return text.String()
}

func TestRemove(t *testing.T) {
	index := symbols.NewIndex()
	index.Set(tableOf("m/manifests/a.pp", "class m::a($p) inherits m { notice($p) }"))
	index.Set(tableOf("m/manifests/init.pp", "class m { $x = 1 }"))
	before := describe(index)
	index.Set(tableOf("m/manifests/b.pp", "class m::b { include m::a\n$y = $m::a::p }"))
	if got := index.References(symbols.Symbol{Kind: symbols.Class, Name: "m::a"}); len(got) != 3 {
		t.Errorf("m::a is named at %d places", len(got))
	}
	index.Remove("m/manifests/b.pp")
	if after := describe(index); after != before {
		t.Errorf("a file that came and went left something:\n%s", after)
	}
	if line := index.Line("m::a"); strings.Join(line, " ") != "m::a m" {
		t.Errorf("m::a inherits from %v", line)
	}
}

// TestQueriesOfIndex compares the answers of an index with those of a search through all tables,
// while files are added, changed and removed.
func TestQueriesOfIndex(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/module.txtar")
	if err != nil {
		t.Fatal(err)
	}
	index := symbols.NewIndex()
	compare := func(step string) {
		t.Helper()
		fresh, all, kinds, variables := symbols.NewIndex(), map[symbols.Symbol]int{}, map[symbols.Symbol]bool{}, map[symbols.Symbol]bool{}
		for _, table := range index.Tables() {
			fresh.Set(table)
			if index.Table(table.Path) != table {
				t.Errorf("%s: the table of %s is another one", step, table.Path)
			}
			for i := range table.Occurrences {
				if one := &table.Occurrences[i]; one.Role == symbols.Definition {
					all[one.Symbol]++
				}
				at := table.Occurrences[i].Span.Start
				if table.Occurrences[i].Span.Len() > 0 && !slices.Contains(table.AllAt(at), &table.Occurrences[i]) {
					t.Errorf("%s: nothing at %s:%d", step, table.Path, at)
				}
			}
		}
		index.Symbols(func(symbol symbols.Symbol) {
			if all[symbol] == 0 || len(index.Definitions(symbol)) != all[symbol] {
				t.Errorf("%s: %v has %d definitions, not %d", step, symbol, len(index.Definitions(symbol)), all[symbol])
			}
			kinds[symbol] = true
			if symbol.Kind == symbols.Variable {
				variables[symbol] = true
			}
		})
		if len(kinds) != len(all) {
			t.Errorf("%s: %d symbols, not %d", step, len(kinds), len(all))
		}
		for symbol := range all {
			if !slices.Contains(slices.Collect(index.OfKind(symbol.Kind)), symbol) {
				t.Errorf("%s: %v is not among those of its kind", step, symbol)
			}
			if !slices.Contains(slices.Collect(index.WithLetters(symbol.Kind, strings.ToLower(symbol.Name))), symbol) {
				t.Errorf("%s: %v is not among those with its letters", step, symbol)
			}
			owner := symbols.Symbol{Kind: symbol.In, Name: symbol.Owner}
			if isOne := slices.Contains(slices.Collect(index.VariablesOf(owner)), symbol); isOne != variables[symbol] {
				t.Errorf("%s: %v is a variable of %v: %v", step, symbol, owner, isOne)
			}
			if local := symbol.Kind == symbols.Variable && (symbol.In == symbols.Block || symbol.In == symbols.Function); symbol.IsLocal() != local {
				t.Errorf("%v is local: %v", symbol, !local)
			}
		}
		if got, want := describe(index), describe(fresh); got != want {
			t.Errorf("%s: an index that was changed says\n%s\na new one\n%s", step, got, want)
		}
		if got, want := fmt.Sprint(index.Children("apache::params")), fmt.Sprint(fresh.Children("apache::params")); got != want {
			t.Errorf("%s: %s inherit, not %s", step, got, want)
		}
	}
	for _, file := range archive.Files {
		if file.Name != "references" {
			index.Set(tableOf(file.Name, string(file.Data)))
		}
	}
	compare("all files")
	if got := fmt.Sprint(index.Children("apache::params")); got != "[apache]" {
		t.Errorf("from apache::params inherit %s", got)
	}
	for _, file := range archive.Files {
		if file.Name == "references" {
			continue
		}
		index.Remove(file.Name)
		compare("without " + file.Name)
		index.Set(tableOf(file.Name, strings.Replace(string(file.Data), "port", "harbour", 1)))
		compare("changed " + file.Name)
	}
	// One name in many files.
	for i := range 40 {
		index.Set(tableOf(fmt.Sprintf("apache/manifests/m%d.pp", i), "class apache::many { $x = $apache::port }"))
	}
	compare("many")
	for i := range 40 {
		index.Remove(fmt.Sprintf("apache/manifests/m%d.pp", i))
	}
	compare("many removed")
}

// TestTemplatesThatRenderEachOther checks that the variables of templates that all render each other
// are found, and found soon.
func TestTemplatesThatRenderEachOther(t *testing.T) {
	const count = 40
	var calls strings.Builder
	for i := range count {
		fmt.Fprintf(&calls, "<%%= scope.function_template(['m/t%d.erb']) %%>\n", i)
	}
	index := symbols.NewIndex()
	index.Set(tableOf("m/manifests/init.pp", "class m ($p) { $x = template('m/t0.erb') }"))
	index.Set(tableOf("m/manifests/other.pp", "class m::other { $q = 1\n $x = template('m/t1.erb') }"))
	for i := range count {
		index.Set(tableOf(fmt.Sprintf("m/templates/t%d.erb", i), "<%= @p %> <%= @q %>\n"+calls.String()))
	}
	for owner, name := range map[string]string{"m": "p", "m::other": "q"} {
		symbol := symbols.Symbol{Kind: symbols.Variable, In: symbols.Class, Owner: owner, Name: name}
		if found := index.References(symbol); len(found) != count+1 {
			t.Errorf("%d references of $%s", len(found), name)
		}
		table := index.Table("m/templates/t39.erb")
		for one := range table.Named(name) {
			if found := index.Resolve(table, one); !slices.Contains(found, symbol) || len(found) != 2 { // the other class sees a variable of top scope
				t.Errorf("$%s is %v", name, found)
			}
		}
	}
	index.Remove("m/manifests/init.pp")
	if found := index.References(symbols.Symbol{Kind: symbols.Variable, In: symbols.Class, Owner: "m", Name: "p"}); len(found) > 0 {
		t.Errorf("%d references of a variable that is gone", len(found))
	}
}

// TestOfFile checks that each kind of file is read according to its path and location.
func TestOfFile(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/module.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i := range archive.Files {
		if archive.Files[i].Name == "site.pp" {
			archive.Files[i].Name = "../manifests/site.pp"
		}
	}
	files := map[string]string{"/e/environment.conf": "", "/e/modules/apache/hiera.yaml": "version: 5\nhierarchy:\n  - name: a\n    path: '%{facts.os.family}/%{apache::port}.yaml'\n"}
	for _, file := range archive.Files {
		files[filepath.Join("/e/modules", file.Name)] = string(file.Data)
	}
	tree := module.NewWorkspace(source.NewOverlay(nil, files), []string{"/e"}, nil).TreeOf("/e/modules/apache")
	for name := range files {
		table, _ := symbols.OfFile(tree, name, nil)
		if want := filepath.Ext(name) != ".conf" && filepath.Base(name) != "references"; (table != nil) != want {
			t.Errorf("%s has a table: %v", name, table != nil)
		} else if table != nil && table.Path != name {
			t.Errorf("the table of %s is that of %s", name, table.Path)
		}
		if filepath.Base(name) == "hiera.yaml" && (len(table.Occurrences) < 2 || table.File.Slice(table.Occurrences[0].Span) != "os") {
			t.Errorf("hiera.yaml names %v", table.Occurrences)
		}
	}
	if table, _ := symbols.OfFile(tree, "/e/modules/apache/manifests/none.pp", nil); table != nil {
		t.Error("a file that does not exist has a table")
	}
}

// TestWithLetters finds names by the letters in them, and leaves out the others.
func TestWithLetters(t *testing.T) {
	index := symbols.NewIndex(&symbols.Table{Path: "/w/a.pp", Occurrences: []symbols.Occurrence{
		{Symbol: symbols.Symbol{Kind: symbols.Class, Name: "apache::mod_ssl2"}, Role: symbols.Definition},
		{Symbol: symbols.Symbol{Kind: symbols.Class, Name: "ntp"}, Role: symbols.Definition},
		{Symbol: symbols.Symbol{Kind: symbols.Class, Name: "é"}, Role: symbols.Definition},
		{Symbol: symbols.Symbol{Kind: symbols.Variable, In: symbols.Class, Owner: "ntp", Name: "port"}, Role: symbols.Definition},
	}})
	for _, test := range []struct {
		kind       symbols.Kind
		text, want string
	}{
		{symbols.Class, "", "apache::mod_ssl2 ntp é"}, {symbols.Class, "ssl2", "apache::mod_ssl2 é"}, {symbols.Class, "NT", "ntp é"},
		{symbols.Class, "é", "é"}, {symbols.Class, "n-", "é"}, {symbols.Variable, "pt", "port"}, {symbols.Variable, "x", ""}, {symbols.Plan, "", ""},
	} {
		var names []string
		for symbol := range index.WithLetters(test.kind, test.text) {
			names = append(names, symbol.Name)
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%q of kind %v: %q, want %q", test.text, test.kind, got, test.want)
		}
	}
}
