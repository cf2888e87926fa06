package taint

import (
	"slices"
	"strings"
	"sync"

	"puppet-lint/internal/document"
	"puppet-lint/internal/secret"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// Kind is the kind of value to follow.
type Kind uint8

const (
	// Text is text chosen outside the code: parameters and titles of public definitions,
	// facts that are not Puppet's own, and data.
	Text Kind = iota
	// Secret is a password or key in plain text: parameters with such names, and values taken
	// out of a Sensitive.
	Secret
)

// Step is a location on the path of a value.
type Step struct {
	File    *source.File
	Span    source.Span
	Message string
	// Name is the name of the parameter, fact or key at which a path begins.
	Name string
	// Opened is set if the parameter is Sensitive and its value is taken out.
	Opened bool
	// Computed is set in the first step of a path if the value is an element of the source, or
	// the result of a function other than a template. Then its type may differ from that of the
	// source.
	Computed bool
}

// Path is the path of a value, the source first. It is nil if the value is harmless, or if
// nothing is known.
type Path []Step

// Finder follows values through a tree of modules. It is safe for use by several
// goroutines.
type Finder struct {
	// Modules is the tree; nil if only one file is known.
	Modules *module.Tree
	// Known returns the analysis of a file, or nil if there is none. The field may be nil.
	Known func(file *syntax.File) *flow.Analysis

	flows    sync.Map // *syntax.File to func() *analysis
	declared sync.Map // *module.Module to func() map[string][]declaration
}

// analysis holds what is known of a file.
type analysis struct {
	*flow.Analysis
	// guards returns the guards of the file. It finds them on the first call.
	guards func() []guard
	// private caches whether definitions are private to their module.
	private sync.Map
}

func newAnalysis(file *syntax.File, variables *flow.Analysis) *analysis {
	return &analysis{Analysis: variables, guards: sync.OnceValue(func() []guard { return guardsOf(file, variables) })}
}

// Flow returns the analysis of the variables of a file of the tree.
func (f *Finder) Flow(file *syntax.File) *flow.Analysis { return f.of(file).Analysis }

func (f *Finder) of(file *syntax.File) *analysis {
	known, isKnown := f.flows.Load(file)
	if !isKnown {
		known, _ = f.flows.LoadOrStore(file, sync.OnceValue(func() *analysis {
			if f.Known != nil {
				if variables := f.Known(file); variables != nil {
					return newAnalysis(file, variables)
				}
			}
			return newAnalysis(file, flow.Of(file))
		}))
	}
	return known.(func() *analysis)()
}

// maxDepth limits the number of expressions on a path.
const maxDepth = 40

// env is the environment of an expression.
type env struct {
	*analysis
	// bound maps the parameters of a function or template to the values that its caller passes.
	bound map[string]bound
	// written is set for an inline template. It reads the variables of the scope that renders
	// it, and has no file.
	written *written
	depth   int
}

// written is an inline template: a text in code.
type written struct {
	caller *env
	// call renders the text.
	call, text syntax.Node
}

type bound struct {
	env  *env
	node syntax.Node
}

// search is the state of one query.
type search struct {
	*Finder
	kind Kind
	// seen holds the variables on the path, which prevents cycles.
	seen []*flow.Variable
	// budget is the number of expressions that may still be examined.
	budget int
	// callers is the nesting depth of traceCallers.
	callers int
	// excludes is nil if nothing is known of types.
	excludes Excludes
	// ignores may be nil.
	ignores func(name string) bool
	// isCut is set when a limit or a cycle ends a path, and a search from elsewhere may find more.
	isCut bool
	// harmless holds the variables that no value reaches, so that their other reads need no search.
	harmless map[harmlessVariable]bool
}

// harmlessVariable is a variable, and whether its value is taken out of a Sensitive.
type harmlessVariable struct {
	variable  *flow.Variable
	unwrapped bool
}

// Query follows values of one kind. It keeps what it has learned for the next values, and serves
// one goroutine.
type Query struct{ search search }

// Query returns a query. It skips sources with names for which ignores returns true, and ends a
// path at an expression for which excludes returns true. Both functions may be nil.
func (f *Finder) Query(kind Kind, ignores func(name string) bool, excludes Excludes) *Query {
	return &Query{search{ignores: ignores, Finder: f, kind: kind, excludes: excludes}}
}

// Excludes reports whether an expression of a file, by its type, cannot be or contain a value
// of that kind.
type Excludes func(kind Kind, file *syntax.File, node syntax.Node) bool

// Trace returns the path of the value of an expression.
func (q *Query) Trace(file *syntax.File, node syntax.Node) Path {
	s := &q.search
	s.budget, s.isCut = 2000, false
	return s.trace(&env{analysis: s.of(file)}, node, false)
}

// begin returns a path that begins at a step, or nil if the name of its source is ignored.
func (s *search) begin(at Step, name string) Path {
	if s.ignores != nil && s.ignores(name) {
		return nil
	}
	at.Name = name
	return Path{at}
}

func (s *search) step(e *env, node syntax.Node, message string) Step {
	return e.stepAt(e.File.Extent(node), message)
}

// stepAt returns the step at a span. All steps in an inline template are at the text of the
// template.
func (e *env) stepAt(span source.Span, message string) Step {
	if e.written != nil {
		caller := e.written.caller
		return caller.stepAt(caller.File.Extent(e.written.text), message)
	}
	return Step{File: e.File.Source, Span: span, Message: message}
}

// within returns the environment one level deeper in the same text.
func (e *env) within() *env {
	return &env{analysis: e.analysis, bound: e.bound, written: e.written, depth: e.depth + 1}
}

// trace returns the path of an expression's value. unwrapped is set if the value is taken out
// of a Sensitive on the path.
func (s *search) trace(e *env, node syntax.Node, unwrapped bool) Path {
	if node == nil {
		return nil
	}
	if s.budget--; s.budget < 0 || e.depth > maxDepth {
		s.isCut = true
		return nil
	}
	if s.excludes != nil && e.written == nil && s.excludes(s.kind, e.File, node) {
		return nil
	}
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.VariableExpression:
		return s.traceVariable(e, node, unwrapped)
	case *syntax.AccessExpression:
		return computed(s.traceAccess(e, node, unwrapped))
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		return s.traceCall(e, node, unwrapped)
	default:
		return s.traceParts(e, node, unwrapped)
	}
}

