//go:build develop

// Command references checks that references are complete. It removes random definitions in the
// unsaved text of an editor with the whole corpus open, and looks for names that are then
// unknown. All of them must have been listed as references before.
//
//	go run -tags develop ./internal/oracle/references -corpus DIR [-n 300] [-seed 1]
//
// It exits with 1 if a name is unknown elsewhere.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/ide"
	"puppet-lint/internal/oracle/sample"
	"puppet-lint/internal/source"
	"puppet-lint/internal/workspace"
	"puppet-lint/lint"
)

func main() {
	corpus := flag.String("corpus", "", "the folder that holds the modules")
	count := flag.Int("n", 300, "how many definitions to take away")
	seed := flag.Uint64("seed", 1, "seed of what is chosen")
	flag.Parse()
	c := &comparison{folder: *corpus}
	if err := c.run(os.Stdout, *count, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "references:", err)
		os.Exit(2)
	}
	if c.elsewhere > 0 {
		os.Exit(1)
	}
}

type comparison struct {
	folder    string
	workspace *workspace.Workspace
	before    map[found]int
	version   int32

	taken, failing, listed, failed, reported, elsewhere int
}

// found is a finding identified by its line, since columns change with the name.
type found struct {
	path, rule, message string
	line                int
}

// place is a line of a file.
type place struct {
	path string
	line int
}

func (c *comparison) run(out io.Writer, count int, seed uint64) error {
	folder, err := filepath.Abs(c.folder)
	if err != nil {
		return err
	}
	c.folder = folder
	c.workspace = workspace.New(workspace.Options{Files: func(folder string) source.FileSystem { return lint.ConfineFolder(folder) }, Resolver: func(files source.FileSystem, folder string) *config.Resolver {
		return config.NewResolver(files, folder, config.NewCatalogue(lint.Rules()), nil, &config.Flags{})
	}})
	c.workspace.SetFolders([]string{folder})
	defer c.workspace.Stop()
	if c.before, err = c.unknown(); err != nil {
		return err
	}
	snapshot := c.workspace.Acquire()
	index, err := snapshot.Index(context.Background(), filepath.Join(folder, "any.pp"))
	if err != nil {
		return err
	}
	chosen := sample.OfEachKind(candidates(index, folder), count, seed)
	snapshot.Release()
	for _, symbol := range chosen {
		if err := c.takeAway(out, symbol); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "references: %d definitions taken away, %d of them missed by something; %d lines of references, of which %d fail; elsewhere fail %d of which it is said that there may be more, and %d others\n",
		c.taken, c.failing, c.listed, c.failed, c.reported, c.elsewhere)
	if c.failed == 0 {
		return errors.New("nothing was missed at all")
	}
	return nil
}

// candidates returns the symbols of the folder that can be removed, by kind.
func candidates(index *symbols.Index, folder string) map[string][]symbols.Symbol {
	byKind := map[string][]symbols.Symbol{}
	index.Symbols(func(symbol symbols.Symbol) {
		name := symbol.Kind.String()
		switch symbol.Kind {
		case symbols.Variable:
			if symbol.In != symbols.Class && symbol.In != symbols.DefinedType && symbol.In != symbols.Function {
				return
			}
			if index.IsParameter(symbol) {
				name = "parameter"
			}
			name += symbol.In.String()
		case symbols.Class, symbols.DefinedType, symbols.Function, symbols.TypeAlias:
		default:
			return
		}
		definitions := index.Definitions(symbol)
		isTakeable := func(one symbols.Reference) bool {
			return filepath.Ext(one.Table.Path) == ".pp" && one.Occurrence.Style != symbols.Partial && strings.HasPrefix(one.Table.Path, folder)
		}
		if len(definitions) > 0 && !slices.ContainsFunc(definitions, func(one symbols.Reference) bool { return !isTakeable(one) }) {
			byKind[name] = append(byKind[name], symbol)
		}
	})
	return byKind
}

