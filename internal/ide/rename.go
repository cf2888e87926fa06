package ide

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
)

// Renaming holds the changes that a rename makes.
type Renaming struct {
	// Edits are sorted by file and position.
	Edits []Edit
	// Moves are the files to move after the edits.
	Moves []Move
	// Possible describes places that may refer to the renamed symbol, too, and that the edits
	// leave alone. It is empty unless the rename was asked for although it is uncertain.
	Possible []string
	// Remaining describes places in comments, tests and pages of text that name the renamed symbol, and
	// that the edits leave alone.
	Remaining []string
}

// Edit replaces a span of a file.
type Edit struct {
	File *source.File
	Span source.Span
	Text string
}

// Move moves a file.
type Move struct{ From, To string }

// Refused is the error for something that cannot be renamed.
type Refused struct {
	Reason string
	// IsUncertain is set if the only reason is that some uses may be unknown.
	IsUncertain bool
}

// Error returns the reason.
func (r *Refused) Error() string { return r.Reason }

func refuse(format string, arguments ...any) error {
	return &Refused{Reason: fmt.Sprintf(format, arguments...)}
}

// renamer renames a symbol. It refuses to if some uses of the symbol may be unknown, unless it is
// unsafe.
type renamer struct {
	*View
	unsafe bool
}

// PrepareRename returns the span and text of the name at an offset, or an error if it cannot be
// renamed. For a qualified name the span is its last part or the whole name, depending on how
// it is written there.
func (v *View) PrepareRename(offset int32) (span source.Span, name string, err error) {
	one, symbol, err := renamer{View: v}.symbolAt(offset)
	if err != nil {
		return span, "", err
	}
	if err := (renamer{View: v}).mayRename(symbol); err != nil {
		return span, "", err
	}
	return one.Span, v.File.Slice(one.Span), nil
}

// symbolAt returns the occurrence at an offset and the one symbol that it means.
func (r renamer) symbolAt(offset int32) (*symbols.Occurrence, symbols.Symbol, error) {
	one, meant := r.at(offset)
	switch {
	case one == nil || one.Span.Len() == 0 || len(meant) == 0:
		return nil, symbols.Symbol{}, refuse("there is no name to rename here")
	case len(meant) > 1:
		return nil, symbols.Symbol{}, refuse("'%s' refers to several variables here, because several places render this template", one.Symbol.Name)
	}
	return one, meant[0], nil
}

// mayRename returns an error if a symbol cannot be renamed to any name.
func (r renamer) mayRename(symbol symbols.Symbol) error {
	switch symbol.Kind {
	case symbols.Variable, symbols.Class, symbols.DefinedType, symbols.Function, symbols.TypeAlias, symbols.Plan:
	case symbols.Resource:
		return refuse("the title of a resource may be the name of what it manages; change it by hand")
	case symbols.DataKey:
		return refuse("the key '%s' belongs to no class parameter, so its readers are not known for certain", symbol.Name)
	case symbols.Task:
		return refuse("task '%s' is named by its files; rename those and the calls by hand", symbol.Name)
	case symbols.ResourceType:
		return r.refuseRuby(symbol)
	case symbols.TypeName:
		return r.refuseTypeName(symbol)
	default:
		return refuse("%s '%s' cannot be renamed here", symbol.Kind, symbol.Name)
	}
	definitions := r.Index.Definitions(symbol)
	if len(definitions) == 0 {
		if symbol.Kind == symbols.Variable && r.isGivenOnly(symbol) {
			return nil
		}
		return r.refuseUndefined(symbol)
	}
	for _, one := range definitions {
		if !r.View.IsOwn(one.Table.Path) {
			return refuse("%s '%s' is defined in %s, which is %s", symbol.Kind, symbol.Name, r.FileOf(one.Table.File), r.whyForeign(one.Table.Path))
		}
		if one.Occurrence.Style == symbols.Partial {
			return r.refusePartial(symbol, one.Table.Path)
		}
	}
	if symbol.Kind != symbols.Variable && len(definitions) > 1 {
		return refuse("%s '%s' is defined %d times", symbol.Kind, symbol.Name, len(definitions))
	}
	if symbol.Kind == symbols.Variable {
		return r.mayRenameVariable(symbol)
	}
	return nil
}

