//go:build develop

package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"puppet-lint/internal/atomicfile"
)

// files is the number of files that runs fix while something happens to them.
const files = 80

// text returns the content of a file before it is fixed. A mark distinguishes the texts of
// editors.
func text(mark string) string {
	return "# A class." + mark + "\nclass example {\n" + strings.Repeat("  notice('text')   \n", 400) + "}\n"
}

func fixed(text string) string { return strings.ReplaceAll(text, "   \n", "\n") }

var fixing = []string{"--fix", "--only-checks", "trailing_whitespace", "."}

// interrupted interrupts runs in each way.
func (p *program) interrupted(rounds int) error {
	ways := []struct {
		name string
		do   func(folder string, round int) error
	}{
		{"killed", func(folder string, round int) error { return p.signalled(folder, round, syscall.SIGKILL) }},
		{"ended by signals", func(folder string, round int) error {
			return p.signalled(folder, round, []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP}[round%3])
		}},
		{"two runs at once", p.together},
		{"editors beside the run", p.edited},
	}
	for _, way := range ways {
		started, before := time.Now(), p.broken
		for round := range rounds {
			folder := filepath.Join(p.work, "interrupted")
			if err := fill(folder, files); err != nil {
				return err
			}
			if err := way.do(folder, round); err != nil {
				return err
			}
		}
		fmt.Printf("%s: %d times, %d promises broken (%.0f s)\n", way.name, rounds, p.broken-before, time.Since(started).Seconds())
	}
	return p.withoutRoom(rounds)
}

