//go:build develop

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"puppet-lint/internal/dirty"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// entry is the entry at a path of a tree: a text, or something else.
type entry struct {
	text string
	// special is "" for a file, else "pipe", "folder", or "link " and the target.
	special string
}

// tree holds the entries of a folder, by relative path.
type tree map[string]entry

// damaged checks damaged trees.
func (p *program) damaged(corpus string, count int, seed uint64) error {
	modules, err := os.ReadDir(corpus)
	if err != nil {
		return err
	}
	statuses := map[int]int{}
	for i := range count {
		random := rand.New(rand.NewPCG(seed, uint64(i)))
		one, err := readTree(filepath.Join(corpus, modules[random.IntN(len(modules))].Name()))
		if err != nil {
			return err
		}
		unreadable := one.damage(random)
		if err := p.check(one, unreadable, fmt.Sprintf("tree %d of seed %d", i, seed), statuses); err != nil {
			return err
		}
	}
	fmt.Printf("%d damaged trees, with one job and two, in %d ways; runs by status: %v\n", count, len(runs), statuses)
	return nil
}

// mostFiles bounds the size of a tree, so that many trees can be checked.
const mostFiles = 120

func readTree(folder string) (tree, error) {
	one := tree{}
	err := filepath.WalkDir(folder, func(path string, file fs.DirEntry, err error) error {
		if err != nil || !file.Type().IsRegular() || len(one) >= mostFiles {
			return err
		}
		switch filepath.Ext(path) {
		case ".pp", ".epp", ".erb", ".yaml", ".json", ".rb", ".conf", ".toml", ".yml":
		default:
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(folder, path)
		one[relative] = entry{text: string(text)}
		return err
	})
	return one, err
}

// damage damages a tree in some places. It returns the paths that cannot be read afterwards.
func (t tree) damage(random *rand.Rand) (unreadable []string) {
	paths := slices.Sorted(maps.Keys(t))
	if len(paths) == 0 {
		return nil
	}
	for range 2 + random.IntN(8) {
		path := paths[random.IntN(len(paths))]
		one := t[path]
		if one.special != "" {
			continue
		}
		switch kind := random.IntN(16); {
		case kind < 6:
			one.text = damagedText(path, one.text, random)
			t[path] = one
		case kind < 8:
			other := paths[random.IntN(len(paths))]
			if t[other].special == "" {
				t[path] = t[other] // the same definitions twice, or unrelated ones
			}
		case kind == 8:
			delete(t, path)
			paths = slices.DeleteFunc(paths, func(p string) bool { return p == path })
			if len(paths) == 0 {
				return unreadable
			}
		case kind == 9:
			t[path] = entry{text: ""}
		default:
			special := []string{"pipe", "folder", "link nothing", "link " + filepath.Base(path), "link /dev/zero", "link ../../../../../../../../etc/passwd"}[kind-10]
			t[path] = entry{special: special}
			unreadable = append(unreadable, path)
		}
	}
	return unreadable
}

// damagedText damages one text.
func damagedText(path, text string, random *rand.Rand) string {
	at := func() int { return random.IntN(len(text) + 1) }
	if filepath.Ext(path) == ".pp" && random.IntN(2) == 0 {
		return dirty.Damage(syntax.Parse(source.NewFile(path, text), syntax.Options{}), random)
	}
	from := at()
	switch random.IntN(9) {
	case 0:
		return text[:from]
	case 1:
		return text[from:]
	case 2:
		bytes := []byte(text)
		for range 1 + random.IntN(8) {
			if len(bytes) > 0 {
				bytes[random.IntN(len(bytes))] = byte(random.IntN(256))
			}
		}
		return string(bytes)
	case 3:
		return text[:from] + []string{"\x00", "\xff\xfe", "\xef\xbb\xbf", "\u202e", "\x1b[31m", "\r", "\t"}[random.IntN(7)] + text[from:]
	case 4:
		return strings.ReplaceAll(text, "\n", "\r\n")
	case 5:
		return text[:from] + strings.Repeat([]string{"(", "[", "{", "${", "\"", "'", "@(X)\n", "- ", "<% "}[random.IntN(9)], 1+random.IntN(3000)) + text[from:]
	case 6:
		return strings.ReplaceAll(text, "\n", " ")
	case 7:
		to := at()
		return text[:max(from, to)] + text[min(from, to):]
	}
	return text + text
}

// write replaces a folder by the tree.
func (t tree) write(folder string) error {
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o755)); err != nil {
		return err
	}
	for _, relative := range slices.Sorted(maps.Keys(t)) {
		path := filepath.Join(folder, relative)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		one := t[relative]
		target, isLink := strings.CutPrefix(one.special, "link ")
		var err error
		switch {
		case isLink:
			err = os.Symlink(target, path)
		case one.special == "pipe":
			err = syscall.Mkfifo(path, 0o644)
		case one.special == "folder":
			err = os.Mkdir(path, 0o755)
		default:
			err = os.WriteFile(path, []byte(one.text), 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// contents returns the content of a folder as one text.
func contents(folder string) (string, error) {
	var all strings.Builder
	err := filepath.WalkDir(folder, func(path string, file fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if file.IsDir() && file.Name() == ".git" {
			return filepath.SkipDir
		}
		fmt.Fprintf(&all, "%s %v\n", path, file.Type())
		if file.Type().IsRegular() {
			text, err := os.ReadFile(path)
			all.Write(text)
			return err
		}
		return nil
	})
	return all.String(), err
}

// elapsed matches the parts of the output that differ from run to run.
var elapsed = regexp.MustCompile(`\([0-9.]+ ?m?s\)`)

// runs are the ways in which a damaged tree is read: the arguments before the number of jobs, and those
// after it.
var runs = []struct{ before, after []string }{
	{[]string{"--select", "all"}, []string{"."}},
	{[]string{"--select", "all", "--fix", "--unsafe-fixes"}, []string{"."}},
	{[]string{"format"}, []string{"."}},
	{[]string{"unused", "--format", "json"}, []string{"."}},
	{[]string{"data", "--format", "json"}, []string{"."}},
	{[]string{"graph", "--format", "json", "--nodes", "all"}, []string{"."}},
	{[]string{"report", "--format", "json"}, []string{"."}},
	{[]string{"upgrade", "--to", "puppet=8"}, []string{"."}},
	{[]string{"search"}, []string{"include $X", "."}},
	{[]string{"impact", "--format", "json"}, nil},
}

// check checks one tree in each way, with one job and two.
func (p *program) check(one tree, unreadable []string, name string, statuses map[int]int) error {
	folder := filepath.Join(p.work, "tree")
	for _, run := range runs {
		flags := run.before
		var outputs, trees []string
		for _, jobs := range []string{"1", "2"} {
			if err := one.write(folder); err != nil {
				return err
			}
			if flags[0] == "impact" {
				if err := commitSome(folder); err != nil {
					return err
				}
			}
			command, output := p.command(folder, slices.Concat(flags, []string{"--jobs", jobs}, run.after)...)
			_ = command.Run() // the exit status also reports findings
			status := command.ProcessState.ExitCode()
			statuses[status]++
			p.judge(name, flags, status, output.String(), unreadable)
			now, err := contents(folder)
			if err != nil {
				return err
			}
			outputs, trees = append(outputs, elapsed.ReplaceAllString(output.String(), "")), append(trees, now)
		}
		if outputs[0] != outputs[1] {
			p.complain("%s: %q: one job and two say different things: %s", name, flags, difference(outputs[0], outputs[1]))
		}
		if trees[0] != trees[1] {
			p.complain("%s: %q: one job and two write different things: %s", name, flags, difference(trees[0], trees[1]))
		}
	}
	return nil
}

// judge checks how a run has ended.
func (p *program) judge(name string, flags []string, status int, output string, unreadable []string) {
	if strings.Contains(output, "this is a bug") || strings.Contains(output, "internal error") || strings.Contains(output, "goroutine ") || status < 0 || status > 2 {
		p.complain("%s: %q: status %d: %s", name, flags, status, tail(output))
		return
	}
	if status != 2 {
		return
	}
	for line := range strings.Lines(output) {
		message, isMessage := strings.CutPrefix(line, "puppet-lint: ")
		if isMessage = isMessage && !isNoComplaint(message); isMessage && !slices.ContainsFunc(unreadable, func(path string) bool {
			return strings.HasPrefix(message, path) || strings.HasPrefix(message, "./"+path)
		}) {
			p.complain("%s: %q: status 2, and this of a file that can be read: %s", name, flags, line)
		}
	}
	if len(unreadable) == 0 && !isNoComplaint(output) {
		p.complain("%s: %q: status 2, although all files can be read: %s", name, flags, tail(output))
	}
}

// isNoComplaint reports whether a message is only about the work of a command. A syntax error
// counts, too, for a command other than check that has read the file but cannot do its work on it.
func isNoComplaint(message string) bool {
	return slices.ContainsFunc([]string{
		"a file with a syntax error is not fixed", "a file with a syntax error is not formatted", "cannot be read as Puppet code and is not in the report",
		"only code that the syntax error does not affect is searched", "checked with Puppet",
	}, func(known string) bool { return strings.Contains(message, known) })
}

// commitSome makes a git repository of a folder, with a commit of some of its files.
func commitSome(folder string) error {
	for _, arguments := range [][]string{{"init", "-q"}, {"add", "-A", "--", ":(glob)**/*[aeiou].*"}, {"commit", "-q", "--allow-empty", "-m", "some"}} {
		git := exec.Command("git", arguments...)
		git.Dir = folder
		git.Env = append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a", "GIT_AUTHOR_DATE=2020-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2020-01-01T00:00:00Z")
		// What git cannot add, such as a folder that nobody may read, is left out.
		if output, err := git.CombinedOutput(); err != nil && arguments[0] != "add" {
			return fmt.Errorf("git %s: %w\n%s", arguments[0], err, output)
		}
	}
	return nil
}

func tail(text string) string { return text[max(0, len(text)-600):] }

// difference returns the first lines that differ.
func difference(a, b string) string {
	left, right := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(left), len(right)) {
		if left[i] != right[i] {
			return fmt.Sprintf("%.300q\nand %.300q", left[i], right[i])
		}
	}
	return "one is longer"
}
