package git

import (
	"cmp"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
	"strings"
	"unsafe"
)

// Range is a range of 1-based lines, including the last one.
type Range struct{ First, Last int }

// isObject reports whether text is the content of the object with that name.
func isObject(id, text string) bool {
	var sum hash.Hash
	switch len(id) {
	case 2 * sha1.Size:
		sum = sha1.New()
	case 2 * sha256.Size:
		sum = sha256.New()
	default:
		return false
	}
	fmt.Fprintf(sum, "blob %d\x00", len(text))
	sum.Write(unsafe.Slice(unsafe.StringData(text), len(text))) // a hash changes nothing and returns no error
	return hex.EncodeToString(sum.Sum(nil)) == id
}

// newLines returns the lines of after that are not in before.
func newLines(before, after string) []Range {
	// Git may be configured to convert line endings. Then every line has changed.
	if isCRLF(after) && !strings.Contains(before, "\r") || isCRLF(before) && !strings.Contains(after, "\r") {
		before, after = strings.ReplaceAll(before, "\r\n", "\n"), strings.ReplaceAll(after, "\r\n", "\n")
	}
	numbers := map[string]int32{}
	number := func(text string) []int32 {
		lines := make([]int32, 0, strings.Count(text, "\n")+1)
		for line := range strings.Lines(text) {
			if _, known := numbers[line]; !known {
				numbers[line] = int32(len(numbers))
			}
			lines = append(lines, numbers[line])
		}
		return lines
	}
	d := differ{a: number(before), b: number(after), budget: 20_000_000}
	d.kept = make([]bool, len(d.b))
	d.first, d.uses = make([][2]int32, len(numbers)), make([][2]int32, len(numbers))
	d.compare(0, len(d.a), 0, len(d.b), 0)
	var ranges []Range
	for i, kept := range d.kept {
		switch last := len(ranges) - 1; {
		case kept:
		case last >= 0 && ranges[last].Last == i:
			ranges[last].Last = i + 1
		default:
			ranges = append(ranges, Range{i + 1, i + 1})
		}
	}
	return ranges
}

// isCRLF reports whether all lines of a text end in CR LF.
func isCRLF(text string) bool {
	count := strings.Count(text, "\n")
	return count > 0 && strings.Count(text, "\r\n") == count
}

// differ finds the lines of b that are kept from a. Each line is represented by a number.
type differ struct {
	a, b []int32
	kept []bool
	// first and uses hold, for each line in a and in b, where it was seen last and how often,
	// within the compared ranges.
	first, uses [][2]int32
	// budget is the number of remaining steps in ranges without unique lines.
	budget int
}

// The limits for ranges without unique lines: the number of changes within a range, and the
// depth of nested ranges.
const (
	mostChanges = 2000
	deepest     = 64
)

// compare compares a range of a with one of b. Equal lines at the beginning and the end are
// kept. Lines that occur exactly once in each are matched, and the parts between them are
// compared recursively.
func (d *differ) compare(aStart, aEnd, bStart, bEnd, depth int) {
	for aStart < aEnd && bStart < bEnd && d.a[aStart] == d.b[bStart] {
		d.kept[bStart] = true
		aStart, bStart = aStart+1, bStart+1
	}
	for aStart < aEnd && bStart < bEnd && d.a[aEnd-1] == d.b[bEnd-1] {
		aEnd, bEnd = aEnd-1, bEnd-1
		d.kept[bEnd] = true
	}
	if aStart == aEnd || bStart == bEnd {
		return
	}
	var anchors [][2]int
	if depth < deepest {
		anchors = d.anchors(aStart, aEnd, bStart, bEnd)
	}
	if len(anchors) == 0 {
		d.shortest(aStart, aEnd, bStart, bEnd)
		return
	}
	for _, anchor := range anchors {
		d.compare(aStart, anchor[0]+1, bStart, anchor[1]+1, depth+1)
		aStart, bStart = anchor[0]+1, anchor[1]+1
	}
	d.compare(aStart, aEnd, bStart, bEnd, depth+1)
}

