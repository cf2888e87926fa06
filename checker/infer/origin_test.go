package infer

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/source"
	"puppet-lint/internal/treetest"
	"puppet-lint/module"
)

// TestAt infers the expression at each mark in the comments of a tree. The comment "^ TYPE <
// origin < origin" is below the code, with the ^ below the expression.
func TestAt(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/places/places.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tree := treetest.New(archive)
	asked := 0
	for _, file := range archive.Files {
		manifest := tree.Manifests.At(filepath.FromSlash("/w/modules/" + file.Name))
		inference := Manifest(tree.Tree, manifest, checker.Options{})
		source := manifest.Source
		code := 1
		for line := 1; line < source.LineCount(); line++ {
			text := source.LineText(line)
			mark := strings.Index(text, "^ ")
			if !strings.HasPrefix(strings.TrimSpace(text), "#") || mark < 0 {
				code = line
				continue
			}
			asked++
			got := "nothing"
			if place, ok := inference.At(source.LineStart(code) + int32(mark)); ok {
				got = describePlace(place)
			}
			if want := text[mark+2:]; got != want {
				t.Errorf("%s:%d:%d:\ngot  %s\nwant %s", file.Name, code, mark+1, got, want)
			}
		}
	}
	if asked < 15 {
		t.Errorf("only %d places are asked for", asked)
	}
}

func describePlace(place ExpressionInfo) string {
	text := "never evaluated"
	if place.Type != nil {
		text = lattice.FormatType(place.Type)
	}
	for _, origin := range place.Origins {
		text += " < " + origin.What
		if origin.File != nil {
			name := origin.File.Name[strings.LastIndexByte(origin.File.Name, '/')+1:]
			text += fmt.Sprintf(" at %s:%d", name, origin.File.Line(origin.Span.Start))
		}
	}
	return text
}

// TestWhole checks references in a program that is all there is.
func TestWhole(t *testing.T) {
	for text, want := range map[string]string{
		"File['/no'] -> notify { 'a': }":                                       "undeclared_reference",
		"notify { 'a': require => Notify['b'] }":                               "undeclared_reference",
		"notify { 'a': require => Class['no'] }":                               "undeclared_reference",
		"notify { 'a': require => Notify['b'] }\nnotify { 'b': alias => 'c' }": "",
		"notify { 'a': require => Notify['c'] }\nnotify { 'b': alias => 'c' }": "",
		"file { '/a/': }\nnotify { 'a': require => File['/a'] }":               "",
		"define d() { notify { $name: } }\nd { 'q': }\nNotify['q'] -> D['q']":  "",
		"node x { file { '/a': } }\nnotify { 'a': require => File['/a'] }":     "",
		"notify { 'a': require => [Stage['main'], Class['main']] }":            "",
	} {
		manifest := module.NewManifest(source.NewFile("whole.pp", text), nil)
		inference := Manifest(module.NewTree(source.NewOverlay(nil, nil), nil, true), manifest, checker.Options{})
		got := ""
		for _, finding := range inference.Diagnostics {
			got += finding.Rule.Name
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