// refuseUndefined explains why something without a definition in the workspace cannot be
// renamed.
func (r renamer) refuseUndefined(symbol symbols.Symbol) error {
	if symbol.Kind == symbols.Variable {
		switch {
		case symbol.In == symbols.ResourceType || symbol.In == symbols.DefinedType && module.IsMetaparameter(symbol.Name):
			return r.refuseRuby(symbol)
		case symbol.Owner != "" && !r.Index.IsDefined(ownerOf(symbol)) && findPuppetVariable(symbol.Name) == nil:
			return refuse("nothing in the workspace defines '%s'", symbol.Owner)
		case findPuppetVariable(symbol.Name) != nil:
			return refuse("$%s is set by Puppet", symbol.Name)
		}
		return refuse("nothing in the workspace sets $%s", symbol.Name)
	}
	if symbol.Kind == symbols.Function && (builtin.FindFunction(symbol.Name) != nil || builtin.FindBoltFunction(symbol.Name) != nil) {
		return refuse("function '%s' is defined outside of the workspace", symbol.Name)
	}
	return refuse("nothing in the workspace defines %s '%s'", symbol.Kind, symbol.Name)
}

// refuseTypeName explains why a type that neither an alias nor a resource type of the workspace
// defines cannot be renamed.
func (r renamer) refuseTypeName(symbol symbols.Symbol) error {
	if describeDataType(symbol.Name) != "" {
		return refuse("%s is a data type of Puppet", capitalize(symbol.Name))
	}
	return refuse("nothing in the workspace defines the type '%s'", symbol.Name)
}

// refusePartial explains why a definition whose name is not written in full cannot be renamed.
func (r renamer) refusePartial(symbol symbols.Symbol, path string) error {
	if filepath.Ext(path) == ".rb" {
		return r.refuseRuby(symbol)
	}
	return refuse("%s '%s' is defined within another class; change it by hand", symbol.Kind, symbol.Name)
}

// refuseRuby explains that a definition in Ruby code cannot be renamed, because Ruby code is
// not edited.
func (r renamer) refuseRuby(symbol symbols.Symbol) error {
	what := fmt.Sprintf("%s '%s'", symbol.Kind, symbol.Name)
	if symbol.Kind == symbols.Variable {
		if module.IsMetaparameter(symbol.Name) {
			return refuse("'%s' is a metaparameter, which every resource has", symbol.Name)
		}
		what = fmt.Sprintf("attribute '%s' of resource type '%s'", symbol.Name, symbol.Owner)
	}
	owner := symbol
	if symbol.Kind == symbols.Variable {
		owner = symbols.Symbol{Kind: symbols.ResourceType, Name: symbol.Owner}
	}
	if len(r.Index.Definitions(owner)) == 0 {
		return refuse("%s is defined outside of the workspace", what)
	}
	return refuse("%s is defined in Ruby; change it by hand", what)
}

func (r renamer) isGivenOnly(symbol symbols.Symbol) bool { return symbol.In == symbols.Template }

func (r renamer) mayRenameVariable(symbol symbols.Symbol) error {
	switch symbol.In {
	case symbols.Task:
		return refuse("a task's program reads its parameters by name; change it by hand")
	case symbols.ResourceType:
		return refuse("the attributes of '%s' are defined in Ruby", symbol.Owner)
	case symbols.Top:
		if builtin.FindFact(symbol.Name) != nil || builtin.LegacyFact(symbol.Name) != nil || builtin.Words().TopVariables[symbol.Name] != "" {
			return refuse("$%s is also set by Puppet or Facter", symbol.Name)
		}
	}
	if slices.Contains([]string{"title", "name", "facts", "trusted", "server_facts", "module_name", "caller_module_name", "environment"}, symbol.Name) && !r.Index.IsParameter(symbol) {
		return refuse("$%s is set by Puppet", symbol.Name)
	}
	return nil
}