// anchors returns the positions of lines that occur exactly once in both ranges: the longest
// sequence in the same order in both.
func (d *differ) anchors(aStart, aEnd, bStart, bEnd int) [][2]int {
	count := func(lines []int32, side, from, to int) {
		for i := from; i < to; i++ {
			d.uses[lines[i]][side]++
			d.first[lines[i]][side] = int32(i)
		}
	}
	count(d.a, 0, aStart, aEnd)
	count(d.b, 1, bStart, bEnd)
	// piles holds, for each length, the pair that ends the best sequence of that length.
	type link struct {
		pair   [2]int
		before int
	}
	var links []link
	var piles []int
	for i := bStart; i < bEnd; i++ {
		line := d.b[i]
		if d.uses[line] != [2]int32{1, 1} {
			continue
		}
		at := int(d.first[line][0])
		pile, _ := slices.BinarySearchFunc(piles, at, func(l, at int) int { return cmp.Compare(links[l].pair[0], at) })
		before := -1
		if pile > 0 {
			before = piles[pile-1]
		}
		links = append(links, link{[2]int{at, i}, before})
		if pile == len(piles) {
			piles = append(piles, 0)
		}
		piles[pile] = len(links) - 1
	}
	for _, line := range d.a[aStart:aEnd] {
		d.uses[line] = [2]int32{}
	}
	for _, line := range d.b[bStart:bEnd] {
		d.uses[line] = [2]int32{}
	}
	anchors := make([][2]int, len(piles))
	if len(piles) > 0 {
		for at, i := piles[len(piles)-1], len(piles)-1; at >= 0; at, i = links[at].before, i-1 {
			anchors[i] = links[at].pair
		}
	}
	return anchors
}

// shortest finds the fewest changes from one range to the other, with Myers' algorithm. If the
// ranges differ by more than the limit, it keeps nothing.
func (d *differ) shortest(aStart, aEnd, bStart, bEnd int) {
	a, b := d.a[aStart:aEnd], d.b[bStart:bEnd]
	limit := min(len(a)+len(b), mostChanges)
	// furthest[k+limit] is the furthest position in a on diagonal k, where k is the position in
	// a minus that in b.
	furthest := make([]int32, 2*limit+2)
	var trace [][]int32
	for changes := 0; changes <= limit && d.budget > 0; changes++ {
		d.budget -= changes + 1
		for k := -changes; k <= changes; k += 2 {
			x := d.step(furthest, limit, k, changes)
			y := x - k
			for x < len(a) && y < len(b) && y >= 0 && a[x] == b[y] {
				x, y = x+1, y+1
			}
			furthest[k+limit] = int32(x)
			if x >= len(a) && y >= len(b) {
				d.walkBack(trace, len(a), len(b), bStart)
				return
			}
		}
		trace = append(trace, slices.Clone(furthest[limit-changes:limit+changes+1]))
	}
}

// step returns where diagonal k begins with one more change.
func (d *differ) step(furthest []int32, middle, k, changes int) int {
	if k == -changes || k != changes && furthest[middle+k-1] < furthest[middle+k+1] {
		if changes == 0 {
			return 0
		}
		return int(furthest[middle+k+1])
	}
	return int(furthest[middle+k-1]) + 1
}

// walkBack marks the kept lines, from the ends of both ranges to their beginnings. trace holds
// the positions reached with each number of changes.
func (d *differ) walkBack(trace [][]int32, x, y, bStart int) {
	for changes := len(trace); changes > 0; changes-- {
		before := trace[changes-1] // diagonals from -(changes-1) to changes-1
		at := func(k int) int {
			if i := k + changes - 1; i >= 0 && i < len(before) {
				return int(before[i])
			}
			return -1
		}
		k := x - y
		down := k == -changes || k != changes && at(k-1) < at(k+1)
		fromX, fromK := at(k-1)+1, k-1
		if down {
			fromX, fromK = at(k+1), k+1
		}
		for x > fromX && y > 0 {
			x, y = x-1, y-1
			d.kept[bStart+y] = true
		}
		if x = fromX; !down {
			x--
		}
		y = x - fromK
	}
	for ; x > 0 && y > 0; x, y = x-1, y-1 {
		d.kept[bStart+y-1] = true
	}
}
