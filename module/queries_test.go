package module_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/source"
	"puppet-lint/internal/treetest"
	"puppet-lint/module"
	"puppet-lint/module/known"
)

var update = flag.Bool("update", false, "write the answers that the trees want")

// TestQueries asks the trees under testdata/queries. Each line of the part "queries" of an
// archive is a query: a name from the table queries, and its arguments. The part "answers" holds
// the answers. All other files lie below a folder of their own. A line "tree PATH" asks the tree of a path from then
// on; before it, "modulepath", "known modules" and "puppet VERSION" say how trees are made.
func TestQueries(t *testing.T) {
	asked := map[string]bool{}
	treetest.Golden(t, "testdata/queries/*.txtar", *update, func(t *testing.T, archive *txtar.Archive) map[string]string {
		return map[string]string{"answers": answersOf(t, archive, asked)}
	})
	for _, name := range slices.Sorted(maps.Keys(queries)) {
		if !asked[name] {
			t.Errorf("no archive asks %q", name)
		}
	}
}

func answersOf(t *testing.T, archive *txtar.Archive, asked map[string]bool) string {
	root := filepath.ToSlash(t.TempDir())
	for _, file := range archive.Files {
		if file.Name == "queries" || file.Name == "answers" {
			continue
		}
		path := filepath.FromSlash(root + "/" + file.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, file.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	workspace := module.NewWorkspace(source.Disk{}, []string{root}, nil)
	var tree *askedTree
	var answers strings.Builder
	for line := range strings.Lines(treetest.Part(archive, "queries")) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch name {
		case "modulepath":
			workspace = module.NewWorkspace(source.Disk{}, []string{root}, []string{root + "/" + rest})
		case "known":
			workspace.WithKnownModules()
		case "puppet":
			workspace.WithVersions(module.VersionOverrides{Puppet: 8, Modules: []*known.View{newest(t, rest)}})
		case "tree":
			tree = &askedTree{workspace.TreeOf(root + "/" + rest), root}
		default:
			query := queries[name]
			if query == nil || tree == nil {
				t.Fatalf("no query %q, or no tree to ask", name)
			}
			asked[name] = true
			fmt.Fprintf(&answers, "%s %s -> %s\n", name, rest, query(tree, rest))
		}
	}
	return answers.String()
}

// newest returns the newest version of a known module, by its full name.
func newest(t *testing.T, name string) *known.View {
	t.Helper()
	owner, short, _ := strings.Cut(name, "-")
	found := known.Embedded().Find(owner, short)
	if found == nil {
		t.Fatalf("no known module %s", name)
	}
	return found.View(1 << (len(found.Versions) - 1))
}

// queries holds the queries about a tree. Each returns one line.
var queries = map[string]func(tree *askedTree, argument string) string{
	"modules": func(tree *askedTree, _ string) string { return tree.modulesOf(tree.Modules) },
	"known-modules": func(tree *askedTree, _ string) string {
		var found []string
		for _, one := range tree.KnownModules() {
			found = append(found, fmt.Sprintf("%s (chosen: %t)", one.Name, tree.IsChosen(one)))
		}
		return strings.Join(found, " ")
	},
	"wanted": func(tree *askedTree, _ string) string {
		var found []string
		for _, one := range tree.Wanted() {
			found = append(found, one.FullName())
		}
		return strings.Join(found, " ")
	},
	"place": func(tree *askedTree, path string) string {
		owner, relative := tree.AutoloadPath(tree.path(path))
		return owner + " " + relative
	},
	"kind": func(tree *askedTree, path string) string {
		return fmt.Sprint(tree.Documents.KindOf(tree.path(path)))
	},
	"flags": func(tree *askedTree, path string) (text string) {
		path = tree.path(path)
		for name, is := range map[string]bool{
			"initial": tree.IsInitial(path), "aside": tree.IsAside(path), "example": tree.IsExample(path), "decides-aside": tree.DecidesAside(path),
			"holds-modules": tree.HoldsModules(path), "read-otherwise": tree.Documents.ReadOtherwise(path), "concerns-all": module.ConcernsAll(path),
			"settings": module.IsSettingsName(path), "draft": module.IsDraftName(filepath.Base(path)), "plan": module.IsPlan(path),
		} {
			if is {
				text += name + " "
			}
		}
		words := strings.Fields(text)
		slices.Sort(words)
		return strings.Join(words, " ")
	},
	"closed": func(tree *askedTree, name string) string {
		return fmt.Sprint(tree.IsClosed(tree.Module(name)), " ", len(tree.ClosedQueries()), " ", tree.Closed(), " ", tree.LacksUnknownModule())
	},
	"find": func(tree *askedTree, argument string) string {
		kind, name := kindAndName(argument)
		if found := tree.Manifests.Find(kind, name); found != nil {
			return tree.relative(found.Manifest.Source.Name)
		}
		return fmt.Sprintf("not found; may exist: %t, elsewhere: %t, in main: %t, refused: %t", tree.MayExist(kind, name, tree.Module(strings.Split(name, "::")[0])),
			tree.Manifests.IsDefinedElsewhere(kind, name), tree.Manifests.DefinedInMain(kind, name), tree.Manifests.HasRefused(name))
	},
	"with": func(tree *askedTree, word string) string { return tree.manifestsOf(tree.Manifests.With(word)) },
	"of-with": func(tree *askedTree, argument string) string {
		name, word, _ := strings.Cut(argument, " ")
		return tree.manifestsOf(tree.Manifests.OfWith(tree.Module(name), word))
	},
	"examples-with": func(tree *askedTree, word string) string { return tree.manifestsOf(tree.Manifests.ExamplesWith(word)) },
	"loose-beside": func(tree *askedTree, folder string) string {
		return tree.manifestsOf(tree.Manifests.LooseBeside(tree.path(folder)))
	},
	"manifests-of": func(tree *askedTree, name string) string {
		return tree.manifestsOf(tree.Manifests.Of(tree.Module(name))) + fmt.Sprintf(" (broken: %t)", tree.Manifests.IsBroken(tree.Module(name)))
	},
	"read": func(tree *askedTree, path string) string {
		before := tree.Manifests.HasRead(tree.path(path))
		mark := tree.Manifests.Since(-1, func(string, *module.Manifest) {})
		tree.Manifests.At(tree.path(path))
		var since []string
		tree.Manifests.Since(mark, func(path string, _ *module.Manifest) { since = append(since, tree.relative(path)) })
		return fmt.Sprint(before, " ", tree.Manifests.HasRead(tree.path(path)), " ", since)
	},
	"templates-of": func(tree *askedTree, name string) string {
		text := tree.manifestsOf(tree.Documents.EmbeddedTemplates(tree.Module(name)))
		for _, template := range tree.Documents.RubyTemplates(tree.Module(name)) {
			text += " " + tree.relative(template.File.Name)
		}
		return text
	},
	"template": func(tree *askedTree, name string) string { return tree.relative(tree.Documents.TemplatePath(name)) },
	"file": func(tree *askedTree, argument string) string {
		name, path, _ := strings.Cut(argument, " ")
		return fmt.Sprintf("has: %t, may have: %t", tree.HasFile(tree.Module(name), path), tree.MayHaveFile(tree.Module(name), path))
	},
	"drafted": func(tree *askedTree, path string) string { return fmt.Sprint(tree.DraftedNames(tree.path(path))) },
	"type": func(tree *askedTree, name string) string {
		if found := tree.Plugins.FindResourceType(name); found != nil {
			return fmt.Sprintf("module %t, builtin %t", found.Module != nil, found.Builtin != nil)
		}
		owner, _ := tree.AbsentOwnerOf(name)
		return fmt.Sprintf("not found; owned by %q", owner)
	},
	"function": func(tree *askedTree, name string) string {
		found := tree.Plugins.FindFunction(name)
		if found == nil {
			return fmt.Sprintf("not found; on hosts: %t, by this name: %t", slices.Contains(tree.Plugins.FunctionsOnHosts(), name), tree.Plugins.HasFunctionCalled(name))
		}
		return fmt.Sprintf("legacy %t, builtin %t, reads scope %t", found.Legacy != nil, found.Builtin != nil, tree.Plugins.ReadsScope(name))
	},
	"strings-of": func(tree *askedTree, name string) string {
		return fmt.Sprint(tree.Plugins.Strings(tree.Module(name)))
	},
	"names-at": func(tree *askedTree, path string) string { return fmt.Sprint(tree.Plugins.NamesAt(tree.path(path))) },
	"fact": func(tree *askedTree, word string) string {
		return fmt.Sprintf("external: %t, interpolated: %t", tree.Facts.MayBeExternal(word), tree.Documents.IsInterpolated(word))
	},
	"data": func(tree *askedTree, key string) string {
		return fmt.Sprintf("%t", tree.Documents.HasDataFor(key))
	},
	"settings": func(tree *askedTree, _ string) string {
		return fmt.Sprintf("classifier: %t, lacks strict variables: %t", tree.HasClassifier(), tree.LacksStrictVariables())
	},
	"attribute": func(tree *askedTree, name string) string {
		return fmt.Sprint(tree.Names.MentionAttribute(name))
	},
	"naming": func(tree *askedTree, root string) string { return tree.modulesOf(tree.Names.ModulesNaming(root)) },
	"two":    func(tree *askedTree, name string) string { return fmt.Sprint(tree.IsProjectOfTwo(name)) },
	"may-add": func(tree *askedTree, argument string) string {
		name, attribute, _ := strings.Cut(argument, " ")
		return fmt.Sprint(tree.Plugins.MayAdd(name, attribute))
	},
}

// askedTree is a tree in a folder.
type askedTree struct {
	*module.Tree
	root string
}

// path returns the path of a file below the folder.
func (t *askedTree) path(relative string) string {
	return filepath.FromSlash(t.root + "/" + relative)
}

// relative returns the path of a file as the archive has it.
func (t *askedTree) relative(path string) string {
	slashed := filepath.ToSlash(path)
	if at := strings.Index(slashed, "/<known modules>"); at >= 0 {
		return slashed[at:]
	}
	return strings.TrimPrefix(slashed, t.root+"/")
}

func (t *askedTree) modulesOf(modules []*module.Module) string {
	var found []string
	for _, one := range modules {
		if one == nil {
			found = append(found, "(main)")
		} else {
			found = append(found, one.Name+"="+t.relative(one.Folder))
		}
	}
	return strings.Join(found, " ")
}

func (t *askedTree) manifestsOf(manifests []*module.Manifest) string {
	var found []string
	for _, one := range manifests {
		found = append(found, t.relative(one.Source.Name))
	}
	return strings.Join(found, " ")
}

func kindAndName(argument string) (module.Kind, string) {
	word, name, _ := strings.Cut(argument, " ")
	return map[string]module.Kind{
		"class": module.Class, "define": module.DefinedType, "function": module.Function, "alias": module.TypeAlias, "plan": module.Plan, "task": module.Task,
	}[word], name
}
