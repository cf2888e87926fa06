package module

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"puppet-lint/source"
)

// Workspace finds the Trees that files and folders belong to. Two paths of one
// tree get the same *Tree.
type Workspace struct {
	files source.FileSystem
	// roots are the files and folders that the user named, as absolute paths.
	roots map[string]bool
	// modulepath, when given, is the same for every path.
	modulepath []string
	// globalHiera is the server's own hiera.yaml, or empty.
	globalHiera string
	// known says that modules which are not there are known all the same.
	known bool
	world World

	mu    sync.Mutex
	trees map[string]*Tree // by the key of their layout
	found map[string]*Tree // by folder
}

// NewWorkspace serves the files and folders at paths. A modulepath that is not
// empty takes the place of the one that would be found.
func NewWorkspace(files source.FileSystem, paths, modulepath []string) *Workspace {
	workspace := &Workspace{files: files, modulepath: modulepath, roots: map[string]bool{}, trees: map[string]*Tree{}, found: map[string]*Tree{}}
	current := absolute(".") // once: the system is asked for it each time
	for _, path := range paths {
		workspace.roots[source.Absolute(current, path)] = true
	}
	return workspace
}

// WithGlobalHiera has the trees know the server's own hiera.yaml, which comes
// before those of environments and modules. It is to be called before TreeOf.
func (w *Workspace) WithGlobalHiera(path string) *Workspace {
	w.globalHiera = path
	return w
}

// WithKnownModules has the trees know the public interfaces of widely used modules
// that others depend on and that are not there. It is to be called before TreeOf.
func (w *Workspace) WithKnownModules() *Workspace {
	w.known = true
	return w
}

// InWorld has the trees be as if they stood in another world. It is to be called
// before TreeOf.
func (w *Workspace) InWorld(world World) *Workspace {
	w.world = world
	return w
}

