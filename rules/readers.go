package rules

import (
	"strings"

	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// readers answers whether anything outside of a file's text reads a variable that the file
// sets. If that is unknown, the answer is yes.
type readers struct {
	file *TreeFile
	// own is the module of the file, or nil.
	own *module.Module
}

func readersOf(file *TreeFile) readers {
	r := readers{file: file}
	if file.Modules != nil {
		r.own, _ = file.Modules.ModuleOf(file.File.Source.Name)
	}
	return r
}

// mayRead reports whether something may read a variable of the scope that the
// file itself does not read.
func (r readers) mayRead(scope *flow.Scope, name string) bool {
	for _, opener := range scope.Openers {
		if r.mayOpen(opener, name) {
			return true
		}
	}
	class, isClass := scope.Node.(*syntax.HostClassDefinition)
	return isClass && r.mayReadOfClass(strings.ToLower(class.Name), name)
}

// mayOpen reports whether a call of a template, of getvar or the like may read the variable.
func (r readers) mayOpen(opener syntax.Node, name string) bool {
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
		return r.own != nil && (r.ownWords(name) || r.file.Modules.Names.Of(nil).Words[name])
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

func (r readers) mayTemplateRead(argument syntax.Node, name string) bool {
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
	if !isPath || first == "" || r.file.Modules == nil {
		return true
	}
	owner := r.file.Modules.Module(first)
	if owner == nil || owner.Known != nil || isString && !r.file.Modules.HasFile(owner, "templates/"+path[len(first)+1:]) {
		return true // its content is unknown
	}
	if isString && strings.Contains(r.file.Modules.Documents.Template(owner.Path("templates/"+path[len(first)+1:])).File.Text, "scope.to_hash") {
		return true // it has all variables, which the template may read by computed names
	}
	return r.file.Modules.Names.Of(owner).Words[name]
}

// mayReadScope reports whether a function may read the variables of its caller's scope: it is
// Ruby code with access to the scope, or it is missing.
func (r readers) mayReadScope(function string) bool {
	if r.file.Modules == nil {
		return false
	}
	if found := r.file.Modules.Plugins.FindFunction(function); found != nil {
		return found.Unreadable || found.Function != nil && found.Function.Internal ||
			found.Legacy != nil && r.file.Modules.Plugins.ReadsScope(found.Legacy.Name)
	}
	// Puppet code does not see its caller's variables. A missing function may do anything.
	return r.file.Modules.Manifests.Find(module.Function, function) == nil
}

func (r readers) ownWords(name string) bool { return r.file.Modules.Names.Of(r.own).Words[name] }

// mayReadOfClass reports whether anything in the tree may read a variable of a class from
// outside: by its qualified name, in a class that inherits from it, or in Ruby code or data.
func (r readers) mayReadOfClass(class, name string) bool {
	if r.own == nil || r.ownWords(name) || r.file.Modules.Names.Of(nil).Words[name] {
		return true
	}
	first, _, _ := strings.Cut(class, "::")
	if r.reads(nil, class, name) {
		return true
	}
	// "${module_name}::name" contains only the unqualified name.
	for _, root := range []string{first, name, ""} {
		for _, other := range r.file.Modules.Names.ModulesNaming(root) {
			if r.reads(other, class, name) {
				return true
			}
		}
	}
	return false
}

// reads reports whether a module, or the environment if it is nil, may read a variable of a
// class.
func (r readers) reads(other *module.Module, class, name string) bool {
	index := r.file.Modules.Names.Of(other)
	return index.Qualified[class+"::"+name] || index.Qualified[name] || index.Open[class] || index.Open[""] ||
		index.Parents[class] && (other == nil || r.heirReads(other, class, name))
}

// heirReads reports whether a class that inherits from class may read a variable of that name.
func (r readers) heirReads(owner *module.Module, class, name string) bool {
	for _, manifest := range r.file.Modules.Manifests.Of(owner) {
		for _, definition := range manifest.Definitions {
			heir, isClass := definition.Node.(*syntax.HostClassDefinition)
			if !isClass || module.Normalize(heir.ParentClass) != class {
				continue
			}
			analysis := flow.Of(manifest.File)
			for _, read := range analysis.Unresolved {
				if read.Name == name {
					return true
				}
			}
			heirName := module.Normalize(heir.Name)
			if len(analysis.Scopes) > 0 && (r.file.Modules.Names.Of(owner).Qualified[heirName+"::"+name] || r.file.Modules.Names.Of(owner).Parents[heirName]) {
				return true
			}
			for _, scope := range analysis.Scopes {
				if scope.Node == syntax.Node(heir) && len(scope.Openers) > 0 && r.file.Modules.Names.Of(owner).Words[name] {
					return true
				}
			}
		}
	}
	return false
}
