//go:build develop

package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/checker"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/typesummary"
	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// witness is the function that checks values. It returns them unchanged.
const witness = `function witness::see($type, $number, $value) {
  notice("seen ${number}")
  unless $value =~ $type {
    notice("refused ${number} ${type($value)}")
  }
  $value
}
`

// place is an expression with a known type.
type place struct {
	file, code, typ string
	line            int
}

// maxTypeText is the length of the longest type that is written into the code.
const maxTypeText = 4000

// instrument wraps every expression with a known type in the manifests of a folder of modules.
// It returns the expressions by their numbers, and the untyped parameters by class or defined
// type.
func instrument(modules, oracle string) (places map[string]*place, untyped map[string][]string, err error) {
	var paths []string
	err = filepath.WalkDir(modules, func(path string, entry fs.DirEntry, err error) error {
		inModule, _ := filepath.Rel(modules, path)
		parts := strings.Split(filepath.ToSlash(inModule), "/")
		if err == nil && strings.HasSuffix(path, ".pp") && len(parts) > 2 && (parts[1] == "manifests" || parts[1] == "functions") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	tree := module.NewWorkspace(source.Disk{}, []string{modules}, []string{modules}).TreeOf(modules)
	summary := typesummary.New(tree, checker.Options{Paths: paths})
	wraps := map[*typesummary.Manifest][]wrap{}
	texts := map[string]bool{}
	for _, manifest := range summary.Manifests {
		wraps[manifest] = wrapsIn(manifest)
		for _, w := range wraps[manifest] {
			texts[w.typ] = true
		}
	}
	if err := dropUnreadable(texts, oracle); err != nil {
		return nil, nil, err
	}
	places, untyped = map[string]*place{}, map[string][]string{}
	for _, manifest := range summary.Manifests {
		for _, definition := range manifest.Definitions {
			for _, parameter := range definition.Parameters {
				if parameter.IsUntyped() {
					untyped[definition.Name] = append(untyped[definition.Name], parameter.Node.Name)
				}
			}
		}
		text := manifest.Manifest.Source
		var inserts []insert
		for _, w := range wraps[manifest] {
			if !texts[w.typ] {
				continue
			}
			number := strconv.Itoa(len(places))
			code, _, _ := strings.Cut(text.Slice(w.span), "\n")
			inModules, _ := filepath.Rel(modules, text.Name)
			places[number] = &place{inModules, code, w.typ, text.Line(w.span.Start)}
			inserts = append(inserts,
				insert{w.span.Start, len(inserts), fmt.Sprintf("witness::see(%s, %s, ", w.typ, number)},
				insert{w.span.End, -len(inserts), ")"})
		}
		if err := os.WriteFile(text.Name, []byte(apply(text.Text, inserts)), 0o644); err != nil {
			return nil, nil, err
		}
	}
	folder := filepath.Join(modules, "witness", "functions")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, nil, err
	}
	return places, untyped, os.WriteFile(filepath.Join(folder, "see.pp"), []byte(witness), 0o644)
}

// insert is a text to insert at an offset. rank orders several inserts at one offset: the
// opening of an inner expression follows that of the outer one, and their ends are in the
// reverse order.
type insert struct {
	at   int32
	rank int
	text string
}

func apply(text string, inserts []insert) string {
	slices.SortFunc(inserts, func(a, b insert) int {
		if a.at != b.at {
			return int(a.at) - int(b.at)
		}
		return a.rank - b.rank
	})
	var b strings.Builder
	from := int32(0)
	for _, one := range inserts {
		b.WriteString(text[from:one.at])
		b.WriteString(one.text)
		from = one.at
	}
	b.WriteString(text[from:])
	return b.String()
}

// wrap is an expression to be wrapped.
type wrap struct {
	span source.Span
	typ  string
}

// wrapsIn returns the expressions of a manifest that are used as values and have a known type,
// outer ones first.
func wrapsIn(summary *typesummary.Manifest) []wrap {
	var wraps []wrap
	syntax.Walk(summary.Manifest.Program, func(cursor *syntax.Cursor) bool {
		node := cursor.Node()
		if t := summary.TypeOf(node); t != nil && takesValue(cursor) && isLookedAt(node) && !hasHeredoc(node) {
			if text := lattice.FormatType(t); text != "Any" && len(text) < maxTypeText {
				wraps = append(wraps, wrap{summary.Manifest.Extent(node), text})
			}
		}
		return descends(node)
	}, nil)
	return wraps
}

// descends reports whether a node may contain expressions to check.
func descends(node syntax.Node) bool {
	switch node := node.(type) {
	case *syntax.AccessExpression:
		_, isType := node.Left.(*syntax.QualifiedReference)
		return !isType
	case *syntax.ConcatenatedString, *syntax.HeredocExpression, *syntax.CollectExpression, *syntax.TypeAlias, *syntax.NodeDefinition:
		return false
	}
	return true
}

// isLookedAt reports whether the type of a kind of expression is more informative than its
// text.
func isLookedAt(node syntax.Node) bool {
	switch node := node.(type) {
	case *syntax.AccessExpression:
		return descends(node)
	case *syntax.VariableExpression, *syntax.ConcatenatedString, *syntax.CallMethodExpression,
		*syntax.ArithmeticExpression, *syntax.SelectorExpression, *syntax.AndExpression, *syntax.OrExpression, *syntax.ComparisonExpression,
		*syntax.MatchExpression, *syntax.InExpression, *syntax.NotExpression, *syntax.LiteralList:
		return true
	case *syntax.LiteralHash:
		return !node.Braceless
	case *syntax.CallNamedFunctionExpression:
		name, _ := node.Functor.(*syntax.QualifiedName)
		return name != nil && node.ValueRequired && !slices.Contains([]string{"return", "next", "break", "fail"}, name.Value)
	}
	return false
}

// takesValue reports whether an expression may be replaced by a call with the same value.
func takesValue(cursor *syntax.Cursor) bool {
	node := cursor.Node()
	switch parent := cursor.Parent().(type) {
	case *syntax.AssignmentExpression:
		return parent.Right == node
	case *syntax.MatchExpression:
		return parent.Left == node
	case *syntax.CallNamedFunctionExpression:
		return parent.Functor != node && parent.Lambda != node
	case *syntax.CallMethodExpression:
		return parent.Functor != node && parent.Lambda != node
	case *syntax.NamedAccessExpression:
		return parent.Left == node
	case *syntax.KeyedEntry:
		return parent.Value == node
	case *syntax.IfExpression:
		return parent.Test == node
	case *syntax.UnlessExpression:
		return parent.Test == node
	case *syntax.CaseExpression:
		return parent.Test == node
	case *syntax.SelectorExpression:
		return parent.Left == node
	case *syntax.SelectorEntry:
		return parent.Value == node
	case *syntax.Parameter:
		return parent.Value == node
	case *syntax.AttributeOperation, *syntax.AttributesOperation, *syntax.LiteralList, *syntax.ArithmeticExpression, *syntax.ComparisonExpression,
		*syntax.InExpression, *syntax.AndExpression, *syntax.OrExpression, *syntax.NotExpression, *syntax.ParenthesizedExpression,
		*syntax.AccessExpression:
		return true
	}
	return false
}

func hasHeredoc(node syntax.Node) (found bool) {
	syntax.Inspect(node, func(inner syntax.Node) bool {
		_, isHeredoc := inner.(*syntax.HeredocExpression)
		found = found || isHeredoc
		return !found
	})
	return found
}

// dropUnreadable keeps only the texts that Puppet can parse as types. It does not know the
// aliases of modules here.
func dropUnreadable(texts map[string]bool, oracle string) error {
	type question struct {
		Op string `json:"op"`
		A  string `json:"a"`
	}
	type failure struct {
		Message string `json:"message"`
	}
	type answer struct {
		Error     *failure `json:"error"`
		EvalError *failure `json:"eval_error"`
	}
	var questions []question
	for _, text := range slices.Sorted(maps.Keys(texts)) {
		questions = append(questions, question{"parse", text})
	}
	answers, err := judge.AskAll[question, answer](2, func() (*judge.Judge, error) { return judge.Start(oracle, "types.rb", nil) }, questions)
	if err != nil {
		return err
	}
	for i, reply := range answers {
		isAlias := reply.EvalError != nil && strings.Contains(reply.EvalError.Message, "Resource type not found")
		if reply.Error != nil || reply.EvalError != nil && !isAlias {
			texts[questions[i].A] = false
			fmt.Printf("UNREADABLE %s\n", questions[i].A)
		}
	}
	return nil
}
