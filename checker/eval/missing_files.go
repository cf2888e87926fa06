package eval

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/ascii"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/module/known"
	"puppet-lint/syntax"
)

// The files of modules that code names: templates, and what file() and sources read.

// checkFiles reports a call that names a file that its module does not have. file() uses the
// first existing one of several files.
func (e *Evaluator) checkFiles(c *Call, folder string) {
	missing, names := "", c.Arguments
	if c.Name == "epp" {
		names = names[:1]
	}
	at := c.At
	for i, argument := range names {
		name, known := lattice.StringOf(argument)
		if e.isNoFile(argument) {
			e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'"+c.Name+"' takes names of files, not "+e.Describe(argument))
			return
		}
		if !known {
			return
		}
		if c.Name == "epp" && !strings.HasSuffix(name, ".epp") {
			name += ".epp" // Puppet adds it
		}
		exists := e.hasFile(folder, name)
		if exists && e.reportWithoutModule(folder, name, c.At) {
			return
		}
		if exists && c.Name == "file" {
			return
		}
		if !exists && missing == "" {
			missing = name
			if written := c.node(i); written != nil && e.onOneLine(c.At, written) {
				at = written
			}
		}
	}
	if missing == "" {
		return
	}
	if finding := e.report(&code.MissingFile, at, "RUNTIME_ERROR", "there is no file '"+missing+"' for '"+c.Name+"'"); finding != nil {
		e.suggestFile(finding, c.Name, folder, missing)
	}
}

// suggestFile adds to a finding about a missing file where the module has a file of that name, or
// which file has a similar one.
func (e *Evaluator) suggestFile(finding *diag.Diagnostic, function, folder, missing string) {
	first, rest, qualified := strings.Cut(missing, "/")
	home := e.Tree.Module(first)
	if !qualified {
		home, rest = e.Body.Module, missing
	}
	if home == nil {
		return
	}
	if !qualified {
		finding.Help = "the name of a file begins with the name of its module, as in '" + home.Name + "/" + missing + "'"
	}
	e.depend(deps.Files(home))
	others, meant := module.FilesNamed(e.Tree, home, folder, path.Base(rest)), ""
	switch {
	case slices.Contains(others, rest):
		meant = rest
	case len(others) == 1:
		meant = others[0]
	case len(others) == 0:
		if meant = module.SimilarFile(e.Tree, home, folder, rest); !hasSimilarWords(rest, meant) {
			meant = ""
		}
	}
	if meant != "" {
		finding.Suggest(diag.Suggestion{Written: missing, Meant: home.Name + "/" + meant})
		return
	}
	other := map[string]string{"templates/": "files", "files/": "templates"}[folder]
	if len(module.FilesNamed(e.Tree, home, other, path.Base(rest))) > 0 {
		finding.Help = "the module has a file of this name in its folder '" + other + "', where '" + function + "' does not look"
	}
}

// hasSimilarWords reports whether one of two paths has the words of the other and more, or each word
// that only the first has may be a typo of one that only the second has. Paths with a long common
// part look similar even if the rest means different things: producer.conf.erb, consumer.conf.erb.
func hasSimilarWords(first, second string) bool {
	words := func(path string) []string {
		return strings.FieldsFunc(path, func(char rune) bool { return !unicode.IsLetter(char) && !unicode.IsDigit(char) })
	}
	inFirst, inSecond := words(first), words(second)
	without := func(from, others []string) []string {
		return slices.DeleteFunc(slices.Clone(from), func(word string) bool { return slices.Contains(others, word) })
	}
	added, left := without(inFirst, inSecond), without(inSecond, inFirst)
	return len(left) == 0 || !slices.ContainsFunc(added, func(word string) bool { return spell.Best(word, left) == "" })
}

// onOneLine reports whether two nodes begin on the same line. Puppet names only the line of a call.
func (e *Evaluator) onOneLine(first, second syntax.Node) bool {
	text := e.Body.Manifest.Source
	return text.Line(first.Span().Start) == text.Line(second.Span().Start)
}

// isNoFile reports whether a value cannot be the name of a file.
func (e *Evaluator) isNoFile(value Type) bool {
	return !e.IsUnknown(value) && !e.MayBe(value, func(s lattice.TypeClass, _ Type) bool {
		return s == lattice.StringClass || s == lattice.AnyClass || s == lattice.OtherClass || s == lattice.ArrayClass
	})
}

// hasFile reports whether the file with a name such as module/path may exist.
func (e *Evaluator) hasFile(folder, name string) bool {
	if strings.HasPrefix(name, "/") || strings.Contains(name, ":") {
		return true // a path on the server
	}
	first, rest, found := strings.Cut(name, "/")
	if !found {
		return false
	}
	home := e.Tree.Module(first)
	if home == nil {
		e.dependOnDependency(e.Body.Module, first)
		return !e.Tree.Closed() && !(e.Body.Module != nil && program.IsTypo(first, e.Body.Module.Name) && !program.DependsOn(e.Body.Module, first))
	}
	return e.moduleHasFile(home, folder+rest) || e.hasBeside(home, folder+rest)
}

