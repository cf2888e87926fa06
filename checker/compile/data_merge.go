package compile

import (
	"slices"

	"puppet-lint/checker/catalog"
	"puppet-lint/checker/documents"
	"puppet-lint/types"
)

// mergedData merges the values of a key; nil if the result is unknown.
func (s *scope) mergedData(found []foundData, way documents.LookupWay) types.Value {
	if way.Unknown || way.Knockout != "" {
		return nil
	}
	values := make([]types.Value, len(found))
	for i, one := range found {
		if values[i] = s.dataValue(one.node, one.from, 0); values[i] == nil {
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
	return result
}

// convertedData converts a value as lookup_options say; nil if the result is unknown.
func (s *scope) convertedData(result types.Value, way documents.LookupWay) types.Value {
	if way.Target == nil {
		return result
	}
	if s.IsUnknown(way.Target) {
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
	converted, err := s.Converter.Convert(way.Target, arguments...)
	if err != nil {
		return nil
	}
	return converted
}

// mergedHashes merges two hashes as Hiera does. The first has priority. It returns nil if the
// result is unknown.
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

// uniqueData merges values with the strategy unique. values are the values of found. It returns
// nil if the result is unknown or if a value contains a hash.
//
// Puppet merges in steps: first over the paths of a level, then over the levels of a
// hiera.yaml, and then over the three layers. A step with one candidate removes the duplicates
// of an array. A step with several candidates flattens the first value that it finds without
// removing duplicates; it removes them when it adds a second value. So a single value keeps its
// duplicates, unless its level has a single path or its hierarchy a single level.
func uniqueData(found []foundData, values []types.Value) types.Value {
	for _, value := range values {
		if holdsHash(value) {
			return nil
		}
	}
	if len(values) > 1 {
		// Merging two values removes all duplicates.
		return distinct(flattened(types.Array(values)))
	}
	level, config := found[0].from.Level, found[0].from.Config
	if level == nil || config == nil || config.Version < 4 {
		return distinctOrNil(values[0])
	}
	paths, known := level.Paths()
	if found[0].paths > 0 {
		paths, known = found[0].paths, true
	}
	if known {
		return uniqueOfSteps(values[0], paths, len(config.Levels))
	}
	one, more := uniqueOfSteps(values[0], 1, len(config.Levels)), uniqueOfSteps(values[0], 2, len(config.Levels))
	if catalog.ExactText(one) != catalog.ExactText(more) {
		return nil
	}
	return one
}

// uniqueOfSteps returns the result if only one value is found. paths and levels are the numbers
// of candidates in the first two steps.
func uniqueOfSteps(value types.Value, paths, levels int) types.Array {
	for _, candidates := range []int{paths, levels} {
		list, isList := value.(types.Array)
		switch {
		case candidates > 1:
			value = flattened(types.Array{value})
		case isList:
			value = distinct(list)
		}
	}
	return flattened(types.Array{value})
}

// distinctOrNil returns the flat array of a value; nil if that array has duplicates.
func distinctOrNil(value types.Value) types.Value {
	all := flattened(types.Array{value})
	if once := distinct(all); len(once) == len(all) {
		return once
	}
	return nil
}

func holdsHash(value types.Value) bool {
	switch value := value.(type) {
	case *types.Hash:
		return true
	case types.Array:
		for _, one := range value {
			if holdsHash(one) {
				return true
			}
		}
	}
	return false
}

// flattened returns an array in which each array is replaced by its elements.
func flattened(values types.Array) types.Array {
	all := types.Array{}
	for _, value := range values {
		if list, isList := value.(types.Array); isList {
			all = append(all, flattened(list)...)
		} else {
			all = append(all, value)
		}
	}
	return all
}

// distinct returns the first occurrence of each element, in order.
func distinct(values types.Array) types.Array {
	all, seen := types.Array{}, map[string]bool{}
	for _, value := range values {
		if text := catalog.ExactText(value); !seen[text] {
			seen[text] = true
			all = append(all, value)
		}
	}
	return all
}
