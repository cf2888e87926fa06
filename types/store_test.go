package types

import "testing"

func TestIdentity(t *testing.T) {
	s := NewStore()
	a := s.ArrayOf(s.VariantOf(s.Integer, s.StringSized(s.Size(1, -1))), s.Size(1, 3))
	b := s.ArrayOf(s.VariantOf(s.Integer, s.StringSized(s.Size(1, -1))), s.Size(1, 3))
	if a != b {
		t.Errorf("%s was made twice", a)
	}
	if got := a.String(); got != "Array[Variant[Integer, String[1]], 1, 3]" {
		t.Errorf("got %s", got)
	}
	x := s.Algebra(nil)
	if !x.Assignable(s.RichData, s.Data) || x.Assignable(s.Data, s.RichData) {
		t.Error("Data is RichData, not the other way round")
	}
	if r := x.Relation(s.String, s.Data); r != Sometimes {
		t.Errorf("String to Data: %s", r)
	}
	if r := x.Relation(s.ArrayOf(s.Unknown, nil), s.ArrayOf(s.String, nil)); r != Sometimes {
		t.Errorf("Array[Unknown] to Array[String]: %s", r)
	}
}
