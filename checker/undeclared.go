package checker

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/diag"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// checkIncluded reports a variable of a class that nothing can have declared
// when it is read. Of each class this is said once in a body.
func (e *evaluator) checkIncluded(class, written string, node syntax.Node) {
	if !e.reporting || e.callSite != nil || e.state.unreachable || e.alreadyReported[class] {
		return
	}
	if e.body.isTop() && e.tree.Closed() {
		e.checkIncludedInWhole(class, written, node)
		return
	}
	if later, isGuess := e.includedLater(class, node); later != nil {
		e.alreadyReported[class] = true
		message := "$" + written + " has no value yet: the class '" + class + "' is only declared afterwards"
		if isGuess {
			message = "$" + written + " has no value unless the class '" + class + "' was declared before: here it is only declared afterwards"
		}
		if finding := e.report(&code.ClassNotIncluded, node, "UNKNOWN_VARIABLE", message); finding != nil {
			if isGuess {
				finding.Severity = diag.Warning
			}
			finding.Related = append(finding.Related, e.related(e.body.manifest.Extent(later), "declared here"))
		}
	} else if e.isAbsent(class, node) {
		e.alreadyReported[class] = true
		e.report(&code.ClassNotIncluded, node, "UNKNOWN_VARIABLE", "$"+written+" has no value: the class '"+class+"' is not declared here")
	} else if found := e.query(query{kind: isUndeclaredClass, name: class, shared: holdsDefaults(class), at: node}); found.yes {
		e.alreadyReported[class] = true
		message := "$" + written + " has no value: nothing declares the class '" + class + "' before"
		if found.isGuess {
			message = "$" + written + " has no value unless the class '" + class + "' was declared before; nothing here declares it"
		}
		if finding := e.report(&code.ClassNotIncluded, node, "UNKNOWN_VARIABLE", message); finding != nil && found.isGuess {
			finding.Severity = diag.Warning
		}
	}
}

// checkIncludedInWhole reports a variable of a class that a program that is all there
// declares nowhere.
func (e *evaluator) checkIncludedInWhole(class, written string, node syntax.Node) {
	e.query(query{kind: isOfWhole})
	e.dependOnLeading(class)
	if e.isVariableGuarded(written) || e.isGuarded(class) {
		return
	}
	if reached := e.closureOf(e.body.node); !reached.vague && !reached.classes[class] && !e.hasNodes() {
		e.alreadyReported[class] = true
		e.report(&code.ClassNotIncluded, node, "UNKNOWN_VARIABLE", "$"+written+" has no value: nothing declares the class '"+class+"'")
	}
}

// hasNodes reports whether the manifest has definitions of nodes.
func (e *evaluator) hasNodes() bool {
	return slices.ContainsFunc(e.body.manifest.Program.Definitions, func(node syntax.Node) bool {
		_, isNode := node.(*syntax.NodeDefinition)
		return isNode
	})
}

// includedLater is the statement of the body that always declares a class, if a
// place stands before it and nothing else that the body leads to can have declared the
// class then; isGuess says that other code may have.
func (e *evaluator) includedLater(class string, at syntax.Node) (later syntax.Node, isGuess bool) {
	d := e.body.definition
	if d == nil || e.body.module == nil || d.kind != kindClass && d.kind != kindDefinedType || e.declaredBefore("class\x00'"+class) != nil {
		return nil, false
	}
	for _, one := range e.certainOf(d.node).classes {
		if one.name == class {
			if one.node.Span().Start < at.Span().Start {
				return nil, false
			}
			later = one.node
		}
	}
	if later == nil || e.localDeclarationsOf(d.node).private {
		return nil, false
	}
	before := e.query(query{kind: mayComeBefore, name: class, at: at})
	if before.yes {
		return nil, false
	}
	return later, before.isGuess
}

// mayComeBefore reports whether a class may have been declared before a place of the
// body by what this does not say itself.
func (e *evaluator) mayComeBefore(class string, at syntax.Node) bool {
	e.dependOnLeading(class, e.body.definition.name)
	return e.isAskedFor(class) || e.mayLeadTo(class, at)
}

// mayBeThere reports whether a class that is not found may exist, or the body's own
// code declares it: then that is what is wrong.
func (e *evaluator) mayBeThere(class string) bool {
	e.dependOnLeading(class)
	return e.mayExist(module.Class, class, e.body.module) || e.closureOf(e.body.node).classes[class]
}

