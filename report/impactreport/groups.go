package impactreport

import (
	"strings"

	"puppet-lint/internal/english"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

// group is a list of catalogs with the same differences.
type group struct {
	of    []*lint.AffectedCatalog
	lines []string
	// notKnown is true if parts of the catalogs are unknown, notCompared if there were too many
	// catalogs to compare these.
	notKnown, notCompared bool
}

// groupsOf groups catalogs by their differences, in the order of the first catalog of each group.
func groupsOf(impact *lint.Impact) []*group {
	var groups []*group
	byText := map[string]*group{}
	for i := range impact.Affected {
		one := &impact.Affected[i]
		made := &group{lines: lines(one), notKnown: one.Difference.NotKnown, notCompared: one.Difference.NotCompared}
		key := strings.Join(append(made.lines, made.unknown()), "\n")
		if byText[key] == nil {
			byText[key] = made
			groups = append(groups, made)
		}
		byText[key].of = append(byText[key].of, one)
	}
	return groups
}

// kinds counts catalogs by their kinds.
type kinds struct{ roles, nodes, classes int }

func (k *kinds) count(one *lint.AffectedCatalog) {
	switch {
	case one.Role:
		k.roles++
	case one.Node:
		k.nodes++
	default:
		k.classes++
	}
}

// String returns the counts in words; "" if there is nothing.
func (k *kinds) String() string {
	var parts []string
	class := "class"
	if k.roles > 0 {
		parts = append(parts, english.Count(k.roles, "role"))
		class = "other class"
	}
	if k.nodes > 0 {
		parts = append(parts, english.Count(k.nodes, "node"))
	}
	if k.classes > 0 {
		parts = append(parts, english.Count(k.classes, class))
	}
	return english.List(parts, "and")
}

// heading names the only catalog of a group, or counts them.
func (g *group) heading() string {
	if len(g.of) == 1 {
		return kindOf(g.of[0]) + " " + source.Shown(g.of[0].Name)
	}
	var all kinds
	for _, one := range g.of {
		all.count(one)
	}
	return all.String()
}

func (g *group) catalogs() string {
	if len(g.of) == 1 {
		return "catalog"
	}
	return "catalogs"
}

// unknown says what is not known of the catalogs of a group; "" if all is known.
func (g *group) unknown() string {
	switch {
	case g.notCompared && len(g.of) == 1:
		return "not compared, since the change affects many catalogs; --all compares it"
	case g.notCompared:
		return "not compared, since the change affects many catalogs; --all compares them"
	case g.notKnown:
		return "parts of the " + g.catalogs() + " are unknown"
	}
	return ""
}

// nameList is the names of a group's catalogs of one kind.
type nameList struct {
	label string
	names []string
}

// lists returns the names of the catalogs by their kinds; none for a single catalog.
func (g *group) lists() []nameList {
	if len(g.of) == 1 {
		return nil
	}
	all := []nameList{{label: "roles"}, {label: "nodes"}, {label: "classes"}}
	for _, one := range g.of {
		at := 2
		switch {
		case one.Role:
			at = 0
		case one.Node:
			at = 1
		}
		all[at].names = append(all[at].names, one.Name)
	}
	var filled []nameList
	for _, list := range all {
		if len(list.names) > 0 {
			filled = append(filled, list)
		}
	}
	return filled
}

// nameWidth is the length of a line of names after which the next line continues it, in bytes.
const nameWidth = 98

// names returns the names of the catalogs as indented lines.
func (g *group) names() (all []string) {
	for _, list := range g.lists() {
		line := "  " + list.label + ":"
		for i, name := range list.names {
			if i > 0 && len(line)+len(name) > nameWidth {
				all = append(all, line)
				line = "   "
			}
			line += " " + source.ShownFirst(name)
			if i < len(list.names)-1 {
				line += ","
			}
		}
		all = append(all, line)
	}
	return all
}
