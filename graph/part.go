package graph

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"

	"puppet-lint/checker/program"
	"puppet-lint/checker/symbols"
	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// part holds the names that one file alone shows.
type part struct {
	table *symbols.Table
	// module is the name of the module that contains the file, or empty.
	module string
	// manifest is nil if the file is neither a manifest nor an EPP template.
	manifest *module.Manifest
	flow     *flow.Analysis
	// owners are the definitions whose code the file contains; the first is the file as a
	// whole. An inner one follows the outer one.
	owners []owner
	// meanings hold the meaning of some names, sorted by position.
	meanings []nameMeaning
	orders   []order
	computed []computed
	// calls are calls with literal arguments of functions that are not Puppet's.
	calls []literalCall
	// index is the result of declarationIndex, made on first use.
	indexing sync.Once
	index    *declarationIndex
}

// literalCall is a call of a function with the texts of its literal arguments.
type literalCall struct {
	name  string
	texts []string
	span  source.Span
}

// owner is a definition with the span of its code.
type owner struct {
	id   ID
	span source.Span
}

// nameMeaning is the meaning of the names in a span.
type nameMeaning struct {
	span source.Span
	kind EdgeKind
}

// order is a relationship between named classes. Those on the left are managed first.
type order struct {
	left, right []string
	notifies    bool
	span        source.Span
}

// computed is a reference whose name is an expression.
type computed struct {
	node syntax.Node
	kind Kind
	edge EdgeKind
	// ofKeys is true if the names are the keys of a hash. ofURL is true if they are URLs of
	// files.
	ofKeys, ofURL bool
	// ofLookup is true if the expression is a call that looks up classes in the data and
	// declares them.
	ofLookup bool
}

// newPart reads a file with the table and, for a manifest, the variables that symbols.OfFile
// returns.
func newPart(tree *module.Tree, table *symbols.Table, variables *flow.Analysis, name string) *part {
	p := &part{table: table, flow: variables, module: moduleAt(tree, table.Path), owners: []owner{{ID{Code, name}, source.Span{End: int32(len(table.File.Text))}}}}
	if id := p.fileNode(); id.Name != "" {
		p.owners[0].id = id
	}
	switch path.Ext(name) {
	case ".pp", ".epp":
		p.readManifest(tree.Manifests.At(table.Path))
	case ".rb":
		p.readRuby()
	default:
		switch tree.Documents.KindOf(table.Path) {
		case module.HieraData:
			p.readData(tree.Documents.At(table.Path))
		case module.TaskMetadata:
			p.readRuby()
		}
	}
	return p
}

// moduleAt returns the name of the module that contains a file, or "".
func moduleAt(tree *module.Tree, path string) string {
	if owner, _ := tree.ModuleOf(path); owner != nil {
		return owner.Name
	}
	return ""
}

// fileNode returns the ID of the template or served file that the file is; the name is empty if it is
// neither.
func (p *part) fileNode() (id ID) {
	for i := range p.table.Occurrences {
		one := &p.table.Occurrences[i]
		if one.Role == symbols.Definition && (one.Symbol.Kind == symbols.Template || one.Symbol.Kind == symbols.ServedFile) {
			id, _ = IDOf(one.Symbol)
			return id
		}
	}
	return id
}

// definitions returns the definitions in the file.
func (p *part) definitions() (all []Definition) {
	for i := range p.table.Occurrences {
		occurrence := &p.table.Occurrences[i]
		if id, ok := IDOf(occurrence.Symbol); ok && occurrence.Role == symbols.Definition {
			all = append(all, Definition{id, Location{p.table.File, occurrence.Span}})
		}
	}
	for _, owner := range p.owners {
		if owner.id.Kind == NodeDefinition {
			all = append(all, Definition{owner.id, Location{p.table.File, owner.span}})
		}
	}
	return all
}

// readRuby makes the first definition in the file its owner.
func (p *part) readRuby() {
	for i := range p.table.Occurrences {
		one := &p.table.Occurrences[i]
		if id, ok := IDOf(one.Symbol); ok && one.Role == symbols.Definition {
			p.owners = append(p.owners, owner{id, p.owners[0].span})
			return
		}
	}
}

// readData makes each key the owner of its value.
func (p *part) readData(read *document.Document) {
	if read.Root == nil || read.Root.Kind != document.Mapping {
		return
	}
	for _, entry := range read.Root.Entries {
		if entry.Key.Kind == document.String && entry.Value != nil && entry.Value.Kind != document.Alias {
			key, _, _ := strings.Cut(entry.Key.Text, ".")
			if key == "" {
				continue // nothing looks the key up: it only holds anchors for aliases
			}
			p.owners = append(p.owners, owner{ID{Key, key}, source.Span{Start: entry.Key.Span.Start, End: max(entry.Key.Span.End, entry.Value.Span.End)}})
		}
	}
}

