package module

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"puppet-lint/source"
	"puppet-lint/syntax"
)

// What a folder without metadata is, when its manifests tell.

// Tells reports whether the text of a manifest may say what the folder around it is.
func (w *Workspace) Tells(path string) bool {
	folder, name := filepath.Split(filepath.Dir(absolute(path)))
	folder = filepath.Clean(folder)
	return name == "manifests" && !w.isFile(filepath.Join(folder, "metadata.json")) &&
		!slices.Contains(modulepathNames, filepath.Base(filepath.Dir(folder)))
}

// isNameless reports whether a folder is unlikely to be a module, for its manifests
// define nothing by its name: they may be what a repository from before environments
// starts from, or what Vagrant applies.
func (w *Workspace) isNameless(folder string) bool {
	return !slices.Contains(modulepathNames, filepath.Base(absolute(parentOf(folder)))) &&
		!w.defines(folder, filepath.Base(absolute(folder))) && !w.isCheckout(folder)
}

// isCheckout reports whether a folder whose name no module can have, such as
// puppet-ntp, is where somebody keeps one that part of the name says.
func (w *Workspace) isCheckout(folder string) bool {
	parts := strings.FieldsFunc(filepath.Base(absolute(folder)), func(char rune) bool { return char == '-' || char == '.' })
	return len(parts) > 1 && slices.ContainsFunc(parts, func(part string) bool { return validModuleName(part) && w.defines(folder, part) })
}

// defines reports whether a manifest directly in folder's manifests defines name, or
// something in its namespace.
func (w *Workspace) defines(folder, name string) bool {
	definition := regexp.MustCompile(`(?mi)^[ \t]*(?:class|define)[ \t]+(?:::)?` + regexp.QuoteMeta(name) + `(?:::|[^\w:]|$)`)
	return slices.ContainsFunc(w.manifestsIn(folder), func(file *source.File) bool { return definition.MatchString(file.Text) })
}

// startsFromSite reports whether a folder is an environment for its manifests/site.pp. One
// among modules is none, whatever the text says while somebody writes it.
func (w *Workspace) startsFromSite(folder string) bool {
	return w.isFile(filepath.Join(folder, "manifests", "site.pp")) &&
		!slices.Contains(modulepathNames, filepath.Base(absolute(parentOf(folder)))) && !w.definesSite(folder)
}

// definesSite reports whether manifests/site.pp of folder holds a module's class or defined
// type of that name, NAME::site, and nothing that is of an environment.
func (w *Workspace) definesSite(folder string) bool {
	file, err := w.files.Read(filepath.Join(folder, "manifests", "site.pp"))
	return err == nil && siteDefinition.MatchString(file.Text) && !isInitial(file)
}

var siteDefinition = regexp.MustCompile(`(?m)^[ \t]*(?:class|define)[ \t]+(?:::)?\w+::site\b`)

// manifestsIn are the files directly in folder's manifests that can be read.
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

// isInitial reports whether a manifest says something outside of definitions, which
// Puppet takes in an environment's own manifests only.
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
