package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"puppet-lint/report"
)

// mustNotPanic runs the program with a text on standard input and checks that it does not crash.
func mustNotPanic(t *testing.T, folder, stdin string, arguments ...string) {
	t.Helper()
	output, status := runHere(t, folder, stdin, arguments...)
	if strings.Contains(output, "panic") || strings.Contains(output, "this is a bug") || status > exitFailure {
		t.Errorf("%q of %.40q (%d): %.2000s", arguments, stdin, status, output)
	}
}

// TestFarColumns: a finding may stand far into a long line of standard input.
func TestFarColumns(t *testing.T) {
	for _, format := range report.Names() {
		mustNotPanic(t, t.TempDir(), "class a { "+strings.Repeat(" ", 5000)+" } \t\n\tnotify { \"é\": } # "+strings.Repeat("é", 5000)+" ", "--no-config", "--select", "all", "--format", format, "-")
	}
}

// TestDeepNesting: whatever opens without end is a syntax error, for every subcommand.
func TestDeepNesting(t *testing.T) {
	for _, opening := range []string{"@", "@@", "(", "[", "{", "!", "- ", "*", "if a {", "$a = ", "a(", "\"${", "@a { a: b => ", "case a { b: {", "unless a {", "a |$b = ", "a { a: b => ", "A[", "a.b ", "node a {", "class a {", "define a(", "function a(", "type A = B[", "$a[", "a => ", "<<| |>> ", "A <| ", "@(A)\n"} {
		t.Run(opening, func(t *testing.T) {
			for _, count := range []int{2000, 3999} {
				folder := t.TempDir()
				text := strings.Repeat(opening, count)
				if err := os.WriteFile(filepath.Join(folder, "a.pp"), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				if count == 3999 && strings.HasPrefix(opening, "@") {
					for _, command := range []string{"ast", "infer", "validate", "report"} {
						mustNotPanic(t, folder, "", command, "a.pp")
					}
				}
				mustNotPanic(t, folder, "", "--no-config", "--select", "all", "a.pp")
			}
		})
	}
}

// TestBrokenConfiguration checks that any bytes and any nesting in a configuration give an
// ordinary error message.
func TestBrokenConfiguration(t *testing.T) {
	texts := []string{
		strings.Repeat("[", 12000), "a = " + strings.Repeat("[", 12000), "a = " + strings.Repeat("[", 12000) + strings.Repeat("]", 12000),
		"a = " + strings.Repeat("{a=", 8000), strings.Repeat("a.", 12000) + "a = 1", "[" + strings.Repeat("a.", 12000) + "a]",
		strings.Repeat("[a]\n", 3000), "extend = \"puppet-lint.toml\"", "extend = [", "\"" + strings.Repeat("\\u0000", 100), "a = \"\"\"",
		"select = " + strings.Repeat("[\"a\", ", 500), strings.Repeat("[[overrides]]\n", 2000),
	}
	for char := range 256 {
		if char < 32 || char > 126 {
			texts = append(texts, string([]byte{byte(char)})+" = 1", "a = \"x"+string([]byte{byte(char)})+"\"", "# "+string([]byte{byte(char)}))
		}
	}
	folder := t.TempDir()
	for some := range slices.Chunk(texts, 60) {
		// Many in one run: each folder has a configuration of its own. The next run overwrites them.
		for at, text := range some {
			inner := filepath.Join(folder, fmt.Sprint("f", at))
			if err := os.MkdirAll(inner, 0o755); err != nil {
				t.Fatal(err)
			}
			for name, text := range map[string]string{"puppet-lint.toml": text, "a.pp": "class a {}\n"} {
				if err := os.WriteFile(filepath.Join(inner, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
		mustNotPanic(t, folder, "", ".")
		mustNotPanic(t, filepath.Join(folder, "f0"), "", ".")
	}
}

// TestBrokenBaseline checks that a file that is no baseline is reported, and that missing parts of
// a baseline count as empty.
func TestBrokenBaseline(t *testing.T) {
	for _, text := range []string{"", "null", "[]", "{}", `{"version":1}`, `{"version":1,"files":null}`, `{"version":1,"files":{"a.pp":null}}`, `{"version":1,"files":{"a.pp":{"140chars":null}}}`,
		`{"version":1,"files":{"":{"":[""]}}}`, `{"version":1,"files":{"a.pp":{"80chars":["x"],"140chars":[null]}}}`, `{"version":1,"files":[]}`, `{"version":1e9}`, strings.Repeat("[", 20000), `{"version":1,"files":{"../../../../etc/passwd":{"x":["y"]}}}`} {
		for _, mode := range []string{"use", "write"} {
			folder := t.TempDir()
			for name, text := range map[string]string{"puppet-lint-baseline.json": text, "a.pp": "class a {   }  \n"} {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			mustNotPanic(t, folder, "", "--baseline", mode)
			mustNotPanic(t, folder, "", "--baseline", mode, "--fix")
		}
	}
}

// TestEndlessConfiguration checks that the program ends if configurations extend each other, or if
// standard input has no end.
func TestEndlessConfiguration(t *testing.T) {
	run := func(files map[string]string, stdin io.Reader, arguments ...string) string {
		t.Helper()
		folder := t.TempDir()
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		command := program(t, folder, arguments...)
		command.Stdin = stdin
		timer := time.AfterFunc(time.Minute, func() { command.Process.Kill() })
		defer timer.Stop()
		output, _ := command.CombinedOutput()
		if status := command.ProcessState.ExitCode(); status < 0 || status > 2 || strings.Contains(string(output), "this is a bug") {
			t.Errorf("%q: %v: %.500s", arguments, command.ProcessState, output)
		}
		return string(output)
	}
	if output := run(map[string]string{".puppet-lint.rc": "--config=.puppet-lint.rc\n", "a.pp": ""}, nil, "a.pp"); !strings.Contains(output, "names itself") {
		t.Errorf("an rc file that names itself: %s", output)
	}
	if output := run(map[string]string{".puppet-lint.rc": "--config=b.rc\n", "b.rc": "--config=.puppet-lint.rc\n--config=.puppet-lint.rc\n", "a.pp": ""}, nil, "a.pp"); !strings.Contains(output, "names itself") {
		t.Errorf("two rc files that name each other: %s", output)
	}
	// Each extends two that extend the same one: 2^20 ways lead to the last.
	diamond := map[string]string{"a.pp": "class a { \t}\n", "last.toml": "select = [\"hard_tabs\"]\n"}
	for i := range 20 {
		next := fmt.Sprintf("extend = [\"l%d.toml\", \"r%d.toml\"]\n", i+1, i+1)
		if i == 19 {
			next = "extend = \"last.toml\"\n"
		}
		diamond[fmt.Sprintf("l%d.toml", i)], diamond[fmt.Sprintf("r%d.toml", i)] = next, next
	}
	diamond["puppet-lint.toml"] = "extend = [\"l0.toml\", \"r0.toml\"]\n"
	if output := run(diamond, nil, "--format", "agent"); !strings.Contains(output, "[hard_tabs]") {
		t.Errorf("a diamond of files: %s", output)
	}
	chain := map[string]string{"a.pp": "", "c200.toml": ""}
	for i := range 200 {
		chain[fmt.Sprintf("c%d.toml", i)] = fmt.Sprintf("extend = \"c%d.toml\"\n", i+1)
	}
	chain["puppet-lint.toml"] = "extend = \"c0.toml\"\n"
	if output := run(chain, nil); !strings.Contains(output, "at most 64 files") {
		t.Errorf("a chain of files: %s", output)
	}
	if output := run(map[string]string{"puppet-lint.toml": "a = " + strings.Repeat("[", 12000) + strings.Repeat("]", 12000), "a.pp": ""}, nil); !strings.Contains(output, "nests more than") {
		t.Errorf("nested lists: %s", output)
	}
	if output := run(nil, endless{}, "--no-config", "-"); !strings.Contains(output, "is longer than 16 MiB") {
		t.Errorf("standard input without end: %s", output)
	}
}

// endless is a text without end.
type endless struct{}

// Read fills everything.
func (endless) Read(into []byte) (int, error) {
	for i := range into {
		into[i] = ' '
	}
	return len(into), nil
}
