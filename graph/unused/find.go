package unused

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/graph"
	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Options configures a search.
type Options struct {
	// Roots lists used nodes; it is nil if the list is unknown.
	Roots *Roots
	// IsOwn reports whether answers about a file are wanted; nil means all files.
	IsOwn func(path string) bool
	// Vendored asks also for answers about vendored modules (see the function Vendored).
	Vendored bool
	// Shown returns a path for display; nil leaves paths unchanged.
	Shown func(path string) string
}

// Find returns everything that nothing needs.
func Find(g *graph.Graph, options Options) []Answer {
	if options.IsOwn == nil {
		options.IsOwn = func(string) bool { return true }
	}
	if isOwn := options.IsOwn; !options.Vendored {
		isVendored := Vendored(g.Tree)
		options.IsOwn = func(path string) bool { return isOwn(path) && !isVendored(path) }
	}
	if options.Shown == nil {
		options.Shown = func(path string) string { return path }
	}
	f := &finder{graph: g, options: options, used: map[*graph.Node]bool{}, uncertain: map[*graph.Node]string{}, causes: map[*graph.Node]string{}}
	f.walkFromRoots()
	f.definitions()
	f.lookupOptions()
	f.levels()
	f.modules()
	Sort(f.answers)
	return f.answers
}

// Sort sorts answers by kind, then by name and place.
func Sort(answers []Answer) {
	place := func(a Answer) string {
		if len(a.Definitions) == 0 {
			return ""
		}
		return a.Definitions[0].File.Name
	}
	slices.SortStableFunc(answers, func(a, b Answer) int {
		return cmp.Or(cmp.Compare(rank(a.Kind), rank(b.Kind)), cmp.Compare(a.Name, b.Name), cmp.Compare(place(a), place(b)))
	})
}

// The kinds of answers that are not kinds of nodes.
const (
	LookupOption = "lookup option"
	Level        = "data level"
	Parameter    = "parameter"
	PuppetModule = "Puppetfile module"
	Dependency   = "dependency"
	Baseline     = "baseline entry"
	Comment      = "control comment"
)

// Kinds returns all kinds of answers, in the order of the output.
func Kinds() []string {
	return []string{
		graph.Class.String(), graph.DefinedType.String(), graph.Function.String(), graph.TypeAlias.String(), graph.ResourceType.String(),
		graph.Fact.String(), graph.Template.String(), graph.File.String(), graph.Key.String(), LookupOption, Level, Parameter, PuppetModule, Dependency,
		Baseline, Comment,
	}
}

func rank(kind string) int { return slices.Index(Kinds(), kind) }

// finder is the state of one search.
type finder struct {
	graph   *graph.Graph
	options Options
	// used holds the nodes that the roots lead to. uncertain holds the nodes that they may lead
	// to, with the reason.
	used      map[*graph.Node]bool
	uncertain map[*graph.Node]string
	// causes holds, for uncertain nodes that only other uncertain nodes use, why the first of these is
	// uncertain.
	causes  map[*graph.Node]string
	answers []Answer
	list    *puppetfile.List
	// usedModules holds the modules of which a part is or may be needed.
	usedModules map[string]bool
	// given holds, by owner, a place that sets parameters by a hash.
	given map[string]graph.Location
	// givers holds, for unread parameters, a place that sets them.
	givers map[symbols.Symbol]graph.Location
	// unlisted caches the result of unlistedModule, and missing that of missingModules.
	unlisted *string
	missing  *[]string
	// ordered caches the results of definitionsOf, and aliases those of aliasesIn.
	ordered map[*module.Manifest][]defined
	aliases map[string]map[source.Span]graph.Location
}

// walkFromRoots follows the edges from the roots and fills used and uncertain.
func (f *finder) walkFromRoots() {
	roots := f.findRoots()
	f.use(roots.certain)
	f.use(f.keysOfInterfaces())
	var open []*graph.Node
	mark := func(node *graph.Node, why string) {
		if f.mark(node, why) {
			open = append(open, node)
		}
	}
	for _, node := range f.graph.Nodes {
		if why := roots.possible[node]; why != "" {
			mark(node, why)
		}
	}
	f.markNamedInText(mark)
	f.markListedInData(mark)
	f.markReadByCode(mark)
	for _, node := range f.graph.Nodes {
		if f.used[node] {
			open = append(open, node)
		}
	}
	f.follow(open)
}

