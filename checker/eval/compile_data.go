package eval

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/checker/documents"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/rubyregexp"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// ReadFacts reads facts in the form that facter and puppet print: a hash of facts, or a hash that
// has them under "values" or "facts".
func ReadFacts(root *document.Node) (*types.Hash, error) {
	if root == nil || root.Resolve().Kind != document.Mapping {
		return nil, errors.New("it holds no hash of facts")
	}
	value, ok := plainValue(root.Resolve(), 0).(*types.Hash)
	if !ok {
		return nil, errors.New("it holds values other than data")
	}
	for _, key := range []string{"values", "facts"} {
		if inner, found := value.GetString(key); found {
			if facts, ok := inner.(*types.Hash); ok {
				return facts, nil
			}
		}
	}
	return value, nil
}

// maxDataDepth limits the nesting of data.
const maxDataDepth = 64

// plainValue returns the value of a document node as written; nil if it is not a value of
// Puppet.
func plainValue(node *document.Node, depth int) types.Value {
	node = node.Resolve()
	if depth > maxDataDepth {
		return nil
	}
	switch node.Kind {
	case document.Null:
		return types.Undef{}
	case document.Boolean:
		return types.Boolean(node.Boolean)
	case document.Integer:
		if node.Big == nil {
			return types.Integer(node.Integer)
		}
	case document.Float:
		return types.Float(node.Float)
	case document.String:
		return types.String(node.Text)
	case document.Sequence:
		list := make(types.Array, len(node.Items))
		for i, item := range node.Items {
			if list[i] = plainValue(item, depth+1); list[i] == nil {
				return nil
			}
		}
		return list
	case document.Mapping:
		var entries []types.HashEntry
		for _, pair := range node.Pairs() {
			key, value := plainValue(pair.Key, depth+1), plainValue(pair.Value, depth+1)
			if key == nil || value == nil {
				return nil
			}
			entries = append(entries, types.HashEntry{Key: key, Value: value})
		}
		return types.NewHash(entries...)
	}
	return nil
}

// dataValue returns the value of a document node in a data file, with interpolations replaced
// as for this host; nil if the value is unknown.
func (e *catalogScope) dataValue(node *document.Node, from *hiera.Source, depth int) types.Value {
	node = node.Resolve()
	if depth > maxDataDepth {
		return nil
	}
	switch node.Kind {
	case document.String:
		return e.dataText(node.Text, from)
	case document.Sequence:
		list := make(types.Array, len(node.Items))
		for i, item := range node.Items {
			if list[i] = e.dataValue(item, from, depth+1); list[i] == nil {
				return nil
			}
		}
		return list
	case document.Mapping:
		var entries []types.HashEntry
		for _, pair := range node.Pairs() {
			key, value := e.dataValue(pair.Key, from, depth+1), e.dataValue(pair.Value, from, depth+1)
			if key == nil || value == nil {
				return nil
			}
			entries = append(entries, types.HashEntry{Key: key, Value: value})
		}
		return types.NewHash(entries...)
	}
	return plainValue(node, depth)
}

// dataText returns the value of a string in a data file, with interpolations replaced; nil if
// it is unknown.
func (e *catalogScope) dataText(text string, from *hiera.Source) types.Value {
	if from.Encrypted && hiera.IsEncrypted(text) {
		return nil
	}
	if key, whole := hiera.Alias(text); whole {
		found, t := e.lookUp(key, nil)
		if t != lattice.Always {
			return nil
		}
		value, known := e.catalogValue(found)
		if !known {
			return nil
		}
		return value
	}
	var out strings.Builder
	at := 0
	for _, one := range hiera.Interpolations(text) {
		out.WriteString(text[at:one.Start])
		at = one.End
		value, known := e.interpolation(one)
		if !known {
			return nil
		}
		out.WriteString(value)
	}
	out.WriteString(text[at:])
	return types.String(out.String())
}

// interpolation returns the text that replaces an interpolation in data.
func (e *catalogScope) interpolation(one hiera.Interpolation) (text string, known bool) {
	var value Type
	switch one.Method {
	case "literal":
		return one.Key, true
	case "lookup", "hiera":
		found, t := e.lookUp(one.Key, nil)
		if t == lattice.Maybe {
			return "", false
		}
		if value = found; t == lattice.Never {
			return "", true
		}
	case "", "scope":
		if one.Key == "" {
			return "", true
		}
		if value = e.scopeValue(one.Key); value == nil {
			return "", false
		}
	default:
		return "", false
	}
	switch lattice.TypeClassOf(value) {
	case lattice.UndefClass, lattice.StringClass, lattice.IntegerClass, lattice.BooleanClass:
		return e.interpolated(value)
	}
	return "", false
}

