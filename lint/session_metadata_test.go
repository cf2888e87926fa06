package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// metadataOf is that of a module that needs and supports something.
func metadataOf(name, dependency, system string) string {
	dependencies := "[]"
	if dependency != "" {
		dependencies = fmt.Sprintf(`[{"name": %q, "version_requirement": ">= 1.0.0 < 2.0.0"}]`, dependency)
	}
	return fmt.Sprintf(`{"name": "me-%s", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "s", "source": "s", "dependencies": %s, "operatingsystem_support": [{"operatingsystem": %q}]}`+"\n", name, dependencies, system)
}

// TestSessionFollowsMetadata changes the systems and dependencies in metadata, and adds and
// removes modules that it names. Exactly the files whose findings depend on them are checked
// again.
func TestSessionFollowsMetadata(t *testing.T) {
	files := map[string]string{
		"database/metadata.json":         metadataOf("database", "", "RedHat"),
		"database/manifests/init.pp":     "class database {\n}\n",
		"database/manifests/system.pp":   "class database::system {\n  if $facts['os']['family'] == 'Debian' {\n    notice('x')\n  }\n}\n",
		"database/manifests/choice.pp":   "class database::choice {\n  case $facts['os']['name'] {\n    'RedHat': { notice('x') }\n    'Debian': { notice('y') }\n  }\n}\n",
		"database/manifests/call.pp":     "class database::call {\n  fancy_call()\n}\n",
		"database/manifests/type.pp":     "class database::type {\n  fancy_type { 'a': }\n}\n",
		"storages/metadata.json":         metadataOf("storages", "", "RedHat"),
		"storages/manifests/slip.pp":     "class storages::slip {\n  include storges::part\n}\n",
		"storages/manifests/variable.pp": "class storages::variable {\n  notice($storges::part::x)\n}\n",
		"storages/manifests/file.pp":     "class storages::file {\n  file { '/a': content => file('storges/a') }\n}\n",
		"database/manifests/inline.pp":   "class database::inline {\n  file { '/b': content => inline_template('<%= @whatever %>') }\n}\n",
		"database/templates/a.erb":       "<%= @nothing %>\n",
		"database/manifests/render.pp":   "class database::render {\n  file { '/c': content => template('database/a.erb') }\n}\n",
		"other/metadata.json":            metadataOf("other", "", "RedHat"),
		"other/manifests/init.pp":        "class other {\n  if $facts['os']['family'] == 'Debian' {\n    notice('x')\n  }\n  fancy_call()\n}\n",
		"depends/metadata.json":          metadataOf("depends", "me/database", "RedHat"),
		"depends/manifests/init.pp":      "class depends {\n  fancy_call()\n  include database\n}\n",
	}
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tree := &changingTree{folder: folder, strict: true}
	for name, text := range files {
		tree.write(t, name, text)
	}
	var session Session
	session.Run(t.Context(), tree.options())
	closed := []string{"call", "type", "inline", "render"}
	for _, step := range []struct {
		name, text, hold string
		// again are the manifests of the module that are looked at again.
		again []string
	}{
		{"database/metadata.json", metadataOf("database", "", "Debian"), "unsupported_system", []string{"system", "choice"}},
		{"database/metadata.json", metadataOf("database", "me/nowhere", "Debian"), "unknown_function", closed},
		{"database/metadata.json", metadataOf("database", "me/other", "Debian"), "fancy_type", closed},
		{"database/metadata.json", "", "unknown_function", append(closed, "system", "choice")},
		{"database/metadata.json", files["database/metadata.json"], "fancy_type", append(closed, "system", "choice")},
		{"storages/metadata.json", metadataOf("storages", "me/storges", "RedHat"), "unknown_function", []string{"slip", "variable", "file"}},
		{"storages/metadata.json", files["storages/metadata.json"], "storges::part", []string{"slip", "variable", "file"}},
		{"database/manifests/init.pp", "class database {\n  include nowhere\n}\n", "unknown_function", append(closed, "init")},
		{"database/manifests/init.pp", files["database/manifests/init.pp"], "fancy_type", append(closed, "init")},
		{"database/manifests/init.pp", "class database {\n  notice(1)\n}\n", "fancy_type", []string{"init"}},
	} {
		path := tree.write(t, step.name, step.text)
		if step.text == "" {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
		again := tree.rerun(t, &session, []string{path}, step.hold)
		for path := range again {
			class := filepath.Base(path[:len(path)-len(filepath.Ext(path))])
			owner, _ := filepath.Rel(folder, filepath.Dir(filepath.Dir(path)))
			if isPuppet(path) && (owner == "other" || owner != "depends" && !slices.Contains(step.again, class)) {
				t.Errorf("with %s in %s, %s is checked again", step.text, step.name, path)
			}
		}
	}
}

// TestSessionFollowsVersionsOfPuppet checks that an unset variable is undef in modules that
// support only older versions of Puppet, whatever version the code is checked for.
func TestSessionFollowsVersionsOfPuppet(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	const metadata = `{"name": "me-web", "version": "1.0.0", "requirements": [{"name": "puppet", "version_requirement": %q}], "dependencies": []}`
	path := tree.write(t, "web/metadata.json", fmt.Sprintf(metadata, ">= 7.0.0 < 9.0.0"))
	tree.write(t, "web/manifests/init.pp", "class web {\n  if $missing == 'one' { notice('x') }\n}\n")
	var session Session
	if _, err := session.Run(t.Context(), tree.options()); err != nil {
		t.Fatal(err)
	}
	for _, versions := range []string{">= 443.0.0 < 9.0.0", ">= 7.0.0 < 9.0.0", ">= 6.0.0 < 8.0.0"} {
		writeFile(t, path, fmt.Sprintf(metadata, versions), 0o644)
		tree.follow(t, &session, []string{path}, "unknown_variable", true)
	}
}

// TestSessionFollowsOwners: whether a module's name needs an owner depends on the names of the
// modules beside it.
func TestSessionFollowsOwners(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	const metadata = `{"name": %q, "version": "1.0.0", "author": "x", "license": "MIT", "summary": "s", "source": "s", "dependencies": []}`
	tree.write(t, "web/metadata.json", fmt.Sprintf(metadata, "web"))
	path := tree.write(t, "mail/metadata.json", fmt.Sprintf(metadata, "me-mail"))
	for _, name := range []string{"web", "mail"} {
		tree.write(t, name+"/manifests/init.pp", "class "+name+" {\n}\n")
	}
	var session Session
	if _, err := session.Run(t.Context(), tree.options()); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name    string
		isWrong bool
	}{{"mail", false}, {"me-mail", true}, {"mail", false}} {
		writeFile(t, path, fmt.Sprintf(metadata, step.name), 0o644)
		tree.follow(t, &session, []string{path}, "invalid_metadata", step.isWrong)
	}
}
