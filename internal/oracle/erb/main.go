//go:build develop

// Command erb compares internal/document/erb with Ruby's own ERB and parser on the templates
// below some folders: the instance variables and the bare names. It exits with 1 on any
// difference. With -n it also damages each template that many times, and compares those that
// Ruby still accepts.
//
//	go run -tags develop ./internal/oracle/erb [-n 10] [-seed 1] FOLDER …
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/source"
)

//go:embed judge.rb
var judge string

type answer struct {
	Valid            bool
	Variables, Names []string
}

func main() {
	count := flag.Int("n", 0, "damaged copies of each template")
	seed := flag.Int64("seed", 1, "seed of the damage")
	flag.Parse()
	var paths []string
	for _, folder := range flag.Args() {
		filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && filepath.Ext(path) == ".erb" {
				paths = append(paths, path)
			}
			return nil
		})
	}
	texts, err := readAll(paths, *count, rand.New(rand.NewSource(*seed)))
	differences, open := 0, 0
	if err == nil {
		differences, open, err = compare(texts)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "oracle erb:", err)
		os.Exit(2)
	}
	fmt.Printf("%d templates, %d open, %d differences\n", len(texts), open, differences)
	if differences > 0 {
		os.Exit(1)
	}
}

// readAll reads the templates and damages copies of them.
func readAll(paths []string, count int, random *rand.Rand) ([]*source.File, error) {
	var files []*source.File
	for _, path := range paths {
		file, err := (source.Disk{}).Read(path)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
		for i := range count {
			files = append(files, source.NewFile(fmt.Sprintf("%s#%d", path, i), damage(random, file.Text)))
		}
	}
	return files, nil
}

var pieces = []string{"<% ", " -%>\n", "%>", "<%= @x %>", "<%- x -%>", "<%# c %>", "<%%", "%%>", "@a", "#", "'", "\"", " if @b", "\n", "{", "}", " end ", "/", "?", ":x", "%w[a]", "#{@c}", "y = ", "<<-A", "|z|"}

func damage(random *rand.Rand, text string) string {
	for range 1 + random.Intn(3) {
		if text == "" {
			return text
		}
		from := random.Intn(len(text))
		to := min(len(text), from+random.Intn(6))
		if random.Intn(3) == 0 {
			text = text[:from] + text[to:]
		} else {
			text = text[:from] + pieces[random.Intn(len(pieces))] + text[from:]
		}
	}
	return strings.ToValidUTF8(text, "")
}

func compare(files []*source.File) (differences, open int, err error) {
	command := exec.Command("ruby", "-W0", "-e", judge)
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	if err != nil {
		return 0, 0, err
	}
	output, err := command.StdoutPipe()
	if err != nil {
		return 0, 0, err
	}
	if err := command.Start(); err != nil {
		return 0, 0, err
	}
	go func() {
		encoder := json.NewEncoder(input)
		for _, file := range files {
			encoder.Encode(file.Text)
		}
		input.Close()
	}()
	answers := json.NewDecoder(bufio.NewReader(output))
	for _, file := range files {
		var want answer
		if err := answers.Decode(&want); err != nil {
			return differences, open, fmt.Errorf("the judge stopped at %s: %w", file.Name, err)
		}
		got := erb.Read(file)
		if want.Valid && got.Open {
			open++
			if os.Getenv("VERBOSE") != "" {
				fmt.Printf("open: %s\n", file.Name)
			}
		}
		if difference := differ(got, want); difference != "" {
			differences++
			fmt.Printf("%s: %s\n", file.Name, difference)
		}
	}
	return differences, open, command.Wait()
}

func differ(got *erb.Template, want answer) string {
	if !want.Valid {
		return ""
	}
	var variables, names []string
	for _, variable := range got.Variables {
		if variable.Form == erb.Instance {
			variables = append(variables, variable.Name)
		}
	}
	for _, name := range got.Names {
		names = append(names, name.Name)
	}
	slices.Sort(variables)
	if !slices.Equal(variables, want.Variables) && !got.Open {
		return fmt.Sprintf("variables: we %v, Ruby %v", variables, want.Variables)
	}
	for _, name := range names {
		if !slices.Contains(want.Names, name) {
			return fmt.Sprintf("we take %s for a name that stands alone", name)
		}
	}
	// A missing name is a variable elsewhere in the template.
	return ""
}
