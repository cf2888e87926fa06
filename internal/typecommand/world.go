package typecommand

import (
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"puppet-lint/diag"
	"puppet-lint/module/builtin"
	"puppet-lint/source"
	"puppet-lint/syntax"
	"puppet-lint/typeexpr"
	"puppet-lint/types"
	"puppet-lint/validate"
)

// world is a set of aliases and what was learned about the types under them.
type world struct {
	store   *types.Store
	algebra *types.Algebra
	// aliases maps names in lower case to the aliases.
	aliases map[string]*types.AliasType
	// parsed holds the types that were read, by their text.
	parsed map[string]types.Type
}

// maxParsed is how many types a world remembers.
const maxParsed = 10000

// typeNames finds the names in a type expression.
var typeNames = regexp.MustCompile(`[A-Z]\w*(?:::[A-Z]\w*)*`)

// world gives the world of a set of aliases.
func (s *Session) world(aliases map[string]string) (*world, error) {
	names := make([]string, 0, len(aliases))
	for name := range aliases {
		names = append(names, name)
	}
	sort.Strings(names)
	key := ""
	for _, name := range names {
		key += name + "=" + aliases[name] + "\n"
	}
	if w, ok := s.worlds[key]; ok {
		return w, nil
	}
	w := &world{store: s.store, aliases: make(map[string]*types.AliasType), parsed: make(map[string]types.Type)}
	definitions := types.ResolverMap{}
	for _, name := range names {
		w.aliases[strings.ToLower(name)] = s.store.Alias(name)
	}
	// What an alias means may depend on those it names (a Struct's key is
	// optional when its type accepts undef), so those are read first.
	started := map[string]bool{}
	var define func(name string) error
	define = func(name string) error {
		if started[name] {
			return nil
		}
		started[name] = true
		for _, word := range typeNames.FindAllString(aliases[name], -1) {
			if _, ours := aliases[word]; ours {
				if err := define(word); err != nil {
					return err
				}
			}
		}
		w.algebra = s.store.Algebra(definitions)
		t, err := typeexpr.Parse(w.algebra, w, aliases[name])
		if err != nil {
			return fmt.Errorf("alias %s: %w", name, err)
		}
		definitions[name] = t
		return nil
	}
	for _, name := range names {
		if err := define(name); err != nil {
			return w, err
		}
	}
	w.algebra = s.store.Algebra(definitions)
	for _, name := range names {
		if err := w.algebra.CheckAlias(s.store.Alias(name)); err != nil {
			return w, err
		}
	}
	s.worlds[key] = w
	return w, nil
}

// TypeNamed makes the world's aliases, and Puppet's resource types, known by
// name.
func (w *world) TypeNamed(name string) (types.Type, bool) {
	if alias, ok := w.aliases[strings.ToLower(name)]; ok {
		return alias, true
	}
	if builtin.FindResourceType(strings.ToLower(name)) != nil {
		return w.store.ResourceOf(name), true
	}
	return nil, false
}

func (w *world) parse(text string) (types.Type, error) {
	if t, ok := w.parsed[text]; ok {
		return t, nil
	}
	t, err := typeexpr.Parse(w.algebra, w, text)
	if err == nil && len(w.parsed) < maxParsed {
		w.parsed[text] = t
	}
	return t, err
}

// placed is an error with the place that Puppet names.
type placed struct {
	class, code, message string
	line, pos            int
	// evaluation marks errors that are found when the program runs.
	evaluation bool
}

// Error is the message without its place.
func (p *placed) Error() string { return p.message }

// operandError is the answer for an operand that is no type.
type operandError struct{ answer map[string]any }

// Error is never shown: the answer is.
func (e *operandError) Error() string { return "bad operand" }

// operand reads a type operand; its error also says what the evaluator makes of
// the same text.
func (w *world) operand(name, text string) (types.Type, error) {
	t, err := w.parse(text)
	if err == nil {
		return t, nil
	}
	answer := map[string]any{"error": w.errorOf(place(err, text, false), name)}
	if v, err := w.value(text); err != nil {
		answer["eval_error"] = w.errorOf(err, "")
	} else {
		answer["eval_ok"] = w.valueString(v)
	}
	return nil, &operandError{answer}
}

