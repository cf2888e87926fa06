package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
)

// Error is a mistake in a configuration file or a flag.
type Error struct {
	// File is the path of the file; empty for a mistake on the command line.
	File string
	// Position is the position of the mistake, with columns in characters. Its Line is 0 if the
	// position is not known.
	Position source.Position
	Message  string
}

// Error returns the message, preceded by the file and the position.
func (e *Error) Error() string {
	switch {
	case e.File == "":
		return e.Message
	case e.Position.Line == 0:
		return e.File + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Position.Line, e.Position.Column, e.Message)
}

// Mistakes returns every Error that an error is, wraps or joins, in order.
func Mistakes(err error) []*Error {
	switch err := err.(type) {
	case *Error:
		return []*Error{err}
	case interface{ Unwrap() error }:
		return Mistakes(err.Unwrap())
	case interface{ Unwrap() []error }:
		var found []*Error
		for _, one := range err.Unwrap() {
			found = append(found, Mistakes(one)...)
		}
		return found
	}
	return nil
}

// Entry is one setting from one source.
type Entry struct {
	// Key is the path of the key: {"rules", "140chars", "severity"}.
	Key []string
	// Value is a bool, an int, a string or a []string.
	Value any
	// Origin is where the setting comes from: "puppet-lint.toml:12", "--select".
	Origin string
}

// Layer holds the settings of one source.
type Layer struct {
	// Base is the folder that paths and patterns are relative to.
	Base    string
	Entries []Entry
	// Overrides apply to some paths only.
	Overrides []Override
	// Untrusted is true if the source belongs to the checked tree, so that its author may not be
	// the user.
	Untrusted bool
	// catalogue holds all rules that the source may name, including those it defines.
	catalogue *Catalogue
}

// Override is an [[overrides]] table.
type Override struct {
	Base    string
	Files   []string
	Entries []Entry
}

// parseTOML parses the text of a configuration file. It reports all mistakes, not only the
// first.
func parseTOML(file *source.File, base string, catalogue *Catalogue, formats []string) (*Layer, error) {
	var document map[string]any
	if err := decodeTOML(file, &document); err != nil {
		var parseError toml.ParseError
		if errors.As(err, &parseError) {
			return nil, &Error{file.Name, file.Position(int32(max(0, min(parseError.Position.Start, len(file.Text))))), parseError.Message}
		}
		return nil, &Error{File: file.Name, Message: err.Error()}
	}
	reader := &tomlReader{file: file, locations: locate(file), catalogue: catalogue, layer: &Layer{Base: base}}
	reader.customRules(document)
	reader.table(nil, document, topKeys(formats), &reader.layer.Entries)
	reader.layer.catalogue = reader.catalogue
	sort.SliceStable(reader.mistakes, func(i, j int) bool {
		a, b := reader.mistakes[i].Position, reader.mistakes[j].Position
		return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
	})
	if len(reader.mistakes) > 0 {
		all := make([]error, len(reader.mistakes))
		for i, mistake := range reader.mistakes {
			all[i] = mistake
		}
		return nil, errors.Join(all...)
	}
	return reader.layer, nil
}

// tomlReader converts a decoded document to entries and checks it against the schema.
type tomlReader struct {
	file      *source.File
	locations *locations
	catalogue *Catalogue
	layer     *Layer
	mistakes  []*Error
}

func (r *tomlReader) mistake(position source.Position, format string, args ...any) {
	r.mistakes = append(r.mistakes, &Error{r.file.Name, position, fmt.Sprintf(format, args...)})
}

// table reads the table at path, which may have the given keys.
func (r *tomlReader) table(path []string, table map[string]any, keys []key, into *[]Entry) {
	for _, name := range sortedKeys(table) {
		at := extend(path, name)
		index := slices.IndexFunc(keys, func(k key) bool { return k.name == name })
		if index < 0 {
			names := make([]string, len(keys))
			for i, k := range keys {
				names[i] = k.name
			}
			where := ""
			if len(path) > 0 {
				where = " in [" + strings.Join(path, ".") + "]"
			}
			r.mistake(r.locations.key(at), "unknown key %q%s%s", name, where, suggestKey(name, names))
			continue
		}
		r.value(at, table[name], &keys[index], into)
	}
}

