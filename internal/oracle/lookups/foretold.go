//go:build develop

package main

import (
	"slices"
	"strings"

	"puppet-lint/graph/lookups"
	"puppet-lint/internal/document"
	"puppet-lint/types"
)

// foretold returns the value that a lookup must find according to the report on a key, as Puppet
// prints it. expected is empty for a value with interpolations or conversions: of that, the report
// only has the place. isTold is false if more than one value may win.
func foretold(key *lookups.Key) (expected []string, isTold bool) {
	if key.Hidden || key.MergeVaries {
		return nil, false
	}
	var winners []*lookups.Value
	for i := range key.Values {
		switch value := &key.Values[i]; value.State {
		case lookups.Wins, lookups.Merged:
			if !value.Known || value.Undetermined {
				return nil, false
			}
			winners = append(winners, value)
		}
	}
	if len(winners) == 0 {
		return []string{types.ValueString(types.String(absent))}, true
	}
	if key.Merge == "first" && len(winners) > 1 {
		return nil, false
	}
	values := make([]any, len(winners))
	for i, one := range winners {
		if !isPlain(one.Key.Value) || key.Convert != "" {
			return nil, true
		}
		values[i] = plain(one.Key.Value)
	}
	switch key.Merge {
	case "first":
		return []string{printed(values[0])}, true
	case "unique":
		all, isTold := uniqueOf(winners, values)
		if !isTold {
			return nil, true
		}
		return []string{printed(all)}, true
	case "hash":
		if len(values) == 1 {
			return []string{printed(values[0])}, true // a single value needs no merge
		}
		return []string{printed(mergedHash(values))}, true
	}
	return nil, true
}

// uniqueOf merges values as Hiera's strategy unique does: one value keeps duplicates where
// no step has a single candidate.
func uniqueOf(winners []*lookups.Value, values []any) (all []any, isTold bool) {
	if len(values) > 1 {
		return withoutCopies(flat(values)), true
	}
	value := values[0]
	level, config := winners[0].Key.Source.Level, winners[0].Key.Source.Config
	paths, isKnown := level.Paths()
	if !isKnown {
		once := flat(values)
		return once, len(once) == len(withoutCopies(once))
	}
	for _, candidates := range []int{paths, len(config.Levels)} {
		if candidates > 1 {
			value = flat([]any{value})
		} else if list, isList := value.([]any); isList {
			value = withoutCopies(list)
		}
	}
	return flat([]any{value}), true
}

func flat(values []any) (all []any) {
	for _, value := range values {
		if list, isList := value.([]any); isList {
			all = append(all, flat(list)...)
		} else {
			all = append(all, value)
		}
	}
	return all
}

func withoutCopies(values []any) (all []any) {
	for _, value := range values {
		if !slices.ContainsFunc(all, func(known any) bool { return printed(known) == printed(value) }) {
			all = append(all, value)
		}
	}
	return all
}

// entry is an entry of a hash.
type entry struct {
	key   string
	value any
}

// mergedHash merges hashes as Hiera's strategy hash does: the keys of the lower ones come
// first.
func mergedHash(values []any) any {
	var all []entry
	for _, value := range slices.Backward(values) {
		entries, isHash := value.([]entry)
		if !isHash {
			return nil
		}
		for _, one := range entries {
			if at := slices.IndexFunc(all, func(e entry) bool { return e.key == one.key }); at >= 0 {
				all[at].value = one.value
			} else {
				all = append(all, one)
			}
		}
	}
	return all
}

// isPlain reports whether a value contains no interpolation.
func isPlain(node *document.Node) bool {
	node = node.Resolve()
	switch node.Kind {
	case document.String:
		return !strings.Contains(node.Text, "%{") && !strings.HasPrefix(node.Text, "ENC[")
	case document.Sequence:
		return !slices.ContainsFunc(node.Items, func(one *document.Node) bool { return !isPlain(one) })
	case document.Mapping:
		for _, pair := range node.Pairs() {
			if !isPlain(pair.Key) || !isPlain(pair.Value) {
				return false
			}
		}
	}
	return true
}

// plain returns a value as written.
func plain(node *document.Node) any {
	node = node.Resolve()
	switch node.Kind {
	case document.Boolean:
		return types.Boolean(node.Boolean)
	case document.Integer:
		return types.Integer(node.Integer)
	case document.Float:
		return types.Float(node.Float)
	case document.String:
		return types.String(node.Text)
	case document.Sequence:
		list := []any{}
		for _, one := range node.Items {
			list = append(list, plain(one))
		}
		return list
	case document.Mapping:
		entries := []entry{}
		for _, pair := range node.Pairs() {
			entries = append(entries, entry{printed(plain(pair.Key)), plain(pair.Value)})
		}
		return entries
	}
	return types.Undef{}
}

// printed returns a value as Puppet prints it.
func printed(value any) string {
	switch value := value.(type) {
	case []any:
		parts := make([]string, len(value))
		for i, one := range value {
			parts[i] = printed(one)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case []entry:
		parts := make([]string, len(value))
		for i, one := range value {
			parts[i] = one.key + " => " + printed(one.value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case types.Value:
		return types.ValueString(value)
	}
	return ""
}