// TreeOf is the tree that the file or folder at path belongs to. It is never
// nil: a file that belongs to nothing gets a tree without modules.
func (w *Workspace) TreeOf(path string) *Tree {
	folder := path
	if info, err := w.files.Stat(path); err != nil || !info.IsDir() {
		folder = filepath.Dir(path)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	key := absolute(folder)
	if tree := w.found[key]; tree != nil {
		return tree
	}
	layout := w.layoutOf(folder)
	layout.globalHiera = w.globalHiera
	tree := w.trees[layout.key()]
	if tree == nil {
		layout.world = w.world
		tree = newTree(w.files, layout)
		if w.known || len(w.world.Modules) > 0 {
			tree.useKnown(w.known)
		}
		w.trees[layout.key()] = tree
	}
	w.found[key] = tree
	return tree
}

// Around are the folders that a folder belongs to by where it lies: the module, the
// folder of modules and the environment around it.
func (w *Workspace) Around(folder string) []string {
	layout := w.layoutOf(folder)
	inner := absolute(folder)
	var around []string
	for _, outer := range append([]string{layout.single, layout.environment}, layout.modulepath...) {
		if outer != "" && isWithin(inner, absolute(outer)) {
			around = append(around, absolute(outer))
		}
	}
	return around
}

// Keeps reports whether a file that has changed, come or gone leaves the folders
// around it to the trees that they belonged to: what else is there decides on that.
func (w *Workspace) Keeps(path string) bool {
	path = absolute(path)
	around := filepath.Dir(path)
	for _, name := range moduleFolders {
		separator := string(filepath.Separator)
		if at := strings.Index(path, separator+name+separator); at > 0 {
			around = path[:at]
			break
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for folder, tree := range w.found {
		if !isWithin(folder, around) {
			continue
		}
		layout := w.layoutOf(folder)
		layout.globalHiera = w.globalHiera
		if w.trees[layout.key()] != tree {
			return false
		}
	}
	return true
}

// moduleFolders are the folders that a module is told by.
var moduleFolders = []string{"manifests", "types", "functions", "plans", "lib"}

// layout is what a tree is made of.
type layout struct {
	// environment is the folder of a control repository, or empty.
	environment string
	// modulepath are the folders that hold modules.
	modulepath []string
	// single is a module that lies in none of those, or empty.
	single string
	// manifests is the folder or file of the initial manifests, or empty.
	manifests string
	// open says that there is more on the modulepath than can be seen.
	open bool
	// around is the environment that the modules lie in without being on its modulepath,
	// or empty: what its Puppetfile lists is there for them, too.
	around string
	// globalHiera is the server's own hiera.yaml, or empty.
	globalHiera string
	// world is what stands in the place of what is there.
	world World
}

func (l *layout) key() string {
	parts := []string{absoluteOrEmpty(l.environment), absoluteOrEmpty(l.single)}
	for _, folder := range l.modulepath {
		parts = append(parts, absolute(folder))
	}
	return strings.Join(parts, "\x00")
}

// layoutOf finds the tree around folder by looking at it and the folders above.
func (w *Workspace) layoutOf(folder string) layout {
	if len(w.modulepath) > 0 {
		found := layout{modulepath: w.modulepath}
		if module := w.moduleAround(folder); module != "" && !slices.ContainsFunc(w.modulepath, func(path string) bool {
			return absolute(path) == filepath.Dir(absolute(module))
		}) {
			found.single = module
		}
		if environment := w.environmentAround(folder); environment != "" {
			w.addEnvironment(&found, environment)
			found.modulepath = w.modulepath
		}
		return found
	}
	if module := w.moduleAround(folder); module != "" {
		return w.layoutOfModule(module)
	}
	if environment := w.environmentAround(folder); environment != "" {
		found := layout{}
		w.addEnvironment(&found, environment)
		return found
	}
	if w.holdsModules(folder) {
		return layout{modulepath: []string{folder}}
	}
	return layout{open: true}
}

// layoutOfModule is the layout around a module's folder: its siblings belong
// to it when the folder above is a modulepath.
func (w *Workspace) layoutOfModule(module string) layout {
	parent := parentOf(module)
	parentPlace := absolute(parent)
	around := ""
	if environment := w.environmentAround(parent); environment != "" {
		found := layout{}
		w.addEnvironment(&found, environment)
		if slices.ContainsFunc(found.modulepath, func(path string) bool { return absolute(path) == parentPlace }) {
			return found
		}
		if w.isFile(filepath.Join(environment, Puppetfile)) {
			around = environment
		}
	}
	if validModuleName(filepath.Base(absolute(module))) &&
		(slices.Contains(modulepathNames, filepath.Base(parentPlace)) || w.isInRoot(parentPlace) && w.modulesIn(parent) > 1) {
		return layout{modulepath: []string{parent}, around: around}
	}
	found := layout{single: module, around: around}
	if fixtures := filepath.Join(module, "spec", "fixtures", "modules"); w.isFolder(fixtures) {
		found.modulepath = []string{fixtures}
	}
	return found
}

// isInRoot reports whether an absolute folder is one that the user named, or lies in one.
func (w *Workspace) isInRoot(folder string) bool {
	for !w.roots[folder] {
		above := filepath.Dir(folder)
		if above == folder {
			return false
		}
		folder = above
	}
	return true
}

// modulepathNames are the names that folders of modules customarily have.
var modulepathNames = []string{"modules", "site-modules", "site", "dist", "vendor", "vendor_modules", "r10k_modules", "external_modules", "thirdparty", ".modules"}

// moduleAround is the innermost folder, from folder upwards, that is a module,
// or empty.
func (w *Workspace) moduleAround(folder string) string {
	for range maxFolders {
		switch {
		case w.isEnvironment(folder):
			return ""
		case w.isFile(filepath.Join(folder, "metadata.json")):
			return folder
		case w.looksLikeModule(folder):
			return folder
		}
		parent := parentOf(folder)
		if absolute(parent) == absolute(folder) {
			return ""
		}
		folder = parent
	}
	return ""
}

// maxFolders bounds the walk upwards.
const maxFolders = 64

// environmentAround is the innermost folder, from folder upwards, that is a
// control repository or an environment, or empty.
func (w *Workspace) environmentAround(folder string) string {
	for range maxFolders {
		if w.isEnvironment(folder) {
			return folder
		}
		if w.isFile(filepath.Join(folder, "metadata.json")) || w.isFolder(filepath.Join(folder, ".git")) {
			return ""
		}
		parent := parentOf(folder)
		if absolute(parent) == absolute(folder) {
			return ""
		}
		folder = parent
	}
	return ""
}

func (w *Workspace) isEnvironment(folder string) bool {
	if w.isFile(filepath.Join(folder, "metadata.json")) {
		// The Puppet Development Kit asks control repositories for one, too.
		return (w.isFile(filepath.Join(folder, EnvironmentConf)) || w.holdsModules(filepath.Join(folder, "site-modules"))) &&
			!w.isFile(filepath.Join(folder, "manifests", "init.pp"))
	}
	if marksEnvironment(w.files, folder) || w.startsFromSite(folder) {
		return true
	}
	parent := filepath.Base(absolute(parentOf(folder)))
	if parent == environmentsName && (w.isFolder(filepath.Join(folder, "manifests")) || w.isFolder(filepath.Join(folder, "modules"))) {
		return true
	}
	if slices.Contains(modulepathNames, filepath.Base(absolute(folder))) && marksEnvironment(w.files, parentOf(folder)) {
		return false // its folders of modules are those of the environment around it
	}
	for _, name := range []string{"site-modules", "site", "modules"} {
		path := filepath.Join(folder, name)
		if w.isFolder(path) && w.holdsModules(path) && (!w.looksLikeModule(folder) || w.isNameless(folder)) {
			return name != "modules" || w.isFolder(filepath.Join(folder, "manifests")) || w.isFile(filepath.Join(folder, "hiera.yaml"))
		}
	}
	return w.looksLikeModule(folder) && w.isNameless(folder) && slices.ContainsFunc(w.manifestsIn(folder), isInitial)
}

// environmentsName is the folder of a server's code that holds the environments.
const environmentsName = "environments"

// looksLikeModule tells a module without metadata.json by its folders.
func (w *Workspace) looksLikeModule(folder string) bool {
	base := filepath.Base(absolute(folder))
	if !validModuleName(base) && !w.isCheckout(folder) {
		return false
	}
	// A module may hold types/manifests, for Name::Manifests::Type.
	if parent := parentOf(folder); slices.Contains(moduleFolders, base) &&
		(w.isFile(filepath.Join(parent, "metadata.json")) || w.looksLikeModule(parent)) {
		return false
	}
	for _, name := range moduleFolders {
		path := filepath.Join(folder, name)
		if !w.isFolder(path) {
			continue
		}
		if name == "lib" {
			if w.isFolder(filepath.Join(path, "puppet")) || w.isFolder(filepath.Join(path, "facter")) {
				return true
			}
			continue
		}
		entries, err := w.files.ReadDir(path)
		if err != nil {
			continue
		}
		for _, entry := range entries {
			if strings.HasSuffix(entry.Name(), ".pp") || entry.IsDir() && name == "manifests" {
				return true
			}
		}
	}
	return false
}

// holdsModules reports whether at least one folder in folder is a module.
func (w *Workspace) holdsModules(folder string) bool { return w.modulesIn(folder) > 0 }

// modulesIn counts the modules in folder, up to two.
func (w *Workspace) modulesIn(folder string) int {
	entries, err := w.files.ReadDir(folder)
	if err != nil {
		return 0
	}
	count := 0
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if validModuleName(entry.Name()) && w.isFolder(path) &&
			(w.isFile(filepath.Join(path, "metadata.json")) || w.looksLikeModule(path)) {
			if count++; count > 1 {
				break
			}
		}
	}
	return count
}

// addEnvironment fills in what an environment's settings say.
func (w *Workspace) addEnvironment(found *layout, environment string) {
	found.environment = environment
	settings := readEnvironmentConf(w.files, filepath.Join(environment, EnvironmentConf))
	found.manifests = filepath.Join(environment, "manifests")
	if manifest := settings["manifest"]; manifest != "" {
		found.manifests = within(environment, manifest)
	}
	var folders []string
	if modulepath := settings["modulepath"]; modulepath != "" {
		folders = strings.FieldsFunc(modulepath, func(char rune) bool { return char == ':' || char == ';' })
	}
	project := readBoltProject(w.files, environment)
	if project != nil {
		folders = append(folders, project.modulepath...)
		if settings == nil && !w.isFile(filepath.Join(found.manifests, "site.pp")) {
			found.manifests = "" // they are the project's
		}
	}
	if len(folders) == 0 {
		folders = append([]string{"site-modules", "site", "modules"}, w.otherModules(environment)...)
	}
	if project != nil {
		folders = append(folders, ".modules")
	}
	for _, folder := range folders {
		folder = strings.TrimSpace(folder)
		if strings.Contains(folder, "$") || folder == "" {
			continue // $basemodulepath: what a server adds is not part of the tree
		}
		if path := within(environment, folder); w.isFolder(path) && !slices.Contains(found.modulepath, path) {
			found.modulepath = append(found.modulepath, path)
		}
	}
}

// otherModules are the folders of an environment whose names say that they hold
// modules, as contrib-modules does, and that do: where no environment.conf names the
// folders, the server's configuration or a command does.
func (w *Workspace) otherModules(environment string) (folders []string) {
	entries, err := w.files.ReadDir(environment)
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		if name := entry.Name(); strings.Contains(name, "modules") && !strings.HasPrefix(name, ".") && w.holdsModules(filepath.Join(environment, name)) {
			folders = append(folders, name)
		}
	}
	return folders
}

func (w *Workspace) isFile(path string) bool {
	info, err := w.files.Stat(path)
	return err == nil && !info.IsDir()
}

func (w *Workspace) isFolder(path string) bool {
	info, err := w.files.Stat(path)
	return err == nil && info.IsDir()
}

// validModuleName reports whether Puppet takes a folder of that name for a
// module (Puppet::Module.is_module_directory_name?).
func validModuleName(name string) bool {
	for i := range len(name) {
		char := name[i]
		if !('a' <= char && char <= 'z' || i > 0 && (char == '_' || '0' <= char && char <= '9')) {
			return false
		}
	}
	return name != ""
}

// parentOf is the folder above, in the form (relative or absolute) that folder
// is given in.
func parentOf(folder string) string {
	clean := filepath.Clean(folder)
	if base := filepath.Base(clean); base == "." || base == ".." {
		return filepath.Join(clean, "..")
	}
	return filepath.Dir(clean)
}

func within(folder, path string) string {
	if source.IsAbsolute(path) {
		return path
	}
	return filepath.Join(folder, path)
}

func isWithin(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}

// absolute is path as an absolute one; where the current folder is not known,
// it is path itself.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return filepath.Clean(path)
}

func absoluteOrEmpty(path string) string {
	if path == "" {
		return ""
	}
	return absolute(path)
}
