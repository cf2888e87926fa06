package puppetfile

import (
	"fmt"
	"strings"
	"testing"

	"puppet-lint/internal/source"
)

func outline(list *List) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s open=%v\n", list.ModuleDir, list.Open)
	for _, m := range list.Modules {
		fmt.Fprintf(&text, "%s|%s version=%s(%s) ref=%s source=%s local=%v path=%s open=%v at %s\n", m.Owner, m.Name, m.Version,
			list.File.Slice(m.VersionSpan), m.Ref, m.Source, m.Local, m.InstallPath, m.Open, list.File.Slice(m.Span))
	}
	return text.String()
}

func TestPuppetfile(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"forms", `# modules
forge 'https://forge.puppet.com'
moduledir 'thirdparty'
mod 'puppetlabs/stdlib', '9.4.1'
mod "puppet-nginx", :latest
mod 'puppetlabs-apt'
mod('concat', nil)
mod 'apache',
  :git => 'https://example.com/apache.git',
  :tag => 'v1' # comment
mod 'profile', local: true
mod 'site', git: 'git@x:y', branch: 'main', install_path: 'external'
`, `thirdparty open=false
puppetlabs|stdlib version=9.4.1(9.4.1) ref= source= local=false path= open=false at puppetlabs/stdlib
puppet|nginx version=latest(latest) ref= source= local=false path= open=false at puppet-nginx
puppetlabs|apt version=() ref= source= local=false path= open=false at puppetlabs-apt
|concat version=() ref= source= local=false path= open=false at concat
|apache version=() ref=v1 source=https://example.com/apache.git local=false path= open=false at apache
|profile version=() ref= source= local=true path= open=false at profile
|site version=() ref=main source=git@x:y local=false path=external open=false at site
`},
		{"code", `base = 'https://git.example.com'
version = '1.0.0'
%w[a b].each { |m| mod m, git: "#{base}/#{m}.git", ref: version }
mod 'c' if ENV['X']
mod "d#{1}"
eval File.read('more')
`, `modules open=true
|a version=() ref=1.0.0 source=unknown local=false path= open=true at a
|b version=() ref=1.0.0 source=unknown local=false path= open=true at b
|c version=() ref= source= local=false path= open=true at c
`},
		{"broken", "mod 'a', (\n", "modules open=true\n|a version=() ref= source= local=false path= open=true at a\n"},
	} {
		if got := outline(Read(source.NewFile("Puppetfile", test.text))); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

func TestFixtures(t *testing.T) {
	list := ReadFixtures(source.NewFile(".fixtures.yml", `---
fixtures:
  forge_modules:
    stdlib: "puppetlabs/stdlib"
    apt:
      repo: "puppetlabs/apt"
      ref: "9.0.0"
  repositories:
    nginx: https://github.com/x/nginx.git
    facts:
      repo: 'git://x'
      ref: v1
      puppet_version: '>= 6.0.0'
  symlinks:
    mine: "#{source_dir}"
`))
	want := `spec/fixtures/modules open=false
puppetlabs|stdlib version=() ref= source= local=false path= open=false at stdlib
puppetlabs|apt version=9.0.0("9.0.0") ref= source= local=false path= open=false at apt
|nginx version=() ref= source=https://github.com/x/nginx.git local=false path= open=false at nginx
|facts version=() ref=v1 source=git://x local=false path= open=false at facts
|mine version=() ref= source=#{source_dir} local=true path= open=false at mine
`
	if got := outline(list); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if broken := ReadFixtures(source.NewFile("x", "a: [")); len(broken.Errors) != 1 {
		t.Errorf("errors: %v", broken.Errors)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("mod 'a/b', '1.0', git: 'x'\nmoduledir 'y'\n%w[a].each { |m| mod m }")
	f.Add("fixtures:\n  repositories:\n    a: b\n  symlinks: {c: {repo: d, ref: 1}}\n")
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFile("x", text)
		outline(Read(file))
		outline(ReadFixtures(file))
	})
}