// readManifest finds the definitions of a manifest and the meaning of its names.
func (p *part) readManifest(manifest *module.Manifest) {
	p.manifest = manifest
	for _, node := range manifest.Program.Definitions {
		if id, ok := definedBy(manifest.File, node); ok {
			p.owners = append(p.owners, owner{id, manifest.Extent(node)})
		}
	}
	slices.SortStableFunc(p.owners, func(a, b owner) int {
		return cmp.Or(cmp.Compare(a.span.Start, b.span.Start), cmp.Compare(b.span.End, a.span.End))
	})
	syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
		p.visit(node)
		return true
	})
	slices.SortStableFunc(p.meanings, func(a, b nameMeaning) int { return cmp.Compare(a.span.Start, b.span.Start) })
}

// definedBy returns the ID of a definition. ok is false if its name is missing because of a syntax
// error.
func definedBy(file *syntax.File, node syntax.Node) (id ID, ok bool) {
	switch node := node.(type) {
	case *syntax.HostClassDefinition:
		id = ID{Class, module.Normalize(node.Name)}
	case *syntax.ResourceTypeDefinition:
		id = ID{DefinedType, module.Normalize(node.Name)}
	case *syntax.FunctionDefinition:
		id = ID{Function, module.Normalize(node.Name)}
	case *syntax.PlanDefinition:
		id = ID{Plan, module.Normalize(node.Name)}
	case *syntax.TypeAlias:
		id = ID{TypeAlias, module.Normalize(node.Name)}
	case *syntax.TypeDefinition:
		id = ID{TypeAlias, module.Normalize(node.Name)}
	case *syntax.NodeDefinition:
		id = ID{NodeDefinition, program.NameOfNode(file, node)}
	}
	return id, id.Name != ""
}

// textOf returns the value of a name or of a string without interpolation.
func textOf(node syntax.Node) (string, bool) {
	return syntax.LiteralText(syntax.Unparenthesized(node))
}

// ownerAt returns the innermost definition whose code contains an offset.
func (p *part) ownerAt(offset int32) ID {
	at, _ := slices.BinarySearchFunc(p.owners, offset+1, func(o owner, offset int32) int { return cmp.Compare(o.span.Start, offset) })
	for at--; at > 0; at-- {
		if offset < p.owners[at].span.End {
			return p.owners[at].id
		}
	}
	return p.owners[0].id
}

// meaningAt returns the meaning of the name at a span, or 0.
func (p *part) meaningAt(span source.Span) EdgeKind {
	at, _ := slices.BinarySearchFunc(p.meanings, span.Start+1, func(m nameMeaning, offset int32) int { return cmp.Compare(m.span.Start, offset) })
	for at--; at >= 0; at-- {
		if span.End <= p.meanings[at].span.End {
			return p.meanings[at].kind
		}
		if span.Start-p.meanings[at].span.Start > maxMeaningSpan {
			break
		}
	}
	return 0
}

// isDeclaration reports whether a name is that of a declared class, or of the type of declared
// resources.
func (p *part) isDeclaration(one *symbols.Occurrence) bool {
	return one.Role == symbols.Declaration || p.meaningAt(one.Span) == Declares
}

// maxMeaningSpan is how many bytes meaningAt searches back. A list of names is never longer.
const maxMeaningSpan = 1 << 14

func (p *part) nameMeaning(node syntax.Node, kind EdgeKind) {
	p.meanings = append(p.meanings, nameMeaning{p.manifest.Extent(node), kind})
}

// visit records the meaning of the names in a node, and its computed names.
func (p *part) visit(node syntax.Node) {
	switch node := node.(type) {
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		p.call(node)
	case *syntax.ResourceExpression:
		p.resource(node)
	case *syntax.ResourceOverrideExpression:
		p.metaparameters(node.Operations)
	case *syntax.ResourceDefaultsExpression:
		p.metaparameters(node.Operations)
	case *syntax.RelationshipExpression:
		p.relationship(node)
	case *syntax.AccessExpression:
		p.access(node)
	case *syntax.ConcatenatedString:
		if text, ok := firstText(node); ok && strings.HasPrefix(text, fileURL) {
			p.computed = append(p.computed, computed{node: node, kind: File, edge: Serves, ofURL: true})
		}
	}
}