// place turns an error of typeexpr into one with line and column.
func place(err error, text string, evaluation bool) error {
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

// errorOf is an error in the script's shape.
func (w *world) errorOf(err error, operand string) map[string]any {
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

// value evaluates an expression of types and literals, after validating it as
// Puppet does.
func (w *world) value(text string) (types.Value, error) {
	file := syntax.Parse(source.NewFile("", text), syntax.Options{})
	if err := typeexpr.SyntaxError(file); err != nil {
		return nil, place(err, text, false)
	}
	var problems []diag.Diagnostic
	for _, d := range validate.File(file, validate.Options{}) {
		if d.Severity >= diag.Error && validate.StageOf(&d) == validate.Checking {
			problems = append(problems, d)
		}
	}
	switch {
	case len(problems) == 1:
		position := problems[0].Position()
		return nil, &placed{class: "Puppet::ParseErrorWithIssue", code: problems[0].Code, message: problems[0].Message, line: position.Line, pos: position.Column}
	case len(problems) > 1:
		return nil, &placed{class: "Puppet::ParseErrorWithIssue", message: fmt.Sprintf("Language validation logged %d errors. Giving up", len(problems))}
	}
	r := &typeexpr.Reader{Algebra: w.algebra, Names: w, File: file, Other: w.other}
	v, err := r.Value(file.Program.Body)
	if err != nil {
		return nil, place(err, text, true)
	}
	return v, nil
}

// other evaluates the calls that make values for which there is no literal, and
// sums of integers.
func (w *world) other(r *typeexpr.Reader, node syntax.Node) (types.Value, error) {
	notKnown := &typeexpr.Error{Code: "NOT_CONSTANT", Class: "Puppet::PreformattedError", Message: "this expression is not evaluated here", At: node.Span().Start, Span: node.Span()}
	switch n := node.(type) {
	case *syntax.VariableExpression:
		notKnown.Code, notKnown.Message = "UNKNOWN_VARIABLE", fmt.Sprintf("Unknown variable: '%s'.", n.Name)
		return nil, notKnown
	case *syntax.ArithmeticExpression:
		left, err := r.Value(n.Left)
		if err != nil {
			return nil, err
		}
		right, err := r.Value(n.Right)
		if err != nil {
			return nil, err
		}
		a, okLeft := left.(types.Integer)
		b, okRight := right.(types.Integer)
		if okLeft && okRight {
			switch n.Operator.Text() {
			case "+":
				return a + b, nil
			case "-":
				return a - b, nil
			case "*":
				return a * b, nil
			}
		}
	case *syntax.CallNamedFunctionExpression:
		if name, ok := n.Functor.(*syntax.QualifiedReference); ok {
			return w.construct(r, name.Value, n.Arguments, notKnown)
		}
	case *syntax.CallMethodExpression:
		access, ok := n.Functor.(*syntax.NamedAccessExpression)
		if !ok {
			return nil, notKnown
		}
		if name, ok := access.Right.(*syntax.QualifiedName); !ok || name.Value != "reverse_each" {
			return nil, notKnown
		}
		v, err := r.Value(access.Left)
		if err != nil {
			return nil, err
		}
		if list, ok := v.(types.Array); ok {
			return w.algebra.ReverseIterator(list), nil
		}
	}
	return nil, notKnown
}

// construct makes the value of Type(arguments…).
func (w *world) construct(r *typeexpr.Reader, name string, arguments []syntax.Node, notKnown error) (types.Value, error) {
	args := make([]types.Value, len(arguments))
	for i, a := range arguments {
		v, err := r.Value(a)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	if len(args) == 0 {
		return nil, notKnown
	}
	text, _ := args[0].(types.String)
	switch name {
	case "Sensitive":
		if s, ok := args[0].(*types.Sensitive); ok {
			return s, nil
		}
		return &types.Sensitive{Value: args[0]}, nil
	case "Timestamp":
		return types.ParseTimestamp(string(text), "")
	case "Timespan":
		if n, ok := args[0].(types.Integer); ok {
			return types.Timespan(int64(n) * 1e9), nil
		}
		return types.ParseTimespan(string(text))
	case "SemVer":
		return types.ParseVersion(string(text))
	case "SemVerRange":
		return types.ParseVersionRange(string(text))
	case "URI":
		return types.ParseURI(string(text))
	case "Binary":
		data, err := base64.StdEncoding.DecodeString(string(text))
		return types.Binary(data), err
	case "Deferred":
		return w.object(w.store.Deferred, args), nil
	case "Error":
		return w.object(w.store.Error, args), nil
	}
	return nil, notKnown
}

func (w *world) object(t *types.ObjectType, args []types.Value) types.Value {
	var entries []types.HashEntry
	for i, a := range t.Attributes {
		if i < len(args) {
			entries = append(entries, types.HashEntry{Key: types.String(a.Name), Value: args[i]})
		}
	}
	return &types.Object{Type: t, Attributes: types.NewHash(entries...)}
}

// valueString is a value as program text, in the script's way.
func (w *world) valueString(v types.Value) string {
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
