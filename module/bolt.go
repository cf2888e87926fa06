package module

import (
	"path/filepath"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/source"
)

// The files that mark a folder as an environment or a Bolt project.
const (
	EnvironmentConf = "environment.conf"
	Puppetfile      = "Puppetfile"
	BoltProjectFile = "bolt-project.yaml"
)

// marksEnvironment reports whether a folder contains one of these files.
func marksEnvironment(files source.FileSystem, folder string) bool {
	for _, name := range [...]string{EnvironmentConf, Puppetfile, BoltProjectFile} {
		if info, err := files.Stat(filepath.Join(folder, name)); err == nil && !info.IsDir() {
			return true
		}
	}
	return false
}

// boltProject is the content of a bolt-project.yaml.
type boltProject struct {
	// name is the name of the module that the project itself forms.
	name string
	// modulepath lists the module folders as written.
	modulepath []string
	// modules are the names of the modules that the project installs.
	modules []string
	// open is set if the names of some modules are unknown.
	open bool
}

// readBoltProject reads the bolt-project.yaml of a folder. It returns nil if there is none.
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
		if name == "" { // the setting only gives a repository
			project.open = true
			continue
		}
		project.modules = append(project.modules, name)
	}
	return project
}

// addProject adds the Bolt project in a folder as a module. In Bolt, it precedes all other
// modules of that name.
func (t *Tree) addProject(folder string) {
	read := readBoltProject(t.Files, folder)
	if read == nil {
		return
	}
	t.completeness.open = t.completeness.open || read.open
	for _, name := range read.modules {
		t.missing.absent[name] = true
	}
	name := t.projectName(folder, read)
	if name == "" {
		return
	}
	t.project = t.addModule(name, folder)
	t.project.tree = nil // the environment has its own metadata and hierarchy
}

// projectName returns the name of a project. Bolt cannot run the plans of a project without a
// name; for such a project, projectName returns the namespace of its code, or the name of the
// folder.
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

// isOfProject reports whether a file belongs to the module that a project forms. path is
// absolute, relative is relative to the project's folder. Data and initial manifests belong to
// the environment.
func (t *Tree) isOfProject(path, relative string) bool {
	first, _, isBelow := strings.Cut(relative, "/")
	switch {
	case !isBelow:
		return false
	case first == "manifests":
		return t.InitialPath == "" || !source.IsWithin(path, absolute(t.InitialPath))
	}
	switch first {
	case "plans", "tasks", "functions", "types", "lib", "files", "templates":
		return true
	}
	return false
}

// IsProjectOfTwo reports whether a name begins with the name of a Bolt project, and the
// Puppetfile or settings of the project list a module of the same name. The contents of that
// module are unknown.
func (t *Tree) IsProjectOfTwo(name string) bool {
	if t.project == nil {
		return false
	}
	first, _, _ := strings.Cut(name, "::")
	return t.project.Name == first && t.missing.absent[first]
}
