package documents

import (
	"strconv"
	"strings"

	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/spell"
	"puppet-lint/types"
)

// maxNodeDepth limits the depth to which the type of a value in data is determined.
const maxNodeDepth = 8

// TypeOfNode returns the type of a value in data. Constants keep their values; a string with
// unknown interpolations is any String.
func (f *ValueChecker) TypeOfNode(node *document.Node, depth int) types.Type {
	node = node.Resolve()
	switch node.Kind {
	case document.Null:
		return f.Undef
	case document.Boolean:
		if node.Boolean {
			return f.TrueType
		}
		return f.FalseType
	case document.Integer:
		if node.Big != nil {
			return f.Unknown
		}
		return f.IntegerRange(lattice.Range{Low: node.Integer, High: node.Integer})
	case document.Float:
		return f.FloatValue(node.Float)
	case document.String:
		return f.typeOfText(node.Text)
	case document.Sequence:
		return f.typeOfItems(node, depth)
	case document.Mapping:
		return f.typeOfPairs(node, depth)
	}
	return f.Unknown
}

func (f *ValueChecker) typeOfText(text string) types.Type {
	if f.Encrypted && hiera.IsEncrypted(text) {
		return f.String
	}
	found := hiera.Interpolations(text)
	if len(found) == 0 {
		return f.Str(text)
	}
	if _, whole := hiera.Alias(text); whole {
		return f.Unknown
	}
	var out strings.Builder
	at := 0
	for _, one := range found {
		out.WriteString(text[at:one.Start])
		at = one.End
		switch {
		case one.Key == "":
		case one.Method == "literal":
			out.WriteString(one.Key)
		default:
			value, known := f.lookedUpText(one)
			if !known {
				return f.String
			}
			out.WriteString(value)
		}
	}
	out.WriteString(text[at:])
	return f.Str(out.String())
}

// lookedUpText returns the text that a lookup() or hiera() in a string yields. known is false
// unless the key has one plain value for all nodes.
func (f *ValueChecker) lookedUpText(one hiera.Interpolation) (text string, known bool) {
	segments, ok := hiera.SplitKey(one.Key)
	if one.Method != "lookup" && one.Method != "hiera" || !ok || len(segments) == 0 || f.Data().isOpen(segments[0]) {
		return "", false
	}
	values := f.Data().values(segments[0])
	if len(values) != 1 || !values[0].Source.Always {
		return "", false
	}
	if candidates, known := f.Data().optionsOf(values[0]); !known || len(candidates) != 1 || candidates[0] != nil {
		return "", false
	}
	part := dig(values[0].Value, segments[1:])
	if part == nil {
		return "", !f.MayHold(values[0], segments[1:])
	}
	switch part = part.Resolve(); part.Kind {
	case document.Null:
		return "", true
	case document.Boolean:
		return strconv.FormatBool(part.Boolean), true
	case document.Integer:
		return strconv.FormatInt(part.Integer, 10), part.Big == nil
	case document.String:
		return part.Text, !strings.Contains(part.Text, "%{") && !(values[0].Source.Encrypted && hiera.IsEncrypted(part.Text))
	}
	return "", false
}

func (f *ValueChecker) typeOfItems(node *document.Node, depth int) types.Type {
	count := int64(len(node.Items))
	if depth >= maxNodeDepth || count > lattice.MaxTuple {
		return f.Array(f.Any, lattice.Range{Low: count, High: count})
	}
	elements := make([]types.Type, len(node.Items))
	for i, item := range node.Items {
		elements[i] = f.TypeOfNode(item, depth+1)
	}
	return f.Tuple(elements)
}

func (f *ValueChecker) typeOfPairs(node *document.Node, depth int) types.Type {
	pairs := node.Pairs()
	count := int64(len(pairs))
	if count == 0 {
		return f.Store.EmptyHash
	}
	if depth >= maxNodeDepth || count > lattice.MaxTuple {
		return f.Hash(f.Any, f.Any, lattice.Range{Low: count, High: count})
	}
	fields := make([]lattice.Field, 0, len(pairs))
	for _, pair := range pairs {
		key := pair.Key.Resolve()
		if key.Kind != document.String || key.Text == "" || strings.Contains(key.Text, "%{") {
			return f.Hash(f.Any, f.Any, lattice.Range{Low: count, High: count})
		}
		fields = append(fields, lattice.Field{Name: key.Text, Value: f.TypeOfNode(pair.Value, depth+1)})
	}
	return f.StructOf(fields)
}

// constantOf returns the value of a document node. known is false if the node alone does not
// determine the value.
func (f *ValueChecker) constantOf(node *document.Node, depth int) (value types.Value, known bool) {
	node = node.Resolve()
	if depth > maxNodeDepth {
		return types.Undef{}, false
	}
	switch node.Kind {
	case document.Null:
		return types.Undef{}, true
	case document.Boolean:
		return types.Boolean(node.Boolean), true
	case document.Integer:
		return types.Integer(node.Integer), node.Big == nil
	case document.Float:
		return types.Float(node.Float), true
	case document.String:
		return types.String(node.Text), !strings.Contains(node.Text, "%{") && !(f.Encrypted && hiera.IsEncrypted(node.Text))
	case document.Sequence:
		list := make(types.Array, len(node.Items))
		for i, item := range node.Items {
			if list[i], known = f.constantOf(item, depth+1); !known {
				return list, false
			}
		}
		return list, true
	case document.Mapping:
		var entries []types.HashEntry
		for _, pair := range node.Pairs() {
			key, knownKey := f.constantOf(pair.Key, depth+1)
			value, knownValue := f.constantOf(pair.Value, depth+1)
			if !knownKey || !knownValue {
				return types.Undef{}, false
			}
			entries = append(entries, types.HashEntry{Key: key, Value: value})
		}
		return types.NewHash(entries...), true
	}
	return types.Undef{}, false
}

// keyPath formats a key as a step of a path, such as ['ports'].
func keyPath(key *document.Node) string {
	if key.Kind == document.String {
		return "[" + lattice.Quote(key.Text) + "]"
	}
	return "[" + key.Text + "]"
}

func describeCount(count int64) string { return strconv.FormatInt(count, 10) }

// closest returns the key of a Struct that a word is probably a typo of, or "".
func closest(word string, structure *types.StructType) string {
	if len(structure.Elements) > spell.MostWords {
		return ""
	}
	names := make([]string, len(structure.Elements))
	for i, element := range structure.Elements {
		names[i] = element.Name
	}
	return spell.Best(word, names)
}

// relateParameter adds the place where a parameter is declared to a finding.
func relateParameter(finding *diag.Diagnostic, class *program.Definition, parameter *program.Parameter) {
	finding.Related = append(finding.Related, diag.Related{
		File: class.Manifest.Source, Span: class.Manifest.Extent(parameter.Node), Message: "the parameter is declared here",
	})
}
