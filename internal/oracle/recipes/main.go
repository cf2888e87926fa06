//go:build develop

// Command recipes runs the search recipes of the documentation on a copy of the corpus, and
// writes their replacements. A changed file must still parse in the real Puppet if it did
// before. Classes and defined types of the changed modules that compiled before must compile
// afterwards.
//
//	go run -tags develop ./internal/oracle/recipes -corpus DIR -oracle ../shared/oracle
//
// ORACLE_PUPPET names the judge. The program exits with 1 on any mistake, and if there are
// fewer than twenty recipes.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/oracle/records"
)

// settings are the program's flags.
type settings struct {
	records.Folders
	guide    string
	compiled int
}

func main() {
	var set settings
	set.DefineFlags()
	flag.StringVar(&set.guide, "guide", "docs/search.md", "the page with the recipes")
	flag.IntVar(&set.compiled, "compiled", 3, "compile so many classes and defined types for each recipe")
	flag.Parse()
	wrong, err := run(set)
	if err != nil {
		fmt.Fprintln(os.Stderr, "recipes:", err)
		os.Exit(2)
	}
	if wrong > 0 {
		os.Exit(1)
	}
}

// aged is a module with code that the corpus no longer has. Class aged compiles; aged::data lacks
// its data.
var aged = map[string]string{
	"aged/manifests/init.pp": `class aged {
  $plain = hiera('aged', 'a')
  file { '/tmp/aged': mode => 644 }
  service { 'aged': enable => 'true' }
  Service['aged'] <- File['/tmp/aged']
  if $facts['operatingsystem'] == 'x' {
    notify { downcase('Old'): }
  }
}
`,
	"aged/manifests/data.pp": `class aged::data {
  $plain = hiera('aged::plain')
  $hash = hiera_hash('aged::hash')
  $array = hiera_array('aged::array')
}
`,
}

// cook runs recipes on a copy of the corpus.
type cook struct {
	settings
	// originals is the corpus with a further module; modules is the copy that recipes change.
	originals, modules, program string
	subjects                    []records.Subject
	hosts                       map[string]*records.Host
	compiler, parser            *judge.Judge
	changed, wrong              int
	compiles                    int
}

func run(set settings) (wrong int, err error) {
	c := &cook{settings: set}
	temporary, err := os.MkdirTemp("", "recipes")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(temporary)
	c.originals, c.modules, c.program = filepath.Join(temporary, "originals"), filepath.Join(temporary, "modules"), filepath.Join(temporary, "bin", "puppet-lint")
	if err := os.CopyFS(c.originals, os.DirFS(set.Corpus)); err != nil {
		return 0, err
	}
	if err := records.Write(c.originals, aged); err != nil {
		return 0, err
	}
	if err := os.CopyFS(c.modules, os.DirFS(c.originals)); err != nil {
		return 0, err
	}
	if out, err := exec.Command("go", "build", "-o", c.program, "./cmd/puppet-lint").CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%w: %s", err, out)
	}
	if c.subjects, err = records.Subjects(set.Records); err != nil {
		return 0, err
	}
	c.subjects = append(c.subjects, records.Subject{Name: "aged", Hosts: c.subjects[0].Hosts})
	if c.hosts, err = records.Hosts(set.Records); err != nil {
		return 0, err
	}
	if c.compiler, err = judge.Start(set.Oracle, "eval.rb", nil, "--modulepath", c.modules); err != nil {
		return 0, err
	}
	defer c.compiler.Close()
	if c.parser, err = judge.Start(set.Oracle, "validate.rb", nil); err != nil {
		return 0, err
	}
	defer c.parser.Close()
	guide, err := os.ReadFile(set.guide)
	if err != nil {
		return 0, err
	}
	_, recipes, _ := strings.Cut(string(guide), "\n## Twenty recipes")
	count := 0
	for _, match := range regexp.MustCompile(`(?m)^puppet-lint search .*$`).FindAllString(recipes, -1) {
		count++
		if err := c.recipe(match); err != nil {
			return 0, fmt.Errorf("%s: %w", match, err)
		}
	}
	fmt.Printf("recipes: %d run; %d files changed, %d catalogs compiled afterwards; %d mistakes\n", count, c.changed, c.compiles, c.wrong)
	if count < 20 || c.changed == 0 || c.compiles == 0 {
		return 0, fmt.Errorf("only %d recipes were found, %d files changed and %d catalogs were compiled", count, c.changed, c.compiles)
	}
	return c.wrong, nil
}

