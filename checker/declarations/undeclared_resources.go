package declarations

import (
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

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
// anchors, which modules declare for themselves, and typos of titles that the module declares. A
// title that has one inner word more or less than one that is declared with the body is a guess.
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
	if meant := q.titleWithWord(own, typeName, title); meant != "" {
		return Answer{Yes: true, IsGuess: true, Meant: meant}
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
	// shortened maps a title without one of its inner words to the first title that it is made from.
	shortened func() map[string]string
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
			list.shortened = sync.OnceValue(func() map[string]string { return shortenedTitles(list.titles) })
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

// minWords is the number of words that two titles have in common if one of them lacks a word.
// Titles of fewer words may well be different names, such as 'reload nginx' and 'nginx'.
const minWords = 3

// maxWords is the number of words above which a title is a text, such as a command line, whose
// words are not compared.
const maxWords = 16

// shortenedTitles maps titles without one of their inner words to the first title each is made from.
func shortenedTitles(titles []string) map[string]string {
	shortened := map[string]string{}
	for _, title := range titles {
		for shorter := range withoutWords(title) {
			if _, found := shortened[shorter]; !found {
				shortened[shorter] = title
			}
		}
	}
	return shortened
}

// withoutWords returns a title without each of its inner words in turn, and without the separator
// behind the word. It returns none for titles with too few or too many words. A title without its
// first or last word is most often another name: a more general one.
func withoutWords(title string) iter.Seq[string] {
	return func(yield func(string) bool) {
		words := strings.FieldsFunc(title, isNoWordByte)
		if len(words) <= minWords || len(words) > maxWords {
			return
		}
		start := strings.Index(title, words[0]) + len(words[0])
		start += strings.Index(title[start:], words[1])
		for i := 1; i < len(words)-1; i++ {
			end := start + len(words[i])
			next := end + strings.Index(title[end:], words[i+1])
			if !yield(title[:start] + title[next:]) {
				return
			}
			start = next
		}
	}
}

// isNoWordByte reports whether a character separates the words of a title.
func isNoWordByte(r rune) bool {
	return r < utf8.RuneSelf && !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9')
}

// titleWithWord returns the title that one of a reference has one inner word more or less than, if a
// body that is always evaluated with this one declares it and nothing in the tree declares the
// title of the reference: Exec['install auth backend'] beside 'install ldap auth backend'. It
// returns "" if there is none. It does not compare paths of files: a folder with another name is
// managed elsewhere more often than misspelt.
func (q *Queries) titleWithWord(own *Closure, typeName, title string) (meant string) {
	if typeName == "file" && strings.ContainsAny(title, `/\`) {
		return ""
	}
	for _, body := range own.bodies {
		list := q.titlesIn(body, typeName)
		if list == nil {
			continue
		}
		if meant = list.shortened()[title]; meant != "" {
			break
		}
		for shorter := range withoutWords(title) {
			if list.declares(shorter) {
				meant = shorter
				break
			}
		}
		if meant != "" {
			break
		}
	}
	if meant == "" || q.isMentioned(title) {
		return ""
	}
	for _, other := range q.Tree.Modules {
		if q.titlesOf(other)[typeName].declares(title) {
			return ""
		}
	}
	return meant
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
