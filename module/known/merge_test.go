package known_test

import (
	"bytes"
	"compress/flate"
	"strings"
	"testing"

	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/source"
	"puppet-lint/module/known"
	"puppet-lint/types"
)

// indexOf makes an index of one module from lines, as the generator does.
func indexOf(t *testing.T, versions []string, resourceTypes []string, lines ...string) *known.Module {
	t.Helper()
	var body bytes.Buffer
	writer, err := flate.NewWriter(&body, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := writer.Write([]byte(strings.Join(lines, ""))); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	index, err := known.Parse(known.ModuleLine("me-thing", body.Len(), versions, resourceTypes) + "\n" + body.String())
	if err != nil {
		t.Fatal(err)
	}
	if found := index.Named("thing"); len(found) != 1 || found[0] != index.Find("me", "thing") || len(index.Named("other")) != 0 {
		t.Fatalf("the modules called thing are %v", found)
	}
	return index.Find("me", "thing")
}

// encoded returns a line of the index for a Ruby file.
func encoded(t *testing.T, path string, in known.Versions, text string) string {
	t.Helper()
	form, err := known.Encode(ruby.Read(source.NewFile(path, text)))
	if err != nil {
		t.Fatal(err)
	}
	for _, unwanted := range []string{"Span", "File", ":0,", `:""`, ":false"} {
		if strings.Contains(form, unwanted) {
			t.Errorf("%s holds %s: %s", path, unwanted, form)
		}
	}
	return known.Line(path, in, form)
}

// function declares a function of the 4.x API with dispatches.
func function(name string, dispatches ...string) string {
	text := "Puppet::Functions.create_function(:'" + name + "') do\n"
	for _, dispatch := range dispatches {
		text += "  dispatch :run do\n    " + dispatch + "\n  end\n"
	}
	return text + "end\n"
}

// TestVersionsAreMerged checks that two versions that differ become one form that accepts what
// either accepts.
func TestVersionsAreMerged(t *testing.T) {
	const (
		functionFile = "lib/puppet/functions/thing/f.rb"
		typeFile     = "lib/puppet/type/thing.rb"
		dataFile     = "lib/puppet/datatypes/thing.rb"
		legacyFile   = "lib/puppet/parser/functions/thing_old.rb"
	)
	module := indexOf(t, []string{"5.0.0", "6.0.0"}, []string{"thing"},
		encoded(t, functionFile, 1, function("thing::f", "param 'String', :a\n    return_type 'String'")),
		encoded(t, functionFile, 2, function("thing::f", "param 'Integer', :a\n    return_type 'Integer'", "param 'String', :a\n    optional_param 'Boolean', :b")),
		encoded(t, typeFile, 1, "Puppet::Type.newtype(:thing) do\n  newparam(:name) { isnamevar }\n  newproperty(:size) { newvalues(:small) }\nend\n"),
		encoded(t, typeFile, 2, "Puppet::Type.newtype(:thing) do\n  newparam(:name) { isnamevar }\n  newproperty(:size) { newvalues(:small, :large) }\n  newparam(:more)\nend\n"),
		encoded(t, dataFile, 1, "Puppet::DataTypes.create_type('Thing') do\n  interface <<-PUPPET\n    attributes => { a => String }\n  PUPPET\nend\n"),
		encoded(t, dataFile, 2, "Puppet::DataTypes.create_type('Thing') do\n  interface <<-PUPPET\n    attributes => { a => Integer }\n  PUPPET\nend\n"),
		encoded(t, legacyFile, 1, "module Puppet::Parser::Functions\n  newfunction(:thing_old, :type => :rvalue, :arity => 1) { |args| 1 }\nend\n"),
		encoded(t, legacyFile, 2, "module Puppet::Parser::Functions\n  newfunction(:thing_old, :type => :rvalue, :arity => 3) { |args| 1 }\nend\n"),
	)
	if got := module.View(module.All()).String(); got != "me-thing 5.0.0, 6.0.0" {
		t.Errorf("the view is %s", got)
	}
	if in := module.View(module.All()).Without(functionFile, "manifests/init.pp"); in != 0 {
		t.Errorf("versions %b lack the function", in)
	}
	read := func(file string, set known.Versions) *ruby.Declarations {
		files := known.NewFiles(source.NewOverlay(nil, nil))
		view := module.View(set)
		found, err := files.Read(files.Add(view) + "/" + file)
		if err != nil {
			t.Fatal(err)
		}
		return view.Declarations(found, file)
	}
	if alone, both := read(functionFile, 1), read(functionFile, 3); len(alone.Functions[0].Signatures) != 1 || len(both.Functions[0].Signatures) != 3 || both.Functions[0].Signatures[0].Returns != nil {
		t.Errorf("the function has %d signatures in one version and %d in both", len(alone.Functions[0].Signatures), len(both.Functions[0].Signatures))
	}
	both := read(typeFile, 3).Types[0]
	if both.Attribute("more") == nil || len(both.Attribute("size").Values) != 2 {
		t.Errorf("the type is %+v", both)
	}
	if one, two := read(dataFile, 2), read(dataFile, 3); one.DataTypes[0].Interface.Text == "" || two.DataTypes[0].Interface.Text != "" {
		t.Error("the data type has an interface where the versions differ, or none where they do not")
	}
	if legacy := read(legacyFile, 3).LegacyFunctions[0]; legacy.Guard.Least != 1 || legacy.Guard.Most != 3 {
		t.Errorf("the old function takes %+v", legacy.Guard)
	}
}

// TestWhatClassesDeclare checks that the declarations of a class are known only if all versions
// declare the same.
func TestWhatClassesDeclare(t *testing.T) {
	line := func(in known.Versions, declares string) string {
		return known.Line("manifests/init.pp", in, `{"kind":"class","name":"thing"`+declares+`}`)
	}
	const some = `,"declares":{"classes":["thing::a"],"resources":{"user":["it's"]}}`
	shown := "class thing {\n  if unseen_by_puppet_lint::value() {\n    include thing::a\n    user { 'it\\'s': * => unseen_by_puppet_lint::value() }\n  }\n}\n"
	const hidden = "class thing {\n  include unseen_by_puppet_lint\n}\n"
	for _, test := range []struct{ name, older, newer, want string }{
		{"the same", some, some, shown},
		{"nothing", `,"declares":{}`, `,"declares":{}`, "class thing {\n}\n"},
		{"different", some, `,"declares":{}`, hidden},
		{"unknown in one", some, "", hidden},
		{"unknown", "", `,"parent":"x"`, "class thing inherits unseen_by_puppet_lint {\n  include unseen_by_puppet_lint\n}\n"},
	} {
		module := indexOf(t, []string{"5.0.0", "6.0.0"}, nil, line(1, test.older), line(2, test.newer))
		files := known.NewFiles(source.NewOverlay(nil, nil))
		found, err := files.Read(files.Add(module.View(module.All())) + "/manifests/init.pp")
		if err != nil {
			t.Fatal(err)
		}
		if found.Text != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, found.Text, test.want)
		}
	}
}

