package report

import (
	"strconv"
	"unicode/utf16"

	"puppet-lint/internal/source"
)

// lineHashes returns the hashes by which GitHub's code scanning recognizes a result after lines
// above it were added or removed. The hash of a line is at its 1-based number. It covers the
// hundred characters from its start, without blanks. GitHub's upload action computes the same
// hashes, so a result is identified in the same way however the report gets there.
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

// lineHasher hashes a window of characters that moves over the text.
type lineHasher struct {
	hashes []string
	counts map[uint64]int
	window [hashedCharacters]uint16
	// lines holds the numbers of the lines that begin in the window, at the indexes of their
	// first characters, and 0 elsewhere.
	lines       [hashedCharacters]int
	index, line int
	// first is the factor of the character that leaves the window.
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

// finish records the hash of the line whose first character leaves the window.
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
