//go:build develop

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"puppet-lint/cmd/puppet-lint/typequery"
)

// tally counts what was compared.
type tally struct {
	session                                    *typequery.Session
	show                                       int
	total, same, crashed, explained, different int
	// known counts the explained differences by reason.
	known map[string]int
	// ask sends requests to Puppet. It is nil if only stored answers are compared.
	ask func(questions []byte) ([]byte, error)
}

// inputs are the fields of a record that form the request.
var inputs = []string{"id", "op", "a", "b", "args", "expr", "name", "expected", "actual", "actual_type", "aliases"}

func (t *tally) compare(line []byte) {
	t.total++
	var question typequery.Query
	var expected, actual map[string]any
	if err := json.Unmarshal(line, &question); err != nil {
		t.differ(line, nil, err.Error())
		return
	}
	json.Unmarshal(line, &expected)
	if err := json.Unmarshal(t.session.AnswerLine(line), &actual); err != nil {
		t.differ(line, nil, err.Error())
		return
	}
	for _, name := range inputs {
		delete(expected, name)
		delete(actual, name)
	}
	if crashed(expected) {
		t.crashed++
		return
	}
	forgive(expected, actual)
	if reflect.DeepEqual(expected, actual) {
		t.same++
		return
	}
	reason := t.explain(question, expected, actual)
	if reason == "" && t.isChance(line, expected, actual) {
		reason = byIdentity
	}
	if reason != "" {
		t.explained++
		t.known[reason]++
		return
	}
	t.differ(line, actual, "")
}

func (t *tally) differ(line []byte, actual map[string]any, problem string) {
	t.different++
	if t.different > t.show {
		return
	}
	text, _ := json.Marshal(actual)
	fmt.Printf("Puppet      %s\npuppet-lint %s%s\n", line, text, problem)
}

func classOf(answer map[string]any, field string) string {
	e, _ := answer[field].(map[string]any)
	class, _ := e["class"].(string)
	return class
}

// crashed reports whether Puppet gave no answer: it overflowed, or raised a Ruby error that is
// not about an operand.
func crashed(expected map[string]any) bool {
	class := classOf(expected, "error")
	if class == "" {
		return false
	}
	e := expected["error"].(map[string]any)
	_, operand := e["operand"]
	switch class {
	case "SystemStackError", "NoMethodError", "TypeError", "NameError", "Timeout::Error":
		return true
	case "ArgumentError":
		// Init fails when it is used, not when it is created.
		message, _ := e["message"].(string)
		return !operand || strings.Contains(message, "Creation of new instance of type") ||
			strings.Contains(message, "wrong number of arguments") || strings.Contains(message, "valid set of parameters for")
	}
	return false
}

// validation are the issue codes of the validator.
var validation = map[string]bool{"DUPLICATE_KEY": true, "IDEM_EXPRESSION_NOT_LAST": true, "NUMERIC_OVERFLOW": true}

// forgive removes from both answers everything besides the answer itself, if there is one.
func forgive(expected, actual map[string]any) {
	for _, field := range []string{"error", "eval_error"} {
		e, _ := expected[field].(map[string]any)
		o, _ := actual[field].(map[string]any)
		if e == nil {
			continue
		}
		// The script removes file names.
		delete(e, "file")
		delete(e, "cause")
		message, _ := e["message"].(string)
		if strings.Contains(message, "undefined method") || classOf(expected, field) == "SystemStackError" {
			delete(expected, field)
			delete(actual, field)
			delete(actual, "eval_ok")
			delete(actual, "eval")
			continue
		}
		if code, _ := e["issue_code"].(string); o != nil && (validation[code] || strings.HasPrefix(message, "Language validation logged")) {
			// Our validator words its messages differently; a separate comparison checks them.
			delete(e, "message")
			delete(o, "message")
		}
		if o != nil && classOf(expected, field) == "Puppet::PreformattedError" && o["class"] == "" {
			o["class"] = "Puppet::PreformattedError"
		}
	}
}

// explain returns the reason for a difference that is caused by Puppet, or "".
func (t *tally) explain(q typequery.Query, expected, actual map[string]any) string {
	switch {
	case strings.Contains(q.A, "9223372036854775808"):
		return "integers beyond 64 bits: only Puppet's type parser takes them, no manifest can hold them"
	case recursive(q.Aliases) || dataNames.MatchString(q.A+q.B+q.Expected+q.Args):
		return "recursive aliases: Puppet's recursion guard answers by the order of its walk"
	}
	if text, ok := expected["string"].(string); ok && strings.Contains(q.A, "functions =>") {
		if _, broken := t.session.Answer(typequery.Query{Op: "parse", A: text, Aliases: q.Aliases})["error"]; broken {
			return "Objects with functions inside of other types: Puppet loses the text before them"
		}
	}
	if t.equalButInstants(q, expected, actual) || equalInstants(q.Expr+q.Actual) {
		return byIdentity
	}
	return ""
}

const byIdentity = "Timespans and Timestamps are hashed by identity: whether Puppet finds two types alike is chance"

// timesAgain is how often a request about instants is repeated, each time with other instants
// of the same value.
const timesAgain = 60

