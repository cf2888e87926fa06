package unused

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestReadRoots(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"role::web\n# of old\nClass[Role::DB] \n\n::other", "other role::db role::web"},
		{`[{"type": "Class", "title": "Role::Web"}, {"type": "Profile::Vhost", "title": "x"}]`, "profile::vhost role::web"},
		{`[{"certname": "a", "resources": {"data": [{"type": "Class", "title": "A"}]}}]`, "a"},
		{`{"classes": ["a", "b::c"], "environment": "production"}`, "a b::c"},
		{`{"classes": {"a": {"port": 1}, "b": null}}`, "a b"},
		{"---\nclasses:\n  role::web:\n    port: 80\n  Role::DB:\nparameters: {}\nenvironment: production\n", "role::db role::web"},
		{"# of web1\nclasses: [a, b]\n", "a b"},
		{"classes:\n- a\n- ::b\n", "a b"},
		{"classes", "classes"},
	} {
		roots, err := ReadRoots(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if got := strings.Join(slices.Sorted(maps.Keys(roots.Names)), " "); got != test.want {
			t.Errorf("%s: the roots are %q, want %q", test.text, got, test.want)
		}
	}
	for _, text := range []string{"", "# none\n", "{}", `[{"certname": "a"}]`, "[1", "two words\n", "---\nclasses: [\n", "---\nparameters: {}\n"} {
		if roots, err := ReadRoots(text); err == nil {
			t.Errorf("%q is read as %v", text, roots.Names)
		}
	}
}
