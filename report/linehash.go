package report

import (
	"strconv"
	"unicode/utf16"

	"puppet-lint/source"
)

// lineHashes are the hashes by which GitHub's code scanning finds the result on
// a line again after lines above it came or went: one for each line, at its
// number, of the hundred characters that follow its start, blanks aside. They
// are those that its upload action computes, so that a result is the same one
// whichever way the report gets there.
func lineHashes(file *source.File) []string {
	h := lineHasher{hashes: make([]string, file.LineCount()+2), counts: map[uint64]int{}, lineStart: true}
	h.first = 1
	for range hashedCharacters {
		h.first *= hashFactor
	}
	for _, unit := range utf16.Encode([]rune(file.Text)) {
		h.add(unit)
	}
	h.add(0xFFFF)
	for range hashedCharacters {
		h.finish()
		h.update(0)
	}
	return h.hashes
}

const (
	hashedCharacters = 100
	hashFactor       = 37
)

// lineHasher hashes a window of characters that rolls over the text.
type lineHasher struct {
	hashes []string
	counts map[uint64]int
	window [hashedCharacters]uint16
	// lines are the numbers of the lines that begin in the window, at the places
	// of their first characters; 0 where none does.
	lines       [hashedCharacters]int
	index, line int
	// first is what the character that leaves the window was multiplied by.
	hash, first              uint64
	lineStart, afterCarriage bool
}

func (h *lineHasher) add(unit uint16) {
	if unit == ' ' || unit == '\t' || h.afterCarriage && unit == '\n' {
		h.afterCarriage = false
		return
	}
	if h.afterCarriage = unit == '\r'; h.afterCarriage {
		unit = '\n'
	}
	h.finish()
	if h.lineStart {
		h.lineStart = false
		h.line++
		h.lines[h.index] = h.line
	}
	h.lineStart = unit == '\n'
	h.update(unit)
}

func (h *lineHasher) update(unit uint16) {
	leaving := h.window[h.index]
	h.window[h.index] = unit
	h.hash = hashFactor*h.hash + uint64(unit) - h.first*uint64(leaving)
	h.index = (h.index + 1) % hashedCharacters
}

// finish notes the hash of the line whose first character leaves the window.
func (h *lineHasher) finish() {
	line := h.lines[h.index]
	if line == 0 {
		return
	}
	h.lines[h.index] = 0
	h.counts[h.hash]++
	if line < len(h.hashes) {
		h.hashes[line] = strconv.FormatUint(h.hash, 16) + ":" + strconv.Itoa(h.counts[h.hash])
	}
}
