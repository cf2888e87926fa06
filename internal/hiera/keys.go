package hiera

import (
	"strings"

	"puppet-lint/internal/document"
)

// OptionsKey is the key whose value says how others are looked up.
const OptionsKey = "lookup_options"

// Key is a key of a data file with its value.
type Key struct {
	Name string
	// Node is where the key is written, Value its value (an Alias resolved).
	Node, Value *document.Node
	Source      *Source
}

// Keys are the keys of the file that can be looked up, those of a file that
// Ruby refuses aside. Of duplicates there is the one that counts.
func (s *Source) Keys() []Key {
	root := s.Document().Root
	if root == nil {
		return nil
	}
	pairs := root.Pairs()
	keys := make([]Key, 0, len(pairs))
	for _, pair := range pairs {
		node := pair.Key.Resolve()
		if node.Kind != document.String && node.Kind != document.Symbol {
			continue
		}
		if s.Config.Module != "" && node.Text != OptionsKey && !strings.HasPrefix(node.Text, s.Config.Module+"::") {
			continue // Hiera takes them out
		}
		keys = append(keys, Key{Name: node.Text, Node: pair.Key, Value: pair.Value.Resolve(), Source: s})
	}
	return keys
}

// IsEncrypted reports whether eyaml would decrypt a text.
func IsEncrypted(text string) bool {
	_, after, found := strings.Cut(text, "ENC[")
	return found && strings.Contains(after, "]")
}
