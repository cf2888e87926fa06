//go:build develop

// Program format formats a whole corpus, as it is and spoiled, and checks what
// the formatter promises: the tree stays the same, so do the comments, strings
// and heredocs, a second pass changes nothing, and no layout rule has a finding
// afterwards, neither here nor in the Ruby puppet-lint.
//
//	go run -tags develop ./internal/oracle/format -corpus DIR -oracle DIR [-seeds 2] [-every 1] [-write DIR] [-diff]
//
// It ends with status 1 if a promise is broken.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"puppet-lint/diag"
	"puppet-lint/format"
	"puppet-lint/internal/dirty"
	"puppet-lint/source"
	"puppet-lint/syntax"
	"puppet-lint/syntax/pn"
)

func main() {
	var p program
	corpus := flag.String("corpus", "", "folder with the manifests")
	oracle := flag.String("oracle", "", "folder with lint.rb and the vectors; without it, no judge is asked")
	seeds := flag.Int("seeds", 2, "how often the manifests are spoiled")
	flag.IntVar(&p.every, "every", 1, "take each n-th manifest only")
	flag.StringVar(&p.write, "write", "", "write the formatted files into this folder")
	flag.BoolVar(&p.diff, "diff", false, "print what changes")
	flag.Parse()
	if err := p.run(*corpus, *oracle, *seeds); err != nil {
		fmt.Fprintln(os.Stderr, "format:", err)
		os.Exit(1)
	}
	if p.broken > 0 {
		fmt.Printf("%d promises broken\n", p.broken)
		os.Exit(1)
	}
}

// program is a run over a corpus.
type program struct {
	every  int
	write  string
	diff   bool
	broken int
}

func (p *program) complain(form string, arguments ...any) {
	if p.broken++; p.broken <= 40 {
		fmt.Printf("  BROKEN: "+form+"\n", arguments...)
	}
}

// text is one text, and where it came from.
type text struct {
	name, text string
	options    syntax.Options
}

func (p *program) run(corpus, oracle string, seeds int) error {
	texts, err := readCorpus(corpus, p.every)
	if err != nil {
		return err
	}
	if _, err := p.all("as they are", texts, true); err != nil {
		return err
	}
	for seed := range seeds {
		var spoiled []text
		for i, t := range texts {
			parsed := syntax.Parse(source.NewFile(t.name, t.text), t.options)
			if !t.options.EPP && len(parsed.Errors) == 0 {
				spoiled = append(spoiled, text{t.name, dirty.Spoil(parsed, uint64(seed*100_000+i)), t.options})
			}
		}
		if _, err := p.all(fmt.Sprintf("spoiled, seed %d", seed), spoiled, false); err != nil {
			return err
		}
	}
	return nil
}

// readCorpus reads the manifests, plans and templates below a folder.
func readCorpus(folder string, every int) (texts []text, err error) {
	count := 0
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		extension := filepath.Ext(path)
		if err != nil || entry.IsDir() || extension != ".pp" && extension != ".epp" {
			return err
		}
		if count++; count%every != 0 {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		isPlan := slices.Contains(strings.Split(filepath.ToSlash(name), "/"), "plans")
		texts = append(texts, text{name, string(content), syntax.Options{EPP: extension == ".epp", Tasks: isPlan}})
		return err
	})
	if err == nil && len(texts) == 0 {
		err = fmt.Errorf("no manifests in %q", folder)
	}
	return texts, err
}

// all formats texts and checks each one.
func (p *program) all(name string, texts []text, isOriginal bool) (formatted []text, err error) {
	lines, changedLines, changedFiles, errors := 0, 0, 0, 0
	for _, t := range texts {
		after, ok := p.one(t)
		if !ok {
			errors++
			continue
		}
		formatted = append(formatted, text{t.name, after, t.options})
		lines += strings.Count(t.text, "\n")
		if after != t.text {
			changedFiles++
			diff := udiff.Unified(t.name, t.name, t.text, after)
			changedLines += strings.Count(diff, "\n-") - strings.Count(diff, "\n--- ")
			if p.diff && isOriginal {
				fmt.Print(diff)
			}
		}
		if p.write != "" && isOriginal {
			path := filepath.Join(p.write, t.name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return nil, err
			}
			if err := os.WriteFile(path, []byte(after), 0o644); err != nil {
				return nil, err
			}
		}
	}
	fmt.Printf("%s: %d files, %d with syntax errors, %d changed; %d of %d lines stay (%.5f)\n",
		name, len(texts), errors, changedFiles, lines-changedLines, lines, 1-float64(changedLines)/float64(max(lines, 1)))
	return formatted, nil
}

// one formats a text and checks what the formatter promises.
func (p *program) one(t text) (after string, ok bool) {
	before := syntax.Parse(source.NewFile(t.name, t.text), t.options)
	edits, err := format.File(before, format.DefaultOptions())
	if err != nil {
		return t.text, false
	}
	after = diag.Apply(before.Source, edits)
	parsed := syntax.Parse(source.NewFile(t.name, after), t.options)
	if !format.SameCode(before, parsed) {
		p.complain("%s: other tokens", t.name)
	}
	if tree(before) != tree(parsed) {
		p.complain("%s: another tree", t.name)
	}
	if !slices.Equal(comments(before), comments(parsed)) {
		p.complain("%s: other comments", t.name)
	}
	again, err := format.File(parsed, format.DefaultOptions())
	if err != nil {
		p.complain("%s: the formatted text: %v", t.name, err)
	} else if len(again) > 0 {
		at := parsed.Source.Position(again[0].Span.Start)
		p.complain("%s: a second pass makes %d changes, the first at line %d: %q to %q", t.name, len(again), at.Line, parsed.Source.Slice(again[0].Span), again[0].NewText)
	}
	return after, true
}

func tree(file *syntax.File) string { return pn.Compact(pn.Of(file.Program)) }

func comments(file *syntax.File) (found []string) {
	for _, token := range file.Tokens {
		if token.Kind.IsComment() {
			found = append(found, file.Source.Slice(token.Span))
		}
	}
	return found
}
