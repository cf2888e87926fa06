package ide

import (
	"math/rand/v2"
	"testing"

	"puppet-lint/internal/effort"
)

// TestYAMLPositionAnywhere asks for positions in texts that are mostly broken.
func TestYAMLPositionAnywhere(t *testing.T) {
	pieces := []string{"{", "}", "[", "]", ":", ": ", ",", "'", "\"", "#", " #", "\n", "- ", "a", "b::c", "  ", "%{x}", "é", "\r\n"}
	random := rand.New(rand.NewPCG(1, 2))
	for range effort.Rounds(20_000, 200_000) {
		text := ""
		for range random.IntN(14) {
			text += pieces[random.IntN(len(pieces))]
		}
		offset := random.IntN(len(text) + 1)
		place := yamlPosition(text, offset)
		if place.span.Start > int32(offset) || place.span.End < int32(offset) || int(place.span.End) > len(text) {
			t.Fatalf("%q at %d: %+v", text, offset, place)
		}
	}
}
