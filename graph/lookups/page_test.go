package lookups

import (
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestPageReadsFieldsOfJSON checks that the fields that the script of the page reads are those of
// the JSON document.
func TestPageReadsFieldsOfJSON(t *testing.T) {
	ofPage := map[string]bool{"text": true, "length": true, "toLowerCase": true} // set by the script itself, or of the language
	for variable, document := range map[string]any{"key": shownKey{}, "value": shownValue{}, "reader": shownReader{}} {
		known := map[string]bool{}
		addTags(reflect.TypeOf(document), known)
		found := regexp.MustCompile(`\b`+variable+`\.(\w+)`).FindAllStringSubmatch(pageScript, -1)
		if len(found) == 0 {
			t.Errorf("the script reads no field of a %s", variable)
		}
		for _, match := range found {
			if !known[match[1]] && !ofPage[match[1]] {
				t.Errorf("the script reads %s.%s, which JSON does not contain", variable, match[1])
			}
		}
	}
}

// addTags adds the names of the fields of a structure in JSON.
func addTags(of reflect.Type, names map[string]bool) {
	for i := range of.NumField() {
		if field := of.Field(i); field.Anonymous {
			addTags(field.Type, names)
		} else {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			names[name] = true
		}
	}
}
