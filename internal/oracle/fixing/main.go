//go:build develop

// Program fixing runs --fix on a whole corpus, unchanged, spoiled and damaged, and checks its
// guarantees: every file still parses, fixes of layout preserve the tree, a second run changes
// nothing, and fixing takes less than three times the processor time of checking. Then it kills
// the program during its work and makes the disk full (which needs root, and is skipped
// without), and checks what is left.
//
//	go run -tags develop ./internal/oracle/fixing -corpus DIR [-every 1]
//
// It needs no judge. It exits with status 1 if a guarantee is violated.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"puppet-lint/internal/dirty"
	"puppet-lint/internal/source"
	"puppet-lint/rules"
	"puppet-lint/syntax"
	"puppet-lint/syntax/pn"
)

func main() {
	corpus := flag.String("corpus", "", "folder with the manifests")
	every := flag.Int("every", 1, "take each n-th manifest only")
	flag.String("oracle", "", "not used: no judge is asked")
	flag.Parse()
	program, err := newProgram(*corpus, *every)
	if err == nil {
		defer os.RemoveAll(program.work)
		err = program.run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fixing:", err)
		os.Exit(1)
	}
	if program.broken > 0 {
		fmt.Printf("%d promises broken\n", program.broken)
		os.RemoveAll(program.work)
		os.Exit(1)
	}
}

// program is the tested binary and the manifests to run it on.
type program struct {
	work, binary string
	// clean, spoiled and damaged hold texts by relative path.
	clean, spoiled, damaged map[string]string
	broken                  int
}

func newProgram(corpus string, every int) (*program, error) {
	work, err := os.MkdirTemp("", "fixing-*")
	if err != nil {
		return nil, err
	}
	p := &program{work: work, binary: filepath.Join(work, "puppet-lint"), clean: map[string]string{}, spoiled: map[string]string{}, damaged: map[string]string{}}
	if output, err := exec.Command("go", "build", "-o", p.binary, "puppet-lint/cmd/puppet-lint").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, output)
	}
	count := 0
	err = filepath.WalkDir(corpus, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".pp" {
			return err
		}
		if count++; count%every != 0 {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(corpus, path)
		p.clean[relative] = string(text)
		file := syntax.Parse(source.NewFile(path, string(text)), syntax.Options{})
		p.spoiled[relative] = dirty.Spoil(file, uint64(count))
		p.damaged[relative] = damage(file, uint64(count))
		return err
	})
	if err == nil && len(p.clean) == 0 {
		err = fmt.Errorf("no manifests in %q", corpus)
	}
	return p, err
}

// damage damages a file so that it still parses, if it soon finds such a change.
func damage(file *syntax.File, seed uint64) (text string) {
	random := rand.New(rand.NewPCG(seed, 0))
	for range 8 {
		text = dirty.Damage(file, random)
		if len(syntax.Parse(source.NewFile(file.Source.Name, text), syntax.Options{}).Errors) == 0 {
			break
		}
	}
	return text
}

func (p *program) run() error {
	for _, one := range []struct {
		name  string
		texts map[string]string
	}{{"as they are", p.clean}, {"spoiled", p.spoiled}, {"damaged", p.damaged}} {
		fmt.Printf("%d manifests, %s\n", len(one.texts), one.name)
		for _, flags := range [][]string{{"--only-checks", layoutRules()}, {}, {"--unsafe-fixes"}} {
			if err := p.fix(one.texts, flags); err != nil {
				return err
			}
		}
	}
	if err := p.kill(); err != nil {
		return err
	}
	return p.fillDisk()
}

// layoutRules returns the rules whose fixes must preserve the tree.
func layoutRules() string {
	var names []string
	for _, rule := range rules.All() {
		if rule.Fix.LayoutOnly {
			names = append(names, rule.Name)
		}
	}
	return strings.Join(names, ",")
}

func (p *program) complain(format string, arguments ...any) {
	if p.broken++; p.broken <= 20 {
		fmt.Printf("  BROKEN: "+format+"\n", arguments...)
	}
}

// write writes the texts into a new folder.
func (p *program) write(name string, texts map[string]string) (string, error) {
	folder := filepath.Join(p.work, name)
	if err := os.RemoveAll(folder); err != nil {
		return "", err
	}
	for relative, text := range texts {
		path := filepath.Join(folder, relative)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return "", err
		}
	}
	return folder, nil
}

// call runs the program in folder. took is its processor time, which does not depend on other
// work of the machine or on its disk.
func (p *program) call(folder string, arguments ...string) (output string, took time.Duration) {
	command := exec.Command(p.binary, append(arguments, ".")...)
	command.Dir = folder
	command.Env = append(os.Environ(), "HOME="+p.work)
	var all bytes.Buffer
	command.Stdout, command.Stderr = &all, &all
	// Its status also depends on findings.
	_ = command.Run()
	return all.String(), command.ProcessState.UserTime() + command.ProcessState.SystemTime()
}

// fix fixes texts with the given flags.
func (p *program) fix(texts map[string]string, flags []string) error {
	folder, err := p.write("fix", texts)
	if err != nil {
		return err
	}
	p.call(folder, flags...)
	_, checking := p.call(folder, flags...)
	output, fixing := p.call(folder, fixed(flags)...)
	if strings.Contains(output, "this is a bug") {
		p.complain("%q: a fix breaks its promise:\n%s", flags, linesWith(output, "this is a bug"))
	}
	changed, first, err := p.compare(folder, texts, slices.Contains(flags, "--only-checks"))
	if err != nil {
		return err
	}
	p.call(folder, fixed(flags)...)
	again, _, err := p.compare(folder, first, false)
	if err != nil {
		return err
	}
	if again > 0 {
		p.complain("%q: a second run changes %d files", flags, again)
	}
	// Checking with only a few rules is faster than any disk.
	if len(flags) == 0 {
		if checking, fixing, err = p.least(texts, checking, fixing); err != nil {
			return err
		}
	}
	ratio := float64(fixing) / float64(checking)
	fmt.Printf("  %-28.28s checking %6.2f s, fixing %6.2f s (%.1f times), %d files changed\n",
		strings.Join(flags, " "), checking.Seconds(), fixing.Seconds(), ratio, changed)
	if ratio > mostTimes && len(flags) == 0 {
		p.complain("%q: fixing takes %.1f times the processor time of checking", flags, ratio)
	}
	return nil
}

