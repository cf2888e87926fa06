package compile

import (
	"puppet-lint/checker/catalog"
	"puppet-lint/types"
)

// uniqueData returns the result of merging the values with the strategy unique. The values are
// those of found. The result is nil if a value contains a hash, or if it is not known.
//
// Puppet merges in steps: first over the paths of a level, then over the levels of a hiera.yaml,
// and then over the three layers. A step with one candidate removes the duplicates of an array. A
// step with several candidates only flattens the first value that it finds, and removes duplicates
// when it adds a second one. So if there is only one value, it keeps its duplicates, unless its
// level has a single path or its hierarchy a single level.
func uniqueData(found []foundData, values []types.Value) types.Value {
	for _, value := range values {
		if holdsHash(value) {
			return nil
		}
	}
	if len(values) > 1 {
		// Where two values come together, no duplicate is left.
		return distinct(flattened(types.Array(values)))
	}
	level, config := found[0].from.Level, found[0].from.Config
	if level == nil || config == nil || config.Version < 4 {
		return distinctOrNil(values[0])
	}
	if paths, known := level.Paths(); known {
		return uniqueOfSteps(values[0], paths, len(config.Levels))
	}
	one, more := uniqueOfSteps(values[0], 1, len(config.Levels)), uniqueOfSteps(values[0], 2, len(config.Levels))
	if catalog.ExactText(one) != catalog.ExactText(more) {
		return nil
	}
	return one
}

// uniqueOfSteps is one value that was found, in steps with so many candidates.
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

// distinctOrNil is the flat array of a value that has no duplicates, else nil.
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

// flattened is an array with the elements of those in it in their place.
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

// distinct is an array without the elements that are there before.
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
