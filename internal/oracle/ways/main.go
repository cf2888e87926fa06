//go:build develop

// Command ways compares the ways of checking a tree of modules. A check of a part of the tree,
// in whatever way, may report fewer errors than a check of the whole, but no error that the
// whole does not have.
//
//	go run -tags develop ./internal/oracle/ways -corpus DIR
//
// The tree is checked as a folder of modules and as the modules of a control repository. A part
// is a module in its place, a copy of it without the others, a file, several files as
// pre-commit passes them, or standard input. Parts are checked from other folders, with
// absolute and relative paths, and through symbolic links. No judge is needed. The program
// exits with 1 on any error that only a part has.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// settings are the program's flags.
type settings struct {
	corpus string
	every  int
}

func main() {
	var set settings
	flag.StringVar(&set.corpus, "corpus", "", "folder of modules")
	flag.String("oracle", "", "not used: the whole tree is the judge")
	flag.IntVar(&set.every, "every", 24, "ask about one file of so many on its own")
	flag.Parse()
	wrong, err := run(set)
	if err != nil {
		fmt.Fprintln(os.Stderr, "ways:", err)
		os.Exit(2)
	}
	if wrong > 0 {
		os.Exit(1)
	}
}

// command is the built puppet-lint.
type command string

// tree is a folder that is checked in many ways.
type tree struct {
	name string
	// root is the folder in which the whole is checked, modules the folder that contains the
	// modules. Both are without symbolic links.
	root, modules string
	// links mirrors the tree, with a symbolic link for each module.
	links string
	// copies contains copies of single modules, each in a separate folder.
	copies string
	// manifests are paths below modules. names are the names of the modules.
	manifests, names []string
}

// way is one call of the command.
type way struct {
	kind      string
	folder    string
	arguments []string
	// input is the file for standard input.
	input string
	// base is the folder that the paths of modules are relative to. whole is true if the errors
	// must be the same as in a check of the whole tree. alone is true if the check sees nothing
	// else of the tree, such as the callers that always pass a value for a parameter whose default
	// would fail.
	base         string
	whole, alone bool
}

func run(set settings) (wrong int, err error) {
	work, err := os.MkdirTemp("", "ways-*")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(work)
	if work, err = filepath.EvalSymlinks(work); err != nil {
		return 0, err
	}
	lint := command(filepath.Join(work, "puppet-lint"))
	if output, err := exec.Command("go", "build", "-o", string(lint), "puppet-lint/cmd/puppet-lint").CombinedOutput(); err != nil {
		return 0, fmt.Errorf("go build: %w\n%s", err, output)
	}
	plain, control, err := layOut(set.corpus, work, set.every)
	if err != nil {
		return 0, err
	}
	for _, subject := range []*tree{plain, control} {
		found, err := lint.compare(subject, set.every)
		if err != nil {
			return wrong, err
		}
		wrong += found
	}
	return wrong, nil
}

// layOut creates the folders to check: links to the modules, copies of some of them, and a
// control repository.
func layOut(corpus, work string, every int) (plain, control *tree, err error) {
	if corpus, err = filepath.EvalSymlinks(corpus); err != nil {
		return nil, nil, err
	}
	if corpus, err = filepath.Abs(corpus); err != nil {
		return nil, nil, err
	}
	entries, err := os.ReadDir(corpus)
	if err != nil {
		return nil, nil, err
	}
	links, repository, copies := filepath.Join(work, "linked", "modules"), filepath.Join(work, "control"), filepath.Join(work, "copies")
	plain = &tree{name: "a folder of modules", root: corpus, modules: corpus, links: links, copies: copies}
	for _, folder := range []string{links, filepath.Join(repository, "modules"), filepath.Join(repository, "manifests")} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, nil, err
		}
	}
	for i, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		name := entry.Name()
		plain.names = append(plain.names, name)
		origin := filepath.Join(corpus, name)
		err := errors.Join(os.Symlink(origin, filepath.Join(links, name)), os.CopyFS(filepath.Join(repository, "modules", name), os.DirFS(origin)))
		if i%max(every/2, 1) == 0 {
			err = errors.Join(err, os.CopyFS(filepath.Join(copies, name, name), os.DirFS(origin)))
		}
		if err != nil {
			return nil, nil, err
		}
	}
	err = errors.Join(
		os.WriteFile(filepath.Join(repository, "environment.conf"), []byte("modulepath = modules\n"), 0o644),
		os.WriteFile(filepath.Join(repository, "manifests", "site.pp"), []byte("node default { }\n"), 0o644),
		filepath.WalkDir(corpus, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".pp" && !entry.IsDir() && !strings.Contains(path, "/spec/") {
				relative, _ := filepath.Rel(corpus, path)
				plain.manifests = append(plain.manifests, relative)
			}
			return err
		}))
	control = &tree{name: "a control repository", root: repository, modules: filepath.Join(repository, "modules"), names: plain.names, manifests: plain.manifests}
	return plain, control, err
}

