//go:build develop

package main

import (
	"fmt"
	"slices"
)

// table counts differences by check and by class.
type table struct {
	checks  map[string]*line
	classes map[string]int
	shown   map[string]int
	crashes int
}

// line holds the figures of one check. Explained differences count as agreement.
type line struct {
	ruby                       int
	missing, extra             int
	explainedMiss, explainedEx int
}

func newTable() *table {
	return &table{checks: map[string]*line{}, classes: map[string]int{}, shown: map[string]int{}}
}

func (t *table) line(check string) *line {
	if t.checks[check] == nil {
		t.checks[check] = &line{}
	}
	return t.checks[check]
}

func (t *table) add(difference difference) {
	line := t.line(difference.Check)
	switch {
	case difference.class != "" && difference.extra:
		line.explainedEx++
	case difference.class != "":
		line.explainedMiss++
	case difference.extra:
		line.extra++
	default:
		line.missing++
	}
	if difference.class != "" {
		t.classes[difference.Check+": "+difference.class]++
	}
}

// print prints the table and reports whether every check agrees well enough.
func (t *table) print() bool {
	agree := true
	fmt.Printf("%-36s %7s %9s %9s %9s %9s\n", "check", "ruby", "missing", "extra", "explained", "agreement")
	for _, check := range sortedKeys(t.checks) {
		line := t.checks[check]
		total := max(line.ruby, 1)
		share := 100 * float64(line.ruby-line.missing) / float64(total)
		note := ""
		if line.missing*200 > line.ruby || line.extra*200 > line.ruby {
			note, agree = "  below 99.5 %", false
		}
		if line.missing+line.extra > 0 {
			agree = false
		}
		fmt.Printf("%-36s %7d %9d %9d %4d/%-4d %8.2f%%%s\n", check, line.ruby, line.missing, line.extra, line.explainedMiss, line.explainedEx, share, note)
	}
	for _, class := range sortedKeys(t.classes) {
		fmt.Printf("  %6d × %s\n", t.classes[class], class)
	}
	if t.crashes > 0 {
		fmt.Printf("  %6d manifests on which puppet-lint (Ruby) crashed\n", t.crashes)
	}
	return agree
}

func sortedKeys[V any](of map[string]V) []string {
	keys := make([]string, 0, len(of))
	for key := range of {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