// recipe runs one recipe, checks its changes, and reverts them.
func (c *cook) recipe(command string) error {
	shell := exec.Command("bash", "-c", strings.Replace(command, "--diff", "--write", 1))
	shell.Dir = c.modules
	shell.Env = append(os.Environ(), "PATH="+filepath.Dir(c.program)+":"+os.Getenv("PATH"))
	out, err := shell.CombinedOutput()
	if err != nil && shell.ProcessState.ExitCode() != 1 {
		return fmt.Errorf("%w: %s", err, out)
	}
	modules, files := map[string]bool{}, []string{}
	err = filepath.WalkDir(c.originals, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".pp" && filepath.Ext(path) != ".epp" {
			return err
		}
		relative, err := filepath.Rel(c.originals, path)
		if err != nil {
			return err
		}
		before, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		after, err := os.ReadFile(filepath.Join(c.modules, relative))
		if err != nil || string(before) == string(after) {
			return err
		}
		modules[strings.Split(filepath.ToSlash(relative), "/")[0]] = true
		files = append(files, relative)
		return c.parses(command, relative, string(before), string(after))
	})
	if err != nil {
		return err
	}
	fmt.Printf("%4d files  %s\n", len(files), command)
	c.changed += len(files)
	if len(files) == 0 && strings.Contains(command, "--diff") {
		c.wrong++
		fmt.Printf("NO USE   nothing changes with %s\n", command)
	}
	if err := c.compile(command, modules); err != nil {
		return err
	}
	for _, relative := range files {
		text, err := os.ReadFile(filepath.Join(c.originals, relative))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(c.modules, relative), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// parses reports a file that Puppet can no longer parse.
func (c *cook) parses(command, name, before, after string) error {
	ask := func(text string) (broken bool, err error) {
		var answer struct {
			Diagnostics []struct {
				Severity, Stage, Message string
			} `json:"diagnostics"`
		}
		err = c.parser.Ask(map[string]any{"source": text, "epp": filepath.Ext(name) == ".epp"}, &answer)
		for _, one := range answer.Diagnostics {
			broken = broken || one.Severity == "error" && one.Stage == "parse"
		}
		return broken, err
	}
	now, err := ask(after)
	if err != nil || !now {
		return err
	}
	if was, err := ask(before); err != nil || was {
		return err
	}
	c.wrong++
	fmt.Printf("BROKEN   %s no longer parses after %s\n", name, command)
	return nil
}

// compile compiles some subjects of the modules that have changed.
func (c *cook) compile(command string, modules map[string]bool) error {
	asked := map[string]int{}
	count := 0
	for _, one := range c.subjects {
		owner := one.Module()
		if !modules[owner] || asked[owner] > 0 || count == c.compiled {
			continue
		}
		asked[owner]++
		count++
		var answer struct {
			Error *struct {
				Message string `json:"message"`
			} `json:"error"`
		}
		if err := c.compiler.Ask(map[string]any{"source": one.Source(), "facts": c.hosts[one.Hosts[0]].JSON}, &answer); err != nil {
			return err
		}
		c.compiles++
		if answer.Error != nil && !strings.Contains(answer.Error.Message, "Could not find a directory environment named") {
			c.wrong++
			fmt.Printf("BROKEN   %s no longer compiles after %s: %s\n", one.Name, command, answer.Error.Message)
		}
	}
	return nil
}