func TestMuchNewer(t *testing.T) {
	module := indexOf(t, []string{"9.1.0"}, nil, known.Line("metadata.json", 1, "{}"))
	for text, want := range map[string]bool{">= 1.0.0": true, ">= 6.0.0": true, ">= 8.0.0": false, ">= 1.0.0 < 5.0.0": false, ">= 9.0.0": false} {
		allowed, err := types.ParseVersionRange(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := module.IsMuchNewer(allowed); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

// TestAllowedBelowOne checks that a version below 1.0.0 represents only those of its minor version.
func TestAllowedBelowOne(t *testing.T) {
	module := indexOf(t, []string{"0.9.2", "1.4.0"}, nil, known.Line("metadata.json", 3, "{}"))
	for text, want := range map[string]known.Versions{
		"0.9.0": 1, "0.9.2": 1, "0.9.5": 1, "0.2.0": 0, "0.2.1": 0, ">= 0.2.0 < 0.9.0": 0, ">= 0.2.0 < 0.9.1": 1, ">= 0.2.0 < 1.0.0": 1,
		">= 0.2.0 < 2.0.0": 3, "1.0.1": 2, "< 0.5.0": 0,
	} {
		allowed, err := types.ParseVersionRange(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := module.Allowed(allowed); got != want {
			t.Errorf("%s: %b, want %b", text, got, want)
		}
	}
}

func TestBrokenIndexes(t *testing.T) {
	for _, text := range []string{"", "me-thing 3 1.0.0\n", "me-thing 30 1.0.0\n\nabc", "me-thing x 1.0.0\n\nabc", "me-thing\n\nabc", "me-thing 1 one\n\nabc"} {
		if _, err := known.Parse(text); err == nil {
			t.Errorf("%q is an index", text)
		}
	}
}

func TestFileOfDefinition(t *testing.T) {
	for want, definition := range map[string]known.Definition{
		"manifests/init.pp": {Kind: "class", Name: "Thing"},
		"manifests/a/b.pp":  {Kind: "define", Name: "thing::a::b"},
		"functions/f.pp":    {Kind: "function", Name: "thing::f"},
		"types/port.pp":     {Kind: "type", Name: "Thing::Port"},
		"plans/init.pp":     {Kind: "plan", Name: "thing"},
	} {
		if got := definition.File(); got != want {
			t.Errorf("%s %s is in %s, not %s", definition.Kind, definition.Name, got, want)
		}
	}
}
