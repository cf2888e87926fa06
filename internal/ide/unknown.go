package ide

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// unknownUses finds possible uses of a symbol that the index lacks: names composed at run time,
// and words in texts that nothing analyzes.
type unknownUses struct{ *View }

// of returns the reasons why a symbol may have unknown uses: names composed at run time,
// hashes with unknown keys, and texts that may name it. listed are the uses of a class in lists of
// classes in data, which the index lacks, too.
func (u unknownUses) of(symbol symbols.Symbol) (reasons []string, listed []symbols.Reference) {
	if symbol.IsLocal() {
		return u.ofLocal(symbol), nil
	}
	lists := newClassLists(u.View)
	for _, table := range u.Index.Tables() {
		if !u.isNear(table) {
			continue
		}
		for _, one := range table.Computed {
			if !u.mayCompute(one, symbol) {
				continue
			}
			reason := "%s computes a name that may be this one: %s"
			if isInOptions(table, one) {
				reason = "lookup_options in %s have a pattern that may match it: %s"
			}
			reasons = append(reasons, fmt.Sprintf(reason, u.where(table, one.Span), firstLine(table.File.Slice(one.Span))))
		}
		for _, one := range table.Given {
			if u.mayGive(table, one, symbol) {
				reasons = append(reasons, fmt.Sprintf("%s sets parameters from a hash whose keys are unknown", u.where(table, one.Span)))
			}
		}
		for _, one := range table.Mentions {
			if !mayMention(one, symbol) {
				continue
			}
			if use, ok := lists.use(table, one); ok && symbol.Kind == symbols.Class {
				listed = append(listed, use)
			} else {
				reasons = append(reasons, fmt.Sprintf("%s contains the text '%s', which may refer to it", u.where(table, one.Span), one.Text))
			}
		}
		if symbol.Kind == symbols.Variable && u.hasWord(table, symbol) {
			reasons = append(reasons, fmt.Sprintf("%s contains an inline template, or Ruby code, with the word '%s'", u.FileOf(table.File), symbol.Name))
		}
	}
	if symbol.Kind == symbols.Variable {
		reasons = append(reasons, u.ofVariable(symbol)...)
	}
	return reasons, listed
}

// hasWord reports whether texts that cannot be analyzed may name a variable: by its bare name
// where the variable is visible, elsewhere by its qualified name.
func (u unknownUses) hasWord(table *symbols.Table, symbol symbols.Symbol) bool {
	if !table.Words[symbol.Name] {
		return false
	}
	if symbol.In == symbols.Top {
		return true
	}
	for i := range table.Scopes {
		owner := table.Scopes[i].Owner
		if u.isSeenBy(owner, symbol) {
			return true
		}
		if owner.Kind != symbols.Template {
			continue
		}
		for _, use := range u.Index.Renderers(owner.Name) {
			for at := use.Occurrence.Scope; at >= 0; at = use.Table.Scopes[at].Outer {
				if u.isSeenBy(use.Table.Scopes[at].Owner, symbol) {
					return true
				}
			}
		}
	}
	if symbol.In != symbols.Class {
		return false
	}
	for segment := range strings.SplitSeq(symbol.Owner, "::") {
		if !table.Words[segment] {
			return false
		}
	}
	return true
}

// isSeenBy reports whether code in a scope sees a variable by its bare name.
func (u unknownUses) isSeenBy(owner, symbol symbols.Symbol) bool {
	if owner.Kind != symbol.In {
		return false
	}
	return owner.Name == symbol.Owner || owner.Kind == symbols.Class && slices.Contains(u.Index.Line(owner.Name), symbol.Owner)
}

// isNear reports whether the texts of a file may name symbols of the workspace. Ruby files
// outside of the workspace do not count, since their strings are mostly about Ruby.
func (u unknownUses) isNear(table *symbols.Table) bool {
	return u.View.IsOwn(table.Path) || filepath.Ext(table.Path) != ".rb"
}

