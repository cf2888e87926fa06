package config

import (
	"fmt"
	"strconv"
	"strings"
)

// Version is the version of this program. It is defined only here.
const Version = "1.0.0"

// Repository is the address of the repository that this program is built from, such as
// "https://example.com/owner/puppet-lint". Reports link to the rules' pages there. It is empty
// if there is none. packaging/set-module-path writes it.
const Repository = ""

// compareVersions compares dotted numbers. A missing number counts as 0. Everything after a "-"
// or "+" is ignored.
func compareVersions(a, b string) int {
	left, right := versionNumbers(a), versionNumbers(b)
	for i := range max(len(left), len(right)) {
		var l, r int
		if i < len(left) {
			l = left[i]
		}
		if i < len(right) {
			r = right[i]
		}
		if l != r {
			return l - r
		}
	}
	return 0
}

func versionNumbers(text string) []int {
	text, _, _ = strings.Cut(text, "-")
	text, _, _ = strings.Cut(text, "+")
	var numbers []int
	for part := range strings.SplitSeq(text, ".") {
		number, err := strconv.Atoi(part)
		if err != nil {
			break
		}
		numbers = append(numbers, number)
	}
	return numbers
}

// satisfies reports whether version matches a constraint such as ">= 1.2 < 2" or "1.4.0"
// (exactly that version).
func satisfies(version, constraint string) (bool, error) {
	fields := strings.Fields(strings.ReplaceAll(constraint, ",", " "))
	if len(fields) == 0 {
		return false, fmt.Errorf("the range is empty")
	}
	for i := 0; i < len(fields); i++ {
		number := strings.TrimLeft(fields[i], "<>=!~")
		operator := fields[i][:len(fields[i])-len(number)]
		if number == "" && i+1 < len(fields) {
			i++
			number = fields[i]
		}
		if versionNumbers(number) == nil {
			return false, fmt.Errorf("%q is not a version number", number)
		}
		order := compareVersions(version, number)
		var holds bool
		switch operator {
		case "", "=", "==":
			holds = order == 0
		case ">=":
			holds = order >= 0
		case ">":
			holds = order > 0
		case "<=":
			holds = order <= 0
		case "<":
			holds = order < 0
		case "!=":
			holds = order != 0
		default:
			return false, fmt.Errorf("%q is not a comparison; use =, !=, <, <=, > or >=", operator)
		}
		if !holds {
			return false, nil
		}
	}
	return true, nil
}
