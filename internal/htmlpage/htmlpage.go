// Package htmlpage writes self-contained HTML pages: the page contains the compressed data, and
// its policy (CSP) allows nothing else. The package holds the header, the style and the script
// that all pages share; each page adds its own.
//
// The package knows nothing about Puppet. Its output is valid UTF-8.
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

// Page is a page to write.
type Page struct {
	// Title is the title and heading of the page. Main is the id of the part to which keyboard
	// users can skip, MainName the name of that part.
	Title, Main, MainName string
	// Template is HTML with the marks <!--top--> (everything up to the end of the header),
	// <!--data--> and /*script*/, and the marks of Texts. <!--summary--> is in the header.
	Template string
	// Style and Script are added after those that all pages share.
	Style, Script string
	// Texts are HTML for further marks of the template, alternating marks and texts.
	Texts []string
	// Data are the values that the script reads by their ids, in order.
	Data []Data
}

// Data is a value that the script of a page unpacks.
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

// pack returns a value as JSON, deflated, in base 64.
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

// Hash returns the hash that allows a style or script in a page's policy.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Thousands returns a number with a comma before every three digits.
func Thousands(number int) string {
	if number < 1000 {
		return strconv.Itoa(number)
	}
	return Thousands(number/1000) + fmt.Sprintf(",%03d", number%1000)
}

// UTF16Length returns the length of a text in UTF-16 units, which scripts use.
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
