package module

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"puppet-lint/internal/ascii"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// The manifests of a folder without metadata show what kind of folder it is.

// MayDecideFolderKind reports whether the text of a file, a manifest or a metadata.json, may determine
// the kind of the folder around it.
func (w *Workspace) MayDecideFolderKind(path string) bool {
	if path = absolute(path); filepath.Base(path) == "metadata.json" {
		folder := filepath.Dir(path)
		return validModuleName(filepath.Base(folder)) && !slices.Contains(modulepathNames, filepath.Base(filepath.Dir(folder)))
	}
	folder, name := filepath.Split(filepath.Dir(path))
	folder = filepath.Clean(folder)
	return name == "manifests" && (!w.isFile(filepath.Join(folder, "metadata.json")) || w.isNamedOtherwise(folder)) &&
		(!slices.Contains(modulepathNames, filepath.Base(filepath.Dir(folder))) || !validModuleName(filepath.Base(folder)))
}

// isNameless reports whether a folder is probably not a module, because its manifests define
// nothing in its namespace. They may be the initial manifests of an old repository without
// environments, or applied by Vagrant.
func (w *Workspace) isNameless(folder string) bool {
	return w.remembered(w.nameless, folder, w.findNameless)
}

// remembered returns the answer about a folder, found by find at most once. A workspace that
// follows changes does not remember answers, since the texts of manifests decide them.
func (w *Workspace) remembered(answers map[string]bool, folder string, find func(folder string) bool) bool {
	key := absolute(folder)
	answer, known := answers[key]
	if !known || w.follows {
		answer = find(folder)
		answers[key] = answer
	}
	return answer
}

func (w *Workspace) findNameless(folder string) bool {
	return !slices.Contains(modulepathNames, filepath.Base(absolute(parentOf(folder)))) &&
		!w.defines(folder, filepath.Base(absolute(folder))) && !w.isCheckout(folder)
}

// manifestsAbove returns the nearest folder of manifests around a folder that may hold the
// initial manifests of an environment without its own, or "". On an old server, such a folder
// lies beside the folder of environments; in some repositories, it lies some folders above the
// modules. The manifests of an environment with an environment.conf are only for the modules that
// this names.
func (w *Workspace) manifestsAbove(folder string) string {
	for range maxAsideFolders {
		if w.isFolder(filepath.Join(folder, ".git")) {
			return ""
		}
		outer := parentOf(folder)
		if absolute(outer) == absolute(folder) || w.isFile(filepath.Join(outer, "metadata.json")) || w.isFile(filepath.Join(outer, EnvironmentConf)) {
			return ""
		}
		folder = outer
		if manifests := filepath.Join(folder, manifestsFolder); w.isFolder(manifests) {
			if w.isFile(filepath.Join(folder, MainManifest)) || !w.isNameless(folder) {
				return "" // a module
			}
			return manifests
		}
	}
	return ""
}

// isExampleCode reports whether a folder without metadata is a folder of a module with
// examples, or lies in one, and is not a module itself: its manifests define nothing in its
// namespace, because they are meant to be copied into a module. Folders below spec do not
// count, since the modules there may have other names.
func (w *Workspace) isExampleCode(folder string) bool {
	if !w.isFolder(filepath.Join(folder, manifestsFolder)) || !w.isNameless(folder) {
		return false
	}
	for range maxAsideFolders {
		outer := parentOf(folder)
		if name := filepath.Base(absolute(folder)); name != testsFolder && slices.Contains(exampleFolders, name) &&
			(w.isFile(filepath.Join(outer, "metadata.json")) || w.looksLikeModule(outer)) {
			return true
		}
		folder = outer
	}
	return false
}

// isCheckout reports whether a folder contains a module whose name is a part of the folder's
// name. The folder's own name, such as puppet-ntp, must be one that no module can have.
func (w *Workspace) isCheckout(folder string) bool {
	parts := strings.FieldsFunc(filepath.Base(absolute(folder)), func(char rune) bool { return char == '-' || char == '.' })
	return len(parts) > 1 && slices.ContainsFunc(parts, func(part string) bool { return validModuleName(part) && w.defines(folder, part) })
}

// isNamedOtherwise reports whether a folder's metadata.json gives its module another name.
func (w *Workspace) isNamedOtherwise(folder string) bool { return w.otherName(folder) != "" }

