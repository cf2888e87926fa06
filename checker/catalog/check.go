package catalog

import (
	"path"
	"slices"
	"strings"

	"puppet-lint/types"
)

// Problem is an error in a catalog.
type Problem struct {
	// Kind is "failure", "duplicate", "cycle", "missing" or "containment".
	Kind     string
	Message  string
	Location Location
	// Missing is the reference to the resource that is missing.
	Missing string
	// First is the first declaration of a resource that is declared twice.
	First Location
}

// text returns the message, including the other location that it refers to.
func (p *Problem) text(folder string) string {
	if name, line := p.First.relative(folder); name != "" {
		return p.Message + "; first declared at " + name + ":" + number(line)
	}
	return p.Message
}

// Check returns the certain errors in a catalog: failures of the compilation, resources that
// are declared twice, cycles, references to missing resources, and classes that are outside of
// an order that is meant to include them.
func (c *Catalog) Check() []Problem {
	var found []Problem
	for _, twice := range c.Duplicates {
		found = append(found, Problem{Kind: "duplicate", Message: twice.Ref + " is declared twice", Location: twice.Second, First: twice.First})
	}
	if c.Failure != nil && len(c.Duplicates) == 0 {
		found = append(found, Problem{Kind: "failure", Message: c.Failure.What, Location: c.Failure.Location})
	}
	if c.Failure != nil {
		return found // the compilation fails, so there is no catalog to check
	}
	found = append(found, c.missing()...)
	found = append(found, c.cycles()...)
	return append(found, c.missingContainment()...)
}

// missing returns the references to resources that are not in the catalog: in relationships, in
// realize(), and in the stages of classes.
func (c *Catalog) missing() (found []Problem) {
	if len(c.Gaps) > 0 {
		return nil
	}
	reported, names := map[string]bool{}, c.otherNames()
	for _, realized := range c.Realized {
		if !reported[realized.Ref] && !c.mayHave(realized.Ref, names) {
			reported[realized.Ref] = true
			found = append(found, Problem{Kind: "missing", Missing: realized.Ref, Message: realized.Ref + " is realized, but nothing declares it", Location: realized.Location})
		}
	}
	found = append(found, c.missingStages(names)...)
	for _, edge := range c.Edges {
		if edge.Kind == Contains {
			continue
		}
		for _, ref := range []string{edge.From, edge.To} {
			if reported[ref] || c.mayHave(ref, names) {
				continue
			}
			reported[ref] = true
			found = append(found, Problem{Kind: "missing", Missing: ref, Message: ref + " is not in the catalog, but a relationship refers to it", Location: edge.Location})
		}
	}
	return found
}

// mayHave reports whether a catalog may contain a referenced resource, under its title or
// another name.
func (c *Catalog) mayHave(ref string, names *otherNames) bool {
	if c.Find(ref) != nil || strings.HasPrefix(ref, "Stage[") || strings.EqualFold(ref, "Class[main]") || strings.EqualFold(ref, "Class[settings]") {
		return true
	}
	kind, title, _ := strings.Cut(strings.TrimSuffix(ref, "]"), "[")
	return names.open[strings.ToLower(kind)] || names.texts[otherName{strings.ToLower(kind), strings.TrimRight(title, "/")}]
}

// missingStages returns the classes that name a stage that is not in the catalog.
func (c *Catalog) missingStages(names *otherNames) (found []Problem) {
	for _, r := range c.Resources {
		stage := r.Attribute("stage")
		if stage == nil || r.Type != "Class" || !r.Certain || names.open["stage"] {
			continue
		}
		if name, isText := stage.Value.(types.String); isText && name != "main" && c.Find("Stage["+string(name)+"]") == nil {
			found = append(found, Problem{Kind: "missing", Missing: "Stage[" + string(name) + "]", Message: "Stage[" + string(name) + "] is not in the catalog, but is the stage of " + r.Ref(), Location: r.Location})
		}
	}
	return found
}

// otherName is a name that a resource may have besides its title, and the type of the resource.
type otherName struct{ kind, text string }

// otherNames are the names that the resources of a catalog may have. All names are possible for the
// types in open.
type otherNames struct {
	texts map[otherName]bool
	open  map[string]bool
}

