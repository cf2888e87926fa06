//go:build unix

package main

import (
	"maps"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"puppet-lint/internal/effort"
)

// tree is a hostile tree, with the files beside it.
type tree struct {
	*testing.T
	// top is the tree, outside a folder beside it.
	top, outside string
	// initial is what both contain at first.
	initial contents
}

// hostileTree makes a control repository with one file of each kind that is read, and commits it.
func hostileTree(t *testing.T) *tree {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &tree{T: t, top: filepath.Join(folder, "tree"), outside: filepath.Join(folder, "outside")}
	for name, text := range map[string]string{
		".git/HEAD":                                        "ref: refs/heads/main\n",
		".git/info/exclude":                                "/none\n",
		".gitignore":                                       "/none\n",
		".gitattributes":                                   "*.none text\n",
		"Puppetfile":                                       "forge 'https://forge.puppet.com'\nmod 'a/other', '1.0.0'\n",
		"environment.conf":                                 "modulepath = modules\n",
		"hiera.yaml":                                       "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
		"data/common.yaml":                                 "one::x: 1\n",
		"data/common.json":                                 "{\"one::y\": 1}\n",
		"manifests/site.pp":                                "node default {\n  include one\n}\n",
		"puppet-lint.toml":                                 "max-findings = 0\n",
		"puppet-lint-baseline.json":                        "{\"version\": 1, \"files\": {}}\n",
		"modules/one/metadata.json":                        "{\"name\": \"a-one\", \"version\": \"1.0.0\", \"dependencies\": []}\n",
		"modules/one/manifests/init.pp":                    "# One.\nclass one (String $x) {\n  $y = template('one/t.erb')\n  $z = epp('one/t.epp')\n  $f = one::f(1)\n  one_type { 'a': }\n  notice($y, $z, $f, $facts['one_fact'], one::g())\n  file { '/a':\n    content => file('one/f.txt'),\n    source  => 'puppet:///modules/one/f.txt',\n  }\n}\n",
		"modules/one/templates/t.erb":                      "<%= @x %>\n",
		"modules/one/templates/t.epp":                      "<%= $one::x %>\n",
		"modules/one/files/f.txt":                          "text\n",
		"modules/one/functions/g.pp":                       "# G.\nfunction one::g() {\n  1\n}\n",
		"modules/one/types/t.pp":                           "# T.\ntype One::T = String\n",
		"modules/one/plans/p.pp":                           "# P.\nplan one::p() {\n  run_task('one::t', 'localhost')\n}\n",
		"modules/one/tasks/t.json":                         "{\"description\": \"T\"}\n",
		"modules/one/tasks/t.sh":                           "#!/bin/sh\n",
		"modules/one/lib/puppet/functions/one/f.rb":        "Puppet::Functions.create_function(:'one::f') do\n  dispatch :f do\n    param 'Integer', :x\n  end\nend\n",
		"modules/one/lib/puppet/type/one_type.rb":          "Puppet::Type.newtype(:one_type) do\n  newparam(:name)\nend\n",
		"modules/one/lib/puppet/datatypes/d.rb":            "Puppet::DataTypes.create_type('D') do\nend\n",
		"modules/one/lib/facter/one_fact.rb":               "Facter.add(:one_fact) do\nend\n",
		"modules/one/lib/puppet/parser/functions/old_f.rb": "module Puppet::Parser::Functions\n  newfunction(:old_f) do |a|\n  end\nend\n",
		"modules/one/.fixtures.yml":                        "fixtures:\n  repositories: {}\n",
		"modules/one/hiera.yaml":                           "version: 5\n",
		"modules/one/data/common.yaml":                     "one::x: a\n",
		"bolt-project.yaml":                                "name: bolt\n",
		".sync.yml":                                        "a: 1\n",
		"Rakefile":                                         "PuppetLint.configuration.send('disable_140chars')\n",
	} {
		r.write(filepath.Join(r.top, filepath.FromSlash(name)), text)
	}
	repository := &repository{t, r.top}
	repository.git("init", "-q", "-b", "main", "--template=")
	repository.commit("one")
	r.write(filepath.Join(r.outside, "secret"), secret)
	r.write(filepath.Join(r.outside, "folder", "secret.pp"), secret)
	r.initial = contentsOf(t, folder)
	return r
}

