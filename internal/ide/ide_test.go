package ide_test

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/ide"
	"puppet-lint/internal/source"
	"puppet-lint/internal/treetest"
	"puppet-lint/internal/workspace"
	"puppet-lint/lint"
	"puppet-lint/syntax"
)

var update = flag.Bool("update", false, "write the golden parts of the archives anew")

// mark is the place in a file of an archive that is asked about.
const mark = "‸"

// project is an open folder whose files are in memory.
type project struct {
	*workspace.Workspace
	t     *testing.T
	texts map[string]string
}

// open opens a folder with these files, by their path below it.
func open(t *testing.T, files map[string]string) *project {
	t.Helper()
	texts := map[string]string{}
	for name, text := range files {
		texts[filepath.Join("/w", name)] = text
	}
	w := workspace.New(workspace.Options{
		Files: func(string) source.FileSystem { return source.NewOverlay(nil, texts) },
		Resolver: func(files source.FileSystem, folder string) *config.Resolver {
			return config.NewResolver(files, folder, config.NewCatalogue(lint.Rules()), nil, &config.Flags{})
		},
	})
	t.Cleanup(w.Stop)
	w.SetFolders([]string{"/w"})
	return &project{w, t, texts}
}

// view calls test with a file.
func (p *project) view(path string, test func(view *ide.View)) {
	p.t.Helper()
	snapshot := p.Acquire()
	defer snapshot.Release()
	view, err := ide.Open(context.Background(), snapshot, path)
	if err != nil {
		p.t.Fatal(err)
	}
	test(view)
}

// place is a location in words.
func (p *project) place(one ide.Location) string {
	at := one.File.Position(one.Span.Start)
	name, _ := filepath.Rel("/w", one.File.Name)
	return fmt.Sprintf("%s:%d:%d %q", filepath.ToSlash(name), at.Line, at.Column, one.File.Slice(one.Span))
}

// TestMarked checks the answers at each marked place of the archives: hover, definition,
// references, completion, code actions and rename.
func TestMarked(t *testing.T) {
	treetest.Golden(t, "testdata/*.txtar", *update, func(t *testing.T, archive *txtar.Archive) map[string]string {
		files, marks := map[string]string{}, map[string][]int32{}
		for _, file := range archive.Files {
			if file.Name == "answers.golden" {
				continue
			}
			parts := strings.Split(string(file.Data), mark)
			text := parts[0]
			for _, part := range parts[1:] {
				marks[file.Name] = append(marks[file.Name], int32(len(text)))
				text += part
			}
			files[file.Name] = text
		}
		p := open(t, files)
		var answers strings.Builder
		for _, name := range slices.Sorted(maps.Keys(marks)) {
			p.view(filepath.Join("/w", name), func(view *ide.View) {
				for _, offset := range marks[name] {
					at := view.File.Position(offset)
					fmt.Fprintf(&answers, "%s:%d:%d\n", name, at.Line, at.Column)
					p.answer(&answers, view, offset)
				}
			})
		}
		return map[string]string{"answers.golden": answers.String()}
	})
}

