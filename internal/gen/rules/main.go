// Program rules writes the documentation page of every rule, and the list of rules, under
// docs/rules. Run it in the root of the repository. A test fails if the pages differ from what
// it would write.
//
//	go run ./internal/gen/rules
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/rules"
)

func main() {
	if err := write(filepath.Join("docs", "rules")); err != nil {
		fmt.Fprintln(os.Stderr, "rules:", err)
		os.Exit(1)
	}
}

// write writes the pages into folder, and removes those of rules that no longer exist.
func write(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	wanted := pages()
	present, _ := filepath.Glob(filepath.Join(folder, "*.md")) // an error would mean a malformed pattern
	for _, path := range present {
		if _, isWanted := wanted[filepath.Base(path)]; !isWanted {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	for name, text := range wanted {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// pages returns the pages by file name.
func pages() map[string]string {
	all := map[string]string{"README.md": index()}
	for _, rule := range rules.Metadata() {
		all[rule.Name+".md"] = rules.Page(rule)
	}
	return all
}

// index returns the list of the rules by group.
func index() string {
	var text strings.Builder
	text.WriteString("# Rules\n\n" +
		"Each rule has a page with its reason, examples, options and fix. In the lists, *off* marks a rule that\n" +
		"does not run unless you select it, *fix* one that `--fix` fixes, and *unsafe fix* one whose fix may\n" +
		"change behaviour (`--fix --unsafe-fixes`).\n\n" +
		"The list and the pages are generated from the rules themselves.\n\n| group | its rules report |\n| --- | --- |\n")
	for _, group := range diag.Groups() {
		if slices.ContainsFunc(rules.Metadata(), func(rule *diag.Rule) bool { return rule.Group == group }) {
			fmt.Fprintf(&text, "| [%s](#%s) | %s |\n", group, group, group.Summary())
		}
	}
	for _, group := range diag.Groups() {
		heading := fmt.Sprintf("\n## %s\n\n| rule | | what it finds |\n| --- | --- | --- |\n", group)
		for _, rule := range rules.Metadata() {
			if rule.Group != group {
				continue
			}
			text.WriteString(heading)
			heading = ""
			fmt.Fprintf(&text, "| [%s](%s.md) | %s | %s |\n", rule.Name, rule.Name, marks(rule), rule.Summary)
		}
	}
	return text.String()
}

// marks returns the properties of a rule for the list, in a few words.
func marks(rule *diag.Rule) string {
	var marks []string
	if !rule.OnByDefault() {
		marks = append(marks, "off")
	}
	switch rule.Fix.Safety {
	case diag.Safe:
		marks = append(marks, "fix")
	case diag.Unsafe:
		marks = append(marks, "unsafe fix")
	}
	return strings.Join(marks, ", ")
}
