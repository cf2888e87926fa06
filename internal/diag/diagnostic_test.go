package diag

import (
	"testing"

	"puppet-lint/internal/source"
)

// TestSort: the order is that of the files, then of the positions, rules and messages.
func TestSort(t *testing.T) {
	a, b := source.NewFile("a.pp", "x\nyz"), source.NewFile("b.pp", "x")
	one, two := &Rule{Name: "one"}, &Rule{Name: "two"}
	list := []*Diagnostic{
		{File: b, Rule: one, Message: "5"}, {File: a, At: 3, Rule: one, Message: "4"}, {File: a, Rule: two, Message: "3"},
		{File: a, Rule: one, Message: "2"}, {File: a, Rule: one, Message: "1"},
	}
	Sort(list)
	got := ""
	for i := range list {
		got += list[i].Message
	}
	if got != "12345" {
		t.Errorf("the order is %s", got)
	}
	if at := list[3].Position(); at.Line != 2 || at.Column != 2 {
		t.Errorf("the position is %+v", at)
	}
}

func TestFixable(t *testing.T) {
	finding := Diagnostic{Fixes: []Fix{{Safety: DisplayOnly}, {Safety: Unsafe}}}
	if finding.Fixable(Safe) || !finding.Fixable(Unsafe) || (&Diagnostic{}).Fixable(DisplayOnly) {
		t.Error("the finding has one unsafe fix, which is found only where unsafe fixes are allowed")
	}
}

// TestDefaults checks that the defaults of a rule follow from its group and its fix.
func TestDefaults(t *testing.T) {
	for _, group := range Groups() {
		if on := (&Rule{Group: group}).OnByDefault(); on != (group != Strict && group != Preview) {
			t.Errorf("%s is on: %v", group, on)
		}
		if (&Rule{Group: group, OffByDefault: true}).OnByDefault() {
			t.Errorf("a rule of %s that is off by default is on", group)
		}
	}
	for safety, want := range map[Safety]string{0: "display-only", Safe: "safe", Unsafe: "unsafe", DisplayOnly: "display-only"} {
		if got := (&Rule{Fix: FixInfo{Safety: safety}}).FixSafety().String(); got != want {
			t.Errorf("fixes of safety %v are %s, want %s", safety, got, want)
		}
	}
	if got := Severity(0).String() + Severity(9).String(); got != "unsetunset" {
		t.Errorf("unknown severities: %s", got)
	}
}

func TestInsertAndDelete(t *testing.T) {
	file := source.NewFile("x.pp", "abc")
	if got := Apply(file, []Edit{Insert(file, 1, "-"), Delete(file, source.Span{Start: 2, End: 3})}); got != "a-b" {
		t.Errorf("got %q", got)
	}
}
