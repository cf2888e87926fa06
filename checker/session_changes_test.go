package checker

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/treetest"
)

// TestSessionFollowsEveryKindOfFile changes files of every kind in a tree, one after the other.
// The session finds what a new check finds, and the change itself has the wanted effect.
func TestSessionFollowsEveryKindOfFile(t *testing.T) {
	metadata := func(name string) string {
		return `{"name": "o-` + name + `", "version": "1.0.0", "author": "o", "license": "MIT", "summary": "Web.", "source": "https://example.com/web", "dependencies": []}`
	}
	files := newChangingFiles(map[string]string{
		treetest.Root + "web/metadata.json":                    metadata("web"),
		treetest.Root + "web/hiera.yaml":                       "version: 5\nhierarchy:\n  - name: all\n    path: all.yaml\n",
		treetest.Root + "web/data/all.yaml":                    "web::port: 80\n",
		treetest.Root + "web/data/other.yaml":                  "web::port: many\n",
		treetest.Root + "web/lib/facter/web_kind.rb":           "Facter.add(:web_kind) do\n  setcode { 'a' }\nend\n",
		treetest.Root + "web/lib/puppet/functions/web/port.rb": "Puppet::Functions.create_function(:'web::port') do\n  dispatch :one do\n    param 'Integer', :a\n  end\n  def one(a)\n    a\n  end\nend\n",
		treetest.Root + "web/templates/t.erb":                  "<%= @port %>\n",
		treetest.Root + "web/templates/t.epp":                  "<%- | Integer $port | -%>\n<%= $port %>\n",
		treetest.Root + "web/types/kind.pp":                    "type Web::Kind = Enum['a', 'b']\n",
		treetest.Root + "web/manifests/init.pp":                "class web (Integer $port, Web::Kind $kind = 'a') {\n  notice(template('web/t.erb'), epp('web/t.epp', { 'port' => $port }), web::port(1), $facts['web_kind'], $kind)\n}\n",
		treetest.Root + "web/manifests/user.pp":                "class web::user {\n  class { 'web': kind => 'b' }\n}\n",
		treetest.Root + "web/tasks/restart.json":               "{\"description\": \"Restarts\", \"parameters\": {}}\n",
		treetest.Root + "web/tasks/restart.sh":                 "#!/bin/sh\n",
	})
	session := follow(t, files)
	deleted := "\x00"
	for _, step := range []struct {
		what, path, text string
		// finds is a part of one of the findings; empty if there must be none.
		finds string
	}{
		{"nothing", "web/README.md", "Web.\n", ""},
		{"a value of another type", "web/data/all.yaml", "web::port: http\n", "expects an Integer, got the string 'http'"},
		{"no value", "web/data/all.yaml", "web::kind: a\n", ""},
		{"data with a mistake", "web/data/all.yaml", "web::port: [\n", ""},
		{"data again", "web/data/all.yaml", "web::port: &p 80\nweb::kind: a\nlookup_options:\n  web::port:\n    merge: first\n", ""},
		{"no data", "web/data/all.yaml", deleted, ""},
		{"a hierarchy that reads other data", "web/hiera.yaml", "version: 5\nhierarchy:\n  - name: all\n    path: other.yaml\n", "got the string 'many'"},
		{"the hierarchy again", "web/hiera.yaml", "version: 5\nhierarchy:\n  - name: all\n    path: all.yaml\n", ""},
		{"a function with another parameter", "web/lib/puppet/functions/web/port.rb", "Puppet::Functions.create_function(:'web::port') do\n  dispatch :one do\n    param 'String', :a\n  end\n  def one(a)\n    a\n  end\nend\n", "expects a String"},
		{"no function", "web/lib/puppet/functions/web/port.rb", deleted, "web::port"},
		{"a function in Puppet", "web/functions/port.pp", "function web::port(Integer $a) {\n  $a\n}\n", ""},
		{"a fact of another name", "web/lib/facter/web_kind.rb", "Facter.add(:web_kinds) do\n  setcode { 'a' }\nend\n", ""},
		{"the fact again", "web/lib/facter/web_kind.rb", "Facter.add(:web_kind) do\n  setcode { 'a' }\nend\n", ""},
		{"a template that reads another variable", "web/templates/t.erb", "<%= @prot %>\n", "$prot is not set by class 'web'"},
		{"no template", "web/templates/t.erb", deleted, "web/t.erb"},
		{"the template again", "web/templates/t.erb", "<%= @port %>\n", ""},
		{"a template with another parameter", "web/templates/t.epp", "<%- | Integer $prot | -%>\n<%= $prot %>\n", "'port'"},
		{"the parameter again", "web/templates/t.epp", "<%- | Integer $port | -%>\n<%= $port %>\n", ""},
		{"a type of other values", "web/types/kind.pp", "type Web::Kind = Enum['a', 'c']\n", "got the string 'b'"},
		{"a syntax error", "web/types/kind.pp", "type Web::Kind = Enum['a', 'b'\n", ""},
		{"no type", "web/types/kind.pp", deleted, "Web::Kind"},
		{"the type again", "web/types/kind.pp", "type Web::Kind = Enum['a', 'b']\n", ""},
		{"a task with a mistake", "web/tasks/restart.json", "{\"parameters\": []}\n", "'parameters' must be an object"},
		{"no metadata of the task", "web/tasks/restart.json", deleted, ""},
		{"metadata of another module", "web/metadata.json", metadata("other"), ""},
	} {
		path, text := treetest.Root+step.path, &step.text
		if step.text == deleted {
			text = nil
		}
		files.set(path, text)
		if !session.recheck(t, files, path) {
			session = follow(t, files)
		}
		fresh, err := Check(t.Context(), files.workspace().TreeOf("/w/modules"), files.options())
		if err != nil {
			t.Fatal(err)
		}
		got := session.lines()
		if want := linesOf(fresh); !slices.Equal(got, want) {
			t.Fatalf("%s: the findings differ:%s", step.what, difference(got, want))
		}
		if step.finds != "" && !strings.Contains(strings.Join(got, "\n"), step.finds) || step.finds == "" && len(got) > 0 {
			t.Errorf("%s: found %q, want %q", step.what, got, step.finds)
		}
		session.Idle(t.Context())
	}
}

