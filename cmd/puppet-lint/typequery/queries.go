package typequery

import (
	"fmt"
	"io"

	"puppet-lint/types"
)

// answer answers one query.
func (w *aliasScope) answer(q Query) (map[string]any, error) {
	x := w.algebra
	switch q.Op {
	case "parse":
		return w.answerParse(q.A)
	case "assignable", "equal", "common":
		return w.answerAboutTwo(q)
	case "generalize", "normalize", "iterable":
		return w.answerAboutOne(q)
	case "infer":
		v, err := w.value(q.Expr)
		if err != nil {
			return nil, err
		}
		return map[string]any{"value": w.valueString(v), "infer": x.String(x.Infer(v)), "infer_set": x.String(x.InferSet(v)),
			"generic": x.String(x.InferGeneric(v))}, nil
	case "instance":
		a, err := w.operand("a", q.A)
		if err != nil {
			return nil, err
		}
		v, err := w.value(q.Expr)
		if err != nil {
			return nil, err
		}
		return map[string]any{"instance": x.Instance(a, v), "value": w.valueString(v), "infer_set": x.String(x.InferSet(v))}, nil
	case "callable":
		a, err := w.operand("a", q.A)
		if err != nil {
			return nil, err
		}
		args, err := w.operand("args", q.Args)
		if err != nil {
			return nil, err
		}
		return map[string]any{"callable": x.CallableWith(a, args)}, nil
	case "mismatch":
		return w.answerMismatch(q)
	}
	return nil, fmt.Errorf("unknown op '%s'", q.Op)
}

// answerAboutTwo answers a query about two types.
func (w *aliasScope) answerAboutTwo(q Query) (map[string]any, error) {
	a, err := w.operand("a", q.A)
	if err != nil {
		return nil, err
	}
	b, err := w.operand("b", q.B)
	if err != nil {
		return nil, err
	}
	x := w.algebra
	switch q.Op {
	case "assignable":
		return map[string]any{"assignable": x.Assignable(a, b)}, nil
	case "equal":
		return map[string]any{"equal": x.Equal(a, b)}, nil
	}
	return map[string]any{"common": x.String(x.CommonType(a, b)), "variant": x.String(x.Normalize(w.store.VariantOf(a, b)))}, nil
}

// answerAboutOne answers a query about one type.
func (w *aliasScope) answerAboutOne(q Query) (map[string]any, error) {
	a, err := w.operand("a", q.A)
	if err != nil {
		return nil, err
	}
	x := w.algebra
	switch q.Op {
	case "generalize":
		return map[string]any{"string": x.String(w.store.Generalize(a))}, nil
	case "normalize":
		return map[string]any{"string": x.String(x.Normalize(a))}, nil
	}
	answer := map[string]any{"iterable": false}
	if element, ok := x.IterableElement(a); ok {
		answer["iterable"], answer["element"] = true, nil
		if element != nil {
			answer["element"] = x.String(element)
		}
	}
	return answer, nil
}

func (w *aliasScope) answerParse(text string) (map[string]any, error) {
	t, err := w.operand("a", text)
	if err != nil {
		return nil, err
	}
	answer := map[string]any{"string": w.algebra.String(t)}
	v, err := w.value(text)
	if err != nil {
		answer["eval_error"] = w.errorOf(err, "")
	} else if s := w.valueString(v); s != answer["string"] {
		answer["eval"] = s
	}
	return answer, nil
}

func (w *aliasScope) answerMismatch(q Query) (map[string]any, error) {
	x := w.algebra
	expected, err := w.operand("expected", q.Expected)
	if err != nil {
		return nil, err
	}
	answer := map[string]any{}
	var actual types.Type
	if q.ActualType != nil {
		if actual, err = w.operand("actual_type", *q.ActualType); err != nil {
			return nil, err
		}
	} else {
		v, err := w.value(q.Actual)
		if err != nil {
			return nil, err
		}
		answer["instance"] = x.Instance(expected, v)
		actual = x.InferSet(v)
	}
	name := q.Name
	if name == "" {
		name = "value"
	}
	answer["actual_inferred"] = x.String(actual)
	answer["message"] = x.DescribeMismatch(name, expected, actual)
	return answer, nil
}

// parseAll parses the texts of types.
func (w *aliasScope) parseAll(texts []string) ([]types.Type, error) {
	list := make([]types.Type, len(texts))
	for i, text := range texts {
		t, err := w.parse(text)
		if err != nil {
			return nil, err
		}
		list[i] = t
	}
	return list, nil
}

// predicate returns the function of a query that prints whether a test holds for two types.
func predicate(test func(w *aliasScope, a, b types.Type) bool) func(*aliasScope, []string, io.Writer) (bool, error) {
	return func(w *aliasScope, args []string, out io.Writer) (bool, error) {
		list, err := w.parseAll(args)
		if err != nil {
			return false, err
		}
		return printAnswer(out, test(w, list[0], list[1])), nil
	}
}

