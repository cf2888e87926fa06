package module

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
)

// Files that describe virtual machines or run Puppet by hand show where their code lies and
// which facts it gets.

const vagrantfile = "Vagrantfile"

// isVagrantfile reports whether a file name is Vagrantfile or a variant such as
// Vagrantfile.local.
func isVagrantfile(name string) bool { return strings.HasPrefix(name, vagrantfile) }

// startsFromVagrant reports whether Vagrant applies the manifests of a folder itself: they have
// statements outside of definitions, and none is a module's init.pp. A module may have a
// Vagrantfile for its tests, too.
func (w *Workspace) startsFromVagrant(folder string) bool {
	return w.isFile(filepath.Join(folder, vagrantfile)) &&
		!w.isFile(filepath.Join(folder, "manifests", "init.pp")) &&
		!slices.Contains(modulepathNames, filepath.Base(absolute(parentOf(folder)))) &&
		w.holdsInitial(folder)
}

var vagrantModules = lazyregexp.New(`\bmodule_path\s*=\s*(\[[^\]]*\]|"[^"]*"|'[^']*')`)

var quoted = lazyregexp.New(`"([^"#]*)"|'([^']*)'`)

// vagrantModulepath returns the folders of modules that a folder's Vagrantfile names.
func vagrantModulepath(files source.FileSystem, folder string) (paths []string) {
	file, err := files.Read(filepath.Join(folder, vagrantfile))
	if err != nil {
		return nil
	}
	for _, match := range vagrantModules.FindAllStringSubmatch(file.Text, -1) {
		for _, path := range quoted.FindAllStringSubmatch(match[1], -1) {
			paths = append(paths, path[1]+path[2])
		}
	}
	return paths
}

var (
	quotedName = lazyregexp.New(`["':]([a-z_][a-z0-9_]*)["']?\s*(?:=>|:)`)
	factIndex  = lazyregexp.New(`\bfacter\[["':]([a-z_][a-z0-9_]*)`)
	// factWritten matches what a script may write into a file of external facts.
	factWritten = lazyregexp.New(`\b([A-Za-z_][A-Za-z0-9_]*)["']?\s*[=:]`)
	factGiven   = lazyregexp.New(`\bFACTER_([A-Za-z_][A-Za-z0-9_]*)`)
)

// GivenIn returns the lower-case names of the facts that a text, such as a comment about how to run a
// manifest, sets in the environment: FACTER_name.
func GivenIn(text string) map[string]bool {
	names := map[string]bool{}
	for rest := text; ; {
		_, after, found := strings.Cut(rest, "FACTER_")
		if !found {
			return names
		}
		end := 0
		for end < len(after) && isWordByte[after[end]] {
			end++
		}
		names[strings.ToLower(after[:end])] = true
		rest = after[end:]
	}
}

// addGiven adds possible names of facts from a file around the code that sets facts: a
// Vagrantfile, Ruby code for one, or a script that sets environment variables for Facter.
func (f *Facts) addGiven(words map[string]bool, path string) {
	name := filepath.Base(path)
	if !mayGiveFacts(name) {
		return
	}
	text, err := f.tree.Manifests.text(path)
	if err != nil {
		return
	}
	patterns := []*lazyregexp.Regexp{factGiven}
	if strings.Contains(text, externalFacts) {
		patterns = append(patterns, factWritten)
	}
	if describesMachines(name) && strings.Contains(text, "facter") {
		patterns = append(patterns, quotedName, factIndex)
	}
	for _, pattern := range patterns {
		for _, match := range pattern.FindAllStringSubmatch(text, -1) {
			words[strings.ToLower(match[1])] = true
		}
	}
}

// mayGiveFacts reports whether a file of that name may give facts to Puppet.
func mayGiveFacts(name string) bool {
	switch filepath.Ext(name) {
	case ".sh", ".bash", ".ps1", ".bat", ".cmd":
		return true
	}
	return name == "Makefile" || name == "Rakefile" || strings.HasPrefix(name, "Dockerfile") || describesMachines(name)
}

// describesMachines reports whether a file of that name is a Vagrantfile or Ruby code for one.
func describesMachines(name string) bool {
	return isVagrantfile(name) || filepath.Ext(name) == ".rb" && strings.Contains(strings.ToLower(name), "vagrant")
}
