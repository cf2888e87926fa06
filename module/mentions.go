package module

import (
	"io/fs"
	"path/filepath"
	"strings"
)

// Mentions are the words of a module's files that may name variables of its
// classes, found without parsing: who is not mentioned is certainly not read.
type Mentions struct {
	// Qualified are the names with "::" in all files, without a leading "::".
	Qualified map[string]bool
	// Words are the words of all files that are no manifests: templates, Ruby
	// code, Hiera's data.
	Words map[string]bool
	// Parents are the classes that classes of the module inherit from.
	Parents map[string]bool
	// Attributes are the words in brackets behind a resource reference, in the
	// queries of collectors and in quotes after getparam.
	Attributes map[string]bool
}

// Mentions reads the files of a module that may name variables; of the
// environment around the modules when module is nil. It is done once.
func (t *Tree) Mentions(module *Module) *Mentions {
	folder := t.Environment
	if module != nil {
		folder = module.Folder
	}
	return t.mentions.get(folder, func() *Mentions {
		found := &Mentions{Qualified: map[string]bool{}, Words: map[string]bool{}, Parents: map[string]bool{}, Attributes: map[string]bool{}}
		if folder == "" {
			return found
		}
		top, err := t.Files.ReadDir(folder)
		if err != nil {
			return found
		}
		for _, entry := range top {
			path := filepath.Join(folder, entry.Name())
			switch entry.Name() {
			case "manifests", "functions", "plans", "types", "templates", "lib", "data", "hieradata", "hiera":
				t.walk(path, func(path string, _ fs.DirEntry) { t.addMentions(found, path) })
			case "hiera.yaml":
				t.addMentions(found, path)
			}
		}
		return found
	})
}

func (t *Tree) addMentions(found *Mentions, path string) {
	file, err := t.Files.Read(path)
	if err != nil {
		return
	}
	addAttributes(found, file.Text)
	isManifest := strings.HasSuffix(path, ".pp")
	inherits := false
	eachWord(file.Text, func(word string) {
		if inherits {
			found.Parents[word] = true
		}
		inherits = isManifest && word == "inherits"
		if strings.Contains(word, "::") {
			found.Qualified[word] = true
			if !isManifest {
				eachWord(strings.ReplaceAll(word, "::", " "), func(part string) { found.Words[part] = true })
			}
		} else if !isManifest {
			found.Words[word] = true
		}
	})
}

// addAttributes adds what stands between "][" and "]", "<|" and "|>", and behind
// "getparam".
func addAttributes(found *Mentions, text string) {
	for _, delimiters := range [...][2]string{{"][", "]"}, {"<|", "|>"}, {"getparam", ")"}} {
		for rest := text; ; {
			_, after, isThere := strings.Cut(rest, delimiters[0])
			if !isThere {
				break
			}
			inside, _, _ := strings.Cut(after, delimiters[1])
			if len(inside) < 1000 {
				eachWord(inside, func(word string) { found.Attributes[word] = true })
			}
			rest = after
		}
	}
}

// eachWord shows the runs of letters, digits, "_" and "::" of a text, without
// a leading "::".
func eachWord(text string, visit func(word string)) {
	for i := 0; i < len(text); {
		if !isNameByte(text[i]) {
			i++
			continue
		}
		start := i
		for i < len(text) && (isNameByte(text[i]) || strings.HasPrefix(text[i:], "::") && i+2 < len(text) && isNameByte(text[i+2])) {
			if text[i] == ':' {
				i++
			}
			i++
		}
		visit(text[start:i])
	}
}

func isNameByte(char byte) bool {
	return char == '_' || '0' <= char && char <= '9' || 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z'
}