// traceParts follows the parts of an expression whose values its own value contains, or is one of.
func (s *search) traceParts(e *env, node syntax.Node, unwrapped bool) Path {
	switch node := node.(type) {
	case *syntax.ConcatenatedString:
		return s.traceAny(e, unwrapped, node.Segments...)
	case *syntax.TextExpression:
		return s.trace(e, node.Expr, unwrapped)
	case *syntax.HeredocExpression:
		return s.trace(e, node.Text, unwrapped)
	case *syntax.ArithmeticExpression:
		if node.Operator == syntax.Plus || node.Operator == syntax.LeftShift {
			return s.traceAny(e, unwrapped, node.Left, node.Right)
		}
	case *syntax.LiteralList:
		return s.traceAny(e, unwrapped, node.Values...)
	case *syntax.UnfoldExpression:
		return s.trace(e, node.Expr, unwrapped)
	case *syntax.LiteralHash:
		for _, entry := range node.Entries {
			if path := s.trace(e, entry.Value, unwrapped); path != nil {
				return path
			}
		}
	case *syntax.SelectorExpression:
		for _, entry := range node.Selectors {
			if path := s.trace(e, entry.Value, unwrapped); path != nil {
				return path
			}
		}
	case *syntax.IfExpression:
		return s.traceAny(e, unwrapped, last(node.Then), last(node.Else))
	case *syntax.UnlessExpression:
		return s.traceAny(e, unwrapped, last(node.Then), last(node.Else))
	case *syntax.CaseExpression:
		for _, option := range node.Options {
			if option.Then != nil {
				if path := s.trace(e, last(option.Then), unwrapped); path != nil {
					return path
				}
			}
		}
	case *syntax.BlockExpression:
		return s.trace(e, last(node), unwrapped)
	case *syntax.AssignmentExpression:
		return s.trace(e, node.Right, unwrapped)
	}
	return nil
}