// suggestKey returns a suggestion for an unknown key, or the list of known ones.
func suggestKey(name string, names []string) string {
	if suggestion := spell.DidYouMean(strings.ReplaceAll(name, "_", "-"), names); suggestion != "" {
		return suggestion
	}
	if slices.Contains(names, strings.ReplaceAll(name, "_", "-")) {
		return fmt.Sprintf("; did you mean %q?", strings.ReplaceAll(name, "_", "-"))
	}
	return "; known are " + strings.Join(names, ", ")
}

// value reads the value at path, which must match k.
func (r *tomlReader) value(path []string, value any, k *key, into *[]Entry) {
	switch k.kind {
	case tablesKey:
		r.tables(path, value, k, into)
	case namedTablesKey:
		r.namedTables(path, value, k, into)
	case textOrTableKey:
		table, ok := value.(map[string]any)
		if !ok {
			r.scalar(path, value, k, into)
			return
		}
		for _, name := range sortedKeys(table) {
			r.value(extend(path, name), table[name], &key{name: name, kind: stringKey}, into)
		}
	case stringsOrTableKey:
		if table, ok := value.(map[string]any); ok {
			r.table(path, table, k.keys, into)
			return
		}
		r.value(path, value, &key{name: k.name, kind: stringsKey}, into)
	case mapKey, ruleMapKey:
		table, ok := value.(map[string]any)
		if !ok {
			r.wrongKind(path, value, k)
			return
		}
		for _, name := range sortedKeys(table) {
			r.named(extend(path, name), name, table[name], k, into)
		}
	case stringsKey:
		r.texts(path, value, k, into)
	default:
		r.scalar(path, value, k, into)
	}
}

// wrongKind reports a value of another kind than that of its key.
func (r *tomlReader) wrongKind(path []string, value any, k *key) {
	r.mistake(r.locations.value(path), "%q must be %s, not %s", path[len(path)-1], k.kind.describe(), describeValue(value))
}

// tables reads a list of tables.
func (r *tomlReader) tables(path []string, value any, k *key, into *[]Entry) {
	tables, ok := tableList(value)
	if !ok {
		r.wrongKind(path, value, k)
		return
	}
	for i, table := range tables {
		if k.name == "overrides" {
			r.override(extend(path, strconv.Itoa(i)), table, k.keys)
		} else {
			r.table(extend(path, strconv.Itoa(i)), table, k.keys, into)
		}
	}
}

// texts reads a list of strings, or a single one.
func (r *tomlReader) texts(path []string, value any, k *key, into *[]Entry) {
	if single, ok := value.(string); ok {
		value = []any{single}
	}
	list, ok := value.([]any)
	if !ok {
		r.wrongKind(path, value, k)
		return
	}
	texts := make([]string, 0, len(list))
	for i, element := range list {
		text, ok := element.(string)
		if !ok {
			r.mistake(r.locations.value(extend(path, strconv.Itoa(i))), "%q must be a list of strings, but it holds %s", path[len(path)-1], describeValue(element))
			continue
		}
		if r.allowed(extend(path, strconv.Itoa(i)), text, k) {
			texts = append(texts, text)
		}
	}
	r.add(path, texts, into)
}

// scalar reads a boolean, a number or a string.
func (r *tomlReader) scalar(path []string, value any, k *key, into *[]Entry) {
	var typed any
	switch value := value.(type) {
	case bool:
		if k.kind == boolKey {
			typed = value
		}
	case int64:
		if k.kind == intKey && value > -numberLimit && value < numberLimit {
			typed = int(value)
		}
	case string:
		if k.kind == stringKey || k.kind == textOrTableKey {
			typed = value
		}
	}
	if typed == nil {
		r.wrongKind(path, value, k)
		return
	}
	if r.allowed(path, fmt.Sprint(typed), k) {
		r.add(path, typed, into)
	}
}

func (r *tomlReader) namedTables(path []string, value any, k *key, into *[]Entry) {
	tables, ok := value.(map[string]any)
	if !ok {
		r.mistake(r.locations.value(path), "%q must be %s, not %s", path[len(path)-1], k.kind.describe(), describeValue(value))
		return
	}
	for _, name := range sortedKeys(tables) {
		table, ok := tables[name].(map[string]any)
		if !ok {
			r.mistake(r.locations.value(extend(path, name)), "%q must be a table, not %s", name, describeValue(tables[name]))
			continue
		}
		r.table(extend(path, name), table, k.keys, into)
	}
}

