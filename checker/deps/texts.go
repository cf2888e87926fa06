package deps

import "strings"

// Texts are texts by dependency key, which grow part by part.
type Texts map[string]*strings.Builder

// Add adds a part to the text of a key.
func (t Texts) Add(key, text string) {
	whole := t[key]
	if whole == nil {
		whole = &strings.Builder{}
		t[key] = whole
	}
	whole.WriteString(text)
}

// Whole returns the whole texts by key.
func (t Texts) Whole() map[string]string {
	whole := make(map[string]string, len(t))
	for key, text := range t {
		whole[key] = text.String()
	}
	return whole
}