// traceAny returns the path of the first of some expressions that has one.
func (s *search) traceAny(e *env, unwrapped bool, nodes ...syntax.Node) Path {
	for _, node := range nodes {
		if path := s.trace(e, node, unwrapped); path != nil {
			return path
		}
	}
	return nil
}

// computed marks a path as that of a computed value.
func computed(path Path) Path {
	if path != nil {
		path[0].Computed = true
	}
	return path
}

// last returns the last statement of a block, whose value is the block's.
func last(node syntax.Node) syntax.Node {
	if block, isBlock := node.(*syntax.BlockExpression); isBlock {
		if block == nil || len(block.Statements) == 0 {
			return nil
		}
		return block.Statements[len(block.Statements)-1]
	}
	return node
}

func (s *search) traceVariable(e *env, node *syntax.VariableExpression, unwrapped bool) Path {
	if s.kind == Text && e.guarded(node) {
		return nil
	}
	variable := e.VariableOf(node)
	if variable != nil {
		return s.traceKnown(e, variable, unwrapped)
	}
	name := strings.TrimPrefix(node.Name, "::")
	if at := strings.LastIndex(name, "::"); at > 0 {
		return s.traceOfClass(e, module.Normalize(name[:at]), name[at+2:], node, unwrapped, 0)
	}
	if given, isBound := e.bound[name]; isBound { // a template that declares no parameters
		return s.trace(given.env, given.node, unwrapped)
	}
	if e.written != nil && len(e.bound) == 0 {
		return s.traceFrom(e.written.caller, e.written.call, name, unwrapped)
	}
	return s.traceUnset(e, node, name, unwrapped)
}

// traceFrom follows a variable that a template reads from the call that renders it.
func (s *search) traceFrom(e *env, call syntax.Node, name string, unwrapped bool) Path {
	if s.kind == Text && e.guardedBy(name, call) {
		return nil
	}
	if variable := e.innermost(call).Lookup(name); variable != nil {
		return s.traceKnown(e, variable, unwrapped)
	}
	return s.traceUnset(e, call, name, unwrapped)
}

// traceUnset follows a variable that the file does not set.
func (s *search) traceUnset(e *env, node syntax.Node, name string, unwrapped bool) Path {
	switch scope := e.scopeAt(node).Node.(type) {
	case *syntax.ResourceTypeDefinition:
		if (name == "title" || name == "name") && s.kind == Text {
			return s.traceTitle(e, scope, node)
		}
	case *syntax.HostClassDefinition:
		if scope.ParentClass != "" {
			return s.traceOfClass(e, module.Normalize(scope.ParentClass), name, node, unwrapped, 0)
		}
	}
	return nil
}

// traceKnown follows a variable that the file sets.
func (s *search) traceKnown(e *env, variable *flow.Variable, unwrapped bool) Path {
	if slices.Contains(s.seen, variable) {
		s.isCut = true
		return nil
	}
	key := harmlessVariable{variable, unwrapped}
	if len(e.bound) > 0 || e.written != nil {
		return s.traceUnseen(e, variable, unwrapped)
	}
	if s.harmless[key] {
		return nil
	}
	wasCut := s.isCut
	s.isCut = false
	path := s.traceUnseen(e, variable, unwrapped)
	if path == nil && !s.isCut {
		if s.harmless == nil {
			s.harmless = map[harmlessVariable]bool{}
		}
		s.harmless[key] = true
	}
	s.isCut = s.isCut || wasCut
	return path
}

// traceUnseen is traceKnown for a variable that is not on the path.
func (s *search) traceUnseen(e *env, variable *flow.Variable, unwrapped bool) Path {
	s.seen = append(s.seen, variable)
	defer func() { s.seen = s.seen[:len(s.seen)-1] }()
	inner := e.within()
	if variable.Parameter != nil {
		return s.traceParameter(inner, variable, unwrapped)
	}
	for _, value := range variable.Values {
		if path := s.trace(inner, value, unwrapped); path != nil {
			return append(path, e.stepAt(variable.Span, "$"+variable.Name+" is set here"))
		}
	}
	for _, part := range variable.Parts {
		if path := s.tracePart(inner, part, variable.Name, unwrapped); path != nil {
			return append(path, e.stepAt(variable.Span, "$"+variable.Name+" is set here"))
		}
	}
	return nil
}