// checkReferences reports the references in a relationship to what nothing
// can have declared.
func (e *evaluator) checkReferences(value Type, at syntax.Node) {
	if !e.reporting || e.callSite != nil || e.state.unreachable {
		return
	}
	items, exact := e.FlattenOne(value, 0)
	if !exact {
		return
	}
	isWhole := e.tree.Closed() && e.body.isTop()
	for _, item := range items {
		switch reference := lattice.TypeIn(item).(type) {
		case *types.ClassType:
			e.depend(reference.Name)
			switch {
			case !reference.HasName || reference.Name == "main" || reference.Name == "settings":
			case e.class(reference.Name) == nil:
				if e.query(query{kind: mayBeThere, name: reference.Name}).yes {
					continue
				}
				e.reportUndeclared(at, "the class '"+reference.Name+"'", spell.Best(reference.Name, e.definedNames(reference.Name, module.Class)))
			case e.body.definition != nil:
				if found := e.query(query{kind: isUndeclaredClass, name: reference.Name, shared: holdsDefaults(reference.Name)}); found.yes {
					e.reportUndeclaredBy(found, at, "the class '"+reference.Name+"'")
				}
			}
		case *types.ResourceType:
			shown := reference.Name + "[" + lattice.Quote(reference.Title) + "]"
			if reference.HasTitle && reference.Title == "" {
				e.report(&code.RelationshipMismatch, at, "", shown+" refers to no resource: no title is empty")
			} else if reference.HasTitle && e.body.definition != nil {
				if found := e.query(query{kind: isUndeclaredResource, name: lattice.LowerASCII(reference.Name), title: reference.Title}); found.yes {
					e.reportUndeclaredBy(found, at, shown)
				}
			}
		}
	}
	if isWhole {
		e.checkReferencesOfWhole(items, at)
	}
}

// reportUndeclared reports a reference to what nothing declares; meant is what
// it is a typo of, or empty.
func (e *evaluator) reportUndeclared(at syntax.Node, what, meant string) {
	finding := e.report(&code.UndeclaredReference, at, "", "nothing declares "+what+", to which this refers")
	if finding != nil && meant != "" {
		finding.Help = "did you mean '" + meant + "'?"
	}
}

// reportUndeclaredBy is reportUndeclared for an answer.
func (e *evaluator) reportUndeclaredBy(found queryAnswer, at syntax.Node, what string) {
	count := len(e.findings)
	e.reportUndeclared(at, what, found.meant)
	if found.isGuess && len(e.findings) > count {
		e.findings[count].Severity = diag.Warning
		e.findings[count].Message = "nothing here declares " + what + ", to which this refers; only other code of the module does"
	}
}

// checkReferencesOfWhole reports references to what a program that is all there
// is declares nowhere.
func (e *evaluator) checkReferencesOfWhole(items []Type, at syntax.Node) {
	e.query(query{kind: isOfWhole})
	e.askOfAll(items)
	reached := e.closureOf(e.body.node)
	if reached.vague || e.hasNodes() {
		return
	}
	for _, item := range items {
		switch reference := lattice.TypeIn(item).(type) {
		case *types.ClassType:
			if reference.HasName && e.class(reference.Name) != nil && !reached.classes[reference.Name] {
				e.reportUndeclared(at, "the class '"+reference.Name+"'", "")
			}
		case *types.ResourceType:
			if reference.HasTitle && e.wholeLacks(reached, lattice.LowerASCII(reference.Name), reference.Title) {
				e.reportUndeclared(at, reference.Name+"["+lattice.Quote(reference.Title)+"]", "")
			}
		}
	}
}

// askOfAll notes that the body was judged by whether it leads to what references
// refer to.
func (e *evaluator) askOfAll(references []Type) {
	for _, one := range references {
		switch reference := lattice.TypeIn(one).(type) {
		case *types.ClassType:
			e.dependOnLeading(reference.Name)
		case *types.ResourceType:
			e.dependOnLeading(lattice.LowerASCII(reference.Name))
			e.depend(deps.Titles(lattice.LowerASCII(reference.Name)))
		}
	}
}

// wholeLacks reports whether a program that is all there is declares no
// resource of that title. One that may be known by another name as well, as
// files are by their path, counts only if there is none of its type.
func (e *evaluator) wholeLacks(reached *declarationClosure, typeName, title string) bool {
	if typeName == "stage" || reached.mayDeclare(typeName, title) {
		return false
	}
	text := e.body.manifest.Source.Text
	return !reached.types[typeName] || typeName != "file" &&
		!strings.Contains(text, "alias") && !strings.Contains(text, "name") && !strings.Contains(text, "path")
}

