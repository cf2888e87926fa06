package documents

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/source"
	"puppet-lint/types"
	"puppet-lint/types/convert"
)

// LookupWay describes how to look up a key.
type LookupWay struct {
	// Merge is the strategy: first, default, unique, hash, deep or reverse_deep.
	Merge string
	// Knockout is the prefix of values that a deep merge removes.
	Knockout string
	// Target is the type that the value is converted to, or nil. Arguments are the further
	// arguments of the conversion.
	Target    types.Type
	Arguments []*document.Node
	// Unknown reports whether the options are not understood.
	Unknown bool
}

// WayOf reads an entry of lookup_options; node may be nil.
func (p *Documents) WayOf(node *document.Node) LookupWay {
	way := LookupWay{Merge: "first"}
	if node == nil || node.Kind != document.Mapping {
		return way
	}
	if merge := node.Get("merge"); merge != nil {
		switch merge.Kind {
		case document.String:
			way.Merge = merge.Text
		case document.Mapping:
			if strategy := merge.Get("strategy"); strategy != nil {
				way.Merge = strategy.Text
			}
			if prefix := merge.Get("knockout_prefix"); prefix != nil {
				way.Knockout = prefix.Text
			}
		}
	}
	if way.Merge == "unconstrained_deep" {
		way.Merge = "deep"
	}
	way.Unknown = !slices.Contains([]string{"first", "default", "unique", "hash", "deep", "reverse_deep"}, way.Merge)
	wanted := node.Get("convert_to")
	if wanted != nil && wanted.Kind == document.Sequence && len(wanted.Items) > 0 {
		way.Arguments = wanted.Items[1:]
		wanted = wanted.Items[0].Resolve()
	}
	if wanted != nil && wanted.Kind != document.Null {
		way.Target = p.Unknown
		if wanted.Kind == document.String {
			way.Target = p.ParseType(wanted.Text)
		}
	}
	return way
}

// Misfit is a part of a value that does not fit a type.
type Misfit struct {
	Span source.Span
	// Path is the path from the whole value to the part, such as ['ports'][0].
	Path, Why string
	// Help describes how to fix it; it may be empty. Suggestion is the key that was most likely
	// meant. One of the two is enough.
	Help       string
	Suggestion diag.Suggestion
}

// checkValue checks a value against the parameter that gets it. A value that may be valid
// with one of the possible lookup options is not reported.
func (r *Reader) checkValue(key hiera.Key, class *program.Definition, parameter *program.Parameter) {
	r.dependOnType(parameter.Node.TypeExpr)
	if r.IsUnknown(parameter.Type) {
		return
	}
	candidates, known := r.Data().optionsOf(key)
	if !known {
		return
	}
	several := len(r.Data().values(key.Name)) > 1
	var first []Misfit
	for _, candidate := range candidates {
		way := r.WayOf(candidate)
		switch {
		case way.Unknown, r.IsShadowed(key, way):
			return
		case key.Value.Kind == document.Null && !parameter.Required:
			return // the default applies, unless a conversion returns a value
		}
		found := r.MisfitsOf(key, way, several, parameter.Type)
		if len(found) == 0 {
			return
		}
		if first == nil {
			first = found
		}
	}
	isUnread := len(first) > 0 && r.IsAlwaysGiven != nil && r.IsAlwaysGiven(class, parameter.Name, r.Dependencies)
	for _, one := range first {
		where := ""
		if one.Path != "" {
			where = " at " + one.Path
		}
		message := "parameter '" + parameter.Name + "' of class '" + class.Name + "'" + where + " " + one.Why
		if key.Value.Kind == document.Null && class.Manifest.Module != nil && key.Source.Config.Module == class.Manifest.Module.Name {
			message = "parameter '" + parameter.Name + "' of class '" + class.Name + "' must always be given a value: the null here does not fit its type " + r.Format(parameter.Type)
		}
		finding := r.report(&code.DataTypeMismatch, one.Span, message)
		finding.Help = one.Help
		finding.Suggest(one.Suggestion)
		if isUnread {
			finding.Severity = diag.Warning
			finding.Help = "every declaration here gives a value, so nothing reads this one: remove it"
		}
		if class.Manifest.Module != nil {
			class.Manifest.Module.Known.Soften(finding)
		}
		relateParameter(finding, class, parameter)
	}
}

