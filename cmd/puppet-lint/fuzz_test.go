package main

import (
	"bytes"
	"strings"
	"testing"

	"puppet-lint/report"
)

// fuzzRun runs the program in a folder with exactly these files, in this process.
func fuzzRun(t *testing.T, folder string, files map[string]string, arguments ...string) string {
	t.Helper()
	contentsOfFiles(files).restore(t, folder)
	t.Chdir(folder)
	var output bytes.Buffer
	env := &environment{stdin: strings.NewReader(""), stdout: &output, stderr: &output, folder: folder, getenv: func(string) string { return "" }}
	status := run(env, arguments)
	if text := output.String(); status < 0 || status > 2 || strings.Contains(text, "this is a bug in puppet-lint") {
		t.Errorf("%q ends with %d: %.3000s", arguments, status, text)
	}
	return output.String()
}

// fuzzWays are the ways to look at a tree: in each format, and changing it.
func fuzzWays() [][]string {
	ways := [][]string{{"--fix"}, {"--fix", "--unsafe-fixes"}, {"--add-ignore"}, {"--diff", "--unsafe-fixes"}, {"--baseline", "write"}, {"format"}, {"report"}, {"--profile", "puppet-lint", "--fix", "."}, {"--statistics", "--with-context", "--format", "line"}}
	for _, format := range report.Names() {
		ways = append(ways, []string{"--format", format})
	}
	for i, way := range ways {
		if strings.HasPrefix(way[0], "--") && way[0] != "--profile" {
			ways[i] = append(way, "--select", "all")
		}
	}
	return ways
}

// FuzzRuns makes whole runs, over a module with a manifest, data and a template.
func FuzzRuns(f *testing.F) {
	for i := range fuzzWays() {
		f.Add("# A.\nclass a (String $x = \"y\", $z = undef) {\n\tnotify { \"${x}\": message => \"a\" , }   \n  if $x == 'é' { include ::b }\n}\n", "a::x: 1 \n'a::y\x1b': [1, {b: c}]\n", "<%= @x -%>\n<% if scope['a'] %>b<% end %>\n", uint8(i))
	}
	f.Add("$x = \"$COMMAND\"\nclass foo ($::operatingsystem) {}\n@@@", "? [\n", "<%", uint8(1))
	f.Fuzz(func(t *testing.T, manifest, data, template string, way uint8) {
		ways := fuzzWays()
		output := fuzzRun(t, t.TempDir(), map[string]string{
			"metadata.json": `{"name": "a-a", "version": "1.0.0", "dependencies": []}`, "hiera.yaml": "version: 5\n",
			"manifests/init.pp": manifest, "data/common.yaml": data, "templates/t.erb": template,
		}, ways[int(way)%len(ways)]...)
		if strings.ContainsRune(output, '\x1b') && !strings.Contains(strings.Join(ways[int(way)%len(ways)], " "), "diff") {
			t.Errorf("a control character is shown: %q", output)
		}
	})
}

// FuzzConfiguration reads any puppet-lint.toml, and any rc file.
func FuzzConfiguration(f *testing.F) {
	for _, text := range []string{"select = [\"all\"]\n[rules.140chars]\nseverity = \"error\"\n", "extend = \"puppet-lint.toml\"\n", "[[overrides]]\nfiles = [\"**\"]\nignore = [\"all\"]\n",
		"[own-rules.a]\npattern = 'notify { $_: }'\nmessage = \"$_\"\n", "output-format = [\"json=x.json\"]\nbaseline = \"b.json\"\n", "\x01 = 1\n", "a = \"\"\"\n\\\n", "a.b.c = [{d = 1}]\n"} {
		f.Add(text, false)
	}
	for _, text := range []string{"--fix\n--format=json=a.json\n", "--config=.puppet-lint.rc\n", "--no-140chars-check\n--log-format=%{path}\n", "-l\nx\n--only-checks\n", "--codeclimate-report-file=../x\n"} {
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, isRC bool) {
		files := map[string]string{"manifests/init.pp": "class a {\n\tnotify { \"a\": }\n}\n"}
		if !isRC {
			files["puppet-lint.toml"] = text
			fuzzRun(t, t.TempDir(), files)
			return
		}
		if strings.Contains(text, "watch") || strings.Contains(text, "-w") || strings.Contains(text, "WATCH") {
			return // these do not terminate
		}
		files[".puppet-lint.rc"] = text
		fuzzRun(t, t.TempDir(), files, ".")
	})
}

// FuzzBaseline reads any baseline, to use it and to write it anew.
func FuzzBaseline(f *testing.F) {
	for _, text := range []string{`{"version":1,"files":{"manifests/init.pp":{"hard_tabs":["0123456789abcdef"]}}}`, `{"version":1,"files":null}`, `{"version":1,"files":{"a":null}}`, `{"version":1,"files":{"../a":{"80chars":[""]}}}`, "null", ""} {
		f.Add(text, false)
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, write bool) {
		files := map[string]string{"puppet-lint-baseline.json": text, "manifests/init.pp": "class a {\n\tnotify { \"a\": }\n}\n"}
		if write {
			fuzzRun(t, t.TempDir(), files, "--baseline", "write", "--select", "all")
			return
		}
		fuzzRun(t, t.TempDir(), files, "--baseline", "use", "--select", "all")
	})
}
