package diag

import (
	"slices"
	"strings"

	"puppet-lint/internal/source"
)

// Safety is how certain it is that a fix preserves the behaviour of the program. Higher is less
// safe; the zero value means that there is no fix.
type Safety uint8

const (
	// Safe fixes never change the behaviour of the program.
	Safe Safety = iota + 1
	// Unsafe fixes may change it. They are applied only on request.
	Unsafe
	// DisplayOnly fixes are shown as suggestions and never applied.
	DisplayOnly
)

// String returns the safety as it is written in reports.
func (s Safety) String() string {
	return [...]string{"none", "safe", "unsafe", "display-only"}[s]
}

// Fix is one way to fix a finding.
type Fix struct {
	// Message describes the fix: "quote with single quotes".
	Message string
	Safety  Safety
	// Edits do not overlap and are in no particular order.
	Edits []Edit
}

// Edit replaces the bytes in Span with NewText. An empty Span inserts.
type Edit struct {
	File    *source.File
	Span    source.Span
	NewText string
}

// Insert returns an edit that inserts text before the byte at offset.
func Insert(file *source.File, offset int32, text string) Edit {
	return Edit{file, source.Span{Start: offset, End: offset}, text}
}

// Delete returns an edit that deletes span.
func Delete(file *source.File, span source.Span) Edit { return Edit{file, span, ""} }

// Replace returns an edit that replaces span with text.
func Replace(file *source.File, span source.Span, text string) Edit { return Edit{file, span, text} }

// Merge selects, in order, the fixes that do not conflict with fixes selected before. Two edits
// conflict if their spans overlap, or if they insert different texts at one offset. Identical
// edits are applied once. A fix is selected entirely or not at all. Merge returns the edits of
// each file, sorted by position, and which fixes were selected.
func Merge(fixes []Fix) (edits map[*source.File][]Edit, chosen []bool) {
	edits, chosen = map[*source.File][]Edit{}, make([]bool, len(fixes))
	for i, fix := range fixes {
		var fresh []Edit
		conflict := false
		for _, edit := range fix.Edits {
			switch relationTo(edits[edit.File], edit) {
			case conflicting:
				conflict = true
			case disjoint:
				fresh = append(fresh, edit)
			}
		}
		if conflict {
			continue
		}
		chosen[i] = true
		for _, edit := range fresh {
			list := edits[edit.File]
			at, _ := slices.BinarySearchFunc(list, edit, compareSpans)
			edits[edit.File] = slices.Insert(list, at, edit)
		}
	}
	return edits, chosen
}

// Apply returns the text of file with the edits applied. The edits must be sorted by position
// and must not overlap, as Merge returns them.
func Apply(file *source.File, edits []Edit) string {
	var text strings.Builder
	done := int32(0)
	for _, edit := range edits {
		text.WriteString(file.Text[done:edit.Span.Start])
		text.WriteString(edit.NewText)
		done = edit.Span.End
	}
	text.WriteString(file.Text[done:])
	return text.String()
}

type relation uint8

const (
	disjoint relation = iota
	identical
	conflicting
)

// relationTo returns the relation of an edit to the sorted, non-overlapping list. Only its
// neighbours can overlap it.
func relationTo(list []Edit, edit Edit) relation {
	at, found := slices.BinarySearchFunc(list, edit, compareSpans)
	if found && list[at].NewText == edit.NewText {
		return identical
	}
	for _, neighbour := range list[max(0, at-1):min(len(list), at+2)] {
		if touches(neighbour.Span, edit.Span) {
			return conflicting
		}
	}
	return disjoint
}

func compareSpans(a, b Edit) int {
	if a.Span.Start != b.Span.Start {
		return int(a.Span.Start) - int(b.Span.Start)
	}
	return int(a.Span.End) - int(b.Span.End)
}

// touches reports whether the result of two edits would depend on their order: they overlap, or
// one inserts where the other begins or inserts.
func touches(a, b source.Span) bool {
	if a.Len() == 0 || b.Len() == 0 {
		return a.Start <= b.End && b.Start <= a.End && (a.Start == b.Start || a.Overlaps(b) || inside(a, b) || inside(b, a))
	}
	return a.Overlaps(b)
}

// inside reports whether the empty span a lies strictly within b.
func inside(a, b source.Span) bool { return a.Len() == 0 && b.Start < a.Start && a.Start < b.End }