// IsShadowed reports whether a value is never used, because a level above has a value on every
// node or on every system that the module supports.
func (r *Reader) IsShadowed(key hiera.Key, way LookupWay) bool {
	if (way.Merge == "first" || way.Merge == "default" || key.Value.Kind == document.Null) && r.isOverridden(key) {
		return true
	}
	if !r.Data().hasAlways(key.Name) {
		return false
	}
	hierarchy := hierarchyOf(key)
	always := r.above(key).always
	if always[1-hierarchy] != 0 {
		return true // a default hierarchy is only read if no other has the key
	}
	switch way.Merge {
	case "first", "default":
		return always[hierarchy] != 0
	case "deep":
		isCollection := key.Value.Kind == document.Mapping || key.Value.Kind == document.Sequence
		return always[hierarchy] != 0 && (!isCollection || always[hierarchy] != kinds(0).with(key.Value.Kind))
	}
	return false
}

// MisfitsOf returns the parts of a value that do not fit a type, if the key is looked up in the
// given way. several means that other levels have values, too.
func (r *Reader) MisfitsOf(key hiera.Key, way LookupWay, several bool, typ types.Type) []Misfit {
	f := &ValueChecker{Reader: r, Encrypted: key.Source.Encrypted, file: r.File}
	merges := way.Merge != "first" && way.Merge != "default" && (several || way.Merge == "unique")
	if way.Target != nil {
		return f.converted(key, way, merges, typ)
	}
	if !merges {
		found := f.check(key.Value, typ, "")
		if len(found) > 0 && found[0].Path == "" && f.isOnlySensitive(typ) {
			found[0].Help = "convert it: in lookup_options, '" + key.Name + "': {convert_to: Sensitive}"
		}
		return found
	}
	if way.Merge == "unique" && several && key.Value.Kind == document.Mapping {
		if !r.hasAlwaysAbove(key) {
			return nil // the first value found is used unchanged
		}
		return f.misfit(key.Value, "", "is merged with 'unique', which does not accept hashes")
	}
	f.knockout = way.Knockout
	return f.merged(key.Value, typ, way.Merge) // with reverse_deep, lower levels may replace anything
}

// hasAlwaysAbove reports whether a level above the value's level has a value on every node.
func (r *Reader) hasAlwaysAbove(key hiera.Key) bool {
	return r.above(key).always[hierarchyOf(key)] != 0
}

func (l *Documents) isOnlySensitive(t types.Type) bool {
	return !l.MayBe(t, func(s lattice.TypeClass, _ types.Type) bool { return s != lattice.SensitiveClass })
}

// ValueChecker compares a value with a type, part by part.
type ValueChecker struct {
	*Reader
	file      *source.File
	Encrypted bool
	knockout  string
	// deep reports whether values within collections are merged, too.
	deep bool
	// depth counts the aliases that were followed.
	depth int
}

const maxAliases = 8

func (f *ValueChecker) misfit(node *document.Node, path, why string) []Misfit {
	return []Misfit{{Span: node.Span, Path: path, Why: why}}
}

// check returns the parts of a value that no value of the type can contain.
func (f *ValueChecker) check(node *document.Node, typ types.Type, path string) []Misfit {
	node = node.Resolve()
	resolved := f.Resolve(typ)
	if f.IsUnknown(resolved) {
		return nil
	}
	if node.Kind == document.String {
		if key, ok := hiera.Alias(node.Text); ok {
			return f.checkAlias(node, key, typ, path)
		}
	}
	switch t := resolved.(type) {
	case *types.AnyType:
		return nil
	case *types.OptionalType:
		if node.Kind == document.Null || t.Type == nil {
			return nil
		}
		return f.check(node, t.Type, path)
	case *types.NotUndefType:
		if node.Kind != document.Null && t.Type != nil {
			return f.check(node, t.Type, path)
		}
	case *types.VariantType:
		return f.checkVariant(node, typ, t, path)
	case *types.ArrayType, *types.TupleType:
		if node.Kind == document.Sequence {
			return f.checkItems(node, typ, resolved, path, false)
		}
	case *types.HashType:
		if node.Kind == document.Mapping {
			return f.checkHash(node, typ, t, path, false)
		}
	case *types.StructType:
		if node.Kind == document.Mapping {
			return f.checkStruct(node, t, path, false)
		}
	}
	if value := f.TypeOfNode(node, 0); f.Relation(value, typ) == lattice.Never {
		return f.misfit(node, path, f.Mismatch(typ, value))
	}
	return nil
}