// TestEarlySessionShowsTheChangedFile checks that with Early, the findings of the changed file are
// shown before the files that depend on it are checked, and equal the final ones.
func TestEarlySessionShowsTheChangedFile(t *testing.T) {
	const web, user = treetest.Root + "web/manifests/init.pp", treetest.Root + "web/manifests/user.pp"
	files := newChangingFiles(map[string]string{
		web:  "class web (Integer $port = 80) {\n}\n",
		user: "class web::user {\n  class { 'web': port => 443 }\n}\n",
	})
	session := follow(t, files)
	session.Early = true
	for _, step := range []struct {
		what, path, text string
		// early is the number of times that findings are shown early, and found the number of
		// these findings.
		early, found int
		shows        bool
	}{
		{"a type that does not accept the default", web, "class web (String $port = 80) {\n}\n", 1, 2, true},
		{"a comment", web, "# Web.\nclass web (String $port = 80) {\n}\n", 0, 2, false},
		{"the type again", web, "class web (Integer $port = 80) {\n}\n", 0, 0, true},
		{"a new file", treetest.Root + "web/manifests/new.pp", "class web::new {\n  1 + 'x'\n}\n", 0, 1, false},
	} {
		files.set(step.path, &step.text)
		if !session.tree.Renew([]string{step.path}) {
			t.Fatalf("%s: the tree must be read anew", step.what)
		}
		shown := -1
		found, err := session.Recheck(t.Context(), files.options(), []string{step.path}, func(early map[string][]*diag.Diagnostic) {
			if paths := slices.Collect(maps.Keys(early)); !slices.Equal(paths, []string{step.path}) {
				t.Errorf("%s: shown early are the findings of %v", step.what, paths)
			}
			shown = len(early[step.path])
		})
		if err != nil {
			t.Fatal(err)
		}
		maps.Copy(session.found, found)
		if (shown >= 0) != step.shows || step.shows && shown != step.early {
			t.Errorf("%s: %d findings were shown early, want %d", step.what, shown, step.early)
		}
		if got := session.lines(); len(got) != step.found {
			t.Errorf("%s: found %q, want %d", step.what, got, step.found)
		}
	}
}

// countdown is a context that is cancelled after its error was asked for a number of times, by
// whatever goroutines.
type countdown struct {
	context.Context
	left atomic.Int64
}

