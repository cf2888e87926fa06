package declarations

import (
	"slices"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// A class that nothing seems to declare is only reported if enough other definitions of the
// module do declare it. Among the definitions that need the class, followers declare it,
// directly or indirectly, and others do not.
const (
	// minFollowersShared is the number of followers required for a class that is meant for
	// other modules to use. The code that needs such a class declares it. A single follower may
	// be chance.
	minFollowersShared = 2
	// minFollowers is the number required for any other class, or if some code declares the
	// class before the body. In the latter case, further conditions apply.
	minFollowers = 3
	// minFollowersOfDefault is the number required for a class that is not shared, if the
	// default of a parameter needs it. Nothing in the body can have declared the class by then,
	// but the module's user may have.
	minFollowersOfDefault = 4
	// followersPerOtherShared is the number of followers that outweigh one other for a class
	// that is meant for other modules to use. followersPerOther is that number for any other
	// class, which users usually declare themselves.
	followersPerOtherShared = 4
	followersPerOther       = 10
	// maxSurroundings limits the size of a module in which the closure of a body is compared
	// with those of other definitions. The work is quadratic in that size.
	maxSurroundings = 2000
)

// isUndeclaredClass reports whether a class cannot have been declared when the code of a body
// is evaluated. It only knows the tree: the body must not declare the class, directly or
// through other code. The module or a user may still have declared it before, so one of these
// conditions must hold as well:
//
//   - The class only holds defaults, or lies in the namespace of the body's class, so that no
//     user declares it; and no code of the module declares it before the body's class.
//   - The default of a class's parameter reads the class that holds its defaults, from which it
//     should inherit.
//   - Other code of the module that needs the class declares it first. This is only a guess,
//     and it is not used for a defined type in the namespace of the class.
//
// A guess is dropped if everything in the tree that declares the body declares the class as well,
// unless others may use the module.
//
// shared says that the class is meant for other modules to use. at is the node that needs the
// class; if it is nil, a declaration anywhere in the body will do.
func (q *Queries) isUndeclaredClass(class string, shared bool, at syntax.Node) Answer {
	found := q.seemsUndeclared(class, shared, at)
	if found.IsGuess && !q.hasUnknownUsers() && q.isAlwaysPreceded(class) {
		return Answer{}
	}
	return found
}

// hasUnknownUsers reports whether code that is not in the tree may declare the body: its module is
// published, and the tree is no control repository that uses it.
func (q *Queries) hasUnknownUsers() bool {
	if q.Tree.Environment != "" || q.Body.Module == nil {
		return false
	}
	q.Dependencies.Add(deps.File(q.Body.Module, "metadata.json"))
	return q.Body.Module.Metadata() != nil
}

// seemsUndeclared is isUndeclaredClass without a look at all that declares the body.
func (q *Queries) seemsUndeclared(class string, shared bool, at syntax.Node) Answer {
	d := q.Body.Definition
	if d == nil || d.Kind != module.Class && d.Kind != module.DefinedType || q.Body.Module == nil || d.Name == class || q.mayHideDeclarations() {
		return Answer{}
	}
	if shared && q.InDefault && d.Kind == module.Class && isPartOf(class, d.Name) && q.Class(class) != nil {
		yes := !q.mayBeDeclaredByAncestors(class, d) // the body has not been evaluated yet
		return Answer{Yes: yes, IsGuess: yes && (q.isPreceded(class) || q.isDeclaredByLoose(class))}
	}
	direct := q.LocalOf(d.Node)
	if slices.Contains(direct.Classes, class) || len(q.declarable(q.Body.Module)) > maxSurroundings {
		return Answer{}
	}
	q.Dependencies.AddLeading(class, d.Name)
	if q.isTestedFor(class) || q.Class(class) == nil || q.mayLeadTo(class, at) {
		return Answer{}
	}
	q.Dependencies.Add(deps.ModuleDeclarations(q.Body.Module))
	guess := Answer{Yes: true, IsGuess: true}
	followers, others := q.followersOf(class)
	if q.InDefault && d.Kind == module.Class && followers >= minFollowersShared && others == 0 && (shared || followers >= minFollowersOfDefault) {
		return guess
	}
	if direct.Private || strings.Contains(q.Body.Manifest.Source.Text, "@api private") {
		return Answer{}
	}
	before, possible := false, false
	for _, around := range q.surroundings(class) {
		if around.Classes[class] {
			before = before || around.Classes[d.Name] || around.Types[d.Name]
			possible = possible || around.mayBeUnresolved(class, d.Name)
		}
	}
	yes := false
	switch {
	case before:
		yes = shared && followers >= minFollowers && others == 0 && q.standsAlone(class)
	case d.Kind == module.Class && !possible && (isPartOf(class, d.Name) || HoldsDefaults(class) && strings.HasPrefix(class, q.Body.Module.Name+"::")):
		isGuess := q.isLeftToUsers(class) || q.isOrderedBeside(class) || q.isDeclaredByEnclosingClass(class, d) || q.isPreceded(class) || q.isDeclaredByLoose(class) || q.isDeclaredForSiblings(class) || q.refersToDeclarer(class)
		return Answer{Yes: true, IsGuess: isGuess}
	case shared:
		yes = followers >= minFollowersShared && others*followersPerOtherShared <= followers
	case d.Kind == module.DefinedType && isPartOf(d.Name, class):
		// Whoever uses a part of the class usually declares the class as well.
	default:
		yes = !possible && followers >= minFollowers && others*followersPerOther <= followers && !q.classifiesByData()
	}
	if !yes {
		return Answer{}
	}
	return guess
}

// isLeftToUsers reports whether a class has parameters and no other class of the module declares it:
// then users declare it with their values.
func (q *Queries) isLeftToUsers(class string) bool {
	q.Dependencies.Add(deps.Parameters(class))
	needed := q.Class(class)
	return len(needed.Parameters) > 0 && !slices.ContainsFunc(q.declarable(q.Body.Module), func(other *module.Definition) bool {
		return other.Node != needed.Node && q.ClosureOf(other.Node).Classes[class]
	})
}

// isOrderedBeside reports whether a relationship of the body is between the body's own class and
// the given one, as Class['shop::hosts'] -> Class['shop'] in the class shop. Then whoever declares
// the one is meant to declare the other.
func (q *Queries) isOrderedBeside(class string) bool {
	found := false
	syntax.Inspect(q.Body.Node, func(node syntax.Node) bool {
		relationship, ok := node.(*syntax.RelationshipExpression)
		if !ok {
			return !found
		}
		named := Local{}
		syntax.Inspect(relationship, func(node syntax.Node) bool {
			if access, ok := node.(*syntax.AccessExpression); ok {
				named.reference(access)
			}
			return true
		})
		found = found || named.Wanted[class] && named.Wanted[q.Body.Definition.Name]
		return false
	})
	return found
}

// mayHideDeclarations reports whether syntax errors in the module or in the main manifests may
// hide a declaration of a class.
func (q *Queries) mayHideDeclarations() bool {
	q.Dependencies.Add(deps.HiddenDefinitions(nil, ""))
	q.Dependencies.Add(deps.HiddenDefinitions(q.Body.Module, ""))
	return q.Tree.Manifests.IsBroken(nil) || q.Tree.Manifests.IsBroken(q.Body.Module)
}

// isDeclaredByEnclosingClass reports whether a class declares the given class, if the
// definition lies in the namespace of that class. Users of the part usually declare the whole,
// too.
func (q *Queries) isDeclaredByEnclosingClass(class string, d *program.Definition) bool {
	for name := d.Name; ; {
		at := strings.LastIndex(name, "::")
		if at < 0 {
			return false
		}
		name = name[:at]
		q.Dependencies.AddLeading(class)
		if whole := q.Class(name); whole != nil && q.ClosureOf(whole.Node).Classes[class] {
			return true
		}
	}
}

// isDeclaredForSiblings reports whether other classes of the same namespace need a class but
// leave its declaration to the code that declares them, as profiles leave it to roles. Then the
// body's class may do the same, and its users are unknown.
func (q *Queries) isDeclaredForSiblings(class string) bool {
	d := q.Body.Definition
	namespace := d.Name[:strings.LastIndex(d.Name, "::")+1]
	for _, sibling := range q.declarable(q.Body.Module) {
		if sibling.Kind != d.Kind || sibling.Node == d.Node || !strings.HasPrefix(sibling.Name, namespace) ||
			!q.LocalOf(sibling.Node).Wanted[class] || q.ClosureOf(sibling.Node).Classes[class] {
			continue
		}
		if slices.ContainsFunc(q.surroundings(class), func(around *Closure) bool { return around.Classes[class] && around.Classes[sibling.Name] }) {
			return true
		}
	}
	return false
}

// refersToDeclarer reports whether the body refers to a class, as in require =>
// Class['shop::web'], that declares the given class, directly or through others. If the body
// does not declare that class either, it leaves both to its users.
func (q *Queries) refersToDeclarer(class string) bool {
	own := q.ClosureOf(q.Body.Node)
	for wanted := range q.LocalOf(q.Body.Node).Wanted {
		if wanted == class || own.Classes[wanted] {
			continue
		}
		q.Dependencies.AddLeading(wanted)
		if declarer := q.Class(wanted); declarer != nil && declarer.Node != q.Body.Node && q.ClosureOf(declarer.Node).Classes[class] {
			return true
		}
	}
	return false
}

// isDeclaredByLoose reports whether a manifest beside a folder of modules declares the class, directly
// or through others. A user may apply that manifest, or an unknown main manifest may contain
// the same code.
func (q *Queries) isDeclaredByLoose(class string) bool {
	q.Dependencies.Add(deps.AllDeclarations)
	return slices.ContainsFunc(q.looseClosures(), func(r *Closure) bool { return r.Classes[class] })
}

// classifiesByData reports whether the initial manifests include classes named by data. Then
// any two classes may be combined.
func (q *Queries) classifiesByData() bool {
	return slices.ContainsFunc(q.initialClosures(), func(r *Closure) bool { return r.Vague })
}

// initialClosures returns the closures of the initial manifests and of their nodes.
func (q *Queries) initialClosures() []*Closure {
	var found []*Closure
	for _, manifest := range q.Tree.Manifests.Initial() {
		found = append(found, q.ClosureOf(manifest.Program))
		for _, node := range manifest.Program.Definitions {
			found = append(found, q.ClosureOf(node))
		}
	}
	return found
}

// standsAlone reports whether the body declares every class of its module that it needs, not
// counting without. A body that does not is probably a part of something that declares these
// classes.
func (q *Queries) standsAlone(without string) bool {
	own := q.ClosureOf(q.Body.Node)
	for wanted := range q.LocalOf(q.Body.Node).Wanted {
		q.Dependencies.AddLeading(wanted)
		if wanted != without && !own.Classes[wanted] && strings.HasPrefix(wanted+"::", q.Body.Module.Name+"::") {
			return false
		}
	}
	return true
}

// surroundings returns the closures of the initial manifests and of the other definitions of
// the body's module. If part is a part of the body's definition, it is left out: part may
// declare the whole.
func (q *Queries) surroundings(part string) []*Closure {
	found := q.initialClosures()
	for _, definition := range q.declarable(q.Body.Module) {
		if definition.Node != q.Body.Node && !(definition.Name == part && isPartOf(part, q.Body.Definition.Name)) {
			found = append(found, q.ClosureOf(definition.Node))
		}
	}
	return found
}

// followersOf counts, among the other definitions of the body's kind and module that need a class,
// those that declare it and those that do not.
func (q *Queries) followersOf(class string) (followers, others int) {
	needed := q.Class(class)
	for _, definition := range q.declarable(q.Body.Module) {
		if definition.Kind != q.Body.Definition.Kind || definition.Node == q.Body.Node || definition.Name == class {
			continue
		}
		direct, reach := q.LocalOf(definition.Node), q.ClosureOf(definition.Node)
		switch {
		case !direct.Wanted[class] && !q.refersInto(direct, needed):
		case reach.Classes[class]:
			followers++
		case !reach.Vague && !direct.Private:
			others++
		}
	}
	return followers, others
}

// refersInto reports whether a body refers to a resource that a class declares.
func (q *Queries) refersInto(from *Local, class *program.Definition) bool {
	for _, use := range q.LocalOf(class.Node).Uses {
		for _, title := range use.Titles {
			if from.References[ResourceKey(use.TypeName, title)] {
				return true
			}
		}
	}
	return false
}

// HoldsDefaults reports whether a class, judging by its name, only holds defaults for
// other classes, so that no user declares it.
func HoldsDefaults(class string) bool {
	return strings.HasSuffix(class, "::params") || strings.HasSuffix(class, "::defaults")
}

// isPartOf reports whether, by its name, a class is a part of another.
func isPartOf(class, whole string) bool { return strings.HasPrefix(class, whole+"::") }
