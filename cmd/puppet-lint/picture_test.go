package main

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPicture checks that the picture in the README shows the program's output for the example at
// a terminal.
func TestPicture(t *testing.T) {
	folder, err := filepath.Abs("../../examples/shop")
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	env := &environment{stdout: &stdout, stderr: &stderr, folder: folder, getenv: func(string) string { return "" }}
	t.Chdir(folder)
	if status := run(env, []string{"--color", "always"}); status != exitFindings || stderr.Len() > 0 {
		t.Fatalf("status %d, %s", status, &stderr)
	}
	// How long it took is another time each time.
	got := picture("$ puppet-lint\n" + regexp.MustCompile(`(?m)( in \d+ files?) \([^()]*s\)$`).ReplaceAllString(stdout.String(), "$1"))
	path := filepath.Join(folder, "../../docs/output.svg")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.ToSlash(got) != string(want) {
		t.Errorf("%s shows something else; -update makes it anew", path)
	}
}

const (
	pictureLine   = 19 // pixels from one line to the next
	pictureColumn = 8.4
	pictureMargin = 16
)

// picture is coloured output as a terminal shows it, as SVG.
func picture(output string) string {
	lines := strings.Split(strings.TrimRight(output, "\n"), "\n")
	widest := 0
	var body strings.Builder
	for i, line := range lines {
		fmt.Fprintf(&body, "<text x=\"%d\" y=\"%d\">", pictureMargin, pictureMargin+14+i*pictureLine)
		width := 0
		eachStyled(line, func(style, text string) {
			width += len([]rune(text))
			fmt.Fprintf(&body, "<tspan%s>%s</tspan>", style, html.EscapeString(text))
		})
		widest = max(widest, width)
		body.WriteString("</text>\n")
	}
	width, height := int(float64(widest)*pictureColumn)+2*pictureMargin, len(lines)*pictureLine+2*pictureMargin
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" aria-label="puppet-lint at a terminal">
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d8dee9; white-space: pre; }
.b { font-weight: bold; } .red { fill: #ff7b72; } .green { fill: #7ee787; } .yellow { fill: #e3b341; } .blue { fill: #79c0ff; } .cyan { fill: #76e3ea; } .grey { fill: #8b949e; }
</style>
<rect width="100%%" height="100%%" rx="8" fill="#0d1117"/>
%s</svg>
`, width, height, &body)
}

var colorCode = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// eachStyled visits the parts of a line of one style each, with the attribute
// that gives it.
func eachStyled(line string, visit func(style, text string)) {
	classes := map[string]string{"1": "b", "31": "red", "32": "green", "33": "yellow", "34": "blue", "36": "cyan", "90": "grey"}
	style, at := "", 0
	for _, match := range append(colorCode.FindAllStringSubmatchIndex(line, -1), []int{len(line), len(line), len(line), len(line)}) {
		if match[0] > at {
			visit(style, line[at:match[0]])
		}
		var names []string
		for code := range strings.SplitSeq(line[match[2]:match[3]], ";") {
			if class := classes[code]; class != "" {
				names = append(names, class)
			}
		}
		style, at = "", match[1]
		if len(names) > 0 {
			style = ` class="` + strings.Join(names, " ") + `"`
		}
	}
}