// otherNames returns the names that the resources may have besides their titles: any text in an
// attribute. Only the types of Puppet and Ruby have such names.
func (c *Catalog) otherNames() *otherNames {
	names := &otherNames{map[otherName]bool{}, map[string]bool{}}
	for _, r := range c.Resources {
		kind := strings.ToLower(r.Type)
		if r.Title == "" || r.Open && !r.Defined && kind != "class" {
			names.open[kind] = true
		}
		if r.Defined || kind == "class" || names.open[kind] {
			continue
		}
		for _, a := range r.Attributes {
			if text, isText := a.Value.(types.String); isText {
				names.texts[otherName{kind, strings.TrimRight(string(text), "/")}] = true
			} else if a.Value == nil {
				names.open[kind] = true
			}
		}
	}
	return names
}

// vertex is a vertex of the graph of orders: the begin or, if end is true, the end of a
// resource.
type vertex struct {
	ref string
	end bool
}

// cycles returns the first cycle in the orders of the catalog, including the automatic orders
// of Puppet's own types.
func (c *Catalog) cycles() []Problem {
	g := c.orders()
	path := g.cycle()
	if path == nil {
		return nil
	}
	var names []string
	var at Location
	for i, v := range path {
		if r := c.Find(v.ref); r != nil && (len(names) == 0 || names[len(names)-1] != r.Ref()) {
			names = append(names, r.Ref())
		}
		if place, ok := g.locations[[2]vertex{v, path[(i+1)%len(path)]}]; ok && at.File == nil {
			at = place
		}
	}
	if len(names) > 1 && names[0] == names[len(names)-1] {
		names = names[:len(names)-1]
	}
	return []Problem{{Kind: "cycle", Message: "relationships between resources form a cycle: " + strings.Join(append(names, names[0]), " -> "), Location: at}}
}

// orderGraph is the graph of orders.
type orderGraph struct {
	after     map[vertex][]vertex
	order     []vertex
	locations map[[2]vertex]Location
}

func (g *orderGraph) add(from, to vertex, at Location) {
	if _, known := g.after[from]; !known {
		g.order = append(g.order, from)
	}
	g.after[from] = append(g.after[from], to)
	if _, known := g.locations[[2]vertex{from, to}]; !known {
		g.locations[[2]vertex{from, to}] = at
	}
}

// orders returns the graph of the certain orders.
func (c *Catalog) orders() *orderGraph {
	g := &orderGraph{after: map[vertex][]vertex{}, locations: map[[2]vertex]Location{}}
	containers := map[string]bool{}
	certain := func(ref string) bool {
		r := c.Find(ref)
		return r != nil && r.Certain && !r.Virtual
	}
	for _, edge := range c.Edges {
		if edge.Kind == Contains && certain(edge.From) && certain(edge.To) {
			containers[Key(edge.From)] = true
		}
	}
	begin := func(ref string) vertex { return vertex{Key(ref), false} }
	end := func(ref string) vertex { return vertex{Key(ref), containers[Key(ref)]} }
	direct := map[[2]string]bool{}
	for _, edge := range c.Edges {
		if !certain(edge.From) || !certain(edge.To) {
			continue
		}
		if edge.Kind == Contains {
			g.add(begin(edge.From), begin(edge.To), edge.Location)
			g.add(end(edge.To), end(edge.From), edge.Location)
			continue
		}
		direct[[2]string{Key(edge.From), Key(edge.To)}] = true
		g.add(end(edge.From), begin(edge.To), edge.Location)
	}
	for _, edge := range c.automatic() {
		if !direct[[2]string{Key(edge.To), Key(edge.From)}] {
			g.add(end(edge.From), begin(edge.To), edge.Location)
		}
	}
	return g
}

