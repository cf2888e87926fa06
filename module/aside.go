package module

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/source"
)

// Some files are kept in a repository although no server reads them.

// asideWords are words at the beginning or end of a name which say that the file or folder is
// kept but not used.
var asideWords = []string{
	"archive", "archived", "attic", "backup", "backups", "bak", "deprecated", "disabled", "graveyard", "obsolete", "old", "orig", "retired", "todo",
	"trash", "unused", "wip",
}

// asideAnywhere are such words that count anywhere in a name.
var asideAnywhere = []string{"archived", "attic", "deprecated", "graveyard", "obsolete", "retired", "unused"}

// draftWords are words in the names of files that are there to be copied. Below manifests, they
// only count if Puppet cannot load a file by its name.
var draftWords = []string{"copy", "draft", "drafts", "example", "examples", "sample", "samples", "skel", "suggestions", "template"}

// IsOfTests reports whether a file lies in the folder of the environment or of a module with
// its tests. What it defines stands for code that is not there.
func (t *Tree) IsOfTests(path string) bool {
	clean := t.absolute(path)
	if t.Environment != "" && source.IsWithin(clean, filepath.Join(t.absolute(t.Environment), testsFolder)) {
		return true
	}
	_, relative := t.ModuleOf(clean)
	return strings.HasPrefix(relative, testsFolder+"/")
}

// IsAside reports whether a file is kept although no server reads it. Such a file lies in a
// folder such as modules.old, in a copy of a module beside the original, among the files that a
// module copies to hosts, or below manifests where Puppet cannot load it by its name and the
// name says why. Mistakes in it make nothing fail.
func (t *Tree) IsAside(path string) bool {
	clean := absolute(path)
	found, relative := t.ModuleOf(clean)
	switch {
	case found != nil && found.Known != nil:
		return false
	case t.IsInitial(clean): // the names of folders below the initial manifests mean nothing to Puppet
		return t.Environment != "" && t.isInAsideFolder(absolute(t.Environment))
	case found == nil:
		return t.isInAsideFolder(filepath.Dir(clean))
	}
	if t.isInAsideFolder(absolute(found.Folder)) || strings.HasPrefix(relative, deployedFolder+"/") {
		return true
	}
	return strings.HasPrefix(relative, manifestsPrefix) && t.isAsideManifest(found, path, strings.TrimPrefix(relative, manifestsPrefix))
}

// exampleFolders are the folders of a module whose code shows or tests how to use the module.
var exampleFolders = []string{"example", "examples", "sample", "samples", testsFolder, "test", "tests", "vagrant"}

// servedFolders are the folders of a module from which Puppet loads manifests.
var servedFolders = []string{"functions", "manifests", "plans", "types"}

// IsExample reports whether a file shows or tests how to use its module, or is a manifest in a
// folder from which Puppet loads none. No server reads such a file, but users apply it by hand
// or copy it.
func (t *Tree) IsExample(path string) bool {
	clean := absolute(path)
	found, relative := t.ModuleOf(clean)
	switch {
	case found == nil || t.IsInitial(clean):
		return t.isExampleEnvironment()
	case found.Known != nil:
		return false
	}
	folder, _, isBelow := strings.Cut(relative, "/")
	return isBelow && slices.Contains(exampleFolders, folder) ||
		filepath.Ext(clean) == ".pp" && !(isBelow && slices.Contains(servedFolders, folder))
}

// isExampleEnvironment reports whether the environment lies in a module and only serves to try
// out that module.
func (t *Tree) isExampleEnvironment() bool {
	if t.Environment == "" {
		return false
	}
	folder := absolute(t.Environment)
	for range maxAsideFolders {
		outer := parentOfClean(folder)
		if slices.Contains(exampleFolders, filepath.Base(folder)) && t.folderHolds(outer, "metadata.json") && t.folderHolds(outer, manifestsFolder) {
			return true
		}
		folder = outer
	}
	return false
}

// folderHolds reports whether any folder holds a file or folder of a name.
func (t *Tree) folderHolds(folder, name string) bool {
	_, err := t.Files.Stat(filepath.Join(folder, name))
	return err == nil
}

// manifestsFolder is the folder of a module with its classes and defined types. manifestsPrefix
// begins the path, in its module, of a manifest in it.
const (
	manifestsFolder = "manifests"
	manifestsPrefix = manifestsFolder + "/"
)

// testsFolder is the folder of a module with its tests. It also contains other modules under
// other names.
const testsFolder = "spec"