// use marks nodes, and all that they certainly lead to, as used.
func (f *finder) use(open []*graph.Node) {
	filter := graph.Filter{CertainOnly: true, NamesOnly: true}
	open = slices.DeleteFunc(slices.Clone(open), func(node *graph.Node) bool { return f.used[node] })
	for _, node := range open {
		f.used[node] = true
	}
	for at := 0; at < len(open); at++ {
		for _, edge := range open[at].Out {
			if !f.used[edge.To] && filter.Passes(edge) {
				f.used[edge.To] = true
				open = append(open, edge.To)
			}
		}
	}
}

// mark records that a node may be used, and why. It returns false if that was recorded before.
func (f *finder) mark(node *graph.Node, why string) bool {
	if f.used[node] || f.uncertain[node] != "" {
		return false
	}
	f.uncertain[node] = why
	return true
}

// follow marks the nodes that used or possibly used nodes lead to.
func (f *finder) follow(open []*graph.Node) {
	mark := func(node *graph.Node, why string) {
		if f.mark(node, why) {
			open = append(open, node)
		}
	}
	// origins maps each node that possibly used nodes lead to, to the first of these.
	origins := map[*graph.Node]*graph.Node{}
	opens, matched := map[*graph.Node][]*graph.Open{}, map[graph.Open]bool{}
	for _, one := range f.graph.Opens {
		opens[one.From] = append(opens[one.From], one)
	}
	for at := 0; at < len(open); at++ {
		node := open[at]
		for _, edge := range node.Out {
			switch {
			case edge.IsOrder:
			case !edge.IsCertain():
				mark(edge.To, edge.Reason+" ("+f.at(edge.Location)+")")
			case !f.used[node]:
				origin := cmp.Or(origins[node], node)
				if !f.used[edge.To] && f.uncertain[edge.To] == "" {
					origins[edge.To], f.causes[edge.To] = origin, f.uncertain[origin]
				}
				mark(edge.To, mayBeUsed(node, origin)+": "+f.uncertain[origin])
			}
		}
		for _, one := range opens[node] {
			alike := graph.Open{Kind: one.Kind, Prefix: one.Prefix, Suffix: one.Suffix}
			if matched[alike] {
				continue // an earlier reference has matched the same nodes
			}
			matched[alike] = true
			for _, other := range f.graph.Nodes {
				if !one.Matches(other.ID) || !other.IsDefined() {
					continue
				}
				why := "a name is computed at " + f.at(one.Location)
				if !strings.Contains(one.Prefix, "::") { // its own module explains more
					why = cmp.Or(f.uncertaintyOfOwner(other), why)
				}
				mark(other, why)
			}
		}
	}
}

// mayBeUsed returns the reason why a node may be used. If origin is another node, the node is
// only used through it.
func mayBeUsed(node, origin *graph.Node) string {
	text := node.ID.String() + " may be used"
	if origin != node {
		text += " through " + origin.ID.String()
	}
	return text
}

// at returns a place as text for messages.
func (f *finder) at(place graph.Location) string {
	return fmt.Sprintf("%s:%d", f.options.Shown(place.File.Name), place.File.Position(place.Span.Start).Line)
}

// definitions adds the answers for nodes.
func (f *finder) definitions() {
	var candidates []*graph.Node
	for _, node := range f.graph.Nodes {
		if f.used[node] || !node.IsDefined() || rank(node.Kind.String()) < 0 || !f.isOwn(node) {
			continue
		}
		candidates = append(candidates, node)
	}
	f.follow(f.markWrittenInText(candidates))
	for _, node := range candidates {
		answer := Answer{
			Kind: node.Kind.String(), Name: node.Name, Module: node.Module, Definitions: node.Definitions, Node: node,
			Why: f.why(node), Uncertainty: f.uncertaintyOf(node), Cause: f.causes[node],
		}
		if answer.IsCertain() {
			answer.Removal = f.removalOf(node)
		}
		f.answers = append(f.answers, answer)
	}
	f.keepNamed()
}

