package module

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"puppet-lint/internal/source"
)

// Workspace finds the Trees that files and folders belong to. All paths in one tree get the
// same *Tree.
type Workspace struct {
	files source.FileSystem
	// roots holds the files and folders that the user named, as absolute paths.
	roots map[string]bool
	// modulepath, if not empty, applies to every path.
	modulepath []string
	// globalHiera is the path of the server's own hiera.yaml, or "".
	globalHiera string
	// known makes trees use known modules for missing ones.
	known     bool
	overrides VersionOverrides
	// follows makes trees that can be renewed.
	follows bool
	// parses, unless it is nil, shares syntax trees with another workspace.
	parses *Parses

	mu    sync.Mutex
	trees map[string]*Tree // by the key of their layout
	found map[string]*Tree // by folder
	// modules, nameless and initial hold the results of moduleAround, isNameless and holdsInitial,
	// by folder.
	modules           map[string]string
	nameless, initial map[string]bool
}

// NewWorkspace returns a workspace for the files and folders at paths. A modulepath that is not
// empty overrides the one that would be found.
func NewWorkspace(files source.FileSystem, paths, modulepath []string) *Workspace {
	workspace := &Workspace{files: files, modulepath: modulepath, roots: map[string]bool{}, trees: map[string]*Tree{}, found: map[string]*Tree{}, modules: map[string]string{}, nameless: map[string]bool{}, initial: map[string]bool{}}
	current := absolute(".") // computed once, since each call asks the system
	for _, path := range paths {
		workspace.roots[source.Absolute(current, path)] = true
	}
	return workspace
}

// WithGlobalHiera sets the server's own hiera.yaml, which precedes those of environments and
// modules. It must be called before TreeOf.
func (w *Workspace) WithGlobalHiera(path string) *Workspace {
	w.globalHiera = path
	return w
}

// WithKnownModules makes trees use the public interfaces of widely used modules that others
// depend on and that are missing. It must be called before TreeOf.
func (w *Workspace) WithKnownModules() *Workspace {
	w.known = true
	return w
}

// WithVersions makes trees use the versions in overrides. It must be called before TreeOf.
func (w *Workspace) WithVersions(overrides VersionOverrides) *Workspace {
	w.overrides = overrides
	return w
}

// WithParses makes trees share syntax trees with those of another workspace, which has the other
// side of the Parses. It must be called before TreeOf.
func (w *Workspace) WithParses(parses *Parses) *Workspace {
	w.parses = parses
	return w
}

// Following makes trees record what their answers depend on, so that they can be renewed. It
// must be called before TreeOf.
func (w *Workspace) Following() *Workspace {
	w.follows = true
	return w
}