// tracePart follows the part of a list or hash that is assigned to a variable of that name.
func (s *search) tracePart(e *env, part flow.Part, name string, unwrapped bool) Path {
	if part.Index < 0 {
		return s.trace(e, part.Of, unwrapped)
	}
	switch whole := syntax.Unparenthesized(part.Of).(type) {
	case *syntax.LiteralList:
		if part.Index < len(whole.Values) {
			return s.trace(e, whole.Values[part.Index], unwrapped)
		}
		return nil
	case *syntax.LiteralHash:
		return s.trace(e, entryOf(whole, name), unwrapped)
	case *syntax.VariableExpression:
		if variable := e.VariableOf(whole); variable != nil && variable.Parameter == nil && len(variable.Values) == 1 && e.depth < maxDepth {
			s.isCut = true // what is found depends on the depth
			return s.tracePart(e.within(), flow.Part{Of: variable.Values[0], Index: part.Index}, name, unwrapped)
		}
	}
	return s.trace(e, part.Of, unwrapped)
}

func (s *search) traceParameter(e *env, variable *flow.Variable, unwrapped bool) Path {
	parameter := variable.Parameter
	if s.kind == Text && !s.mayHoldAnyText(parameter.TypeExpr) {
		return nil
	}
	if given, isBound := e.bound[variable.Name]; isBound && !isLambdaWithin(variable) {
		if path := s.trace(given.env, given.node, unwrapped); path != nil {
			return append(path, s.step(given.env, given.node, "passed as $"+variable.Name+" here"))
		}
		return nil
	}
	switch scope := variable.Scope.Node.(type) {
	case *syntax.LambdaExpression:
		name, arguments := syntax.CalledFunction(variable.Scope.Call)
		if len(arguments) == 0 || !callsBlock[name] {
			return nil
		}
		if name == "reduce" && len(arguments) > 1 && parameter == scope.Parameters[0] {
			return s.traceMemo(e, variable, arguments[1], last(scope.Body), unwrapped)
		}
		if path := computed(s.trace(e, arguments[0], unwrapped || name == "unwrap")); path != nil {
			return append(path, e.stepAt(variable.Span, "each is $"+variable.Name+" here"))
		}
	case *syntax.HostClassDefinition:
		return s.traceDeclared(e, variable, module.Class, scope.Name, unwrapped)
	case *syntax.ResourceTypeDefinition:
		return s.traceDeclared(e, variable, module.DefinedType, scope.Name, unwrapped)
	case *syntax.PlanDefinition:
		return s.source(e, variable, "plan '"+scope.Name+"'", unwrapped)
	}
	return nil
}

// traceMemo follows the first parameter of the block of reduce: it is the value at the start, and
// then what the block returns.
func (s *search) traceMemo(e *env, memo *flow.Variable, start, result syntax.Node, unwrapped bool) Path {
	path := computed(s.traceAny(e, unwrapped, start, result))
	if path == nil {
		return nil
	}
	return append(path, e.stepAt(memo.Span, "$"+memo.Name+" is set here"))
}

func isLambdaWithin(variable *flow.Variable) bool {
	_, isLambda := variable.Scope.Node.(*syntax.LambdaExpression)
	return isLambda && variable.Scope.Call != nil
}

// source returns the path that begins with a parameter.
func (s *search) source(e *env, variable *flow.Variable, of string, unwrapped bool) Path {
	at := Step{File: e.File.Source, Span: variable.Span, Name: "$" + variable.Name}
	if s.ignores != nil && s.ignores(at.Name) {
		return nil
	}
	switch s.kind {
	case Text:
		at.Message = "parameter $" + variable.Name + " of " + of + " may hold any text"
	case Secret:
		isSensitive, isNamed := false, secret.Named(variable.Name).IsConfidential()
		leaves := flow.Leaves(variable.Parameter.TypeExpr)
		for _, leaf := range leaves {
			isSensitive = isSensitive || flow.TypeName(leaf) == "Sensitive"
		}
		isNamed = isNamed && (len(leaves) == 0 || slices.ContainsFunc(leaves, func(leaf syntax.Node) bool {
			switch flow.TypeName(leaf) {
			case "Boolean", "Integer", "Numeric", "Float", "Enum": // the parameter says how the secret is used
				return false
			}
			return true
		}))
		if isSensitive != unwrapped || !isSensitive && !isNamed {
			return nil
		}
		at.Message, at.Opened = "parameter $"+variable.Name+" of "+of+" is a secret", isSensitive
	}
	return Path{at}
}

