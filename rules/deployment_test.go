package rules

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/environmentconf"
	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/internal/source"
)

// exampleFolder is the folder of an example.
type exampleFolder []txtar.File

func (e exampleFolder) Exists(path string) bool {
	for _, file := range e {
		if file.Name == path || strings.HasPrefix(file.Name, path+"/") {
			return true
		}
	}
	return false
}

func (e exampleFolder) Deploys(string) bool { return false }

// checkDeployment returns the findings of the default rules in a Puppetfile or an environment.conf.
func checkDeployment(path, text, tree string) []*diag.Diagnostic {
	set := NewSet(byDefault(), Settings{})
	file := source.NewFile("/w/"+path, text)
	if path == "Puppetfile" {
		return set.CheckPuppetfile(puppetfile.Read(file), false)
	}
	return set.CheckEnvironment(environmentconf.Read(file), exampleFolder(txtar.Parse([]byte(tree)).Files))
}

func TestDeploymentExamples(t *testing.T) {
	for _, rule := range All() {
		if rule.Puppetfile == nil && rule.Environment == nil {
			continue
		}
		for i, example := range rule.Bad {
			found := checkDeployment(example.Path, example.Code, example.Tree)
			if len(found) != 1 || found[0].Rule.Name != rule.Name {
				t.Errorf("%s: bad example %d raises %v:\n%s", rule.Name, i, found, example.Code)
				continue
			}
			if example.Fixed == "" {
				continue
			}
			if edits, _ := diag.Merge(found[0].Fixes[:1]); diag.Apply(found[0].File, edits[found[0].File]) != example.Fixed {
				t.Errorf("%s: bad example %d is fixed otherwise", rule.Name, i)
			}
		}
		for i, example := range rule.Good {
			for _, finding := range checkDeployment(example.Path, example.Code, example.Tree) {
				t.Errorf("%s: good example %d raises %s: %s\n%s", rule.Name, i, finding.Rule.Name, finding.Message, example.Code)
			}
		}
	}
}

// TestDeployment compares the findings with the answers of r10k and Puppet. A comment "# want rule"
// stands at the end of the line of the finding or, in an environment.conf, on the line before it.
func TestDeployment(t *testing.T) {
	for _, test := range []struct{ path, text string }{
		{"Puppetfile", `# r10k reads these
forge 'https://forge.puppet.com'
moduledir 'thirdparty'
mod 'puppetlabs/stdlib', '9.4.1'
mod 'puppetlabs-apt', '9.4.0-rc1'
mod 'puppetlabs/motd', '09.4.0' # want puppetfile_version
mod 'puppetlabs/ntp', '>= 1.0.0' # want puppetfile_version
mod 'puppetlabs/java', '7.3' # want puppetfile_version
mod 'puppetlabs/vcsrepo', :newest # want puppetfile_version
mod 'puppetlabs/mysql', type: 'forge', version: '1.x' # want puppetfile_version
mod 'puppet-systemd-networkd', '1.0.0' # want puppetfile_module_name
mod 'concat' # want puppetfile_module_name
mod 'site', local: true
mod 'ours', local: false # want puppetfile_source
mod 'dns', branch: 'main' # want puppetfile_source
mod 'linked', git: 'https://git.example.com/x.git', link: true, fallback: 'main'
mod 'tracked', git: 'https://git.example.com/x.git', branch: :control_branch, default_branch: 'main'
mod 'sub', svn: 'https://svn.example.com/x', rev: '154'
mod 'subtle', svn: 'https://svn.example.com/x', tag: '154' # want puppetfile_option
mod 'x', '1.0.0' if ENV['TEST']
mod 'archived', type: 'tarball', source: 'https://example.com/x.tar.gz', version: 'abc'
mod 'other/stdlib', :latest # want puppetfile_duplicate_module
mod 'acme/twice', '1.0.0'
mod 'acme/twice', type: 'forge', version: '1.0.0', install_path: 'other' # want puppetfile_duplicate_module
mod 'acme/both', '1.0.0', install_path: 'other' # want puppetfile_source
mod 'inner', git: 'x', ref: 'y', install_path: 'a/../b'
mod 'outer', git: 'x', ref: 'y', install_path: 'a/../../b' # want puppetfile_source
mod 'itself', git: 'x', ref: 'y', install_path: ''
puts 'read'
`},
		{"Puppetfile", "mod 'a/b', :present # want puppetfile_version\n"},
		{"Puppetfile", "forge.baseUrl https://forge.example.com\nforge.cacheTtl 1h\nmod 'a/b', '1.0.0', :sha256sum => '0123'\nmod 'a/c', :present\nmod 'a/d', 'x' # want puppetfile_version\nmod 'e', :git => 'x', :branch => 'main', :ignore-unreachable => true\nmod 'f', '1.0.0', :tag => 'x' # want puppetfile_source\n"},
		{"Puppetfile", "def pinned(name)\n  mod name, ref: 'x'\nend\npinned 'a'\nmodule_dir 'x'\n"},
		{"Puppetfile", "require_relative 'more'\npinned 'a'\n"},
		{"Puppetfile", "metadata\nmod 'a/b', '>= 1.0'\nmod 'c', path: 'c'\n"},
		{"Puppetfile", "mod 'a/b', '1.0.0'\nmodul 'a/c', '1.0.0' # want puppetfile_declaration\n"},
		{"Puppetfile", "%w[a b].each { |m| mod m, git: \"https://x/#{m}\" }\nmod 'a', version\n"},
		{"environment.conf", `# Comments have lines of their own.
modulepath = 'site:modules:$basemodulepath:/opt/modules:*/x'
; want environment_conf_syntax
  # want environment_setting
environmenttimeout = 0
environment_timeout = unlimited
# want environment_setting
environment_timeout = 10
config_version = "scripts/version $environment"
static_catalogs = false
# want environment_setting
[agent]
modulepath = nowhere
[main]
# want environment_path
manifest = manifests/sight.pp
rich_data = true
# want environment_setting
disable_per_environment_manifest = true
`},
	} {
		file := source.NewFile("x", test.text)
		want := map[int]string{}
		for number := 1; number <= file.LineCount(); number++ {
			before, rule, found := strings.Cut(file.LineText(number), " want ")
			if found && test.path == "environment.conf" && strings.HasPrefix(strings.TrimSpace(before), "#") {
				number++
			}
			if found {
				want[number] = rule
			}
		}
		for _, finding := range checkDeployment(test.path, test.text, "-- site/a --\n-- scripts/version --\n") {
			line := file.Line(finding.At)
			if want[line] != finding.Rule.Name {
				t.Errorf("%s:%d: %s: %s", test.path, line, finding.Rule.Name, finding.Message)
			}
			delete(want, line)
		}
		for line, rule := range want {
			t.Errorf("%s:%d: want %s", test.path, line, rule)
		}
	}
}
