package rules

import (
	"path/filepath"

	"puppet-lint/diag"
	"puppet-lint/internal/document/environmentconf"
	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/source"
)

// PuppetfilePass is how a rule sees a Puppetfile. It serves one rule and one file.
type PuppetfilePass struct {
	List *puppetfile.List
	// ForLibrarian says that librarian-puppet reads the file, which takes more than
	// r10k does.
	ForLibrarian bool
	reporter
}

// EnvironmentPass is how a rule sees an environment.conf. It serves one rule and one
// file.
type EnvironmentPass struct {
	Conf *environmentconf.File
	// Surroundings tell what else there is; nil says nothing about it.
	Surroundings EnvironmentSurroundings
	reporter
}

// EnvironmentSurroundings answers what the folder of an environment holds.
type EnvironmentSurroundings interface {
	// Exists reports whether there is a file or folder at a path relative to the
	// environment.
	Exists(path string) bool
	// Deploys reports whether something may put modules into a folder relative to the
	// environment when it is deployed.
	Deploys(folder string) bool
}

// reporter collects what one rule finds in one file.
type reporter struct {
	file    *source.File
	enabled *Enabled
	found   *[]diag.Diagnostic
}

// Report adds a finding that underlines span and is at its start. The result may be
// completed until the next one is reported.
func (r *reporter) Report(span source.Span, message string) *diag.Diagnostic {
	*r.found = append(*r.found, diag.Diagnostic{
		Rule: &r.enabled.Rule.Rule, Severity: r.enabled.Severity, File: r.file, Span: span, At: span.Start, Message: message,
	})
	return &(*r.found)[len(*r.found)-1]
}

// CheckPuppetfile shows a Puppetfile to the rules of the set that look at those.
func (s *Set) CheckPuppetfile(list *puppetfile.List, forLibrarian bool) (found []diag.Diagnostic) {
	for i := range s.rules {
		if visit := s.rules[i].Rule.Puppetfile; visit != nil {
			visit(&PuppetfilePass{list, forLibrarian || list.ForLibrarian, reporter{list.File, &s.rules[i], &found}})
		}
	}
	return found
}

// CheckEnvironment shows an environment.conf to the rules of the set that look at
// those.
func (s *Set) CheckEnvironment(conf *environmentconf.File, surroundings EnvironmentSurroundings) (found []diag.Diagnostic) {
	for i := range s.rules {
		if visit := s.rules[i].Rule.Environment; visit != nil {
			visit(&EnvironmentPass{conf, surroundings, reporter{conf.Source, &s.rules[i], &found}})
		}
	}
	return found
}

// puppetfileExample is an example of a Puppetfile.
func puppetfileExample(text string) diag.Example {
	return diag.Example{Path: "Puppetfile", Code: text}
}

// environmentExample is an example of an environment.conf, and of what else is there.
func environmentExample(text, tree string) diag.Example {
	return diag.Example{Path: "environment.conf", Code: text, Tree: tree}
}

// puppetfileReferences is where r10k says what a Puppetfile may hold.
var puppetfileReferences = []string{"https://github.com/puppetlabs/r10k/blob/main/doc/puppetfile.mkd"}

// environmentReferences is where Puppet says what an environment.conf may hold.
var environmentReferences = []string{"https://www.puppet.com/docs/puppet/8/config_file_environment"}

// kindOfSource says from where a module of a Puppetfile comes, as r10k tells it: git,
// svn, tarball, local or forge; empty where r10k could not tell.
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

// leadsOut reports whether a path of an environment leads out of it.
func leadsOut(path string) bool {
	return !filepath.IsAbs(path) && !filepath.IsLocal(filepath.FromSlash(path))
}
