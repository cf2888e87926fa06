package typequery

import (
	"encoding/base64"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/module/builtin"
	"puppet-lint/types"
	"puppet-lint/types/typeexpr"
)

// aliasScope is a set of aliases, with a cache of the types parsed under them.
type aliasScope struct {
	store   *types.Store
	algebra *types.Algebra
	// aliases holds the aliases by name in lower case.
	aliases map[string]*types.AliasType
	// objects holds, by name in lower case, the types of aliases that stand for an Object
	// without a name. Such an alias names the Object.
	objects map[string]types.Type
	// parsed holds the parsed types by their text.
	parsed map[string]types.Type
}

// maxParsed is the largest number of types that an aliasScope caches.
const maxParsed = 10000

// typeNames matches the names in a type expression.
var typeNames = lazyregexp.New(`[A-Z]\w*(?:::[A-Z]\w*)*`)

// scope returns the aliasScope of a set of aliases, and creates it on first use.
func (s *Session) scope(aliases map[string]string) (*aliasScope, error) {
	names := make([]string, 0, len(aliases))
	for name := range aliases {
		names = append(names, name)
	}
	sort.Strings(names)
	key := ""
	for _, name := range names {
		key += name + "=" + aliases[name] + "\n"
	}
	if w, ok := s.scopes[key]; ok {
		return w, nil
	}
	w := &aliasScope{store: s.store, aliases: make(map[string]*types.AliasType), objects: map[string]types.Type{}, parsed: make(map[string]types.Type)}
	definitions := types.ResolverMap{}
	for _, name := range names {
		w.aliases[strings.ToLower(name)] = s.store.Alias(name)
	}
	definer := aliasDefiner{aliasScope: w, texts: aliases, definitions: definitions, started: map[string]bool{}}
	for _, name := range names {
		if err := definer.define(name); err != nil {
			return w, err
		}
	}
	w.algebra = s.store.Algebra(definitions)
	for name := range definitions {
		if err := w.algebra.CheckAlias(s.store.Alias(name)); err != nil {
			return w, err
		}
	}
	s.scopes[key] = w
	return w, nil
}

// aliasDefiner defines the aliases of a scope.
type aliasDefiner struct {
	*aliasScope
	texts       map[string]string // by name
	definitions types.ResolverMap
	started     map[string]bool
}

// define defines an alias, after the aliases that it names: the meaning of an alias may depend on
// those (a Struct's key is optional if its type accepts undef).
func (d *aliasDefiner) define(name string) error {
	if d.started[name] {
		return nil
	}
	d.started[name] = true
	for _, word := range typeNames.FindAllString(d.texts[name], -1) {
		if _, isAlias := d.texts[word]; isAlias {
			if err := d.define(word); err != nil {
				return err
			}
		}
	}
	d.algebra = d.store.Algebra(d.definitions)
	t, err := typeexpr.Parse(d.algebra, d.aliasScope, d.texts[name])
	if err != nil {
		return fmt.Errorf("alias %s: %w", name, err)
	}
	if object, ok := t.(*types.ObjectType); ok && object.Name == "" {
		named := *object
		named.Name = name
		d.objects[strings.ToLower(name)] = d.store.ObjectOf(named)
		return nil
	}
	d.definitions[name] = t
	return nil
}

// TypeNamed resolves the names of the aliases and of Puppet's resource types.
func (w *aliasScope) TypeNamed(name string) (types.Type, bool) {
	if object, ok := w.objects[strings.ToLower(name)]; ok {
		return object, true
	}
	if alias, ok := w.aliases[strings.ToLower(name)]; ok {
		return alias, true
	}
	if builtin.FindResourceType(strings.ToLower(name)) != nil {
		return w.store.ResourceOf(name), true
	}
	return nil, false
}

func (w *aliasScope) parse(text string) (types.Type, error) {
	if t, ok := w.parsed[text]; ok {
		return t, nil
	}
	t, err := typeexpr.Parse(w.algebra, w, text)
	if err == nil && len(w.parsed) < maxParsed {
		w.parsed[text] = t
	}
	return t, err
}

