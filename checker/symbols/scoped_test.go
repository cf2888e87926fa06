package symbols_test

import (
	"slices"
	"strings"
	"testing"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// indexOfEnvironments returns the index of two environments with the same module, a module that both
// read, and a file outside of both. The first folder of a path is its environment.
func indexOfEnvironments() *symbols.Index {
	index := symbols.NewIndex()
	for path, text := range map[string]string{
		"test/a/manifests/init.pp": "class a inherits a::old { $own = 1  $shared = 1  include b }\n",
		"test/a/manifests/old.pp":  "class a::old { }\n",
		"prod/a/manifests/init.pp": "class a inherits a::new { $shared = 1  include b  include only }\n",
		"prod/a/manifests/new.pp":  "class a::new { }\n",
		"prod/only/manifests/x.pp": "class only { }\n",
		"both/b/manifests/init.pp": "class b { $x = $a::shared  include nowhere }\n",
		"none/c/manifests/init.pp": "class c { include a  include nowhere }\n",
	} {
		_, inner, _ := strings.Cut(path, "/")
		place := symbols.FileLocation{Path: path}
		place.Module, place.Relative, _ = strings.Cut(inner, "/")
		index.Set(symbols.OfManifest(syntax.Parse(source.NewFile(path, text), syntax.Options{}), place))
	}
	return index
}

// TestScoped checks what a file sees of names that several environments define.
func TestScoped(t *testing.T) {
	index := indexOfEnvironments()
	environment := func(path string) string {
		first, _, _ := strings.Cut(path, "/")
		return first
	}
	sees := func(from, path string) bool {
		return environment(from) == environment(path) || environment(path) == "both" && environment(from) != "none"
	}
	isApart := func(from, path string) bool {
		between := environment(from) + " " + environment(path)
		return between == "test prod" || between == "prod test"
	}
	a := symbols.Symbol{Kind: symbols.Class, Name: "a"}
	for _, test := range []struct{ from, definitions, references, line, classes, variables string }{
		{
			"test/a/manifests/init.pp", "test/a/manifests/init.pp", "both/b/manifests/init.pp none/c/manifests/init.pp test/a/manifests/init.pp",
			"a a::old", "a a::old b c", "own shared",
		},
		{
			"prod/a/manifests/init.pp", "prod/a/manifests/init.pp", "both/b/manifests/init.pp none/c/manifests/init.pp prod/a/manifests/init.pp",
			"a a::new", "a a::new b c only", "shared",
		},
		{
			"none/c/manifests/init.pp", "prod/a/manifests/init.pp test/a/manifests/init.pp",
			"both/b/manifests/init.pp none/c/manifests/init.pp prod/a/manifests/init.pp test/a/manifests/init.pp",
			"a a::new", "a a::new a::old b c only", "own shared",
		},
	} {
		scoped := &symbols.Scoped{Index: index, From: test.from, Sees: sees, IsApart: isApart, SeesAll: strings.HasPrefix(test.from, "none")}
		check := func(what, got, want string) {
			if got != want {
				t.Errorf("from %s, %s are %q, not %q", test.from, what, got, want)
			}
		}
		check("the definitions", pathsOf(scoped.Definitions(a)), test.definitions)
		check("the references", pathsOf(scoped.References(a)), test.references)
		if line := scoped.Line("a"); len(line) != 2 || !scoped.SeesAll && strings.Join(line, " ") != test.line {
			t.Errorf("from %s, the line is %q", test.from, line)
		}
		if parent := scoped.Parent("b"); parent != "" {
			t.Errorf("b inherits from %s", parent)
		}
		var classes, variables []string
		for symbol := range scoped.OfKind(symbols.Class) {
			classes = append(classes, symbol.Name)
		}
		for symbol := range scoped.VariablesOf(a) {
			variables = append(variables, symbol.Name)
		}
		slices.Sort(classes)
		slices.Sort(variables)
		check("the classes", strings.Join(classes, " "), test.classes)
		check("the variables of a", strings.Join(variables, " "), test.variables)
		for range scoped.OfKind(symbols.Class) {
			break // the sequence ends where its user ends it
		}
		for name, want := range map[string]bool{"a": true, "only": !strings.HasPrefix(test.from, "test"), "nowhere": false} {
			if got := scoped.IsDefined(symbols.Symbol{Kind: symbols.Class, Name: name}); got != want {
				t.Errorf("from %s, %s is defined: %v", test.from, name, got)
			}
		}
		if got := pathsOf(scoped.References(symbols.Symbol{Kind: symbols.Class, Name: "nowhere"})); got != "both/b/manifests/init.pp none/c/manifests/init.pp" {
			t.Errorf("from %s, nowhere is used in %s", test.from, got)
		}
	}
}

// pathsOf returns the sorted paths of the files with some references, each once.
func pathsOf(references []symbols.Reference) string {
	var paths []string
	for _, one := range references {
		paths = append(paths, one.Table.Path)
	}
	slices.Sort(paths)
	return strings.Join(slices.Compact(paths), " ")
}
