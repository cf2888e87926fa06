package config

import (
	"fmt"
	"strings"
)

// InitialFile returns the text of a new puppet-lint.toml. It has every key with its comment,
// commented out unless flags set it. flags are those of an rc file that is being converted, or
// nil. If baseline is not empty, the file sets it.
func InitialFile(catalogue *Catalogue, formats []string, flags *Flags, baseline string) string {
	var text strings.Builder
	text.WriteString("# Configuration of puppet-lint. Run `puppet-lint config` to see the effective configuration.\n")
	values := map[string]any{}
	var options []Entry
	if flags != nil {
		text.WriteString("# Converted from the options of puppet-lint (Ruby).\n")
		for _, note := range flags.NotCarriedOver() {
			text.WriteString("# Not converted: " + note + "\n")
		}
		values, options = convert(catalogue, flags)
	}
	if baseline != "" {
		values["baseline"] = baseline
	}
	var tables strings.Builder
	for _, k := range topKeys(formats) {
		switch k.kind {
		case tablesKey, ruleMapKey, namedTablesKey, stringsOrTableKey:
			writeTable(&tables, &k, options)
			continue
		}
		fmt.Fprintf(&text, "\n# %s\n", k.summary)
		if value, isSet := values[k.name]; isSet {
			fmt.Fprintf(&text, "%s = %s\n", k.name, tomlValue(value))
		} else {
			fmt.Fprintf(&text, "# %s = %s\n", k.name, k.example)
		}
	}
	return text.String() + tables.String()
}

// writeTable writes a table, or an example of one.
func writeTable(text *strings.Builder, k *key, options []Entry) {
	fmt.Fprintf(text, "\n# %s\n", k.summary)
	if k.kind != ruleMapKey {
		header := "# [[%s]]\n"
		switch k.kind {
		case namedTablesKey:
			header = "# [%s.NAME]\n"
		case stringsOrTableKey:
			header = "# [%s]\n"
		}
		fmt.Fprintf(text, header, k.name)
		for _, inner := range k.keys {
			if inner.example != "" {
				fmt.Fprintf(text, "# %s = %s\n", inner.name, inner.example)
			}
		}
		return
	}
	if len(options) == 0 {
		fmt.Fprintf(text, "# [%s.NAME]\n# severity = \"warning\"\n", k.name)
		return
	}
	last := ""
	for _, entry := range options {
		if entry.Key[1] != last {
			last = entry.Key[1]
			fmt.Fprintf(text, "[%s.%s]\n", k.name, last)
		}
		fmt.Fprintf(text, "%s = %s\n", entry.Key[2], tomlValue(entry.Value))
	}
}
