package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/aymanbagabas/go-udiff"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

// WriteStatistics writes the number of findings of each rule, the most frequent first.
func WriteStatistics(out io.Writer, result *lint.Result) {
	counts := map[*diag.Rule]int{}
	severities := map[*diag.Rule]diag.Severity{}
	for i := range result.Findings {
		if finding := &result.Findings[i]; !finding.Suppressed {
			counts[finding.Rule]++
			severities[finding.Rule] = max(severities[finding.Rule], finding.Severity)
		}
	}
	rules := make([]*diag.Rule, 0, len(counts))
	for rule := range counts {
		rules = append(rules, rule)
	}
	slices.SortFunc(rules, func(a, b *diag.Rule) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a.Name, b.Name))
	})
	for _, rule := range rules {
		fixable := ""
		if rule.Fix.Safety == diag.Safe || rule.Fix.Safety == diag.Unsafe {
			fixable = " [fixable]"
		}
		fmt.Fprintf(out, "%7d  %-8s %s%s\n", counts[rule], severities[rule], rule.Name, fixable)
	}
}

// WriteTimings writes how long each part of the run took.
func WriteTimings(out io.Writer, result *lint.Result) {
	for _, timing := range result.Timings {
		fmt.Fprintf(out, "%10s  %s\n", timing.Time.Round(10*time.Microsecond), timing.Name)
	}
	fmt.Fprintf(out, "%10s  wall time (the parts are summed over all cores)\n", result.Elapsed.Round(10*time.Microsecond))
}

// WriteDiff writes changes as a unified diff, with code as it is.
func WriteDiff(out io.Writer, changes []lint.Change, color bool) {
	p := &textPrinter{color: color}
	for _, change := range changes {
		path := diffPath(change.Path)
		diff := udiff.Unified(path, path, change.Before, change.After)
		for line := range strings.Lines(diff) {
			text, end := strings.TrimSuffix(line, "\n"), line[len(strings.TrimSuffix(line, "\n")):]
			switch {
			case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"):
				text = p.paint(bold, text)
			case strings.HasPrefix(line, "+"):
				text = p.paint("\x1b[32m", text)
			case strings.HasPrefix(line, "-"):
				text = p.paint("\x1b[31m", text)
			case strings.HasPrefix(line, "@@"):
				text = p.paint(cyan, text)
			}
			fmt.Fprint(out, text+end)
		}
	}
}

// diffPath returns a path as git and GNU patch write it in a diff: in quotes, with escapes, if it
// contains what would end the line or control a terminal.
func diffPath(path string) string {
	if source.Shown(path) == path && !strings.ContainsAny(path, "\t\"") {
		return path
	}
	var quoted strings.Builder
	quoted.WriteByte('"')
	for i := range len(path) {
		switch char := path[i]; {
		case char == '"' || char == '\\':
			quoted.WriteString("\\" + string(char))
		case char < ' ' || char >= 0x7F:
			fmt.Fprintf(&quoted, "\\%03o", char)
		default:
			quoted.WriteByte(char)
		}
	}
	quoted.WriteByte('"')
	return quoted.String()
}