// fileURL is the prefix of the URL of a file that a module serves.
const fileURL = "puppet:///modules/"

func firstText(node *syntax.ConcatenatedString) (string, bool) {
	if len(node.Segments) == 0 {
		return "", false
	}
	text, ok := node.Segments[0].(*syntax.LiteralString)
	if !ok {
		return "", false
	}
	return text.Value, true
}

// call records what the arguments of a call refer to.
func (p *part) call(node syntax.Node) {
	name, arguments := syntax.CalledFunction(node)
	if len(arguments) == 0 {
		return
	}
	switch module.Normalize(name) {
	case "include", "contain", "require":
		kind := map[string]EdgeKind{"include": Includes, "contain": Contains, "require": Requires}[module.Normalize(name)]
		for _, argument := range arguments {
			p.nameMeaning(argument, kind)
			p.compute(argument, Class, kind)
		}
	case "hiera_include":
		p.computed = append(p.computed, computed{node: node, kind: Class, edge: Includes, ofLookup: true})
	case "create_resources", "ensure_resource", "ensure_resources":
		if text, ok := textOf(arguments[0]); !ok {
			p.compute(arguments[0], DefinedType, Declares)
		} else if module.Normalize(text) == "class" && len(arguments) > 1 {
			if _, isWritten := syntax.Unparenthesized(arguments[1]).(*syntax.LiteralHash); !isWritten {
				p.computed = append(p.computed, computed{node: arguments[1], kind: Class, edge: Declares, ofKeys: name == "create_resources"})
			}
		}
	case "template", "epp", "stdlib::deferrable_epp":
		for i, argument := range arguments {
			if i == 0 || name == "template" {
				p.compute(argument, Template, Renders)
			}
		}
	case "file", "find_file":
		for _, argument := range arguments {
			p.compute(argument, File, Serves)
		}
	case "lookup", "hiera", "hiera_array", "hiera_hash":
		if _, isHash := arguments[0].(*syntax.LiteralHash); !isHash {
			p.compute(arguments[0], Key, LooksUp)
		}
	case "call":
		p.compute(arguments[0], Function, Calls)
	case "run_plan":
		p.compute(arguments[0], Plan, Calls)
	case "run_task", "run_task_with":
		p.compute(arguments[0], Task, Calls)
	default:
		p.literalCall(module.Normalize(name), arguments, node)
	}
}

// literalCall records a call of a function that Puppet does not have, with its literal arguments.
func (p *part) literalCall(name string, arguments []syntax.Node, node syntax.Node) {
	if name == "" || builtin.FindFunction(name) != nil {
		return
	}
	one := literalCall{name: name}
	for _, argument := range arguments {
		if text, ok := textOf(argument); ok && text != "" {
			one.texts = append(one.texts, text)
		}
	}
	if len(one.texts) > 0 {
		one.span = p.manifest.Extent(node)
		p.calls = append(p.calls, one)
	}
}

// compute records the expressions in an argument that are not literal names.
func (p *part) compute(node syntax.Node, kind Kind, edge EdgeKind) {
	switch one := syntax.Unparenthesized(node).(type) {
	case *syntax.QualifiedName, *syntax.LiteralString, *syntax.QualifiedReference, *syntax.LiteralUndef:
	case *syntax.LiteralList:
		for _, value := range one.Values {
			p.compute(value, kind, edge)
		}
	case *syntax.AccessExpression:
		if reference, ok := one.Left.(*syntax.QualifiedReference); ok && module.Normalize(reference.Value) == "class" {
			return // recorded by access
		}
		p.computed = append(p.computed, computed{node: node, kind: kind, edge: edge})
	case *syntax.ConcatenatedString:
		if text, ok := firstText(one); ok && (strings.HasPrefix(text, fileURL) || strings.HasPrefix(text, "/")) {
			return // recorded by visit, or a path outside of all modules
		}
		p.computed = append(p.computed, computed{node: node, kind: kind, edge: edge})
	default:
		p.computed = append(p.computed, computed{node: node, kind: kind, edge: edge})
	}
}

// resource records the class or type that a resource declares.
func (p *part) resource(node *syntax.ResourceExpression) {
	name, ok := textOf(node.TypeName)
	isClass := ok && module.Normalize(name) == "class"
	if !ok {
		p.typeExpression(node.TypeName)
	}
	for _, body := range node.Bodies {
		if isClass {
			p.nameMeaning(body.Title, Declares)
			p.compute(body.Title, Class, Declares)
			p.classMetaparameters(body)
			continue
		}
		p.metaparameters(body.Operations)
	}
}

