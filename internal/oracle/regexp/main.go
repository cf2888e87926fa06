//go:build develop

// Command regexp compares package rubyregexp with the installed Ruby: generated patterns, and
// those of a corpus, on generated texts. It exits non-zero on any difference. Undecided matches
// are counted.
//
//	go run -tags develop ./internal/oracle/regexp -seed 1 -n 20000
//	go run -tags develop ./internal/oracle/regexp -n 0 -corpus DIR -oracle DIR
package main

import (
	"flag"
	"fmt"
	"math/rand"
	"os"
	"slices"

	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/rubyregexp"
)

type question struct {
	Pattern      string   `json:"pattern"`
	Flags        int      `json:"flags"`
	Subjects     []string `json:"subjects"`
	Replacements []string `json:"replacements"`
}

type result struct {
	Raised string   `json:"raised"`
	Loc    []int    `json:"loc"`
	Gsub   *string  `json:"gsub"`
	Sub    *string  `json:"sub"`
	Split  []string `json:"split"`
}

type answer struct {
	Error   string   `json:"error"`
	Names   []string `json:"names"`
	Results []result `json:"results"`
}

// tally counts what was compared.
type tally struct {
	patterns, refused, texts, undecided, rubyRaised, differences int
}

// String returns the last line of a comparison.
func (t tally) String() string {
	return fmt.Sprintf("%d patterns (%d refused by both), %d texts: %d undecided (%.2f %%), %d where Ruby raised, %d differences",
		t.patterns, t.refused, t.texts, t.undecided, 100*float64(t.undecided)/float64(max(t.texts, 1)), t.rubyRaised, t.differences)
}

func main() {
	seed := flag.Int64("seed", 1, "seed of the generated patterns")
	n := flag.Int("n", 5000, "number of generated patterns")
	corpus := flag.String("corpus", "", "folder of manifests whose patterns are compared too")
	oracle := flag.String("oracle", "../shared/oracle", "folder of the oracle scripts (for -corpus)")
	script := flag.String("judge", "internal/oracle/regexp", "folder of judge.rb")
	show := flag.Int("show", 40, "differences to print")
	flag.Parse()
	if err := run(*seed, *n, *corpus, *oracle, *script, *show); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(seed int64, n int, corpus, oracle, script string, show int) error {
	var questions []question
	g := &generator{rand: rand.New(rand.NewSource(seed))}
	if corpus != "" {
		patterns, err := corpusPatterns(corpus, oracle)
		if err != nil {
			return err
		}
		for _, p := range patterns {
			questions = append(questions, g.questionFor(p))
		}
	}
	for range n {
		questions = append(questions, g.question())
	}
	ruby, err := judge.Start(script, "judge.rb", nil)
	if err != nil {
		return err
	}
	defer ruby.Close()
	var t tally
	written := len(questions) - n
	for i, q := range questions {
		if i == written && i > 0 {
			fmt.Printf("corpus: %s\n", t)
		}
		var a answer
		if err := ruby.Ask(q, &a); err != nil {
			return fmt.Errorf("%q: %w", q.Pattern, err)
		}
		t.compare(q, a, show)
	}
	fmt.Printf("in all: %s\n", t)
	if t.differences > 0 {
		return fmt.Errorf("%d differences", t.differences)
	}
	return nil
}

func (t *tally) differ(show int, format string, args ...any) {
	t.differences++
	if t.differences <= show {
		fmt.Printf(format+"\n", args...)
	}
}

func (t *tally) compare(q question, a answer, show int) {
	t.patterns++
	re, err := rubyregexp.CompileFlags(q.Pattern, rubyFlags(q.Flags))
	if (err != nil) != (a.Error != "") {
		t.differ(show, "%q: puppet-lint %v, Ruby %q", q.Pattern, err, a.Error)
		return
	}
	if err != nil {
		t.refused++
		return
	}
	for i, s := range q.Subjects {
		t.texts++
		r := a.Results[i]
		loc, answer := re.Submatches(s)
		if match := re.Match(s); answer == rubyregexp.Undecided && match != rubyregexp.Undecided && r.Raised == "" {
			if (match == rubyregexp.Yes) != (r.Loc != nil) {
				t.differ(show, "%q on %q: Match says %v, Ruby %v", q.Pattern, s, match, r.Loc)
			}
		}
		if answer == rubyregexp.Undecided {
			t.undecided++
			continue
		}
		if r.Raised != "" {
			t.rubyRaised++
			if r.Raised != "timeout" {
				t.differ(show, "%q on %q: puppet-lint %v, Ruby raised %s", q.Pattern, s, loc, r.Raised)
			}
			continue
		}
		if !slices.Equal(loc, r.Loc) {
			t.differ(show, "%q flags %d on %q: puppet-lint %v, Ruby %v", q.Pattern, q.Flags, s, loc, r.Loc)
			continue
		}
		if yes := re.Match(s); (yes == rubyregexp.Yes) != (r.Loc != nil) {
			t.differ(show, "%q on %q: Match says %v, Ruby %v", q.Pattern, s, yes, r.Loc)
		}
		t.compareEdits(re, q, i, r, show)
	}
}

func (t *tally) compareEdits(re *rubyregexp.Regexp, q question, i int, r result, show int) {
	s, replacement := q.Subjects[i], q.Replacements[i]
	for _, global := range []bool{true, false} {
		want := r.Sub
		if global {
			want = r.Gsub
		}
		if got, ok := re.Replace(s, replacement, global); ok && (want == nil || got != *want) {
			t.differ(show, "%q on %q, replaced by %q (global %v): puppet-lint %q, Ruby %q", q.Pattern, s, replacement, global, got, deref(want))
		}
	}
	if got, ok := re.Split(s); ok && !slices.Equal(got, r.Split) {
		t.differ(show, "%q splits %q: puppet-lint %q, Ruby %q", q.Pattern, s, got, r.Split)
	}
	if words, ok := re.Literals(); ok && slices.Contains(words, s) != (r.Loc != nil) {
		t.differ(show, "%q on %q: literals %q, Ruby %v", q.Pattern, s, words, r.Loc)
	}
}

func deref(s *string) string {
	if s == nil {
		return "(raised an error)"
	}
	return *s
}

func rubyFlags(bits int) rubyregexp.Flags {
	var f rubyregexp.Flags
	if bits&1 != 0 {
		f |= rubyregexp.IgnoreCase
	}
	if bits&2 != 0 {
		f |= rubyregexp.Extended
	}
	if bits&4 != 0 {
		f |= rubyregexp.MultiLine
	}
	return f
}
