package rubyregexp

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// answer is the answer of Ruby 3.1 for a regular expression and a text: the byte offsets of the
// match and its groups or null, and the results of sub and gsub if there is a replacement; or the
// error.
type answer struct {
	Pattern, Text string
	Match         []int
	Groups        []string
	With          *string
	Sub, Gsub     string
	Error         string
}

// TestRecordedAnswers holds the package to the answers of Ruby in testdata, which
// internal/oracle/regexp/answers.rb writes. "Undecided" is not wrong, but must be rare.
func TestRecordedAnswers(t *testing.T) {
	file, err := os.Open("testdata/ruby.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	count, undecided := 0, 0
	for lines := bufio.NewScanner(file); lines.Scan(); count++ {
		var want answer
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		compiled, err := Compile(want.Pattern)
		switch {
		case want.With != nil:
			checkReplacements(t, compiled, &want)
		case err != nil || want.Error != "":
			message := ""
			if mistake, isSyntax := err.(*SyntaxError); isSyntax {
				message = mistake.Message
			}
			if message != strings.Replace(want.Error, ">>", ">", 1) { // Ruby counts one character too many
				t.Errorf("%q: error %q, want %q", want.Pattern, message, want.Error)
			}
		default:
			match, answer := compiled.Submatches(want.Text)
			if answer == Undecided {
				undecided++
			} else if (answer == Yes) != (want.Match != nil) || !slices.Equal(match, want.Match) {
				t.Errorf("%q on %q: %v %v, want %v", want.Pattern, want.Text, answer, match, want.Match)
			}
			names := slices.DeleteFunc(compiled.GroupNames(), func(name string) bool { return name == "" })
			slices.Sort(names)
			slices.Sort(want.Groups)
			if !slices.Equal(slices.Compact(names), slices.Compact(want.Groups)) {
				t.Errorf("%q: groups %q, want %q", want.Pattern, names, want.Groups)
			}
		}
	}
	if count < 250 || undecided*20 > count {
		t.Errorf("%d answers, %d undecided", count, undecided)
	}
}

func checkReplacements(t *testing.T, compiled *Regexp, want *answer) {
	for _, one := range []struct {
		global bool
		want   string
	}{{false, want.Sub}, {true, want.Gsub}} {
		got, ok := compiled.Replace(want.Text, *want.With, one.global)
		if ok != (want.Error == "") || ok && got != one.want {
			t.Errorf("%q on %q with %q (all: %t): %q %t, want %q, error %q", want.Pattern, want.Text, *want.With, one.global, got, ok, one.want, want.Error)
		}
		if strings.Contains(got, "\x00") {
			t.Errorf("%q: NUL in %q", want.Pattern, got)
		}
	}
}