// compare checks the tree in every way.
func (lint command) compare(subject *tree, every int) (wrong int, err error) {
	all, err := lint.ask(way{kind: "the whole", folder: subject.root, arguments: []string{"."}, base: subject.modules})
	if err != nil {
		return 0, err
	}
	known := map[string]bool{}
	for _, finding := range all {
		known[finding] = true
	}
	ways := subject.ways(every)
	answers := make([][]string, len(ways))
	var group errgroup.Group
	group.SetLimit(2)
	for i, one := range ways {
		group.Go(func() (err error) {
			answers[i], err = lint.ask(one)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return wrong, err
	}
	counts, kinds := map[string][2]int{}, []string{}
	for i, one := range ways {
		count := counts[one.kind]
		if count[0] == 0 {
			kinds = append(kinds, one.kind)
		}
		counts[one.kind] = [2]int{count[0] + 1, count[1] + len(answers[i])}
		for _, finding := range answers[i] {
			if !known[finding] {
				wrong++
				fmt.Printf("FALSE    %s, %s, in %s %s: %s\n", subject.name, one.kind, one.folder, strings.Join(one.arguments, " "), finding)
			}
		}
		if one.whole && len(answers[i]) != len(all) {
			wrong++
			fmt.Printf("FEWER    %s, %s: %d of %d errors\n", subject.name, one.kind, len(answers[i]), len(all))
		}
	}
	fmt.Printf("%s: %d errors in %d manifests\n", subject.name, len(all), len(subject.manifests))
	for _, kind := range kinds {
		fmt.Printf("  %-50s %4d calls, %5d errors\n", kind, counts[kind][0], counts[kind][1])
	}
	return wrong, nil
}

// ways returns the calls that are compared with the check of the whole.
func (t *tree) ways(every int) []way {
	ways := []way{{kind: "the whole, from another folder", folder: "/", arguments: []string{t.root}, base: t.modules, whole: true}}
	if t.links != "" {
		ways = append(ways, way{kind: "the whole, modules as links", folder: t.links, arguments: t.names, base: t.links, whole: true})
	}
	for i, name := range t.names {
		module := filepath.Join(t.modules, name)
		if !isFolder(filepath.Join(module, "manifests")) {
			continue
		}
		switch i % max(every/2, 4) {
		case 0:
			ways = append(ways, way{kind: "a module, in its folder", folder: module, base: t.modules})
		case 1:
			ways = append(ways, way{kind: "a module, from another folder", folder: "/", arguments: []string{module}, base: t.modules})
		case 2:
			ways = append(ways, way{kind: "a module and a modulepath", folder: filepath.Join(module, "manifests"), arguments: []string{"--modulepath", t.modules, ".."}, base: t.modules})
		case 3:
			ways = append(ways, way{kind: "the manifests of a module", folder: module, arguments: []string{"manifests"}, base: t.modules})
		}
		if alone := filepath.Join(t.copies, name); t.copies != "" && isFolder(alone) {
			ways = append(ways, way{kind: "a module without the others", folder: filepath.Join(alone, name), arguments: []string{"."}, base: alone, alone: true})
		}
	}
	return append(ways, t.waysOfFiles(every)...)
}

// waysOfFiles returns the calls about single files.
func (t *tree) waysOfFiles(every int) (ways []way) {
	var several []string
	for i := every / 2; i < len(t.manifests); i += every {
		relative := t.manifests[i]
		path := filepath.Join(t.modules, relative)
		module, inModule, _ := strings.Cut(relative, "/")
		several = append(several, path)
		switch i / every % 6 {
		case 0:
			ways = append(ways, way{kind: "a file", folder: t.root, arguments: []string{mustRelative(t.root, path)}, base: t.modules})
		case 1:
			ways = append(ways, way{kind: "a file, from another folder", folder: os.TempDir(), arguments: []string{path}, base: t.modules})
		case 2:
			ways = append(ways, way{kind: "standard input", folder: t.root, arguments: []string{"--stdin-filename", path, "-"}, input: path, base: t.modules})
		case 3:
			ways = append(ways, way{kind: "standard input, in the module", folder: filepath.Join(t.modules, module), arguments: []string{"--stdin-filename", inModule, "-"}, input: path, base: t.modules})
		case 4:
			if t.links != "" {
				// Links that lead out of the tree are followed only into folders that the
				// command line names.
				ways = append(ways, way{kind: "a file of a linked module", folder: t.links, arguments: []string{"--modulepath", t.modules, relative}, base: t.links})
			}
		case 5:
			ways = append(ways, way{kind: "a file, in its folder", folder: filepath.Dir(path), arguments: []string{filepath.Base(path)}, base: t.modules})
		}
	}
	for chunk := range slices.Chunk(several, 12) {
		ways = append(ways, way{kind: "files of several modules", folder: "/", arguments: chunk, base: t.modules})
	}
	for _, name := range t.names {
		var files []string
		for _, path := range t.manifests {
			if rest, ok := strings.CutPrefix(path, name+"/"); ok && len(files) < every {
				files = append(files, rest)
			}
		}
		if len(files) > 0 && len(name)%4 == 0 {
			ways = append(ways, way{kind: "files as pre-commit gives them", folder: filepath.Join(t.modules, name), arguments: files, base: t.modules})
		}
	}
	return ways
}

// ask runs the command. It returns the errors that it reports below the modules: file, line,
// column and rule.
func (lint command) ask(w way) (findings []string, err error) {
	arguments := append([]string{"--no-config", "--select", "correctness,suspicious", "--error-level", "error", "--format", "jsonl", "--quiet"}, w.arguments...)
	process := exec.Command(string(lint), arguments...)
	process.Dir = w.folder
	if w.input != "" {
		text, err := os.ReadFile(w.input)
		if err != nil {
			return nil, err
		}
		process.Stdin = bytes.NewReader(text)
	}
	var stderr bytes.Buffer
	process.Stderr = &stderr
	output, err := process.Output()
	if code := process.ProcessState.ExitCode(); code != 0 && code != 1 {
		return nil, fmt.Errorf("%s, in %s %s: status %d: %w\n%s", w.kind, w.folder, strings.Join(w.arguments, " "), code, err, stderr.String())
	}
	for line := range strings.Lines(string(output)) {
		var finding struct {
			Path, Rule, Message string
			Line, Column        int
		}
		if err := json.Unmarshal([]byte(line), &finding); err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		if w.alone && strings.Contains(finding.Message, " by default") || strings.Contains(finding.Message, "with the default") {
			continue
		}
		path := finding.Path
		if !filepath.IsAbs(path) {
			path = filepath.Join(w.folder, path)
		}
		relative, err := filepath.Rel(w.base, path)
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(relative, "..") {
			findings = append(findings, fmt.Sprintf("%s:%d:%d %s", relative, finding.Line, finding.Column, finding.Rule))
		}
	}
	return findings, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// mustRelative returns path relative to folder, which contains it.
func mustRelative(folder, path string) string {
	relative, err := filepath.Rel(folder, path)
	if err != nil {
		return path
	}
	return relative
}
