package rules

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/secret"
	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/rules/taint"
	"puppet-lint/syntax"
)

// finders holds a taint finder for each module tree, and the inventories of the files. All rules
// that follow values share them, and the types of the expressions on the paths of values.
type finders struct {
	byTree, byFile sync.Map
	// commands holds the answers of sinks.runs, by searchedName.
	commands sync.Map
	// spare holds the memory of lists of sinks.
	spare     sync.Pool
	flows     flows
	evaluated evaluated
	// followed holds the reached sinks of all rules of the set that follow values; nil until
	// the first of them runs.
	followed map[*Rule]*followed
}

// flows finds the analyses of the variables of files.
type flows struct {
	files []*TreeFile
	once  sync.Once
	known map[*syntax.File]func() *flow.Analysis
}

// of returns the analysis of a file of the tree, or nil for any other.
func (f *flows) of(file *syntax.File) *flow.Analysis {
	f.once.Do(func() {
		f.known = make(map[*syntax.File]func() *flow.Analysis, len(f.files))
		for _, one := range f.files {
			f.known[one.File] = one.flow
		}
	})
	if variables := f.known[file]; variables != nil {
		return variables()
	}
	return nil
}

// inventory lists the parts of a file that the rules that follow values need.
type inventory struct {
	resources []declared
	created   []creation
	calls     []flow.NamedCall
	// passesCommand is set if a declaration gives a class or defined type a command.
	passesCommand bool
	// namesSecret is true if a variable or parameter of the file may hold a secret.
	namesSecret bool
	// finder is set when a value is first followed.
	finder *taint.Finder
}

// declared is a resource expression with the name of its type.
type declared struct {
	typeName string
	node     *syntax.ResourceExpression
}

// creation is a call of create_resources, or a similar function, with the name of the type.
type creation struct {
	typeName string
	call     flow.NamedCall
}

// exportedResource represents exported resources of any type.
const exportedResource = "@@"

// holds reports whether the file declares a resource of one of the types, or calls one of the
// functions. A name that ends in "::" stands for all types of a module.
func (i *inventory) holds(names []string) bool {
	return i.passesCommand && slices.Contains(names, passedCommand) || slices.ContainsFunc(i.resources, func(one declared) bool {
		first, _, isOfModule := strings.Cut(one.typeName, "::")
		return slices.Contains(names, one.typeName) || isOfModule && slices.Contains(names, first+"::") || one.node.Form == syntax.Exported && slices.Contains(names, exportedResource)
	}) ||
		slices.ContainsFunc(i.created, func(one creation) bool { return slices.Contains(names, one.typeName) }) ||
		slices.ContainsFunc(i.calls, func(one flow.NamedCall) bool { return slices.Contains(names, one.Name) })
}

// inventory lists the resources and calls of a file, once for all rules.
func (f *finders) inventory(file *TreeFile) *inventory {
	if known, isKnown := f.byFile.Load(file); isKnown {
		return known.(*inventory)
	}
	variables := file.flow()
	found := &inventory{calls: variables.Calls, namesSecret: namesSecret(variables)}
	for _, resource := range variables.Resources {
		if name, isName := stringOf(resource.TypeName); isName {
			name = strings.TrimPrefix(name, "::")
			found.resources = append(found.resources, declared{name, resource})
			found.passesCommand = found.passesCommand || name != "exec" && name != "cron" && passesCommand(resource)
		}
	}
	for _, override := range variables.Overrides {
		body := &syntax.ResourceBody{Operations: override.Operations}
		found.resources = append(found.resources, declared{override.Type, &syntax.ResourceExpression{Bodies: []*syntax.ResourceBody{body}}})
	}
	for _, call := range variables.Calls {
		if taint.CreatesResources(call.Name) && len(call.Arguments) > 1 {
			name, _ := stringOf(call.Arguments[0])
			found.created = append(found.created, creation{module.Normalize(name), call})
		}
	}
	f.byFile.Store(file, found)
	return found
}

