package lint

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSessionSeesMovedFunction checks that a Ruby file no longer defines a function when it gets
// another name, whatever it declares.
func TestSessionSeesMovedFunction(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "site/manifests/none.pp", "class site::none {\n  notice(pick())\n}\n")
	tree.write(t, "stdlib/lib/puppet/parser/functions/other.rb", "module Puppet::Parser::Functions\n  newfunction(:other, type: :rvalue) do |args|\n  end\nend\n")
	pick := tree.write(t, "stdlib/lib/puppet/parser/functions/pick.rb", "module Puppet::Parser::Functions\n  newfunction(:pick, type: :rvalue) do |args|\n  end\nend\n")
	var session Session
	if _, err := session.Run(t.Context(), tree.options()); err != nil {
		t.Fatal(err)
	}
	tree.write(t, "stdlib/lib/puppet/parser/functions/pick.rb", "module Puppet::Parser::Functions\n  want(:pick, type: :rvalue) do |args|\n  end\nend\n")
	tree.rerun(t, &session, []string{pick}, "argument_mismatch")
	moved := filepath.Join(filepath.Dir(pick), "moved.rb")
	if err := os.Rename(pick, moved); err != nil {
		t.Fatal(err)
	}
	tree.rerun(t, &session, []string{pick, moved}, "")
}

// TestSessionFollowsFunctionsOnHosts checks that a function that a module puts on hosts exists as
// long as its file, under any name.
func TestSessionFollowsFunctionsOnHosts(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "modules/stdlib/metadata.json", metadataOf("stdlib", "", "RedHat"))
	tree.write(t, "modules/site/metadata.json", metadataOf("site", "", "RedHat"))
	tree.write(t, "modules/site/manifests/init.pp", "class site {\n  repositories('x')\n}\n")
	file := tree.write(t, "modules/site/files/server/repositories.rb", "Puppet::Parser::Functions.newfunction(:repositories) do |args|\nend\n")
	var session Session
	if _, err := session.Run(t.Context(), tree.options()); err != nil {
		t.Fatal(err)
	}
	moved := filepath.Join(filepath.Dir(filepath.Dir(file)), "moved.rb")
	if err := os.Rename(file, moved); err != nil {
		t.Fatal(err)
	}
	tree.follow(t, &session, []string{file, moved}, "unknown_function", false)
	writeFile(t, moved, "Puppet::Parser::Functions.newfunction(:others) do |args|\nend\n", 0o644)
	tree.follow(t, &session, []string{moved}, "unknown_function", true)
	writeFile(t, moved, "Puppet::Functions.create_function(:repositories) do\nend\n", 0o644)
	tree.follow(t, &session, []string{moved}, "unknown_function", false)
	if err := os.RemoveAll(filepath.Dir(moved)); err != nil {
		t.Fatal(err)
	}
	tree.follow(t, &session, []string{moved}, "unknown_function", true)
}

// TestSessionFollowsWrittenFacts checks that a fact exists as long as a manifest, or a defined
// type or template that it uses, writes it into a file of external facts.
func TestSessionFollowsWrittenFacts(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "environment.conf", "")
	tree.write(t, "modules/site/metadata.json", metadataOf("site", "", "RedHat"))
	tree.write(t, "modules/site/manifests/init.pp", "class site {\n  notice($role)\n}\n")
	writer := tree.write(t, "modules/site/manifests/facts.pp", "class site::facts {\n  file { '/etc/facter/facts.d/role.txt': content => 'role=x' }\n}\n")
	define := tree.write(t, "modules/site/manifests/fact.pp", "define site::fact {\n  file { \"/etc/facter/facts.d/${title}.txt\": content => template('site/fact.erb') }\n}\n")
	template := tree.write(t, "modules/site/templates/fact.erb", "x=1\n")
	var session Session
	if _, err := session.Run(t.Context(), tree.options()); err != nil {
		t.Fatal(err)
	}
	change := func(path, text string, isFound bool) {
		t.Helper()
		writeFile(t, path, text, 0o644)
		tree.follow(t, &session, []string{path}, "unknown_variable", isFound)
	}
	change(writer, "class site::facts {\n  file { '/etc/facter/facts.d/x.txt': content => 'x=x' }\n}\n", true)
	change(writer, "class site::facts {\n  site::fact { 'role': }\n}\n", false)
	change(define, "define site::fact {\n  file { \"/etc/${title}.txt\": content => template('site/fact.erb') }\n}\n", true)
	change(define, "define site::fact {\n  file { '/etc/facter/facts.d/all.txt': content => template('site/fact.erb') }\n}\n", false)
	change(writer, "class site::facts {\n}\n", true)
	change(template, "role=1\n", false)
	if err := os.Remove(define); err != nil {
		t.Fatal(err)
	}
	tree.follow(t, &session, []string{define}, "unknown_variable", true)
}

