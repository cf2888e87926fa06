package builtin

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
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

//go:embed stdlib_types.txt
var stdlibTypesText string

// lines is a sorted text of lines: a name, a tab and the text about the name.
type lines struct {
	text string
	// named holds the line of each name, without the name. It is made on first use.
	once  sync.Once
	named map[string]string
}

// find returns the text about a name, or "" if there is none.
func (l *lines) find(name string) string {
	l.once.Do(func() {
		l.named = make(map[string]string, strings.Count(l.text, "\n"))
		maps.Insert(l.named, eachLine(l.text))
	})
	return l.named[name]
}

// names returns all names, sorted.
func (l *lines) names() iter.Seq[string] {
	return func(yield func(string) bool) {
		for name := range eachLine(l.text) {
			if !yield(name) {
				return
			}
		}
	}
}

// eachLine returns the names in a text of lines, and the text about each.
func eachLine(text string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for line := range strings.Lines(text) {
			name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if !yield(name, value) {
				return
			}
		}
	}
}

// table holds lines of JSON, and the entries decoded so far.
type table[T any] struct {
	lines
	decoded sync.Map // name → *T
}

// find returns the entry called name, or nil.
func (t *table[T]) find(name string) *T {
	if entry, ok := t.decoded.Load(name); ok {
		return entry.(*T)
	}
	line := t.lines.find(name)
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
