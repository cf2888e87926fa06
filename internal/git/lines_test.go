package git

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestNewLines(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"", "", "[]"},
		{"", "a\nb\n", "[{1 2}]"},
		{"a\nb\n", "", "[]"},
		{"a\nb\nc\n", "a\nc\n", "[]"},
		{"a\nb\nc\n", "a\nx\nc\n", "[{2 2}]"},
		{"}\n}\n}\n", "}\n}\nx\n}\n", "[{3 3}]"},
		{"{\n}\n{\n}\n", "{\n}\n{\n{\n}\n}\n", "[{4 5}]"},
		{"a\nb", "a\nb\n", "[{2 2}]"},
		{"a\nb\n", "a\r\nb\r\n", "[]"},
		{"a\nb\n", "a\r\nx\r\nb\r\n", "[{2 2}]"},
		{"a\nb\n", "a\r\nb\n", "[{1 1}]"},
		{"a\nb\nc\nd\n", "c\nd\na\nb\n", "[{1 2}]"},
	} {
		if got := fmt.Sprint(newLines(c.before, c.after)); got != c.want {
			t.Errorf("from %q to %q: %s; want %s", c.before, c.after, got, c.want)
		}
	}
}

func count(ranges []Range) (lines int) {
	for _, r := range ranges {
		lines += r.Last - r.First + 1
	}
	return lines
}

// TestNewLinesAreNew checks that the lines that are not new are in the old text, in the same
// order. If all lines are equal, only as many are new as were added.
func TestNewLinesAreNew(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		kinds := 1 + random.IntN(30)
		before := make([]string, random.IntN(60))
		for i := range before {
			before[i] = fmt.Sprintln(random.IntN(kinds))
		}
		after, edits := slices.Clone(before), 0
		for range random.IntN(6) {
			at := random.IntN(len(after) + 1)
			if random.IntN(2) == 0 && at < len(after) {
				after = slices.Delete(after, at, at+1)
			} else {
				after = slices.Insert(after, at, fmt.Sprintln(random.IntN(kinds)))
				edits++
			}
		}
		ranges := newLines(strings.Join(before, ""), strings.Join(after, ""))
		if kinds == 1 && count(ranges) > edits {
			t.Errorf("%d lines are new after %d edits: %q, %q", count(ranges), edits, before, after)
		}
		rest := before
		for i, line := range after {
			if slices.ContainsFunc(ranges, func(r Range) bool { return r.First <= i+1 && i+1 <= r.Last }) {
				continue
			}
			at := slices.Index(rest, line)
			if at < 0 {
				t.Fatalf("line %d of %q is not in %q in this order", i+1, after, before)
			}
			rest = rest[at+1:]
		}
	}
}

// TestNewLinesOfLargeTexts compares large texts without any equal lines, and with many. If the
// time grew with the square of the length, the test would exceed its time limit.
func TestNewLinesOfLargeTexts(t *testing.T) {
	const lines = 300_000
	random := rand.New(rand.NewPCG(3, 4))
	noise := func(kinds int) string {
		var text strings.Builder
		for range lines {
			fmt.Fprintln(&text, random.IntN(kinds))
		}
		return text.String()
	}
	for _, kinds := range []int{2, 1000, 1 << 30} {
		before, after := noise(kinds), noise(kinds)
		added := newLines(before, after)
		if last := added[len(added)-1].Last; last > lines {
			t.Errorf("of %d kinds of lines: line %d of %d is new", kinds, last, lines)
		}
		// Lines of very many kinds are all new, but for a few that are alike by accident.
		if got := count(added); kinds == 1<<30 && got < lines-1000 {
			t.Errorf("of lines that differ, %d are new", got)
		}
	}
}
