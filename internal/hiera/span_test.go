package hiera

import (
	"strconv"
	"strings"
	"testing"

	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/source"
)

// TestInterpolationsIn checks that an interpolation that occurs several times in a string is found at each
// place.
func TestInterpolationsIn(t *testing.T) {
	for text, want := range map[string]string{
		`a: "x %{h} y %{h} z %{f} %{h}"`: "7 14 21 26",
		`a: '%{h}'`:                      "5",
		"a: >\n  %{h}\n  %{h}\n":         "8 15",
		`a: "\x25{h} %{h}"`:              "4 4",
		`a: "%{h}%{h}"`:                  "5 9",
	} {
		file := source.NewFile("x.yaml", text)
		value := yaml.Read(file, yaml.Options{}).Root.Get("a")
		var got []string
		for _, one := range InterpolationsIn(file, value) {
			start := one.Span.Start
			got = append(got, strconv.Itoa(int(start)+1))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: got %v, want %s", text, got, want)
		}
	}
}