// fixed returns the flags with --fix.
func fixed(flags []string) []string { return append(slices.Clone(flags), "--fix") }

// mostTimes is how many times the processor time of checking fixing may take.
const mostTimes = 3

// least repeats both runs while fixing seems too slow, and returns the least time of each. Other
// work of the machine adds to a time, also to processor time, and never takes from it: what stays
// too slow in the best of several runs is.
func (p *program) least(texts map[string]string, checking, fixing time.Duration) (time.Duration, time.Duration, error) {
	for range 5 {
		if fixing <= mostTimes*checking {
			break
		}
		folder, err := p.write("fix", texts)
		if err != nil {
			return 0, 0, err
		}
		_, took := p.call(folder)
		checking = min(checking, took)
		_, took = p.call(folder, fixed(nil)...)
		fixing = min(fixing, took)
	}
	return checking, fixing, nil
}

func linesWith(output, wanted string) string {
	var found []string
	for line := range strings.Lines(output) {
		if strings.Contains(line, wanted) {
			found = append(found, "    "+line)
		}
	}
	return strings.Join(found[:min(len(found), 5)], "")
}

// compare compares the present files with the texts before.
func (p *program) compare(folder string, before map[string]string, layout bool) (changed int, after map[string]string, err error) {
	after = make(map[string]string, len(before))
	for relative, text := range before {
		now, err := os.ReadFile(filepath.Join(folder, relative))
		if err != nil {
			return 0, nil, err
		}
		if after[relative] = string(now); string(now) == text {
			continue
		}
		changed++
		old := syntax.Parse(source.NewFile(relative, text), syntax.Options{})
		new := syntax.Parse(source.NewFile(relative, string(now)), syntax.Options{})
		switch {
		case len(new.Errors) > len(old.Errors):
			p.complain("%s no longer parses: %s", relative, new.Errors[0].Message)
		case layout && pn.Compact(pn.Of(old.Program)) != pn.Compact(pn.Of(new.Program)):
			p.complain("%s: fixes of layout changed its tree", relative)
		}
	}
	return changed, after, nil
}

// kill kills the program during its work. Every file must be the old or the new one, and the
// only other files must be ones that the next run ignores.
func (p *program) kill() error {
	folder, err := p.write("fixed", p.spoiled)
	if err != nil {
		return err
	}
	p.call(folder, "--fix")
	_, fixed, err := p.compare(folder, p.spoiled, false)
	if err != nil {
		return err
	}
	for round := range 4 {
		if folder, err = p.write("killed", p.spoiled); err != nil {
			return err
		}
		command := exec.Command(p.binary, "--fix", ".")
		command.Dir = folder
		if err := command.Start(); err != nil {
			return err
		}
		time.Sleep(time.Duration(150+round*250) * time.Millisecond)
		_ = command.Process.Kill()
		_ = command.Wait()
		replaced := 0
		for relative, text := range p.spoiled {
			now, err := os.ReadFile(filepath.Join(folder, relative))
			if err != nil {
				return err
			}
			switch string(now) {
			case text:
			case fixed[relative]:
				replaced++
			default:
				p.complain("%s was killed half way", relative)
			}
		}
		fmt.Printf("killed with %d of %d files fixed\n", replaced, len(p.spoiled))
	}
	return nil
}

// fillDisk fixes on a file system without free space, and in folders that are not writable.
func (p *program) fillDisk() error {
	folder := filepath.Join(p.work, "full")
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	if output, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64k,nr_inodes=64", "tmpfs", folder).CombinedOutput(); err != nil {
		fmt.Printf("no full disk: %s\n", bytes.TrimSpace(output))
		return nil
	}
	defer exec.Command("umount", folder).Run()
	text := "# A class.\nclass example {\n" + strings.Repeat("  notice('text')   \n", 1000) + "}\n"
	path := filepath.Join(folder, "example.pp")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		return err
	}
	// Use up the remaining space.
	_ = os.WriteFile(filepath.Join(folder, "rest"), make([]byte, 64<<10), 0o644)
	p.refused(folder, path, text, "the disk is full")
	if output, err := exec.Command("mount", "-o", "remount,ro", folder).CombinedOutput(); err != nil {
		return fmt.Errorf("mount: %w: %s", err, output)
	}
	p.refused(folder, path, text, "the file system is read-only")
	return nil
}

// refused fixes a file that cannot be written. The program must report that and leave
// everything unchanged.
func (p *program) refused(folder, path, text, says string) {
	output, _ := p.call(folder, "--fix", "--only-checks", "trailing_whitespace")
	now, err := os.ReadFile(path)
	entries, _ := os.ReadDir(folder)
	switch {
	case err != nil || string(now) != text:
		p.complain("%s: the file is lost", says)
	case !strings.Contains(output, says):
		p.complain("%s: it says %q", says, output)
	case len(entries) != 2:
		p.complain("%s: it leaves %v", says, entries)
	default:
		fmt.Printf("%s: said so, nothing lost\n", says)
	}
}