// scopeValue returns the type of a variable that data, or a path of a hierarchy, interpolates;
// nil if it does not follow from facts.
func (e *catalogScope) scopeValue(key string) Type {
	segments, ok := hiera.SplitKey(strings.TrimPrefix(key, "::"))
	if !ok || len(segments) == 0 || strings.Contains(segments[0], "::") {
		return nil
	}
	value := e.k.topOf(segments[0])
	if value == nil || e.IsUnknown(value) {
		return nil
	}
	constant, known := e.constantPart(value, segments[1:])
	if !known {
		return nil
	}
	return constant
}

// constantPart returns the part of a value that keys select.
func (e *catalogScope) constantPart(value Type, keys []string) (part Type, known bool) {
	for _, key := range keys {
		switch lattice.TypeClassOf(value) {
		case lattice.HashClass:
			fields, isStruct := lattice.FieldsOf(value)
			at := slices.IndexFunc(fields, func(f lattice.Field) bool { return f.Name == key })
			switch {
			case isStruct && at >= 0 && fields[at].Optional:
				return nil, false
			case isStruct && at >= 0:
				value = fields[at].Value
			case isStruct || lattice.SizeOf(value).High == 0:
				return e.Undef, true
			default:
				return nil, false
			}
		case lattice.ArrayClass:
			elements, exact := lattice.TupleOf(value)
			position, err := strconv.Atoi(key)
			if !exact || err != nil || position < 0 {
				return nil, false
			}
			if position >= len(elements) {
				return e.Undef, true
			}
			value = elements[position]
		case lattice.UndefClass:
			return e.Undef, true
		default:
			return nil, false
		}
	}
	return value, true
}

// foundData is a value of a key in the data.
type foundData struct {
	node *document.Node
	from *hiera.Source
}

// sourcesOf returns the values that a layer of data has for a key on this host, highest
// priority first. IsDefault selects the sources of default_hierarchy. known is false if the
// values cannot be determined.
func (e *catalogScope) sourcesOf(layer *documents.Layer, key string, isDefault bool) (values []foundData, known bool) {
	if layer == nil {
		return nil, true
	}
	if layer.Opaque {
		return nil, false
	}
	for _, from := range layer.Config.Sources() {
		if from.Default != isDefault {
			continue
		}
		found, hasKey := from.Key(key)
		if !hasKey {
			continue
		}
		reads, isKnown := from.ReadBy(e.interpolation)
		if !isKnown {
			return nil, false
		}
		if reads {
			values = append(values, foundData{found.Value, from})
		}
	}
	return values, true
}

// possibleData is the type of what nodes whose facts are not known may find for a key;
// Unknown when that cannot be told.
func (e *catalogScope) possibleData(key string, way *documents.LookupWay) Type {
	if way.Unknown || way.Knockout != "" || way.Target != nil {
		return e.Unknown
	}
	var members []Type
	for _, layer := range e.layersOf(key) {
		if layer == nil {
			continue
		}
		if layer.Opaque {
			return e.Unknown
		}
		for _, one := range layer.Keys[key] {
			value := e.dataValue(one.Value, one.Source, 0)
			if value == nil {
				return e.Unknown
			}
			if way.Merge == "unique" {
				if holdsHash(value) {
					return e.Unknown
				}
				for _, element := range flattened(types.Array{value}) {
					members = append(members, e.TypeOfValue(element))
				}
				continue
			}
			members = append(members, e.TypeOfValue(value))
		}
	}
	if len(members) == 0 || len(members) > maxPossible || slices.Contains(members, nil) {
		return e.Unknown
	}
	switch way.Merge {
	case "first", "default":
		return e.JoinAll(members)
	case "unique":
		return e.Array(e.JoinAll(members), lattice.Range{Low: 0, High: lattice.AnyInteger.High})
	}
	return e.Unknown
}

// maxPossible bounds the values of one key that are told apart.
const maxPossible = 64

// layersOf returns the layers of data in which a key is looked up; a layer may be nil.
func (e *catalogScope) layersOf(key string) []*documents.Layer {
	data := e.Data()
	layers := []*documents.Layer{data.Global, data.Environment}
	if owner, _, qualified := strings.Cut(key, "::"); qualified {
		layers = append(layers, data.Modules[owner])
	}
	return layers
}

// lookUp looks up a key in the data for this host. t reports whether the key has a value. way
// is the merge that the caller wants; nil leaves it to lookup_options.
func (e *catalogScope) lookUp(key string, way *documents.LookupWay) (value Type, t lattice.Truth) {
	value, t = e.lookUpUnwatched(key, way)
	e.k.looksUp(key, way, value, t)
	return value, t
}