// keepNamed drops the removals of nodes that remaining code names: if not all users of a node
// are removed, the user must decide.
func (f *finder) keepNamed() {
	removed := map[*graph.Node]*Answer{}
	for i := range f.answers {
		if answer := &f.answers[i]; answer.Node != nil && answer.Removal != nil {
			removed[answer.Node] = answer
		}
	}
	var kept []*graph.Node
	for _, node := range f.graph.Nodes {
		if removed[node] == nil && node.Kind != graph.Code { // an example does not count as a user
			kept = append(kept, node)
		}
	}
	for at := 0; at < len(kept); at++ {
		for _, edge := range kept[at].Out {
			if answer := removed[edge.To]; answer != nil && !edge.IsOrder && edge.IsCertain() {
				answer.Removal = nil
				delete(removed, edge.To)
				kept = append(kept, edge.To)
			}
		}
	}
}

// isOwn reports whether all definitions of a node are in files for which answers are wanted. It
// returns false for definitions in the folders of tests: they replace code of missing modules, and
// the tests that use them are not read.
func (f *finder) isOwn(node *graph.Node) bool {
	for _, place := range node.Definitions {
		if !f.options.IsOwn(place.File.Name) || f.graph.Tree.IsOfTests(place.File.Name) {
			return false
		}
	}
	return true
}

// why describes what was not found.
func (f *finder) why(node *graph.Node) string {
	for _, edge := range node.In {
		if !edge.IsOrder && edge.IsCertain() {
			if edge.From.Kind == graph.Code {
				return "only the example " + edge.From.Name + " uses it"
			}
			if f.uncertain[edge.From] != "" {
				return "only " + edge.From.ID.String() + " uses it"
			}
			return "only " + edge.From.ID.String() + " uses it, and is itself unused"
		}
	}
	switch node.Kind {
	case graph.Class:
		return "nothing declares it"
	case graph.DefinedType, graph.ResourceType:
		return "nothing declares a resource of it"
	case graph.Function:
		return "nothing calls it"
	case graph.Fact:
		return "nothing reads it"
	case graph.Template:
		return "nothing renders it"
	case graph.File:
		return "nothing serves it"
	case graph.Key:
		if class, has, _ := f.graph.KnownParameter(node.Name); has {
			return "no code here declares class '" + class + "'"
		}
		return "nothing looks it up"
	}
	return "nothing refers to it"
}

// uncertaintyOf says who may use a node that no certain edge leads to; it returns "" if nobody
// may.
func (f *finder) uncertaintyOf(node *graph.Node) string {
	if uncertainty := f.uncertain[node]; uncertainty != "" {
		return uncertainty
	}
	switch node.Kind {
	case graph.Fact:
		return "queries and reports outside of the repository may read it"
	case graph.Template, graph.File:
		if f.isPublic() {
			return "code that uses the module may refer to it"
		}
	case graph.Key:
		return f.uncertaintyOfKey(node)
	case graph.ResourceType:
		return "its providers may be used from the command line"
	}
	return f.missingThatMay("use it")
}

// uncertaintyOfKey says who may look up a key that no code of the tree looks up; it returns ""
// if nobody may.
func (f *finder) uncertaintyOfKey(node *graph.Node) string {
	if alias, ok := f.aliasedAt(node); ok {
		return "an alias refers to its value (" + f.at(alias) + ")"
	}
	if f.graph.Tree.Environment == "" {
		return "code that uses the module may look it up"
	}
	if uncertainty := f.uncertaintyOfOwner(node); uncertainty != "" {
		return uncertainty
	}
	for _, place := range node.Definitions {
		if f.graph.Tree.Documents.ReadOtherwise(place.File.Name) {
			return "a Hiera level with an unknown backend may read its file"
		}
		if !f.hasHierarchy(place.File.Name) {
			return "no hierarchy reads its file, so something else may"
		}
	}
	if missing := f.missingThatMay("look it up"); missing != "" || strings.Contains(node.Name, "::") {
		return missing
	}
	if missing := f.unlistedModule(); missing != "" {
		return "module '" + missing + "' is missing and may look it up"
	}
	return ""
}

