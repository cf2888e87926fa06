package compile

import (
	"slices"
	"strconv"
	"strings"

	"puppet-lint/checker/documents"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/module"
	"puppet-lint/types"
)

// maxDataDepth limits the nesting of data.
const maxDataDepth = 64

// plainValue returns the value of a document node as written; nil if Puppet has no such value.
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

// dataValue returns the value of a document node in a data file, with its interpolations
// replaced for this host; nil if the value is unknown.
func (s *scope) dataValue(node *document.Node, from *hiera.Source, depth int) types.Value {
	node = node.Resolve()
	if depth > maxDataDepth {
		return nil
	}
	switch node.Kind {
	case document.String:
		return s.dataText(node.Text, from)
	case document.Sequence:
		list := make(types.Array, len(node.Items))
		for i, item := range node.Items {
			if list[i] = s.dataValue(item, from, depth+1); list[i] == nil {
				return nil
			}
		}
		return list
	case document.Mapping:
		var entries []types.HashEntry
		for _, pair := range node.Pairs() {
			key, value := s.dataValue(pair.Key, from, depth+1), s.dataValue(pair.Value, from, depth+1)
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
func (s *scope) dataText(text string, from *hiera.Source) types.Value {
	if from.Encrypted && hiera.IsEncrypted(text) {
		return nil
	}
	if key, whole := hiera.Alias(text); whole {
		found, t := s.lookUp(key, nil)
		if t != lattice.Always {
			return nil
		}
		value, known := s.catalogValue(found)
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
		value, known := s.interpolation(one)
		if !known {
			return nil
		}
		out.WriteString(value)
	}
	out.WriteString(text[at:])
	return types.String(out.String())
}

// interpolation returns the text that replaces an interpolation in data.
func (s *scope) interpolation(one hiera.Interpolation) (text string, known bool) {
	var value types.Type
	switch one.Method {
	case "literal":
		return one.Key, true
	case "lookup", "hiera":
		found, t := s.lookUp(one.Key, nil)
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
		if value = s.scopeValue(one.Key); value == nil {
			return "", false
		}
	default:
		return "", false
	}
	if text, known = s.interpolated(value); strings.Contains(text, "%{") {
		return "", false // Puppet interpolates it once more
	}
	return text, known
}

// interpolated returns the text that replaces an interpolation of a value in data.
func (s *scope) interpolated(value types.Type) (text string, known bool) {
	switch lattice.TypeClassOf(value) {
	case lattice.UndefClass, lattice.StringClass, lattice.IntegerClass, lattice.BooleanClass:
		return s.Interpolated(value)
	}
	return "", false
}

// scopeValue returns the type of a variable that a data file or a path of a hierarchy
// interpolates; nil if the facts do not determine it.
func (s *scope) scopeValue(key string) types.Type {
	segments, ok := hiera.SplitKey(strings.TrimPrefix(key, "::"))
	if !ok || len(segments) == 0 || strings.Contains(segments[0], "::") {
		return nil
	}
	var value types.Type
	if segments[0] == "facts" && len(segments) > 1 && s.k.facts != nil {
		segments = segments[1:]
		value = s.k.fact(segments[0])
	} else {
		value = s.k.topOf(segments[0])
	}
	if value == nil || s.IsUnknown(value) {
		return nil
	}
	constant, known := s.constantPart(value, segments[1:])
	if !known {
		return nil
	}
	return constant
}

// constantPart returns the part of a value that keys select.
func (s *scope) constantPart(value types.Type, keys []string) (part types.Type, known bool) {
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
				return s.Undef, true
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
				return s.Undef, true
			}
			value = elements[position]
		case lattice.UndefClass:
			return s.Undef, true
		default:
			return nil, false
		}
	}
	return value, true
}