func fill(folder string, count int) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for i := range count {
		if err := os.WriteFile(filepath.Join(folder, name(i)), []byte(text("")), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func name(i int) string { return fmt.Sprintf("f%03d.pp", i) }

// whole checks that each file is the old or the new one. It counts the new ones and other
// files.
func (p *program) whole(folder, what string, count int) (replaced, left int) {
	for i := range count {
		switch now, err := os.ReadFile(filepath.Join(folder, name(i))); {
		case err != nil:
			p.complain("%s: %v", what, err)
		case string(now) == fixed(text("")):
			replaced++
		case string(now) != text(""):
			p.complain("%s: %s holds %d bytes, neither the old text nor the new one", what, name(i), len(now))
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		p.complain("%s: %v", what, err)
	}
	for _, entry := range entries {
		if atomicfile.IsTemporary(entry.Name()) {
			left++
		}
	}
	return replaced, left
}

// signalled ends a run with a signal at some moment of its work.
func (p *program) signalled(folder string, round int, signal syscall.Signal) error {
	command, _ := p.command(folder, fixing...)
	if err := command.Start(); err != nil {
		return err
	}
	// Wait until it is at work, and then a little longer.
	for range 5000 {
		if now, _ := os.ReadFile(filepath.Join(folder, name(0))); string(now) == fixed(text("")) {
			break
		}
		time.Sleep(time.Millisecond)
	}
	time.Sleep(time.Duration(round%20) * time.Millisecond)
	if err := command.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	_ = command.Wait()
	_, left := p.whole(folder, signal.String(), files)
	if signal != syscall.SIGKILL && left > 0 {
		p.complain("%v leaves %d temporary files", signal, left)
	}
	return p.next(folder, signal.String())
}

// next does the next run, which must finish the work and leave nothing behind.
func (p *program) next(folder, after string) error {
	command, output := p.command(folder, fixing...)
	if err := command.Run(); err != nil {
		p.complain("the run after %s: %v: %s", after, err, tail(output.String()))
	}
	if replaced, left := p.whole(folder, "the run after "+after, files); replaced != files || left > 0 {
		p.complain("the run after %s fixes %d of %d files and leaves %d temporary ones", after, replaced, files, left)
	}
	return nil
}

// together lets two runs fix the same files.
func (p *program) together(folder string, _ int) error {
	var group sync.WaitGroup
	for range 2 {
		command, output := p.command(folder, fixing...)
		group.Go(func() {
			_ = command.Run() // a file that the other run has just fixed is skipped with a message
			if status := command.ProcessState.ExitCode(); status < 0 || status > 2 || strings.Contains(output.String(), "this is a bug") {
				p.complain("two runs at once: status %d: %s", status, tail(output.String()))
			}
		})
	}
	group.Wait()
	if _, left := p.whole(folder, "two runs at once", files); left > 0 {
		p.complain("two runs at once leave %d temporary files", left)
	}
	return p.next(folder, "two at once")
}

// edited saves files, as editors do, while a run fixes them: in place, or as a new file.
// Afterwards, what an editor saved last must be there, unchanged or fixed.
func (p *program) edited(folder string, round int) error {
	random := rand.New(rand.NewPCG(uint64(round), 1))
	command, output := p.command(folder, fixing...)
	if err := command.Start(); err != nil {
		return err
	}
	last := map[string]string{}
	done := make(chan error, 1)
	go func() { done <- command.Wait() }()
	for ended, edit := false, 0; !ended; edit++ {
		select {
		case <-done:
			ended = true
		default:
			one := name(random.IntN(files))
			saved := text(fmt.Sprintf(" Edit %d.", edit))
			if err := save(filepath.Join(folder, one), saved, edit%2 == 0); err != nil {
				return err
			}
			last[one] = saved
			time.Sleep(time.Duration(random.IntN(300)) * time.Microsecond)
		}
	}
	for i := range files {
		want := text("")
		if saved, isEdited := last[name(i)]; isEdited {
			want = saved
		}
		if now, err := os.ReadFile(filepath.Join(folder, name(i))); err != nil || string(now) != want && string(now) != fixed(want) {
			p.complain("an edit is lost in %s (%d bytes, %v): %s", name(i), len(now), err, tail(output.String()))
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != files {
		p.complain("beside editors: there are %d files, not %d", len(entries), files)
	}
	return nil
}

// save saves a file as editors do: in place, or as a new file that is renamed.
func save(path, text string, inPlace bool) error {
	if inPlace {
		return os.WriteFile(path, []byte(text), 0o644)
	}
	if err := os.WriteFile(path+"~", []byte(text), 0o644); err != nil {
		return err
	}
	return os.Rename(path+"~", path)
}

// withoutRoom fixes on a file system that becomes full at some moment of the work.
func (p *program) withoutRoom(rounds int) error {
	folder := filepath.Join(p.work, "full")
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	const pages = files*3 + 64
	started, before, partial := time.Now(), p.broken, 0
	for round := range rounds {
		if output, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%d", pages*os.Getpagesize()), "tmpfs", folder).CombinedOutput(); err != nil {
			fmt.Printf("no full disk: %s\n", bytes.TrimSpace(output))
			return nil
		}
		replaced, err := p.onFullDisk(folder, round)
		if output, problem := exec.Command("umount", folder).CombinedOutput(); err == nil && problem != nil {
			err = fmt.Errorf("umount: %w: %s", problem, output)
		}
		if err != nil {
			return err
		}
		if replaced > 0 && replaced < files {
			partial++
		}
	}
	fmt.Printf("a full disk: %d times, %d of them in the middle, %d promises broken (%.0f s)\n", rounds, partial, p.broken-before, time.Since(started).Seconds())
	return nil
}

func (p *program) onFullDisk(folder string, round int) (replaced int, err error) {
	for i := range files {
		if err := os.WriteFile(filepath.Join(folder, name(i)), []byte(text("")), 0o644); err != nil {
			return 0, err
		}
	}
	rest, err := os.Create(filepath.Join(folder, "rest"))
	if err != nil {
		return 0, err
	}
	defer rest.Close()
	command, output := p.command(folder, fixing...)
	if err := command.Start(); err != nil {
		return 0, err
	}
	// Every third time the file system is full from the start.
	for range 5000 * (round % 3) {
		if now, _ := os.ReadFile(filepath.Join(folder, name(round%files))); string(now) == fixed(text("")) {
			break
		}
		time.Sleep(200 * time.Microsecond)
	}
	page := make([]byte, os.Getpagesize())
	done := make(chan error, 1)
	go func() { done <- command.Wait() }()
	for ended := false; !ended; {
		select {
		case <-done:
			ended = true
		default:
			if _, err := rest.Write(page); err != nil {
				time.Sleep(100 * time.Microsecond) // freed space is filled, too
			}
		}
	}
	replaced, left := p.whole(folder, "a full disk", files)
	switch status := command.ProcessState.ExitCode(); {
	case left > 0:
		p.complain("a full disk: %d temporary files are left", left)
	case replaced < files && (status != 2 || !strings.Contains(output.String(), "the disk is full")):
		p.complain("a full disk: status %d with %d of %d files fixed: %s", status, replaced, files, tail(output.String()))
	}
	return replaced, nil
}