// placed is an error with the position that Puppet reports.
type placed struct {
	class, code, message string
	line, pos            int
	// evaluation is true for errors that occur at run time.
	evaluation bool
}

// Error returns the message without its position.
func (p *placed) Error() string { return p.message }

// operandError is the answer for an operand that is not a type.
type operandError struct{ answer map[string]any }

// Error returns a text that is never shown: the answer is shown instead.
func (e *operandError) Error() string { return "bad operand" }

// operand parses a type operand. Its error also holds the result of evaluating the same text.
func (w *aliasScope) operand(name, text string) (types.Type, error) {
	t, err := w.parse(text)
	if err == nil {
		return t, nil
	}
	answer := map[string]any{"error": w.errorOf(locate(err, text, false), name)}
	if v, err := w.value(text); err != nil {
		answer["eval_error"] = w.errorOf(err, "")
	} else {
		answer["eval_ok"] = w.valueString(v)
	}
	return nil, &operandError{answer}
}

// locate adds the line and column to an error of typeexpr.
func locate(err error, text string, evaluation bool) error {
	var e *typeexpr.Error
	if !errors.As(err, &e) {
		return err
	}
	p := &placed{class: e.Class, code: e.Code, message: e.Message, evaluation: evaluation && e.Class == "Puppet::PreformattedError"}
	if evaluation && e.Code != "" && e.Code != "NUMERIC_OVERFLOW" {
		p.class, p.evaluation = "Puppet::PreformattedError", true
	}
	if e.At >= 0 && e.Code != "" {
		before := text[:min(int(e.At), len(text))]
		p.line = strings.Count(before, "\n") + 1
		p.pos = len([]rune(before[strings.LastIndex(before, "\n")+1:])) + 1
	}
	return p
}

// errorOf returns an error in the format of the script.
func (w *aliasScope) errorOf(err error, operand string) map[string]any {
	answer := map[string]any{"message": err.Error()}
	var p *placed
	var e *typeexpr.Error
	switch {
	case errors.As(err, &p):
		answer["class"] = p.class
		if p.evaluation {
			answer["message"] = "Evaluation Error: " + p.message
		}
		if p.code != "" {
			answer["issue_code"] = p.code
		}
		if p.line > 0 {
			answer["line"], answer["pos"] = p.line, p.pos
		}
	case errors.As(err, &e):
		answer["class"] = e.Class
		if e.Code != "" {
			answer["issue_code"] = e.Code
		}
	default:
		answer["class"] = "ArgumentError"
	}
	if operand != "" {
		answer["operand"] = operand
	}
	return answer
}

// valueString returns a value as program text, in the format of the script.
func (w *aliasScope) valueString(v types.Value) string {
	list := func(values []types.Value) string {
		parts := make([]string, len(values))
		for i, e := range values {
			parts[i] = w.valueString(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	switch v := v.(type) {
	case types.Array:
		return list(v)
	case *types.Hash:
		parts := make([]string, v.Len())
		for i, e := range v.Entries() {
			parts[i] = w.valueString(e.Key) + " => " + w.valueString(e.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case types.TypeValue:
		return w.algebra.String(v.Type)
	case types.Timestamp:
		return "Timestamp('" + v.String() + "')"
	case types.Timespan:
		return "Timespan('" + v.String() + "')"
	case *types.Version:
		return "SemVer('" + v.String() + "')"
	case *types.VersionRange:
		return "SemVerRange('" + v.String() + "')"
	case *types.Sensitive:
		return "Sensitive(" + w.valueString(v.Value) + ")"
	case *types.Iterator:
		return "Iterator(" + list(v.Values) + ")"
	case types.Binary:
		return "Binary(" + strconv.Quote(base64.StdEncoding.EncodeToString([]byte(v))) + ")"
	case *types.Object:
		return types.SimpleName(v.Type) + "(" + w.valueString(v.Attributes) + ")"
	}
	return w.algebra.ValueString(v)
}