// cycle returns a path that leads back to its start, or nil if there is none.
func (g *orderGraph) cycle() []vertex {
	const onPath, done = 1, 2
	state := map[vertex]int{}
	type frame struct {
		at   vertex
		next int
	}
	for _, start := range g.order {
		if state[start] != 0 {
			continue
		}
		stack := []frame{{at: start}}
		state[start] = onPath
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.next == len(g.after[top.at]) {
				state[top.at] = done
				stack = stack[:len(stack)-1]
				continue
			}
			next := g.after[top.at][top.next]
			top.next++
			switch state[next] {
			case onPath:
				var path []vertex
				from := slices.IndexFunc(stack, func(f frame) bool { return f.at == next })
				for _, f := range stack[from:] {
					path = append(path, f.at)
				}
				return path
			case 0:
				state[next] = onPath
				stack = append(stack, frame{at: next})
			}
		}
	}
	return nil
}

// MayOrder reports whether the value of an attribute may order resources automatically.
func MayOrder(attribute string) bool {
	switch attribute {
	case "path", "owner", "group", "cwd", "user", "gid":
		return true
	}
	return false
}

// automatic returns the orders that files, users and commands have automatically.
func (c *Catalog) automatic() []Edge {
	var edges []Edge
	files := map[string]*Resource{}
	for _, r := range c.Resources {
		if r.Type == "File" && r.Certain && !r.Virtual {
			if p := r.path(); p != "" {
				files[p] = r
			}
		}
	}
	text := func(r *Resource, name string) string {
		if a := r.Attribute(name); a != nil {
			if value, ok := a.Value.(types.String); ok {
				return string(value)
			}
		}
		return ""
	}
	need := func(r *Resource, kind, title string) {
		if other := c.Find(kind + "[" + title + "]"); title != "" && other != nil && other != r {
			edges = append(edges, Edge{other.Ref(), r.Ref(), Before, r.Location})
		}
	}
	for _, r := range c.Resources {
		if !r.Certain || r.Virtual || r.Title == "" {
			continue
		}
		switch r.Type {
		case "File":
			for at := path.Dir(r.path()); at != "." && at != ""; at = path.Dir(at) {
				if parent := files[at]; parent != nil && parent != r {
					edges = append(edges, Edge{parent.Ref(), r.Ref(), Before, r.Location})
					break
				}
				if at == "/" {
					break
				}
			}
			need(r, "User", text(r, "owner"))
			need(r, "Group", text(r, "group"))
		case "Exec":
			if dir := files[text(r, "cwd")]; dir != nil {
				edges = append(edges, Edge{dir.Ref(), r.Ref(), Before, r.Location})
			}
			need(r, "User", text(r, "user"))
		case "User":
			need(r, "Group", text(r, "gid"))
		case "Cron":
			need(r, "User", text(r, "user"))
		}
	}
	return edges
}

// path returns the cleaned path of a file, or "" if it is not known.
func (r *Resource) path() string {
	if a := r.Attribute("path"); a != nil {
		value, ok := a.Value.(types.String)
		if !ok {
			return ""
		}
		return path.Clean(string(value))
	}
	if !strings.HasPrefix(r.Title, "/") {
		return ""
	}
	return path.Clean(r.Title)
}

// missingContainment returns classes that another class of the same module includes without
// containing them. The other class is ordered, and the order does not apply to the included
// class.
func (c *Catalog) missingContainment() (found []Problem) {
	ordered, contained, containers := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, edge := range c.Edges {
		if edge.Kind != Contains {
			ordered[Key(edge.From)], ordered[Key(edge.To)] = true, true
			continue
		}
		containers[Key(edge.From)] = true
		if strings.HasPrefix(edge.From, "Class[") {
			contained[Key(edge.To)] = true
		}
	}
	for _, r := range c.Resources {
		if r.Type != "Class" || !r.Certain || r.IncludedBy == "" || contained[r.key] || ordered[r.key] {
			continue
		}
		if ordered[Key(r.IncludedBy)] && moduleOf(r.IncludedBy) == moduleOf(r.Ref()) && containers[r.key] {
			found = append(found, Problem{Kind: "containment", Message: r.IncludedBy + " includes " + r.Ref() + " but does not contain it, so what is ordered with " + r.IncludedBy + " is not ordered with " + r.Ref() + "; use contain", Location: r.Location})
		}
	}
	return found
}

func moduleOf(ref string) string {
	name := strings.TrimSuffix(strings.TrimPrefix(Key(ref), "Class["), "]")
	owner, _, _ := strings.Cut(name, "::")
	return owner
}