// isUndeclaredResource reports whether a resource cannot have been declared when the
// body is evaluated, and what its title is a typo of. Anybody may declare a
// resource: this is only said of titles that begin with the name of a module,
// "module::…", of anchors, which modules have for themselves, and of typos of
// titles that the module declares.
func (e *evaluator) isUndeclaredResource(typeName, title string) (found queryAnswer) {
	e.depend(deps.Titles(typeName))
	own := e.closureOf(e.body.definition.node)
	if direct := e.localDeclarationsOf(e.body.definition.node); direct.guarded || len(direct.guards) > 0 {
		return queryAnswer{}
	}
	prefix, _, qualified := strings.Cut(title, "::")
	owner := e.tree.Module(prefix)
	if meant := e.titleTypo(own, typeName, title, qualified && owner != nil); meant != "" {
		return queryAnswer{yes: true, meant: meant}
	}
	if own.mayDeclare(typeName, title) {
		return queryAnswer{}
	}
	if typeName == "anchor" && owner == nil {
		if qualified && e.mayExist(module.Class, prefix, e.body.module) {
			return queryAnswer{} // the module that declares it is not here
		}
		if owner = e.body.module; owner == nil { // a file of no module
			return queryAnswer{}
		}
		declarer, others := e.declarerOf(owner, typeName, title)
		return queryAnswer{yes: declarer == "" && !others && !own.vague}
	}
	if !qualified || owner == nil || own.vague {
		return queryAnswer{}
	}
	e.depend(deps.ModuleDeclarations(owner))
	declarer, others := e.declarerOf(owner, typeName, title)
	if declarer == "" {
		return queryAnswer{yes: !others && owner == e.body.module}
	}
	return e.isUndeclaredClass(declarer, true, nil)
}

// titleTypo is the title that is meant, where a title that nothing in its
// module declares differs by a typo from one that it does; of a title that
// names a module any typo counts, of another one only what makes no name of
// its own.
func (e *evaluator) titleTypo(own *declarationClosure, typeName, title string, qualified bool) (meant string) {
	if e.body.module == nil || len(title) < 5 {
		return ""
	}
	consider := func(body *localDeclarations) (declares bool) {
		for _, use := range body.uses {
			if use.typeName != typeName {
				continue
			}
			for _, known := range use.titles {
				if known == title {
					return true
				}
				if meant == "" && isTitleTypo(title, known, qualified) {
					meant = known
				}
			}
		}
		return false
	}
	for _, body := range own.bodies {
		if consider(body) {
			return ""
		}
	}
	for _, definition := range e.declarable(e.body.module) {
		if consider(e.localDeclarationsOf(definition.Node)) {
			return ""
		}
	}
	if meant != "" && e.isMentioned(title) {
		return ""
	}
	return meant
}

// isMentioned reports whether the file has a text other than as the title in a
// reference.
func (e *evaluator) isMentioned(title string) bool {
	text := e.body.manifest.Source.Text
	for at := 0; ; {
		next := strings.Index(text[at:], title)
		if next < 0 {
			return false
		}
		at += next
		before, after := text[max(0, at-2):at], text[at+len(title):]
		if (strings.HasPrefix(after, "'") || strings.HasPrefix(after, `"`)) && before != "['" && before != `["` {
			return true
		}
		at += len(title)
	}
}

// isTitleTypo reports whether one title differs from another by a typo in its letters. A letter in the place of another one, at the end of
// a word, or none there, makes other names: openssl and openssh, sshd and ssh.
func isTitleTypo(title, known string, qualified bool) bool {
	if !isTypo(title, known) {
		return qualified && len(known) == len(title)+1 && strings.HasPrefix(known, title)
	}
	at := 0
	for at < min(len(title), len(known)) && title[at] == known[at] {
		at++
	}
	longer := title
	if len(known) > len(title) {
		longer = known
	}
	isLetter := func(position int) bool {
		return position < len(longer) && ('a' <= longer[position] && longer[position] <= 'z' || 'A' <= longer[position] && longer[position] <= 'Z')
	}
	switch {
	case !isLetter(at) || at < len(known) && known[at] < 'A':
		return false
	case qualified:
		return true
	case len(title) == len(known): // swapped, or another letter
		return isLetter(at+1) && title[at] == known[at+1]
	}
	return isLetter(at + 1)
}

// declarerOf is the one class of a module that declares a resource; others
// says that there is something else that may.
func (e *evaluator) declarerOf(owner *module.Module, typeName, title string) (class string, others bool) {
	for _, definition := range e.declarable(owner) {
		direct := e.localDeclarationsOf(definition.Node)
		others = others || direct.vague || direct.titleIsType
		for _, use := range direct.uses {
			switch {
			case use.typeName != typeName:
			case !slices.Contains(use.titles, title):
				others = others || use.open
			case definition.Kind != module.Class || class != "" && class != definition.Name:
				return "", true
			default:
				class = definition.Name
			}
		}
	}
	return class, others
}

