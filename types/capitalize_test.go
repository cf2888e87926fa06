package types

import "testing"

func TestCapitalizeSegments(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "file": "File", "apache::vhost": "Apache::Vhost", "a::bC::dE": "A::Bc::De", "File": "File", "FILE::x": "FILE::x",
		"::a::b": "::A::B", "a:b": "A:b", "a:::b": "A:::b", "a::": "A::", "1a::_b": "1a::_b", "é::ß": "É::ß", "éA::b": "Éa::B",
	} {
		if got := CapitalizeSegments(name); got != want {
			t.Errorf("%q becomes %q, not %q", name, got, want)
		}
	}
}
