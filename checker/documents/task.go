package documents

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
)

var (
	taskKeys      = []string{"description", "puppet_task_version", "supports_noop", "input_method", "parameters", "private", "remote", "implementations", "files", "extensions"}
	taskParameter = lazyregexp.New(`\A[a-z][a-z0-9_]*\z`)
	boltTypes     = []string{"targetspec", "target", "result", "resultset", "plan", "error"}
)

// checkTask checks the metadata of a task.
func (r *Reader) checkTask(path string) {
	read := r.Tree.Documents.At(path)
	if read.Root == nil {
		return
	}
	r.File = read.File
	root := read.Root.Resolve()
	if root.Kind != document.Mapping {
		r.report(&code.InvalidTask, root.Span, "the metadata of a task must be a JSON object")
		return
	}
	for _, pair := range root.Pairs() {
		key := pair.Key.Resolve()
		if slices.Contains(taskKeys, key.Text) {
			continue
		}
		finding := r.report(&code.InvalidTask, pair.Key.Span, "'"+key.Text+"' is not a field of a task's metadata")
		finding.Severity = diag.Warning // Bolt warns, and runs the task
		finding.Suggest(diag.Suggestion{Written: key.Text, Meant: spell.Best(key.Text, taskKeys)})
	}
	if method := root.Get("input_method"); method != nil && !slices.Contains([]string{"stdin", "environment", "powershell", "both"}, method.Text) {
		r.report(&code.InvalidTask, method.Span, "input_method must be stdin, environment, powershell or both")
	}
	for _, name := range []string{"supports_noop", "private", "remote"} {
		if value := root.Get(name); value != nil && value.Kind != document.Boolean {
			r.report(&code.InvalidTask, value.Span, "'"+name+"' must be true or false")
		}
	}
	r.checkTaskParameters(root.Get("parameters"))
	if owner, relative := r.Tree.ModuleOf(path); owner != nil {
		t := &taskReader{Reader: r, owner: owner, name: strings.TrimSuffix(strings.TrimPrefix(relative, "tasks/"), ".json"), root: root}
		t.checkFiles()
	}
}

func (r *Reader) checkTaskParameters(parameters *document.Node) {
	if parameters == nil || parameters.Kind == document.Null {
		return
	}
	if parameters.Kind != document.Mapping {
		r.report(&code.InvalidTask, parameters.Span, "'parameters' must be an object")
		return
	}
	for _, pair := range parameters.Pairs() {
		if name := pair.Key.Resolve(); !taskParameter.MatchString(name.Text) {
			r.report(&code.InvalidTask, pair.Key.Span, "the name of a parameter must begin with a letter and contain only lower-case letters, digits and _")
		}
		value := pair.Value.Resolve()
		if value.Kind != document.Mapping {
			r.report(&code.InvalidTask, value.Span, "the description of a parameter must be an object")
			continue
		}
		typ := value.Get("type")
		if typ == nil {
			continue
		}
		if typ.Kind != document.String || !r.mayBeType(typ.Text) {
			r.report(&code.InvalidTask, typ.Span, "'"+typ.Text+"' is not a type")
			continue
		}
		r.checkTaskDefault(value.Get("default"), typ.Text)
	}
}

// checkTaskDefault checks a parameter's default against its type.
func (r *Reader) checkTaskDefault(value *document.Node, typ string) {
	if value == nil {
		return
	}
	f := &ValueChecker{Reader: r, file: r.File}
	wanted := r.ParseType(typ)
	if r.IsUnknown(wanted) {
		return
	}
	if given, known := f.constantOf(value, 0); known && !r.Algebra.Instance(wanted, given) {
		r.report(&code.InvalidTask, value.Span, "the default "+r.Mismatch(wanted, f.TypeOfNode(value, 0)))
	}
}

// mayBeType reports whether a text may name a type. Bolt and missing modules may define types
// that the checker does not know.
func (r *Reader) mayBeType(text string) bool {
	if !r.IsUnknown(r.ParseType(text)) {
		return true
	}
	name, _, parameterized := strings.Cut(text, "[")
	name = strings.ToLower(strings.TrimSpace(name))
	return strings.Contains(text, "::") || slices.Contains(boltTypes, name) || parameterized && r.DataType(name) != nil
}

// maxNamedFiles bounds the number of files that a message names.
const maxNamedFiles = 4

// taskReader checks the files named in the metadata of a task (Puppet::Module::Task).
type taskReader struct {
	*Reader
	owner *module.Module
	// name is the name of the task, without its module.
	name string
	root *document.Node
}

var (
	taskName = lazyregexp.New(`\A[a-z][a-z0-9_]*\z`)
	// taskMounts are the folders of a module from which tasks may use files.
	taskMounts = []string{"files", "lib", "scripts", "tasks"}
)

func (t *taskReader) checkFiles() {
	if strings.Contains(t.name, "/") {
		return
	}
	if !taskName.MatchString(t.name) {
		t.report(&code.InvalidTask, opening(t.root), "'"+t.name+"' is not a valid task name (lower-case letters, digits and _, starting with a letter); this file is never read")
		return
	}
	executables := t.executables()
	implementations := t.root.Get("implementations")
	t.checkFileList(t.root.Get("files"))
	if implementations == nil {
		t.checkExecutable(executables.byTask[t.name])
		return
	}
	if implementations.Kind != document.Sequence {
		t.report(&code.InvalidTask, implementations.Span, "'implementations' must be an array")
		return
	}
	for _, item := range implementations.Items {
		t.checkImplementation(item.Resolve(), executables)
	}
}

