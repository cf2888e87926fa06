package rules

import (
	"slices"
	"strings"

	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

// namedValues returns the Visits of a rule that visits named values: attributes, parameters,
// variables and entries of hashes. It visits those whose name contains one of the words. They are
// visited after the nodes that name them.
func namedValues(words wordset.Group, visit func(pass *Pass, name string, value syntax.Node)) []Visit {
	return []Visit{{words: words, named: visit}}
}

// named dispatches the named values of files to the rules that visit values of such names, so that
// each name is searched for words once.
type named struct {
	handlers []namedHandler
	groups   []wordset.Group
	words    *wordset.Set
}

type namedHandler struct {
	rule  int
	group uint32
	visit func(*Pass, string, syntax.Node)
}

func (n *named) add(rule int, visit Visit) {
	at := slices.IndexFunc(n.groups, visit.words.Is)
	if at < 0 {
		at, n.groups = len(n.groups), append(n.groups, visit.words)
	}
	n.handlers = append(n.handlers, namedHandler{rule, 1 << at, visit.named})
}

// wanted returns the groups of words that the rules of some passes look for, and one of these rules.
func (n *named) wanted(passes []Pass) (groups uint32, rule int) {
	for i := range n.handlers {
		if one := &n.handlers[i]; !passes[one.rule].isIdle {
			groups, rule = groups|one.group, one.rule
		}
	}
	return groups, rule
}

// showNamed visits the value that the node gives a name, if any.
func (r *fileRun) showNamed(node syntax.Node) {
	r.current = r.namesFor
	name, value := r.namedValue(node)
	if value == nil || name == "" {
		return
	}
	found := r.set.named.words.Find(name) & r.names
	if found == 0 {
		return
	}
	for i := range r.set.named.handlers {
		one := &r.set.named.handlers[i]
		if one.group&found == 0 {
			continue
		}
		if pass := r.begin(one.rule); pass != nil {
			one.visit(pass, name, value)
			r.end()
		}
	}
}

// namedValue returns the value that the visited node gives a name; nil if it gives none.
func (r *fileRun) namedValue(node syntax.Node) (name string, value syntax.Node) {
	if set, isAttribute := node.(*syntax.AttributeOperation); isAttribute {
		name = settingName(r, set)
		return name[strings.LastIndexByte(name, '/')+1:], set.Value
	}
	return ownName(node)
}
