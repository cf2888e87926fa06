package rules

import (
	"path/filepath"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/environmentconf"
	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/internal/source"
)

// PuppetfilePass gives a rule access to a Puppetfile. It serves one rule and one file.
type PuppetfilePass struct {
	List *puppetfile.List
	// ForLibrarian is set if librarian-puppet reads the file. It accepts more than r10k does.
	ForLibrarian bool
	reporter
}

// EnvironmentPass gives a rule access to an environment.conf. It serves one rule and one file.
type EnvironmentPass struct {
	Conf *environmentconf.File
	// Surroundings answers which other files exist; nil if that is unknown.
	Surroundings EnvironmentSurroundings
	reporter
}

// EnvironmentSurroundings answers which files the folder of an environment contains.
type EnvironmentSurroundings interface {
	// Exists reports whether a file or folder exists at a path relative to the environment.
	Exists(path string) bool
	// Deploys reports whether a deployment may put modules into a folder, given relative to the
	// environment.
	Deploys(folder string) bool
}

// reporter collects what one rule finds in one file.
type reporter struct {
	file    *source.File
	enabled *Enabled
	found   *[]*diag.Diagnostic
}

// Report adds a finding that underlines span and is located at its start. The result may be
// completed until the next finding is reported.
func (r *reporter) Report(span source.Span, message string) *diag.Diagnostic {
	*r.found = append(*r.found, &diag.Diagnostic{
		Rule: &r.enabled.Rule.Rule, Severity: r.enabled.Severity, File: r.file, Span: span, At: span.Start, Message: message,
	})
	return (*r.found)[len(*r.found)-1]
}

// CheckPuppetfile applies the rules for Puppetfiles in the set.
func (s *Set) CheckPuppetfile(list *puppetfile.List, forLibrarian bool) (found []*diag.Diagnostic) {
	for i := range s.rules {
		if visit := s.rules[i].Rule.Puppetfile; visit != nil {
			visit(&PuppetfilePass{list, forLibrarian || list.ForLibrarian, reporter{list.File, &s.rules[i], &found}})
		}
	}
	return found
}

// CheckEnvironment applies the rules for environment.conf in the set.
func (s *Set) CheckEnvironment(conf *environmentconf.File, surroundings EnvironmentSurroundings) (found []*diag.Diagnostic) {
	for i := range s.rules {
		if visit := s.rules[i].Rule.Environment; visit != nil {
			visit(&EnvironmentPass{conf, surroundings, reporter{conf.Source, &s.rules[i], &found}})
		}
	}
	return found
}

// eachR10kModule returns the function of a rule about single modules of a Puppetfile that r10k
// reads. librarian-puppet accepts more, so its Puppetfiles are skipped.
func eachR10kModule(check func(pass *PuppetfilePass, module *puppetfile.Module)) func(*PuppetfilePass) {
	return func(pass *PuppetfilePass) {
		if pass.ForLibrarian {
			return
		}
		for i := range pass.List.Modules {
			check(pass, &pass.List.Modules[i])
		}
	}
}

// puppetfileExample returns an example of a Puppetfile.
func puppetfileExample(text string) diag.Example {
	return diag.Example{Path: "Puppetfile", Code: text}
}

// environmentExample returns an example of an environment.conf, with the other files that
// exist.
func environmentExample(text, tree string) diag.Example {
	return diag.Example{Path: "environment.conf", Code: text, Tree: tree}
}

// puppetfileReferences links r10k's documentation of the Puppetfile.
var puppetfileReferences = []string{"https://github.com/puppetlabs/r10k/blob/main/doc/puppetfile.mkd"}

// environmentReferences links Puppet's documentation of environment.conf.
var environmentReferences = []string{"https://www.puppet.com/docs/puppet/8/config_file_environment"}

// kindOfSource returns the kind of source of a module in a Puppetfile, as r10k determines it:
// git, svn, tarball, local or forge; "" if r10k could not tell.
func kindOfSource(module *puppetfile.Module) string {
	kinds := map[string]bool{}
	for i := range module.Options {
		switch option := &module.Options[i]; option.Name {
		case "git", "svn":
			kinds[option.Name] = true
		case "local":
			kinds["local"] = module.Local
		case "type":
			kinds[option.Literal.Text] = true
		}
	}
	for _, kind := range []string{"git", "svn", "local", "forge", "tarball"} {
		if kinds[kind] {
			return kind
		}
	}
	if len(module.Options) == 0 {
		return "forge"
	}
	return ""
}

// leavesEnvironment reports whether a path leads out of its environment. An empty path is the
// environment itself.
func leavesEnvironment(path string) bool {
	return path != "" && !filepath.IsAbs(path) && !filepath.IsLocal(filepath.FromSlash(path))
}
