package hiera

import (
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
			continue // Hiera removes them
		}
		keys = append(keys, Key{Name: node.Text, Node: pair.Key, Value: pair.Value.Resolve(), Source: s})
	}
	return keys
}

// IsEncrypted reports whether eyaml decrypts a text.
func IsEncrypted(text string) bool {
	_, after, found := strings.Cut(text, "ENC[")
	return found && strings.Contains(after, "]")
}