// isChance reports whether Puppet, asked again about instants, gives a different answer than
// before, or the actual answer.
func (t *tally) isChance(line []byte, expected, actual map[string]any) bool {
	var record map[string]any
	if t.ask == nil || !bytes.Contains(line, []byte("Times")) || json.Unmarshal(line, &record) != nil {
		return false
	}
	maps.DeleteFunc(record, func(field string, _ any) bool { return !slices.Contains(inputs, field) })
	question, err := json.Marshal(record)
	if err != nil {
		return false
	}
	replies, err := t.ask(bytes.Repeat(append(question, '\n'), timesAgain))
	if err != nil {
		return false
	}
	for reply := range bytes.Lines(replies) {
		var again map[string]any
		if json.Unmarshal(reply, &again) != nil {
			continue
		}
		maps.DeleteFunc(again, func(field string, _ any) bool { return slices.Contains(inputs, field) })
		forgive(again, maps.Clone(actual))
		if !reflect.DeepEqual(again, expected) || reflect.DeepEqual(again, actual) {
			return true
		}
	}
	return false
}

// equalButInstants reports whether answers about types with instants differ only in duplicate
// members of Variants.
func (t *tally) equalButInstants(q typequery.Query, expected, actual map[string]any) bool {
	if !strings.Contains(q.A+q.B+q.Expr+q.Expected+q.Actual, "Times") || len(expected) != len(actual) {
		return false
	}
	for field, value := range expected {
		a, okA := value.(string)
		b, okB := actual[field].(string)
		if reflect.DeepEqual(value, actual[field]) {
			continue
		}
		if !okA || !okB {
			return false
		}
		if folded(a) == folded(b) || ordered(a) == ordered(b) {
			continue
		}
		if a == "Variant["+b+", "+b+"]" || b == "Variant["+a+", "+a+"]" {
			continue
		}
		for _, pair := range [][2]string{{a, b}, {b, a}} {
			answer := t.session.Answer(typequery.Query{Op: "assignable", A: pair[0], B: pair[1], Aliases: q.Aliases})
			if answer["assignable"] != true {
				return false
			}
		}
	}
	return true
}

// equalInstants reports whether a value has two equal keys that contain an instant, directly or
// inside a list.
func equalInstants(text string) bool {
	seen := map[string]bool{}
	for end := range text {
		if !strings.HasPrefix(text[end:], " =>") {
			continue
		}
		if key := keyBefore(text[:end]); strings.Contains(key, "Timespan(") || strings.Contains(key, "Timestamp(") {
			if seen[key] {
				return true
			}
			seen[key] = true
		}
	}
	return false
}

// keyBefore returns the key of a hash at the end of a text.
func keyBefore(text string) string {
	depth := 0
	for start := len(text) - 1; start >= 0; start-- {
		switch text[start] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{', ',':
			if depth == 0 {
				return strings.TrimSpace(text[start+1:])
			}
			if text[start] != ',' {
				depth--
			}
		}
	}
	return text
}

// folded returns a text without duplicate adjacent members of a list that are about instants.
func folded(text string) string {
	for start := 0; start < len(text); start++ {
		for length := (len(text) - start) / 2; length > len("Timespan"); length-- {
			member := text[start : start+length]
			if strings.HasPrefix(text[start+length:], ", "+member) && strings.Contains(member, "Times") {
				text = text[:start+length] + text[start+2*length+2:]
				break
			}
		}
	}
	return text
}

// ordered returns the text of a type with the members of Variants sorted and without
// duplicates.
func ordered(text string) string {
	name, inner, isList := strings.Cut(text, "[")
	if !isList || strings.ContainsAny(name, `'"/{`) || !strings.HasSuffix(inner, "]") {
		return text
	}
	members := membersIn(strings.TrimSuffix(inner, "]"))
	for i, member := range members {
		members[i] = ordered(member)
	}
	if name == "Variant" {
		slices.Sort(members)
		if members = slices.Compact(members); len(members) == 1 {
			return members[0]
		}
	}
	return name + "[" + strings.Join(members, ", ") + "]"
}

// membersIn returns the parts of a list between commas that are not in brackets or quotes.
func membersIn(list string) (members []string) {
	depth, start, quote := 0, 0, byte(0)
	for i := 0; i < len(list); i++ {
		switch char := list[i]; {
		case quote != 0 && char == '\\':
			i++
		case quote != 0:
			if char == quote {
				quote = 0
			}
		case char == '\'' || char == '"' || char == '/':
			quote = char
		case char == '[' || char == '{' || char == '(':
			depth++
		case char == ']' || char == '}' || char == ')':
			depth--
		case char == ',' && depth == 0:
			members, start = append(members, strings.TrimSpace(list[start:i])), i+1
		}
	}
	return append(members, strings.TrimSpace(list[start:]))
}

// recursive reports whether an alias refers to itself, directly or indirectly.
func recursive(aliases map[string]string) bool {
	for name := range aliases {
		seen := map[string]bool{}
		var reaches func(text string) bool
		reaches = func(text string) bool {
			for _, word := range words.FindAllString(text, -1) {
				if word == name {
					return true
				}
				if inner, ok := aliases[word]; ok && !seen[word] {
					seen[word] = true
					if reaches(inner) {
						return true
					}
				}
			}
			return false
		}
		if reaches(aliases[name]) {
			return true
		}
	}
	return false
}

// dataNames matches Puppet's own recursive aliases.
var dataNames = regexp.MustCompile(`\b(?:Rich)?Data\b`)

var words = regexp.MustCompile(`[A-Z]\w*`)
