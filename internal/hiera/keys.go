package hiera

import (
	"slices"
	"strings"

	"puppet-lint/internal/document"
)

// OptionsKey is the key whose value defines how other keys are looked up.
const OptionsKey = "lookup_options"

// Key is a key of a data file with its value.
type Key struct {
	Name string
	// Node is where the key is written. Value is its value, with an Alias resolved.
	Node, Value *document.Node
	Source      *Source
}

// Keys returns the keys of the file that can be looked up. It is empty for a file that Ruby
// rejects. Of duplicate keys it contains the one that is used.
func (s *Source) Keys() []Key {
	keys := slices.Clone(s.fileKeys().keys)
	for i := range keys {
		keys[i].Source = s
	}
	return keys
}

// Key returns the key of that name, if the file has it: the first one, if a string and a symbol
// have that name.
func (s *Source) Key(name string) (key Key, ok bool) {
	file := s.fileKeys()
	at, ok := file.index[name]
	if !ok {
		return Key{}, false
	}
	key = file.keys[at]
	key.Source = s
	return key, true
}

// fileKeys holds the keys of a file, without their sources.
type fileKeys struct {
	of   *document.Document
	keys []Key
	// index holds the first place of each name.
	index map[string]int
}

// fileKeys returns the keys of the source's file. They are read only once for all levels.
func (s *Source) fileKeys() *fileKeys {
	file, known := s.Document(), &s.Config.keys
	known.Lock()
	defer known.Unlock()
	if keys := known.byPath[s.Path]; keys != nil && keys.of == file {
		return keys
	}
	if known.byPath == nil {
		known.byPath = map[string]*fileKeys{}
	}
	keys := s.readKeys(file)
	keys.of, known.byPath[s.Path] = file, keys
	return keys
}

func (s *Source) readKeys(file *document.Document) *fileKeys {
	found := &fileKeys{index: map[string]int{}}
	if file.Root == nil {
		return found
	}
	pairs := file.Root.Pairs()
	found.keys = make([]Key, 0, len(pairs))
	for _, pair := range pairs {
		node := pair.Key.Resolve()
		if node.Kind != document.String && node.Kind != document.Symbol {
			continue
		}
		if s.Config.Module != "" && node.Text != OptionsKey && !strings.HasPrefix(node.Text, s.Config.Module+"::") {
			continue // Hiera removes them
		}
		if _, isThere := found.index[node.Text]; !isThere {
			found.index[node.Text] = len(found.keys)
		}
		found.keys = append(found.keys, Key{Name: node.Text, Node: pair.Key, Value: pair.Value.Resolve()})
	}
	return found
}

// IsEncrypted reports whether eyaml decrypts a text.
func IsEncrypted(text string) bool {
	_, after, found := strings.Cut(text, "ENC[")
	return found && strings.Contains(after, "]")
}