func (v *View) where(table *symbols.Table, span source.Span) string {
	return fmt.Sprintf("%s:%d", v.FileOf(table.File), table.File.Position(span.Start).Line)
}

func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

// ofLocal returns the reasons for a symbol that is local to a file.
func (u unknownUses) ofLocal(symbol symbols.Symbol) (reasons []string) {
	for _, one := range u.Index.Definitions(symbol) {
		if one.Table.Words[symbol.Name] {
			reasons = append(reasons, fmt.Sprintf("%s contains an inline template with the word '%s'", u.FileOf(one.Table.File), symbol.Name))
		}
		for _, computed := range one.Table.Computed {
			if computed.Kind == symbols.Variable && matches(computed, symbol.Name) {
				reasons = append(reasons, fmt.Sprintf("%s reads a variable by a computed name", u.where(one.Table, computed.Span)))
			}
		}
		if reason := u.renders(one); reason != "" {
			reasons = append(reasons, reason)
		}
		break
	}
	return reasons
}

// renders returns a reason if a scope that sees the variable renders a template whose name is
// composed at run time; otherwise "".
func (u unknownUses) renders(definition symbols.Reference) string {
	table := definition.Table
	for _, one := range table.Computed {
		if one.Kind == symbols.Template && u.sees(table, u.scopeAt(table, one.Span.Start), definition.Occurrence.Scope) {
			return fmt.Sprintf("%s renders a template with a computed name", u.where(table, one.Span))
		}
	}
	return ""
}

// scopeAt returns the index of the innermost scope at an offset.
func (u unknownUses) scopeAt(table *symbols.Table, offset int32) int32 {
	best := int32(0)
	for i := range table.Scopes {
		if span := table.Scopes[i].Span; i > 0 && span.Start <= offset && offset <= span.End {
			best = int32(i)
		}
	}
	return best
}

// sees reports whether code in the scope from can read the variables of the scope of.
func (u unknownUses) sees(table *symbols.Table, from, of int32) bool {
	for ; from >= 0; from = table.Scopes[from].Outer {
		if from == of {
			return true
		}
	}
	return false
}

// mayCompute reports whether a name composed at run time may be that of a symbol.
func (u unknownUses) mayCompute(one symbols.Computed, symbol symbols.Symbol) bool {
	switch symbol.Kind {
	case symbols.Class, symbols.DefinedType, symbols.Plan, symbols.TypeAlias:
		if one.Kind != 0 && one.Kind != symbol.Kind && one.Kind != symbols.TypeName && one.Kind != symbols.Class {
			return one.Kind == symbols.DataKey && symbol.Kind == symbols.Class && one.Prefix != "" && strings.HasPrefix(one.Prefix, symbol.Name+"::")
		}
		return one.Prefix+one.Suffix != "" && matches(one, symbol.Name) || strings.HasPrefix(one.Prefix, symbol.Name+"::")
	case symbols.Function:
		return one.Kind == 0 && one.Prefix+one.Suffix != "" && matches(one, symbol.Name)
	case symbols.Variable:
		full := symbol.Owner + "::" + symbol.Name
		if symbol.In != symbols.Class {
			full = symbol.Name
		}
		switch one.Kind {
		case symbols.Variable:
			return matches(one, full) || matches(one, symbol.Name)
		case symbols.DataKey:
			return symbol.In == symbols.Class && u.Index.IsParameter(symbol) && one.Prefix+one.Suffix != "" && matches(one, full)
		case 0:
			return symbol.In == symbols.Class && strings.Contains(one.Prefix, "::") && matches(one, full)
		}
	}
	return false
}

// matches reports whether a composed name may result in a given name.
func matches(one symbols.Computed, name string) bool {
	if len(one.Prefix)+len(one.Suffix) > len(name) {
		return false
	}
	return strings.HasPrefix(name, one.Prefix) && strings.HasSuffix(name, one.Suffix)
}