// typeExpression records the type in Resource[$type] { … }.
func (p *part) typeExpression(node syntax.Node) {
	access, ok := node.(*syntax.AccessExpression)
	if !ok {
		p.computed = append(p.computed, computed{node: node, kind: DefinedType, edge: Declares})
		return
	}
	for _, key := range access.Keys[:min(1, len(access.Keys))] {
		p.nameMeaning(key, Declares)
		p.compute(key, DefinedType, Declares)
	}
}

// metaparameters records the references in the relationships of a resource.
func (p *part) metaparameters(operations []syntax.Node) {
	for _, operation := range operations {
		if attribute, ok := operation.(*syntax.AttributeOperation); ok {
			switch attribute.Name {
			case "require", "subscribe":
				p.nameMeaning(attribute.Value, Requires)
			case "notify":
				p.nameMeaning(attribute.Value, Notifies)
			}
		}
	}
}

// classMetaparameters records the relationships in the declaration of a class.
func (p *part) classMetaparameters(body *syntax.ResourceBody) {
	var titles []string
	eachText(body.Title, func(text string) { titles = append(titles, module.Normalize(text)) })
	for _, operation := range body.Operations {
		attribute, ok := operation.(*syntax.AttributeOperation)
		if !ok {
			continue
		}
		others, span := classesIn(attribute.Value), p.manifest.Extent(attribute)
		switch attribute.Name {
		case "require", "subscribe":
			p.orders = append(p.orders, order{others, titles, attribute.Name == "subscribe", span})
		case "before", "notify":
			p.orders = append(p.orders, order{titles, others, attribute.Name == "notify", span})
		}
	}
}

// eachText calls visit with each name in a list, or with a single name.
func eachText(node syntax.Node, visit func(text string)) {
	if list, ok := syntax.Unparenthesized(node).(*syntax.LiteralList); ok {
		for _, value := range list.Values {
			eachText(value, visit)
		}
	} else if text, ok := textOf(node); ok {
		visit(text)
	}
}

// relationship records the order of the classes on both sides of an arrow.
func (p *part) relationship(node *syntax.RelationshipExpression) {
	left, right := node.Left, node.Right
	if chain, ok := syntax.Unparenthesized(left).(*syntax.RelationshipExpression); ok {
		left = chain.Right
	}
	if chain, ok := syntax.Unparenthesized(right).(*syntax.RelationshipExpression); ok {
		right = chain.Left
	}
	one := order{classesIn(left), classesIn(right), false, p.manifest.Extent(node)}
	switch node.Operator {
	case syntax.InEdge, syntax.InEdgeSub: // -> and ~>
		one.notifies = node.Operator == syntax.InEdgeSub
	default:
		one.left, one.right = one.right, one.left
		one.notifies = node.Operator == syntax.OutEdgeSub
	}
	if len(one.left) > 0 && len(one.right) > 0 {
		p.orders = append(p.orders, one)
	}
}

// classesIn returns the classes that an operand of a relationship names.
func classesIn(node syntax.Node) (found []string) {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.LiteralList:
		for _, value := range node.Values {
			found = append(found, classesIn(value)...)
		}
	case *syntax.AccessExpression:
		if reference, ok := node.Left.(*syntax.QualifiedReference); ok && module.Normalize(reference.Value) == "class" {
			for _, key := range node.Keys {
				eachText(key, func(text string) { found = append(found, module.Normalize(text)) })
			}
		}
	case *syntax.ResourceExpression:
		if name, ok := textOf(node.TypeName); ok && module.Normalize(name) == "class" {
			for _, body := range node.Bodies {
				eachText(body.Title, func(text string) { found = append(found, module.Normalize(text)) })
			}
		}
	case *syntax.CallNamedFunctionExpression:
		switch name, arguments := syntax.CalledFunction(node); name {
		case "include", "contain", "require":
			for _, argument := range arguments {
				eachText(argument, func(text string) { found = append(found, module.Normalize(text)) })
			}
		}
	}
	return found
}

// access records a computed name in Class[…] or Resource[…].
func (p *part) access(node *syntax.AccessExpression) {
	reference, ok := node.Left.(*syntax.QualifiedReference)
	if !ok || len(node.Keys) == 0 {
		return
	}
	switch module.Normalize(reference.Value) {
	case "class":
		for _, key := range node.Keys {
			p.compute(key, Class, Refers)
		}
	case "resource":
		p.compute(node.Keys[0], DefinedType, Refers)
	case "deferred":
		p.compute(node.Keys[0], Function, Calls)
	}
}
