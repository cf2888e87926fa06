package environmentconf_test

import (
	"slices"
	"testing"

	"puppet-lint/internal/document/environmentconf"
	"puppet-lint/internal/source"
)

func TestRead(t *testing.T) {
	const text = "# comment\n" +
		"modulepath = site:modules\r\n" +
		"  manifest='init.pp'\n" +
		"\n" +
		"not a setting\n" +
		"two words = 1\n" +
		"= 1\n" +
		"manifest = other\n" +
		"[agent]\n" +
		"environment_timeout = \"5m\n" +
		"[not one\n"
	file := environmentconf.Read(source.NewFile("environment.conf", text))
	type setting struct{ name, value, section string }
	var settings []setting
	for _, one := range file.Settings {
		settings = append(settings, setting{one.Name, one.Value, one.Section})
		if got := file.Source.Slice(one.NameSpan); got != one.Name {
			t.Errorf("the name %s is at %q", one.Name, got)
		}
		if got := file.Source.Slice(one.ValueSpan); got != one.Value {
			t.Errorf("the value of %s, %s, is at %q", one.Name, one.Value, got)
		}
	}
	if want := []setting{
		{"modulepath", "site:modules", "main"}, {"manifest", "init.pp", "main"}, {"manifest", "other", "main"}, {"environment_timeout", "5m", "agent"},
	}; !slices.Equal(settings, want) {
		t.Errorf("got %v, want %v", settings, want)
	}
	for name, test := range map[string]struct {
		spans []source.Span
		want  []string
	}{
		"comments": {file.Comments, []string{"# comment"}},
		"refused":  {file.Refused, []string{"not a setting", "two words = 1", "= 1", "[not one"}},
	} {
		var texts []string
		for _, span := range test.spans {
			texts = append(texts, file.Source.Slice(span))
		}
		if !slices.Equal(texts, test.want) {
			t.Errorf("%s: got %q, want %q", name, texts, test.want)
		}
	}
	if len(file.Sections) != 1 || file.Sections[0].Name != "agent" || file.Source.Slice(file.Sections[0].Span) != "[agent]" {
		t.Errorf("sections: %v", file.Sections)
	}
	for name, want := range map[string]string{"manifest": "init.pp", "environment_timeout": "", "none": ""} {
		if got, found := file.Value(name); got != want || found != (want != "") {
			t.Errorf("Value(%s) = %q, %t", name, got, found)
		}
	}
}