// checkVariant checks a value against a Variant. If a single member of the Variant is an array
// or hash type like the value, it returns the misfits with that member.
func (f *ValueChecker) checkVariant(node *document.Node, typ types.Type, variant *types.VariantType, path string) []Misfit {
	wanted := lattice.TypeClassOf(f.TypeOfNode(node, maxNodeDepth))
	var same [][]Misfit
	for _, member := range variant.Types {
		found := f.check(node, member, path)
		if len(found) == 0 {
			return nil
		}
		if f.MayBe(member, func(s lattice.TypeClass, _ types.Type) bool { return s == wanted }) {
			same = append(same, found)
		}
	}
	if len(same) == 1 && (node.Kind == document.Sequence || node.Kind == document.Mapping) {
		return same[0]
	}
	return f.misfit(node, path, f.Mismatch(typ, f.TypeOfNode(node, 0)))
}

// checkItems checks the elements of an array. partial means that a merge may add others.
func (f *ValueChecker) checkItems(node *document.Node, typ, resolved types.Type, path string, partial bool) []Misfit {
	size := lattice.SizeOf(resolved)
	if count := int64(len(node.Items)); !partial && (count < size.Low || count > size.High) {
		return f.misfit(node, path, "expects "+lattice.DescribeSize(size)+" elements, got "+describeCount(count))
	}
	var found []Misfit
	for i, item := range node.Items {
		element := f.PositionOf(resolved, int64(i), !partial)
		if partial {
			element = f.ElementOf(resolved)
			if text := item.Resolve(); f.knockout != "" && text.Kind == document.String && strings.HasPrefix(text.Text, f.knockout) {
				continue
			}
		}
		if found = append(found, f.check(item, element, path+"["+describeCount(int64(i))+"]")...); len(found) >= maxMisfits {
			break
		}
	}
	return found
}

// maxMisfits limits the number of findings about one value.
const maxMisfits = 5

func (f *ValueChecker) checkHash(node *document.Node, typ types.Type, hash *types.HashType, path string, partial bool) []Misfit {
	pairs := node.Pairs()
	size := lattice.SizeOf(hash)
	if count := int64(len(pairs)); !partial && (count < size.Low || count > size.High) {
		return f.misfit(node, path, "expects "+lattice.DescribeSize(size)+" entries, got "+describeCount(count))
	}
	if hash.Key.Kind() == types.KindUnit {
		return nil
	}
	var found []Misfit
	for _, pair := range pairs {
		key := pair.Key.Resolve()
		if f.isKnockout(key) {
			continue
		}
		if text := f.TypeOfNode(key, 0); f.Relation(text, hash.Key) == lattice.Never {
			found = append(found, Misfit{Span: pair.Key.Span, Path: path, Why: "has the key " + f.Describe(text) + ", which is not " + lattice.Article(f.Format(hash.Key))})
			continue
		}
		if found = append(found, f.entry(pair.Value, hash.Value, path+keyPath(key), partial)...); len(found) >= maxMisfits {
			break
		}
	}
	return found
}

// entry checks a value in a hash.
func (f *ValueChecker) entry(node *document.Node, typ types.Type, path string, partial bool) []Misfit {
	if partial && f.deep {
		return f.mergedValue(node, typ, path)
	}
	return f.check(node, typ, path)
}

func (f *ValueChecker) isKnockout(key *document.Node) bool {
	return f.knockout != "" && key.Kind == document.String && strings.HasPrefix(key.Text, f.knockout)
}

func (f *ValueChecker) checkStruct(node *document.Node, structure *types.StructType, path string, partial bool) []Misfit {
	var found []Misfit
	seen := map[string]bool{}
	open := false // whether a key is interpolated and so unknown
	for _, pair := range node.Pairs() {
		key := pair.Key.Resolve()
		if key.Kind == document.String && strings.Contains(key.Text, "%{") {
			open = true
			continue
		}
		element, known := structure.Element(key.Text)
		switch {
		case f.isKnockout(key):
		case key.Kind != document.String || !known:
			one := Misfit{Span: pair.Key.Span, Path: path, Why: "has no key '" + key.Text + "'"}
			if meant := closest(key.Text, structure); !seen[meant] {
				one.Suggestion = diag.Suggestion{Written: key.Text, Meant: meant}
			}
			found = append(found, one)
		default:
			seen[key.Text] = true
			found = append(found, f.entry(pair.Value, element.Value, path+keyPath(key), partial)...)
		}
	}
	for _, element := range structure.Elements {
		if !element.Optional && !seen[element.Name] && !open && !partial {
			found = append(found, Misfit{Span: node.Span, Path: path, Why: "needs the key '" + element.Name + "'"})
		}
	}
	return found[:min(len(found), maxMisfits)]
}

