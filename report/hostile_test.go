package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/effort"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

// hostilePieces are the parts of hostile texts.
var hostilePieces = []string{
	"a", " ", "\n", "\r", "\r\n", "\t", "\x00", "\x07", "\x08", "\x1b[2J", "\x1b]8;;http://x\x1b\\", "\x1b]52;c;AAAA\x07", "\x7f", "\u0085", "\u009b31m", "\u202e", "\u2066", "\u200f", "\u2028", "\u2029",
	"\ufeff", "\u200b", "\xff", "\xc3", "\xed\xa0\x80", "::error file=x::y", "::set-output name=a::b", "::add-mask::a", "\n::stop-commands::x", "##vso[task.setvariable variable=a]b", "##[error]x", "##teamcity[x]", "###vso[x]", "#", "%0A", "%", ",", "]", ";", "::",
	"]]>", "<!--", "&", "<", ">", "\"", "'", "\\", "\\u202e", "é", "𝄞", "e\u0301", "名", "\U000e0041", "%{message}", "🏳️‍🌈",
}

func hostileText(random *rand.Rand) string {
	var text strings.Builder
	for range 1 + random.IntN(6) {
		text.WriteString(hostilePieces[random.IntN(len(hostilePieces))])
	}
	return text.String()
}

// steering returns the first text that a report must not contain, and its offset.
func steering(text string) (string, int) {
	for at, char := range text {
		_, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case char == utf8.RuneError && size == 1:
			return "no character", at
		case char != '\n' && char != '\t' && !unicode.IsGraphic(char):
			return "a character that steers", at
		}
	}
	return "", -1
}

// commandIn matches a line that a CI system would execute as a command, other than the commands of
// the format itself.
func commandIn(format, text string) string {
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		within := trimmed
		switch format {
		case "github":
			if !strings.HasPrefix(trimmed, "::error file=") && !strings.HasPrefix(trimmed, "::warning file=") && !strings.HasPrefix(trimmed, "::notice file=") || strings.Count(trimmed, ",title=puppet-lint (") != 1 {
				return line
			}
		case "azure":
			rest, isCommand := strings.CutPrefix(within, "##vso[task.logissue type=")
			if !isCommand {
				return line
			}
			within = rest
		default:
			if strings.HasPrefix(trimmed, "::") && !strings.HasPrefix(trimmed, "::: ") {
				return line
			}
		}
		for _, command := range []string{"##vso[", "##[", "##teamcity["} {
			if strings.Contains(within, command) {
				return line
			}
		}
	}
	return ""
}

// TestHostileTexts checks that no text or file name makes a report control a terminal or give a CI
// system a command. The formats for programs stay valid and keep the text.
func TestHostileTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	rule := &diag.Rule{Name: "hostile", Group: diag.Style, Severity: diag.Warning, Summary: "a rule"}
	for range effort.Rounds(100, 400) {
		code, name := hostileText(random)+hostileText(random), hostileText(random)
		file := source.NewFile(name, code)
		at := int32(random.IntN(len(code) + 1))
		span := source.Span{Start: at, End: int32(len(code))}
		finding := &diag.Diagnostic{Rule: rule, Severity: diag.Severity(1 + random.IntN(3)), File: file, At: at, Span: span, Message: hostileText(random), Help: hostileText(random),
			Precision: diag.Exact, Related: []diag.Related{{File: file, Span: span, Message: hostileText(random)}},
			Fixes: []diag.Fix{{Message: hostileText(random), Edits: []diag.Edit{{File: file, Span: span, NewText: hostileText(random)}}}}}
		suppressed := new(*finding)
		suppressed.Suppress(hostileText(random))
		result := &lint.Result{Folder: "/repo", Files: []string{name}, Findings: []*diag.Diagnostic{finding, suppressed}, Fixed: []*diag.Diagnostic{finding}}
		for _, format := range Names() {
			for _, line := range []LineOptions{{WithContext: true, WithFilename: true}, {AsRuby: true, WithContext: true}, {Format: "%{path}:%{message} %{fullpath}", ShowIgnored: true}, {Format: "%{message}"}, {Format: "\t%{filename}"}} {
				var out bytes.Buffer
				if err := Write(&out, format, result, Options{ShowSuppressed: true, Line: line, Width: 60}); err != nil {
					t.Fatal(err)
				}
				text := out.String()
				if what, where := steering(text); where >= 0 {
					t.Fatalf("%s holds %s at %q of\n%q\nof a file %q: %q", format, what, text[where:min(len(text), where+20)], text, name, code)
				}
				if command := commandIn(format, text); command != "" {
					t.Fatalf("%s has a command: %q", format, command)
				}
				wellFormed(t, format, text, finding)
				if format != "line" {
					break
				}
			}
		}
	}
}

// wellFormed reads a report of a format for machines, and looks for the message.
func wellFormed(t *testing.T, format, text string, finding *diag.Diagnostic) {
	t.Helper()
	want := strings.ToValidUTF8(finding.Message, "\uFFFD")
	switch format {
	case "jsonl", "json", "ruby-json":
		decoder, messages := json.NewDecoder(strings.NewReader(text)), []string{}
		for {
			var value any
			err := decoder.Decode(&value)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v: %q", format, err, text)
			}
			collectMessages(value, &messages)
		}
		for _, message := range messages {
			if runes(message) == runes(want) {
				return
			}
		}
		t.Fatalf("%s: no message is %q: %q", format, want, messages)
	case "sarif", "gitlab", "codeclimate", "rdjson":
		if !json.Valid([]byte(text)) {
			t.Fatalf("%s is not valid JSON: %q", format, text)
		}
	case "junit", "checkstyle":
		decoder := xml.NewDecoder(strings.NewReader(text))
		for {
			_, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				t.Fatalf("%s: %v: %q", format, err, text)
			}
		}
	}
}

// runes replaces each run of replacement characters by a single one: the formats replace invalid
// bytes one by one or together.
func runes(text string) string {
	for strings.Contains(text, "\uFFFD\uFFFD") {
		text = strings.ReplaceAll(text, "\uFFFD\uFFFD", "\uFFFD")
	}
	return text
}

func collectMessages(value any, into *[]string) {
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			collectMessages(element, into)
		}
	case map[string]any:
		for key, element := range value {
			if message, ok := element.(string); ok && key == "message" {
				*into = append(*into, message)
			}
			collectMessages(element, into)
		}
	}
}
