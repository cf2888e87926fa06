package htmlpage_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"puppet-lint/internal/htmlpage"
)

// TestWrite checks that a page holds its data, that its policy allows its own script and style
// and nothing else, and that the text is valid UTF-8.
func TestWrite(t *testing.T) {
	page := htmlpage.Page{
		Title: "Findings", Main: "list", MainName: "the list",
		Template: "<!--top-->\n<main id=\"list\"><!--note--></main>\n<!--data--><script>/*script*/</script>\n",
		Style:    "main { color: red }", Script: "show()", Texts: []string{"<!--note-->", "a note \xff"},
		Data: []htmlpage.Data{{ID: "findings", Value: map[string]string{"text": "</script><b>"}}},
	}
	var out bytes.Buffer
	if err := page.Write(&out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{"<title>Findings", "a note \uFFFD", "main { color: red }", "default-src 'none'"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not hold %q", want)
		}
	}
	if left := regexp.MustCompile(`<!--[a-z-]+-->|/\*(?:style|script)\*/`).FindString(text); left != "" && left != "<!--summary-->" {
		t.Errorf("the mark %s is left in the page", left)
	}
	script := text[strings.LastIndex(text, "<script>")+len("<script>") : strings.LastIndex(text, "</script>")]
	if !strings.HasSuffix(script, "show()") || !strings.Contains(text, "script-src '"+htmlpage.Hash(script)+"'") {
		t.Error("the policy does not allow the page's script")
	}
	packed := regexp.MustCompile(`id="findings">([^<]*)</script>`).FindStringSubmatch(text)
	if packed == nil {
		t.Fatal("the page holds no data")
	}
	compressed, err := base64.StdEncoding.DecodeString(packed[1])
	if err != nil {
		t.Fatal(err)
	}
	var value map[string]string
	if err := json.NewDecoder(flate.NewReader(bytes.NewReader(compressed))).Decode(&value); err != nil || value["text"] != "</script><b>" {
		t.Errorf("the data are %v: %v", value, err)
	}
	page.Data[0].Value = func() {}
	if page.Write(&out) == nil {
		t.Error("data that JSON cannot hold are written")
	}
}

func TestThousands(t *testing.T) {
	for number, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", 1000001: "1,000,001"} {
		if got := htmlpage.Thousands(number); got != want {
			t.Errorf("Thousands(%d) = %s, want %s", number, got, want)
		}
	}
}

func TestUTF16Length(t *testing.T) {
	for text, want := range map[string]int{"": 0, "aé€": 3, "𝄞a": 3} {
		if got := htmlpage.UTF16Length(text); got != want {
			t.Errorf("UTF16Length(%q) = %d, want %d", text, got, want)
		}
	}
}