func (e *catalogScope) lookUpUnwatched(key string, way *documents.LookupWay) (value Type, t lattice.Truth) {
	segments, ok := hiera.SplitKey(key)
	if !ok || len(segments) == 0 {
		return e.Unknown, lattice.Maybe
	}
	root := segments[0]
	if e.k.looking[root] {
		return e.Unknown, lattice.Maybe
	}
	e.k.looking[root] = true
	defer delete(e.k.looking, root)
	if owner, _, qualified := strings.Cut(root, "::"); qualified && e.Tree.Module(owner) != nil && e.hasDataFunction(owner) {
		return e.Unknown, lattice.Maybe
	}
	options, known := e.optionsOn(root)
	if !known {
		return e.Unknown, lattice.Maybe
	}
	asked := e.WayOf(options)
	if way != nil {
		asked.Merge, asked.Knockout, asked.Unknown = way.Merge, way.Knockout, way.Unknown
	}
	if e.k.facts == nil && !e.isSameForAll(root) {
		if len(segments) > 1 {
			return e.Unknown, lattice.Maybe
		}
		return e.possibleData(root, &asked), lattice.Maybe
	}
	var found []foundData
	for _, isDefault := range []bool{false, true} {
		for _, layer := range e.layersOf(root) {
			values, known := e.sourcesOf(layer, root, isDefault)
			if !known {
				return e.Unknown, lattice.Maybe
			}
			if found = append(found, values...); len(found) > 0 && (asked.Merge == "first" || asked.Merge == "default") {
				break
			}
		}
		if len(found) > 0 {
			break
		}
	}
	if len(found) == 0 {
		return e.Undef, lattice.Never
	}
	if found[0].from.Default && asked.Merge != "first" && asked.Merge != "default" {
		return e.Unknown, lattice.Maybe // it has its own lookup_options
	}
	result := e.mergedData(found, asked)
	if result == nil {
		return e.Unknown, lattice.Maybe
	}
	typ := e.TypeOfValue(result)
	if typ == nil {
		return e.Unknown, lattice.Maybe
	}
	part, known := e.constantPart(typ, segments[1:])
	if !known {
		return e.Unknown, lattice.Maybe
	}
	if len(segments) > 1 && part == e.Undef {
		return e.Unknown, lattice.Maybe
	}
	return part, lattice.Always
}

// isSameForAll reports whether a key has the same value on every host, so that no facts are
// needed.
func (e *catalogScope) isSameForAll(key string) bool {
	for _, layer := range e.layersOf(key) {
		if layer == nil {
			continue
		}
		for _, value := range layer.Keys[key] {
			if !value.Source.Always {
				return false
			}
		}
	}
	return true
}

// hasDataFunction reports whether a module may provide data by a function of its own.
func (e *catalogScope) hasDataFunction(owner string) bool {
	return e.Find(module.Function, owner+"::data") != nil || e.Tree.FindRubyFunction(owner+"::data") != nil
}

// mergedData merges the values of a key; nil if the result is unknown.
func (e *catalogScope) mergedData(found []foundData, way documents.LookupWay) types.Value {
	if way.Unknown || way.Knockout != "" {
		return nil
	}
	values := make([]types.Value, len(found))
	for i, one := range found {
		if values[i] = e.dataValue(one.node, one.from, 0); values[i] == nil {
			return nil
		}
	}
	var result types.Value
	switch way.Merge {
	case "first", "default":
		result = values[0]
	case "unique":
		result = uniqueData(found, values)
	case "hash", "deep":
		result = values[len(values)-1]
		for _, value := range slices.Backward(values[:len(values)-1]) {
			if result = mergedHashes(value, result, way.Merge == "deep"); result == nil {
				return nil
			}
		}
	default:
		return nil
	}
	if result == nil || way.Target == nil {
		return result
	}
	if e.IsUnknown(way.Target) {
		return nil
	}
	arguments := []types.Value{result}
	for _, argument := range way.Arguments {
		value := plainValue(argument, 0)
		if value == nil {
			return nil
		}
		arguments = append(arguments, value)
	}
	converted, err := e.Converter.Convert(way.Target, arguments...)
	if err != nil {
		return nil
	}
	return converted
}

// mergedHashes merges two hashes like Hiera, where the first has priority. It returns nil if
// the result is unknown.
func mergedHashes(first, second types.Value, deep bool) types.Value {
	a, isHash := first.(*types.Hash)
	b, both := second.(*types.Hash)
	if !isHash || !both {
		return nil
	}
	var entries []types.HashEntry
	for _, entry := range b.Entries() {
		value := entry.Value
		if own, ok := a.Get(entry.Key); ok {
			value = own
			if deep {
				if value = mergedParts(own, entry.Value); value == nil {
					return nil
				}
			}
		}
		entries = append(entries, types.HashEntry{Key: entry.Key, Value: value})
	}
	for _, entry := range a.Entries() {
		if _, known := b.Get(entry.Key); !known {
			entries = append(entries, entry)
		}
	}
	return types.NewHash(entries...)
}