func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// Rename returns the changes that rename the symbol at an offset. The new name is bare for a
// variable (a dollar is ignored) and qualified for anything else. A name without "::" replaces
// only the last part.
func (v *View) Rename(offset int32, name string) (*Renaming, error) {
	one, symbol, err := renamer{View: v}.symbolAt(offset)
	if err != nil {
		return nil, err
	}
	return renamer{View: v}.rename(symbol, v.File.Slice(one.Span), name)
}

func (r renamer) rename(symbol symbols.Symbol, written, name string) (*Renaming, error) {
	if err := r.mayRename(symbol); err != nil {
		return nil, err
	}
	name, err := r.newName(symbol, name)
	if err != nil {
		return nil, err
	}
	if name == symbol.Name {
		return &Renaming{}, nil
	}
	if err := r.isFree(symbol, name); err != nil {
		return nil, err
	}
	reasons, listed := unknownUses{r.View}.of(symbol)
	if len(reasons) > 0 && !r.unsafe {
		return nil, &Refused{fmt.Sprintf("%s '%s' cannot be renamed for certain: %s", symbol.Kind, symbol.Name, reasons[0]), true}
	}
	if reason := (unknownUses{r.View}).computedNew(symbol, name); reason != "" {
		return nil, refuse("the computed name at %s may be the new name", reason)
	}
	renaming := &Renaming{Possible: reasons}
	known := map[Edit]bool{}
	for _, reference := range append(r.Index.References(symbol), listed...) {
		edit, err := r.edit(reference, symbol, name)
		if err != nil {
			return nil, err
		}
		if edit.File != nil && !known[edit] {
			known[edit] = true
			renaming.Edits = append(renaming.Edits, edit)
		}
	}
	if err := r.move(renaming, symbol, name); err != nil {
		return nil, err
	}
	renaming.Remaining = r.remainingOf(symbol, renaming.Edits)
	return renaming, nil
}

// edit returns the edit of one reference. It has no file if there is nothing to edit.
func (r renamer) edit(reference symbols.Reference, symbol symbols.Symbol, name string) (edit Edit, err error) {
	table, one := reference.Table, reference.Occurrence
	position := table.File.Position(one.Span.Start)
	where := fmt.Sprintf("%s:%d", r.FileOf(table.File), position.Line)
	switch {
	case one.Span.Len() == 0:
		return edit, nil
	case !r.View.IsOwn(table.Path):
		return edit, refuse("%s refers to it, but is %s", where, r.whyForeign(table.Path))
	case table.Broken:
		return edit, refuse("%s has a syntax error; fix that first", r.FileOf(table.File))
	case one.Style == symbols.Partial || one.Style == symbols.Composed:
		return edit, refuse("%s refers to it in a way that cannot be edited", where)
	}
	if meant := r.Index.Resolve(table, one); len(meant) > 1 {
		return edit, refuse("%s may refer to several variables, because several places render the template", where)
	}
	written := table.File.Slice(one.Span)
	if !strings.EqualFold(written, symbol.Name) {
		return edit, refuse("%s writes the name differently", where)
	}
	text := name
	if one.Style == symbols.Capitalized {
		text = capitalize(name)
	}
	return Edit{table.File, one.Span, text}, nil
}

