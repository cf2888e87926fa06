package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"puppet-lint/internal/diag"
	"puppet-lint/lint"
)

// WriteStatistics writes the number of findings of each rule, the most frequent first.
func WriteStatistics(out io.Writer, result *lint.Result) {
	counts := map[*diag.Rule]int{}
	severities := map[*diag.Rule]diag.Severity{}
	for _, finding := range result.Findings {
		if !finding.Suppressed {
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