// isUndeclaredClass reports whether a class cannot have been declared when the code of a
// body is evaluated, as far as the tree tells: the body does not lead to it.
// The module or a user may have declared it before: so more must speak for a
// mistake. What only others of the module show by what they do is a guess.
//
//   - Nobody declares a class that only holds defaults, or that is by its name
//     a part of this one, himself; and nothing of the module does before it
//     declares this class.
//   - Where the default of a class's parameter reads the class that holds its
//     defaults, it is to inherit from that.
//   - Otherwise what the module does elsewhere decides: others that need the
//     class see to it that it is there. That says nothing of a defined type that
//     is a part of the class by its name.
//
// Shared says that the class is there for others to use. At is the place where it
// is needed, or nil when it will do to declare it anywhere.
func (e *evaluator) isUndeclaredClass(class string, shared bool, at syntax.Node) queryAnswer {
	d := e.body.definition
	if d == nil || d.kind != kindClass && d.kind != kindDefinedType || e.body.module == nil || d.name == class {
		return queryAnswer{}
	}
	if shared && e.pending != nil && d.kind == kindClass && isPartOf(class, d.name) && e.class(class) != nil {
		yes := !e.comesWithParent(class, d) // nothing of the body has been evaluated
		return queryAnswer{yes: yes, isGuess: yes && e.isPreceded(class)}
	}
	direct := e.localDeclarationsOf(d.node)
	if slices.Contains(direct.classes, class) || len(e.declarable(e.body.module)) > maxSurroundings {
		return queryAnswer{}
	}
	e.dependOnLeading(class, d.name)
	if e.isAskedFor(class) || e.class(class) == nil || e.mayLeadTo(class, at) {
		return queryAnswer{}
	}
	e.depend(deps.ModuleDeclarations(e.body.module))
	guess := queryAnswer{yes: true, isGuess: true}
	followers, others := e.custom(class)
	if e.pending != nil && d.kind == kindClass && followers >= 2 && others == 0 && (shared || followers >= 4) {
		return guess
	}
	if direct.private || strings.Contains(e.body.manifest.Source.Text, "@api private") {
		return queryAnswer{}
	}
	before, possible := false, false
	for _, around := range e.surroundings(class) {
		if around.classes[class] {
			before = before || around.classes[d.name] || around.types[d.name]
			possible = possible || around.mayBeUnresolved(class, d.name)
		}
	}
	yes := false
	switch {
	case before:
		yes = shared && followers >= 3 && others == 0 && e.standsAlone(class)
	case d.kind == kindClass && !possible && (isPartOf(class, d.name) || holdsDefaults(class) && strings.HasPrefix(class, e.body.module.Name+"::")):
		return queryAnswer{yes: true, isGuess: e.comesWithWhole(class, d) || e.isPreceded(class)}
	case shared:
		yes = followers >= 2 && others*4 <= followers
	case d.kind == kindDefinedType && isPartOf(d.name, class):
		// who uses it has the class, of which it is a part
	default:
		yes = !possible && followers >= 3 && others*10 <= followers && !e.classifiesByData()
	}
	if !yes {
		return queryAnswer{}
	}
	return guess
}

// comesWithWhole reports whether a class that a definition is a part of by its name
// leads to another one: who uses the part has the whole, as a rule.
func (e *evaluator) comesWithWhole(class string, d *definition) bool {
	for name := d.name; ; {
		at := strings.LastIndex(name, "::")
		if at < 0 {
			return false
		}
		name = name[:at]
		e.dependOnLeading(class)
		if whole := e.class(name); whole != nil && e.closureOf(whole.node).classes[class] {
			return true
		}
	}
}

// isAskedFor reports whether the body asks for a class, or for what leads to it,
// whether it is defined.
func (e *evaluator) isAskedFor(class string) bool {
	direct := e.localDeclarationsOf(e.body.node)
	return direct.guarded || slices.ContainsFunc(direct.guards, func(name string) bool {
		asked := e.class(name)
		return asked == nil || name == class || e.closureOf(asked.node).mayBeUnresolved(class, e.body.definition.name) || e.closureOf(asked.node).classes[class]
	})
}