// newName returns the whole new name of a symbol, or an error if the symbol cannot have it.
func (r renamer) newName(symbol symbols.Symbol, name string) (string, error) {
	name = strings.TrimSpace(name)
	if symbol.Kind == symbols.Variable {
		name = strings.TrimPrefix(name, "$")
		if !isVariableName(name) {
			return "", refuse("'%s' is not a valid variable name: use lower-case letters, digits and _, and begin with a letter or _", name)
		}
		if strings.HasPrefix(name, "_") && r.Index.IsParameter(symbol) {
			return "", refuse("'%s' is not a valid parameter name: it must not begin with _", name)
		}
		words := builtin.Words()
		if slices.Contains(words.ReservedParameterNames, name) || words.TopVariables[name] != "" || name == "facts" || name == "trusted" {
			return "", refuse("$%s is reserved by Puppet", name)
		}
		if r.Index.IsParameter(symbol) && symbol.In == symbols.DefinedType && module.IsMetaparameter(name) {
			return "", refuse("'%s' is a metaparameter, which every resource has", name)
		}
		if slices.Contains(keywords, name) {
			return "", refuse("'%s' is a keyword", name)
		}
		if symbol.In == symbols.Class || symbol.In == symbols.Top {
			if builtin.FindFact(name) != nil || builtin.LegacyFact(name) != nil || r.Index.IsDefined(symbols.Symbol{Kind: symbols.Fact, Name: name}) {
				return "", refuse("$%s is also a fact, which other code may read", name)
			}
		}
		return name, nil
	}
	name = strings.TrimPrefix(name, "::")
	lower := strings.ToLower(name)
	if symbol.Kind == symbols.TypeAlias && (name == "" || capitalize(lower) != name && lower != name) {
		return "", refuse("'%s' is not a valid type name: each part must begin with an upper-case letter", name)
	} else if symbol.Kind != symbols.TypeAlias && name != lower {
		return "", refuse("'%s' is not a valid name for %s: use lower-case letters, digits and _", name, article(symbol.Kind.String()))
	}
	if !strings.Contains(lower, "::") {
		if at := strings.LastIndex(symbol.Name, "::"); at > 0 {
			lower = symbol.Name[:at+2] + lower
		}
	}
	for segment := range strings.SplitSeq(lower, "::") {
		if !isVariableName(segment) || segment[0] == '_' {
			return "", refuse("'%s' is not a valid name for %s", name, article(symbol.Kind.String()))
		}
	}
	if !strings.Contains(lower, "::") && (slices.Contains(keywords, lower) || slices.Contains(builtin.Words().ReservedTypeNames, lower)) {
		return "", refuse("'%s' is reserved by Puppet", lower)
	}
	return lower, nil
}

// keywords are the words that cannot be names.
var keywords = []string{
	"and", "application", "case", "class", "consumes", "default", "define", "else", "elsif", "environment", "false", "function", "if", "import", "in",
	"inherits", "node", "or", "plan", "private", "produces", "site", "true", "type", "undef", "unless", "attr",
}

func isVariableName(name string) bool {
	if name == "" || name[0] != '_' && (name[0] < 'a' || name[0] > 'z') {
		return false
	}
	for i := range len(name) {
		if char := name[i]; char != '_' && (char < 'a' || char > 'z') && (char < '0' || char > '9') {
			return false
		}
	}
	return true
}

// isFree returns an error if a symbol cannot have a name because something else has it, would
// hide it or would be hidden by it.
func (r renamer) isFree(symbol symbols.Symbol, name string) error {
	other := symbol
	other.Name = name
	if symbol.Kind != symbols.Variable {
		for _, kind := range sameNames(symbol.Kind) {
			taken := symbols.Symbol{Kind: kind, Name: name}
			if definitions := r.Index.Definitions(taken); len(definitions) > 0 {
				return refuse("%s '%s' already exists, in %s", article(kind.String()), name, r.FileOf(definitions[0].Table.File))
			}
		}
		if symbol.Kind == symbols.DefinedType && builtin.FindResourceType(name) != nil || symbol.Kind == symbols.Function && builtin.FindFunction(name) != nil {
			return refuse("'%s' is built into Puppet", name)
		}
		if r.isNamed(other) {
			return refuse("'%s' is already used", name)
		}
		return nil
	}
	switch symbol.In {
	case symbols.Class:
		return r.isFreeInClass(symbol, name)
	case symbols.Top:
		if r.isVariableAnywhere(name) {
			return refuse("$%s is already used, and would then refer to a different variable", name)
		}
		return nil
	}
	// A local variable: the name must be unused in its scope, in the blocks within it and in
	// the scopes around it.
	for _, definition := range append(r.Index.Definitions(symbol), r.Index.References(symbol)...) {
		if r.isUsedAround(definition.Table, definition.Occurrence, name) {
			return refuse("$%s is already used in %s, and would then refer to a different variable", name, r.FileOf(definition.Table.File))
		}
	}
	if r.isNamed(other) {
		return refuse("$%s is already used", name)
	}
	return nil
}

