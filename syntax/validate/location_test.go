package validate

import (
	"strings"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

func TestLocate(t *testing.T) {
	modulepath := []string{"/m", "/n/o/"}
	for _, test := range []struct {
		file, manifest string
		want           Location
	}{
		{"/m/foo/manifests/init.pp", "", Location{"foo", "manifests/init.pp"}},
		{"/m/foo/../foo/manifests//a.pp", "", Location{"foo", "manifests/a.pp"}},
		{"/n/o/foo/types/a/b.pp", "", Location{"foo", "types/a/b.pp"}},
		{"/m/foo.pp", "", Location{"foo.pp", ""}},
		{"/mm/foo/manifests/init.pp", "", Location{}},
		{"/n/foo/manifests/init.pp", "", Location{}},
		{"/m/foo/manifests/init.epp", "", Location{}},
		{"/m/foo/manifests/.pp", "", Location{}},
		{"/m/foo/manifests/init.pp", "/m/foo/manifests", Location{}},
	} {
		if got := Locate(test.file, modulepath, test.manifest); got != test.want {
			t.Errorf("Locate(%q, %q) = %v, want %v", test.file, test.manifest, got, test.want)
		}
	}
}

func TestNamespace(t *testing.T) {
	for _, test := range []struct {
		location Location
		want     string
		ok       bool
	}{
		{Location{"Foo", "manifests/init.pp"}, "foo", true},
		{Location{"foo", "manifests/Bar/init.pp"}, "foo::bar::init", true},
		{Location{"foo", "functions/a.b.pp"}, "foo::a.b", true},
		{Location{"foo", "examples/init.pp"}, "", false},
		{Location{"foo.pp", ""}, "", false},
	} {
		if got, ok := test.location.namespace(); got != test.want || ok != test.ok {
			t.Errorf("%v: %q %v, want %q %v", test.location, got, ok, test.want, test.ok)
		}
	}
}

// TestWholeFolderName tests names that begin with the whole name of a folder AUTHOR-MODULE: their
// hyphen is reported, and not their place.
func TestWholeFolderName(t *testing.T) {
	for _, test := range []struct{ path, code, want string }{
		{"manifests/init.pp", "class acme-web {\n}\n", "illegal_definition_name"},
		{"manifests/db.pp", "class acme-web::db {\n}\n", "illegal_definition_name"},
		{"manifests/db.pp", "class acme-web::other {\n}\n", "illegal_definition_name definition_in_wrong_file"},
		{"manifests/db.pp", "class acme-mail::db {\n}\n", "illegal_definition_name definition_in_wrong_file"},
		{"manifests/db.pp", "class web::db {\n}\n", ""},
	} {
		file := syntax.Parse(source.NewFile("/m/acme-web/"+test.path, test.code), syntax.Options{})
		var rules []string
		for _, finding := range File(file, Options{Location: Location{"web", test.path}}) {
			rules = append(rules, finding.Rule.Name)
		}
		if got := strings.Join(rules, " "); got != test.want {
			t.Errorf("%s, %q: %q, want %q", test.path, test.code, got, test.want)
		}
	}
}

// TestForeignAliases tests that an alias in the file of another name is an error in its own module
// only: Puppet never asks for one of another module there.
func TestForeignAliases(t *testing.T) {
	for _, test := range []struct {
		path, code string
		want       diag.Severity
	}{
		{"types/port.pp", "type Web::Prot = Integer\n", diag.Error},
		{"types/net/port.pp", "type Web::Port = Integer\n", diag.Error},
		{"types/port.pp", "type Stdlib::Port = Integer\n", diag.Warning},
		{"types/port.pp", "type Port = Integer\n", diag.Warning},
		{"types/web.pp", "type Webs::Web = Integer\n", diag.Warning},
		{"types/port.pp", "class web::port {\n}\n", diag.Error},
	} {
		file := syntax.Parse(source.NewFile("/m/web/"+test.path, test.code), syntax.Options{})
		findings := File(file, Options{Location: Location{"web", test.path}, Specification: true})
		if len(findings) != 1 || findings[0].Severity != test.want {
			t.Errorf("%s, %q: %v, want one finding of severity %v", test.path, test.code, findings, test.want)
		}
	}
}
