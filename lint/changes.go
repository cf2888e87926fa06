package lint

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"puppet-lint/internal/atomicfile"
	"puppet-lint/internal/source"
)

// FileMove moves a file to another path.
type FileMove struct{ From, To string }

// WriteChanges writes the new texts of files, and then moves files. It writes and moves nothing
// if one of the files may not be written or moved, or would no longer parse. If writing fails, it
// moves no file.
func WriteChanges(writer *atomicfile.Writer, files *source.Confined, changes []Change, moves []FileMove) (failures []Failure) {
	fail := func(path string, err error) {
		if err != nil {
			failures = append(failures, Failure{Path: path, Message: err.Error()})
		}
	}
	for _, change := range changes {
		fail(change.Path, mayChange(files, change))
	}
	for _, move := range moves {
		fail(move.From, mayMove(files, move))
	}
	if len(failures) > 0 {
		return failures
	}
	for _, change := range changes {
		fail(change.Path, replaceFile(writer, change.Path, change.Before, change.After))
	}
	if len(failures) > 0 {
		return failures
	}
	for _, move := range moves {
		fail(move.From, moveFile(move))
	}
	return failures
}

// mayChange returns an error if a file may not be written, or would no longer parse.
func mayChange(files *source.Confined, change Change) error {
	if err := files.MayWrite(change.Path); err != nil {
		return errors.New(source.Explain(err))
	}
	return stillParses(change)
}

// stillParses returns an error if the change would break a file that parsed before.
func stillParses(change Change) error {
	before := source.NewFile(change.Path, change.Before)
	if why := brokenBy(before, change.After); why != "" && brokenBy(before, change.Before) == "" {
		return fmt.Errorf("%s: %s after the change; the file was left alone", change.Path, why)
	}
	return nil
}

// mayMove returns an error if a file may not be moved, or if there is another one already.
func mayMove(files *source.Confined, move FileMove) error {
	// A link on the way is named, so that the reader finds it.
	if err := files.MayReplace(move.To); err != nil {
		return fmt.Errorf("%s: %s was not moved there: %w", move.To, move.From, err)
	}
	for _, path := range []string{move.From, move.To} {
		if err := files.MayWrite(path); err != nil {
			return errors.New(source.Explain(err))
		}
	}
	if _, err := os.Lstat(move.From); err != nil {
		return errors.New(source.Explain(err))
	}
	return isFree(move)
}

// isFree returns an error if the new path of a file is taken, or its folder cannot be made.
func isFree(move FileMove) error {
	if _, err := os.Lstat(move.To); err == nil {
		return fmt.Errorf("%s: already exists; %s was not moved", move.To, move.From)
	}
	folder := filepath.Dir(move.To)
	for filepath.Dir(folder) != folder {
		info, err := os.Stat(folder)
		switch {
		case err == nil && info.IsDir():
			return nil
		case err == nil:
			return fmt.Errorf("%s: is not a folder; %s was not moved there", folder, move.From)
		}
		folder = filepath.Dir(folder)
	}
	return nil
}

// moveFile moves a file, into a new folder if need be.
func moveFile(move FileMove) error {
	if err := isFree(move); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(move.To), 0o755); err != nil {
		return errors.New(source.Explain(err))
	}
	if err := atomicfile.Rename(move.From, move.To); err != nil {
		return explainWrite(move.From, move.From, err)
	}
	return nil
}
