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

// WriteChanges writes the new texts of files, and then moves files. It does not write a file
// that may not be written, or that would no longer parse. If anything fails, it moves no file.
func WriteChanges(writer *atomicfile.Writer, files *source.Confined, changes []Change, moves []FileMove) (failures []Failure) {
	fail := func(path string, err error) { failures = append(failures, Failure{Path: path, Message: err.Error()}) }
	for _, change := range changes {
		if err := files.MayWrite(change.Path); err != nil {
			fail(change.Path, err)
		} else if err := stillParses(change); err != nil {
			fail(change.Path, err)
		} else if err := replaceFile(writer, change.Path, change.Before, change.After); err != nil {
			fail(change.Path, err)
		}
	}
	if len(failures) > 0 {
		return failures
	}
	for _, move := range moves {
		if err := moveFile(files, move); err != nil {
			fail(move.From, err)
		}
	}
	return failures
}

// stillParses returns an error if the change would break a file that parsed before.
func stillParses(change Change) error {
	before := source.NewFile(change.Path, change.Before)
	if why := brokenBy(before, change.After); why != "" && brokenBy(before, change.Before) == "" {
		return fmt.Errorf("%s: %s after the change; the file was left alone", change.Path, why)
	}
	return nil
}

func moveFile(files *source.Confined, move FileMove) error {
	for _, path := range []string{move.From, move.To} {
		if err := files.MayWrite(path); err != nil {
			return err
		}
	}
	if _, err := os.Lstat(move.To); err == nil {
		return fmt.Errorf("%s: already exists; %s was not moved", move.To, move.From)
	} else if !errors.Is(err, os.ErrNotExist) {
		return errors.New(source.Explain(err))
	}
	if err := os.MkdirAll(filepath.Dir(move.To), 0o755); err != nil {
		return errors.New(source.Explain(err))
	}
	if err := atomicfile.Rename(move.From, move.To); err != nil {
		return explainWrite(move.From, move.From, err)
	}
	return nil
}
