//go:build develop

// Program lint compares this program's core checks with those of puppet-lint (Ruby), problem by
// problem (check, line, column, message and whether a control comment suppresses it), and the
// fixes, text by text. It compares them on a folder of manifests, and on spoiled copies in
// which every check fires hundreds of times.
//
// It prints a line for each check and every difference that no class explains. It exits with
// status 1 if there is such a difference, if a check reproduces less than 99.5 % of puppet-lint
// (Ruby)'s findings, or if more than 0.5 % are extra. A difference that a class in classes.go
// explains counts as agreement.
//
//	go run -tags develop ./internal/oracle/lint -corpus DIR -oracle DIR [-first 3] [-seeds 2] [-check NAME] [-fix]
//
// The plugins of puppet-lint (Ruby) are not part of the judges. If the lint.rb in a folder of
// your own loads them, -plugins compares their checks instead of the core checks, and
//
//	go run -tags develop ./internal/oracle/lint -oracle DIR -vectors rules/testdata/plugins.jsonl
//
// updates their findings on the manifests with which package rules is tested.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"puppet-lint/internal/dirty"
	"puppet-lint/internal/source"
	"puppet-lint/rules"
	"puppet-lint/syntax"
)

type options struct {
	corpus, scripts, cache    string
	only, file, save, vectors string
	first, seeds, show, every int
	fix, own, aged, plugins   bool
	// rules are the compared rules.
	rules []*rules.Rule
}

func main() {
	var options options
	flag.StringVar(&options.corpus, "corpus", "", "folder with the manifests")
	flag.StringVar(&options.scripts, "oracle", "", "folder with lint.rb")
	flag.StringVar(&options.cache, "cache", "", "folder in which puppet-lint (Ruby)'s answers are kept between runs")
	flag.StringVar(&options.only, "check", "", "show only the differences of this check")
	flag.StringVar(&options.file, "file", "", "compare only manifests whose path holds this")
	flag.StringVar(&options.save, "save", "", "folder into which the manifests that are compared are written")
	flag.IntVar(&options.first, "first", 0, "the first seed; 0 stands for the manifests as they are")
	flag.IntVar(&options.seeds, "seeds", 1, "how many spoiled copies to compare on")
	flag.IntVar(&options.show, "show", 3, "how many unexplained differences of a check to show")
	flag.IntVar(&options.every, "every", 1, "take each n-th manifest only")
	flag.BoolVar(&options.fix, "fix", false, "compare the fixes, too")
	flag.BoolVar(&options.aged, "aged", false, "spoil the manifests the other way: as if they were old")
	flag.BoolVar(&options.own, "own", false, "compare what is found outside of the puppet-lint profile")
	flag.BoolVar(&options.plugins, "plugins", false, "compare the checks of plugins that lint.rb has loaded instead of the core checks")
	flag.StringVar(&options.vectors, "vectors", "", "file of vectors to renew, instead of comparing")
	flag.Parse()
	agree, err := run(options)
	if err != nil {
		fmt.Fprintln(os.Stderr, "lint:", err)
		os.Exit(2)
	}
	if !agree {
		os.Exit(1)
	}
}

func run(options options) (agree bool, err error) {
	if options.vectors != "" {
		return true, renewVectors(options, options.vectors)
	}
	clean, err := readCorpus(options.corpus)
	if err != nil {
		return false, err
	}
	for i := range (len(clean) + options.every - 1) / options.every {
		clean[i] = clean[i*options.every]
	}
	clean = clean[:(len(clean)+options.every-1)/options.every]
	if options.rules, err = compared(options); err != nil {
		return false, err
	}
	agree = true
	for seed := options.first; seed <= options.first+options.seeds; seed++ {
		inputs, title := clean, "as they are"
		if seed > 0 {
			inputs, title = spoil(options, clean, uint64(seed)), fmt.Sprintf("spoiled with seed %d", seed)
		}
		if inputs, err = choose(options, inputs, seed); err != nil {
			return false, err
		}
		if options.plugins {
			for i := range inputs {
				inputs[i].Only = names(options.rules)
			}
		}
		answers, err := askRuby(options.scripts, options.cache, inputs)
		if err != nil {
			return false, err
		}
		fmt.Printf("findings in %d manifests, %s\n", len(inputs), title)
		agree = compareFindings(options, inputs, answers) && agree
		if options.fix {
			fmt.Printf("fixes, %s\n", title)
			same, err := compareFixes(options, inputs, answers)
			if err != nil {
				return false, err
			}
			agree = checkFixesTogether(options, inputs) && same && agree
		}
	}
	return agree, nil
}

func readCorpus(folder string) ([]input, error) {
	var inputs []input
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".pp" {
			return err
		}
		text, err := os.ReadFile(path)
		inputs = append(inputs, input{Path: path, Source: strings.ToValidUTF8(string(text), "?")})
		return err
	})
	if err == nil && len(inputs) == 0 {
		err = fmt.Errorf("no manifests in %q", folder)
	}
	return inputs, err
}

func spoil(options options, clean []input, seed uint64) []input {
	change := dirty.Spoil
	if options.aged {
		change = dirty.Age
	}
	spoiled := make([]input, len(clean))
	parallel(len(clean), func(i int) {
		file := syntax.Parse(source.NewFile(clean[i].Path, clean[i].Source), syntax.Options{})
		spoiled[i] = input{Path: clean[i].Path, Source: change(file, seed+uint64(i)<<8)}
	})
	return spoiled
}

