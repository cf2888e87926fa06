package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestShown(t *testing.T) {
	for _, test := range []struct{ text, within, first string }{
		{"plain\ttext", "plain\ttext", "plain\ttext"},
		{"ä€𝄞", "ä€𝄞", "ä€𝄞"},
		{"two\nlines", "two lines", "two lines"},
		{"\x1b[31mred", "\uFFFD[31mred", "\uFFFD[31mred"},
		{"a\u202eb", "a\uFFFDb", "a\uFFFDb"},
		{"a\xffb", "a\uFFFDb", "a\uFFFDb"},
		{"::set-output", "::set-output", "\uFFFD:set-output"},
		{"  ::error", "  ::error", "  \uFFFD:error"},
		{"see ::error", "see ::error", "see ::error"},
		{"##vso[task]", "\uFFFD#vso[task]", "\uFFFD#vso[task]"},
		{"###[x]", "#\uFFFD#[x]", "#\uFFFD#[x]"},
		{"## heading", "## heading", "## heading"},
		{"##" + strings.Repeat("a", longestCommand) + "[", "##" + strings.Repeat("a", longestCommand) + "[", "##" + strings.Repeat("a", longestCommand) + "["},
	} {
		if got := Shown(test.text); got != test.within {
			t.Errorf("Shown(%q) = %q, want %q", test.text, got, test.within)
		}
		if got := ShownFirst(test.text); got != test.first {
			t.Errorf("ShownFirst(%q) = %q, want %q", test.text, got, test.first)
		}
	}
	if got, want := ShownLines("::a\nb\x07\n::c"), "\uFFFD:a\nb\uFFFD\n\uFFFD:c"; got != want {
		t.Errorf("ShownLines gives %q, want %q", got, want)
	}
}

// TestEscaper checks that a document is escaped the same in whatever parts it is written, and
// that a reader of JSON gets the text unchanged.
func TestEscaper(t *testing.T) {
	const text = `{"a":"x` + "\u202e" + `y ##vso[z] ` + "\U000E0001" + `ä"}`
	for _, test := range []struct {
		notation Notation
		want     string
	}{
		{JSON, `{"a":"x\u202ey \u0023#vso[z] \udb40\udc01ä"}`},
		{XML, `{"a":"x&#x202e;y &#x23;#vso[z] &#xe0001;ä"}`},
	} {
		for size := 1; size <= len(text); size++ {
			var out bytes.Buffer
			escaper := NewEscaper(&out, test.notation)
			for rest := text; rest != ""; {
				part := rest[:min(size, len(rest))]
				if count, err := escaper.Write([]byte(part)); err != nil || count != len(part) {
					t.Fatalf("Write returns %d, %v", count, err)
				}
				rest = rest[len(part):]
			}
			if err := escaper.Close(); err != nil {
				t.Fatal(err)
			}
			if out.String() != test.want {
				t.Fatalf("in parts of %d bytes: %s, want %s", size, out.String(), test.want)
			}
		}
	}
	var written bytes.Buffer
	document := map[string]string{"a": "x\u202ey ##vso[z] <b>"}
	if err := WriteJSON(&written, document, "  "); err != nil {
		t.Fatal(err)
	}
	var read map[string]string
	if err := json.Unmarshal(written.Bytes(), &read); err != nil || read["a"] != document["a"] {
		t.Errorf("%s is read as %q: %v", written.String(), read, err)
	}
	if strings.Contains(written.String(), "##vso") || strings.Contains(written.String(), "\u202e") || !strings.Contains(written.String(), "<b>") {
		t.Errorf("WriteJSON writes %s", written.String())
	}
	if err := WriteJSON(&written, func() {}, ""); err == nil {
		t.Error("a function is written as JSON")
	}
	if err := WriteJSON(refusing{}, document, ""); err == nil {
		t.Error("an error of the writer is lost")
	}
}

// refusing fails to write anything.
type refusing struct{}

func (refusing) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestCut(t *testing.T) {
	for _, test := range []struct {
		text  string
		limit int
		want  string
	}{
		{"short", 5, "short"}, {"longer", 5, "longe…"}, {"äöüß", 4, "äöüß"}, {"äöüß", 2, "äö…"}, {"", 0, ""},
	} {
		if got := Cut(test.text, test.limit); got != test.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", test.text, test.limit, got, test.want)
		}
	}
	if got := OneLine(" a\n\t b  c "); got != "a b c" {
		t.Errorf("OneLine gives %q", got)
	}
}
