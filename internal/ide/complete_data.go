package ide

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/hiera"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/module/known"
)

// inDataFile completes in a file of Hiera's data. Where code declares the classes that the value
// of a key names, classes are offered.
func (c *documentCompleter) inDataFile(place documentPosition) {
	switch {
	case len(place.path) == 0:
		c.dataKeys()
	case place.path[0] == hiera.OptionsKey:
		c.shaped(lookupOptionsSchema(), place.path[1:], place)
	default:
		c.typed(c.declared.typesOfData(place.path), place)
		if place.isValue && len(place.path) <= 2 && newClassLists(c.View).isKey(place.path[0]) {
			c.classes(10)
		}
	}
}

// typesOfData returns the types that the parameter named by a data key allows for the value at
// a path.
func (w writtenTypes) typesOfData(path []string) []written {
	at := strings.LastIndex(path[0], "::")
	if at < 0 {
		return nil
	}
	t, ok := w.declaredType(symbols.Symbol{Kind: symbols.Class, Name: path[0][:at]}, path[0][at+2:])
	if !ok {
		return nil
	}
	return w.elementsAt([]written{t}, path[1:])
}

// typed offers the keys or the values that some types allow at a position.
func (c *documentCompleter) typed(types []written, place documentPosition) {
	for _, t := range types {
		if place.isKey {
			for i, one := range c.declared.members(t) {
				if place.given[one.name] {
					continue
				}
				detail := one.value.String()
				if !one.optional {
					detail += " (required)"
				}
				c.add(Item{Label: one.name, Insert: one.name + c.keySuffix(), Kind: ItemKey, Detail: detail, Rank: i})
			}
		}
		if place.isValue {
			c.declared.values(t, func(value string, isText bool) { c.documentValue(value, isText, place) })
		}
	}
}

// documentValue offers a value.
func (c *documentCompleter) documentValue(value string, isText bool, place documentPosition) {
	insert := value
	switch {
	case place.quoted && !isText:
		return
	case !place.quoted && isText && (filepath.Ext(c.Path) == ".json" || !isPlain(value)):
		insert = `"` + value + `"`
	}
	c.add(Item{Label: value, Insert: insert, Kind: ItemValue})
}

// isPlain reports whether YAML reads a text without quotes as that same text.
func isPlain(value string) bool {
	if value == "" || strings.Trim(value, "0123456789.") == "" || strings.ContainsAny(value[:1], "-?:,[]{}#&*!|>'\"%@`<=") {
		return false
	}
	switch strings.ToLower(value) {
	case "true", "false", "yes", "no", "on", "off", "y", "n", "null", "~":
		return false
	}
	return !strings.Contains(value, ": ") && !strings.Contains(value, " #")
}

// keySuffix returns what follows a new key.
func (c *documentCompleter) keySuffix() string {
	if rest := c.File.Text[c.span.End:]; strings.HasPrefix(strings.TrimLeft(rest, `"' `), ":") || filepath.Ext(c.Path) == ".json" {
		return ""
	}
	return ": "
}

// shaped completes in a file with a fixed structure.
func (c *documentCompleter) shaped(s *documentSchema, path []string, place documentPosition) {
	s = s.at(path)
	if s == nil {
		return
	}
	if place.isKey {
		for i, one := range s.keys {
			if place.given[one.name] {
				continue
			}
			insert := one.name + c.keySuffix()
			if filepath.Ext(c.Path) == ".json" && !place.quoted {
				insert = `"` + one.name + `"`
			}
			c.add(Item{Label: one.name, Insert: insert, Kind: ItemKey, Doc: one.doc, Rank: i})
		}
		if s.offers == offersDataKeys {
			c.dataKeys()
		}
	}
	if !place.isValue {
		return
	}
	for _, value := range s.values {
		isText := value != "true" && value != "false" && strings.Trim(value, "0123456789") != ""
		c.documentValue(value, isText, place)
	}
	text := func(values []string) {
		for _, value := range values {
			c.documentValue(value, true, place)
		}
	}
	switch s.offers {
	case offersDataPaths:
		c.dataPaths(place)
	case offersModules:
		for _, one := range known.Embedded().Modules() {
			c.documentValue(one.Owner+"/"+one.Name, true, place)
		}
	case offersModuleVersions:
		text(c.requirementsOf(path))
	case offersSystems:
		text(operatingSystems)
	case offersTypes:
		for _, name := range builtin.Words().DataTypes {
			c.add(Item{Label: name, Kind: ItemType, Symbol: symbols.Symbol{Kind: symbols.TypeName, Name: strings.ToLower(name)}})
		}
		for symbol := range c.defined(symbols.TypeAlias, 5, capitalize) {
			c.add(Item{Label: capitalize(symbol.Name), Kind: ItemType, Rank: 5})
		}
	}
}