// answer writes the answers at a place.
func (p *project) answer(answers *strings.Builder, view *ide.View, offset int32) {
	text, span := view.Hover(offset)
	if text != "" {
		fmt.Fprintf(answers, "  hover %q:\n", view.File.Slice(span))
		for line := range strings.Lines(text) {
			if strings.TrimSpace(line) != "" {
				answers.WriteString("    " + strings.TrimRight(line, "\n") + "\n")
			}
		}
	}
	places, _ := view.Definitions(offset)
	for _, one := range places {
		answers.WriteString("  defined " + p.place(one) + "\n")
	}
	references, incomplete := view.References(offset, false)
	for _, one := range references {
		answers.WriteString("  used " + p.place(one.Location) + "\n")
	}
	for _, reason := range incomplete {
		answers.WriteString("  perhaps used: " + reason + "\n")
	}
	items, _ := view.Complete(offset)
	slices.SortStableFunc(items, func(a, b ide.Item) int { return a.Rank - b.Rank })
	for i, item := range items {
		if i == 4 {
			fmt.Fprintf(answers, "  complete: %d more\n", len(items)-4)
			break
		}
		fmt.Fprintf(answers, "  complete %q for %q\n", item.Insert, view.File.Slice(item.Span))
	}
	if help := view.SignatureHelp(offset); help != nil {
		fmt.Fprintf(answers, "  signature %d of %d, argument %d\n", help.Active+1, len(help.Signatures), help.Parameter+1)
	}
	for _, node := range view.TypeNode(offset) {
		for _, above := range view.Supertypes(node.Symbol) {
			answers.WriteString("  inherits " + above.Symbol.Name + "\n")
		}
		for _, below := range view.Subtypes(node.Symbol) {
			answers.WriteString("  is inherited by " + below.Symbol.Name + "\n")
		}
	}
	types, _ := view.TypeDefinitions(offset)
	for _, one := range types {
		answers.WriteString("  type defined " + p.place(one) + "\n")
	}
	for _, change := range view.Changes(offset) {
		fmt.Fprintf(answers, "  change %q:\n", change.Title)
		for _, edit := range change.Edits {
			at := edit.File.Position(edit.Span.Start)
			fmt.Fprintf(answers, "    %d:%d %q becomes %q\n", at.Line, at.Column, edit.File.Slice(edit.Span), edit.Text)
		}
	}
	if _, name, err := view.PrepareRename(offset); err != nil {
		answers.WriteString("  not renamed: " + err.Error() + "\n")
	} else if name != "" {
		renaming, err := view.Rename(offset, name+"_new")
		if err != nil {
			answers.WriteString("  not renamed: " + err.Error() + "\n")
			return
		}
		fmt.Fprintf(answers, "  rename: %d edits, %d moves\n", len(renaming.Edits), len(renaming.Moves))
	}
}

// example reads the control repository of the tests.
func example(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	root := filepath.Join("..", "..", "testdata", "control")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		name, _ := filepath.Rel(root, path)
		files[filepath.ToSlash(name)] = string(content)
		return err
	})
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	return files
}

// TestLaws makes every query at every word of a control repository, and checks that the answers
// agree: a use is among the references of its definition, and each answer is about the requested
// place.
func TestLaws(t *testing.T) {
	p := open(t, example(t))
	asked := 0
	for _, path := range slices.Sorted(maps.Keys(p.texts)) {
		p.view(path, func(view *ide.View) {
			whole := source.Span{End: int32(len(view.File.Text))}
			last := int32(0)
			for _, token := range view.Tokens(whole) {
				if token.Span.Start < last || token.Span.End <= token.Span.Start || token.Span.End > whole.End {
					t.Errorf("%s: token %v after %d", path, token.Span, last)
				}
				last = token.Span.End
			}
			for _, fold := range view.Folds() {
				if !strings.Contains(view.File.Slice(fold.Span), "\n") {
					t.Errorf("%s: %q is on one line, but folds", path, view.File.Slice(fold.Span))
				}
			}
			nested(t, view, whole, view.Outline())
			for _, link := range view.Links() {
				if (link.Path == "") == (link.URL == "") || link.Span.Len() == 0 {
					t.Errorf("%s: link %+v", path, link)
				}
			}
			for _, lens := range view.Lenses() {
				if found, _ := view.References(lens.Span.Start, false); len(found) != len(lens.Uses) {
					t.Errorf("%s: %q has %d references, its lens shows %d", path, view.File.Slice(lens.Span), len(found), len(lens.Uses))
				}
			}
			for _, hint := range append(view.TypeHints(whole), view.ParameterHints(whole)...) {
				if hint.Text == "" || hint.At < 0 || hint.At > whole.End {
					t.Errorf("%s: hint %+v", path, hint)
				}
			}
			for offset := int32(0); offset < whole.End; offset += 3 {
				asked++
				p.word(view, offset)
			}
		})
	}
	if asked < 1000 {
		t.Errorf("only %d places", asked)
	}
}