// sameNames returns the kinds that share a namespace with a kind.
func sameNames(kind symbols.Kind) []symbols.Kind {
	switch kind {
	case symbols.Class, symbols.DefinedType, symbols.ResourceType:
		return []symbols.Kind{symbols.Class, symbols.DefinedType, symbols.ResourceType, symbols.TypeAlias}
	case symbols.TypeAlias:
		return []symbols.Kind{symbols.TypeAlias, symbols.DefinedType, symbols.ResourceType, symbols.Class}
	}
	return []symbols.Kind{kind}
}

// isNamed reports whether anything refers to a symbol.
func (r renamer) isNamed(symbol symbols.Symbol) bool {
	if symbol.Kind == symbols.Variable {
		return len(r.Index.References(symbol)) > 0
	}
	for _, kind := range append(sameNames(symbol.Kind), symbols.TypeName) {
		symbol.Kind = kind
		if len(r.Index.References(symbol)) > 0 {
			return true
		}
	}
	return false
}

// isFreeInClass checks a class, its ancestors and all their descendants, because each may see
// the variables of the others.
func (r renamer) isFreeInClass(symbol symbols.Symbol, name string) error {
	family := r.Index.Line(symbol.Owner)
	for i := 0; i < len(family) && len(family) < 1000; i++ {
		for _, child := range r.Index.Children(family[i]) {
			if !slices.Contains(family, child) {
				family = append(family, child)
			}
		}
	}
	for _, class := range family {
		if other := (symbols.Symbol{Kind: symbols.Variable, In: symbols.Class, Owner: class, Name: name}); r.isNamed(other) {
			return refuse("$%s is already used in class '%s'", name, class)
		}
	}
	for _, reference := range r.Index.References(symbol) {
		if r.isUsedAround(reference.Table, reference.Occurrence, name) {
			return refuse("$%s is already used in %s, and would then refer to a different variable", name, r.FileOf(reference.Table.File))
		}
	}
	return nil
}

// isUsedAround reports whether a variable is named anywhere in the outermost scope that
// contains an occurrence.
func (r renamer) isUsedAround(table *symbols.Table, place *symbols.Occurrence, name string) bool {
	root := place.Scope
	for table.Scopes[root].Outer >= 0 {
		root = table.Scopes[root].Outer
	}
	for one := range table.Named(name) {
		if one.Symbol.Kind != symbols.Variable || one.Role == symbols.Gives {
			continue
		}
		if one.Symbol.In == symbols.TypeName || one.Symbol.In == symbols.ResourceType {
			continue
		}
		for scope := one.Scope; scope >= 0; scope = table.Scopes[scope].Outer {
			if scope == root {
				return true
			}
		}
	}
	return false
}

func (r renamer) isVariableAnywhere(name string) bool {
	for _, table := range r.Index.Tables() {
		for i := range table.Occurrences {
			if one := &table.Occurrences[i]; one.Symbol.Kind == symbols.Variable && one.Symbol.Name == name && one.Role != symbols.Gives {
				return true
			}
		}
	}
	return false
}