// mayLeadTo reports whether what the body declares, before a place if one is
// given, may lead to a class. A module that is missing does not lead to one of the body's own
// module, unless the body inherits from one of its classes.
func (e *evaluator) mayLeadTo(class string, at syntax.Node) bool {
	own := &e.closureOf(e.body.node).classSet
	if at != nil {
		own = e.earlyAt(at)
	}
	isOwn := strings.HasPrefix(class+"::", e.body.module.Name+"::") && !e.inheritsFromMissing()
	return own.classes[class] || own.mayBeUnresolved(class, e.body.definition.name) || own.incomplete && !isOwn
}

// inheritsFromMissing reports whether the body is a class with an ancestor that is not
// there.
func (e *evaluator) inheritsFromMissing() bool {
	d := e.body.definition
	for range maxAncestors {
		if d.parent() == "" {
			return false
		}
		if d = e.class(d.parent()); d == nil {
			return true
		}
	}
	return false
}

// comesWithParent reports whether a class may be declared by what a definition
// inherits from.
func (e *evaluator) comesWithParent(class string, d *definition) bool {
	if d.parent() == "" || d.parent() == class {
		return d.parent() == class
	}
	parent := e.class(d.parent())
	if parent == nil {
		return true
	}
	e.dependOnLeading(class)
	reached := e.closureOf(parent.node)
	return reached.vague || reached.classes[class]
}

// classifiesByData reports whether the initial manifests include what data
// name: then any two classes may be put together.
func (e *evaluator) classifiesByData() bool {
	return slices.ContainsFunc(e.initialReaches(), func(r *declarationClosure) bool { return r.vague })
}

// initialReaches are what the initial manifests and their nodes lead to.
func (e *evaluator) initialReaches() []*declarationClosure {
	var found []*declarationClosure
	for _, manifest := range e.tree.Initial() {
		found = append(found, e.closureOf(manifest.Program))
		for _, node := range manifest.Program.Definitions {
			found = append(found, e.closureOf(node))
		}
	}
	return found
}

// standsAlone reports whether the body sees to it that every class of its
// module that it needs is there, but for one. Otherwise it is a part of
// something that does.
func (e *evaluator) standsAlone(without string) bool {
	own := e.closureOf(e.body.node)
	for wanted := range e.localDeclarationsOf(e.body.node).wanted {
		e.dependOnLeading(wanted)
		if wanted != without && !own.classes[wanted] && strings.HasPrefix(wanted+"::", e.body.module.Name+"::") {
			return false
		}
	}
	return true
}

// surroundings are what the other definitions of the body's module and the
// initial manifests lead to. A part of the body is none of them, though it may
// declare the whole.
func (e *evaluator) surroundings(part string) []*declarationClosure {
	found := e.initialReaches()
	for _, definition := range e.declarable(e.body.module) {
		if definition.Node != e.body.node && !(definition.Name == part && isPartOf(part, e.body.definition.name)) {
			found = append(found, e.closureOf(definition.Node))
		}
	}
	return found
}

// declarable are the classes and defined types of a module.
func (p *program) declarable(of *module.Module) []*module.Definition {
	return p.ownDefinitions.get(of, func() []*module.Definition {
		var found []*module.Definition
		for _, manifest := range p.tree.ManifestsOf(of) {
			for _, definition := range manifest.Definitions {
				if definition.Kind == module.Class || definition.Kind == module.DefinedType {
					found = append(found, definition)
				}
			}
		}
		return found
	})
}

// custom counts, among the other definitions of the body's kind and module
// that need a class, those that lead to it and those that do not.
func (e *evaluator) custom(class string) (followers, others int) {
	needed := e.class(class)
	for _, definition := range e.declarable(e.body.module) {
		if definition.Kind != e.body.definition.Kind || definition.Node == e.body.node || definition.Name == class {
			continue
		}
		direct, reach := e.localDeclarationsOf(definition.Node), e.closureOf(definition.Node)
		switch {
		case !direct.wanted[class] && !e.refersInto(direct, needed):
		case reach.classes[class]:
			followers++
		case !reach.vague && !direct.private:
			others++
		}
	}
	return followers, others
}

// refersInto reports whether a body refers to a resource that a class
// declares.
func (e *evaluator) refersInto(from *localDeclarations, class *definition) bool {
	for _, use := range e.localDeclarationsOf(class.node).uses {
		for _, title := range use.titles {
			if from.references[resourceKey(use.typeName, title)] {
				return true
			}
		}
	}
	return false
}

// holdsDefaults reports whether a class is, by its name, one that others take
// their defaults from and that nobody declares himself.
func holdsDefaults(class string) bool {
	return strings.HasSuffix(class, "::params") || strings.HasSuffix(class, "::defaults")
}

// isPartOf reports whether a class is, by its name, a part of another.
func isPartOf(class, whole string) bool { return strings.HasPrefix(class, whole+"::") }
