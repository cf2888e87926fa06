package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
	"puppet-lint/internal/ide"
	"puppet-lint/internal/source"
	"puppet-lint/internal/workspace"
	"puppet-lint/lint"
	"puppet-lint/report"
)

// renameCommand renames a class, a parameter or another definition and all its uses.
func renameCommand(env *environment, arguments []string) int {
	f := newLanguageFlags("rename")
	diff := f.set.Bool("diff", false, "change nothing; print a diff of what would change, and exit with status 1 if it is not empty")
	write := f.set.Bool("write", false, "write the changes, and move files to where Puppet looks for the new name")
	unsafe := f.set.Bool("unsafe", false, "rename even if some uses may be unknown, and list the places to check by hand")
	format := f.set.String("format", "text", "print the changed locations as `FORM`: text or json")
	color := f.set.String("color", "auto", "use colour `WHEN`: auto, always, never")
	f.hideUnused()
	paths, status, done := f.parse(env, "rename", arguments)
	if done {
		return status
	}
	kinds := ide.RenameKinds()
	switch {
	case len(paths) < 3 || len(paths) > 4:
		return env.usage("rename needs a kind, the old name and the new name: rename class OLD NEW [folder]")
	case !slices.Contains(kinds, paths[0]):
		return env.usage("rename: the kind is one of %s, not %q", strings.Join(kinds, ", "), paths[0])
	case *format != "text" && *format != "json":
		return env.usage("rename: --format is text or json, not %q", *format)
	case *diff && *write:
		return env.usage("rename: --diff changes nothing; remove --write")
	}
	folder := env.folder
	if len(paths) == 4 {
		folder = source.Absolute(env.folder, paths[3])
	}
	f.files = lint.Confine(env.folder, []string{folder})
	space := workspace.New(workspace.Options{Files: func(string) source.FileSystem { return f.files }, Resolver: env.resolverOf})
	defer space.Stop()
	space.SetFolders([]string{folder})
	renaming, err := renameIn(space, folder, paths[0], paths[1], paths[2], *unsafe)
	if err != nil {
		return env.fail(err)
	}
	changes, moves := env.changesOf(renaming)
	for _, place := range slices.Concat(renaming.Possible, renaming.Remaining) {
		env.printMessage("check by hand: " + place)
	}
	switch {
	case *write:
		return env.applyRenaming(f.files, renaming, changes, moves)
	case *diff:
		report.WriteDiff(env.stdout, shownChanges(env, changes), env.colors(*color))
		env.printMoves(moves, "would move")
	case *format == "json":
		if err := env.writeRenaming(renaming); err != nil {
			return env.fail(err)
		}
	default:
		env.printEdits(renaming.Edits)
		env.printMoves(moves, "would move")
	}
	if len(changes)+len(moves) > 0 {
		return exitFindings
	}
	return exitClean
}

// renameIn returns the edits and moves that give the definition of a kind in a folder a new name.
func renameIn(space *workspace.Workspace, folder, kind, oldName, newName string, unsafe bool) (*ide.Renaming, error) {
	snapshot := space.Acquire()
	defer snapshot.Release()
	renaming, err := ide.RenameNamed(context.Background(), snapshot, folder, kind, oldName, newName, unsafe)
	var refused *ide.Refused
	if errors.As(err, &refused) {
		if refused.IsUncertain {
			return nil, fmt.Errorf("not renamed: %s; --unsafe renames the known uses and lists such places", refused.Reason)
		}
		return nil, fmt.Errorf("not renamed: %s", refused.Reason)
	}
	return renaming, err
}

// applyRenaming writes the changed files, moves files and returns the exit status.
func (env *environment) applyRenaming(files *source.Confined, renaming *ide.Renaming, changes []lint.Change, moves []lint.FileMove) int {
	if failures := lint.WriteChanges(env.writer, files, changes, moves); len(failures) > 0 {
		for _, failure := range failures {
			env.printMessage(failure.Message)
		}
		return exitFailure
	}
	fmt.Fprintf(env.stderr, "changed %s in %s\n", english.Count(len(renaming.Edits), "place"), english.Count(len(changes), "file"))
	env.printMoves(moves, "moved")
	return exitClean
}

// printEdits prints each edit on a line: its place, the old text and the new one.
func (env *environment) printEdits(edits []ide.Edit) {
	for _, edit := range edits {
		at := edit.File.Position(edit.Span.Start)
		fmt.Fprintf(env.stdout, "%s:%d:%d: %s -> %s\n", source.ShownFirst(env.relative(edit.File.Name)), at.Line, at.Column, source.Shown(edit.File.Slice(edit.Span)), source.Shown(edit.Text))
	}
}

// relative returns a path with slashes, relative to the current folder if it lies there.
func (env *environment) relative(path string) string {
	if relative, err := filepath.Rel(env.folder, path); err == nil && !strings.HasPrefix(relative, "..") {
		path = relative
	}
	return filepath.ToSlash(path)
}

// changesOf returns the changed files of a renaming, sorted by path, and the files to move.
func (env *environment) changesOf(renaming *ide.Renaming) (changes []lint.Change, moves []lint.FileMove) {
	edits := map[*source.File][]diag.Edit{}
	for _, edit := range renaming.Edits {
		edits[edit.File] = append(edits[edit.File], diag.Edit{File: edit.File, Span: edit.Span, NewText: edit.Text})
	}
	for file, own := range edits {
		slices.SortFunc(own, func(a, b diag.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		changes = append(changes, lint.Change{Path: file.Name, Before: file.Text, After: diag.Apply(file, own)})
	}
	slices.SortFunc(changes, func(a, b lint.Change) int { return strings.Compare(a.Path, b.Path) })
	for _, move := range renaming.Moves {
		moves = append(moves, lint.FileMove{From: move.From, To: move.To})
	}
	return changes, moves
}

// shownChanges returns changes with their paths made relative to the current folder.
func shownChanges(env *environment, changes []lint.Change) []lint.Change {
	shown := slices.Clone(changes)
	for i := range shown {
		shown[i].Path = env.relative(shown[i].Path)
	}
	return shown
}

func (env *environment) printMoves(moves []lint.FileMove, verb string) {
	for _, move := range moves {
		fmt.Fprintf(env.stdout, "%s %s to %s\n", verb, source.Shown(env.relative(move.From)), source.Shown(env.relative(move.To)))
	}
}

// writeRenaming prints a renaming as JSON. Columns are in characters.
func (env *environment) writeRenaming(renaming *ide.Renaming) error {
	type edit struct {
		File   string `json:"file"`
		Line   int    `json:"line"`
		Column int    `json:"column"`
		Old    string `json:"old"`
		New    string `json:"new"`
	}
	type move struct {
		From string `json:"from"`
		To   string `json:"to"`
	}
	all := struct {
		Edits []edit `json:"edits"`
		Moves []move `json:"moves"`
		// Possible are the places that may refer to it, too.
		Possible []string `json:"possible"`
		// Remaining are the places in comments, tests and pages that still have the old name.
		Remaining []string `json:"remaining"`
	}{[]edit{}, []move{}, append([]string{}, renaming.Possible...), append([]string{}, renaming.Remaining...)}
	for _, one := range renaming.Edits {
		at := one.File.Position(one.Span.Start)
		all.Edits = append(all.Edits, edit{env.relative(one.File.Name), at.Line, at.Column, one.File.Slice(one.Span), one.Text})
	}
	for _, one := range renaming.Moves {
		all.Moves = append(all.Moves, move{env.relative(one.From), env.relative(one.To)})
	}
	return source.WriteJSON(env.stdout, all, "  ")
}