func (r *tomlReader) add(path []string, value any, into *[]Entry) {
	origin := r.file.Name + ":" + strconv.Itoa(r.locations.value(path).Line)
	if path[0] == "overrides" {
		path = path[2:]
	}
	*into = append(*into, Entry{path, value, origin})
}

// named reads an entry of a table whose keys are selectors or names of rules.
func (r *tomlReader) named(path []string, name string, value any, k *key, into *[]Entry) {
	if k.kind == mapKey {
		if problem := r.catalogue.checkSelector(name); problem != "" {
			r.mistake(r.locations.key(path), "%s", problem)
			return
		}
		r.value(path, value, &k.keys[0], into)
		return
	}
	rules := r.catalogue.Find(name)
	if rules == nil {
		r.mistake(r.locations.key(path), "there is no rule named %q%s", name, spell.DidYouMean(name, r.catalogue.Names()))
		return
	}
	table, ok := value.(map[string]any)
	if !ok {
		r.mistake(r.locations.value(path), "the options of %q must be a table, not %s", name, describeValue(value))
		return
	}
	r.table(path, table, optionKeys(rules[0]), into)
}

func (r *tomlReader) override(path []string, table map[string]any, keys []key) {
	override := Override{Base: r.layer.Base}
	before := len(r.mistakes)
	r.table(path, table, keys, &override.Entries)
	for i, entry := range override.Entries {
		if entry.Key[0] == "files" {
			override.Files = entry.Value.([]string)
			override.Entries = slices.Delete(override.Entries, i, i+1)
			break
		}
	}
	if len(override.Files) == 0 && len(r.mistakes) == before {
		r.mistake(r.locations.key(path), "an override needs \"files\", the paths that it applies to")
	}
	r.layer.Overrides = append(r.layer.Overrides, override)
}

// allowed reports whether the key allows a string. It reports a mistake if not.
func (r *tomlReader) allowed(path []string, text string, k *key) bool {
	if k.selectors {
		if problem := r.catalogue.checkSelector(text); problem != "" {
			r.mistake(r.locations.value(path), "%s", problem)
			return false
		}
	}
	if k.values != nil && !slices.Contains(k.values, text) {
		r.mistake(r.locations.value(path), "%q is not one of %s%s", text, strings.Join(k.values, ", "), spell.DidYouMean(text, k.values))
		return false
	}
	return true
}

func extend(path []string, name string) []string { return append(path[:len(path):len(path)], name) }

func sortedKeys(table map[string]any) []string {
	names := make([]string, 0, len(table))
	for name := range table {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// tableList returns the elements of an array of tables, in either of TOML's notations.
func tableList(value any) ([]map[string]any, bool) {
	switch value := value.(type) {
	case []map[string]any:
		return value, true
	case []any:
		var tables []map[string]any
		for _, element := range value {
			table, ok := element.(map[string]any)
			if !ok {
				return nil, false
			}
			tables = append(tables, table)
		}
		return tables, true
	}
	return nil, false
}

// describeValue returns a description of a value for a message.
func describeValue(value any) string {
	switch value := value.(type) {
	case string:
		return "the string " + strconv.Quote(value)
	case bool:
		return fmt.Sprintf("%v", value)
	case int64:
		return fmt.Sprintf("the number %d", value)
	case float64:
		return fmt.Sprintf("the number %v", value)
	case []any:
		return "a list"
	case map[string]any:
		return "a table"
	case []map[string]any:
		return "an array of tables"
	}
	return "a date or time"
}

// tomlValue returns a value in TOML syntax.
func tomlValue(value any) string {
	switch value := value.(type) {
	case string:
		return strconv.Quote(value)
	case []string:
		quoted := make([]string, len(value))
		for i, text := range value {
			quoted[i] = strconv.Quote(text)
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	case severityTable:
		entries := make([]string, 0, len(value))
		for _, name := range slices.Sorted(maps.Keys(value)) {
			entries = append(entries, name+" = "+strconv.Quote(value[name].String()))
		}
		return "{ " + strings.Join(entries, ", ") + " }"
	case nil:
		return ""
	}
	return fmt.Sprint(value)
}

// severityTable is the value of the key "severity": severities by rule.
type severityTable map[string]diag.Severity

// severityOf parses a severity that the schema has already checked.
func severityOf(text string) diag.Severity {
	severity, _ := diag.ParseSeverity(text)
	return severity
}
