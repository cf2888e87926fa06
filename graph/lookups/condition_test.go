package lookups

import (
	"fmt"
	"testing"

	"puppet-lint/internal/document/json"
	"puppet-lint/internal/source"
)

func TestMatch(t *testing.T) {
	for _, test := range []struct{ pattern, path, want string }{
		{"nodes/%{trusted.certname}.yaml", "/e/data/nodes/web1.yaml", "[{trusted.certname web1}]"},
		{"nodes/%{trusted.certname}", "/e/data/nodes/web1.yaml", "[{trusted.certname web1}]"},
		{"os/%{facts.os.family}/%{facts.os.release.major}.yaml", "/e/data/os/Debian/12.yaml", "[{facts.os.family Debian} {facts.os.release.major 12}]"},
		{"os/%{facts.os.family}-%{facts.os.release.major}.yaml", "/e/data/os/Debian-12.yaml", "[{facts.os.family Debian} {facts.os.release.major 12}]"},
		{"os/%{::osfamily}-x.yaml", "/e/data/os/Debian-x.yaml", "[{osfamily Debian}]"},
		{"a-%{x}-b.yaml", "/e/data/a-1-a-2-b.yaml", "unknown"}, // x may be 1-a-2, or the file may be of another level
		{"%{x}%{y}.yaml", "/e/data/ab.yaml", "unknown"},
		{"%{lookup('x')}.yaml", "/e/data/ab.yaml", "unknown"},
		{"*/%{x}.yaml", "/e/data/z/ab.yaml", "unknown"},
	} {
		condition, known := match(test.pattern, test.path)
		got := fmt.Sprint(condition)
		if !known {
			got = "unknown"
		}
		if got != test.want {
			t.Errorf("%s with %s: %s, want %s", test.pattern, test.path, got, test.want)
		}
	}
}

func TestFacts(t *testing.T) {
	for _, text := range []string{`{"os": {"family": "Debian", "count": 2}}`, `{"name": "a", "values": {"os": {"family": "Debian", "count": 2}}}`} {
		facts := NewFacts(json.Read(source.NewFile("facts.json", text)))
		facts.isCustom = func(name string) bool { return name == "own" }
		for _, test := range []struct {
			variable, text string
			known          bool
		}{
			{"facts.os.family", "Debian", true},
			{"::os.family", "Debian", true},
			{"facts.os.count", "2", true},
			{"facts.os", "", false},
			{"facts.nothing", "", true},
			{"facts.os.nothing", "", true},
			{"facts.own.x", "", false},
			{"nothing", "", false},
		} {
			if text, known := facts.text(test.variable); text != test.text || known != test.known {
				t.Errorf("%s: %q, %v", test.variable, text, known)
			}
		}
	}
}