// mayGive reports whether a hash may set the parameter that a symbol represents. If the owner
// of the parameters is unknown, the hash may set parameters of the file's module and of its
// dependencies.
func (u unknownUses) mayGive(table *symbols.Table, one symbols.Given, symbol symbols.Symbol) bool {
	if symbol.Kind != symbols.Variable || !u.Index.IsParameter(symbol) && symbol.In != symbols.Template {
		return false
	}
	if one.IsComplete && !slices.Contains(one.Keys, symbol.Name) {
		return false
	}
	isOwner := one.Owner.Name == symbol.Owner || one.Owner.Name == "" && u.mayName(table, symbol.Owner)
	switch one.Owner.Kind {
	case symbols.TypeName:
		return symbol.In == symbols.DefinedType && isOwner
	case symbols.Class:
		return symbol.In == symbols.Class && isOwner
	}
	return symbol.In == one.Owner.Kind && one.Owner.Name == symbol.Owner
}

// mayName reports whether code of a file may use a name: the name belongs to the file's module
// or to a dependency of that module. A file without a module may use any name.
func (u unknownUses) mayName(table *symbols.Table, name string) bool {
	first, _, _ := strings.Cut(name, "::")
	tree := u.View.Tree(table.Path)
	if tree == nil {
		return true
	}
	owner, _ := tree.ModuleOf(table.Path)
	if owner == nil || owner.Name == first || owner.Metadata() == nil {
		return true
	}
	return slices.ContainsFunc(owner.Metadata().Dependencies, func(one module.Dependency) bool { return one.Name == first })
}

// mayMention reports whether a text may name a symbol.
func mayMention(one symbols.Mention, symbol symbols.Symbol) bool {
	switch symbol.Kind {
	case symbols.Class, symbols.DefinedType, symbols.Function, symbols.Plan, symbols.TypeAlias:
		return one.Text == symbol.Name
	case symbols.Variable:
		return symbol.In == symbols.Class && one.Text == symbol.Owner+"::"+symbol.Name
	}
	return false
}

// ofVariable returns the reasons that apply only to variables: templates and unreadable
// data.
func (u unknownUses) ofVariable(symbol symbols.Symbol) (reasons []string) {
	for _, definition := range u.Index.Definitions(symbol) {
		if reason := u.renders(definition); reason != "" {
			reasons = append(reasons, reason)
		}
	}
	if symbol.In == symbols.Class && u.Index.IsParameter(symbol) {
		if level := u.opaqueLevel(); level != "" {
			reasons = append(reasons, level)
		}
	}
	return reasons
}

// opaqueLevel returns a reason that names a Hiera level whose data cannot be read, or "".
func (u unknownUses) opaqueLevel() string {
	if u.tree == nil {
		return ""
	}
	configs := []*hiera.Config{u.tree.Documents.Hiera(), u.tree.Documents.GlobalHiera()}
	if owner := u.moduleOf(); owner != nil {
		configs = append(configs, owner.Hiera())
	}
	for _, config := range configs {
		if config == nil {
			continue
		}
		for _, level := range config.Levels {
			if level.Opaque {
				return fmt.Sprintf("the backend of the level '%s' in %s is unknown, so its data may set it", level.Name, config.Document.File.Name)
			}
		}
	}
	return ""
}

// computedNew returns the location of a composed name that may result in the new name, or "".
func (u unknownUses) computedNew(symbol symbols.Symbol, name string) string {
	if symbol.Kind == symbols.Variable {
		return ""
	}
	for _, table := range u.Index.Tables() {
		for _, one := range table.Computed {
			if one.Prefix+one.Suffix != "" && matches(one, name) && !matches(one, symbol.Name) && one.Kind != symbols.Template && one.Kind != symbols.DataKey {
				return u.where(table, one.Span)
			}
		}
	}
	return ""
}
