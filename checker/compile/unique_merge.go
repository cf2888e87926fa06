package compile

import (
	"puppet-lint/checker/catalog"
	"puppet-lint/types"
)

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
	if paths, known := level.Paths(); known {
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
