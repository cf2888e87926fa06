package rules

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
)

// Page returns the documentation of a rule in Markdown, for the explain command and the
// generated pages.
func Page(rule *diag.Rule) string {
	var page strings.Builder
	fmt.Fprintf(&page, "# %s\n\n%s.\n\n", rule.Name, upperFirst(rule.Summary))
	fmt.Fprintf(&page, "%s\n\n", facts(rule))
	fmt.Fprintf(&page, "## Why\n\n%s\n\n", rule.Rationale)
	for i, example := range rule.Bad {
		heading(&page, "Bad", i)
		code(&page, example)
		if example.Fixed != "" {
			page.WriteString("After the fix:\n\n")
			block(&page, languageOf(example.Path), example.Fixed)
		}
	}
	for i, example := range rule.Good {
		heading(&page, "Good", i)
		code(&page, example)
	}
	if len(rule.Options) > 0 {
		page.WriteString("## Options\n\n| option | default | meaning |\n| --- | --- | --- |\n")
		for _, option := range rule.Options {
			fmt.Fprintf(&page, "| `%s` | `%s` | %s |\n", option.Name, formatDefault(option), optionSummary(option))
		}
		page.WriteString("\n")
	}
	if len(rule.References) > 0 {
		page.WriteString("## See also\n\n")
		for _, reference := range rule.References {
			fmt.Fprintf(&page, "- %s\n", reference)
		}
		page.WriteString("\n")
	}
	page.WriteString("## Suppress it\n\n" + suppression(rule))
	return page.String()
}

// suppression shows how to suppress the rule in files like that of its first example.
func suppression(rule *diag.Rule) string {
	path := ""
	if len(rule.Bad) > 0 {
		path = rule.Bad[0].Path
	}
	inConfiguration := fmt.Sprintf("; in `puppet-lint.toml`:\n\n```toml\n[[overrides]]\nfiles = [\"%s\"]\nignore = [\"%s\"]\n```\n", path, rule.Name)
	switch extension := filepath.Ext(path); {
	case strings.Contains(path, "/files/"):
		return "Comments in a file that a module serves are not read" + inConfiguration
	case extension == ".json":
		return "JSON has no comments" + inConfiguration
	case extension == ".erb":
		return fmt.Sprintf("```erb\n<%%# lint:ignore:%s why %%>\n…\n<%%# lint:endignore %%>\n```\n", rule.Name)
	}
	return fmt.Sprintf("```%s\n# lint:ignore:%s why\n…\n# lint:endignore\n```\n", languageOf(path), rule.Name)
}

// languageOf returns the language of a file for a block of code in Markdown.
func languageOf(path string) string {
	switch filepath.Ext(path) {
	case ".yaml", ".yml":
		return "yaml"
	case ".json":
		return "json"
	case ".erb":
		return "erb"
	case ".conf":
		return "ini"
	}
	if filepath.Base(path) == "Puppetfile" {
		return "ruby"
	}
	return "puppet"
}

// facts returns the metadata of the rule as a list.
func facts(rule *diag.Rule) string {
	state := "on by default"
	if !rule.OnByDefault() {
		state = "off by default"
	}
	lines := []string{
		fmt.Sprintf("- Group: `%s`, %s", rule.Group, state),
		fmt.Sprintf("- Severity: %s", rule.Severity),
	}
	if rule.Core {
		state = "on"
		if !rule.RubyDefault {
			state = "off"
		}
		lines = append(lines, fmt.Sprintf("- In puppet-lint (Ruby): a core check, %s by default, reported as %s", state, rule.RubyKind))
	} else if rule.Plugin != "" {
		line := "- In puppet-lint (Ruby): a check of the plugin `" + rule.Plugin + "`; also selected by that name"
		if rule.VoxPupuli {
			line += " and by `voxpupuli`"
		}
		lines = append(lines, line)
	}
	if len(rule.OldNames) > 0 {
		lines = append(lines, "- Also known as: `"+strings.Join(rule.OldNames, "`, `")+"`")
	}
	if rule.Templates {
		lines = append(lines, "- Checks manifests and the code in EPP templates")
	}
	if len(rule.Supersedes) > 0 {
		lines = append(lines, "- Reported instead of `"+strings.Join(rule.Supersedes, "`, `")+"` where both report the same mistake")
	}
	switch {
	case rule.Fix.Safety == 0:
		lines = append(lines, "- Fix: none")
	default:
		lines = append(lines, fmt.Sprintf("- Fix (%s): %s", rule.Fix.Safety, rule.Fix.Summary))
	}
	for _, cwe := range rule.CWE {
		lines = append(lines, fmt.Sprintf("- [CWE-%d](https://cwe.mitre.org/data/definitions/%d.html)", cwe, cwe))
	}
	if rule.MinTarget != 0 {
		lines = append(lines, fmt.Sprintf("- Applies from Puppet %d on", rule.MinTarget))
	}
	if rule.MaxTarget != 0 {
		lines = append(lines, fmt.Sprintf("- Applies up to Puppet %d", rule.MaxTarget))
	}
	if len(rule.PuppetCodes) > 0 {
		lines = append(lines, "- Puppet's own code: `"+strings.Join(rule.PuppetCodes, "`, `")+"`")
	}
	if rule.Since != "" {
		lines = append(lines, "- Since puppet-lint "+rule.Since)
	}
	return strings.Join(lines, "\n")
}

func heading(page *strings.Builder, title string, index int) {
	if index == 0 {
		fmt.Fprintf(page, "## %s\n\n", title)
	}
}

// code writes an example: its path and options, its text, and the other files that it needs.
func code(page *strings.Builder, example diag.Example) {
	if example.Path != "" {
		fmt.Fprintf(page, "`%s`:\n\n", strings.TrimPrefix(example.Path, "../../"))
	}
	for _, name := range slices.Sorted(maps.Keys(example.Options)) {
		fmt.Fprintf(page, "With the option `%s = %v`:\n\n", name, example.Options[name])
	}
	block(page, languageOf(example.Path), example.Code)
	if example.Tree != "" {
		page.WriteString("With these files:\n\n")
		block(page, "text", example.Tree)
	}
}

// block writes a block of code. A page is valid UTF-8 even if the code is not.
func block(page *strings.Builder, language, text string) {
	fmt.Fprintf(page, "```%s\n%s\n```\n\n", language, strings.ToValidUTF8(strings.TrimRight(text, "\n"), "\uFFFD"))
}

func formatDefault(option diag.Option) string {
	if list, isList := option.Default.([]string); isList {
		return "[" + strings.Join(list, ", ") + "]"
	}
	return fmt.Sprint(option.Default)
}

func optionSummary(option diag.Option) string {
	summary := option.Summary
	if option.Kind == diag.OneOf {
		values := slices.Clone(option.Values)
		summary += " (`" + strings.Join(values, "`, `") + "`)"
	}
	if option.RubyFlag != "" {
		summary += fmt.Sprintf(" (`--%s` of puppet-lint (Ruby))", option.RubyFlag)
	}
	return summary
}

func upperFirst(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
