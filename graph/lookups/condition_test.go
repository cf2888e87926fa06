package lookups

import (
	"fmt"
	"testing"

	"puppet-lint/internal/document/json"
	"puppet-lint/source"
)

func TestMatch(t *testing.T) {
	for _, test := range []struct{ pattern, path, want string }{
		{"nodes/%{trusted.certname}.yaml", "/e/data/nodes/web1.yaml", "[{trusted.certname web1}]"},
		{"nodes/%{trusted.certname}", "/e/data/nodes/web1.yaml", "[{trusted.certname web1}]"},
		{"os/%{facts.os.family}/%{facts.os.release.major}.yaml", "/e/data/os/Debian/12.yaml", "[{facts.os.family Debian} {facts.os.release.major 12}]"},
		{"os/%{facts.os.family}-%{facts.os.release.major}.yaml", "/e/data/os/Debian-12.yaml", "[{facts.os.family Debian} {facts.os.release.major 12}]"},
		{"os/%{::osfamily}-x.yaml", "/e/data/os/Debian-x.yaml", "[{osfamily Debian}]"},
		{"a-%{x}-b.yaml", "/e/data/a-1-a-2-b.yaml", "unknown"}, // 1-a-2, or 2 of another level
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
		for _, test := range []struct {
			condition    []Equals
			meets, known bool
		}{
			{nil, true, true},
			{[]Equals{{"facts.os.family", "Debian"}}, true, true},
			{[]Equals{{"os.family", "RedHat"}}, false, true},
			{[]Equals{{"facts.os.count", "2"}}, true, true},
			{[]Equals{{"facts.nothing", "2"}}, false, false},
			{[]Equals{{"facts.nothing", "2"}, {"os.family", "RedHat"}}, false, true},
		} {
			if meets, known := facts.meets(test.condition); meets != test.meets || known != test.known {
				t.Errorf("%v: %v, %v", test.condition, meets, known)
			}
		}
	}
}
