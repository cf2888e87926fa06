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
	// modules maps full names, owner-name, to modules.
	modules map[string]*Module
	// names are the full names, sorted; short holds the names without owners.
	names []string
	short map[string]bool
}

// Embedded returns the index that is part of the program.
var Embedded = sync.OnceValue(func() *Index {
	index, err := Parse(embedded)
	if err != nil {
		// The index is part of the program, and a test decodes all of it.
		panic(fmt.Sprintf("known: the embedded index is broken: %v", err))
	}
	return index
})

// Module is a module with all its known versions.
type Module struct {
	// Owner and Name are the two parts of its full name.
	Owner, Name string
	// Versions are the known versions, oldest first.
	Versions []*types.Version
	// ResourceTypes are the names of the resource types that some version has, sorted.
	ResourceTypes []string

	compressed string
	forms      func() (map[string][]form, error)
}

// form is the content of a file in some of the versions.
type form struct {
	in Versions
	// text is JSON: a Definition, the declarations of a Ruby file, or Metadata.
	text string
}

// Versions is a set of versions of a module, one bit for each in their order.
type Versions uint64

// maxVersions is the largest number of versions of a module in the index.
const maxVersions = 64

// Metadata holds the dependencies of one or several versions of a module.
type Metadata struct {
	Dependencies []Dependency `json:"dependencies"`
}

// Dependency is a module that another one needs.
type Dependency struct {
	Name  string `json:"name"`
	Range string `json:"range,omitempty"`
}

// typesMark precedes the names of a module's resource types in its line of the index.
const typesMark = ":"

// Parse reads an index: a line for each module (its full name, the length of its
// compressed text, its versions, and, behind a colon, its resource types), an empty
// line, and the compressed texts in the same order.
func Parse(text string) (*Index, error) {
	head, bodies, ok := strings.Cut(text, "\n\n")
	if !ok {
		return nil, fmt.Errorf("it has no list of modules")
	}
	index := &Index{modules: map[string]*Module{}, short: map[string]bool{}}
	for line := range strings.Lines(head) {
		module, length, err := parseLine(line)
		if err != nil || length > len(bodies) {
			return nil, fmt.Errorf("%q lists no module", line)
		}
		module.compressed = bodies[:length]
		module.forms = sync.OnceValues(module.decode)
		bodies = bodies[length:]
		index.modules[module.FullName()] = module
		index.names = append(index.names, module.FullName())
		index.short[module.Name] = true
	}
	return index, nil
}

// parseLine reads the line of a module, and returns the length of its compressed text with it.
func parseLine(line string) (*Module, int, error) {
	before, behind, _ := strings.Cut(line, " "+typesMark+" ")
	fields := strings.Fields(before)
	if len(fields) < 3 || len(fields)-2 > maxVersions {
		return nil, 0, fmt.Errorf("%d fields", len(fields))
	}
	module := &Module{ResourceTypes: strings.Fields(behind)}
	module.Owner, module.Name, _ = strings.Cut(fields[0], "-")
	for _, written := range fields[2:] {
		version, err := types.ParseVersion(written)
		if err != nil {
			return nil, 0, err
		}
		module.Versions = append(module.Versions, version)
	}
	length, err := strconv.Atoi(fields[1])
	return module, length, err
}

// ModuleLine returns the line of a module in the index, as the generator writes it. length is
// that of the module's compressed text in bytes.
func ModuleLine(fullName string, length int, versions, resourceTypes []string) string {
	line := fmt.Sprintf("%s %d %s", fullName, length, strings.Join(versions, " "))
	if len(resourceTypes) > 0 {
		line += " " + typesMark + " " + strings.Join(resourceTypes, " ")
	}
	return line + "\n"
}

// ResourceTypeAt returns the name of the resource type that a file of a module defines, if
// it defines one. path is relative to the module.
func ResourceTypeAt(path string) (string, bool) {
	name, isType := strings.CutPrefix(path, "lib/puppet/type/")
	name, isRuby := strings.CutSuffix(name, ".rb")
	return name, isType && isRuby && !strings.Contains(name, "/")
}

// Find returns the module of an owner, or nil.
func (i *Index) Find(owner, name string) *Module { return i.modules[owner+"-"+name] }

// Named returns the modules of that name with any owner, sorted by owner.
func (i *Index) Named(name string) []*Module {
	var found []*Module
	for _, full := range i.names {
		if strings.HasSuffix(full, "-"+name) && i.modules[full].Name == name {
			found = append(found, i.modules[full])
		}
	}
	return found
}

// HasName reports whether there is a module of that name with any owner.
func (i *Index) HasName(name string) bool { return i.short[name] }

// Modules returns all modules, sorted by full name.
func (i *Index) Modules() []*Module {
	found := make([]*Module, len(i.names))
	for at, name := range i.names {
		found[at] = i.modules[name]
	}
	return found
}

// FullName returns owner-name.
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

// All returns the set of all versions of the module.
func (m *Module) All() Versions { return 1<<len(m.Versions) - 1 }

// Allowed returns the known versions that represent the versions in a range; none if no known
// version does. Only the newest version of each major version is known. It accepts what the
// earlier ones accept, so it represents all of them. Below 1.0.0 any minor version may break what
// the one before accepts, so a known version represents only those of its own minor version.
func (m *Module) Allowed(allowed *types.VersionRange) Versions {
	var found Versions
	for i, version := range m.Versions {
		if allowed.Includes(version) || allowed.IncludesMajor(version.Major) && (version.Major > 0 || allowed.IncludesMinor(version.Major, version.Minor)) {
			found |= 1 << i
		}
	}
	return found
}

// maxUnknownMajors is the largest accepted distance, in major versions, between the version
// that code was written for and the oldest known version.
const maxUnknownMajors = 2

// IsMuchNewer reports whether all known versions are much newer than the start of a range
// without an upper bound. The author of the range knew none of them.
func (m *Module) IsMuchNewer(allowed *types.VersionRange) bool {
	oldest := m.Versions[0].Major
	for major := range oldest {
		if allowed.IncludesMajor(major) {
			return oldest-major > maxUnknownMajors && allowed.IncludesMajor(math.MaxInt32)
		}
	}
	return false
}

// In returns the versions of a set, oldest first.
func (m *Module) In(set Versions) []*types.Version {
	var found []*types.Version
	for i, version := range m.Versions {
		if set&(1<<i) != 0 {
			found = append(found, version)
		}
	}
	return found
}

// Line returns a line of a module's text, as the generator writes it.
func Line(path string, in Versions, form string) string {
	return path + "\t" + strconv.FormatUint(uint64(in), 16) + "\t" + form + "\n"
}

// sortedPaths returns the paths of the files that at least one of the versions has, sorted.
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
