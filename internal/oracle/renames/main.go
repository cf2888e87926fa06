//go:build develop

// Command renames checks with the real Puppet that renaming preserves catalogs. In a copy of
// the modules, it renames random definitions, compiles classes and defined types that use them
// before and after, and compares the catalogs except for the name.
//
//	go run -tags develop ./internal/oracle/renames -corpus DIR -oracle ../shared/oracle
//
// ORACLE_PUPPET names the judge. The program exits with 1 if a catalog differs, or if more than
// mostRefused percent of the renames are refused.
package main

import (
	"bytes"
	"context"
	"encoding/json"
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
	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/oracle/records"
	"puppet-lint/internal/oracle/sample"
	"puppet-lint/internal/source"
	"puppet-lint/internal/workspace"
	"puppet-lint/lint"
)

// settings are the program's flags.
type settings struct {
	records.Folders
	count, catalogs int
	seed            uint64
}

// mostRefused is how many of a hundred renames may be refused. Nearly all refusals are because
// of hashes of parameters from elsewhere.
const mostRefused = 10

// patience is how often a catalog is requested again if the judge takes too long.
const patience = 3

func main() {
	var set settings
	set.DefineFlags()
	flag.IntVar(&set.count, "n", 300, "how many things to rename")
	flag.IntVar(&set.catalogs, "catalogs", 2, "how many catalogs to compile for each")
	flag.Uint64Var(&set.seed, "seed", 1, "seed of what is chosen")
	flag.Parse()
	c := &comparison{settings: set, before: map[string]string{}, refusals: map[string]int{}, kinds: map[symbols.Kind][2]int{}}
	if err := c.run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "renames:", err)
		os.Exit(2)
	}
	if c.wrong > 0 || 100*c.refused > mostRefused*(c.refused+c.renamed) {
		os.Exit(1)
	}
}

type comparison struct {
	settings
	modules   string
	workspace *workspace.Workspace
	judge     *judge.Judge
	// subjects are the classes and defined types that compile unchanged, by name. before holds
	// their catalogs.
	subjects map[string]records.Subject
	before   map[string]string
	hosts    map[string]*records.Host

	renamed, refused, compared, wrong int
	refusals                          map[string]int
	kinds                             map[symbols.Kind][2]int
}

func (c *comparison) run(out io.Writer) error {
	temporary, err := os.MkdirTemp("", "renames")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	c.modules = filepath.Join(temporary, "modules")
	if err := os.CopyFS(c.modules, os.DirFS(c.Corpus)); err != nil {
		return err
	}
	if err := c.readSubjects(); err != nil {
		return err
	}
	if c.judge, err = judge.Start(c.Oracle, "eval.rb", []string{"ORACLE_FLUSH=1"}, "--full", "--modulepath", c.modules); err != nil {
		return err
	}
	defer c.judge.Close()
	c.workspace = workspace.New(workspace.Options{Files: func(folder string) source.FileSystem { return lint.ConfineFolder(folder) }, Resolver: func(files source.FileSystem, folder string) *config.Resolver {
		return config.NewResolver(files, folder, config.NewCatalogue(lint.Rules()), nil, &config.Flags{})
	}})
	c.workspace.SetFolders([]string{c.modules})
	defer c.workspace.Stop()
	chosen, err := c.choose()
	if err != nil {
		return err
	}
	for _, symbol := range chosen {
		if err := c.rename(out, symbol); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "renames: %d of %d renamed, %d refused; %d catalogs compared, %d differ\n", c.renamed, c.renamed+c.refused, c.refused, c.compared, c.wrong)
	for kind, counts := range c.kinds {
		fmt.Fprintf(out, "  %s: %d renamed, %d refused\n", kind, counts[0], counts[1])
	}
	for reason, count := range c.refusals {
		fmt.Fprintf(out, "  %4d %s\n", count, reason)
	}
	if c.compared == 0 {
		return errors.New("no catalog was compared")
	}
	return nil
}

