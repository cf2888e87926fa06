package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/wordwrap"
	"puppet-lint/rules"
)

// RuleOrders returns the orders in which rules can be listed, the default one first.
func RuleOrders() []string { return []string{"group", "name", "severity", "fix"} }

// FixText returns "safe", "unsafe" or "" for the fixes of a rule.
func FixText(rule *diag.Rule) string {
	if safety := rule.FixSafety(); safety != diag.DisplayOnly {
		return safety.String()
	}
	return ""
}

// SortRules sorts rules by one of RuleOrders. The sort is stable.
func SortRules(list []*diag.Rule, order string) {
	groups := diag.Groups()
	sortStable(list, func(a, b *diag.Rule) int {
		switch order {
		case "name":
			return strings.Compare(a.Name, b.Name)
		case "severity":
			return cmp.Compare(b.Severity, a.Severity)
		case "fix":
			return cmp.Compare(a.FixSafety(), b.FixSafety())
		}
		return cmp.Compare(slices.Index(groups, a.Group), slices.Index(groups, b.Group))
	})
}

// WriteRules lists rules, one a line. They are listed under the headings of their groups or, in
// any other order than by group, with a column for the group.
func WriteRules(out io.Writer, list []*diag.Rule, order string, color bool) {
	p := &textPrinter{color: color}
	width := 0
	for _, rule := range list {
		width = max(width, len(rule.Name))
	}
	heading := diag.Group("")
	for _, rule := range list {
		group := ""
		if order != "group" {
			group = fmt.Sprintf("%-12s", rule.Group)
		} else if rule.Group != heading {
			heading = rule.Group
			fmt.Fprintf(out, "%s\n", p.paint(bold, string(heading)))
		}
		state := rule.Severity.String()
		if !rule.OnByDefault() {
			state = "off"
		}
		fix := FixText(rule)
		if fix != "" {
			fix += " fix"
		}
		fmt.Fprintf(out, "  %-*s  %-8s %-11s %s%s\n", width, rule.Name, state, fix, group, rule.Summary)
	}
}

type ruleObject struct {
	Name         string         `json:"name"`
	OldNames     []string       `json:"old_names,omitempty"`
	Group        diag.Group     `json:"group"`
	Severity     string         `json:"severity"`
	OnByDefault  bool           `json:"on_by_default"`
	Core         bool           `json:"ruby_core"`
	RubyDefault  bool           `json:"ruby_default,omitempty"`
	Plugin       string         `json:"plugin,omitempty"`
	Summary      string         `json:"summary"`
	Rationale    string         `json:"rationale,omitempty"`
	Options      []optionObject `json:"options,omitempty"`
	Fix          string         `json:"fix"`
	Since        string         `json:"since,omitempty"`
	CWE          []int          `json:"cwe,omitempty"`
	MinTarget    int            `json:"min_target,omitempty"`
	MaxTarget    int            `json:"max_target,omitempty"`
	PuppetCodes  []string       `json:"puppet_codes,omitempty"`
	DisplayOrder int            `json:"order"`
}

type optionObject struct {
	Name    string   `json:"name"`
	Default any      `json:"default"`
	Values  []string `json:"values,omitempty"`
	Summary string   `json:"summary"`
}

// WriteRulesJSON writes the rules' metadata as a JSON list.
func WriteRulesJSON(out io.Writer, list []*diag.Rule) error {
	objects := make([]ruleObject, len(list))
	for i, rule := range list {
		objects[i] = ruleObject{
			Name: rule.Name, OldNames: rule.OldNames, Group: rule.Group, Severity: rule.Severity.String(),
			OnByDefault: rule.OnByDefault(), Core: rule.Core, RubyDefault: rule.RubyDefault, Plugin: rule.Plugin,
			Summary: rule.Summary, Rationale: rule.Rationale, Fix: rule.Fix.Safety.String(), Since: rule.Since, CWE: rule.CWE,
			MinTarget: rule.MinTarget, MaxTarget: rule.MaxTarget, PuppetCodes: rule.PuppetCodes, DisplayOrder: i,
		}
		for _, option := range rule.Options {
			objects[i].Options = append(objects[i].Options, optionObject{option.Name, option.Default, option.Values, option.Summary})
		}
	}
	text, err := encodeJSON(objects, "  ")
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}

// WriteRulePage writes the documentation of a rule for a terminal: its page in Markdown, with
// headings in bold and paragraphs wrapped at width characters.
func WriteRulePage(out io.Writer, rule *diag.Rule, color bool, width int) {
	p := &textPrinter{color: color}
	fenced := false
	for line := range strings.Lines(rules.Page(rule)) {
		text := strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(text, "```"):
			fenced = !fenced
			continue
		case fenced:
			text = "    " + text
		case strings.HasPrefix(text, "#"):
			text = p.paint(bold, strings.TrimLeft(text, "# "))
		case !strings.HasPrefix(text, "|"):
			indent := ""
			if strings.HasPrefix(text, "- ") {
				indent = "  "
			}
			text = strings.Join(wordwrap.Lines(text, width-len(indent)), "\n"+indent)
		}
		fmt.Fprintln(out, strings.TrimRight(text, " "))
	}
}
