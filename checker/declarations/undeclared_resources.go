package declarations

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
)

// minTitleTypo is the minimum length of a title that is checked for typos. Shorter titles often
// differ by one letter by chance.
const minTitleTypo = 5

// isUndeclaredResource reports whether a resource cannot have been declared when the body is
// evaluated, and which title its title is a typo of. Any code may declare a resource, so only
// these titles are considered: those that begin with the name of a module ("module::…"),
// anchors, which modules declare for themselves, and typos of titles that the module declares.
func (q *Queries) isUndeclaredResource(typeName, title string) (found Answer) {
	q.Dependencies.Add(deps.Titles(typeName))
	own := q.ClosureOf(q.Body.Definition.Node)
	if direct := q.LocalOf(q.Body.Definition.Node); direct.Guarded || len(direct.Guards) > 0 {
		return Answer{}
	}
	prefix, _, qualified := strings.Cut(title, "::")
	owner := q.Tree.Module(prefix)
	if meant := q.titleTypo(own, typeName, title, qualified && owner != nil); meant != "" {
		return Answer{Yes: true, Meant: meant}
	}
	if own.MayDeclare(typeName, title) {
		return Answer{}
	}
	if typeName == "anchor" && owner == nil {
		q.Dependencies.AddHidden(q.Tree, module.Class, prefix)
		if qualified && q.MayExist(module.Class, prefix, q.Body.Module) {
			return Answer{} // the module that declares it is missing
		}
		if owner = q.Body.Module; owner == nil { // a file outside of modules
			return Answer{}
		}
		declarer, others := q.declarerOf(owner, typeName, title)
		return Answer{Yes: declarer == "" && !others && !own.Vague}
	}
	if !qualified || owner == nil || own.Vague {
		return Answer{}
	}
	q.Dependencies.Add(deps.ModuleDeclarations(owner))
	declarer, others := q.declarerOf(owner, typeName, title)
	if declarer == "" {
		return Answer{Yes: !others && owner == q.Body.Module}
	}
	return q.isUndeclaredClass(declarer, true, nil)
}

// titleTypo returns the title that an undeclared title of the module is a typo of, or "". For a
// title that names a module, any typo counts. For any other title, a typo that makes a
// plausible different name does not count.
func (q *Queries) titleTypo(own *Closure, typeName, title string, qualified bool) (meant string) {
	if q.Body.Module == nil || len(title) < minTitleTypo {
		return ""
	}
	inModule := q.titlesOf(q.Body.Module)[typeName]
	if inModule.declares(title) || slices.ContainsFunc(own.bodies, func(body *Local) bool { return body.declares(typeName, title) }) {
		return ""
	}
	isMeant := func(known string) bool { return isTitleTypo(title, known, qualified) }
	for _, body := range own.bodies {
		if meant = q.titlesIn(body, typeName).firstTypo(title, isMeant); meant != "" {
			break
		}
	}
	if meant == "" {
		meant = inModule.firstTypo(title, isMeant)
	}
	if meant != "" && q.isMentioned(title) {
		return ""
	}
	return meant
}

// titleList holds the known titles of the resources of one type, in their order.
type titleList struct {
	titles []string
	// declared is the set of the titles, typos an index of them.
	declared func() map[string]bool
	typos    func() *spell.Index
}

// newTitleLists returns the known titles of uses, by type.
func newTitleLists(uses iter.Seq[ResourceUse]) map[string]*titleList {
	lists := map[string]*titleList{}
	for use := range uses {
		if len(use.Titles) == 0 {
			continue
		}
		list := lists[use.TypeName]
		if list == nil {
			list = new(titleList)
			list.declared = sync.OnceValue(func() map[string]bool {
				declared := make(map[string]bool, len(list.titles))
				for _, title := range list.titles {
					declared[title] = true
				}
				return declared
			})
			list.typos = sync.OnceValue(func() *spell.Index { return spell.NewIndex(list.titles) })
			lists[use.TypeName] = list
		}
		list.titles = append(list.titles, use.Titles...)
	}
	return lists
}

// declares reports whether a title is in the list, which may be nil.
func (l *titleList) declares(title string) bool { return l != nil && l.declared()[title] }

// firstTypo returns the first title of the list that title is a typo of and isMeant accepts, or
// "". The list may be nil.
func (l *titleList) firstTypo(title string, isMeant func(known string) bool) string {
	if l == nil {
		return ""
	}
	return l.typos().First(title, isMeant)
}

// titlesOf returns the titles that the classes and defined types of a module declare, by type.
func (p *Declarations) titlesOf(of *module.Module) map[string]*titleList {
	return p.moduleTitles.Get(of, func() map[string]*titleList {
		return newTitleLists(func(yield func(ResourceUse) bool) {
			for _, definition := range p.declarable(of) {
				for _, use := range p.LocalOf(definition.Node).Uses {
					if !yield(use) {
						return
					}
				}
			}
		})
	})
}

// titlesIn returns the titles of a type that a body declares, or nil.
func (p *Declarations) titlesIn(body *Local, typeName string) *titleList {
	if len(body.Uses) == 0 {
		return nil
	}
	return p.bodyTitles.Get(body, func() map[string]*titleList { return newTitleLists(slices.Values(body.Uses)) })[typeName]
}

// isMentioned reports whether the file contains a quoted text ending in title, other than as
// the title in a reference.
func (q *Queries) isMentioned(title string) bool {
	type key struct {
		manifest *module.Manifest
		length   int
	}
	// Searching the text for each title would take quadratic time.
	return q.quoted.Get(key{q.Body.Manifest, len(title)}, func() map[string]bool {
		return quotedEndings(q.Body.Manifest.Source.Text, len(title))
	})[title]
}

// quotedEndings returns the substrings of a length, in bytes, that end at a quote, unless a
// reference begins before them.
func quotedEndings(text string, length int) map[string]bool {
	found := map[string]bool{}
	for at := length; at < len(text); at++ {
		if text[at] != '\'' && text[at] != '"' {
			continue
		}
		start := at - length
		if before := text[max(0, start-2):start]; before != "['" && before != `["` {
			found[text[start:at]] = true
		}
	}
	return found
}

// isTitleTypo reports whether one title differs from another by a typo in its letters. Unless
// qualified is set, some typos do not count because they make different names: a replaced
// letter (openssl, openssh), and an added or missing letter at the end of a word (sshd, ssh).
func isTitleTypo(title, known string, qualified bool) bool {
	if !program.IsTypo(title, known) {
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
	case len(title) == len(known): // letters swapped, or one letter replaced
		return isLetter(at+1) && title[at] == known[at+1]
	}
	return isLetter(at + 1)
}

// declarerOf returns the only class of a module that declares a resource, or "". others means
// that something else may declare it.
func (q *Queries) declarerOf(owner *module.Module, typeName, title string) (class string, others bool) {
	for _, definition := range q.declarable(owner) {
		direct := q.LocalOf(definition.Node)
		others = others || direct.Vague || direct.TitleIsType
		for _, use := range direct.Uses {
			switch {
			case use.TypeName != typeName:
			case !slices.Contains(use.Titles, title):
				others = others || use.Open
			case definition.Kind != module.Class || class != "" && class != definition.Name:
				return "", true
			default:
				class = definition.Name
			}
		}
	}
	return class, others
}