// uncertaintyOfOwner returns the reason why a key in the namespace of a module may be looked up whose
// code is not known; it returns "" for other nodes.
func (f *finder) uncertaintyOfOwner(node *graph.Node) string {
	owner, _, qualified := strings.Cut(node.Name, "::")
	if node.Kind != graph.Key || !qualified || f.graph.Tree.Environment == "" {
		return ""
	}
	switch found := f.graph.Tree.Module(owner); {
	case found == nil:
		return "module '" + owner + "' is missing"
	case found.Known != nil:
		text := "only the interface of module '" + owner + "' is known"
		if class, has, isKnown := f.graph.KnownParameter(node.Name); isKnown && !has {
			text += ", and class '" + class + "' has no such parameter there"
		}
		return text
	}
	return ""
}

// hasHierarchy reports whether the module of a data file, or the environment of one outside of modules, has
// a hierarchy.
func (f *finder) hasHierarchy(path string) bool {
	tree := f.graph.Tree
	if owner, _ := tree.ModuleOf(path); owner != nil {
		return owner.Hiera() != nil
	}
	return tree.Documents.Hiera() != nil || tree.Documents.GlobalHiera() != nil
}

// moduleNamed returns the module with a name that is on disk, or nil.
func (f *finder) moduleNamed(name string) *module.Module {
	if found := f.graph.Tree.Module(name); found != nil && found.Known == nil {
		return found
	}
	return nil
}

// isPrivate reports whether only the same module may use a definition: its comment has the tag
// @api private, or it calls assert_private().
func (f *finder) isPrivate(node *graph.Node) bool {
	for _, place := range node.Definitions {
		if !f.isPrivateAt(node, place) {
			return false
		}
	}
	return true
}

func (f *finder) isPrivateAt(node *graph.Node, place graph.Location) bool {
	if filepath.Ext(place.File.Name) != ".pp" {
		return strings.Contains(place.File.Text, "@api private")
	}
	manifest, definition := f.definitionAt(place)
	if definition == nil {
		return false
	}
	from, upTo := manifest.DocComment(definition)
	for i := from; i < upTo; i++ {
		if strings.Contains(manifest.Source.Slice(manifest.Tokens[i].Span), "@api private") {
			return true
		}
	}
	private := false
	syntax.Inspect(definition, func(part syntax.Node) bool {
		if call, ok := part.(*syntax.CallNamedFunctionExpression); ok {
			if name, ok := call.Functor.(*syntax.QualifiedName); ok {
				switch module.Normalize(name.Value) {
				case "assert_private", "stdlib::assert_private", "private":
					private = true
				}
			}
		}
		return !private
	})
	return private
}

// definitionAt returns the innermost definition of a manifest around a place.
func (f *finder) definitionAt(place graph.Location) (*module.Manifest, syntax.Node) {
	manifest := f.graph.Tree.Manifests.At(place.File.Name)
	all := f.definitionsOf(manifest)
	behind, _ := slices.BinarySearchFunc(all, place.Span.Start, func(one defined, start int32) int {
		if one.extent.Start <= start {
			return -1
		}
		return 1
	})
	for i := behind - 1; i >= 0; i = all[i].outer {
		if place.Span.End <= all[i].extent.End {
			return manifest, all[i].node
		}
	}
	return manifest, nil
}

// defined is a definition of a manifest with its extent.
type defined struct {
	node   syntax.Node
	extent source.Span
	// outer is the index of the definition around it, or -1.
	outer int
}

// definitionsOf returns the definitions of a manifest in the order of their text.
func (f *finder) definitionsOf(manifest *module.Manifest) []defined {
	if known, ok := f.ordered[manifest]; ok {
		return known
	}
	all := make([]defined, len(manifest.Program.Definitions))
	for i, node := range manifest.Program.Definitions {
		all[i] = defined{node, manifest.Extent(node), -1}
	}
	slices.SortStableFunc(all, func(a, b defined) int {
		return cmp.Or(cmp.Compare(a.extent.Start, b.extent.Start), cmp.Compare(b.extent.End, a.extent.End))
	})
	for i := 1; i < len(all); i++ {
		outer := i - 1
		for outer >= 0 && all[outer].extent.End < all[i].extent.End {
			outer = all[outer].outer
		}
		all[i].outer = outer
	}
	if f.ordered == nil {
		f.ordered = map[*module.Manifest][]defined{}
	}
	f.ordered[manifest] = all
	return all
}
