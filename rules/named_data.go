package rules

import (
	"slices"
	"strconv"
	"strings"

	"puppet-lint/internal/document"
)

// dataValue is a string, number or boolean in Hiera data.
type dataValue struct {
	node *document.Node
	// text is the value as Puppet writes it: "true" for yes.
	text string
	// name is the nearest key, without namespaces. The items of a list have the key of the
	// list.
	name string
	// keys are all keys above the value, the outermost first.
	keys []string
	// beside is the hash that contains the nearest key.
	beside *document.Node
}

// isBelow reports whether one of the value's keys contains the word.
func (v *dataValue) isBelow(word string) bool {
	return slices.ContainsFunc(v.keys, func(key string) bool { return strings.Contains(strings.ToLower(key), word) })
}

// isNamed reports whether the value has a key and is not below one of Hiera's own keys.
func (v *dataValue) isNamed() bool { return v.name != "" && !slices.Contains(v.keys, "lookup_options") }

// namedData visits every value in a file of Hiera data, except for test data.
func namedData(visit func(pass *DataPass, value *dataValue)) func(*DataPass) {
	return func(pass *DataPass) {
		if isTestData(pass.Document.File.Name) {
			return
		}
		left, seen := maxTexts, map[*document.Node]bool{}
		var show func(value dataValue, node *document.Node)
		show = func(value dataValue, node *document.Node) {
			node = node.Resolve()
			if left--; left <= 0 || seen[node] {
				return
			}
			seen[node] = true
			switch node.Kind {
			case document.Sequence:
				for _, item := range node.Items {
					show(value, item)
				}
			case document.Mapping:
				for _, pair := range node.Pairs() {
					inner := dataValue{keys: append(slices.Clip(value.keys), pair.Key.Text), beside: node}
					inner.name = pair.Key.Text[strings.LastIndex(pair.Key.Text, "::")+1:]
					inner.name = strings.TrimPrefix(inner.name, ":")
					show(inner, pair.Value)
				}
			case document.String, document.Symbol:
				value.node, value.text = node, node.Text
			case document.Integer:
				value.node, value.text = node, strconv.FormatInt(node.Integer, 10)
			case document.Boolean:
				value.node, value.text = node, strconv.FormatBool(node.Boolean)
			}
			if value.node != nil && value.isNamed() {
				visit(pass, &value)
			}
		}
		show(dataValue{}, pass.Document.Root)
	}
}