// choose keeps only the requested manifests, and saves them.
func choose(options options, inputs []input, seed int) ([]input, error) {
	var chosen []input
	for _, one := range inputs {
		if !strings.Contains(one.Path, options.file) {
			continue
		}
		chosen = append(chosen, one)
		if options.save == "" {
			continue
		}
		relative, err := filepath.Rel(options.corpus, one.Path)
		if err != nil {
			return nil, err
		}
		path := filepath.Join(options.save, fmt.Sprint(seed), relative)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte(one.Source), 0o644); err != nil {
			return nil, err
		}
	}
	return chosen, nil
}

// parallel calls work for 0 … count-1 on all cores.
func parallel(count int, work func(i int)) {
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for i := range count {
		group.Go(func() error {
			work(i)
			return nil
		})
	}
	_ = group.Wait() // none returns an error
}

// difference is a finding that only one program has.
type difference struct {
	problem
	// extra is true if only this program has the finding, false if only puppet-lint (Ruby) has
	// it.
	extra bool
	class string
}

func compareFindings(options options, inputs []input, answers []answer) bool {
	found := make([][]difference, len(inputs))
	parallel(len(inputs), func(i int) {
		if found[i] = explained(options, inputs[i], answers[i]); slices.ContainsFunc(found[i], func(d difference) bool { return d.class == "" }) {
			// The findings of puppet-lint (Ruby) in a file may depend on the files that it has
			// read before: a heredoc whose end it missed continues in the next file.
			if again, err := askAlone(options.scripts, inputs[i]); err == nil {
				answers[i] = again
				found[i] = explained(options, inputs[i], again)
			}
		}
	})
	table := newTable()
	for i, one := range answers {
		if one.Error != nil {
			table.crashes++
			continue
		}
		for _, problem := range one.Problems {
			table.line(problem.Check).ruby++
		}
		for _, difference := range found[i] {
			table.add(difference)
			if difference.class == "" && (options.only == "" || options.only == difference.Check) {
				table.shown[difference.Check]++
				if table.shown[difference.Check] <= options.show {
					show(inputs[i], difference)
				}
			}
		}
	}
	return table.print()
}

// explained returns the differences between the two programs, each with its explanation.
func explained(options options, input input, answer answer) []difference {
	if answer.Error != nil {
		return nil // it crashed, so there is nothing to compare with
	}
	view := look(input, options.rules, !options.own)
	expected := answer.Problems
	if options.plugins {
		view.problems, expected = asSet(view.problems), asSet(expected)
	}
	found := differences(view.problems, expected)
	if len(found) == 0 {
		return nil
	}
	agreed := map[problem]bool{}
	if options.own {
		for _, one := range look(input, options.rules, true).problems {
			agreed[comparable(one)] = true
		}
	}
	for j := range found {
		found[j].class = explain(view, expected, found[j])
		// If the puppet-lint profile agrees with puppet-lint (Ruby), the difference is the
		// choice of a rule.
		if found[j].class == "" && options.plugins {
			found[j].class = pluginClass(view, found[j])
		}
		if found[j].class == "" && options.own && agreed[found[j].problem] != found[j].extra {
			found[j].class = choices[found[j].Check]
		}
	}
	return found
}

func show(input input, difference difference) {
	side := "missing"
	if difference.extra {
		side = "extra  "
	}
	file := source.NewFile(input.Path, input.Source)
	line := ""
	if parsed := syntax.Parse(file, syntax.Options{}); len(parsed.Errors) > 0 {
		first := parsed.Errors[0]
		side += fmt.Sprintf(" (line %d: %s)", file.Line(first.Span.Start), first.Message)
	}
	if difference.Line <= file.LineCount() {
		line = file.LineText(difference.Line)
	}
	fmt.Printf("  %s %s %s:%d:%d %s (%s)\n          | %s\n", side, difference.Check, input.Path, difference.Line, difference.Column, difference.Message, difference.Kind, line)
}

// differences compares the problems as multisets.
func differences(actual, expected []problem) []difference {
	count := map[problem]int{}
	for _, problem := range expected {
		count[comparable(problem)]++
	}
	var different []difference
	for _, problem := range actual {
		if problem = comparable(problem); count[problem] > 0 {
			count[problem]--
		} else {
			different = append(different, difference{problem: problem, extra: true})
		}
	}
	for _, problem := range expected {
		if problem = comparable(problem); count[problem] > 0 {
			count[problem]--
			different = append(different, difference{problem: problem})
		}
	}
	slices.SortStableFunc(different, func(a, b difference) int { return a.Line - b.Line })
	return different
}

// comparable returns a problem without what is not compared: the reason, unless the problem is
// ignored.
func comparable(problem problem) problem {
	if problem.Kind != "ignored" {
		problem.Reason = ""
	}
	return problem
}

// asSet keeps each problem only once: with plugins that add the defined types to the list of
// classes, puppet-lint (Ruby) checks these repeatedly.
func asSet(problems []problem) []problem {
	seen := make(map[problem]bool, len(problems))
	var distinct []problem
	for _, one := range problems {
		if key := comparable(one); !seen[key] {
			seen[key] = true
			distinct = append(distinct, one)
		}
	}
	return distinct
}