// nested checks that entries lie in the one around them.
func nested(t *testing.T, view *ide.View, around source.Span, entries []ide.Entry) {
	t.Helper()
	for _, entry := range entries {
		if entry.Whole.Start < around.Start || entry.Whole.End > around.End || entry.At.Start < entry.Whole.Start || entry.At.End > entry.Whole.End {
			t.Errorf("%s: %s %v is not in %v", view.Path, entry.Name, entry.Whole, around)
		}
		nested(t, view, entry.Whole, entry.Children)
	}
}

// word checks that the answers for one place agree.
func (p *project) word(view *ide.View, offset int32) {
	t := p.t
	about := func(what string, span source.Span) {
		t.Helper()
		if span.Start > offset+3 || span.End < offset || span.End > int32(len(view.File.Text)) {
			t.Errorf("%s:%v: %s is about %v", view.Path, view.File.Position(offset), what, span)
		}
	}
	if text, span := view.Hover(offset); text != "" {
		about("hover", span)
	}
	if span, name, err := view.PrepareRename(offset); err == nil && name != "" {
		about("rename", span)
		if renaming, err := view.Rename(offset, name); err == nil {
			for _, edit := range renaming.Edits {
				if edit.File.Slice(edit.Span) != edit.Text {
					t.Errorf("%s:%v: %s under its own name changes %q to %q", view.Path, view.File.Position(offset), name, edit.File.Slice(edit.Span), edit.Text)
				}
			}
		}
	}
	items, _ := view.Complete(offset)
	for _, item := range items {
		if item.Span.Start > offset || item.Span.End < offset || item.Label == "" {
			t.Errorf("%s:%v: completion %q replaces %v", view.Path, view.File.Position(offset), item.Label, item.Span)
		}
	}
	outer := source.Span{Start: offset, End: offset}
	for _, span := range view.Selections(offset) {
		if span.Start > outer.Start || span.End < outer.End {
			t.Errorf("%s:%v: selection %v does not contain %v", view.Path, view.File.Position(offset), span, outer)
		}
		outer = span
	}
	view.SignatureHelp(offset)
	view.TypeDefinitions(offset)
	places, _ := view.Definitions(offset)
	uses, _ := view.References(offset, true)
	for _, one := range view.Highlights(offset) {
		if one.File.Name != view.Path || !slices.ContainsFunc(uses, func(use ide.Reference) bool { return use.Span == one.Span && use.File.Name == view.Path }) {
			t.Errorf("%s:%v: %s is highlighted, but is no reference", view.Path, view.File.Position(offset), p.place(one.Location))
		}
	}
	for _, use := range uses {
		if use.Definition && len(places) > 0 && !slices.ContainsFunc(places, func(one ide.Location) bool { return one.File.Name == use.File.Name }) {
			t.Errorf("%s:%v: the definition %s is not among %d", view.Path, view.File.Position(offset), p.place(use.Location), len(places))
		}
	}
	for _, node := range append(view.CallNode(offset), view.TypeNode(offset)...) {
		for _, call := range view.Callees(node.Symbol) {
			if !slices.ContainsFunc(view.Callers(call.Symbol), func(caller ide.Call) bool { return caller.Symbol == node.Symbol }) {
				t.Errorf("%v calls %v, which %v does not call", node.Symbol, call.Symbol, node.Symbol)
			}
		}
		for _, above := range view.Supertypes(node.Symbol) {
			if !slices.ContainsFunc(view.Subtypes(above.Symbol), func(one ide.Node) bool { return one.Symbol == node.Symbol }) {
				t.Errorf("%v inherits %v, but not the other way around", node.Symbol, above.Symbol)
			}
		}
	}
}

