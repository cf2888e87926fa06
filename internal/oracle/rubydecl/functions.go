//go:build develop

package main

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/internal/document/ruby"
)

type functionAnswer struct {
	Name       string
	Internal   bool
	Signatures []signatureAnswer
	Aliases    []string
	Implicit   [][2]string
}

type signatureAnswer struct {
	Method   string
	Mismatch bool
	// Params are type, name and kind.
	Params [][3]any
	Block  *struct {
		Optional   bool
		Type, Name string
	}
	Returns *string
}

type legacyAnswer struct {
	Name      string
	Arity     int
	Statement bool
}

func (c *comparison) compareFunction(got *ruby.Declarations, want functionAnswer) {
	c.count("functions")
	index := slices.IndexFunc(got.Functions, func(f *ruby.Function) bool { return f.Name == want.Name })
	if index < 0 {
		if !got.Open {
			c.differ("function %s is not read", want.Name)
		}
		return
	}
	f := got.Functions[index]
	if f.Open {
		c.count("functions that are open")
		c.note("function %s", f.Name)
		return
	}
	if f.Internal != want.Internal {
		c.differ("%s: internal is %v", f.Name, want.Internal)
	}
	wanted := want.Signatures
	if want.Implicit != nil {
		wanted = []signatureAnswer{implicitSignature(want)}
	}
	if len(wanted) != len(f.Signatures) {
		c.differ("%s: %d signatures for us, %d for Puppet", f.Name, len(f.Signatures), len(wanted))
		return
	}
	for i, s := range f.Signatures {
		c.count("signatures")
		if actual, expected := describe(s), describeAnswer(wanted[i]); actual != expected {
			c.differ("%s:\n  puppet-lint %s\n  Puppet      %s", f.Name, actual, expected)
		}
	}
	var aliases, expected []string
	for _, alias := range f.LocalTypes {
		aliases = append(aliases, alias.Name+"="+alias.Type.Text)
	}
	for _, text := range want.Aliases {
		name, definition, _ := strings.Cut(text, "=")
		expected = append(expected, strings.TrimSpace(name)+"="+strings.TrimLeft(definition, " \t\n"))
	}
	c.compareNames(f.Name+": local types", aliases, expected, false)
}

func implicitSignature(want functionAnswer) signatureAnswer {
	simple := want.Name[strings.LastIndex(want.Name, ":")+1:]
	s := signatureAnswer{Method: simple}
	kinds := map[string]float64{"req": 0, "opt": 1, "rest": 2}
	for _, parameter := range want.Implicit {
		if kind, counts := kinds[parameter[0]]; counts {
			s.Params = append(s.Params, [3]any{"Any", parameter[1], kind})
		}
	}
	return s
}

func describe(s *ruby.Signature) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s(", s.Method)
	for _, p := range s.Parameters {
		fmt.Fprintf(&text, "%q %s %d,", p.Type.Text, p.Name, p.Kind)
	}
	text.WriteString(")")
	if s.Block != nil {
		fmt.Fprintf(&text, " block %q %s %v", s.Block.Type.Text, s.Block.Name, s.Block.Optional)
	}
	if s.Returns != nil {
		fmt.Fprintf(&text, " returns %q", s.Returns.Text)
	}
	fmt.Fprintf(&text, " mismatch %v", s.Mismatch)
	return text.String()
}

func describeAnswer(s signatureAnswer) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s(", s.Method)
	for _, p := range s.Params {
		fmt.Fprintf(&text, "%q %s %v,", p[0], p[1], p[2])
	}
	text.WriteString(")")
	if s.Block != nil {
		fmt.Fprintf(&text, " block %q %s %v", s.Block.Type, s.Block.Name, s.Block.Optional)
	}
	if s.Returns != nil {
		fmt.Fprintf(&text, " returns %q", *s.Returns)
	}
	fmt.Fprintf(&text, " mismatch %v", s.Mismatch)
	return text.String()
}

func (c *comparison) compareLegacy(got *ruby.Declarations, want legacyAnswer) {
	c.count("3.x functions")
	for _, f := range got.LegacyFunctions {
		if f.Name == want.Name {
			if f.ArityKnown && f.Arity != want.Arity || f.KindKnown && f.Statement != want.Statement {
				c.differ("3.x function %s: arity %d, statement %v; Puppet %d, %v", f.Name, f.Arity, f.Statement, want.Arity, want.Statement)
			}
			if !f.ArityKnown || !f.KindKnown {
				c.note("3.x function %s", f.Name)
				c.count("3.x functions that are open")
			}
			return
		}
	}
	if !got.Open {
		c.differ("3.x function %s is not read", want.Name)
	}
}
