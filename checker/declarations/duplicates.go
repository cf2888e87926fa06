package declarations

import (
	"fmt"
	"strings"
	"sync/atomic"

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

// DescribeTwice returns a text that identifies the duplicates. Sessions compare it with that of
// an earlier check.
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

// certainClass is a class with its certain declarations, linked to the classes that it always
// declares.
type certainClass struct {
	definition *program.Definition // nil if there is no such class
	name       string
	resources  []CertainResource
	// following are the classes that it always declares, and its parent; nil until it is first
	// used.
	following atomic.Pointer[[]*certainClass]
}

// certainClassOf returns the class with a name.
func (p *Declarations) certainClassOf(name string) *certainClass {
	return p.certainClasses.Get(name, func() *certainClass {
		found := &certainClass{name: name, definition: p.Class(name)}
		if found.definition != nil {
			found.resources = p.CertainOf(found.definition.Node).resources
		}
		return found
	})
}

// followingOf returns the classes that a class always declares, and its parent, which is last.
func (p *Declarations) followingOf(class *certainClass) []*certainClass {
	if known := class.following.Load(); known != nil {
		return *known
	}
	var found []*certainClass
	for _, next := range p.CertainOf(class.definition.Node).Classes {
		found = append(found, p.certainClassOf(next.Name))
	}
	if parent := class.definition.Parent(); parent != "" {
		found = append(found, p.certainClassOf(parent))
	}
	class.following.Store(&found)
	return found
}

const (
	// maxCertain limits the number of resources of other classes that a body is compared with.
	maxCertain = 1024
	// maxAcross limits the number of resources that are listed for one statement. Otherwise
	// many classes that declare the same resources would each list all of them.
	maxAcross = 16
)

// duplicateSearch finds resources that a body and the classes that it always declares declare
// twice. Searches are reused for other bodies, since each class may lead to hundreds of others.
type duplicateSearch struct {
	seen    map[*certainClass]bool
	pending []*certainClass
	// declared are the resources found so far. Those before the index compared have been
	// compared with each other. firstKeyed is the index of the first resource with a key among
	// them.
	declared   []Declarer
	compared   int
	firstKeyed map[string]int
	// across counts what the current statement declares after other statements.
	across int
	twice  [][2]Declarer
}

// reset prepares the search for another body. It replaces large maps, since clearing them takes
// long.
func (s *duplicateSearch) reset() {
	if s.seen == nil || len(s.firstKeyed) > program.MaxClosure {
		*s = duplicateSearch{seen: map[*certainClass]bool{}, firstKeyed: map[string]int{}}
	}
	clear(s.seen)
	clear(s.firstKeyed)
	s.declared, s.compared, s.twice = s.declared[:0], 0, nil
}

// add adds the resources that a class, or the body itself, always declares. The resources of
// one statement are not compared with each other.
func (s *duplicateSearch) add(class *program.Definition, resources []CertainResource, through syntax.Node) {
	for _, resource := range resources {
		s.declared = append(s.declared, Declarer{class, resource, through})
	}
	if len(resources) == 0 || s.declared[0].Through == through {
		return
	}
	for ; s.compared < len(s.declared); s.compared++ {
		s.compare(s.compared)
	}
}

// compare compares a resource with those before it.
func (s *duplicateSearch) compare(at int) {
	found := s.declared[at]
	before, again := s.firstKeyed[found.Resource.Key]
	if !again {
		s.firstKeyed[found.Resource.Key] = at
		return
	}
	first := s.declared[before]
	if first.Through == found.Through || first.Resource.Node == found.Resource.Node || first.Class != nil && s.across == maxAcross {
		return
	}
	if first.Class != nil {
		s.across++
	}
	s.twice = append(s.twice, [2]Declarer{first, found})
}

// DeclaredTwice returns the resources that are declared both by the body, or a class that it
// always declares, and by another such class.
func (q *Queries) DeclaredTwice() (twice [][2]Declarer) {
	if len(q.LocalOf(q.Body.Node).Classes) == 0 {
		return nil
	}
	own := q.CertainOf(q.Body.Node)
	classes := own.Classes
	if d := q.Body.Definition; d != nil && d.Parent() != "" {
		classes = append([]CertainClass{{d.Parent(), q.Body.Node}}, classes...)
	}
	if len(classes) == 0 {
		return nil
	}
	search, _ := q.duplicateSearches.Get().(*duplicateSearch)
	if search == nil {
		search = &duplicateSearch{}
	}
	defer q.duplicateSearches.Put(search)
	search.reset()
	search.add(nil, own.resources, nil)
	if d := q.Body.Definition; d != nil && d.Kind == module.Class {
		search.seen[q.certainClassOf(d.Name)] = true
	}
	for _, class := range classes {
		search.across = 0
		search.pending = append(search.pending[:0], q.certainClassOf(class.Name))
		q.followCertain(search, class.Node, len(own.resources)+maxCertain)
	}
	return search.twice
}

// followCertain adds the resources of the pending classes, and of all classes that these always
// declare, until there are at least most of them.
func (q *Queries) followCertain(search *duplicateSearch, through syntax.Node, most int) {
	for len(search.pending) > 0 && len(search.seen) < program.MaxClosure && len(search.declared) < most {
		next := search.pending[len(search.pending)-1]
		search.pending = search.pending[:len(search.pending)-1]
		if search.seen[next] {
			continue
		}
		// The keys are only made if they are needed: this code runs for each class that each
		// class declares.
		if q.Dependencies != nil {
			q.Dependencies.Add(deps.CertainDeclarations(next.name))
		}
		if next.definition == nil || q.Class(next.name) == nil {
			continue
		}
		search.seen[next] = true
		search.add(next.definition, next.resources[:min(len(next.resources), most-len(search.declared))], through)
		search.pending = append(search.pending, q.followingOf(next)...)
	}
}