func (f *finders) of(file *TreeFile, all *inventory) *taint.Finder {
	if all.finder != nil {
		return all.finder
	}
	known, isKnown := f.byTree.Load(file.Modules)
	if !isKnown {
		known, _ = f.byTree.LoadOrStore(file.Modules, &taint.Finder{Modules: file.Modules, Known: f.flows.of})
	}
	finder := known.(*taint.Finder)
	all.finder = finder
	return finder
}

// sink is an expression whose value matters.
type sink struct {
	node syntax.Node
	// message describes the use of the value.
	message string
	// opened is set if only values taken out of a Sensitive matter.
	opened bool
}

// sinks collects the sinks of a file.
type sinks struct {
	file   *TreeFile
	finder *taint.Finder
	all    *inventory
	runsOf *sync.Map // the answers of runs, for all files
	found  []sink
}

func (s *sinks) add(node syntax.Node, message string) {
	if node != nil && !isLiteral(node) {
		s.found = append(s.found, sink{node: node, message: message})
	}
}

// isLiteral reports whether an expression has a value that the code gives in full.
func isLiteral(node syntax.Node) bool {
	switch node.Kind() {
	case syntax.KindLiteralString, syntax.KindLiteralInteger, syntax.KindLiteralBoolean, syntax.KindLiteralUndef, syntax.KindQualifiedName:
		return true
	}
	return false
}

// follows selects the values that a rule follows: those of one kind, into the sinks that gather
// adds. Only files that declare a resource of one of the types, or call one of the functions, are
// examined. The Tree of such a rule is TreePass.follow.
type follows struct {
	kind   taint.Kind
	names  []string
	gather func(*sinks)
}

// followed holds the sinks of one rule that a value reaches.
type followed struct {
	reached sync.Map // *TreeFile to *sinks
	// failure is what the search panicked with, or nil.
	failure any
}

// follow reports the sinks, in all files, that a value reaches. It first follows the values
// through the code, for all rules of the set at once. Where a path leads through elements and
// calls, it evaluates the few files on the path, once for all rules, and drops the values that
// their types exclude.
func (p *TreePass) follow() {
	rule := p.set.rules[p.rule].Rule
	if p.finders.followed == nil {
		p.followAll()
	}
	all := p.finders.followed[rule]
	if all == nil {
		return // the context is cancelled
	}
	if all.failure != nil {
		panic(all.failure)
	}
	p.side(func(file *TreeFile) (found []treeFinding) {
		known, isReached := all.reached.Load(file)
		if !isReached {
			return nil
		}
		s, seen := known.(*sinks), map[syntax.Node]bool{}
		query := s.query(rule.Follows.kind, p.finders.evaluated.excludes)
		for _, one := range s.found {
			if seen[one.node] {
				continue
			}
			path := one.trace(s, query)
			if path == nil {
				continue
			}
			seen[one.node] = true
			finding := treeFinding{file: file, span: file.File.Extent(one.node), message: one.message + " (from " + path[0].Name + ")"}
			for _, step := range path {
				finding.related = append(finding.related, diag.Related{File: step.File, Span: step.Span, Message: step.Message})
			}
			found = append(found, finding)
		}
		return found
	})
}

// followAll finds the sinks that a value reaches for each rule of the set that follows values,
// and evaluates the files on the paths of computed ones.
func (p *TreePass) followAll() {
	p.finders.followed = map[*Rule]*followed{}
	var suspect suspects
	for i := range p.set.rules {
		if rule := p.set.rules[i].Rule; rule.Follows != nil && p.ctx.Err() == nil {
			p.finders.followed[rule] = p.search(rule.Follows, &suspect)
		}
	}
	p.finders.evaluated.read(p.ctx, &suspect, p.Target())
}