// traceDeclared follows a parameter of the class or defined type of that name. Parameters of public
// definitions are sources of text. All others are followed to the module's declarations: to those of
// a private definition, and to those that give a secret to a parameter whose name does not say so.
func (s *search) traceDeclared(e *env, variable *flow.Variable, kind module.Kind, name string, unwrapped bool) Path {
	of := "class '" + name + "'"
	if kind == module.DefinedType {
		of = "defined type '" + name + "'"
	}
	isPrivate := e.isPrivate(variable.Scope.Node)
	if s.kind == Secret || !isPrivate {
		if path := s.source(e, variable, of, unwrapped); path != nil || s.kind != Secret {
			if path != nil && kind == module.Class {
				path = append(path, s.givenByData(module.Normalize(name)+"::"+variable.Name)...)
			}
			return path
		}
	}
	return s.traceCallers(wanted{kind, module.Normalize(name), variable.Name, variable.Parameter.Value, e}, unwrapped)
}

// givenByData returns the steps at which Hiera data sets a parameter of a class. It skips
// values that only refer to other values, and those that eyaml has encrypted.
func (s *search) givenByData(key string) (steps Path) {
	if s.Modules == nil {
		return nil
	}
	for _, value := range s.Modules.Documents.ValuesOf(key) {
		node := value.Node.Resolve()
		isPlain := node.Kind == document.String && (s.kind == Text || secret.ValueOf(secret.Password, node.Text) != secret.NoSecret)
		if isPlain && !strings.Contains(node.Text, "%{") && len(steps) < maxDataSteps {
			steps = append(steps, Step{File: value.Document.File, Span: node.Span, Message: "data gives '" + key + "' here"})
		}
	}
	return steps
}

// maxDataSteps limits the number of data files that a path names.
const maxDataSteps = 3

// traceTitle follows $title of a defined type.
func (s *search) traceTitle(e *env, define *syntax.ResourceTypeDefinition, read syntax.Node) Path {
	if !e.isPrivate(define) {
		return s.begin(s.step(e, read, "the title of defined type '"+define.Name+"' may be any text"), "$title")
	}
	return s.traceCallers(wanted{kind: module.DefinedType, name: module.Normalize(define.Name), home: e}, false)
}

// maxAncestors limits the number of ancestors of a class that are searched for a variable.
const maxAncestors = 8

// traceOfClass follows a variable of a class, or of one of its ancestors.
func (s *search) traceOfClass(e *env, class, name string, read syntax.Node, unwrapped bool, level int) Path {
	if s.Modules == nil || level > maxAncestors {
		return nil
	}
	definition := s.Modules.Manifests.Find(module.Class, class)
	if definition == nil {
		return nil
	}
	other := &env{analysis: s.of(definition.Manifest.File), depth: e.depth + 1}
	for _, scope := range other.Scopes {
		if scope.Node != definition.Node {
			continue
		}
		if variable := scope.Own(name); variable != nil {
			if path := s.traceKnown(other, variable, unwrapped); path != nil {
				return append(path, s.step(e, read, "read here"))
			}
			return nil
		}
	}
	if node, isClass := definition.Node.(*syntax.HostClassDefinition); isClass && node.ParentClass != "" {
		return s.traceOfClass(e, module.Normalize(node.ParentClass), name, read, unwrapped, level+1)
	}
	return nil
}