// mergedParts deep-merges two values of one key. It returns nil if the result is unknown.
func mergedParts(first, second types.Value) types.Value {
	_, oneHash := first.(*types.Hash)
	_, otherHash := second.(*types.Hash)
	_, oneArray := first.(types.Array)
	_, otherArray := second.(types.Array)
	switch {
	case oneHash && otherHash:
		return mergedHashes(first, second, true)
	case oneHash || otherHash || oneArray || otherArray:
		return nil
	}
	return first
}

// optionsOn returns the entry of lookup_options that applies to a key on this host; nil if none
// does. known is false if that cannot be determined.
func (e *catalogScope) optionsOn(key string) (entry *document.Node, known bool) {
	var entries []foundData
	for _, layer := range e.layersOf(key) {
		if layer == nil {
			continue
		}
		if layer.Hidden {
			return nil, false
		}
		for _, option := range layer.Options {
			matches := option.Pattern == nil && option.Key == key
			if option.Pattern != nil {
				switch option.Pattern.Match(key) {
				case rubyregexp.Undecided:
					return nil, false
				case rubyregexp.Yes:
					matches = true
				}
			}
			if option.Broken {
				return nil, false
			}
			if !matches {
				continue
			}
			reads, isKnown := option.Source.ReadBy(e.interpolation)
			if !isKnown {
				return nil, false
			}
			if !reads {
				continue
			}
			if option.Pattern == nil {
				return option.Node, true
			}
			entries = append(entries, foundData{node: option.Node})
		}
	}
	if len(entries) > 0 {
		return entries[0].node, true
	}
	return nil, true
}

// LookupResult evaluates lookup() within a compilation.
func (e *catalogScope) LookupResult(l *lookupCall) Type {
	var way *documents.LookupWay
	switch lattice.TypeClassOf(l.merge) {
	case lattice.UndefClass:
	case lattice.StringClass:
		name, known := lattice.StringOf(l.merge)
		way = &documents.LookupWay{Merge: name, Unknown: !known || !slices.Contains(documents.StrategyNames, name)}
	default:
		way = &documents.LookupWay{Unknown: true}
	}
	if len(l.names) == 0 || way != nil && way.Unknown {
		e.k.looksUpAny()
		return e.typeOfLookup(l)
	}
	for _, name := range l.names {
		switch value, t := e.lookUp(name, way); t {
		case lattice.Always:
			return value
		case lattice.Maybe:
			return e.typeOfPossible(l, value)
		}
	}
	if l.fallback != nil {
		return l.fallback
	}
	return e.typeOfLookup(l)
}

// typeOfPossible is what is known of a value that is looked up and that may be there: it
// is of a type, or the default.
func (e *catalogScope) typeOfPossible(l *lookupCall, value Type) Type {
	switch {
	case e.IsUnknown(value) || len(l.names) > 1 || l.target != nil && e.Relation(value, l.target) != lattice.Always:
		return e.typeOfLookup(l)
	case l.fallback != nil:
		return e.Join(value, l.fallback)
	case l.HasBlock() || l.mayDefault:
		return e.typeOfLookup(l)
	}
	return value
}

// typeOfLookup returns the type of a looked up value that is unknown: the type that lookup() is
// given, if any.
func (e *catalogScope) typeOfLookup(l *lookupCall) Type {
	if l.target != nil {
		return l.target
	}
	return e.Unknown
}

// GivenFact returns the type of $facts[name], or of a part of it, if the fact is given; nil for
// anything else.
func (e *catalogScope) GivenFact(node *syntax.AccessExpression) Type {
	if e.k.facts == nil {
		return nil
	}
	var keys []string
	for {
		if len(node.Keys) != 1 {
			return nil
		}
		key := program.LiteralText(node.Keys[0])
		if key == "" {
			return nil
		}
		keys = append([]string{key}, keys...)
		inner, ok := node.Left.(*syntax.AccessExpression)
		if !ok {
			break
		}
		node = inner
	}
	variable, ok := node.Left.(*syntax.VariableExpression)
	if !ok || strings.TrimPrefix(variable.Name, "::") != "facts" {
		return nil
	}
	value, ok := e.k.facts.GetString(keys[0])
	if !ok {
		return nil
	}
	part, known := e.constantPart(e.TypeOfValue(value), keys[1:])
	if !known {
		return nil
	}
	return part
}
