package module

import (
	"path/filepath"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/hiera"
	"puppet-lint/source"
)

// The files that make a folder an environment, or a project of Bolt's.
const (
	EnvironmentConf = "environment.conf"
	Puppetfile      = "Puppetfile"
	BoltProjectFile = "bolt-project.yaml"
)

// marksEnvironment reports whether a folder holds one of these files.
func marksEnvironment(files source.FileSystem, folder string) bool {
	for _, name := range [...]string{EnvironmentConf, Puppetfile, BoltProjectFile} {
		if info, err := files.Stat(filepath.Join(folder, name)); err == nil && !info.IsDir() {
			return true
		}
	}
	return false
}

// boltProject is what a bolt-project.yaml says.
type boltProject struct {
	// name is that of the module that the project itself is.
	name string
	// modulepath are the folders for modules, as they are written.
	modulepath []string
	// modules are the names of those that the project is to have.
	modules []string
	// open says that not all of the modules can be named.
	open bool
}

// readBoltProject reads the bolt-project.yaml of a folder, or gives nil.
func readBoltProject(files source.FileSystem, folder string) *boltProject {
	file, err := files.Read(filepath.Join(folder, BoltProjectFile))
	if err != nil {
		return nil
	}
	project := &boltProject{}
	root := yaml.Read(file, yaml.Options{}).Root
	if root == nil {
		return project
	}
	project.name = textOf(root.Get("name"))
	if path := root.Get("modulepath"); path != nil && path.Kind == document.String {
		project.modulepath = strings.FieldsFunc(path.Text, func(char rune) bool { return char == ':' || char == ';' })
	} else {
		for _, item := range itemsOf(path) {
			project.modulepath = append(project.modulepath, textOf(item.Resolve()))
		}
	}
	for _, item := range itemsOf(root.Get("modules")) {
		item = item.Resolve()
		name := textOf(item)
		if item != nil && item.Kind == document.Mapping {
			name = textOf(item.Get("name"))
		}
		name = name[strings.LastIndexAny(name, "/-")+1:]
		if name == "" { // only a repository is named
			project.open = true
			continue
		}
		project.modules = append(project.modules, name)
	}
	return project
}

// addProject adds the project of Bolt's in a folder as the module that it is to
// Bolt, which goes before all others of that name.
func (t *Tree) addProject(folder string) {
	read := readBoltProject(t.Files, folder)
	if read == nil {
		return
	}
	t.open = t.open || read.open
	for _, name := range read.modules {
		t.absent[name] = true
	}
	name := t.projectName(folder, read)
	if name == "" {
		return
	}
	t.project = t.addModule(name, folder)
	t.project.metadata = func() *Metadata { return nil }
	t.project.hiera = func() *hiera.Config { return nil } // it is the environment's
}

// projectName is the name that a project has; of one that has none, whose plans
// Bolt runs in no way, the name that its code is written for.
func (t *Tree) projectName(folder string, read *boltProject) string {
	if validModuleName(read.name) {
		return read.name
	}
	for _, name := range []string{"plans", "functions", "types"} {
		if namespace := t.definedNamespace(filepath.Join(folder, name)); validModuleName(namespace) {
			return namespace
		}
	}
	if name := filepath.Base(absolute(folder)); validModuleName(name) {
		return name
	}
	return ""
}

// isOfProject reports whether a file, at a path that is absolute and relative to the
// project's folder, belongs to the module that the project is: its data and its
// initial manifests are the environment's.
func (t *Tree) isOfProject(path, relative string) bool {
	first, _, isBelow := strings.Cut(relative, "/")
	switch {
	case !isBelow:
		return false
	case first == "manifests":
		return t.Manifests == "" || !isWithin(path, absolute(t.Manifests))
	}
	switch first {
	case "plans", "tasks", "functions", "types", "lib", "files", "templates":
		return true
	}
	return false
}

// IsProjectOfTwo reports whether a name begins with that of a project of Bolt's which is
// also the name of a module that its Puppetfile or settings list: what the module holds
// is not known.
func (t *Tree) IsProjectOfTwo(name string) bool {
	if t.project == nil {
		return false
	}
	first, _, _ := strings.Cut(name, "::")
	return t.project.Name == first && t.absent[first]
}