func (s *search) traceAccess(e *env, node *syntax.AccessExpression, unwrapped bool) Path {
	base := syntax.Unparenthesized(node.Left)
	if s.kind == Text && e.guardedText(node) {
		return nil
	}
	variable, isVariable := base.(*syntax.VariableExpression)
	if isVariable && len(node.Keys) > 0 && (strings.HasPrefix(variable.Name, "::") || e.VariableOf(variable) == nil) {
		key, isText := textOf(node.Keys[0])
		switch strings.TrimPrefix(variable.Name, "::") {
		case "facts":
			if isText {
				return s.traceFact(e, node, key)
			}
			return nil
		case "trusted", "server_facts", "settings":
			return nil
		}
	}
	if at, value, isKnown := s.element(e, node, 0); isKnown {
		path := s.trace(at, value, unwrapped)
		if path == nil {
			return nil
		}
		where := shown(e.File, node.Keys[0])
		if isVariable {
			where += " of $" + strings.TrimPrefix(variable.Name, "::")
		}
		return append(path, s.step(at, value, where+" is set here"))
	}
	if s.kind == Secret && len(node.Keys) == 1 {
		if key, isText := textOf(node.Keys[0]); isText {
			kind := secret.Named(key)
			if kind == secret.None {
				return nil // another property of the value that contains the secret
			}
			if path := s.trace(e, base, unwrapped); path != nil || !kind.IsConfidential() || !s.isGiven(e, base) {
				return path
			}
			return s.begin(s.step(e, node, "the element '"+key+"' is a secret"), "'"+key+"'")
		}
	}
	return s.trace(e, base, unwrapped)
}

// isGiven reports whether an expression is a parameter of a definition or lambda, whose elements
// the code does not show and which may be plain.
func (s *search) isGiven(e *env, node syntax.Node) bool {
	read, isVariable := node.(*syntax.VariableExpression)
	if !isVariable {
		return false
	}
	variable := e.VariableOf(read)
	if variable == nil || variable.Parameter == nil {
		return false
	}
	return !slices.ContainsFunc(flow.Leaves(variable.Parameter.TypeExpr), func(leaf syntax.Node) bool {
		return flow.TypeName(leaf) == "Sensitive" || slices.ContainsFunc(flow.TypeParameters(leaf), func(parameter syntax.Node) bool { return holdsSensitive(parameter) })
	})
}

// holdsSensitive reports whether a type names Sensitive.
func holdsSensitive(typeExpr syntax.Node) (holds bool) {
	syntax.Inspect(typeExpr, func(node syntax.Node) bool {
		holds = holds || flow.TypeName(node) == "Sensitive"
		return !holds
	})
	return holds
}

// textOf returns the text of a literal string or word.
func textOf(node syntax.Node) (text string, isText bool) {
	return syntax.LiteralText(syntax.Unparenthesized(node))
}

// innermost returns the scope that contains a node.
func (a *analysis) innermost(node syntax.Node) *flow.Scope {
	found := a.Scopes[0]
	for _, scope := range a.Scopes {
		if scope.Node.FirstToken() <= node.FirstToken() && node.LastToken() <= scope.Node.LastToken() && scope.Node.FirstToken() >= found.Node.FirstToken() {
			found = scope
		}
	}
	return found
}

// scopeAt returns the scope around a node, ignoring those of lambdas.
func (a *analysis) scopeAt(node syntax.Node) *flow.Scope {
	found := a.innermost(node)
	for found.Outer != nil {
		found = found.Outer
	}
	return found
}

// isPrivate reports whether a definition declares that only its module may use it.
func (a *analysis) isPrivate(node syntax.Node) bool {
	known, isKnown := a.private.Load(node)
	if !isKnown {
		known = isPrivate(a.File, node)
		a.private.Store(node, known)
	}
	return known.(bool)
}

func isPrivate(file *syntax.File, node syntax.Node) bool {
	found := false
	if !strings.Contains(file.Source.Text, "private") {
		return false
	}
	syntax.Inspect(node, func(inner syntax.Node) bool {
		if name, _ := syntax.CalledFunction(inner); name == "assert_private" || name == "private" {
			found = true
		}
		return !found
	})
	if found {
		return true
	}
	for at := node.FirstToken() - 1; at >= 0; at-- {
		switch file.Tokens[at].Kind {
		case syntax.LineComment, syntax.BlockComment:
			if text := file.Source.Slice(file.Tokens[at].Span); strings.Contains(text, "@api private") {
				return true
			}
		case syntax.Newline, syntax.Whitespace:
		default:
			return false
		}
	}
	return false
}