// executables are the files that tasks of a module may run, by the name of the task, and an index of
// all their names.
type executables struct {
	byTask map[string][]string
	names  *spell.Index
}

// executables returns the files that tasks of the module may run.
func (t *taskReader) executables() executables {
	t.dependOn(deps.Tasks(t.owner))
	return t.taskFiles.Get(t.owner, func() executables {
		entries, err := t.Tree.Files.ReadDir(t.owner.Path("tasks"))
		if err != nil {
			return executables{names: spell.NewIndex(nil)}
		}
		byTask, names := map[string][]string{}, []string(nil)
		for _, entry := range entries {
			extension := filepath.Ext(entry.Name())
			task := strings.TrimSuffix(entry.Name(), extension)
			if !entry.IsDir() && taskName.MatchString(task) && !slices.Contains([]string{".json", ".conf", ".md"}, extension) {
				byTask[task] = append(byTask[task], entry.Name())
				names = append(names, entry.Name())
			}
		}
		return executables{byTask, spell.NewIndex(names)}
	})
}

// has reports whether a file is one that tasks may run.
func (x executables) has(file string) bool {
	return slices.Contains(x.byTask[strings.TrimSuffix(file, filepath.Ext(file))], file)
}

// checkExecutable reports a task without an executable, or with several.
func (t *taskReader) checkExecutable(own []string) {
	switch {
	case len(own) == 0:
		t.report(&code.InvalidTask, opening(t.root), "the task '"+t.name+"' has nothing to run: there is no file tasks/"+t.name+" with any ending, and no implementations")
	case len(own) > 1:
		t.report(&code.InvalidTask, opening(t.root), "there are several files for the task '"+t.name+"' ("+lattice.Enumerate(own, maxNamedFiles)+"): list under 'implementations' when to use which")
	}
}

func (t *taskReader) checkImplementation(item *document.Node, executables executables) {
	if item.Kind != document.Mapping {
		t.report(&code.InvalidTask, item.Span, "an implementation must be an object with the name of a file")
		return
	}
	t.checkFileList(item.Get("files"))
	if requirements := item.Get("requirements"); requirements != nil && requirements.Kind != document.Sequence && requirements.Kind != document.Null {
		t.report(&code.InvalidTask, requirements.Span, "'requirements' must be an array")
	}
	name := item.Get("name")
	if name == nil || name.Kind != document.String {
		t.report(&code.InvalidTask, opening(item), "an implementation needs the name of a file")
		return
	}
	if executables.has(name.Text) {
		return
	}
	finding := t.report(&code.InvalidTask, name.Span, "there is no file tasks/"+name.Text+" that a task can run")
	finding.Suggest(diag.Suggestion{Written: name.Text, Meant: executables.names.Best(name.Text)})
}

// checkFileList checks the additional files of a task.
func (t *taskReader) checkFileList(files *document.Node) {
	if files == nil {
		return
	}
	if files.Kind != document.Sequence {
		t.report(&code.InvalidTask, files.Span, "'files' must be an array")
		return
	}
	for _, item := range files.Items {
		if item = item.Resolve(); item.Kind != document.String {
			t.report(&code.InvalidTask, item.Span, "a file must be a string such as module/files/name")
			continue
		}
		t.checkFile(item)
	}
}

func (t *taskReader) checkFile(item *document.Node) {
	name, rest, _ := strings.Cut(item.Text, "/")
	mount, relative, _ := strings.Cut(rest, "/")
	home := t.Tree.Module(name)
	switch {
	case !slices.Contains(taskMounts, mount):
		t.report(&code.InvalidTask, item.Span, "a file of a task must be in the folder files, lib, scripts or tasks of a module, written as module/files/name")
	case home == nil:
		// The module may be installed elsewhere.
	case relative != "" && !fs.ValidPath(strings.TrimSuffix(relative, "/")):
		t.report(&code.InvalidTask, item.Span, "the path of a file must not contain '..' or '.'")
	default:
		t.checkFileIn(home, item, mount+"/"+relative)
	}
}

// checkFileIn checks that a file exists, or a folder if the path ends with "/".
func (t *taskReader) checkFileIn(home *module.Module, item *document.Node, relative string) {
	t.dependOn(deps.File(home, relative))
	info, err := t.Tree.Files.Stat(home.Path(strings.TrimSuffix(relative, "/")))
	isFolder := strings.HasSuffix(relative, "/")
	switch {
	case err != nil:
		t.report(&code.InvalidTask, item.Span, "there is no '"+relative+"' in the module '"+home.Name+"'")
	case info.IsDir() && !isFolder:
		t.report(&code.InvalidTask, item.Span, "this is a folder: write '"+item.Text+"/'")
	case !info.IsDir() && isFolder:
		t.report(&code.InvalidTask, item.Span, "this is a file: write it without '/' at its end")
	}
}