// possibleData returns the type of the values that a lookup of the key may find on some host.
// It is for hosts whose facts are unknown. It returns Unknown if the possible values are
// unknown, too.
func (s *scope) possibleData(key string, way *documents.LookupWay) types.Type {
	if way.Unknown || way.Knockout != "" || way.Target != nil {
		return s.Unknown
	}
	var members []types.Type
	for _, layer := range s.layersOf(key) {
		if layer == nil {
			continue
		}
		if layer.Opaque {
			return s.Unknown
		}
		for _, one := range layer.Keys[key] {
			value := s.dataValue(one.Value, one.Source, 0)
			if value == nil {
				return s.Unknown
			}
			if way.Merge == "unique" {
				if holdsHash(value) {
					return s.Unknown
				}
				for _, element := range flattened(types.Array{value}) {
					members = append(members, s.TypeOfValue(element))
				}
				continue
			}
			members = append(members, s.TypeOfValue(value))
		}
	}
	if len(members) == 0 || len(members) > maxPossible || slices.Contains(members, nil) {
		return s.Unknown
	}
	switch way.Merge {
	case "first", "default":
		return s.JoinAll(members)
	case "unique":
		return s.Array(s.JoinAll(members), lattice.Range{Low: 0, High: lattice.AnyInteger.High})
	}
	return s.Unknown
}

// maxPossible limits the number of possible values of one key. If there are more, possibleData
// returns Unknown.
const maxPossible = 64

// layersOf returns the layers of data in which a key is looked up; a layer may be nil.
func (s *scope) layersOf(key string) []*documents.Layer {
	data := s.Data()
	owner, _, qualified := strings.Cut(key, "::")
	if !qualified {
		return []*documents.Layer{data.Global, data.Environment}
	}
	return []*documents.Layer{data.Global, data.Environment, data.Modules[owner]}
}

// lookUp looks up a key in the data for this host. t reports whether the key has a value. way
// is the merge that the caller wants; nil leaves it to lookup_options.
func (s *scope) lookUp(key string, way *documents.LookupWay) (value types.Type, t lattice.Truth) {
	value, t = s.find(key, way)
	s.k.looksUp(key, way, value, t)
	return value, t
}

// find is lookUp without the record of it.
func (s *scope) find(key string, way *documents.LookupWay) (value types.Type, t lattice.Truth) {
	segments, ok := hiera.SplitKey(key)
	if !ok || len(segments) == 0 {
		return s.Unknown, lattice.Maybe
	}
	root := segments[0]
	if s.k.looking[root] {
		return s.Unknown, lattice.Maybe
	}
	s.k.looking[root] = true
	defer delete(s.k.looking, root)
	if owner, _, qualified := strings.Cut(root, "::"); qualified && s.Tree.Module(owner) != nil && s.hasDataFunction(owner) {
		return s.Unknown, lattice.Maybe
	}
	options, known := hostData{s}.optionsOn(root)
	if !known {
		return s.Unknown, lattice.Maybe
	}
	asked := s.WayOf(options)
	if way != nil {
		asked.Merge, asked.Knockout, asked.Unknown = way.Merge, way.Knockout, way.Unknown
	}
	if s.k.facts == nil && !s.isSameForAll(root) {
		if len(segments) > 1 {
			return s.Unknown, lattice.Maybe
		}
		return s.possibleData(root, &asked), lattice.Maybe
	}
	found, known := s.valuesOf(root, isFirst(asked))
	if !known {
		return s.Unknown, lattice.Maybe
	}
	if len(found) == 0 {
		if (hostData{s}).isWithoutHierarchy(root) {
			return s.Unknown, lattice.Maybe
		}
		return s.Undef, lattice.Never
	}
	if found[0].from.Default && (!isFirst(asked) || hostData{s}.hasDefaultOptions(root)) {
		return s.Unknown, lattice.Maybe // the hierarchy has its own lookup_options
	}
	if typ := (hostData{s}).resultOf(found, asked, segments[1:]); typ != nil {
		return typ, lattice.Always
	}
	return s.Unknown, lattice.Maybe
}