// unknown returns the names that the checks do not know, by line.
func (c *comparison) unknown() (map[found]int, error) {
	all, err := c.workspace.AllFindings(context.Background())
	if err != nil {
		return nil, err
	}
	counts := map[found]int{}
	for path, file := range all {
		for _, finding := range file.Findings {
			if strings.HasPrefix(finding.Rule.Name, "unknown_") || finding.Rule.Name == "class_not_included" || finding.Rule.Name == "variable_scope" {
				counts[found{path, finding.Rule.Name, finding.Message, finding.File.Line(finding.Span.Start)}]++
			}
		}
	}
	return counts, nil
}

// takeAway renames a definition, and compares the names that are then unknown with the
// references.
func (c *comparison) takeAway(out io.Writer, symbol symbols.Symbol) error {
	snapshot := c.workspace.Acquire()
	index, err := snapshot.Index(context.Background(), filepath.Join(c.folder, "any.pp"))
	if err != nil {
		return err
	}
	places := linesOf(index, symbol)
	incomplete, err := c.isIncomplete(snapshot, index.Definitions(symbol)[0])
	if err != nil {
		return err
	}
	texts := map[string]string{}
	byFile := map[*source.File][]diag.Edit{}
	for _, one := range index.Definitions(symbol) {
		end := one.Occurrence.Span.End
		byFile[one.Table.File] = append(byFile[one.Table.File], diag.Edit{File: one.Table.File, Span: source.Span{Start: end, End: end}, NewText: "_gone"})
	}
	for file, edits := range byFile {
		slices.SortFunc(edits, func(a, b diag.Edit) int { return int(a.Span.Start - b.Span.Start) })
		texts[file.Name] = diag.Apply(file, slices.CompactFunc(edits, func(a, b diag.Edit) bool { return a.Span == b.Span }))
	}
	snapshot.Release()
	c.version++
	for path, text := range texts {
		c.workspace.Open(path, text, c.version)
	}
	after, err := c.unknown()
	if err != nil {
		return err
	}
	for path := range texts {
		c.workspace.Close(path)
	}
	c.taken++
	c.listed += len(places)
	failing := map[place]bool{}
	for one, count := range after {
		at := place{one.path, one.line}
		switch {
		case count <= c.before[one] || !isAbout(one.message, symbol):
		case places[at]:
			failing[at] = true
		case incomplete:
			c.reported++
		default:
			c.elsewhere++
			fmt.Fprintf(out, "ELSEWHERE  %s %s %s: %s:%d: %s: %s\n", symbol.Kind, symbol.Owner, symbol.Name, one.path, one.line, one.rule, one.message)
		}
	}
	if c.failed += len(failing); len(failing) > 0 {
		c.failing++
	}
	return nil
}

// isIncomplete reports whether the references are marked as possibly incomplete.
func (c *comparison) isIncomplete(snapshot *workspace.Snapshot, definition symbols.Reference) (bool, error) {
	view, err := ide.Open(context.Background(), snapshot, definition.Table.Path)
	if err != nil {
		return false, err
	}
	_, incomplete := view.References(definition.Occurrence.Span.Start, false)
	return len(incomplete) > 0, nil
}

// isAbout reports whether a message reports a symbol as unknown by its name, and is not merely
// a consequence elsewhere.
func isAbout(message string, symbol symbols.Symbol) bool {
	return strings.Contains(strings.ToLower(message), symbol.Name) && !strings.Contains(message, "_gone") && !strings.Contains(message, " fails: ")
}

// linesOf returns the lines of the references to a symbol and to its variables, which disappear
// with it.
func linesOf(index *symbols.Index, symbol symbols.Symbol) map[place]bool {
	places := map[place]bool{}
	add := func(symbol symbols.Symbol) {
		for _, one := range index.References(symbol) {
			if one.Occurrence.Role == symbols.Definition {
				continue
			}
			last := one.Table.File.Line(one.Occurrence.Span.End)
			for line := one.Table.File.Line(one.Occurrence.Span.Start); line <= last; line++ {
				places[place{one.Table.Path, line}] = true
			}
		}
	}
	add(symbol)
	if symbol.Kind != symbols.Variable {
		for variable := range index.VariablesOf(symbols.Symbol{Kind: symbol.Kind, Name: symbol.Name}) {
			add(variable)
		}
	}
	return places
}
