package upgrade

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
)

// functionFolders are the folders of a module with functions in Ruby, of both APIs.
var functionFolders = []string{"lib/puppet/functions", "lib/puppet/parser/functions"}

// inFunctions returns findings about the legacy facts that functions in Ruby read from the scope
// of the server. Package lint does not check these files. texts, by path, replace files on disk.
func (r *run) inFunctions(texts map[string]string) (found []*diag.Diagnostic) {
	for _, owner := range r.checkedModules(r.plain) {
		for _, folder := range functionFolders {
			r.eachFile(owner.Path(folder), func(path string) {
				if file := r.functionFile(path, texts); file != nil {
					found = append(found, legacyFactsIn(file, r.customFacts(path))...)
				}
			})
		}
	}
	return found
}

// eachFile visits the Ruby files in a folder.
func (r *run) eachFile(folder string, visit func(path string)) {
	entries, err := r.Files.ReadDir(folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		switch path := filepath.Join(folder, entry.Name()); {
		case entry.IsDir():
			r.eachFile(path, visit)
		case filepath.Ext(path) == ".rb":
			visit(path)
		}
	}
}

// functionFile reads a file, named as the user names it, or returns nil if it is not within the
// paths of the run.
func (r *run) functionFile(path string, texts map[string]string) *source.File {
	name, isWithin := r.nameOf(path)
	if !isWithin {
		return nil
	}
	if text, isChanged := texts[name]; isChanged {
		return source.NewFile(name, text)
	}
	file, err := r.Files.Read(path)
	if err != nil {
		return nil
	}
	return file.Renamed(name)
}

// nameOf returns a path for display, and reports whether it lies below one of the paths of the run.
func (r *run) nameOf(path string) (name string, isWithin bool) {
	for _, folder := range append(slices.Clone(r.Paths), ".")[:max(len(r.Paths), 1)] {
		if relative, err := filepath.Rel(source.Absolute(r.Folder, folder), path); err == nil && filepath.IsLocal(relative) {
			return filepath.Join(folder, relative), true
		}
	}
	return path, false
}

// customFacts returns a function that reports whether Ruby files in the tree of a file define a
// fact.
func (r *run) customFacts(path string) func(name string) bool {
	var trees []*module.Tree
	for _, tree := range r.plain.Trees {
		if owner, _ := tree.ModuleOf(path); owner != nil {
			trees = append(trees, tree)
		}
	}
	return func(name string) bool {
		return slices.ContainsFunc(trees, func(tree *module.Tree) bool {
			return slices.Contains(tree.Plugins.CustomFacts().Names, name)
		})
	}
}

// factRead matches the reading of a variable of top scope in a function: its name, and the
// closing quote with what follows.
var factRead = lazyregexp.New(`(?:\blookupvar(?:\(\s*|\s+)|\b(?:closure_scope|scope|self)\s*\[\s*)['"]((?:::)?[a-z][a-z0-9_]*)(['"]\s*[\])]?)`)

// legacyFactsIn returns findings about the legacy facts that a function reads, except for those
// that isDefined.
func legacyFactsIn(file *source.File, isDefined func(name string) bool) (found []*diag.Diagnostic) {
	for _, match := range factRead.FindAllStringSubmatchIndex(file.Text, -1) {
		span := source.Span{Start: int32(match[2]), End: int32(match[3])}
		name := strings.TrimPrefix(file.Slice(span), "::")
		fact := builtin.LegacyFact(name)
		line := file.LineText(file.Line(span.Start))
		if fact == nil || isDefined(name) || strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		finding := &diag.Diagnostic{
			Rule: &code.LegacyFactInTemplate, Severity: code.LegacyFactInTemplate.Severity, File: file, Span: span, At: span.Start,
			Message: "'" + name + "' is a legacy fact, which Puppet 8 does not have",
		}
		closing := file.Text[match[4]:match[5]]
		if fact.IsSame(name) {
			path := strings.TrimPrefix(fact.Expression(), "facts")
			finding.Help = "read facts" + path
			if strings.HasSuffix(closing, "]") || strings.HasSuffix(closing, ")") {
				span.End = int32(match[5])
				finding.Fixes = []diag.Fix{{Message: "read facts" + path, Safety: diag.Unsafe, Edits: []diag.Edit{{File: file, Span: span, NewText: "facts" + closing + path}}}}
			}
		} else if fact.Replacement != "" {
			finding.Help = "the value is in the fact " + fact.Replacement
		}
		found = append(found, finding)
	}
	return found
}