// countdownFrom returns a context that is cancelled after count questions.
func countdownFrom(ctx context.Context, count int) *countdown {
	c := &countdown{Context: ctx}
	c.left.Store(int64(count))
	return c
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelledRecheckIsCompleted cancels a Recheck at different moments. The next one must find
// the same as a new check, even if the files have changed again.
func TestCancelledRecheckIsCompleted(t *testing.T) {
	const web, user, base = treetest.Root + "web/manifests/init.pp", treetest.Root + "web/manifests/user.pp", treetest.Root + "web/manifests/base.pp"
	texts := []map[string]string{
		{base: "class web::base {\n  $port = 80\n}\n", web: "class web (Integer $port = $web::base::port) inherits web::base {\n}\n"},
		{base: "class web::base {\n  $port = 'http'\n}\n"},
		{web: "class web (Integer $port = $web::base::port, String $kind = 1) inherits web::base {\n}\n"},
		{base: "class web::base {\n  $port = 81\n}\n", web: "class web (String $port = $web::base::port) inherits web::base {\n}\n"},
	}
	cancelled := 0
	for patience := range 40 {
		all := maps.Clone(texts[0])
		all[user] = "class web::user {\n  class { 'web': port => 443 }\n}\n"
		files := newChangingFiles(all)
		session := follow(t, files)
		for step, changes := range texts[1:] {
			paths := slices.Sorted(maps.Keys(changes))
			for _, path := range paths {
				text := changes[path]
				files.set(path, &text)
			}
			if !session.tree.Renew(paths) {
				t.Fatal("the tree must be read anew")
			}
			if found, err := session.Recheck(countdownFrom(t.Context(), patience), files.options(), paths, nil); err == nil {
				maps.Copy(session.found, found)
			} else if cancelled++; !session.IsUnfinished() {
				t.Fatalf("step %d, cancelled after %d: the session is done", step, patience)
			}
			if step%2 == 1 && session.IsUnfinished() {
				continue // the next change comes before the rest of this one is done
			}
			found, err := session.Recheck(t.Context(), files.options(), nil, nil)
			if err != nil || session.IsUnfinished() {
				t.Fatalf("step %d, cancelled after %d: %v", step, patience, err)
			}
			maps.Copy(session.found, found)
			fresh, err := Check(t.Context(), files.workspace().TreeOf("/w/modules"), files.options())
			if err != nil {
				t.Fatal(err)
			}
			if got, want := session.lines(), linesOf(fresh); !slices.Equal(got, want) || len(want) == 0 {
				t.Fatalf("step %d, cancelled after %d: the findings differ:%s", step, patience, difference(got, want))
			}
		}
	}
	if cancelled < 20 {
		t.Errorf("only %d of 120 checks were cancelled", cancelled)
	}
}

// TestSessionsTellEachOther checks two sessions of one tree, each of which evaluates some of the
// files. A change in a file of one session must reach the findings of the other.
func TestSessionsTellEachOther(t *testing.T) {
	const function, user = treetest.Root + "web/functions/port.pp", treetest.Root + "other/manifests/init.pp"
	files := newChangingFiles(map[string]string{
		function: "function web::port() {\n  80\n}\n",
		user:     "class other {\n  web::port() + 1\n}\n",
	})
	workspace := files.workspace().Following()
	tree := workspace.TreeOf("/w/modules")
	one, two := NewSession(tree), NewSession(tree)
	onlyOne, onlyTwo := Options{Paths: []string{function}}, Options{Paths: []string{user}}
	for _, check := range []struct {
		session *Session
		options Options
	}{{one, onlyOne}, {two, onlyTwo}} {
		found, err := check.session.Check(t.Context(), check.options)
		if err != nil || len(linesOf(slices.Concat(slices.Collect(maps.Values(found))...))) > 0 {
			t.Fatalf("found %v, %v", found, err)
		}
		check.session.Remember()
	}
	for _, step := range []struct{ text, finds string }{
		{"function web::port() {\n  'http'\n}\n", "expects a number"},
		{"function web::port() {\n  443\n}\n", ""},
	} {
		files.set(function, &step.text)
		if !tree.Renew([]string{function}) {
			t.Fatal("the tree must be read anew")
		}
		if _, err := one.Recheck(t.Context(), onlyOne, []string{function}, nil); err != nil {
			t.Fatal(err)
		}
		found, err := two.Recheck(t.Context(), onlyTwo, []string{function}, nil)
		if err != nil {
			t.Fatal(err)
		}
		names := one.ChangedSummaries()
		further, err := two.Propagate(t.Context(), names)
		if err != nil {
			t.Fatal(err)
		}
		if again := one.ChangedSummaries(); len(again) > 0 {
			t.Errorf("the second call returns %q again", again)
		}
		maps.Copy(found, further)
		lines := strings.Join(linesOf(found[user]), "\n")
		if _, checked := found[user]; !checked || !strings.Contains(lines, step.finds) || step.finds == "" && lines != "" {
			t.Errorf("after %q: %v, want %q (changed summaries: %q)", step.text, found, step.finds, names)
		}
	}
}
