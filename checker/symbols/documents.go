package symbols

import (
	"path"
	"slices"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// OfData returns the table of a Hiera data file: its keys, the interpolations in its values,
// and values that read like names.
func OfData(read *document.Document, place FileLocation) *Table {
	t := newTable(read.File, place)
	if read.Root == nil || read.Root.Kind != document.Mapping {
		return t.finish()
	}
	for _, entry := range read.Root.Entries {
		key := entry.Key
		if key.Kind == document.String && key.Text == hiera.OptionsKey {
			t.lookupOptions(entry.Value)
			continue
		} else if span, plain := inside(read.File, key); plain {
			for _, one := range dataKey(key.Text, span, Definition) {
				t.add(one)
			}
		}
		if entry.Value != nil {
			t.values(entry.Value, strings.TrimPrefix(key.Text, "::"))
		}
	}
	return t.finish()
}

func newTable(file *source.File, place FileLocation) *Table {
	return &Table{
		File: file, Path: place.Path, Parameters: map[Symbol]bool{},
		Scopes: []Scope{{Span: source.Span{End: int32(len(file.Text))}, Owner: place.block(-1), Outer: -1}},
	}
}

// inside returns the span of a string's text within its quotes. plain is false if the source
// differs from the text, for example by escapes.
func inside(file *source.File, node *document.Node) (span source.Span, plain bool) {
	if node == nil || node.Kind != document.String {
		return span, false
	}
	span = node.Span
	if node.Style == document.SingleQuoted || node.Style == document.DoubleQuoted {
		span.Start++
		span.End--
	}
	return span, span.Start <= span.End && file.Slice(span) == node.Text
}

// lookupOptions adds the keys that lookup_options has options for.
func (t *Table) lookupOptions(options *document.Node) {
	if options == nil || options.Kind != document.Mapping {
		return
	}
	for _, entry := range options.Entries {
		span, plain := inside(t.File, entry.Key)
		switch {
		case !plain:
		case strings.HasPrefix(entry.Key.Text, "^"):
			prefix := strings.TrimPrefix(entry.Key.Text, "^")
			if at := strings.IndexAny(prefix, `.*+?()[]{}|\$`); at >= 0 {
				prefix = prefix[:at]
			}
			t.Computed = append(t.Computed, Computed{Span: span, Prefix: prefix, Kind: DataKey})
		default:
			for _, one := range dataKey(entry.Key.Text, span, Use) {
				t.add(one)
			}
		}
	}
}

// values adds the texts in the value of a data key.
func (t *Table) values(value *document.Node, key string) {
	switch value.Kind {
	case document.Sequence:
		for _, item := range value.Items {
			t.values(item, key)
		}
	case document.Mapping:
		for _, entry := range value.Entries {
			entry.Key.EachString(func(text *document.Node) { t.value(text, "") })
			t.values(entry.Value, key)
		}
	case document.String:
		t.value(value, key)
	}
}

// value adds the interpolations in a text of a data file, and the text itself if it reads like
// a name. key is the data key of which the text is the value or a part of it, or "".
func (t *Table) value(text *document.Node, key string) {
	span, plain := inside(t.File, text)
	if plain {
		before := len(t.Mentions)
		t.mention(text.Text, span)
		for i := before; i < len(t.Mentions); i++ {
			t.Mentions[i].Key = key
		}
	}
	for _, one := range hiera.InterpolationsIn(t.File, text) {
		whole := one.Span
		at := strings.Index(t.File.Slice(whole), one.Key)
		if one.Key == "" || at < 0 {
			continue
		}
		key := source.Span{Start: whole.Start + int32(at), End: whole.Start + int32(at+len(one.Key))}
		switch one.Method {
		case "":
			t.interpolated(one.Key, key)
		case "lookup", "hiera", "alias":
			for _, found := range dataKey(one.Key, key, Use) {
				t.add(found)
			}
		}
	}
}

// interpolated adds a variable that data interpolates: ::x, class::x, facts.os.family.
func (t *Table) interpolated(name string, span source.Span) {
	first, rest, _ := strings.Cut(name, ".")
	span.End = span.Start + int32(len(first))
	bare, _ := strings.CutPrefix(first, "::")
	span.Start += int32(len(first) - len(bare))
	if at := strings.LastIndex(bare, "::"); at > 0 {
		for _, one := range partsOfClass(bare, at, span, Use, false) {
			t.add(one)
		}
		return
	}
	if bare == "facts" && rest != "" {
		fact, _, _ := strings.Cut(rest, ".")
		start := span.End + 1
		t.add(Occurrence{Symbol: Symbol{Kind: Fact, Name: fact}, Span: source.Span{Start: start, End: start + int32(len(fact))}})
		return
	}
	if bare != "" {
		t.add(Occurrence{Symbol: Symbol{Kind: Variable, In: Top, Name: bare}, Span: span, Unscoped: true})
	}
}

// OfHieraConfig returns the table of a hiera.yaml: the variables that its paths interpolate, and the
// functions that read its levels. If a module serves the file, the table defines the served file.
func OfHieraConfig(read *document.Document, place FileLocation) *Table {
	t := newTable(read.File, place)
	if name := place.served(); name != "" {
		t.add(Occurrence{Symbol: Symbol{Kind: ServedFile, Name: name}, Role: Definition, Style: Partial})
	}
	functions := hiera.Backends(read.Root)
	for _, name := range functions {
		if span, plain := inside(t.File, name); plain {
			bare := strings.TrimPrefix(name.Text, "::")
			span.Start += int32(len(name.Text) - len(bare))
			t.add(Occurrence{Symbol: Symbol{Kind: Function, Name: module.Normalize(bare)}, Span: span})
		}
	}
	if read.Root != nil {
		read.Root.EachString(func(text *document.Node) {
			if span, plain := inside(t.File, text); plain && strings.Contains(text.Text, "::") && !slices.Contains(functions, text) {
				t.mention(text.Text, span) // an option of a function
			}
			for _, one := range hiera.InterpolationsIn(t.File, text) {
				whole := one.Span
				if at := strings.Index(t.File.Slice(whole), one.Key); at >= 0 && one.Method == "" && one.Key != "" {
					t.interpolated(one.Key, source.Span{Start: whole.Start + int32(at), End: whole.Start + int32(at+len(one.Key))})
				}
			}
		})
	}
	return t.finish()
}

// OfTemplate returns the table of an ERB template. Its variables are unscoped and owned by the
// template; an Index resolves them from the code that renders it.
func OfTemplate(read *erb.Template, place FileLocation) *Table {
	t := newTable(read.File, place)
	name := place.template()
	owner := Symbol{Kind: Template, Name: name}
	if name == "" {
		owner = Symbol{Kind: Top}
	} else {
		t.Scopes[0].Owner = owner
		t.add(Occurrence{Symbol: owner, Role: Definition, Style: Partial})
	}
	for i := range read.Variables {
		t.addTemplateVariable(&read.Variables[i], owner)
	}
	for i := range read.Calls {
		t.addTemplateCall(&read.Calls[i])
	}
	for _, segment := range read.Segments {
		if read.Open && (segment.Kind == erb.Code || segment.Kind == erb.Expression) {
			t.noteWords(t.File.Slice(segment.Body))
		}
	}
	return t.finish()
}

// addTemplateVariable adds a variable that an ERB template reads. One without a scope belongs to the
// owner.
func (t *Table) addTemplateVariable(use *erb.Variable, owner Symbol) {
	span := use.Span
	if use.Form == erb.Instance {
		span.Start++
	}
	written := t.File.Slice(span)
	bare := strings.TrimPrefix(written, "::")
	span.Start += int32(len(written) - len(bare))
	switch at := strings.LastIndex(use.Name, "::"); {
	case bare != use.Name || bare == "":
	case at > 0:
		for _, one := range partsOfClass(use.Name, at, span, Use, false) {
			t.add(one)
		}
	case use.Absolute:
		t.add(Occurrence{Symbol: Symbol{Kind: Variable, In: Top, Name: bare}, Span: span, Unscoped: true})
	default:
		t.add(Occurrence{Symbol: Symbol{Kind: Variable, In: owner.Kind, Owner: owner.Name, Name: bare}, Span: span, Unscoped: true})
	}
}

// addTemplateCall adds a Puppet function that an ERB template calls, and what its first argument names.
func (t *Table) addTemplateCall(call *erb.Call) {
	span := call.Span
	written := t.File.Slice(span)
	function := Occurrence{Symbol: Symbol{Kind: Function, Name: module.Normalize(call.Name)}, Span: span}
	if bare := strings.TrimPrefix(written, "::"); strings.EqualFold(bare, strings.TrimPrefix(call.Name, "::")) {
		function.Span.Start += int32(len(written) - len(bare))
	} else {
		function.Style = Partial
	}
	t.add(function)
	if len(call.Strings) == 0 || call.Strings[0].Text == "" {
		return
	}
	switch first := call.Strings[0]; {
	case call.Name == "template" || call.Name == "epp":
		t.add(Occurrence{Symbol: Symbol{Kind: Template, Name: first.Text}, Span: first.Span, Style: Composed})
	case call.Name == "lookup" || strings.HasPrefix(call.Name, "hiera"):
		for _, one := range dataKey(first.Text, first.Span, Use) {
			t.add(one)
		}
	default:
		t.mention(first.Text, first.Span)
	}
}

// OfRuby returns the table of a Ruby plugin.
func OfRuby(read *ruby.Declarations, place FileLocation) *Table {
	t := newTable(read.File, place)
	define := func(kind Kind, name string, span source.Span) {
		one := Occurrence{Symbol: Symbol{Kind: kind, Name: module.Normalize(name)}, Span: span, Role: Definition, Style: Partial}
		if kind == Fact {
			one.Symbol.Name = name
		}
		t.add(one)
	}
	for _, function := range read.Functions {
		define(Function, function.Name, function.Span)
	}
	for _, function := range read.LegacyFunctions {
		define(Function, function.Name, function.Span)
	}
	for _, fact := range read.Facts {
		define(Fact, fact.Name, fact.Span)
	}
	for _, dataType := range read.DataTypes {
		define(TypeAlias, dataType.Name, dataType.Span)
	}
	for _, resourceType := range read.Types {
		define(ResourceType, resourceType.Name, resourceType.Span)
		for _, attribute := range resourceType.Attributes {
			symbol := Symbol{Kind: Variable, In: ResourceType, Owner: module.Normalize(resourceType.Name), Name: attribute.Name}
			t.Parameters[symbol] = true
			t.add(Occurrence{Symbol: symbol, Span: attribute.Span, Role: Definition, Style: Partial})
		}
	}
	for _, call := range quotedNames(t.File.Text) {
		t.mention(call.Text, call.Span)
	}
	return t.finish()
}

// quotedNames returns the qualified names in quotes in a Ruby text.
func quotedNames(text string) (found []Mention) {
	for at := 0; at < len(text); at++ {
		if text[at] != '\'' && text[at] != '"' {
			continue
		}
		end := at + 1
		for end < len(text) && (text[end] == ':' || text[end] == '_' || text[end] >= 'a' && text[end] <= 'z' || text[end] >= 'A' && text[end] <= 'Z' || text[end] >= '0' && text[end] <= '9') {
			end++
		}
		if end < len(text) && text[end] == text[at] && strings.Contains(text[at:end], "::") {
			found = append(found, Mention{Text: text[at+1 : end], Span: source.Span{Start: int32(at + 1), End: int32(end)}})
			at = end
		}
	}
	return found
}

// OfTask returns the table of a task's metadata. The file has the name of the task.
func OfTask(read *document.Document, place FileLocation) *Table {
	t := newTable(read.File, place)
	name := strings.TrimSuffix(path.Base(place.Relative), ".json")
	task := Symbol{Kind: Task, Name: place.Module + "::" + name}
	if name == "init" {
		task.Name = place.Module
	}
	t.add(Occurrence{Symbol: task, Role: Definition, Style: Partial})
	if read.Root == nil {
		return t.finish()
	}
	if parameters := read.Root.Get("parameters"); parameters != nil && parameters.Kind == document.Mapping {
		for _, entry := range parameters.Entries {
			if span, plain := inside(read.File, entry.Key); plain {
				symbol := Symbol{Kind: Variable, In: Task, Owner: task.Name, Name: entry.Key.Text}
				t.Parameters[symbol] = true
				t.add(Occurrence{Symbol: symbol, Span: span, Role: Definition})
			}
		}
	}
	return t.finish()
}