func (c *comparison) readSubjects() error {
	all, err := records.Subjects(c.Records)
	if err != nil {
		return err
	}
	c.subjects = map[string]records.Subject{}
	for _, one := range all {
		c.subjects[one.Name] = one
	}
	c.hosts, err = records.Hosts(c.Records)
	return err
}

// choose picks definitions that the code of a subject defines or uses, equally many of each
// kind.
func (c *comparison) choose() (chosen []symbols.Symbol, err error) {
	snapshot := c.workspace.Acquire()
	defer snapshot.Release()
	index, err := snapshot.Index(context.Background(), filepath.Join(c.modules, "any.pp"))
	if err != nil {
		return nil, err
	}
	byKind := map[string][]symbols.Symbol{}
	index.Symbols(func(symbol symbols.Symbol) {
		name := symbol.Kind.String()
		switch symbol.Kind {
		case symbols.Variable:
			if symbol.In == symbols.ResourceType || symbol.In == symbols.Task || symbol.In == symbols.Plan {
				return
			}
			if index.IsParameter(symbol) {
				name = "parameter"
			}
			name += symbol.In.String()
		case symbols.Class, symbols.DefinedType, symbols.Function, symbols.TypeAlias:
			if slices.ContainsFunc(index.Definitions(symbol), func(one symbols.Reference) bool { return one.Occurrence.Style == symbols.Partial }) {
				return // written in Ruby
			}
		default:
			return
		}
		if len(c.users(index, symbol)) > 0 {
			byKind[name] = append(byKind[name], symbol)
		}
	})
	return sample.OfEachKind(byKind, c.count, c.seed), nil
}

// users returns the subjects whose code names a symbol.
func (c *comparison) users(index *symbols.Index, symbol symbols.Symbol) (users []string) {
	for _, one := range index.References(symbol) {
		for at := one.Occurrence.Scope; at >= 0 && int(at) < len(one.Table.Scopes); at = one.Table.Scopes[at].Outer {
			name := one.Table.Scopes[at].Owner.Name
			if _, compiles := c.subjects[name]; compiles && !slices.Contains(users, name) {
				users = append(users, name)
			}
		}
	}
	return users
}

// suffix is appended to new names, so that it can be removed again.
const suffix = "_renamed"

func (c *comparison) rename(out io.Writer, symbol symbols.Symbol) error {
	snapshot := c.workspace.Acquire()
	renaming, users, err := c.plan(snapshot, symbol)
	snapshot.Release()
	counts := c.kinds[symbol.Kind]
	defer func() { c.kinds[symbol.Kind] = counts }()
	var refused *ide.Refused
	if errors.As(err, &refused) {
		c.refused++
		counts[1]++
		c.refusals[general(refused.Reason)]++
		fmt.Fprintf(out, "refused  %s %s %s: %s\n", symbol.Kind, symbol.Owner, symbol.Name, refused.Reason)
		return nil
	}
	if err != nil {
		return err
	}
	c.renamed++
	counts[0]++
	for _, user := range users {
		if _, err := c.catalog(user, user); err != nil {
			return err
		}
	}
	undo, err := apply(renaming)
	if err != nil {
		return err
	}
	defer undo()
	for _, user := range users {
		name := user
		if symbol.Name == user && (symbol.Kind == symbols.Class || symbol.Kind == symbols.DefinedType) {
			name += suffix
		}
		after, err := c.catalog(user, name)
		if err != nil {
			return err
		}
		if before := c.before[user]; before != "" {
			c.compared++
			if before != after {
				c.wrong++
				fmt.Fprintf(out, "DIFFERS  %s %s %s in the catalog of %s:\n  before %s\n  after  %s\n", symbol.Kind, symbol.Owner, symbol.Name, user, around(before, after), around(after, before))
			}
		}
	}
	return nil
}

