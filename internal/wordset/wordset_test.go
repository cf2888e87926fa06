package wordset

import "testing"

func TestFind(t *testing.T) {
	set := New(Group{Words: []string{"pass", "pw"}, AnyCase: true}, Group{Words: []string{"AKIA", "@"}}, Group{Words: []string{"ß"}})
	for text, want := range map[string]uint32{
		"": 0, "p": 0, "pas": 0, "a pass": 1, "PaSSword": 1, "pPw": 1, "akia": 0, "AKIA": 2, "x@y": 2, "pw@": 3, "große": 4, "ße@pass": 7, "PAS": 0,
	} {
		if got := set.Find(text); got != want {
			t.Errorf("%q: got %b, want %b", text, got, want)
		}
	}
}
