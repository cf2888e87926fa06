package builtin

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"sync"
)

//go:embed functions.txt
var functionsText string

//go:embed resource_types.txt
var resourceTypesText string

//go:embed bolt_functions.txt
var boltFunctionsText string

//go:embed bolt_types.txt
var boltTypesText string

//go:embed facts.txt
var factsText string

//go:embed language.txt
var languageText string

// table is a sorted text of entries, with the entries decoded so far.
type table[T any] struct {
	text    string
	decoded sync.Map // name → *T
}

// find returns the entry called name, or nil.
func (t *table[T]) find(name string) *T {
	if entry, ok := t.decoded.Load(name); ok {
		return entry.(*T)
	}
	line := findLine(t.text, name)
	if line == "" {
		return nil
	}
	entry, _ := t.decoded.LoadOrStore(name, decode[T](line))
	return entry.(*T)
}

// decode decodes the JSON of an entry. It panics on an error: the tables are part of the
// program, and a test decodes all of them.
func decode[T any](text string) *T {
	entry := new(T)
	if err := json.Unmarshal([]byte(text), entry); err != nil {
		panic(fmt.Sprintf("builtin: embedded table is broken: %v", err))
	}
	return entry
}

// findLine returns the rest of the line that begins with name and a tab in the sorted text, or
// "".
func findLine(text, name string) string {
	low, high := 0, len(text)
	for low < high {
		middle := (low + high) / 2
		start := low + strings.LastIndexByte(text[low:middle], '\n') + 1
		end := start + strings.IndexByte(text[start:], '\n')
		key, value, _ := strings.Cut(text[start:end], "\t")
		switch strings.Compare(key, name) {
		case 0:
			return value
		case -1:
			low = end + 1
		default:
			high = start
		}
	}
	return ""
}

// names returns the names of all entries, sorted.
func (t *table[T]) names() iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(t.text) {
			name, _, _ := strings.Cut(line, "\t")
			if !yield(name) {
				return
			}
		}
	}
}
