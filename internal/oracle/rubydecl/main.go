//go:build develop

// Command rubydecl compares what document/ruby reads from Ruby files with what the real Puppet
// gets when it loads them: attributes and values of resource types, features of providers,
// signatures of functions.
//
//	ORACLE_PUPPET=DIR go run -tags develop ./internal/oracle/rubydecl [-v] FOLDER …
//
// The folder testdata/modules next to this file contains ways of declaring things that nobody
// should use. A folder contains modules, or is Puppet's own vendor_ruby. Everything listed must
// exist. If nothing is marked as open, nothing may be missing either. Every difference is
// printed, and any difference makes the exit status 1.
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"sort"
	"strings"

	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/source"
)

//go:embed judge.rb
var judge string

// answer is what the judge has found in one file.
type answer struct {
	File      string
	Error     *string
	Types     []typeAnswer
	Providers []providerAnswer
	Functions []functionAnswer
	Legacy    []legacyAnswer
}

func main() {
	verbose := flag.Bool("v", false, "also print what is open, and why")
	flag.Parse()
	c := &comparison{verbose: *verbose}
	for _, folder := range flag.Args() {
		if err := c.folder(folder); err != nil {
			fmt.Fprintln(os.Stderr, "oracle rubydecl:", err)
			os.Exit(2)
		}
	}
	c.report()
	if c.differences > 0 {
		os.Exit(1)
	}
}

// comparison counts what was compared.
type comparison struct {
	verbose     bool
	file        string
	differences int
	counts      map[string]int
}

func (c *comparison) count(what string) {
	if c.counts == nil {
		c.counts = map[string]int{}
	}
	c.counts[what]++
}

func (c *comparison) differ(format string, args ...any) {
	c.differences++
	fmt.Printf("%s: %s\n", c.file, fmt.Sprintf(format, args...))
}

func (c *comparison) note(format string, args ...any) {
	if c.verbose {
		fmt.Printf("  open: %s: %s\n", c.file, fmt.Sprintf(format, args...))
	}
}

func (c *comparison) report() {
	names := make([]string, 0, len(c.counts))
	for name := range c.counts {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Printf("%6d %s\n", c.counts[name], name)
	}
	fmt.Printf("%6d differences\n", c.differences)
}

func (c *comparison) folder(folder string) error {
	command := exec.Command("ruby", "-W0", "-", folder)
	command.Stdin = strings.NewReader(judge)
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(output)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var a answer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			return fmt.Errorf("the judge's answer: %w", err)
		}
		file, err := (source.Disk{}).Read(a.File)
		if err != nil {
			return err
		}
		c.file = strings.TrimPrefix(a.File, folder+"/")
		c.compare(ruby.Read(file), a)
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return command.Wait()
}

func (c *comparison) compare(got *ruby.Declarations, want answer) {
	if want.Error != nil {
		c.count("files that Puppet cannot load")
		c.note("Puppet cannot load it: %s", *want.Error)
		return
	}
	c.count("files")
	if got.Open {
		c.count("files that are open")
		c.note("file")
	}
	for _, t := range want.Types {
		c.compareType(got, t)
	}
	for _, p := range want.Providers {
		c.compareProvider(got, p)
	}
	for _, f := range want.Functions {
		c.compareFunction(got, f)
	}
	for _, f := range want.Legacy {
		c.compareLegacy(got, f)
	}
	if len(got.Functions) > len(want.Functions) && want.Functions != nil {
		c.differ("reads %d functions, Puppet %d", len(got.Functions), len(want.Functions))
	}
	if len(got.LegacyFunctions) > len(want.Legacy) && want.Legacy != nil {
		c.differ("reads %d 3.x functions, Puppet %d", len(got.LegacyFunctions), len(want.Legacy))
	}
}