// resultOf merges the values of a key, takes the part that the further segments of the key select,
// and converts it. It returns nil if the result is not known.
func (s hostData) resultOf(found []foundData, asked documents.LookupWay, segments []string) types.Type {
	result := s.mergedData(found, asked)
	if result == nil {
		return nil
	}
	if len(segments) > 0 {
		part, known := s.constantPart(s.TypeOfValue(result), segments)
		if !known || part == s.Undef {
			return nil
		}
		if result, known = s.catalogValue(part); !known {
			return nil
		}
	}
	if result = s.convertedData(result, asked); result == nil { // Puppet converts the part
		return nil
	}
	return s.TypeOfValue(result)
}

// isFirst reports whether a lookup takes the first value and merges nothing.
func isFirst(way documents.LookupWay) bool { return way.Merge == "first" || way.Merge == "default" }

// valuesOf returns the values of a key in the layers, or the first one only. Default hierarchies
// count if no other level has a value. known is false if a level cannot be read.
func (s *scope) valuesOf(key string, firstOnly bool) (found []foundData, known bool) {
	for _, isDefault := range []bool{false, true} {
		for _, layer := range s.layersOf(key) {
			values, known := hostData{s}.valuesIn(layer, key, isDefault, firstOnly)
			if !known {
				return nil, false
			}
			if found = append(found, values...); len(found) > 0 && firstOnly {
				break
			}
		}
		if len(found) > 0 {
			break
		}
	}
	return found, true
}

// isSameForAll reports whether a key has the same value on every host, so that the lookup needs
// no facts.
func (s *scope) isSameForAll(key string) bool {
	for _, layer := range s.layersOf(key) {
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

// isWithoutHierarchy reports whether data files of an environment have a key, although no hierarchy
// in the tree reads them: then the server's own hierarchy probably does.
func (s hostData) isWithoutHierarchy(key string) bool {
	all := s.Tree.Documents
	return s.Tree.Environment != "" && all.Hiera() == nil && all.GlobalHiera() == nil && all.HasDataFor(key)
}

// hasDataFunction reports whether a module may provide data through a function of its own.
func (s *scope) hasDataFunction(owner string) bool {
	has, isKnown := s.k.dataFunctions[owner]
	if !isKnown {
		has = s.Find(module.Function, owner+"::data") != nil || s.Tree.Plugins.FindFunction(owner+"::data") != nil
		s.k.dataFunctions[owner] = has
	}
	return has
}

// LookupResult evaluates lookup() within a compilation.
func (s *scope) LookupResult(l *eval.LookupCall) types.Type {
	var way *documents.LookupWay
	switch lattice.TypeClassOf(l.Merge) {
	case lattice.UndefClass:
	case lattice.StringClass:
		name, known := lattice.StringOf(l.Merge)
		way = &documents.LookupWay{Merge: name, Unknown: !known || !slices.Contains(documents.StrategyNames, name)}
	default:
		way = &documents.LookupWay{Unknown: true}
	}
	if len(l.Names) == 0 || way != nil && way.Unknown {
		s.k.looksUpAny()
		return s.typeOfLookup(l)
	}
	for _, name := range l.Names {
		switch value, t := s.lookUp(name, way); t {
		case lattice.Always:
			return value
		case lattice.Maybe:
			return s.typeOfPossible(l, value)
		}
	}
	if l.Fallback != nil {
		return l.Fallback
	}
	return s.typeOfLookup(l)
}

// typeOfPossible returns the type of a looked up value that may be missing: the type of value,
// joined with the default.
func (s *scope) typeOfPossible(l *eval.LookupCall, value types.Type) types.Type {
	switch {
	case s.IsUnknown(value) || len(l.Names) > 1 || l.Target != nil && s.Relation(value, l.Target) != lattice.Always:
		return s.typeOfLookup(l)
	case l.Fallback != nil:
		return s.Join(value, l.Fallback)
	case l.HasBlock() || l.MayDefault:
		return s.typeOfLookup(l)
	}
	return value
}

// typeOfLookup returns the type of a looked up value that is unknown: the type that lookup() is
// given, if any.
func (s *scope) typeOfLookup(l *eval.LookupCall) types.Type {
	if l.Target != nil {
		return l.Target
	}
	return s.Unknown
}