// printAnswer prints yes or no, and returns the answer.
func printAnswer(out io.Writer, yes bool) bool {
	fmt.Fprintln(out, map[bool]string{true: "yes", false: "no"}[yes])
	return yes
}

// result returns the function of a query that prints a type computed from others.
func result(compute func(w *aliasScope, list []types.Type) types.Type) func(*aliasScope, []string, io.Writer) (bool, error) {
	return func(w *aliasScope, args []string, out io.Writer) (bool, error) {
		list, err := w.parseAll(args)
		if err != nil {
			return false, err
		}
		t := compute(w, list)
		if t == nil {
			fmt.Fprintln(out, "none")
			return false, nil
		}
		fmt.Fprintln(out, w.algebra.String(t))
		return true, nil
	}
}

// commands returns the queries as users type them.
func commands() []command {
	return []command{
		{"parse", "T", "the canonical text of T", 1, result(func(_ *aliasScope, l []types.Type) types.Type { return l[0] })},
		{"assignable", "T1 T2", "may a T2 be assigned to T1?", 2, predicate(func(w *aliasScope, a, b types.Type) bool { return w.algebra.Assignable(a, b) })},
		{"equal", "T1 T2", "are the types equal?", 2, predicate(func(w *aliasScope, a, b types.Type) bool { return w.algebra.Equal(a, b) })},
		{"callable", "T1 T2", "may the Callable T1 be called with the Tuple T2?", 2, predicate(func(w *aliasScope, a, b types.Type) bool { return w.algebra.CallableWith(a, b) })},
		{"relation", "T1 T2", "is a T2 always, sometimes or never accepted by T1?", 2, runRelation},
		{"explain", "T1 T2", "why is a T2 not accepted by T1?", 2, runExplain},
		{"common", "T1 T2", "Puppet's common type", 2, result(func(w *aliasScope, l []types.Type) types.Type { return w.algebra.CommonType(l[0], l[1]) })},
		{"join", "T1 T2", "the smallest type that contains both", 2, result(func(w *aliasScope, l []types.Type) types.Type { return w.algebra.Join(l...) })},
		{"meet", "T1 T2", "the type of the values that both contain", 2, result(func(w *aliasScope, l []types.Type) types.Type { return w.algebra.Meet(l[0], l[1]) })},
		{"subtract", "T1 T2", "the type of the values in T1 that are not in T2", 2, result(func(w *aliasScope, l []types.Type) types.Type { return w.algebra.Subtract(l[0], l[1]) })},
		{"generalize", "T", "T without the details of single values", 1, result(func(w *aliasScope, l []types.Type) types.Type { return w.store.Generalize(l[0]) })},
		{"normalize", "T", "the normal form of T", 1, result(func(w *aliasScope, l []types.Type) types.Type { return w.algebra.Normalize(l[0]) })},
		{"iterable", "T", "the type of the elements in an iteration over T", 1, result(func(w *aliasScope, l []types.Type) types.Type {
			element, ok := w.algebra.IterableElement(l[0])
			if ok && element == nil {
				return w.store.Any
			}
			return element
		})},
		{"infer", "V", "the type of a value", 1, runInfer},
		{"instance", "T V", "is the value a T?", 2, runInstance},
	}
}

func runRelation(w *aliasScope, args []string, out io.Writer) (bool, error) {
	list, err := w.parseAll(args)
	if err != nil {
		return false, err
	}
	relation := w.algebra.Relation(list[0], list[1])
	fmt.Fprintln(out, relation)
	return relation != types.Never, nil
}

func runExplain(w *aliasScope, args []string, out io.Writer) (bool, error) {
	list, err := w.parseAll(args)
	if err != nil {
		return false, err
	}
	sentences := w.algebra.Explain("value", list[0], list[1])
	if len(sentences) == 0 {
		fmt.Fprintln(out, "it is accepted")
		return true, nil
	}
	for _, s := range sentences {
		fmt.Fprintln(out, s)
	}
	return false, nil
}

func runInfer(w *aliasScope, args []string, out io.Writer) (bool, error) {
	v, err := w.value(args[0])
	if err != nil {
		return false, err
	}
	fmt.Fprintln(out, w.algebra.String(w.algebra.InferSet(v)))
	return true, nil
}

func runInstance(w *aliasScope, args []string, out io.Writer) (bool, error) {
	t, err := w.parse(args[0])
	if err != nil {
		return false, err
	}
	v, err := w.value(args[1])
	if err != nil {
		return false, err
	}
	yes := printAnswer(out, w.algebra.Instance(t, v))
	if !yes {
		for _, s := range w.algebra.Explain("value", t, w.algebra.InferSet(v)) {
			fmt.Fprintln(out, s)
		}
	}
	return yes, nil
}
