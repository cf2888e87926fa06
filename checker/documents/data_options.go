package documents

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/rubyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/module/builtin"
)

var (
	optionNames   = []string{"merge", "convert_to"}
	StrategyNames = []string{"first", "unique", "hash", "deep"}
	// OtherStrategies are the strategies that Puppet accepts but does not document.
	OtherStrategies = []string{"default", "unconstrained_deep", "reverse_deep"}
	deepOptions     = []string{"strategy", "knockout_prefix", "merge_debug", "merge_hash_arrays", "sort_merged_arrays"}
)

// checkOptions checks the value of lookup_options (LookupAdapter).
func (r *Reader) checkOptions(key hiera.Key) {
	if key.Value.Kind == document.Null {
		return
	}
	if key.Value.Kind != document.Mapping {
		r.badOption(key.Value.Span, "lookup_options must be a hash from keys to their options")
		return
	}
	for _, pair := range key.Value.Pairs() {
		name, value := pair.Key.Resolve(), pair.Value.Resolve()
		if name.Kind != document.String {
			r.badOption(pair.Key.Span, "a key of lookup_options must be a string")
			continue
		}
		if !r.checkOptionKey(key.Source, name.Text, pair.Key.Span) {
			continue
		}
		if value.Kind == document.Null {
			continue
		}
		switch value.Kind {
		case document.Mapping:
		case document.String:
			r.idleOption(pair.Value.Span, "the options of a key must be a hash with merge or convert_to; this has no effect")
			continue
		default:
			r.badOption(pair.Value.Span, "the options of a key must be a hash with merge or convert_to")
			continue
		}
		r.checkOption(value)
	}
}

func (r *Reader) badOption(span source.Span, message string) *diag.Diagnostic {
	return r.report(&code.InvalidLookupOptions, span, message)
}

// idleOption reports an option that Hiera ignores, as a warning.
func (r *Reader) idleOption(span source.Span, message string) *diag.Diagnostic {
	finding := r.report(&code.InvalidLookupOptions, span, message)
	finding.Severity = diag.Warning
	return finding
}

// checkOptionKey checks the key or pattern of an entry. It returns whether the entry is usable.
func (r *Reader) checkOptionKey(from *hiera.Source, name string, span source.Span) bool {
	bare, isPattern := strings.CutPrefix(name, "^")
	if owner := from.Config.Module; owner != "" && !strings.HasPrefix(bare, owner+"::") {
		r.badOption(span, "lookup_options in the data of module '"+owner+"' are only for keys that begin with '"+owner+"::'")
		return false
	}
	if isPattern {
		if err := rubyregexp.Check(name); err != nil {
			r.badOption(span, "'"+name+"' is not a valid regular expression")
			return false
		}
		return true
	}
	if _, parameter := r.ParameterOf(name); parameter == nil && !r.hasValue(name) {
		r.checkUnknownKey(hiera.Key{Name: name, Node: &document.Node{Span: span}, Source: from})
	}
	return true
}

// hasValue reports whether a key has a value in any data.
func (r *Reader) hasValue(key string) bool { return len(r.Data().values(key)) > 0 }

// checkOption checks the lookup options of one key.
func (r *Reader) checkOption(node *document.Node) {
	for _, pair := range node.Pairs() {
		name, value := pair.Key.Resolve(), pair.Value.Resolve()
		switch {
		case name.Text == "merge":
			r.checkMerge(value)
		case name.Text == "convert_to":
			r.checkConversion(value)
		default:
			finding := r.idleOption(pair.Key.Span, "there is no option '"+name.Text+"': only merge and convert_to exist, so this has no effect")
			if slices.Contains(deepOptions, name.Text) {
				finding.Help = "it is an option of merge: write merge: {strategy: deep, " + name.Text + ": …}"
			}
			finding.Suggest(diag.Suggestion{Written: name.Text, Meant: spell.Best(name.Text, optionNames)})
		}
	}
}

func (r *Reader) checkMerge(node *document.Node) {
	strategy, options := node, (*document.Node)(nil)
	switch node.Kind {
	case document.Null:
		return
	case document.Boolean:
		if !node.Boolean {
			return
		}
	case document.Mapping:
		if strategy = node.Get("strategy"); strategy == nil || strategy.Kind == document.Null {
			r.badOption(node.Span, "a merge with options needs a strategy")
			return
		}
		options = node
	}
	known := append(StrategyNames[:4:4], OtherStrategies...)
	if strategy.Kind != document.String || !slices.Contains(known, strategy.Text) {
		r.badOption(strategy.Span, "there is no merge strategy '"+strategy.Text+"': use first, unique, hash or deep").
			Suggest(diag.Suggestion{Written: strategy.Text, Meant: spell.Best(strategy.Text, StrategyNames)})
		return
	}
	if options == nil || strings.Contains(strategy.Text, "_") {
		return
	}
	for _, pair := range options.Pairs() {
		r.checkMergeOption(strategy.Text, pair.Key.Resolve(), pair.Value.Resolve())
	}
}

func (r *Reader) checkMergeOption(strategy string, name, value *document.Node) {
	known := deepOptions
	if strategy != "deep" {
		known = deepOptions[:1]
	}
	if !slices.Contains(known, name.Text) {
		r.badOption(name.Span, "the merge strategy '"+strategy+"' has no option '"+name.Text+"'").
			Suggest(diag.Suggestion{Written: name.Text, Meant: spell.Best(name.Text, known[1:])})
		return
	}
	switch {
	case name.Text == "strategy" || value.Kind == document.Null:
	case name.Text == "knockout_prefix" && value.Kind != document.String:
		r.badOption(value.Span, "knockout_prefix must be a string")
	case name.Text == "knockout_prefix" && value.Text == "":
		r.badOption(value.Span, "knockout_prefix cannot be an empty string")
	case name.Text != "knockout_prefix" && value.Kind != document.Boolean:
		r.badOption(value.Span, name.Text+" must be true or false")
	}
}

func (r *Reader) checkConversion(node *document.Node) {
	if node.Kind == document.Sequence && len(node.Items) > 0 {
		node = node.Items[0].Resolve()
	}
	if node.Kind != document.String {
		if node.Kind != document.Null {
			r.badOption(node.Span, "convert_to must be the name of a type, or an array of the name and further arguments")
		}
		return
	}
	if t := r.ParseType(node.Text); !r.IsUnknown(t) || strings.Contains(node.Text, "::") {
		return
	}
	name, _, parameterized := strings.Cut(node.Text, "[")
	if parameterized && r.DataType(strings.ToLower(strings.TrimSpace(name))) != nil {
		return // the error is in its parameters
	}
	r.badOption(node.Span, "'"+node.Text+"' is not a type that values can be converted to").
		Suggest(diag.Suggestion{Written: node.Text, Meant: spell.Best(node.Text, builtin.Words().DataTypes)})
}
