// Package htmlpage makes HTML pages that need nothing but themselves: the data are in
// the page, compressed, and its policy (CSP) lets nothing else in. It holds the top,
// the style and the script that all pages share; each page brings its own besides.
//
// It stands at the bottom and knows nothing of Puppet. What it writes is valid UTF-8.
package htmlpage

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

//go:embed base/base.css
var baseStyle string

//go:embed base/base.js
var baseScript string

//go:embed base/top.html
var top string

// Page is one page to be written.
type Page struct {
	// Title is that of the page, and its heading. Main is the id of the part that
	// keyboards may skip to, MainName what it is called there.
	Title, Main, MainName string
	// Template is HTML with the marks <!--top-->, for all up to the end of the header,
	// <!--data--> and /*script*/, and those of Texts; <!--summary--> stands in the header.
	Template string
	// Style and Script follow what all pages share.
	Style, Script string
	// Texts are HTML for further marks of the template: a mark and its text in turn.
	Texts []string
	// Data are what the script reads by the id of each, in order.
	Data []Data
}

// Data is a value that a page's script unpacks.
type Data struct {
	ID    string
	Value any
}

// Write writes the page.
func (p *Page) Write(out io.Writer) error {
	var data strings.Builder
	for _, part := range p.Data {
		packed, err := pack(part.Value)
		if err != nil {
			return err
		}
		fmt.Fprintf(&data, "<script type=\"text/plain\" id=\"%s\">%s</script>\n", part.ID, packed)
	}
	style, script := baseStyle+p.Style, baseScript+p.Script
	policy := fmt.Sprintf("default-src 'none'; img-src data:; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'", Hash(style), Hash(script))
	template := strings.Replace(p.Template, "<!--top-->\n", top, 1)
	marks := append([]string{"<!--title-->", p.Title, "<!--main-->", p.Main, "<!--main-name-->", p.MainName, "<!--policy-->", policy, "/*style*/", style, "/*script*/", script, "<!--data-->", data.String()}, p.Texts...)
	_, err := io.WriteString(out, strings.ToValidUTF8(strings.NewReplacer(marks...).Replace(template), "\uFFFD"))
	return err
}

// pack is a value as JSON, deflated, in base 64.
func pack(value any) (string, error) {
	var packed bytes.Buffer
	deflater, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return "", err
	}
	encoder := json.NewEncoder(deflater)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return "", err
	}
	if err := deflater.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(packed.Bytes()), nil
}

// Hash names a style or script in a page's policy, which lets nothing else in.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Thousands is a number with a comma before every three digits.
func Thousands(number int) string {
	if number < 1000 {
		return strconv.Itoa(number)
	}
	return Thousands(number/1000) + fmt.Sprintf(",%03d", number%1000)
}

// UTF16Length is how many units a text has for a script.
func UTF16Length(text string) int {
	length := 0
	for _, char := range text {
		length++
		if char > 0xFFFF {
			length++
		}
	}
	return length
}
