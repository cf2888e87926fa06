package module

import (
	"maps"
	"path/filepath"
	"strings"
)

// NameIndex holds the words in a module's files that may name variables of its classes. It is
// built without parsing. A variable that no index mentions is certainly not read.
type NameIndex struct {
	// Qualified holds the names with "::" in all files, without a leading "::".
	Qualified map[string]bool
	// Words holds the words of all files that are not manifests: templates, whatever their names,
	// Ruby code, Hiera data.
	Words map[string]bool
	// Parents holds the classes that classes of the module inherit from.
	Parents map[string]bool
	// Open holds the names followed by "::" and an interpolation. Any variable of such a class
	// may be read.
	Open map[string]bool
	// Attributes holds the words in brackets after a resource reference, in collector queries
	// and in the arguments of getparam.
	Attributes map[string]bool
	// roots holds the first segments of the names in Qualified, Parents and Open.
	roots map[string]bool
}

func newNameIndex() *NameIndex {
	return &NameIndex{Qualified: map[string]bool{}, Words: map[string]bool{}, Parents: map[string]bool{}, Open: map[string]bool{}, Attributes: map[string]bool{}, roots: map[string]bool{}}
}

// root returns the first segment of a name.
func root(name string) string {
	first, _, _ := strings.Cut(name, "::")
	return first
}

// indexText returns the name index of one file.
func indexText(path, text string) *NameIndex {
	found := newNameIndex()
	found.add(path, text)
	return found
}

// equal reports whether two indexes have the same content.
func (m *NameIndex) equal(other *NameIndex) bool {
	return maps.Equal(m.Qualified, other.Qualified) && maps.Equal(m.Words, other.Words) && maps.Equal(m.Parents, other.Parents) &&
		maps.Equal(m.Open, other.Open) && maps.Equal(m.Attributes, other.Attributes)
}

// IsEditorFile reports whether a file, judging by its name, is one that an editor keeps beside
// an open file: a swap, lock or backup file. Nothing reads such a file; it only repeats the
// contents of the open file.
func IsEditorFile(name string) bool {
	switch {
	case strings.HasSuffix(name, "~"), strings.HasPrefix(name, ".#"), strings.HasSuffix(name, "___jb_tmp___"), strings.HasSuffix(name, "___jb_old___"):
		return true // Vim, Emacs and Kate, Emacs, IntelliJ
	case strings.HasPrefix(name, "#"):
		return strings.HasSuffix(name, "#") // Emacs
	}
	extension := filepath.Ext(name)
	return strings.HasPrefix(name, ".") && (extension == ".kate-swp" || len(extension) == len(".swp") && strings.HasPrefix(extension, ".sw"))
}

// add adds the names in the text of the file at path.
func (m *NameIndex) add(path, text string) {
	if IsEditorFile(filepath.Base(path)) {
		return
	}
	addAttributes(m, text)
	m.addQualified(text)
	if !strings.HasSuffix(path, ".pp") || strings.Contains(filepath.ToSlash(path), "/templates/") {
		eachWord(text, func(word string) { m.Words[word] = true })
		return
	}
	for rest := text; ; {
		_, after, isThere := strings.Cut(rest, "inherits")
		if !isThere {
			return
		}
		if name := strings.TrimLeft(after, " \t\r\n:"); name != "" && isNameByte(name[0]) {
			parent := name[:nameEnd(name, 0)]
			m.Parents[parent], m.roots[root(parent)] = true, true
		}
		rest = after
	}
}

// addQualified adds the names in a text that contain "::".
func (m *NameIndex) addQualified(text string) {
	for at := 0; ; {
		next := strings.Index(text[at:], "::")
		if next < 0 {
			return
		}
		start := at + next
		for start > at && isNameByte(text[start-1]) {
			start--
		}
		at = at + next + len("::")
		if at < len(text) && isNameByte(text[at]) {
			at = nameEnd(text, at)
			name := strings.TrimPrefix(text[start:at], "::")
			m.Qualified[name], m.roots[root(name)] = true, true
		}
		if rest := strings.TrimPrefix(text[at:], "::"); len(rest) > 1 && rest[1] == '{' && strings.IndexByte("$#%", rest[0]) >= 0 {
			name := strings.Trim(text[start:at], ":")
			if name != "" || readsByName(text[max(start-80, 0):start]) {
				m.Open[name], m.roots[root(name)] = true, true
			}
			at = len(text) - len(rest)
		}
	}
}

// readsByName reports whether the text before a computed name looks up variables.
func readsByName(before string) bool {
	before = before[strings.LastIndexByte(before, '\n')+1:]
	return strings.Contains(before, "getvar") || strings.Contains(before, "lookupvar") || strings.Contains(before, "scope[")
}

// nameEnd returns the end of the name, which may contain "::", that starts at the offset.
func nameEnd(text string, at int) int {
	for at < len(text) {
		switch {
		case isNameByte(text[at]):
			at++
		case strings.HasPrefix(text[at:], "::") && at+2 < len(text) && isNameByte(text[at+2]):
			at += len("::")
		default:
			return at
		}
	}
	return at
}

// longestAttributes is the length in bytes from which text between delimiters is no list of attributes.
const longestAttributes = 1000

// addAttributes adds the words between "][" and "]", between "<|" and "|>", and after
// "getparam".
func addAttributes(found *NameIndex, text string) {
	for _, delimiters := range [...][2]string{{"][", "]"}, {"<|", "|>"}, {"getparam", ")"}} {
		for rest := text; ; {
			_, after, isThere := strings.Cut(rest, delimiters[0])
			if !isThere {
				break
			}
			inside, _, isClosed := strings.Cut(after[:min(len(after), longestAttributes)], delimiters[1])
			if isClosed || len(inside) < longestAttributes {
				eachWord(inside, func(word string) { found.Attributes[word] = true })
			}
			rest = after
		}
	}
}

// eachWord visits the runs of letters, digits and "_" in a text.
func eachWord(text string, visit func(word string)) {
	for i := 0; i < len(text); i++ {
		start := i
		for i < len(text) && isNameByte(text[i]) {
			i++
		}
		if i > start {
			visit(text[start:i])
		}
	}
}

func isNameByte(char byte) bool {
	return char == '_' || '0' <= char && char <= '9' || 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z'
}
