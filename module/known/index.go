package known

import (
	"compress/flate"
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"puppet-lint/types"
)

//go:embed index.bin
var embedded string

// Index is a collection of modules.
type Index struct {
	// modules are by full name, owner-name.
	modules map[string]*Module
	// names are the full names, sorted.
	names []string
}

// Embedded is the index that is part of the program.
var Embedded = sync.OnceValue(func() *Index {
	index, err := Parse(embedded)
	if err != nil {
		// It is part of the program, and a test decodes all of it.
		panic(fmt.Sprintf("known: the embedded index is broken: %v", err))
	}
	return index
})

// Module is one module in all versions that the index knows of it.
type Module struct {
	// Owner and Name are the two parts of its full name.
	Owner, Name string
	// Versions are those that the index knows, oldest first.
	Versions []*types.Version

	compressed string
	forms      func() (map[string][]form, error)
}

// form is what a file shows in some of the versions.
type form struct {
	in Versions
	// text is JSON: a Definition, the declarations of a Ruby file, or Metadata.
	text string
}

// Versions is a set of the versions of a module, a bit for each in their order.
type Versions uint64

// maxVersions is how many versions of a module the index can hold.
const maxVersions = 64

// Metadata is what one or several versions of a module say of what they need.
type Metadata struct {
	Dependencies []Dependency `json:"dependencies"`
}

// Dependency is a module that another one needs.
type Dependency struct {
	Name  string `json:"name"`
	Range string `json:"range,omitempty"`
}

// Parse reads an index: a line for each module (its full name, the length of its
// compressed text, its versions), an empty line, and the compressed texts in the
// same order.
func Parse(text string) (*Index, error) {
	head, bodies, ok := strings.Cut(text, "\n\n")
	if !ok {
		return nil, fmt.Errorf("it has no list of modules")
	}
	index := &Index{modules: map[string]*Module{}}
	for line := range strings.Lines(head) {
		fields := strings.Fields(line)
		if len(fields) < 3 {
			return nil, fmt.Errorf("%q lists no module", line)
		}
		length, err := strconv.Atoi(fields[1])
		if err != nil || length > len(bodies) || len(fields)-2 > maxVersions {
			return nil, fmt.Errorf("%q lists no module", line)
		}
		module := &Module{compressed: bodies[:length]}
		module.Owner, module.Name, _ = strings.Cut(fields[0], "-")
		for _, written := range fields[2:] {
			version, err := types.ParseVersion(written)
			if err != nil {
				return nil, err
			}
			module.Versions = append(module.Versions, version)
		}
		module.forms = sync.OnceValues(module.decode)
		bodies = bodies[length:]
		index.modules[fields[0]] = module
		index.names = append(index.names, fields[0])
	}
	return index, nil
}

// Find is the module of an owner, or nil.
func (i *Index) Find(owner, name string) *Module { return i.modules[owner+"-"+name] }

// Named are the modules of that name, whoever owns them, sorted by owner.
func (i *Index) Named(name string) []*Module {
	var found []*Module
	for _, full := range i.names {
		if strings.HasSuffix(full, "-"+name) && i.modules[full].Name == name {
			found = append(found, i.modules[full])
		}
	}
	return found
}

// Modules are all modules, sorted by full name.
func (i *Index) Modules() []*Module {
	found := make([]*Module, len(i.names))
	for at, name := range i.names {
		found[at] = i.modules[name]
	}
	return found
}

// FullName is the owner and the name.
func (m *Module) FullName() string { return m.Owner + "-" + m.Name }

// decode reads the lines of the module's text: path, versions, form.
func (m *Module) decode() (map[string][]form, error) {
	text, err := io.ReadAll(flate.NewReader(strings.NewReader(m.compressed)))
	if err != nil {
		return nil, err
	}
	forms := map[string][]form{}
	for line := range strings.Lines(string(text)) {
		path, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		mask, form, _ := strings.Cut(rest, "\t")
		if err := addForm(forms, path, mask, form); err != nil {
			return nil, err
		}
	}
	return forms, nil
}

func addForm(to map[string][]form, path, mask, text string) error {
	in, err := strconv.ParseUint(mask, 16, 64)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	to[path] = append(to[path], form{Versions(in), text})
	return nil
}

// All are all versions of the module.
func (m *Module) All() Versions { return 1<<len(m.Versions) - 1 }

// Allowed are the versions that stand for those of a range; none when the range
// allows no version that is known. Of a major version only the newest is known,
// which takes what the others before it take: it stands for all of them.
func (m *Module) Allowed(allowed *types.VersionRange) Versions {
	var found Versions
	for i, version := range m.Versions {
		if allowed.Includes(version) || allowed.IncludesMajor(version.Major) {
			found |= 1 << i
		}
	}
	return found
}

// maxUnknownMajors is how many major versions the oldest known version of a module may
// be newer than the one that code was written for.
const maxUnknownMajors = 2

// IsMuchNewer reports whether all versions that are known are much newer than those that
// a range without an upper bound begins with: who wrote it knew none of them.
func (m *Module) IsMuchNewer(allowed *types.VersionRange) bool {
	oldest := m.Versions[0].Major
	for major := range oldest {
		if allowed.IncludesMajor(major) {
			return oldest-major > maxUnknownMajors && allowed.IncludesMajor(math.MaxInt32)
		}
	}
	return false
}

// In are the versions of a set, oldest first.
func (m *Module) In(set Versions) []*types.Version {
	var found []*types.Version
	for i, version := range m.Versions {
		if set&(1<<i) != 0 {
			found = append(found, version)
		}
	}
	return found
}

// Line is a line of a module's text, as the generator writes it.
func Line(path string, in Versions, form string) string {
	return path + "\t" + strconv.FormatUint(uint64(in), 16) + "\t" + form + "\n"
}

// sortedPaths are the paths of what some of the versions have.
func sortedPaths(forms map[string][]form, allowed Versions) []string {
	var paths []string
	for path, all := range forms {
		if slices.ContainsFunc(all, func(f form) bool { return f.in&allowed != 0 }) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}