// restore undoes all changes to the tree and outside of it.
func (r *tree) restore() {
	r.Helper()
	r.initial.restore(r.T, filepath.Dir(r.top))
}

// secret is a text that provokes findings wherever it is read.
const secret = "SECRET_a = \"SECRET_b\" \t \nSECRET_c: {{ \n"

func (r *tree) write(path, text string) {
	r.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		r.Fatal(err)
	}
}

// places are the files of the tree that are read, as paths in it. Of git's own files, these are the
// lists of ignored files.
func (r *tree) places() (names []string) {
	r.Helper()
	git := ".git" + string(filepath.Separator)
	err := filepath.WalkDir(r.top, func(path string, entry os.DirEntry, err error) error {
		name, _ := filepath.Rel(r.top, path)
		if isList := name == filepath.Join(".git", "info", "exclude"); err == nil && !entry.IsDir() && (isList || !strings.HasPrefix(name, git)) {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		r.Fatal(err)
	}
	return append(names, ".puppet-lint.rc")
}

// run runs the program in the tree.
func (r *tree) run(arguments ...string) (output string) {
	r.Helper()
	output, status := runHere(r.T, r.top, "", arguments...)
	if status > exitFailure || strings.Contains(output, "this is a bug in puppet-lint") {
		r.Errorf("%q: %d: %s", arguments, status, output)
	}
	return output
}

// runs are ways to look at a whole tree.
var runs = [][]string{
	{"--select", "all", "--format", "text"},
	{"--select", "all", "--fix", "--unsafe-fixes", "--format", "line", "--with-context"},
	{"report"},
	{"catalog", "a"},
	{"graph"},
	{"unused"},
	{"data"},
	{"data", "one::x"},
	{"impact"},
	{"search", "file { $A:String: }", "--replace", "if $x { $MATCH }", "--write"},
	{"rename", "class", "a", "b", "--write"},
}

// TestSpecialFiles puts pipes, devices and the like in the place of files that are read. No
// command may wait for them or read from them.
func TestSpecialFiles(t *testing.T) {
	kinds := map[string]func(r *tree, path string) error{
		"a pipe":            func(r *tree, path string) error { return syscall.Mkfifo(path, 0o644) },
		"a link to a pipe":  func(r *tree, path string) error { return os.Symlink(filepath.Join(r.outside, "pipe"), path) },
		"/dev/stdin":        func(r *tree, path string) error { return os.Symlink("/dev/stdin", path) },
		"/dev/zero":         func(r *tree, path string) error { return os.Symlink("/dev/zero", path) },
		"a folder":          func(r *tree, path string) error { return os.Mkdir(path, 0o755) },
		"a link to a ring":  func(r *tree, path string) error { return os.Symlink(filepath.Base(path), path) },
		"a link to nothing": func(r *tree, path string) error { return os.Symlink("nothing", path) },
		"a socket": func(r *tree, path string) error {
			// A socket's path may not be long.
			relative, err := os.MkdirTemp("", "s")
			if err != nil {
				return err
			}
			r.Cleanup(func() { os.RemoveAll(relative) })
			listener, err := net.Listen("unix", filepath.Join(relative, "s"))
			if err != nil {
				return err
			}
			r.Cleanup(func() { listener.Close() })
			return os.Rename(filepath.Join(relative, "s"), path)
		},
	}
	for at, kind := range slices.Sorted(maps.Keys(kinds)) {
		make := kinds[kind]
		t.Run(kind, func(t *testing.T) {
			r := hostileTree(t)
			places := r.places()
			if kind != "a pipe" {
				places = nil // testing them one at a time takes long
			}
			for i, place := range places {
				if i%3 >= effort.Rounds(1, 3) {
					continue
				}
				r.restore()
				if err := syscall.Mkfifo(filepath.Join(r.outside, "pipe"), 0o644); err != nil {
					t.Fatal(err)
				}
				path := filepath.Join(r.top, place)
				os.Remove(path)
				if err := make(r, path); err != nil {
					t.Fatal(err)
				}
				r.run("--select", "all", "--fix")
				r.run("impact")
				r.run(runs[i%len(runs)]...)
				if t.Failed() {
					t.Fatalf("%s in the place of %s", kind, place)
				}
			}
			// All at once, in every way to look at them; by default, in a third of the ways, which are
			// others for the next kind.
			r.restore()
			if err := syscall.Mkfifo(filepath.Join(r.outside, "pipe"), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, place := range r.places() {
				path := filepath.Join(r.top, place)
				if place == "environment.conf" {
					continue
				}
				os.Remove(path)
				if err := make(r, path); err != nil {
					t.Fatal(err)
				}
			}
			for _, arguments := range append(runs, []string{"--baseline", "use"}, []string{"init", "--stdout"}, []string{"format"}, []string{"config"}, []string{"ast", "."}, []string{"infer", "."}, []string{"validate"}) {
				if at++; at%3 < effort.Rounds(1, 3) {
					r.run(arguments...)
				}
			}
		})
	}
}

// TestLinksOut checks links out of the tree to files and folders: no command reads, shows or
// writes their targets.
func TestLinksOut(t *testing.T) {
	untouched := func(r *tree, what string) {
		r.Helper()
		for _, name := range []string{"secret", "folder/secret.pp"} {
			text, err := os.ReadFile(filepath.Join(r.outside, name))
			if err != nil || string(text) != secret {
				r.Errorf("%s: %s was changed: %q, %v", what, name, text, err)
			}
		}
	}
	t.Run("files", func(t *testing.T) {
		r := hostileTree(t)
		for _, place := range r.places() {
			r.restore()
			path := filepath.Join(r.top, place)
			os.Remove(path)
			if err := os.Symlink(filepath.Join(r.outside, "secret"), path); err != nil {
				t.Fatal(err)
			}
			ways := [][]string{runs[1], {"--fix", place}, {"impact"}}
			if place == "Rakefile" || place == ".puppet-lint.rc" {
				ways = append(ways, []string{"init", "--stdout"})
			}
			for _, arguments := range ways {
				if output := r.run(arguments...); strings.Contains(output, "SECRET") {
					t.Errorf("%q with a link in the place of %s: %s", arguments, place, output)
				}
			}
			untouched(r, place)
		}
		// All at once, in every way to look at them.
		r.restore()
		for _, place := range r.places() {
			path := filepath.Join(r.top, place)
			os.Remove(path)
			if err := os.Symlink(filepath.Join(r.outside, "secret"), path); err != nil {
				t.Fatal(err)
			}
		}
		for _, arguments := range append(runs, []string{"--no-config"}, []string{"format"}, []string{"ast", "."}, []string{"infer", "."}, []string{"validate"}, []string{"--baseline", "write", "--no-config"}, []string{"--add-ignore", "--no-config"}) {
			if output := r.run(arguments...); strings.Contains(output, "SECRET") {
				t.Errorf("%q with links everywhere: %s", arguments, output)
			}
		}
		untouched(r, "everything")
	})
	t.Run("folders", func(t *testing.T) {
		r := hostileTree(t)
		for _, folder := range []string{"data", "manifests", "modules", "modules/one", "modules/one/lib", "modules/one/lib/puppet", "modules/one/manifests", "modules/one/templates",
			"modules/one/functions", "modules/one/types", "modules/one/plans", "modules/one/tasks", "modules/one/data", "modules/two", ".git/info"} {
			for _, target := range []string{"/", filepath.Join("..", strings.Repeat("../", strings.Count(folder, "/")), "outside", "folder")} {
				r.restore()
				path := filepath.Join(r.top, folder)
				os.RemoveAll(path)
				if err := os.Symlink(target, path); err != nil {
					t.Fatal(err)
				}
				started := time.Now()
				for _, arguments := range [][]string{runs[1], {"report", folder}, {"--fix", folder}} {
					if output := r.run(arguments...); strings.Contains(output, "SECRET") {
						t.Errorf("%q with a link to %s in the place of %s: %s", arguments, target, folder, output)
					}
				}
				if took := time.Since(started); took > time.Minute {
					t.Errorf("a link to %s in the place of %s: took %v", target, folder, took)
				}
				untouched(r, folder)
			}
		}
	})
	t.Run("names in code", func(t *testing.T) {
		r := hostileTree(t)
		r.write(filepath.Join(r.top, "modules/one/manifests/init.pp"), r.naming())
		r.write(filepath.Join(r.top, "hiera.yaml"), r.outsideData())
		r.write(filepath.Join(r.top, "environment.conf"), "modulepath = /:../outside:modules\nmanifest = ../outside/folder\n")
		r.write(filepath.Join(r.top, "bolt-project.yaml"), "name: bolt\nmodulepath: [/, ../outside]\n")
		for _, arguments := range runs {
			if output := r.run(arguments...); strings.Contains(output, "SECRET") {
				t.Errorf("%q: %s", arguments, output)
			}
		}
		untouched(r, "code")
	})
	t.Run("a folder of modules around the tree", func(t *testing.T) {
		for named, text := range map[string]string{
			"environment.conf": "modulepath = ..:modules\n", "bolt-project.yaml": "name: bolt\nmodulepath: ['..', modules]\n",
		} {
			r := hostileTree(t)
			r.write(filepath.Join(r.top, named), text)
			r.write(filepath.Join(r.outside, "manifests/init.pp"), "class outside {\n  $word = 'SECRET'\n}\n")
			r.write(filepath.Join(r.top, "modules/one/manifests/leak.pp"), "# Leaks.\nclass one::leak {\n  include outside\n  notice($outside::word + 1)\n}\n")
			if output := r.run(".", "modules"); strings.Contains(output, "SECRET") {
				t.Errorf("%s: %s", named, output)
			}
			untouched(r, named)
		}
	})
}

// TestFoundConfiguration checks that a configuration in the tree can only name paths in the tree:
// no key makes the program read or write others. The same values on the command line do, unless a link in
// the tree leads there.
func TestFoundConfiguration(t *testing.T) {
	type named struct{ toml, rc, flag, reads, writes string }
	r := hostileTree(t)
	for _, c := range []named{
		{toml: `output-format = ["line=../outside/victim"]`, rc: "--format=line=../outside/victim", flag: "--format=line=../outside/victim", writes: "victim"},
		{toml: `output-format = ["text", "sarif=OUTSIDE/victim"]`, rc: "--format=sarif=OUTSIDE/victim", flag: "--format=sarif=OUTSIDE/victim", writes: "victim"},
		{toml: `format = ["json=link/victim"]`, rc: "--format=json=link/victim", writes: "victim"},
		{rc: "--codeclimate-report-file=../outside/victim", flag: "--codeclimate-report-file=../outside/victim", writes: "victim"},
		{toml: `baseline = "../outside/base.json"`, writes: "base.json"},
		{toml: `extend = "../outside/secret"`, rc: "--config=../outside/secret", reads: "SECRET"},
		{toml: `extend = "link/secret"`, reads: "SECRET"},
		{toml: `modulepath = ["../outside", "/"]`, rc: "--modulepath=../outside:/", reads: "SECRET"},
		{toml: `hiera-config = "../outside/secret"`, rc: "--hiera-config=../outside/secret", reads: "SECRET"},
	} {
		run := func(file, text string, arguments ...string) (output string) {
			r.restore()
			os.Remove(filepath.Join(r.top, "puppet-lint.toml"))
			r.write(filepath.Join(r.outside, "victim"), "precious\n")
			if err := os.Symlink("../outside", filepath.Join(r.top, "link")); err != nil {
				t.Fatal(err)
			}
			if file != "" {
				r.write(filepath.Join(r.top, file), strings.ReplaceAll(text, "OUTSIDE", r.outside)+"\n")
			}
			for i := range arguments {
				arguments[i] = strings.ReplaceAll(arguments[i], "OUTSIDE", r.outside)
			}
			return r.run(append(arguments, ".")...)
		}
		for file, text := range map[string]string{"puppet-lint.toml": c.toml, ".puppet-lint.rc": c.rc} {
			if text == "" {
				continue
			}
			for _, arguments := range [][]string{{}, {"--baseline", "write"}, {"--fix"}} {
				output := run(file, text, arguments...)
				if victim, err := os.ReadFile(filepath.Join(r.outside, "victim")); err != nil || string(victim) != "precious\n" {
					t.Errorf("%s %q: the victim holds %q", file, text, victim)
				}
				if _, err := os.Stat(filepath.Join(r.outside, "base.json")); err == nil {
					t.Errorf("%s %q: a baseline was written", file, text)
				}
				if strings.Contains(output, "SECRET") {
					t.Errorf("%s %q: %s", file, text, output)
				}
				if !strings.Contains(output, "outside of the working tree") && len(arguments) == 0 {
					t.Errorf("%s %q: it is not told: %s", file, text, output)
				}
			}
		}
		if c.flag != "" {
			output := run("", "", c.flag)
			if victim, _ := os.ReadFile(filepath.Join(r.outside, "victim")); string(victim) == "precious\n" {
				t.Errorf("%s: the report is not written: %s", c.flag, output)
			}
		}
	}
}

// TestFoundReports checks that a report named by a configuration in the tree replaces only an
// earlier report.
func TestFoundReports(t *testing.T) {
	r := hostileTree(t)
	for _, c := range []struct {
		path, content string
		written       bool
	}{
		{"new.txt", "", true},
		{"empty.txt", "", true},
		{"precious.txt", "my notes\n", false},
		{".git/hooks/pre-commit", "", false},
		{".GIT/x", "", false},
		{"modules/one/manifests/init.pp", "class one {}\n", false},
	} {
		r.restore()
		if c.content != "" || c.path == "empty.txt" {
			r.write(filepath.Join(r.top, c.path), c.content)
		}
		r.write(filepath.Join(r.top, "puppet-lint.toml"), "format = [\"line="+c.path+"\", \"text\"]\n")
		output := r.run("--select", "all")
		text, _ := os.ReadFile(filepath.Join(r.top, c.path))
		if c.written {
			if !strings.Contains(string(text), "on line") {
				t.Errorf("%s: is not written: %s", c.path, output)
			}
			if output = r.run("--select", "all"); strings.Contains(output, "is not written") {
				t.Errorf("%s: is not replaced: %s", c.path, output)
			}
		} else if string(text) != c.content || !strings.Contains(output, "the report is not written") {
			t.Errorf("%s: holds %q now: %s", c.path, text, output)
		}
	}
}

// TestNamedFilesOfTree checks that files of the tree that a flag names, or that init replaces, are not
// read or written if they are pipes or lead out of the tree. Others may be both.
func TestNamedFilesOfTree(t *testing.T) {
	r := hostileTree(t)
	ways := [][]string{
		{"catalog", "one", "--facts", "NAME"}, {"impact", "--facts", "NAME"}, {"data", "--facts", "NAME"},
		{"data", "--roots", "NAME"}, {"unused", "--roots", "NAME"}, {"report", "--since", "NAME"}, {"init", "--force"},
	}
	for _, arguments := range ways {
		for _, kind := range []string{"a pipe", "a link out", "a link to nothing outside"} {
			r.restore()
			path, target := filepath.Join(r.top, "puppet-lint.toml"), filepath.Join(r.outside, "secret")
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			var err error
			switch kind {
			case "a pipe":
				err = syscall.Mkfifo(path, 0o644)
			case "a link to nothing outside":
				target = filepath.Join(r.outside, "new")
				fallthrough
			default:
				err = os.Symlink(target, path)
			}
			if err != nil {
				t.Fatal(err)
			}
			given := slices.Clone(arguments)
			for i := range given {
				given[i] = strings.ReplaceAll(given[i], "NAME", "puppet-lint.toml")
			}
			output := r.run(append(given, "--no-config")...)
			if given[0] == "init" {
				output = r.run(given...)
			}
			if strings.Contains(output, "SECRET") {
				t.Errorf("%q prints %s: %s", given, kind, output)
			}
			if text, err := os.ReadFile(filepath.Join(r.outside, "secret")); err != nil || string(text) != secret {
				t.Errorf("%q writes %s: %v %s", given, kind, err, text)
			}
			if entries, err := os.ReadDir(r.outside); err != nil || len(entries) != 2 {
				t.Errorf("%q writes %s: %v %v", given, kind, err, entries)
			}
		}
	}
	r.restore()
	r.write(filepath.Join(r.outside, "facts.json"), "{\"networking\": {\"fqdn\": \"outside\"}}")
	if output := r.run("catalog", "one", "--no-config", "--facts", filepath.Join(r.outside, "facts.json")); strings.Contains(output, "facts.json") {
		t.Errorf("facts outside of the tree are not read: %s", output)
	}
}

// TestPagesOfHostileNames checks that pages contain no character of a name that could steer a
// terminal or reverse the direction of text.
func TestPagesOfHostileNames(t *testing.T) {
	r := hostileTree(t)
	r.write(filepath.Join(r.top, "data/common.yaml"), `"one::\e[31m\u202e\a\r##vso[task.x]": 1`+"\n")
	r.write(filepath.Join(r.top, "modules/one/manifests/init.pp"), "class one {\n  $x = lookup('one::\x1b[31m\u202e')\n}\n")
	for _, command := range [][]string{{"data", "--format", "html"}, {"graph", "--nodes", "all", "--format", "html"}} {
		output := r.run(command...)
		if !strings.Contains(output, "one::\uFFFD[31m\uFFFD") {
			t.Errorf("%q does not name the key: %.2000s", command, output)
		}
		if strings.ContainsAny(output, "\x1b\u202e\a\r") {
			t.Errorf("%q contains a control character", command)
		}
	}
}

// TestLinkedReports checks a report that the command line names and that is a link in the tree.
// The target outside of the tree is not written.
func TestLinkedReports(t *testing.T) {
	for _, c := range []struct {
		target  string
		written bool
	}{{"../outside/secret", false}, {"manifests/report", true}, {"../outside/none", false}} {
		r := hostileTree(t)
		if err := os.Symlink(c.target, filepath.Join(r.top, "out.sarif")); err != nil {
			t.Fatal(err)
		}
		if c.written {
			r.write(filepath.Join(r.top, c.target), "")
		}
		if !c.written {
			r.run("server", "--log", "out.sarif", "--check", ".")
			if text, err := os.ReadFile(filepath.Join(r.top, c.target)); err == nil && string(text) != secret {
				t.Errorf("the log is written to %s: %s", c.target, text)
			}
		}
		for _, arguments := range [][]string{{"--format", "sarif=out.sarif"}, {"report", "--format", "json=out.sarif"}, {"--codeclimate-report-file=out.sarif"}} {
			output := r.run(arguments...)
			text, _ := os.ReadFile(filepath.Join(r.top, c.target))
			if isReport := strings.HasPrefix(string(text), "{") || strings.HasPrefix(string(text), "["); isReport != c.written {
				t.Errorf("%q with a link to %s: it holds %.40q: %s", arguments, c.target, text, output)
			}
		}
	}
}

// TestReportsInLinkedFolders checks reports in a folder that is a link in the tree. Nothing outside
// of the tree is created or replaced, whatever the command.
func TestReportsInLinkedFolders(t *testing.T) {
	r := hostileTree(t)
	for link, target := range map[string]string{"out": "../outside", "in": "manifests"} {
		if err := os.Symlink(target, filepath.Join(r.top, link)); err != nil {
			t.Fatal(err)
		}
	}
	before := contentsOf(t, r.outside)
	baselineAt := func(path string) { r.write(filepath.Join(r.top, "..", "user.toml"), "baseline = \"tree/"+path+"\"\n") }
	for _, command := range []string{
		"--format json=%", "--codeclimate-report-file=%", "validate --format json=%", "report --format json=%", "graph --format html=%", "data --format json=%",
		"unused --format json=%", "catalog --format json=% one", "--config ../user.toml --baseline write", "server --check . --log %",
	} {
		for _, path := range []string{"out/secret", "out/new", "out/../new"} {
			baselineAt(path)
			output := r.run(strings.Fields(strings.Replace(command, "%", path, 1))...)
			if !strings.Contains(output, "outside of the working tree") && !strings.HasSuffix(path, "../new") {
				t.Errorf("%s to %s: %s", command, path, output)
			}
			if after := contentsOf(t, r.outside); !reflect.DeepEqual(after, before) {
				t.Fatalf("%s to %s changes %v to %v", command, path, before, after)
			}
		}
		baselineAt("in/new")
		r.run(strings.Fields(strings.Replace(command, "%", "in/new", 1))...)
		if err := os.Remove(filepath.Join(r.top, "manifests", "new")); err != nil {
			t.Errorf("%s to a folder in the tree: %v", command, err)
		}
	}
	// The user may name a place outside, and check a tree from elsewhere.
	r.run("--format", "json=../outside/report")
	if err := os.Remove(filepath.Join(r.outside, "report")); err != nil {
		t.Error(err)
	}
	if output, _ := runHere(t, filepath.Dir(r.top), "", "--format", "json=tree/out/new", "tree"); !strings.Contains(output, "the report is not written") {
		t.Errorf("from the folder above: %s", output)
	}
}

// TestPipesAsReports checks that a pipe in the tree is not opened for a report, which would wait
// for a reader for ever. A pipe that the user has made elsewhere is written.
func TestPipesAsReports(t *testing.T) {
	r := hostileTree(t)
	for _, path := range []string{filepath.Join(r.top, "pipe"), filepath.Join(r.outside, "pipe")} {
		if err := syscall.Mkfifo(path, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r.write(filepath.Join(r.top, "..", "user.toml"), "baseline = \"tree/pipe\"\n")
	for _, command := range []string{"--format json=pipe", "--codeclimate-report-file=pipe", "report --format json=pipe", "unused --format json=pipe", "--config ../user.toml --baseline write", "server --check . --log pipe"} {
		if output := r.run(strings.Fields(command)...); !strings.Contains(output, "pipe") {
			t.Errorf("%s: %s", command, output)
		}
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(filepath.Join(r.outside, "pipe"))
		read <- string(text)
	}()
	r.run("--format", "json=../outside/pipe")
	if text := <-read; !strings.HasPrefix(text, "{") {
		t.Errorf("the pipe outside holds %.100q", text)
	}
}

// TestHostileDocuments checks that the output of commands other than check controls neither a
// terminal nor a CI system, whatever the titles, keys and names of files.
func TestHostileDocuments(t *testing.T) {
	r := hostileTree(t)
	hostile := "##vso[task.setvariable variable=a]b\u202e\u009b31m"
	r.write(filepath.Join(r.top, "modules", "one", "manifests", "three\u202e.pp"), "class one::three {\n  notify { 'a': }\n}\n")
	r.write(filepath.Join(r.top, "modules", "one", "manifests", "two.pp"), "class one::two ($p = '"+hostile+"') {\n  notify { '"+hostile+"': message => $p }\n}\n")
	r.write(filepath.Join(r.top, "modules", "one", "data", "common.yaml"), "\"one::two::p\": \""+hostile+"\"\n\"one::"+hostile+"\": 1\n")
	for _, command := range []string{"catalog one::two .", "search notify{$TITLE:message=>$VALUE} .", "report .", "graph --nodes all .", "unused .", "data .", "upgrade --to puppet=9 .", "infer .", "rename class one::two one::four ."} {
		for _, form := range []string{"text", "json"} {
			arguments := strings.Fields(command)
			if arguments[0] != "infer" {
				arguments = slices.Insert(arguments, 1, "--format="+form)
			}
			if output := r.run(arguments...); strings.ContainsAny(output, "\u202e\u009b") || strings.Contains(output, "##vso[") {
				t.Errorf("%q prints %q", arguments, output)
			}
		}
	}
}
