package declarations

import (
	"fmt"
	"strings"

	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Certain is what evaluating a body always declares, according to its outermost statements:
// resources with literal titles, and classes given by name.
type Certain struct {
	resources []CertainResource
	Classes   []CertainClass
}

// CertainResource is a resource that a body always declares.
type CertainResource struct {
	Key  string // by ResourceKey
	Node *syntax.ResourceExpression
}

// CertainClass is a class that a body always declares.
type CertainClass struct {
	Name string
	Node syntax.Node
}

// CertainOf reads off the syntax what a body always declares. A body that may end early
// declares nothing for certain.
func (f *SyntaxInfo) CertainOf(root syntax.Node) *Certain {
	return f.certains.Get(root, func() *Certain {
		found := &Certain{}
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

func (c *Certain) add(statement syntax.Node) {
	switch node := statement.(type) {
	case *syntax.RelationshipExpression:
		c.add(node.Left)
		c.add(node.Right)
	case *syntax.CallNamedFunctionExpression:
		direct := &Local{}
		switch program.LiteralText(node.Functor) {
		case "include", "contain", "require":
			for _, argument := range node.Arguments {
				direct.includes(argument)
			}
		}
		for _, name := range direct.Classes {
			c.Classes = append(c.Classes, CertainClass{name, node})
		}
	case *syntax.ResourceExpression:
		name := program.LiteralText(node.TypeName)
		if name == "" || node.Form != syntax.Regular {
			return
		}
		use := ResourceUse{}
		for _, body := range node.Bodies {
			use.addTitle(body.Title)
		}
		for _, title := range use.Titles {
			if name == "class" {
				c.Classes = append(c.Classes, CertainClass{module.Normalize(title), node})
			} else {
				c.resources = append(c.resources, CertainResource{ResourceKey(module.Normalize(name), title), node})
			}
		}
	}
}

// Text returns everything that is declared for certain.
func (c *Certain) Text() string {
	var text strings.Builder
	for _, resource := range c.resources {
		fmt.Fprintf(&text, "%q\n", resource.Key)
	}
	for _, class := range c.Classes {
		fmt.Fprintf(&text, "class %s\n", class.Name)
	}
	return text.String()
}