// checkAlias checks the values of the key that an alias refers to.
func (f *ValueChecker) checkAlias(node *document.Node, key string, typ types.Type, path string) []Misfit {
	segments, ok := hiera.SplitKey(key)
	if !ok || len(segments) == 0 || f.depth >= maxAliases || f.Data().isOpen(segments[0]) {
		return nil
	}
	values := f.Data().values(segments[0])
	if len(values) == 0 {
		return nil
	}
	var first []Misfit
	for _, value := range values {
		candidates, known := f.Data().optionsOf(value)
		if !known || len(candidates) != 1 || candidates[0] != nil {
			return nil
		}
		part := dig(value.Value, segments[1:])
		if part == nil {
			if f.MayHold(value, segments[1:]) {
				return nil
			}
			part = &document.Node{Kind: document.String, Span: node.Span} // Puppet treats a missing part as an empty text
		}
		inner := &ValueChecker{Reader: f.Reader, file: value.Source.Document().File, Encrypted: value.Source.Encrypted, depth: f.depth + 1}
		found := inner.check(part, typ, "")
		if len(found) == 0 {
			return nil
		}
		if first == nil {
			first = found
		}
	}
	return f.misfit(node, path, "gets the value of '"+key+"': it "+first[0].Why)
}

// dig returns the part of a value that the segments of a key name. It returns nil unless each
// segment is a plain string key of a nested hash.
func dig(node *document.Node, segments []string) *document.Node {
	for _, segment := range segments {
		if node = node.Resolve(); node.Kind != document.Mapping {
			return nil
		}
		if _, err := strconv.Atoi(segment); err == nil {
			return nil
		}
		if node = node.Get(segment); node == nil {
			return nil
		}
	}
	return node
}

// merged returns the misfits of a value that is merged with those of other levels.
func (f *ValueChecker) merged(node *document.Node, typ types.Type, strategy string) []Misfit {
	node = node.Resolve()
	if node.Kind == document.String && strings.Contains(node.Text, "%{") && strategy != "unique" {
		return nil
	}
	switch strategy {
	case "unique":
		return f.mergedUnique(node, typ)
	case "hash":
		if node.Kind != document.Mapping {
			return f.misfit(node, "", "is merged with 'hash', which accepts only hashes, got "+f.Describe(f.TypeOfNode(node, 0)))
		}
		return f.mergedValue(node, typ, "")
	case "deep":
		f.deep = true
		return f.mergedValue(node, typ, "")
	}
	return nil
}

// mergedUnique is merged for the strategy unique, which always yields one flat array.
func (f *ValueChecker) mergedUnique(node *document.Node, typ types.Type) []Misfit {
	arrays := f.membersOf(typ, lattice.ArrayClass)
	if len(arrays) == 0 {
		if f.MayBe(typ, func(s lattice.TypeClass, _ types.Type) bool { return s == lattice.AnyClass || s == lattice.OtherClass }) {
			return nil
		}
		return f.misfit(node, "", f.Mismatch(typ, f.Store.Array)+", because it is merged with 'unique'")
	}
	var elements []types.Type
	for _, array := range arrays {
		elements = append(elements, f.ElementOf(array))
	}
	element := f.JoinAll(elements)
	var found []Misfit
	var visit func(node *document.Node, path string)
	visit = func(node *document.Node, path string) {
		node = node.Resolve()
		if node.Kind != document.Sequence {
			found = append(found, f.check(node, element, path)...)
			return
		}
		for i, item := range node.Items {
			visit(item, path+"["+describeCount(int64(i))+"]")
		}
	}
	visit(node, "")
	return found[:min(len(found), maxMisfits)]
}