// dataPaths offers the data files below the data folder.
func (c *documentCompleter) dataPaths(place documentPosition) {
	folder := filepath.Join(filepath.Dir(c.Path), "data")
	entries, err := c.Files().ReadDir(folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if name := entry.Name(); entry.IsDir() {
			c.documentValue(name+"/", true, place)
		} else if module.IsDocumentName(name) {
			c.documentValue(name, true, place)
		}
	}
}

// requirementsOf returns requirements for the module that the same dependency names: from the
// version that is installed, or the newest known one, to the next major version.
func (c *documentCompleter) requirementsOf(path []string) (found []string) {
	object := c.File.Text[:c.span.Start]
	object = object[strings.LastIndexByte(object, '{')+1:]
	_, rest, hasName := strings.Cut(object, `"name"`)
	words := strings.Split(rest, `"`)
	if !hasName || len(words) < 2 {
		return nil
	}
	owner, name, _ := strings.Cut(strings.ReplaceAll(words[1], "-", "/"), "/")
	if module := known.Embedded().Find(owner, name); module != nil {
		versions := module.In(module.All())
		slices.Reverse(versions)
		seen := map[int64]bool{}
		for _, version := range versions {
			if !seen[version.Major] {
				seen[version.Major] = true
				found = append(found, fmt.Sprintf(">= %s < %d.0.0", version, version.Major+1))
			}
		}
	}
	return found
}

// dataKeys offers the keys that are looked up and that the file does not contain.
func (c *documentCompleter) dataKeys() {
	has := map[string]bool{}
	if c.Table != nil {
		for i := range c.Table.Occurrences {
			if one := &c.Table.Occurrences[i]; one.Symbol.Kind == symbols.DataKey && one.Role == symbols.Definition && !c.span.Overlaps(one.Span) {
				has[one.Symbol.Name] = true
			}
		}
	}
	suffix := c.keySuffix()
	for symbol := range c.Index.OfKind(symbols.Variable) {
		if symbol.In != symbols.Class || !c.Index.IsParameter(symbol) {
			continue
		}
		if name := symbol.Owner + "::" + symbol.Name; !has[name] {
			c.add(Item{Label: name, Insert: name + suffix, Kind: ItemKey, Symbol: symbol, detail: func() string {
				if definitions := c.Index.Definitions(symbol); len(definitions) > 0 {
					return c.detailOf(definitions[0].Table, definitions[0].Occurrence)
				}
				return ""
			}})
		}
	}
	for _, table := range c.Index.Tables() {
		if !c.Index.Shows(table) {
			continue
		}
		for i := range table.Occurrences {
			one := &table.Occurrences[i]
			isOwn := table == c.Table && one.Span.Start <= c.offset && c.offset <= one.Span.End
			if one.Symbol.Kind == symbols.DataKey && !isOwn && !has[one.Symbol.Name] && !strings.HasSuffix(one.Symbol.Name, ":") && !strings.Contains(one.Symbol.Name, "%") {
				c.add(Item{Label: one.Symbol.Name, Insert: one.Symbol.Name + suffix, Kind: ItemKey, Rank: 10})
			}
		}
	}
	if !has[hiera.OptionsKey] {
		c.add(Item{Label: hiera.OptionsKey, Insert: hiera.OptionsKey + suffix, Kind: ItemKey, Rank: 20})
	}
}