// search finds the sinks that a value reaches, and adds the files on the paths of computed
// values to those that are suspect.
func (p *TreePass) search(wanted *follows, suspect *suspects) *followed {
	all := &followed{}
	defer func() { all.failure = recover() }()
	p.side(func(file *TreeFile) []treeFinding {
		if isDemonstration(file.Location) {
			return nil
		}
		parts := p.finders.inventory(file)
		if !parts.holds(wanted.names) || wanted.kind == taint.Secret && !parts.namesSecret {
			return nil
		}
		s := &sinks{file: file, finder: p.finders.of(file, parts), all: parts, runsOf: &p.finders.commands}
		kept, _ := p.finders.spare.Get().(*[]sink)
		if kept == nil {
			kept = new([]sink)
		}
		s.found = (*kept)[:0]
		wanted.gather(s)
		query := s.query(wanted.kind, nil)
		s.found = slices.DeleteFunc(s.found, func(one sink) bool {
			path := one.trace(s, query)
			if path != nil && path[0].Computed {
				suspect.add(file.Modules, path)
			}
			return path == nil
		})
		*kept = s.found[:0]
		if len(s.found) > 0 {
			s.found = slices.Clone(s.found)
			all.reached.Store(file, s)
		}
		p.finders.spare.Put(kept)
		return nil
	})
	return all
}

// query returns a query for values of that kind.
func (s *sinks) query(kind taint.Kind, excludes taint.Excludes) *taint.Query {
	var ignores func(name string) bool
	if kind == taint.Text {
		ignores = holdsCodeByName
	}
	return s.finder.Query(kind, ignores, excludes)
}

// trace returns the path of a value to the sink, or nil if there is none that matters.
func (one sink) trace(s *sinks, query *taint.Query) taint.Path {
	path := query.Trace(s.file.File, one.node)
	if path == nil || one.opened && !path[0].Opened {
		return nil
	}
	return path
}

// isPrivateByText reports whether the file may define something private. Only the module itself
// gives values to the parameters of a private definition.
func isPrivateByText(file *syntax.File) bool {
	return strings.Contains(file.Source.Text, "@api private") || strings.Contains(file.Source.Text, "private()")
}

// namesSecret reports whether a variable that the file sets or reads may hold a secret: by its name,
// because another file sets it or gives it to a parameter, or because the file takes it out of a
// Sensitive.
func namesSecret(variables *flow.Analysis) bool {
	for _, scope := range variables.Scopes {
		for _, variable := range scope.Variables {
			if variable.Parameter != nil || secret.Named(variable.Name) != secret.None {
				return true
			}
		}
	}
	return slices.ContainsFunc(variables.Unresolved, func(read *syntax.VariableExpression) bool {
		return strings.Contains(strings.TrimPrefix(read.Name, "::"), "::") || secret.Named(read.Name) != secret.None
	}) || isPrivateByText(variables.File) ||
		slices.ContainsFunc(variables.Calls, func(call flow.NamedCall) bool { return call.Name == "unwrap" })
}

