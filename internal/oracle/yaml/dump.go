//go:build develop

package main

import (
	"encoding/base64"
	"fmt"
	"math"

	"puppet-lint/internal/document"
)

// dump returns a tree in the notation of the judge.
func dump(n *document.Node) any {
	if n == nil {
		return []any{"n"}
	}
	n = n.Resolve()
	switch n.Kind {
	case document.Null:
		return []any{"n"}
	case document.Boolean:
		return []any{"b", n.Boolean}
	case document.Integer:
		if n.Big != nil {
			return []any{"i", n.Big.String()}
		}
		return []any{"i", fmt.Sprint(n.Integer)}
	case document.Float:
		if math.IsNaN(n.Float) {
			return []any{"f", "nan"}
		}
		return []any{"f", fmt.Sprintf("%016x", math.Float64bits(n.Float))}
	case document.String:
		return []any{"s", base64.StdEncoding.EncodeToString([]byte(n.Text))}
	case document.Symbol:
		return []any{":", base64.StdEncoding.EncodeToString([]byte(n.Text))}
	case document.Sequence:
		tree := []any{"a"}
		for _, item := range n.Items {
			tree = append(tree, dump(item))
		}
		return tree
	case document.Mapping:
		tree := []any{"h"}
		for _, pair := range n.Pairs() {
			tree = append(tree, []any{dump(pair.Key), dump(pair.Value)})
		}
		return tree
	}
	return []any{"?"}
}