// TestSessionFollowsAppliedManifests checks that a manifest that a script applies by its path may
// have any content, as long as the script exists and Puppet would not load the manifest.
func TestSessionFollowsAppliedManifests(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "metadata.json", metadataOf("site", "", "RedHat"))
	tree.write(t, "manifests/init.pp", "class site {\n}\n")
	run := tree.write(t, "manifests/run.pp", "include site\n")
	script := tree.write(t, "run.sh", "puppet apply manifests/run.pp\n")
	var session Session
	if _, err := session.Run(t.Context(), tree.options()); err != nil {
		t.Fatal(err)
	}
	change := func(path, text string, isFound bool) {
		t.Helper()
		writeFile(t, path, text, 0o644)
		tree.follow(t, &session, []string{path}, "statement_outside_definition", isFound)
	}
	change(run, "class site::run {\n}\ninclude site\n", true)
	change(run, "include site\n", false)
	change(script, "true\n", true)
	change(script, "puppet apply manifests/$1.pp\n", false)
}

// TestSessionFollowsDrafts checks that a class whose manifest is only a draft exists as long as
// the draft.
func TestSessionFollowsDrafts(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "metadata.json", metadataOf("site", "", "RedHat"))
	tree.write(t, "manifests/init.pp", "class site {\n  include site::db::settings\n}\n")
	draft := tree.write(t, "manifests/db/settings.pp.example", "")
	var session Session
	if _, err := session.Run(t.Context(), tree.options()); err != nil {
		t.Fatal(err)
	}
	remove := func(path string) {
		t.Helper()
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		tree.follow(t, &session, []string{path}, "unknown_class", true)
	}
	remove(draft)
	tree.follow(t, &session, []string{tree.write(t, "manifests/db/settings.pp.example", "")}, "unknown_class", false)
	remove(filepath.Dir(draft))
	example := tree.write(t, "manifests/db/settings-example.pp", "class site::db::settings {\n}\n")
	tree.follow(t, &session, []string{example}, "unknown_class", false)
	remove(example)
}

// TestSessionFollowsRenderers checks that the findings in a template depend on the variables of
// the class that renders it, even if the class had them at first.
func TestSessionFollowsRenderers(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "metadata.json", metadataOf("site", "", "RedHat"))
	tree.write(t, "templates/motd.erb", "<%= @hostname %>\n")
	class := tree.write(t, "manifests/init.pp", "class site ($hostname = 'x') {\n  notice(template('site/motd.erb'))\n}\n")
	var session Session
	if _, err := session.Run(t.Context(), tree.options()); err != nil {
		t.Fatal(err)
	}
	writeFile(t, class, "class site ($port = 'x') {\n  notice(template('site/motd.erb'))\n}\n", 0o644)
	tree.follow(t, &session, []string{class}, "legacy_fact_in_template", true)
}

// TestSessionFollowsIgnoredFiles checks that a class exists while .gitignore names its manifest,
// or .gitmodules the folder of the manifest.
func TestSessionFollowsIgnoredFiles(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "metadata.json", metadataOf("site", "", "RedHat"))
	tree.write(t, "manifests/init.pp", "class site {\n  include site::db::settings\n}\n")
	var session Session
	if _, err := session.Run(t.Context(), tree.options()); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{".gitignore": "/manifests/db/settings.pp\n", ".gitmodules": "\tpath = manifests/db\n"} {
		list := tree.write(t, name, text)
		tree.follow(t, &session, []string{list}, "unknown_class", false)
		writeFile(t, list, "", 0o644)
		tree.follow(t, &session, []string{list}, "unknown_class", true)
	}
}

// TestSessionFollowsAside checks that a mistake in a copy of a module is a warning, and in a
// module of that name an error.
func TestSessionFollowsAside(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "old/metadata.json", `{"name": "me-old"}`)
	manifest := tree.write(t, "old/manifests/init.pp", "class old {\n}\n")
	var session Session
	if _, err := session.Run(t.Context(), tree.options()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"web", "old"} {
		writeFile(t, manifest, "class "+name+" {\n}\n", 0o644)
		tree.follow(t, &session, []string{manifest}, "invalid_metadata", true)
	}
	writeFile(t, manifest, "class old {\n  notice('the module is still called so')\n}\n", 0o644)
	if result, _, err := session.Rerun(t.Context(), []string{manifest}); err != nil || result == nil {
		t.Errorf("everything is checked again although the module keeps its name (error %v)", err)
	}
}

// follow makes the session check again. It must find the same as a run from the start, and the
// findings must contain a rule or not.
func (c *changingTree) follow(t *testing.T, session *Session, changed []string, rule string, isFound bool) {
	t.Helper()
	result, _, err := session.Rerun(t.Context(), changed)
	if result == nil && err == nil {
		result, err = session.Run(t.Context(), c.options())
	}
	if err != nil {
		t.Fatal(err)
	}
	got, want := findingLines(result), findingLines(freshRun(t, c.options()))
	if !slices.Equal(got, want) {
		t.Errorf("unexpected:\n%s\nmissing:\n%s", strings.Join(missingIn(got, want), "\n"), strings.Join(missingIn(want, got), "\n"))
	}
	if slices.ContainsFunc(want, func(line string) bool { return strings.Contains(line, rule) }) != isFound {
		t.Errorf("%s: want %t in\n%s", rule, isFound, strings.Join(want, "\n"))
	}
}