// otherName returns the name of the module in a folder's metadata.json, or "" if that is the name
// of the folder or is missing.
func (w *Workspace) otherName(folder string) string {
	metadata := readMetadata(w.files, filepath.Join(folder, "metadata.json"))
	if metadata == nil || strings.EqualFold(metadata.Name, filepath.Base(absolute(folder))) {
		return ""
	}
	return metadata.Name
}

// isRenamed reports whether a folder is a checkout of a module with another name: its manifests
// define that name or something in its namespace, and nothing in that of the folder's name.
func (w *Workspace) isRenamed(folder string) bool {
	name := w.otherName(folder)
	return name != "" && w.defines(folder, name) && !w.defines(folder, filepath.Base(absolute(folder)))
}

// defines reports whether a manifest directly in folder's manifests defines name, or
// something in its namespace.
func (w *Workspace) defines(folder, name string) bool {
	return slices.ContainsFunc(w.manifestsIn(folder), func(file *source.File) bool { return definesIn(file.Text, name) })
}

// definesIn reports whether a line of a manifest begins with the definition of a class or
// defined type that is called name, or is in its namespace. Case does not matter.
func definesIn(text, name string) bool {
	name = ascii.Lower(name)
	for line := range strings.Lines(text) {
		keyword, rest, _ := strings.Cut(strings.ReplaceAll(strings.TrimLeft(line, " \t"), "\t", " "), " ")
		if !ascii.EqualFold(keyword, "class") && !ascii.EqualFold(keyword, "define") {
			continue
		}
		defined := strings.TrimPrefix(strings.TrimLeft(rest, " "), "::")
		if end := strings.IndexFunc(defined, func(char rune) bool {
			return char != ':' && char != '_' && !unicode.IsLetter(char) && !unicode.IsDigit(char)
		}); end >= 0 {
			defined = defined[:end]
		}
		if defined = ascii.Lower(defined); defined == name || strings.HasPrefix(defined, name+"::") {
			return true
		}
	}
	return false
}

// startsFromSite reports whether manifests/site.pp makes a folder an environment. A folder
// among modules is not an environment, whatever its site.pp contains while it is edited.
func (w *Workspace) startsFromSite(folder string) bool {
	return w.isFile(filepath.Join(folder, "manifests", "site.pp")) &&
		!slices.Contains(modulepathNames, filepath.Base(absolute(parentOf(folder)))) && !w.definesSite(folder)
}

// definesSite reports whether manifests/site.pp of a folder holds only definitions, and one of
// them is the class or defined type NAME::site of a module.
func (w *Workspace) definesSite(folder string) bool {
	file, err := w.files.Read(filepath.Join(folder, "manifests", "site.pp"))
	return err == nil && siteDefinition.MatchString(file.Text) && !isInitial(file)
}

var siteDefinition = lazyregexp.New(`(?m)^[ \t]*(?:class|define)[ \t]+(?:::)?\w+::site\b`)

// manifestsIn returns the readable manifests directly in folder's manifests.
func (w *Workspace) manifestsIn(folder string) []*source.File {
	manifests := filepath.Join(folder, "manifests")
	entries, err := w.files.ReadDir(manifests)
	if err != nil {
		return nil
	}
	var files []*source.File
	for _, entry := range entries {
		if entry.IsDir() || !strings.HasSuffix(entry.Name(), ".pp") {
			continue
		}
		if file, err := w.files.Read(filepath.Join(manifests, entry.Name())); err == nil {
			files = append(files, file)
		}
	}
	return files
}

// holdsInitial reports whether a manifest directly in folder's manifests has statements outside
// of definitions.
func (w *Workspace) holdsInitial(folder string) bool {
	return w.remembered(w.initial, folder, func(folder string) bool { return slices.ContainsFunc(w.manifestsIn(folder), isInitial) })
}

// isInitial reports whether a manifest has statements outside of definitions. Puppet accepts
// these only in an environment's own manifests.
func isInitial(file *source.File) bool {
	statements := []syntax.Node{syntax.Parse(file, syntax.Options{}).Program.Body}
	if block, ok := statements[0].(*syntax.BlockExpression); ok {
		statements = block.Statements
	}
	return slices.ContainsFunc(statements, func(statement syntax.Node) bool {
		_, isNothing := statement.(*syntax.Nop)
		_, _, isDefinition := describe(statement)
		return statement != nil && !isNothing && !isDefinition
	})
}
