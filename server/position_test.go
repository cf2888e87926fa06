package server

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"puppet-lint/server/protocol"
)

// TestPositionsOfLongLines holds positions and offsets to their definition, which counts the UTF-16
// units from the start of the line.
func TestPositionsOfLongLines(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "é", "😀", "\xff", "\n", "\r\n", strings.Repeat("x", 100), strings.Repeat("ü😀", 60)}
	for range 200 {
		var text strings.Builder
		for range random.IntN(40) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		m := newMapper(text.String(), protocol.PositionEncodingKindUTF16)
		line, start := 0, 0
		for offset, char := range text.String() + "\n" {
			want := uint32(0)
			for _, before := range text.String()[start:offset] {
				want += uint32(max(1, utf16.RuneLen(before)))
			}
			got := m.position(int32(offset))
			if got.Line != uint32(line) || got.Character != want {
				t.Fatalf("the position of %d in %q is %v, want %d:%d", offset, text.String(), got, line, want)
			}
			if back := m.offset(got); back != int32(offset) && char != '\n' {
				t.Fatalf("the offset of %v in %q is %d, want %d", got, text.String(), back, offset)
			}
			if char == '\n' {
				line, start = line+1, offset+1
			}
		}
	}
}