// general returns a reason without the names in it.
func general(reason string) string {
	for _, part := range []string{"puts a name together", "gives parameters by a hash", "which may name it", "inline template", "already", "several", "outside", "in Ruby", "defines other things", "syntax error", "reads data that cannot be seen", "reads its parameters", "is set by Puppet", "also set by"} {
		if strings.Contains(reason, part) {
			return part
		}
	}
	return reason
}

func (c *comparison) plan(snapshot *workspace.Snapshot, symbol symbols.Symbol) (*ide.Renaming, []string, error) {
	index, err := snapshot.Index(context.Background(), filepath.Join(c.modules, "any.pp"))
	if err != nil {
		return nil, nil, err
	}
	definition := index.Definitions(symbol)[0]
	view, err := ide.Open(context.Background(), snapshot, definition.Table.Path)
	if err != nil {
		return nil, nil, err
	}
	users := c.users(index, symbol)
	users = users[:min(len(users), c.catalogs)]
	name := symbol.Name + suffix
	if symbol.Kind == symbols.Class && !strings.Contains(symbol.Name, "::") {
		name = symbol.Name + "::" + suffix[1:]
	}
	renaming, err := view.Rename(definition.Occurrence.Span.Start, name)
	return renaming, users, err
}

// apply writes a renaming to disk; undo reverts it.
func apply(renaming *ide.Renaming) (undo func(), err error) {
	before := map[string]string{}
	byFile := map[*source.File][]diag.Edit{}
	for _, edit := range renaming.Edits {
		byFile[edit.File] = append(byFile[edit.File], diag.Edit{File: edit.File, Span: edit.Span, NewText: edit.Text})
	}
	undo = func() {
		for _, move := range renaming.Moves {
			_ = os.Remove(move.To)
		}
		for path, text := range before {
			_ = os.WriteFile(path, []byte(text), 0o644)
		}
	}
	for file, edits := range byFile {
		before[file.Name] = file.Text
		slices.SortFunc(edits, func(a, b diag.Edit) int { return int(a.Span.Start - b.Span.Start) })
		if err := os.WriteFile(file.Name, []byte(diag.Apply(file, edits)), 0o644); err != nil {
			return undo, err
		}
	}
	for _, move := range renaming.Moves {
		if err := errors.Join(os.MkdirAll(filepath.Dir(move.To), 0o755), os.Rename(move.From, move.To)); err != nil {
			return undo, err
		}
	}
	return undo, nil
}

// catalog compiles a subject under its present name. The result of the first call is kept. If
// it is an error, the catalog is empty.
func (c *comparison) catalog(user, name string) (string, error) {
	before, known := c.before[user]
	if known && name == user && before == "" {
		return "", nil
	}
	one := c.subjects[user]
	source := records.Subject{Name: name, Define: one.Define}.Source()
	var answer struct {
		Error     json.RawMessage `json:"error"`
		Resources json.RawMessage `json:"resources"`
		Edges     json.RawMessage `json:"edges"`
	}
	for range patience {
		answer.Error = nil
		if err := c.judge.Ask(map[string]any{"source": source, "facts": c.hosts[one.Hosts[0]].JSON}, &answer); err != nil {
			return "", err
		}
		if !bytes.Contains(answer.Error, []byte("Timeout::Error")) {
			break
		}
	}
	text := string(answer.Resources) + string(answer.Edges) + string(answer.Error)
	for _, ending := range []string{suffix, "::" + suffix[1:], "::R" + suffix[2:]} {
		text = strings.ReplaceAll(text, ending, "")
	}
	if !known && len(answer.Error) > 0 {
		text = ""
	}
	if !known {
		c.before[user] = text
	}
	return text, nil
}

// around returns the part of a text where it begins to differ from another.
func around(text, other string) string {
	at := 0
	for at < len(text) && at < len(other) && text[at] == other[at] {
		at++
	}
	return text[max(0, at-60):min(len(text), at+140)]
}
