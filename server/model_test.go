package server_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"puppet-lint/server/jsonrpc"
)

// model is the protocol's machine-readable model, against which messages are held.
type model struct {
	structures    map[string]*modelStructure
	enumerations  map[string]*modelEnumeration
	aliases       map[string]*modelType
	requests      map[string][2]*modelType // params, result
	notifications map[string]*modelType
}

type modelStructure struct {
	Name       string
	Properties []struct {
		Name     string
		Type     *modelType
		Optional bool
	}
	Extends, Mixins []*modelType
}

type modelEnumeration struct {
	Name   string
	Type   *modelType
	Values []struct{ Value any }
	// SupportsCustomValues says that other values are allowed.
	SupportsCustomValues bool
}

type modelType struct {
	Kind, Name string
	Element    *modelType
	Items      []*modelType
	Key        *modelType
	Value      json.RawMessage
}

// readModel reads the model, as internal/gen/protocol has kept it.
func readModel(t *testing.T) *model {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", "model.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		Structures   []*modelStructure
		Enumerations []*modelEnumeration
		TypeAliases  []struct {
			Name string
			Type *modelType
		}
		Requests []struct {
			Method         string
			Params, Result *modelType
		}
		Notifications []struct {
			Method string
			Params *modelType
		}
	}
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	m := &model{map[string]*modelStructure{}, map[string]*modelEnumeration{}, map[string]*modelType{}, map[string][2]*modelType{}, map[string]*modelType{}}
	for _, one := range read.Structures {
		m.structures[one.Name] = one
	}
	for _, one := range read.Enumerations {
		m.enumerations[one.Name] = one
	}
	for _, one := range read.TypeAliases {
		m.aliases[one.Name] = one.Type
	}
	for _, one := range read.Requests {
		m.requests[one.Method] = [2]*modelType{one.Params, one.Result}
	}
	for _, one := range read.Notifications {
		m.notifications[one.Method] = one.Params
	}
	return m
}

// check says what in a value is not as a type wants it; empty if nothing is.
func (m *model) check(t *modelType, value any, where string) string {
	if t == nil {
		if value == nil {
			return ""
		}
		return where + ": there should be nothing"
	}
	switch t.Kind {
	case "base":
		return m.checkBase(t.Name, value, where)
	case "stringLiteral":
		var literal string
		if json.Unmarshal(t.Value, &literal) != nil || value != literal {
			return fmt.Sprintf("%s: %v is not %q", where, value, literal)
		}
		return ""
	case "array", "tuple":
		list, ok := value.([]any)
		if !ok {
			return fmt.Sprintf("%s: %v is no array", where, value)
		}
		for i, item := range list {
			of := t.Element
			if t.Kind == "tuple" {
				of = t.Items[i]
			}
			if wrong := m.check(of, item, fmt.Sprintf("%s[%d]", where, i)); wrong != "" {
				return wrong
			}
		}
		return ""
	case "map":
		var of modelType
		object, ok := value.(map[string]any)
		if !ok || json.Unmarshal(t.Value, &of) != nil {
			return where + ": is no object"
		}
		for key, item := range object {
			if wrong := m.check(&of, item, where+"."+key); wrong != "" {
				return wrong
			}
		}
		return ""
	case "or":
		var all []string
		for _, item := range t.Items {
			wrong := m.check(item, value, where)
			if wrong == "" {
				return ""
			}
			all = append(all, wrong)
		}
		return strings.Join(all, " | ")
	case "and":
		return ""
	case "literal":
		return ""
	}
	return m.checkNamed(t.Name, value, where)
}

func (m *model) checkBase(name string, value any, where string) string {
	ok := false
	switch name {
	case "integer", "uinteger", "decimal":
		number, isNumber := value.(float64)
		ok = isNumber && (name != "uinteger" || number >= 0)
	case "boolean":
		_, ok = value.(bool)
	case "null":
		ok = value == nil
	default:
		_, ok = value.(string)
	}
	if !ok {
		return fmt.Sprintf("%s: %v is no %s", where, value, name)
	}
	return ""
}

func (m *model) checkNamed(name string, value any, where string) string {
	if name == "LSPAny" || name == "LSPObject" || name == "LSPArray" || name == "ClientCapabilities" {
		return ""
	}
	if alias := m.aliases[name]; alias != nil {
		return m.check(alias, value, where)
	}
	if enumeration := m.enumerations[name]; enumeration != nil {
		if !enumeration.SupportsCustomValues && !slices.ContainsFunc(enumeration.Values, func(one struct{ Value any }) bool { return one.Value == value }) {
			return fmt.Sprintf("%s: %v is no value of %s", where, value, name)
		}
		return ""
	}
	structure := m.structures[name]
	object, ok := value.(map[string]any)
	if structure == nil || !ok {
		return fmt.Sprintf("%s: %v is no %s", where, value, name)
	}
	known := map[string]bool{}
	wrong := m.checkStructure(structure, object, where, known)
	for key := range object {
		if !known[key] && wrong == "" {
			wrong = fmt.Sprintf("%s: %s has no %s", where, name, key)
		}
	}
	return wrong
}

func (m *model) checkStructure(structure *modelStructure, object map[string]any, where string, known map[string]bool) string {
	for _, property := range structure.Properties {
		if known[property.Name] {
			continue // a structure that extends another may document it further
		}
		known[property.Name] = true
		value, found := object[property.Name]
		if !found {
			if !property.Optional {
				return fmt.Sprintf("%s: there is no %s", where, property.Name)
			}
			continue
		}
		if wrong := m.check(property.Type, value, where+"."+property.Name); wrong != "" {
			return wrong
		}
	}
	for _, from := range slices.Concat(structure.Extends, structure.Mixins) {
		if wrong := m.checkStructure(m.structures[from.Name], object, where, known); wrong != "" {
			return wrong
		}
	}
	return ""
}

// recorder holds every message of a session against the model.
type recorder struct {
	t     *testing.T
	model *model
	mutex sync.Mutex
	seen  map[string]int
}

func (r *recorder) see(sent bool, method string, message *jsonrpc.Message) {
	if r.model == nil {
		return
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.seen[method]++
	decode := func(raw json.RawMessage) (value any) {
		if len(raw) > 0 && json.Unmarshal(raw, &value) != nil {
			r.t.Errorf("%s: not JSON: %s", method, raw)
		}
		return value
	}
	var of *modelType
	var value any
	switch {
	case message.Error != nil:
		return
	case message.Method == "":
		of, value = r.model.requests[method][1], decode(message.Result)
	case message.ID != nil:
		if _, known := r.model.requests[method]; !known {
			r.t.Errorf("there is no request %s", method)
			return
		}
		of, value = r.model.requests[method][0], decode(message.Params)
	default:
		if _, known := r.model.notifications[method]; !known {
			r.t.Errorf("there is no notification %s", method)
			return
		}
		of, value = r.model.notifications[method], decode(message.Params)
	}
	if of == nil && value == nil {
		return
	}
	if wrong := r.model.check(of, value, method); wrong != "" {
		r.t.Errorf("sent by the client: %v; %s", sent, wrong)
	}
}
