package server

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"puppet-lint/server/protocol"
)

// TestChangesOfLines compares changes of lines with changes of the whole text.
func TestChangesOfLines(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	pieces := []string{"", "a", "\n", "\r", "\r\n", "é", "😀", "$x = 1\n", "\n\r", "ab\ncd\r\n"}
	piece := func() string { return pieces[random.IntN(len(pieces))] }
	for range 20_000 {
		text := ""
		for range random.IntN(8) {
			text += piece()
		}
		encoding := []protocol.PositionEncodingKind{protocol.PositionEncodingKindUTF8, protocol.PositionEncodingKindUTF16}[random.IntN(2)]
		want := text
		var changes []protocol.TextDocumentContentChangePartial
		for range 1 + random.IntN(3) {
			position := func() protocol.Position {
				return protocol.Position{Line: uint32(random.IntN(6)), Character: uint32(random.IntN(6))}
			}
			one := protocol.TextDocumentContentChangePartial{Range: &protocol.Range{Start: position(), End: position()}, Text: piece() + piece()}
			span := newMapper(want, encoding).span(*one.Range)
			want = want[:span.Start] + one.Text + want[span.End:]
			changes = append(changes, one)
		}
		if got := changed(text, changes, encoding); got != want {
			t.Fatalf("%q after %+v is %q instead of %q", text, changes, got, want)
		}
	}
}

// TestManyChangesAtOnce applies many changes of a long text at once, as editors send them after a
// replacement.
func TestManyChangesAtOnce(t *testing.T) {
	const count = 20_000
	text := strings.Repeat("  $value = 'é'\n", count)
	var changes []protocol.TextDocumentContentChangePartial
	for i := range count {
		at := protocol.Position{Line: uint32(count - 1 - i), Character: 3}
		changes = append(changes, protocol.TextDocumentContentChangePartial{Range: &protocol.Range{Start: at, End: protocol.Position{Line: at.Line, Character: 8}}, Text: fmt.Sprint("name", i)})
	}
	started := time.Now()
	got := changed(text, changes, protocol.PositionEncodingKindUTF16)
	if took := time.Since(started); took > 10*time.Second {
		t.Errorf("the changes took %v", took)
	}
	if strings.Count(got, "\n") != count || !strings.HasPrefix(got, "  $name19999 = 'é'\n") || !strings.HasSuffix(got, "  $name0 = 'é'\n") {
		t.Errorf("%.100q", got)
	}
}
