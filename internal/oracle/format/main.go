//go:build develop

// Program format formats a whole corpus, unchanged and spoiled, and checks the guarantees of
// the formatter: the tree, the comments, the strings and the heredocs are preserved, a second
// pass changes nothing, and afterwards no layout rule has a finding, here or in puppet-lint
// (Ruby). It does the same, except for findings, with archives of modules and with the oracle's
// vectors. The real Puppet compiles classes before and after.
//
//	go run -tags develop ./internal/oracle/format -corpus DIR -oracle DIR [-modules DIR] [-seeds 2] [-every 1] [-every-ruby 4] [-every-catalog 4] [-write DIR] [-diff]
//
// It exits with status 1 if a guarantee is violated.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"puppet-lint/format"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/dirty"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
	"puppet-lint/syntax/pn"
)

func main() {
	var p program
	corpus := flag.String("corpus", "", "folder with the manifests")
	oracle := flag.String("oracle", "", "folder with lint.rb and the vectors; without it, no judge is asked")
	modules := flag.String("modules", "", "folder with archives of modules, AUTHOR-NAME/VERSION.tar.xz")
	records := flag.String("records", "internal/oracle/mutants/testdata", "the folder that says what compiles, and the hosts' facts")
	flag.IntVar(&p.everyRuby, "every-ruby", 4, "ask puppet-lint (Ruby) of each n-th manifest only")
	flag.IntVar(&p.everyCatalog, "every-catalog", 4, "compile each n-th class only")
	seeds := flag.Int("seeds", 2, "how often the manifests are spoiled")
	flag.IntVar(&p.every, "every", 1, "take each n-th manifest only")
	flag.StringVar(&p.write, "write", "", "write the formatted files into this folder")
	flag.BoolVar(&p.diff, "diff", false, "print what changes")
	flag.BoolVar(&p.similar, "similar", false, "only measure the similarity on the newest puppet-* modules, and print each changed line that no check asks for")
	flag.Parse()
	if err := p.run(*corpus, *oracle, *modules, *records, *seeds); err != nil {
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
	every, everyRuby, everyCatalog int

	binary  string
	write   string
	diff    bool
	similar bool
	broken  int
}

func (p *program) complain(form string, arguments ...any) {
	if p.broken++; p.broken <= 40 {
		fmt.Printf("  BROKEN: "+form+"\n", arguments...)
	}
}

func (p *program) run(corpus, oracle, modules, records string, seeds int) error {
	binary, clean, err := build()
	if err != nil {
		return err
	}
	defer clean()
	p.binary = binary
	if p.similar {
		texts, err := readModules(modules)
		if err != nil {
			return err
		}
		return p.similarity(texts)
	}
	texts, err := readCorpus(corpus, p.every)
	if err != nil {
		return err
	}
	formatted, err := p.all("as they are", texts, true)
	if err != nil {
		return err
	}
	if err := p.findings("as they are", formatted, oracle); err != nil {
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
		name := fmt.Sprintf("spoiled, seed %d", seed)
		after, err := p.all(name, spoiled, false)
		if err == nil {
			err = p.findings(name, after, oracle)
		}
		if err != nil {
			return err
		}
	}
	if modules != "" {
		if texts, err = readModules(modules); err == nil {
			_, err = p.all("modules", texts, false)
		}
		if err == nil {
			err = p.similarity(texts)
		}
		if err != nil {
			return err
		}
	}
	if oracle == "" {
		return nil
	}
	if texts, err = readVectors(oracle); err == nil {
		_, err = p.all("vectors", texts, false)
	}
	if err != nil {
		return err
	}
	return p.catalogs(corpus, oracle, records, formatted)
}

// build builds the program whose layout rules are run.
func build() (binary string, clean func(), err error) {
	work, err := os.MkdirTemp("", "format-*")
	if err != nil {
		return "", nil, err
	}
	binary = filepath.Join(work, "puppet-lint")
	if output, err := exec.Command("go", "build", "-o", binary, "puppet-lint/cmd/puppet-lint").CombinedOutput(); err != nil {
		return "", nil, fmt.Errorf("go build: %w\n%s", err, output)
	}
	return binary, func() { os.RemoveAll(work) }, nil
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
		lines += lineCount(t.text)
		if after != t.text {
			changedFiles++
			diff := udiff.Unified(t.name, t.name, t.text, after)
			changedLines += removed(diff)
			if p.diff && isOriginal {
				fmt.Print(diff)
			}
		}
		if p.write != "" {
			folder := p.write
			if !isOriginal {
				folder += "-" + strings.ReplaceAll(name, " ", "-")
			}
			path := filepath.Join(folder, t.name)
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

// lineCount returns the number of lines, with the last one if it has no line ending.
func lineCount(text string) int {
	count := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		count++
	}
	return count
}

// removed returns the number of lines that a unified diff of one file removes.
func removed(diff string) (count int) {
	isHunk := false
	for line := range strings.Lines(diff) {
		isHunk = isHunk || strings.HasPrefix(line, "@@")
		if isHunk && strings.HasPrefix(line, "-") {
			count++
		}
	}
	return count
}

// one formats a text and checks the guarantees of the formatter.
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
	for _, options := range []format.Options{{IndentWidth: 4, LineWidth: 80}, {IndentWidth: 2, LineWidth: 60, AlignArrows: true}} {
		p.withOptions(t, before, options)
	}
	return after, true
}

// withOptions checks that formatting with other options preserves the tokens, and that a second
// pass changes nothing.
func (p *program) withOptions(t text, before *syntax.File, options format.Options) {
	edits, err := format.File(before, options)
	if err != nil {
		p.complain("%s: %+v: %v", t.name, options, err)
		return
	}
	parsed := syntax.Parse(source.NewFile(t.name, diag.Apply(before.Source, edits)), t.options)
	if !format.SameCode(before, parsed) {
		p.complain("%s: %+v: other tokens", t.name, options)
	}
	if again, err := format.File(parsed, options); err != nil || len(again) > 0 {
		p.complain("%s: %+v: a second pass makes %d changes (%v)", t.name, options, len(again), err)
	}
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
