package declarations

import (
	"fmt"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Declarer is a class that certainly declares a resource. class is nil for the body that is
// evaluated.
type Declarer struct {
	Class    *program.Definition
	Resource CertainResource
	// Through is the statement of the evaluated body that declares the class, directly or
	// indirectly; nil for the body itself.
	Through syntax.Node
}

// DescribeTwice returns a text that differs if the duplicates differ, so that checks can be
// compared.
func DescribeTwice(twice [][2]Declarer) string {
	var text strings.Builder
	for _, both := range twice {
		for _, one := range both {
			if one.Class != nil {
				text.WriteString(one.Class.Name)
			}
			fmt.Fprintf(&text, " %q %d ", one.Resource.Key, one.Resource.Node.Span().Start)
			if one.Through != nil {
				fmt.Fprintf(&text, "by %d ", one.Through.Span().Start)
			}
		}
	}
	return text.String()
}

// DeclaredTwice returns the resources that are declared both by the body, or a class that it
// always declares, and by another such class.
func (q *Queries) DeclaredTwice() (twice [][2]Declarer) {
	own := q.CertainOf(q.Body.Node)
	classes := own.Classes
	if d := q.Body.Definition; d != nil && d.Parent() != "" {
		classes = append([]CertainClass{{d.Parent(), q.Body.Node}}, classes...)
	}
	if len(classes) == 0 {
		return nil
	}
	known := map[string]Declarer{}
	add := func(found Declarer) {
		first, again := known[found.Resource.Key]
		if !again {
			known[found.Resource.Key] = found
		} else if first.Through != found.Through && first.Resource.Node != found.Resource.Node {
			twice = append(twice, [2]Declarer{first, found})
		}
	}
	for _, resource := range own.resources {
		add(Declarer{Resource: resource})
	}
	seen := map[string]bool{}
	if d := q.Body.Definition; d != nil {
		seen[d.Name] = d.Kind == module.Class
	}
	for _, class := range classes {
		pending := []string{class.Name}
		for len(pending) > 0 && len(seen) < program.MaxClosure {
			name := pending[len(pending)-1]
			pending = pending[:len(pending)-1]
			if seen[name] {
				continue
			}
			// A key that nobody wants is not made: this runs for each class that each class declares.
			if q.Dependencies != nil {
				q.Dependencies.Add(deps.CertainDeclarations(name))
			}
			d := q.Class(name)
			if d == nil {
				continue
			}
			seen[name] = true
			declared := q.CertainOf(d.Node)
			for _, resource := range declared.resources {
				add(Declarer{d, resource, class.Node})
			}
			for _, next := range declared.Classes {
				pending = append(pending, next.Name)
			}
			if parent := d.Parent(); parent != "" {
				pending = append(pending, parent)
			}
		}
	}
	return twice
}
