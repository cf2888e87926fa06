package compressed

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	var file bytes.Buffer
	writer := gzip.NewWriter(&file)
	if _, err := writer.Write([]byte("a text\n")); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	if got := Text("a.gz", file.String())(); got != "a text\n" {
		t.Errorf("got %q", got)
	}
	defer func() {
		if message, _ := recover().(string); !strings.Contains(message, "a.gz is broken") {
			t.Errorf("a broken file: %q", message)
		}
	}()
	Text("a.gz", file.String()[:12])()
}