// mergedValue checks a value whose parts other levels may replace or complete.
func (f *ValueChecker) mergedValue(node *document.Node, typ types.Type, path string) []Misfit {
	node = node.Resolve()
	if f.isKnockout(node) || f.deep && node.Kind == document.Null || node.Kind == document.String && strings.Contains(node.Text, "%{") {
		return nil
	}
	wanted := lattice.HashClass
	switch node.Kind {
	case document.Sequence:
		wanted = lattice.ArrayClass
	case document.Mapping:
	default:
		return f.check(node, typ, path)
	}
	if f.MayBe(typ, func(s lattice.TypeClass, _ types.Type) bool { return s == lattice.AnyClass || s == lattice.OtherClass }) {
		return nil
	}
	members := f.membersOf(typ, wanted)
	if len(members) == 0 {
		return f.misfit(node, path, f.Mismatch(typ, f.TypeOfNode(node, 0)))
	}
	var first []Misfit
	for _, member := range members {
		var found []Misfit
		switch t := member.(type) {
		case *types.HashType:
			found = f.checkHash(node, typ, t, path, true)
		case *types.StructType:
			found = f.checkStruct(node, t, path, true)
		default:
			found = f.checkItems(node, typ, member, path, true)
		}
		if len(found) == 0 {
			return nil
		}
		if first == nil {
			first = found
		}
	}
	return first
}

// membersOf returns the members of a type that belong to a type class.
func (l *Documents) membersOf(t types.Type, wanted lattice.TypeClass) []types.Type {
	var found []types.Type
	for _, member := range l.Members(t) {
		if lattice.TypeClassOf(member) == wanted {
			found = append(found, member)
		}
	}
	return found
}

// converted checks a value that lookup_options converts.
func (f *ValueChecker) converted(key hiera.Key, way LookupWay, merges bool, typ types.Type) []Misfit {
	if f.IsUnknown(way.Target) {
		return nil
	}
	value, constant := f.constantOf(key.Value, 0)
	arguments := []types.Value{value}
	for _, argument := range way.Arguments {
		one, known := f.constantOf(argument, 0)
		arguments, constant = append(arguments, one), constant && known
	}
	if constant && !merges {
		result, err := convert.New(f.Algebra).Convert(way.Target, arguments...)
		var refused *convert.Error
		switch {
		case errors.As(err, &refused):
			return f.misfit(key.Value, "", "cannot be converted to "+f.Format(way.Target)+" as lookup_options require: "+refused.Message)
		case err == nil && !f.Algebra.Instance(typ, result):
			return f.misfit(key.Value, "", f.Mismatch(typ, f.Algebra.InferSet(result))+", after the conversion by lookup_options")
		}
		return nil
	}
	if key.Value.Kind == document.Sequence && !merges && f.isRefused(way.Target, types.Array{}) && f.isRefused(way.Target, types.Array{types.String("x")}) {
		return f.misfit(key.Value, "", "cannot be converted to "+f.Format(way.Target)+" as lookup_options require: it is an array")
	}
	if given := f.TypeOfNode(key.Value, 0); !merges && f.Relation(given, way.Target) == lattice.Never && f.isNotMade(way.Target) {
		return f.misfit(key.Value, "", "cannot be converted to "+f.Format(way.Target)+" as lookup_options require: values of that type cannot be made")
	}
	if f.Relation(way.Target, typ) == lattice.Never {
		return f.misfit(key.Value, "", f.Mismatch(typ, way.Target)+", after the conversion by lookup_options")
	}
	return nil
}

// isRefused reports whether a type is a number or Boolean type to which a value cannot be
// converted.
func (f *ValueChecker) isRefused(t types.Type, value types.Value) bool {
	switch f.Resolve(t).(type) {
	case *types.IntegerType, *types.FloatType, *types.NumericType, *types.BooleanType:
	default:
		return false
	}
	_, err := convert.New(f.Algebra).Convert(t, value)
	var refused *convert.Error
	return errors.As(err, &refused)
}

// isNotMade reports whether new() cannot create values of a type, whatever its arguments.
func (f *ValueChecker) isNotMade(t types.Type) bool {
	_, err := convert.New(f.Algebra).Convert(t, types.Default{})
	var refused *convert.Error
	return errors.As(err, &refused) && refused.Unsupported
}

// OpenTypeOf returns a type for a value in data that code may rely on. A constant gets the type
// of all values of its kind, since the data may change.
func (f *ValueChecker) OpenTypeOf(node *document.Node) types.Type {
	switch node = node.Resolve(); node.Kind {
	case document.Boolean:
		return f.Boolean
	case document.Integer:
		return f.Integer
	case document.Float:
		return f.Float
	case document.String:
		if t := f.typeOfText(node.Text); f.IsUnknown(t) {
			return t
		}
		return f.String
	case document.Sequence:
		return f.Array(f.Unknown, lattice.Range{Low: 0, High: lattice.AnyInteger.High})
	case document.Mapping:
		return f.Hash(f.Unknown, f.Unknown, lattice.Range{Low: 0, High: lattice.AnyInteger.High})
	}
	return f.Unknown
}