// maxAsideFolders is the number of folders, from the innermost one outward, whose names count
// even if nothing shows that they belong to the same repository: a module, its folder, and the
// folder around that.
const maxAsideFolders = 3

// isInAsideFolder reports whether the name of a folder, or of one around it in the same
// repository, says that its contents are not used.
func (t *Tree) isInAsideFolder(folder string) bool {
	isOwn := true // still below the environment, which is not in its own folders
	for level := 0; ; level++ {
		outer := parentOfClean(folder)
		switch {
		case outer == folder || t.folderHolds(folder, ".git"):
			return false
		case t.Environment != "" && folder == absolute(t.Environment):
			isOwn = false
		case t.isDeployed(folder):
			return true
		case t.isAsideFolder(folder) || filepath.Base(folder) == testsFolder:
			return isOwn && level < maxAsideFolders || t.isInRepository(outer)
		}
		folder = outer
	}
}

// isDeployed reports whether a folder contains files that the module around it copies to hosts.
func (t *Tree) isDeployed(folder string) bool {
	return filepath.Base(folder) == deployedFolder && t.folderHolds(filepath.Dir(folder), manifestsFolder)
}

// isInRepository reports whether a folder, or one around it, is a control repository or any
// other repository.
func (t *Tree) isInRepository(folder string) bool {
	for {
		if t.folderHolds(folder, ".git") || t.folderHolds(folder, EnvironmentConf) || t.folderHolds(folder, Puppetfile) {
			return true
		}
		outer := parentOfClean(folder)
		if outer == folder {
			return false
		}
		folder = outer
	}
}

// isAsideFolder reports whether the name of a folder says that its contents are not used. The
// name of a module does not say so if the code of the module uses the same name.
func (t *Tree) isAsideFolder(folder string) bool {
	if !isAsideName(filepath.Base(folder), asideWords) {
		return false
	}
	holder := t.byFolder[folder]
	return holder == nil || !isAsideName(holder.Name, asideWords) || !slices.ContainsFunc(t.Manifests.Of(holder), func(manifest *Manifest) bool {
		return manifest.Defines(holder.Name)
	})
}

// DecidesAside reports whether a change of a file may make other files aside, or no longer
// aside. The manifests of a module show whether the code uses the name of the module's folder.
func (t *Tree) DecidesAside(path string) bool {
	found, _ := t.ModuleOf(absolute(path))
	return found != nil && filepath.Ext(path) == ".pp" && isAsideName(filepath.Base(absolute(found.Folder)), asideWords)
}

// InAsideModule reports whether a file lies in a module that is not used, judging by the name
// of its folder.
func (t *Tree) InAsideModule(path string) bool {
	found, _ := t.ModuleOf(absolute(path))
	return found != nil && t.isAsideFolder(absolute(found.Folder))
}

// isAsideManifest reports whether a manifest below manifests cannot be loaded by its name, and
// has a name that says that it is not used. relative is its path in the module.
func (t *Tree) isAsideManifest(module *Module, path, relative string) bool {
	segments := strings.Split(strings.ToLower(strings.TrimSuffix(relative, ".pp")), "/")
	namespace, aside, isLoadable := module.Name, "", true
	for _, segment := range segments {
		namespace += "::" + segment
		if aside == "" && (isAsideName(segment, asideWords) || isAsideName(segment, draftWords)) {
			aside = namespace
		}
		isLoadable = isLoadable && validModuleName(segment)
	}
	if aside == "" || !isLoadable {
		return aside != ""
	}
	definitions := t.Manifests.At(path).Definitions
	return len(definitions) > 0 && len(segments) > 1 && !slices.ContainsFunc(definitions, func(d *Definition) bool {
		return d.Name == aside || strings.HasPrefix(d.Name, aside+"::")
	})
}

// isAsideName reports whether a name is one of some words, or begins or ends with one: old_web,
// web.bak, "web (copy)". Some words count anywhere, as in modules-deprecated-2019.
func isAsideName(name string, words []string) bool {
	parts := wordsOf(name)
	return len(parts) > 0 && (slices.Contains(words, parts[0]) || slices.Contains(words, parts[len(parts)-1]) ||
		slices.ContainsFunc(parts, func(part string) bool { return slices.Contains(asideAnywhere, part) && slices.Contains(words, part) }))
}

// wordsOf returns the words of a name in lower case.
func wordsOf(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(char rune) bool { return !('a' <= char && char <= 'z' || '0' <= char && char <= '9') })
}