// TreeOf returns the tree that the file or folder at path belongs to. It is never nil: a file
// outside of any module and environment gets a tree without modules.
func (w *Workspace) TreeOf(path string) *Tree {
	folder := path
	if info, err := w.files.Stat(path); err != nil || !info.IsDir() {
		folder = filepath.Dir(path)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.treeOf(folder)
}

// treeOf returns the tree of a folder. A folder within a module gets the tree of the module.
func (w *Workspace) treeOf(folder string) *Tree {
	key := absolute(folder)
	if tree := w.found[key]; tree != nil {
		return tree
	}
	if len(w.modulepath) == 0 {
		if module := w.moduleAround(folder, maxFolders); module != "" && absolute(module) != key {
			tree := w.treeOf(module)
			w.found[key] = tree
			return tree
		}
	}
	layout := w.layoutOf(folder)
	layout.globalHiera = w.globalHiera
	tree := w.trees[layout.key()]
	if tree == nil {
		layout.overrides, layout.parses, layout.follows = w.overrides, w.parses, w.follows
		if layout.hasBeside {
			layout.beside = w.modulesBeside(layout.modulepath[0])
		}
		tree = newTree(w.files, layout)
		if w.known || len(w.overrides.Modules) > 0 {
			tree.useKnown(w.known)
		}
		w.trees[layout.key()] = tree
	}
	w.found[key] = tree
	return tree
}

// Forget drops a tree, so that its memory can be freed. A later TreeOf makes a new one.
func (w *Workspace) Forget(tree *Tree) {
	w.mu.Lock()
	defer w.mu.Unlock()
	maps.DeleteFunc(w.trees, func(_ string, one *Tree) bool { return one == tree })
	maps.DeleteFunc(w.found, func(_ string, one *Tree) bool { return one == tree })
}

// Around returns the folders that a folder belongs to by its location: the module, the folder
// of modules and the environment around it. A folder of modules that a control repository or a
// Bolt project names does not count if it lies around the repository: its author may have
// written "/".
func (w *Workspace) Around(folder string) []string {
	w.mu.Lock()
	layout := w.layoutOf(folder)
	w.mu.Unlock()
	inner := absolute(folder)
	var around []string
	for _, outer := range append([]string{layout.single, layout.environment}, layout.modulepath...) {
		if outer == "" || !source.IsWithin(inner, absolute(outer)) {
			continue
		}
		if outer = absolute(outer); layout.environment == "" || !isAround(outer, absolute(layout.environment)) {
			around = append(around, outer)
		}
	}
	return around
}

// isAround reports whether a folder lies in another one. Both paths are absolute.
func isAround(outer, inner string) bool { return outer != inner && source.IsWithin(inner, outer) }

// Keeps reports whether the folders around a file still belong to the same trees after the file
// was changed, added or deleted.
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
	clear(w.modules)
	for folder, tree := range w.found {
		if !source.IsWithin(folder, around) {
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

// moduleFolders are the folders that identify a module.
var moduleFolders = []string{"manifests", "types", "functions", "plans", "lib"}

// layout holds the parts of a tree.
type layout struct {
	// environment is the folder of a control repository, or "".
	environment string
	// modulepath lists the folders that contain modules.
	modulepath []string
	// single is the folder of a module outside these, or "".
	single string
	// manifests is the folder or file of the initial manifests, or "".
	manifests string
	// open is set if the modulepath has folders that are not accessible.
	open bool
	// around is an environment that contains the modules but does not have them on its
	// modulepath, or "". The modules in its Puppetfile exist for them, too.
	around string
	// hasBeside is true if folders in the only folder of the modulepath may hold modules, too.
	// beside are these folders. They are searched for only once for each tree. It is unknown
	// whether the server has them on its modulepath.
	hasBeside bool
	beside    []string
	// globalHiera is the path of the server's own hiera.yaml, or "".
	globalHiera string
	// overrides replaces versions of Puppet and modules.
	overrides VersionOverrides
	// parses shares syntax trees with another tree; nil if it does not.
	parses *Parses
	// follows is set for a tree that can be renewed.
	follows bool
}

func (l *layout) key() string {
	parts := []string{absoluteOrEmpty(l.environment), absoluteOrEmpty(l.single), absoluteOrEmpty(l.manifests)}
	for _, folder := range l.modulepath {
		parts = append(parts, absolute(folder))
	}
	return strings.Join(parts, "\x00")
}

// layoutOf determines the tree around folder from the folder and those above it.
func (w *Workspace) layoutOf(folder string) layout {
	if len(w.modulepath) > 0 {
		found := layout{modulepath: w.modulepath}
		if module := w.moduleAround(folder, maxFolders); module != "" && !slices.ContainsFunc(w.modulepath, func(path string) bool {
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
	if module := w.moduleAround(folder, maxFolders); module != "" {
		return w.layoutOfModule(module)
	}
	if environment := w.environmentAround(folder); environment != "" {
		found := layout{}
		w.addEnvironment(&found, environment)
		return found
	}
	if w.holdsModules(folder) {
		return layout{modulepath: []string{folder}, hasBeside: true, manifests: w.manifestsAbove(folder)}
	}
	return layout{open: true}
}

// layoutOfModule returns the layout around a module's folder. Its siblings belong to it if the
// folder above is a modulepath.
func (w *Workspace) layoutOfModule(module string) layout {
	parent := parentOf(module)
	parentPlace := absolute(parent)
	around := ""
	if environment := w.environmentAround(parent); environment != "" {
		found := layout{}
		w.addEnvironment(&found, environment)
		// A checkout such as author-name is a module of its own there, and so is a copy such as
		// name.old.
		isCheckout := !validModuleName(filepath.Base(absolute(module))) &&
			(w.isFile(filepath.Join(module, "metadata.json")) || w.looksLikeModule(module))
		if !isCheckout && slices.ContainsFunc(found.modulepath, func(path string) bool { return absolute(path) == parentPlace }) {
			return found
		}
		if w.isFile(filepath.Join(environment, Puppetfile)) {
			around = environment
		}
	}
	if validModuleName(filepath.Base(absolute(module))) &&
		(slices.Contains(modulepathNames, filepath.Base(parentPlace)) || w.isInRoot(parentPlace) && w.modulesIn(parent) > 1 && !w.isRenamed(module)) {
		return layout{modulepath: []string{parent}, hasBeside: true, around: around, manifests: w.manifestsAbove(parent)}
	}
	found := layout{single: module, around: around}
	if fixtures := filepath.Join(module, "spec", "fixtures", "modules"); w.isFolder(fixtures) {
		found.modulepath = []string{fixtures}
	}
	return found
}

// isInRoot reports whether the user named an absolute folder or a folder around it.
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

// modulesBeside returns the folders among modules in folder that are not modules themselves but hold some.
func (w *Workspace) modulesBeside(folder string) (found []string) {
	entries, err := w.files.ReadDir(folder)
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") && !w.isFile(filepath.Join(path, "metadata.json")) && !w.looksLikeModule(path) && w.holdsModules(path) {
			found = append(found, path)
		}
	}
	return found
}

// modulepathNames are the customary names of folders of modules.
var modulepathNames = []string{"modules", "site-modules", "site", "dist", "vendor", "vendor_modules", "r10k_modules", "external_modules", "thirdparty", ".modules"}

// moduleAt returns the folder if it is a module. isLast is false if the folder above may be one.
func (w *Workspace) moduleAt(folder string) (module string, isLast bool) {
	switch {
	case w.isEnvironment(folder):
		return "", true
	case w.isFile(filepath.Join(folder, "metadata.json")), w.looksLikeModule(folder) && !w.isExampleCode(folder):
		return folder, true
	}
	return "", absolute(parentOf(folder)) == absolute(folder)
}

// moduleAround returns the innermost folder that is a module, from folder upwards, or "". It
// looks at up to limit folders, and checks each of them only once.
func (w *Workspace) moduleAround(folder string, limit int) string {
	if limit == 0 {
		return ""
	}
	key := absolute(folder)
	module, isKnown := w.modules[key]
	if !isKnown {
		var isLast bool
		if module, isLast = w.moduleAt(folder); !isLast {
			module = w.moduleAround(parentOf(folder), limit-1)
		}
		w.modules[key] = module
	}
	return module
}

// maxFolders limits how many folders the search goes up.
const maxFolders = 64

// environmentAround returns the innermost folder, from folder upwards, that is a control
// repository or an environment, or "".
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

// isEnvironment reports whether a folder is a control repository or an environment.
func (w *Workspace) isEnvironment(folder string) bool {
	return w.seemsEnvironment(folder) && (w.isFile(filepath.Join(folder, EnvironmentConf)) || !w.isPartOfEnvironment(folder))
}

// isPartOfEnvironment reports whether the environment.conf of a folder around a folder names a
// folder of modules in it: then it is no environment of its own.
func (w *Workspace) isPartOfEnvironment(folder string) bool {
	inner := absolute(folder)
	for range maxAsideFolders {
		if w.isFolder(filepath.Join(folder, ".git")) {
			return false
		}
		outer := parentOf(folder)
		if absolute(outer) == absolute(folder) {
			return false
		}
		folder = outer
		if settings := readEnvironmentConf(w.files, filepath.Join(folder, EnvironmentConf)); settings != nil {
			return slices.ContainsFunc(modulepathOf(settings), func(path string) bool {
				return isAround(inner, absolute(within(folder, strings.TrimSpace(path))))
			})
		}
	}
	return false
}

// modulepathOf returns the folders of modules that the settings of an environment name, as written.
func modulepathOf(settings map[string]string) []string {
	return strings.FieldsFunc(settings["modulepath"], func(char rune) bool { return char == ':' || char == ';' })
}

// seemsEnvironment is isEnvironment for a folder by itself.
func (w *Workspace) seemsEnvironment(folder string) bool {
	if w.isFile(filepath.Join(folder, "metadata.json")) {
		// The Puppet Development Kit requires metadata.json in control repositories, too.
		return (w.isFile(filepath.Join(folder, EnvironmentConf)) || w.holdsModules(filepath.Join(folder, "site-modules")) ||
			w.startsFromSite(folder) && w.holdsModules(filepath.Join(folder, "modules"))) &&
			!w.isFile(filepath.Join(folder, "manifests", "init.pp"))
	}
	if marksEnvironment(w.files, folder) || w.startsFromSite(folder) || w.startsFromVagrant(folder) {
		return true
	}
	parent := filepath.Base(absolute(parentOf(folder)))
	if parent == environmentsName && (w.isFolder(filepath.Join(folder, "manifests")) || w.isFolder(filepath.Join(folder, "modules"))) {
		return true
	}
	if slices.Contains(modulepathNames, filepath.Base(absolute(folder))) && marksEnvironment(w.files, parentOf(folder)) {
		return false // its module folders are those of the enclosing environment
	}
	for _, name := range []string{"site-modules", "site", "modules"} {
		path := filepath.Join(folder, name)
		if w.isFolder(path) && w.holdsModules(path) && (!w.looksLikeModule(folder) || w.isNameless(folder)) {
			return name != "modules" || w.isFolder(filepath.Join(folder, "manifests")) || w.isFile(filepath.Join(folder, "hiera.yaml"))
		}
	}
	return w.looksLikeModule(folder) && w.isNameless(folder) && w.holdsInitial(folder)
}

// environmentsName is the name of the folder on a server that contains the environments.
const environmentsName = "environments"

// looksLikeModule reports whether a folder is a module without metadata.json, judging by the
// folders in it.
func (w *Workspace) looksLikeModule(folder string) bool {
	base := filepath.Base(absolute(folder))
	if !validModuleName(base) && !w.isCheckout(folder) {
		return false
	}
	// A module may have a folder types/manifests, for Name::Manifests::Type.
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

// addEnvironment adds the settings of an environment.
func (w *Workspace) addEnvironment(found *layout, environment string) {
	found.environment = environment
	settings := readEnvironmentConf(w.files, filepath.Join(environment, EnvironmentConf))
	found.manifests = filepath.Join(environment, "manifests")
	if manifest := settings["manifest"]; manifest != "" {
		found.manifests = within(environment, manifest)
	} else if !w.isFolder(found.manifests) {
		if above := w.manifestsAbove(environment); above != "" {
			found.manifests = above
		}
	}
	folders := modulepathOf(settings)
	project := readBoltProject(w.files, environment)
	if project != nil {
		folders = append(folders, project.modulepath...)
		if settings == nil && !w.isFile(filepath.Join(found.manifests, "site.pp")) {
			found.manifests = "" // the manifests belong to the project
		}
	}
	if len(folders) == 0 {
		folders = append([]string{"site-modules", "site", "modules"}, w.otherModules(environment)...)
		folders = append(folders, vagrantModulepath(w.files, environment)...)
	}
	if project != nil {
		folders = append(folders, ".modules")
	}
	if base := w.baseModules(environment); base != "" && settings["modulepath"] == "" {
		folders = append(folders, base)
	}
	for _, folder := range folders {
		folder = strings.TrimSpace(folder)
		if folder == "$basemodulepath" {
			folder = w.baseModules(environment)
		}
		if strings.Contains(folder, "$") || folder == "" {
			continue // modules of the server are not part of the tree
		}
		if path := within(environment, folder); w.isFolder(path) && !slices.Contains(found.modulepath, path) {
			found.modulepath = append(found.modulepath, path)
		}
	}
}

// baseModules returns the folder of the modules that all environments of a server share, as far as
// the tree has it: "modules" beside the folder "environments". The path is relative to the
// environment, and "" if there is no such folder.
func (w *Workspace) baseModules(environment string) string {
	if filepath.Base(absolute(parentOf(environment))) != "environments" {
		return ""
	}
	if base := filepath.Join("..", "..", "modules"); w.holdsModules(filepath.Join(environment, base)) {
		return base
	}
	return ""
}

// otherModules returns the folders of an environment that contain modules, apart from those with
// the customary names. If no environment.conf names them, the server's configuration or a command
// does.
func (w *Workspace) otherModules(environment string) (folders []string) {
	entries, err := w.files.ReadDir(environment)
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		name := entry.Name()
		path := filepath.Join(environment, name)
		if !strings.HasPrefix(name, ".") && !slices.Contains(notForModules, name) && w.isFolder(path) && w.holdsModules(path) && !w.isEnvironment(path) {
			folders = append(folders, name)
		}
	}
	return folders
}

// notForModules are folders of an environment whose modules, if they hold any, are not on its
// modulepath.
var notForModules = slices.Concat(exampleFolders, moduleFolders, []string{"data", "doc", "docs", "files", "hieradata", "spec", "templates", environmentsName})

func (w *Workspace) isFile(path string) bool {
	info, err := w.files.Stat(path)
	return err == nil && !info.IsDir()
}

func (w *Workspace) isFolder(path string) bool {
	info, err := w.files.Stat(path)
	return err == nil && info.IsDir()
}

// validModuleName reports whether Puppet accepts a folder of that name as a module
// (Puppet::Module.is_module_directory_name?).
func validModuleName(name string) bool {
	for i := range len(name) {
		char := name[i]
		if !('a' <= char && char <= 'z' || i > 0 && (char == '_' || '0' <= char && char <= '9')) {
			return false
		}
	}
	return name != ""
}

// parentOf returns the folder above, relative or absolute as folder is.
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

// absolute returns the absolute form of path, or path itself if the current folder is unknown.
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