// move adds the move of a definition's file to the path where Puppet looks for the new name.
func (r renamer) move(renaming *Renaming, symbol symbols.Symbol, name string) error {
	if symbol.Kind == symbols.Variable || r.tree == nil {
		return nil
	}
	definition := r.Index.Definitions(symbol)[0]
	owner, relative := r.tree.ModuleOf(definition.Table.Path)
	if owner == nil || !slices.Contains([]string{"manifests", "functions", "types", "plans"}, firstFolder(relative)) {
		return nil
	}
	from, to := fileFor(symbol.Kind, symbol.Name), fileFor(symbol.Kind, name)
	if first, _, _ := strings.Cut(name, "::"); first != owner.Name {
		return refuse("'%s' belongs in module '%s'; move it by hand", name, first)
	}
	if strings.TrimSuffix(relative, filepath.Ext(relative)) != strings.TrimSuffix(from, ".pp") {
		return nil // Puppet does not find it by this path
	}
	if to == "" {
		return refuse("no file of module '%s' can define '%s'", owner.Name, name)
	}
	if len(r.definedIn(definition.Table)) > 1 {
		return refuse("%s also contains other definitions, which would move with it", r.FileOf(definition.Table.File))
	}
	target := owner.Path(to)
	if _, err := r.View.Files().Stat(target); err == nil {
		return refuse("%s already exists", to)
	}
	renaming.Moves = append(renaming.Moves, Move{definition.Table.Path, target})
	return nil
}

// definedIn returns the symbols defined in a file that Puppet loads by path.
func (r renamer) definedIn(table *symbols.Table) (names []symbols.Symbol) {
	for i := range table.Occurrences {
		one := &table.Occurrences[i]
		switch one.Symbol.Kind {
		case symbols.Class, symbols.DefinedType, symbols.Function, symbols.TypeAlias, symbols.Plan:
			if one.Role == symbols.Definition {
				names = append(names, one.Symbol)
			}
		}
	}
	return names
}

func firstFolder(relative string) string {
	first, _, _ := strings.Cut(relative, "/")
	return first
}

// fileFor returns the path where Puppet looks for a definition, relative to the folder of its
// module.
func fileFor(kind symbols.Kind, name string) string {
	_, rest, qualified := strings.Cut(name, "::")
	folder := map[symbols.Kind]string{symbols.Function: "functions/", symbols.TypeAlias: "types/", symbols.Plan: "plans/"}[kind]
	if folder == "" {
		folder = "manifests/"
	}
	if !qualified {
		if kind == symbols.Function || kind == symbols.TypeAlias {
			return folder + name + ".pp"
		}
		return folder + "init.pp"
	}
	return folder + strings.ReplaceAll(rest, "::", "/") + ".pp"
}

// whyForeign explains why a file is not changed.
func (r renamer) whyForeign(path string) string {
	if r.View.IsInstalled(path) {
		return "not checked: it is excluded, or installed by a Puppetfile"
	}
	return "outside of the workspace"
}

// MovedFile returns the changes that follow from moving a file: its only definition gets the
// name that matches the new path. It returns nil if nothing needs to change.
func (v *View) MovedFile(to string) (*Renaming, error) {
	if v.Table == nil || v.tree == nil {
		return nil, nil
	}
	defined := renamer{View: v}.definedIn(v.Table)
	owner, relative := v.tree.ModuleOf(v.Path)
	target, moved := v.tree.ModuleOf(to)
	if len(defined) != 1 || owner == nil || target == nil || relative != fileFor(defined[0].Kind, defined[0].Name) || filepath.Ext(to) != ".pp" {
		return nil, nil
	}
	if target != owner {
		return nil, refuse("%s '%s' keeps its name, although its file moves to module '%s', whose data and templates are others; rename it by hand", defined[0].Kind, defined[0].Name, target.Name)
	}
	folder := firstFolder(relative)
	rest, inside := strings.CutPrefix(strings.TrimSuffix(moved, ".pp"), folder+"/")
	if !inside || rest == "init" {
		return nil, nil
	}
	name := owner.Name + "::" + strings.ReplaceAll(rest, "/", "::")
	renaming, err := renamer{View: v}.rename(defined[0], "", name)
	var refused *Refused
	if errors.As(err, &refused) {
		return nil, refused
	}
	if renaming != nil {
		renaming.Moves = nil // the editor itself moves the file
	}
	return renaming, err
}
