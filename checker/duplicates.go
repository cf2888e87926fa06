package checker

import (
	"fmt"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// certain is what evaluating a body always declares, according to its outermost statements:
// resources with literal titles, and classes given by name.
type certain struct {
	resources []certainResource
	classes   []certainClass
}

type certainResource struct {
	key  string // by resourceKey
	node *syntax.ResourceExpression
}

type certainClass struct {
	name string
	node syntax.Node
}

// certainOf returns what a body always declares, as read off its syntax. A body that may end
// early declares nothing for certain.
func (f *declarationFacts) certainOf(root syntax.Node) *certain {
	return f.certains.Get(root, func() *certain {
		found := &certain{}
		ends := false
		syntax.Inspect(root, func(node syntax.Node) bool {
			if call, ok := node.(*syntax.CallNamedFunctionExpression); ok {
				switch program.LiteralText(call.Functor) {
				case "return", "fail", "next", "break":
					ends = true
				}
			}
			return !ends
		})
		if ends {
			return found
		}
		for _, statement := range program.StatementsOf(root) {
			found.add(statement)
		}
		return found
	})
}

func (c *certain) add(statement syntax.Node) {
	switch node := statement.(type) {
	case *syntax.RelationshipExpression:
		c.add(node.Left)
		c.add(node.Right)
	case *syntax.CallNamedFunctionExpression:
		direct := &localDeclarations{}
		switch program.LiteralText(node.Functor) {
		case "include", "contain", "require":
			for _, argument := range node.Arguments {
				direct.includes(argument)
			}
		}
		for _, name := range direct.classes {
			c.classes = append(c.classes, certainClass{name, node})
		}
	case *syntax.ResourceExpression:
		name := program.LiteralText(node.TypeName)
		if name == "" || node.Form != syntax.Regular {
			return
		}
		use := resourceUse{}
		for _, body := range node.Bodies {
			use.addTitle(body.Title)
		}
		for _, title := range use.titles {
			if name == "class" {
				c.classes = append(c.classes, certainClass{module.Normalize(title), node})
			} else {
				c.resources = append(c.resources, certainResource{resourceKey(module.Normalize(name), title), node})
			}
		}
	}
}

// declarer is a class that certainly declares a resource. class is nil for the body that is
// evaluated.
type declarer struct {
	class    *program.Definition
	resource certainResource
	// through is the statement of the evaluated body that declares the class, directly or
	// indirectly; nil for the body itself.
	through syntax.Node
}

// checkDuplicateAcross reports a resource that is declared by two classes which the body
// always declares, or by the body itself and such a class. If a single statement of the
// body leads to both, the finding is reported for the class that it names instead.
func (e *evaluator) checkDuplicateAcross() {
	if !e.reporting || e.callSite != nil {
		return
	}
	twice := e.declarationQueries().declaredTwice()
	if e.Tracks {
		e.record(query{kind: isDeclaredTwice}, queryAnswer{meant: describeTwice(twice)})
	}
	for _, both := range twice {
		e.reportAcross(both[0], both[1])
	}
}

// describeTwice returns a text that differs if the duplicates differ, so that checks can be
// compared.
func describeTwice(twice [][2]declarer) string {
	var text strings.Builder
	for _, both := range twice {
		for _, one := range both {
			if one.class != nil {
				text.WriteString(one.class.Name)
			}
			fmt.Fprintf(&text, " %q %d ", one.resource.key, one.resource.node.Span().Start)
			if one.through != nil {
				fmt.Fprintf(&text, "by %d ", one.through.Span().Start)
			}
		}
	}
	return text.String()
}

// declaredTwice returns the resources that are declared both by the body, or a class that it
// always declares, and by another such class.
func (q *declarationQueries) declaredTwice() (twice [][2]declarer) {
	own := q.certainOf(q.body.Node)
	classes := own.classes
	if d := q.body.Definition; d != nil && d.Parent() != "" {
		classes = append([]certainClass{{d.Parent(), q.body.Node}}, classes...)
	}
	if len(classes) == 0 {
		return nil
	}
	known := map[string]declarer{}
	add := func(found declarer) {
		first, again := known[found.resource.key]
		if !again {
			known[found.resource.key] = found
		} else if first.through != found.through && first.resource.node != found.resource.node {
			twice = append(twice, [2]declarer{first, found})
		}
	}
	for _, resource := range own.resources {
		add(declarer{resource: resource})
	}
	seen := map[string]bool{}
	if d := q.body.Definition; d != nil {
		seen[d.Name] = d.Kind == module.Class
	}
	for _, class := range classes {
		pending := []string{class.name}
		for len(pending) > 0 && len(seen) < program.MaxReach {
			name := pending[len(pending)-1]
			pending = pending[:len(pending)-1]
			q.dependencies.Add(deps.CertainDeclarations(name))
			d := q.Class(name)
			if d == nil || seen[name] {
				continue
			}
			seen[name] = true
			declared := q.certainOf(d.Node)
			for _, resource := range declared.resources {
				add(declarer{d, resource, class.node})
			}
			for _, next := range declared.classes {
				pending = append(pending, next.name)
			}
			if parent := d.Parent(); parent != "" {
				pending = append(pending, parent)
			}
		}
	}
	return twice
}

func (e *evaluator) reportAcross(first, second declarer) {
	typeName, title, _ := strings.Cut(second.resource.key, "\x00")
	where := "this class"
	if first.class != nil {
		where = "class '" + first.class.Name + "'"
	} else if e.body.Definition == nil {
		where = "this code"
	}
	at := second.through
	switch {
	case first.class == nil: // the resource of the body itself
		at, where = first.resource.node, "class '"+second.class.Name+"', which is always declared with it,"
	case second.class.Manifest == e.body.Manifest:
		at = second.resource.node
	}
	finding := e.report(&code.DuplicateDeclaration, at, "RUNTIME_ERROR",
		"the resource "+typeName+" "+lattice.Quote(title)+" is declared a second time: "+where+" declares it too")
	if finding == nil {
		return
	}
	other := second
	if at != syntax.Node(first.resource.node) {
		other = first
	}
	if other.class != nil {
		related := e.related(other.class.Manifest.Extent(other.resource.node), "declared here")
		related.File = other.class.Manifest.Source
		finding.Related = append(finding.Related, related)
	}
}