// hasBeside reports whether a manifest that Puppet does not load, such as an example to be
// copied with what it needs, has a file beside it that is meant to get into the module.
func (e *Evaluator) hasBeside(home *module.Module, relative string) bool {
	owner, place := e.Tree.ModuleOf(e.Body.Manifest.Source.Name)
	first, _, nested := strings.Cut(place, "/")
	if owner != home || !nested || first == "manifests" || first == "functions" || first == "plans" {
		return false
	}
	for folder := path.Dir(place); folder != "."; folder = path.Dir(folder) {
		if e.moduleHasFile(home, folder+"/"+relative) || e.moduleHasFile(home, folder+"/templates/"+path.Base(relative)) {
			return true
		}
	}
	return false
}

func (e *Evaluator) moduleHasFile(home *module.Module, relative string) bool {
	e.depend(deps.File(home, relative))
	return e.Tree.MayHaveFile(home, relative)
}

// checkFileSource reports a source attribute of a file resource that names a file missing from
// its module. Puppet uses the first existing one of several sources.
func (e *Evaluator) checkFileSource(value Type, at syntax.Node) {
	names, exact := e.FlattenOne(value, 0)
	if !exact || len(names) == 0 {
		return
	}
	missing, prefix := "", "puppet:///modules/"
	for _, one := range names {
		name, known := lattice.StringOf(one)
		rest, inModules := strings.CutPrefix(name, prefix)
		if !known || !inModules {
			return
		}
		first, path, found := strings.Cut(strings.TrimRight(rest, "/"), "/")
		home := e.Tree.Module(first)
		if home == nil && found && e.reportWithoutModule("files/", rest, at) {
			return
		}
		if !found || home == nil || isKeptElsewhere(path) || e.moduleHasFile(home, "files/"+path) {
			return
		}
		if missing == "" {
			missing = name
		}
	}
	if finding := e.report(&code.MissingFile, at, "", "there is no file '"+missing+"': the folder 'files' of its module does not have it"); finding != nil {
		finding.Severity = diag.Warning // the catalog compiles
		e.suggestFile(finding, "source", "files/", strings.TrimPrefix(missing, prefix))
	}
}

// checkFileAddress reports a literal address of a file that its module lacks, where it is given to
// a defined type, a class or a resource type other than file. Such an address may only be the
// beginning of a path; so nothing is reported if a file's path begins with it.
func (e *Evaluator) checkFileAddress(kind ResourceKind, attribute string, at syntax.Node) {
	if kind.Native != nil && kind.Name == "file" || !e.reporting {
		return
	}
	literal, isLiteral := syntax.Unparenthesized(at).(*syntax.LiteralString)
	if !isLiteral {
		return
	}
	rest, inModules := strings.CutPrefix(literal.Value, "puppet:///modules/")
	first, below, found := strings.Cut(rest, "/")
	_, place := e.Tree.ModuleOf(e.Body.Manifest.Source.Name)
	if folder, _, nested := strings.Cut(place, "/"); nested && folder != "manifests" {
		return // an example, whose files are those of whoever copies it
	}
	if !inModules || !found || below == "" || strings.HasSuffix(below, "/") || strings.ContainsAny(below, "%<>{}*") {
		return
	}
	home := e.Tree.Module(first)
	if home == nil || home.Known != nil || isKeptElsewhere(below) || e.moduleHasFile(home, "files/"+below) {
		return
	}
	e.depend(deps.Files(home))
	if module.HasFileBeginning(e.Tree, home, "files", below) {
		return
	}
	if finding := e.report(&code.MissingFile, at, "", "there is no file '"+literal.Value+"': the folder 'files' of its module does not have it"); finding != nil {
		finding.Severity = diag.Warning // the catalog compiles
		e.suggestFile(finding, attribute, "files/", rest)
	}
}

// reportWithoutModule reports the name of a file that lacks the name of the body's module: its first
// part is no module that is known to exist, and the module has a file of the whole name. It
// returns whether it reported one.
func (e *Evaluator) reportWithoutModule(folder, name string, at syntax.Node) bool {
	first, _, qualified := strings.Cut(name, "/")
	own := e.Body.Module
	if !qualified || first == "" || own == nil || e.Tree.Module(first) != nil || known.Embedded().HasName(first) || slices.Contains(module.ListedModules(e.Tree), first) {
		return false
	}
	e.depend(deps.ModuleDependencies(own))
	e.depend(deps.File(own, folder+name))
	if program.DependsOn(own, first) || !e.Tree.HasFile(own, folder+name) {
		return false
	}
	finding := e.report(&code.MissingFile, at, "", "there is no module '"+first+"' here; '"+name+"' is a file of the module '"+own.Name+"'")
	if finding != nil {
		finding.Severity = diag.Warning // a module elsewhere may have that name
		finding.Suggest(diag.Suggestion{Written: name, Meant: own.Name + "/" + name})
	}
	return finding != nil
}

// isKeptElsewhere reports whether a file is, by its name, one that people keep out of the repository of
// their code and put on the server by other means: a program, an archive or a key.
func isKeptElsewhere(path string) bool {
	name := ascii.Lower(path)
	return slices.ContainsFunc(keptElsewhere, func(ending string) bool { return strings.HasSuffix(name, ending) })
}

var keptElsewhere = []string{
	".tar", ".gz", ".tgz", ".bz2", ".xz", ".zip", ".7z", ".rpm", ".deb", ".bin", ".run", ".iso", ".img", ".ova", ".jar", ".war", ".ear",
	".msi", ".exe", ".dmg", ".pkg", ".cab", ".whl", ".gem", ".key", ".pem", ".p12", ".pfx", ".jks", ".keytab",
}
