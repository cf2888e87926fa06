package rules

import (
	"slices"
	"strings"

	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// readers answers whether anything outside of a file's text reads a variable that the file
// sets. If that is unknown, the answer is yes. Rules with Judge get the file and its tree from it.
type readers struct {
	file *TreeFile
	// tree is the module tree of the file as the rule may ask it, which records what the judgement
	// depends on; nil if it is not known.
	tree *module.Tree
	// own is the module of the file, or nil.
	own *module.Module
	// heirs returns the classes of a module that inherit from a class.
	heirs func(owner *module.Module, class string) []heir
	// named holds the names of the variables of scopes that something reads (readNames).
	named map[*flow.Scope][]string
}

func newReaders(file *TreeFile, tree *module.Tree, heirs func(owner *module.Module, class string) []heir) *readers {
	r := &readers{file: file, tree: tree, heirs: heirs, named: map[*flow.Scope][]string{}}
	if tree != nil {
		r.own, _ = tree.ModuleOf(file.File.Source.Name)
	}
	return r
}

// readNames returns the names of the variables of a scope that something reads.
func (r *readers) readNames(scope *flow.Scope) []string {
	names, isKnown := r.named[scope]
	if !isKnown {
		for _, variable := range scope.Variables {
			if len(variable.Reads) > 0 || r.mayRead(scope, variable.Name) {
				names = append(names, variable.Name)
			}
		}
		r.named[scope] = names
	}
	return names
}

// mayRead reports whether something may read a variable of the scope that the
// file itself does not read.
func (r *readers) mayRead(scope *flow.Scope, name string) bool {
	for _, opener := range scope.Openers {
		if r.mayOpen(opener, name) {
			return true
		}
	}
	class, isClass := scope.Node.(*syntax.HostClassDefinition)
	return isClass && r.mayReadOfClass(strings.ToLower(class.Name), name)
}

// mayOpen reports whether a call of a template, of getvar or the like may read the variable.
func (r *readers) mayOpen(opener syntax.Node, name string) bool {
	function, arguments := syntax.CalledFunction(opener)
	switch function {
	case "hiera", "hiera_array", "hiera_hash", "hiera_include":
		// The hierarchy may interpolate the variable. Where these functions are called, the server often
		// has a hierarchy of its own.
		if r.own == nil || r.file.Modules.Documents.Hiera() == nil && r.file.Modules.Documents.GlobalHiera() == nil {
			return true
		}
		fallthrough
	case "lookup":
		return r.own != nil && (r.ownWords(name) || r.tree.Names.Mention(nil, name).Word)
	case "template", "epp":
		for _, argument := range arguments {
			if argument.Kind() == syntax.KindLiteralHash || function == "epp" && argument != arguments[0] {
				continue
			}
			if r.mayTemplateRead(argument, name) {
				return true
			}
		}
		return false
	case "inline_template", "inline_epp", "getvar", "defined":
		for _, argument := range arguments {
			text, isString := stringOf(argument)
			switch {
			case isString:
				if strings.Contains(text, name) {
					return true
				}
			case function == "defined" && (flow.TypeName(argument) != "" || argument.Kind() == syntax.KindAccessExpression):
			case function == "inline_epp" && argument != arguments[0]:
			default:
				return true
			}
		}
		return false
	}
	return flow.ReadsByName(function) || r.mayReadScope(function)
}

func (r *readers) mayTemplateRead(argument syntax.Node, name string) bool {
	path, isString := stringOf(argument)
	if !isString {
		text, isText := argument.(*syntax.ConcatenatedString)
		if !isText {
			return true
		}
		// "${module_name}/…" and "example/${x}.erb" show the module of the template.
		switch first := text.Segments[0].(type) {
		case *syntax.LiteralString:
			path = first.Value
		case *syntax.TextExpression:
			if variable, ok := first.Expr.(*syntax.VariableExpression); ok && variable.Name == "module_name" && r.own != nil {
				path = r.own.Name + "/"
			}
		}
	}
	first, _, isPath := strings.Cut(path, "/")
	if !isPath || first == "" || r.tree == nil {
		return true
	}
	owner := r.tree.Module(first)
	if owner == nil || owner.Known != nil || isString && !r.tree.HasFile(owner, "templates/"+path[len(first)+1:]) {
		return true // its content is unknown
	}
	if isString && strings.Contains(r.tree.Documents.Template(owner.Path("templates/"+path[len(first)+1:])).File.Text, "scope.to_hash") {
		return true // it has all variables, which the template may read by computed names
	}
	return r.tree.Names.Mention(owner, name).Word
}

// mayReadScope reports whether a function may read the variables of its caller's scope: it is
// Ruby code with access to the scope, or it is missing.
func (r *readers) mayReadScope(function string) bool {
	if r.tree == nil {
		return false
	}
	if found := r.tree.Plugins.FindFunction(function); found != nil {
		return found.Unreadable || found.Function != nil && found.Function.Internal ||
			found.Legacy != nil && r.tree.Plugins.ReadsScope(found.Legacy.Name)
	}
	// Puppet code does not see its caller's variables. A missing function may do anything.
	return r.tree.Manifests.Find(module.Function, function) == nil
}

func (r *readers) ownWords(name string) bool { return r.tree.Names.Mention(r.own, name).Word }

// mayReadOfClass reports whether anything in the tree may read a variable of a class from
// outside: by its qualified name, in a class that inherits from it, or in Ruby code or data.
func (r *readers) mayReadOfClass(class, name string) bool {
	if r.own == nil || r.ownWords(name) || r.tree.Names.Mention(nil, name).Word {
		return true
	}
	first, _, _ := strings.Cut(class, "::")
	if r.reads(nil, class, name) {
		return true
	}
	// "${module_name}::name" contains only the unqualified name.
	for _, root := range []string{first, name, ""} {
		for _, other := range r.tree.Names.ModulesNaming(root) {
			if r.reads(other, class, name) {
				return true
			}
		}
	}
	return false
}

// reads reports whether a module, or the environment if it is nil, may read a variable of a
// class.
func (r *readers) reads(other *module.Module, class, name string) bool {
	names, of := r.tree.Names, r.tree.Names.Mention(other, class)
	return of.Open || names.Mention(other, class+"::"+name).Qualified || names.Mention(other, name).Qualified || names.Mention(other, "").Open ||
		of.Parent && (other == nil || r.heirReads(other, class, name))
}

// heirReads reports whether a class that inherits from class may read a variable of that name.
func (r *readers) heirReads(owner *module.Module, class, name string) bool {
	names := r.tree.Names
	return slices.ContainsFunc(r.heirs(owner, class), func(one heir) bool {
		return one.unresolved[name] || one.hasScopes && (names.Mention(owner, one.name+"::"+name).Qualified || names.Mention(owner, one.name).Parent) ||
			one.isOpen && names.Mention(owner, name).Word
	})
}
