package secret

import "puppet-lint/internal/wordset"

// hint says which of the shapes a text may contain. Finding the hints is one pass over the
// text, so that most texts are never searched with a regular expression.
type hint uint32

const (
	hintPrivateKey hint = 1 << iota
	hintToken
	hintURL
	hintAt
	hintName
	hintAssignment
	hintOption
	hintElement
	hintTool
	hintEntry
	hintIdentified
	hintSet
	hintPiped
	hintAuth
	hintCommunity
	hintMachine
	hintAuthorization
	// hintStatement are the hints of statements.
	hintStatement = hintIdentified | hintSet | hintPiped | hintAuth | hintCommunity | hintMachine | hintAuthorization
)

// hintWords holds a group for each hint, in their order. It never changes.
var hintWords = wordset.New(
	wordset.Group{Words: []string{"PRIVATE KEY"}},
	wordset.Group{Words: wordsOfServices()},
	wordset.Group{Words: []string{"://"}},
	wordset.Group{Words: []string{"@"}},
	NameWords,
	wordset.Group{Words: []string{"=", ": ", ":\t", "\":", "':"}},
	wordset.Group{Words: []string{" -"}},
	wordset.Group{Words: []string{"</", "value="}},
	wordset.Group{Words: namesOfTools()},
	wordset.Group{Words: []string{":5432:", ":*:", " * ", "\t*\t", "\t* "}},
	wordset.Group{Words: []string{"identified"}, AnyCase: true},
	wordset.Group{Words: []string{"password ", "password\t", "password\n", "password\r", "password\f", "password("}, AnyCase: true},
	wordset.Group{Words: []string{"--stdin", "chpasswd"}, AnyCase: true},
	wordset.Group{Words: []string{"auth "}, AnyCase: true},
	wordset.Group{Words: []string{"rocommunity", "rwcommunity"}, AnyCase: true},
	wordset.Group{Words: []string{"machine"}, AnyCase: true},
	wordset.Group{Words: []string{"authorization"}, AnyCase: true},
)

// NameWords are words of which each name of a secret contains one.
var NameWords = wordset.Group{Words: []string{"pass", "pw", "pswd", "secret", "token", "key", "psk", "cookie", "community", "masterauth"}, AnyCase: true}

// namesMayHold is the set of NameWords alone.
var namesMayHold = wordset.New(NameWords)

// UserWords are words of which each name of a user contains one.
var UserWords = wordset.Group{Words: []string{"user", "usr", "uname", "login", "runas"}, AnyCase: true}

// usersMayHold is the set of UserWords alone.
var usersMayHold = wordset.New(UserWords)

// MayName reports whether a text may contain the name of a secret, or the shape of one.
func MayName(text string) bool {
	return hintsIn(text)&(hintName|hintAt|hintTool|hintStatement|hintEntry) != 0
}

// hintSecret are the hints of which a text with a secret has one.
const hintSecret = hintPrivateKey | hintToken | hintURL | hintName | hintTool | hintStatement | hintEntry

// MayHold reports whether InText may find anything in a text.
func MayHold(text string) bool { return hintsIn(text)&hintSecret != 0 }

// hintsIn returns the hints of a text.
func hintsIn(text string) hint { return hint(hintWords.Find(text)) }