// mentionsAny reports whether the text contains one of the words. Case counts.
func mentionsAny(text string, words []string) bool {
	for _, word := range words {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// holdsCodeByName reports whether a parameter of that name, by intention, holds a whole command,
// command options or a piece of configuration. Whoever may set it may decide what runs.
func holdsCodeByName(name string) bool {
	for _, word := range secret.Words(name) {
		switch word {
		case "command", "commands", "cmd", "cmds", "cmdline", "script", "exec", "execute", "onlyif", "unless", "refresh", "hook", "hooks", "options", "opts", "option", "args", "arguments", "flags", "params", "parameters",
			"content", "contents", "lines", "line", "rules", "rule", "config", "snippet", "query", "sql", "expression", "code", "statement", "statements", "extra", "custom", "check", "prefix", "switches", "shell", "program", "reload", "restart", "start", "stop", "status":
			return true
		}
	}
	return false
}

// resources visits every resource body of the file with the name of its type. It includes
// attributes that are set for resources declared elsewhere, which have no title, and the resources
// in the literal hashes of create_resources and similar functions.
func (s *sinks) resources(visit func(declaration *syntax.ResourceExpression, typeName string, body *syntax.ResourceBody)) {
	for _, declaration := range s.all.resources {
		for _, body := range declaration.node.Bodies {
			visit(declaration.node, declaration.typeName, body)
		}
	}
	for _, one := range s.all.created {
		for _, body := range s.bodiesOf(one.call) {
			visit(&syntax.ResourceExpression{}, one.typeName, body)
		}
	}
}

// bodiesOf returns the resources that a call declares, as far as the code shows them.
func (s *sinks) bodiesOf(call flow.NamedCall) (bodies []*syntax.ResourceBody) {
	operations := func(node syntax.Node) (found []syntax.Node) {
		if hash, isHash := s.finder.Values(s.file.File, node).(*syntax.LiteralHash); isHash {
			for _, entry := range hash.Entries {
				if name, isName := stringOf(entry.Key); isName {
					found = append(found, &syntax.AttributeOperation{Name: name, Value: entry.Value})
				}
			}
		}
		return found
	}
	var shared []syntax.Node
	if len(call.Arguments) > 2 {
		shared = operations(call.Arguments[2])
	}
	hash, isHash := s.finder.Values(s.file.File, call.Arguments[1]).(*syntax.LiteralHash)
	if !isHash {
		title := call.Arguments[1]
		if call.Name == "create_resources" { // a hash that the code does not show
			title = nil
		}
		return []*syntax.ResourceBody{{Title: title, Operations: shared}}
	}
	for _, entry := range hash.Entries {
		bodies = append(bodies, &syntax.ResourceBody{Title: entry.Key, Operations: append(operations(entry.Value), shared...)})
	}
	return bodies
}

// calls visits every call of a named function.
func (s *sinks) calls(visit func(name string, arguments []syntax.Node)) {
	for _, call := range s.all.calls {
		visit(call.Name, call.Arguments)
	}
}

// attribute returns the value of an attribute, including splatted ones, or nil.
func (s *sinks) attribute(body *syntax.ResourceBody, name string) syntax.Node {
	return s.finder.Attribute(s.file.File, body, name)
}

// literal returns the literal text of an expression, with a NUL for each interpolation that is not
// that of a literal.
func (s *sinks) literal(node syntax.Node) string { return s.literalWithin(node, 0) }

func (s *sinks) literalWithin(node syntax.Node, depth int) string {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.ConcatenatedString:
		var b strings.Builder
		for _, segment := range node.Segments {
			if text, isText := segment.(*syntax.LiteralString); isText {
				b.WriteString(text.Value)
			} else if text := s.literalWithin(segment, depth); text != "" {
				b.WriteString(text)
			} else {
				b.WriteByte(0)
			}
			if b.Len() > maxLiteralText {
				break
			}
		}
		return b.String()
	case *syntax.TextExpression:
		return s.literalWithin(node.Expr, depth)
	case *syntax.VariableExpression:
		if value := s.assigned(node); value != node && depth < maxLiteralVariables {
			return s.literalWithin(value, depth+1)
		}
	default:
		text, _ := stringOf(node)
		return text
	}
	return ""
}

// maxLiteralVariables bounds how many variables lead to one literal text. maxLiteralText is the
// length in bytes after which the rest of a text is left out.
const (
	maxLiteralVariables = 4
	maxLiteralText      = 64 << 10
)

// commandLine adds a value that a shell reads. A list of words runs without a shell, unless the
// words themselves start one. A parameter that is the whole command is intentional.
func (s *sinks) commandLine(value syntax.Node, message string) {
	value = s.finder.Values(s.file.File, value)
	if words := s.words(value); words != nil {
		for i, word := range words[:len(words)-1] {
			if option, _ := stringOf(word); i > 0 && isAnyOf(strings.ToLower(option), "-c", "-lc", "-ec", "-command", "/c") && shellProgram(s.literal(words[i-1]), s.literal(words[0])) {
				s.add(words[i+1], message)
			}
		}
		return
	}
	switch node := value.(type) {
	case nil, *syntax.LiteralList:
	case *syntax.VariableExpression:
		variable := s.file.flow().VariableOf(node)
		if variable == nil || variable.Parameter != nil {
			if variable == nil && !isAnyOf(node.Name, "title", "name") && strings.Contains(node.Name, "::") {
				s.add(node, message)
			}
			return
		}
		s.add(node, message)
	case *syntax.ConcatenatedString:
		if len(node.Segments) == 1 {
			if text, isText := node.Segments[0].(*syntax.TextExpression); isText {
				s.commandLine(text.Expr, message)
			}
			return
		}
		s.add(node, message)
	default:
		s.add(node, message)
	}
}

// assigned returns the only value that the file assigns to the variable that an expression reads,
// or the expression itself.
func (s *sinks) assigned(node syntax.Node) syntax.Node {
	node = syntax.Unparenthesized(node)
	if read, isVariable := node.(*syntax.VariableExpression); isVariable {
		if variable := s.file.flow().VariableOf(read); variable != nil && variable.Parameter == nil && !variable.Partial && len(variable.Values) == 1 {
			return syntax.Unparenthesized(variable.Values[0])
		}
	}
	return node
}

// words returns the words of a command that the code gives as a list, or as a combination of
// lists. It returns nil for any other command.
func (s *sinks) words(value syntax.Node) []syntax.Node {
	budget := maxLists
	return s.wordsWithin(value, &budget)
}

// wordsWithin is like words, and subtracts each examined expression from the budget, because a
// list may refer to itself.
func (s *sinks) wordsWithin(value syntax.Node, budget *int) []syntax.Node {
	if *budget--; *budget < 0 {
		return nil
	}
	switch node := s.assigned(value).(type) {
	case *syntax.LiteralList:
		return node.Values
	case *syntax.ArithmeticExpression:
		if node.Operator != syntax.Plus {
			break
		}
		if first := s.wordsWithin(node.Left, budget); first != nil {
			return append(slices.Clone(first), s.wordsWithin(node.Right, budget)...)
		}
	}
	return nil
}

// maxLists bounds the expressions that are looked at for the words of one command.
const maxLists = 100

// shellProgram reports whether one of the words of a command starts a shell.
func shellProgram(words ...string) bool {
	for _, word := range words {
		base := strings.TrimSuffix(strings.ToLower(word[strings.LastIndexAny(word, `/\`)+1:]), ".exe")
		if isAnyOf(base, "sh", "bash", "dash", "ksh", "zsh", "powershell", "pwsh", "cmd") {
			return true
		}
	}
	return false
}

// guardLines adds the commands of an exec's guards. Each element of a list is a command.
func (s *sinks) guardLines(body *syntax.ResourceBody, message string) {
	for _, name := range []string{"onlyif", "unless"} {
		value := s.finder.Values(s.file.File, s.attribute(body, name))
		if list, isList := value.(*syntax.LiteralList); isList {
			for _, one := range list.Values {
				s.commandLine(one, message)
			}
		} else {
			s.commandLine(value, message)
		}
	}
}

// titles returns the titles of a resource body.
func titles(body *syntax.ResourceBody) []syntax.Node {
	if list, isList := syntax.Unparenthesized(body.Title).(*syntax.LiteralList); isList {
		return list.Values
	}
	return []syntax.Node{body.Title}
}

// everybodyReads reports whether a literal mode lets everybody read.
func everybodyReads(mode syntax.Node) bool {
	text, isString := stringOf(mode)
	if !isString {
		return false
	}
	if bits, err := strconv.ParseUint(text, 8, 16); err == nil {
		return bits&0o4 != 0
	}
	return strings.Contains(text, "a+r") || strings.Contains(text, "o+r") || strings.Contains(text, "a=r") || strings.Contains(text, "o=r") || strings.Contains(text, "go=r")
}
