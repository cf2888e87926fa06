//go:build develop

package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// layout is the layout of the unpacked archives of public modules.
type layout struct {
	// root is the folder of all unpacked files.
	root string
	// together is a folder of modules as in a control repository, one of each name. alone
	// contains each module as its developer has it, in AUTHOR-NAME/NAME.
	together, alone string
	// names maps the modules in together to AUTHOR-NAME. The other modules have a name that a
	// module of another author already has.
	names map[string]string
	all   []string
}

// missing are the rules about missing files. The archives contain no templates, files and
// implementations of tasks.
var missing = []string{"missing_file", "invalid_task"}

// unpack unpacks the newest release of each module in a folder of archives,
// AUTHOR-NAME/VERSION.tar.xz. If several modules have the same name, the tree of all modules
// contains that of the author with most modules.
func unpack(archives string) (*layout, error) {
	entries, err := os.ReadDir(archives)
	if err != nil {
		return nil, err
	}
	l := &layout{names: map[string]string{}}
	count := map[string]int{}
	for _, entry := range entries {
		if author, _, ok := strings.Cut(entry.Name(), "-"); ok && entry.IsDir() {
			l.all = append(l.all, entry.Name())
			count[author]++
		}
	}
	if len(l.all) == 0 {
		return nil, fmt.Errorf("%s holds no folders called AUTHOR-NAME", archives)
	}
	if l.root, err = os.MkdirTemp("", "judged"); err != nil {
		return nil, err
	}
	l.together, l.alone = filepath.Join(l.root, "modules"), filepath.Join(l.root, "alone")
	for _, module := range l.all {
		author, name, _ := strings.Cut(module, "-")
		if other, _, _ := strings.Cut(l.names[name], "-"); other == "" || count[author] > count[other] {
			l.names[name] = module
		}
	}
	for _, module := range l.all {
		_, name, _ := strings.Cut(module, "-")
		if err := extract(filepath.Join(archives, module), filepath.Join(l.alone, module, name)); err != nil {
			return nil, err
		}
		if l.names[name] == module {
			if err := os.CopyFS(filepath.Join(l.together, name), os.DirFS(filepath.Join(l.alone, module, name))); err != nil {
				return nil, err
			}
		}
	}
	return l, nil
}

// extract unpacks the newest of the archives in a folder.
func extract(archives, into string) error {
	releases, err := filepath.Glob(filepath.Join(archives, "*.tar.xz"))
	if err != nil {
		return err
	}
	if len(releases) == 0 {
		return errors.New(archives + " holds no archives")
	}
	newest := slices.MaxFunc(releases, func(a, b string) int { return slices.Compare(versionOf(a), versionOf(b)) })
	if err := os.MkdirAll(into, 0o755); err != nil {
		return err
	}
	if said, err := exec.Command("tar", "-xJf", newest, "-C", into).CombinedOutput(); err != nil {
		return fmt.Errorf("tar: %s: %w: %s", newest, err, said)
	}
	return nil
}

// versionOf returns the numbers of a release, from the name of its archive.
func versionOf(path string) []int {
	var numbers []int
	for _, part := range strings.Split(strings.TrimSuffix(filepath.Base(path), ".tar.xz"), ".") {
		number, _ := strconv.Atoi(part)
		numbers = append(numbers, number)
	}
	return numbers
}

// errors returns the errors in the modules together and in each alone. An error found both ways
// is counted once.
func (l *layout) errors() ([]found, error) {
	all, err := errorsIn(l.together, "", missing)
	if err != nil {
		return nil, err
	}
	for _, module := range l.all {
		_, name, _ := strings.Cut(module, "-")
		prefix := name + "/"
		if l.names[name] != module {
			prefix = module + "/"
		}
		own, err := errorsIn(filepath.Join(l.alone, module, name), prefix, missing)
		if err != nil {
			return nil, err
		}
		all = union(all, own)
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(a.path, b.path) })
	return all, nil
}

// union adds those of more that are not in all. If there are several equal ones, it adds as
// many as more has in addition.
func union(all, more []found) []found {
	left := map[key]int{}
	for _, one := range all {
		left[one.key()]++
	}
	for _, one := range more {
		if left[one.key()]--; left[one.key()] < 0 {
			all = append(all, one)
		}
	}
	return all
}
