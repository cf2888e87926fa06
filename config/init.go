package config

import (
	"fmt"
	"slices"
	"strings"
)

// InitialFile is the text of a new puppet-lint.toml: every key with its
// comment, commented out, but for what flags (those of an rc file that is
// being converted; nil for none) say.
func InitialFile(catalogue *Catalogue, formats []string, flags *Flags) string {
	var text strings.Builder
	text.WriteString("# Configuration of puppet-lint. Run `puppet-lint config` to see what is in force.\n")
	values := map[string]any{}
	var options []Entry
	if flags != nil {
		text.WriteString("# Converted from the options of the Ruby puppet-lint.\n")
		for _, note := range notCarriedOver(flags) {
			text.WriteString("# Not carried over: " + note + "\n")
		}
		values, options = convert(flags)
	}
	var tables strings.Builder
	for _, k := range topKeys(formats) {
		if k.kind == tablesKey || k.kind == ruleMapKey || k.kind == namedTablesKey {
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

// writeTable writes a table, or what one may look like.
func writeTable(text *strings.Builder, k *key, options []Entry) {
	fmt.Fprintf(text, "\n# %s\n", k.summary)
	if k.kind != ruleMapKey {
		header := "# [[%s]]\n"
		if k.kind == namedTablesKey {
			header = "# [%s.NAME]\n"
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

// convert turns the flags of an rc file into keys of puppet-lint.toml and
// options of rules.
func convert(flags *Flags) (values map[string]any, options []Entry) {
	values = map[string]any{"fail-level": "error"}
	if flags.FailOnWarnings {
		values["fail-level"] = "warning"
	}
	if flags.IgnorePaths != nil {
		values["extend-exclude"] = flags.IgnorePaths
	}
	appendTo := func(name string, list []string) {
		before, _ := values[name].([]string)
		for _, element := range list {
			if !slices.Contains(before, element) {
				before = append(before, element)
			}
		}
		values[name] = before
	}
	for _, layer := range flags.Layers {
		for _, entry := range layer.Entries {
			switch entry.Key[0] {
			case "rules":
				options = slices.DeleteFunc(options, func(e Entry) bool { return slices.Equal(e.Key, entry.Key) })
				options = append(options, entry)
			case "select":
				values["select"] = entry.Value
				delete(values, "ignore")
				delete(values, "extend-select")
			case "ignore", "extend-select":
				appendTo(entry.Key[0], entry.Value.([]string))
			case "fail-level", "profile":
			default:
				values[entry.Key[0]] = entry.Value
			}
		}
	}
	slices.SortStableFunc(options, func(a, b Entry) int { return strings.Compare(a.Key[1], b.Key[1]) })
	return values, options
}

// notCarriedOver lists what the flags ask for and a configuration file cannot.
func notCarriedOver(flags *Flags) []string {
	var notes []string
	note := func(given bool, text string) {
		if given {
			notes = append(notes, text)
		}
	}
	note(flags.LogFormat != "", fmt.Sprintf("--log-format=%s (give it on the command line)", flags.LogFormat))
	note(flags.Fix, "--fix (give it on the command line)")
	note(flags.WithContext, "--with-context (the text report always shows the code)")
	note(flags.ErrorLevel != "" && flags.ErrorLevel != "all", fmt.Sprintf("--error-level=%s (give it on the command line, or ignore = [\"warning\"])", flags.ErrorLevel))
	note(flags.JSON, "--json (use format = \"json\")")
	note(flags.SARIF, "--sarif (use format = \"sarif\")")
	note(flags.ShowIgnored, "--show-ignored (give it on the command line)")
	for _, check := range flags.Foreign {
		notes = append(notes, check+" (a check of a Ruby plugin that is not built in)")
	}
	for _, argument := range flags.Unknown {
		notes = append(notes, argument+" (unknown here)")
	}
	for _, file := range flags.Loaded {
		notes = append(notes, fmt.Sprintf("--load %s (the checks of known plugins are built in: see `puppet-lint rules`)", file))
	}
	return notes
}
