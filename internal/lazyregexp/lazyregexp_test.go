package lazyregexp_test

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"puppet-lint/internal/lazyregexp"
)

// TestMethods compares each method with that of package regexp.
func TestMethods(t *testing.T) {
	const source, text = `(\w)(\d*)`, "a1 b22, c!"
	lazy, eager := lazyregexp.New(source), regexp.MustCompile(source)
	for name, results := range map[string][2]any{
		"MatchString":                     {lazy.MatchString(text), eager.MatchString(text)},
		"FindString":                      {lazy.FindString(text), eager.FindString(text)},
		"FindStringIndex":                 {lazy.FindStringIndex(text), eager.FindStringIndex(text)},
		"FindStringSubmatch":              {lazy.FindStringSubmatch(text), eager.FindStringSubmatch(text)},
		"FindAllString":                   {lazy.FindAllString(text, 2), eager.FindAllString(text, 2)},
		"ReplaceAllString":                {lazy.ReplaceAllString(text, "$2$1"), eager.ReplaceAllString(text, "$2$1")},
		"Split":                           {lazy.Split(text, -1), eager.Split(text, -1)},
		"FindStringSubmatchIndex":         {lazy.FindStringSubmatchIndex(text), eager.FindStringSubmatchIndex(text)},
		"FindAllStringSubmatch":           {lazy.FindAllStringSubmatch(text, -1), eager.FindAllStringSubmatch(text, -1)},
		"ReplaceAllStringFunc":            {lazy.ReplaceAllStringFunc(text, strings.ToUpper), eager.ReplaceAllStringFunc(text, strings.ToUpper)},
		"FindAllStringSubmatchIndex":      {lazy.FindAllStringSubmatchIndex(text, 1), eager.FindAllStringSubmatchIndex(text, 1)},
		"MatchString without a match":     {lazy.MatchString("!"), eager.MatchString("!")},
		"FindStringIndex without a match": {lazy.FindStringIndex("!"), eager.FindStringIndex("!")},
	} {
		if !reflect.DeepEqual(results[0], results[1]) {
			t.Errorf("%s: got %v, want %v", name, results[0], results[1])
		}
	}
}

// TestInvalid checks that an invalid expression fails on its first use, not when it is made.
func TestInvalid(t *testing.T) {
	invalid := lazyregexp.New("(")
	defer func() {
		if recover() == nil {
			t.Error("an invalid expression was used")
		}
	}()
	invalid.MatchString("")
}