// TestChangesAndFormat checks that code still parses after each offered change, that formatting
// twice is the same as formatting once, and that a search by letters finds names.
func TestChangesAndFormat(t *testing.T) {
	files := example(t)
	files["site-modules/untyped/metadata.json"] = `{"name": "me-untyped", "version": "1.0.0", "dependencies": []}`
	files["site-modules/untyped/manifests/init.pp"] = "class untyped($port=80,$names=['a']){\n  stdlib::ensure('x')\n  untyped::part { 'a': }\nnotice($port+1) }\n"
	files["site-modules/untyped/manifests/part.pp"] = "define untyped::part(String $needed,\n$other) { }\n"
	p := open(t, files)
	changes := 0
	for _, path := range slices.Sorted(maps.Keys(p.texts)) {
		if filepath.Ext(path) != ".pp" {
			continue
		}
		p.view(path, func(view *ide.View) {
			for offset := int32(0); offset < int32(len(view.File.Text)); offset += 5 {
				for _, change := range view.Changes(offset) {
					changes++
					if change.Title == "" || len(change.Edits) == 0 {
						t.Errorf("%s: change %+v", path, change)
					}
				}
				view.AlignTyped(offset)
				view.FormatTyped(offset)
			}
			edits, err := view.Format(source.Span{End: int32(len(view.File.Text))})
			if err != nil {
				return
			}
			formatted := diag.Apply(view.File, edits)
			if file := syntax.Parse(source.NewFile(path, formatted), view.Manifest.Options); file.Broken() {
				t.Errorf("%s does not parse when formatted", path)
			}
		})
	}
	if changes < 3 {
		t.Errorf("only %d changes", changes)
	}
	snapshot := p.Acquire()
	defer snapshot.Release()
	for query, want := range map[string]string{"untpart": "untyped::part", "untyped": "untyped"} {
		found, err := ide.Search(context.Background(), snapshot, query)
		if err != nil || !slices.ContainsFunc(found, func(one ide.Found) bool { return one.Symbol.Name == want }) {
			t.Errorf("%s finds %d names: %v", query, len(found), err)
		}
	}
	for _, kind := range ide.RenameKinds() {
		if _, err := ide.RenameNamed(context.Background(), snapshot, "/w", kind, "no_such_thing", "other", false); err == nil {
			t.Errorf("a %s that does not exist was renamed", kind)
		}
	}
	renaming, err := ide.RenameNamed(context.Background(), snapshot, "/w", "define", "untyped::part", "untyped::piece", false)
	if err != nil || len(renaming.Moves) != 1 || !strings.HasSuffix(renaming.Moves[0].To, "piece.pp") {
		t.Errorf("renamed: %+v, %v", renaming, err)
	}
}

// TestLongManifest checks places in a manifest that is too long to infer its types at each of
// them. All other answers must be there.
func TestLongManifest(t *testing.T) {
	var text strings.Builder
	text.WriteString("class m {\n")
	for i := 0; text.Len() < 5<<18; i++ {
		fmt.Fprintf(&text, "  $variable_%d = '/etc/%d%s'\n  file { \"/srv/%d\":\n    ensure  => file,\n    content => $variable_%d,\n  }\n", i, i, strings.Repeat("x", 200), i, i)
	}
	text.WriteString("}\n")
	p := open(t, map[string]string{"metadata.json": `{"name": "me-m", "version": "1.0.0"}`, "manifests/init.pp": text.String()})
	p.view("/w/manifests/init.pp", func(view *ide.View) {
		at := func(after string) int32 { return int32(strings.Index(view.File.Text, after) + len(after) - 2) }
		if text, _ := view.Hover(at("content => $variable_500,")); !strings.Contains(text, "set in manifests/init.pp") || strings.Contains(text, "String") {
			t.Errorf("a variable is %q", text)
		}
		if text, _ := view.Hover(at("ensure")); !strings.Contains(text, "property of `file`") {
			t.Errorf("an attribute is %q", text)
		}
		if items, _ := view.Complete(at("content => $variable_500,")); len(items) == 0 {
			t.Error("nothing completes a variable")
		}
	})
}

// TestManyDefinitions checks that the description of a resource that is declared thousands of
// times has only a few lines.
func TestManyDefinitions(t *testing.T) {
	text := "class a {\n" + strings.Repeat("  notify { 'x': }\n", 2000) + "}\n"
	open(t, map[string]string{"manifests/init.pp": text}).view("/w/manifests/init.pp", func(view *ide.View) {
		at := int32(strings.Index(text, "x'"))
		if hover, _ := view.Hover(at); !strings.HasSuffix(hover, "and in 1990 other places") {
			t.Errorf("the hover text of the resource is %.200q", hover)
		}
		if places, _ := view.Definitions(at); len(places) == 0 || len(places) > 200 {
			t.Errorf("%d places define the resource", len(places))
		}
	})
}
