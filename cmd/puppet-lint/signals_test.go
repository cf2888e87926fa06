//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"puppet-lint/internal/atomicfile"
	"puppet-lint/internal/effort"
)

// TestEndedWhileFixing ends the program in different ways while it fixes files. Each file must be
// the old or the new one. No other file may be left after a signal that the program can handle,
// and none after the next run in any case. INTERRUPTIONS sets the number of rounds.
func TestEndedWhileFixing(t *testing.T) {
	rounds := effort.Rounds(4, 12)
	if text := os.Getenv("INTERRUPTIONS"); text != "" {
		if _, err := fmt.Sscan(text, &rounds); err != nil {
			t.Fatal(err)
		}
	}
	folder := t.TempDir()
	old := "# A class.\nclass example {\n" + strings.Repeat("  notice('text')   \n", 200) + "}\n"
	fixed := strings.ReplaceAll(old, "   \n", "\n")
	const files = 60
	arguments := []string{"--fix", "--only-checks", "trailing_whitespace", "."}
	left := func() (temporary int) {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if atomicfile.IsTemporary(entry.Name()) {
				temporary++
			}
		}
		if len(entries) != files+temporary {
			t.Errorf("there are %d files", len(entries))
		}
		return temporary
	}
	killed, some := 0, 0
	for round := range rounds {
		for i := range files {
			if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("f%02d.pp", i)), []byte(old), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		signal := []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGKILL, syscall.SIGHUP}[round%4]
		command := program(t, folder, arguments...)
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		// Until it is at work.
		for range 2000 {
			if text, _ := os.ReadFile(filepath.Join(folder, "f00.pp")); string(text) == fixed {
				break
			}
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(round%10) * time.Millisecond)
		if err := command.Process.Signal(signal); err != nil && err != os.ErrProcessDone {
			t.Fatal(err)
		}
		_ = command.Wait()
		if status, ok := command.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			some++
			if status.Signal() != signal {
				t.Errorf("%v ends it by %v", signal, status.Signal())
			}
		}
		for i := range files {
			text, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("f%02d.pp", i)))
			if err != nil || string(text) != old && string(text) != fixed {
				t.Fatalf("%v: file %d holds %d bytes, neither the old nor the new text: %v", signal, i, len(text), err)
			}
		}
		if count := left(); signal == syscall.SIGKILL {
			killed += count
		} else if count > 0 {
			t.Errorf("%v leaves %d temporary files", signal, count)
		}
		if output, err := program(t, folder, arguments...).CombinedOutput(); err != nil {
			t.Fatalf("the next run: %v: %s", err, output)
		}
		if count := left(); count > 0 {
			t.Errorf("the run after %v leaves %d temporary files", signal, count)
		}
	}
	t.Logf("%d of %d runs were ended by a signal; kills left %d temporary files, which the next run removed", some, rounds, killed)
	if some == 0 {
		t.Error("no run was ended early")
	}
}
