package symbols_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

var update = flag.Bool("update", false, "write the golden sections anew")

// Each txtar file holds a tree; the section "references" lists every symbol that
// is defined in it, or that is met, with all places that mean it.
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
