package typereport

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"puppet-lint/checker"
	"puppet-lint/checker/lattice"
	"puppet-lint/diag"
)

// Version is that of the JSON document's shape; it grows when a reader could
// come to misunderstand a document.
const Version = 1

// Report is the type report of some files.
type Report struct {
	Version int    `json:"version"`
	Tool    string `json:"tool"`
	Release string `json:"release"`
	Total   Share  `json:"total"`
	// Modules are sorted by name; what lies in no module stands under the
	// empty name, last.
	Modules []*Module `json:"modules"`
	// Unknown are the reasons why types cannot be known, those that cost most
	// first.
	Unknown []Cause `json:"unknown"`
	// Missing are the modules that would bring what is not there, those that are
	// missed most first.
	Missing []string `json:"missing_modules,omitempty"`
	// Known are the modules that are not there and of which versions are known that
	// stand for them, sorted.
	Known []string `json:"known_modules,omitempty"`
	// Skipped are the files that are not in the report, by path.
	Skipped []Skipped `json:"skipped,omitempty"`
	Trend   *Trend    `json:"trend,omitempty"`

	edits []diag.Edit
}

// Skipped is a file that is not in the report.
type Skipped struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Share is how much of something is typed. Slots are the places that can hold
// a type: parameters, and the results of functions.
type Share struct {
	Slots int `json:"slots"`
	// Typed slots declare a type other than Any. PartlyTyped are those among them
	// whose type holds Any, such as Hash or Array.
	Typed       int `json:"typed"`
	PartlyTyped int `json:"partly_typed"`
	// Suggested is for how many of the others there is a type ready to be written.
	Suggested int `json:"suggested"`
	// Expressions counts the variables, calls and accesses that the checker
	// has evaluated, Known those whose type it knows.
	Expressions int `json:"expressions,omitempty"`
	Known       int `json:"known,omitempty"`
}

// Percent is the share of typed slots, 100 where there is none.
func (s Share) Percent() float64 { return percent(s.Typed, s.Slots) }

// KnownPercent is the share of expressions whose type is known.
func (s Share) KnownPercent() float64 { return percent(s.Known, s.Expressions) }

func percent(part, whole int) float64 {
	if whole == 0 {
		return 100
	}
	return float64(part) * 100 / float64(whole)
}

// untyped is how many slots have no type.
func (s Share) untyped() int { return s.Slots - s.Typed }

// TypedText is the share of typed slots as people see it.
func (s Share) TypedText() string { return percentText(s.Typed, s.Slots) }

// knownText is the share of expressions whose type is known as people see it.
func (s Share) knownText() string { return percentText(s.Known, s.Expressions) }

// percentText is a share with one decimal; it says 0 and 100 only for none and
// all, and a dash where there is nothing to have a share of.
func percentText(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	value := math.Round(percent(part, whole)*10) / 10
	switch {
	case part > 0 && value == 0:
		value = 0.1
	case part < whole && value == 100:
		value = 99.9
	}
	return fmt.Sprintf("%.1f %%", value)
}

func (s *Share) add(other Share) {
	s.Slots += other.Slots
	s.Typed += other.Typed
	s.PartlyTyped += other.PartlyTyped
	s.Suggested += other.Suggested
	s.Expressions += other.Expressions
	s.Known += other.Known
}

// Module is what lies in one module.
type Module struct {
	// Name is the module's, with its folder behind it in brackets where several
	// have the same.
	Name  string `json:"name"`
	Share Share  `json:"share"`
	// Files are the manifests and templates, by path.
	Files       []*File       `json:"files"`
	Definitions []*Definition `json:"definitions"`
	Unknown     []Cause       `json:"unknown,omitempty"`
}

// File is one manifest or template.
type File struct {
	Path  string `json:"path"`
	Share Share  `json:"share"`

	text  string
	types []span
}

// Definition is a class, defined type, function, plan or type alias.
type Definition struct {
	// Kind is "class", "define", "function", "plan" or "type".
	Kind string `json:"kind" one:"class,define,function,plan,type"`
	Name string `json:"name"`
	Path string `json:"path"`
	// Line is 1-based.
	Line       int          `json:"line"`
	Share      Share        `json:"share"`
	Parameters []*Parameter `json:"parameters,omitempty"`
	// Returns is what a function declares to return, or was inferred to;
	// ReturnsDeclared reports which. SuggestedReturn may be pasted behind ">>".
	// ReturnState is the state of a function's result, as that of a parameter.
	Returns         string `json:"returns,omitempty"`
	ReturnsDeclared bool   `json:"returns_declared,omitempty"`
	SuggestedReturn string `json:"suggested_return,omitempty"`
	ReturnState     string `json:"return_state,omitempty" one:"typed,partly,untyped"`
	// Is is what a type alias stands for, as it is written.
	Is string `json:"is,omitempty"`
	// ReturnCost is how many calls of a function that declares no result have
	// no known type.
	ReturnCost int `json:"return_cost,omitempty"`
	// Variables are those that the body sets, by name.
	Variables []Variable `json:"variables,omitempty"`
}

// Variable is a variable with its inferred type; empty when it is not known.
type Variable struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// Parameter is a parameter of a definition.
type Parameter struct {
	Name string `json:"name"`
	Line int    `json:"line"`
	// State is "typed", "partly" (the type holds Any) or "untyped".
	State string `json:"state" one:"typed,partly,untyped"`
	// Declared is the type as it is written; empty without one.
	Declared string `json:"declared,omitempty"`
	// Default is the default as it is written, DefaultType its inferred type.
	Default     string `json:"default,omitempty"`
	DefaultType string `json:"default_type,omitempty"`
	// Suggested accepts every value that works now, unless it is Documented.
	// Likely is what the values that are seen point to; it may refuse some that work.
	Suggested string `json:"suggested,omitempty"`
	Likely    string `json:"likely,omitempty"`
	// Documented says that the suggested type, or else the likely one, is that of
	// the parameter's @param tag. One that is suggested accepts the default and all
	// values that are seen; others it may refuse.
	Documented bool `json:"documented,omitempty"`
	// Uses are the places that do not take every value.
	Uses []Use `json:"uses,omitempty"`
	// Values are the places that values come from besides the default.
	Values []Value `json:"values,omitempty"`
	// Cost is how much an untyped slot leaves unchecked: the reads whose type is not
	// known because of it, and the values that are given to it unchecked.
	Cost int `json:"cost,omitempty"`
}

// IsUntyped reports whether the parameter has no type.
func (p *Parameter) IsUntyped() bool { return p.State == stateUntyped }

// kindFunction is the kind of a function.
const kindFunction = "function"

// The states of a parameter.
const (
	stateTyped   = "typed"
	statePartly  = "partly"
	stateUntyped = "untyped"
)

// Use is a place that does not take every value.
type Use struct {
	Line    int    `json:"line"`
	What    string `json:"what"`
	Accepts string `json:"accepts"`
}

// Value is a place that a value comes from.
type Value struct {
	// From is "code" or "data".
	From string `json:"from" one:"code,data"`
	Path string `json:"path"`
	Line int    `json:"line"`
	// Type is that of the value, as far as it is known.
	Type string `json:"type,omitempty"`
}

// Cause is something that leaves types unknown.
type Cause struct {
	// Kind is what is missing or not known: "function", "class", "resource
	// type", "fact", "fact variable", "variable", "template variable", "result",
	// "lookup".
	Kind string `json:"kind" one:"function,class,resource type,fact,fact variable,variable,template variable,result,lookup"`
	Name string `json:"name"`
	// Module is the missing module that would bring it, if that is why.
	Module string `json:"module,omitempty"`
	// Text is the cause in words.
	Text string `json:"text"`
	// Count is how many expressions it leaves without a type at first hand.
	Count int `json:"count"`
}

// inWords words the cause for people.
func (c Cause) inWords() string {
	switch c.Kind {
	case "result":
		return "function " + c.Name + "() does not say what it returns"
	case "lookup":
		if c.Name == "" {
			return "lookups of data without a type"
		}
		return "the lookup of '" + c.Name + "' names no type"
	case "fact":
		return "the type of fact " + c.Name + " is not known"
	case "fact variable":
		return "$" + c.Name + " may be set to something else than the fact; $facts['" + c.Name + "'] has a type"
	case "template variable":
		return "a template reads $" + c.Name + " without declaring it, as <%- | String $" + c.Name + " | -%> does"
	case "variable":
		return "nothing in the code sets $" + c.Name
	}
	if c.Module != "" {
		return c.Kind + " " + c.Name + ": module '" + c.Module + "' is not there"
	}
	return c.Kind + " " + c.Name + " is not there"
}

// UntypedSlot is a parameter, or the result of a function, without a type.
type UntypedSlot struct {
	Module     *Module
	Definition *Definition
	// Parameter is nil for the result.
	Parameter *Parameter
}

// Line is where the slot is, 1-based.
func (s UntypedSlot) Line() int {
	if s.Parameter == nil {
		return s.Definition.Line
	}
	return s.Parameter.Line
}

// Cost is how much the slot leaves unchecked.
func (s UntypedSlot) Cost() int {
	if s.Parameter == nil {
		return s.Definition.ReturnCost
	}
	return s.Parameter.Cost
}

// What is "$name", or "result".
func (s UntypedSlot) What() string {
	if s.Parameter == nil {
		return "result"
	}
	return "$" + s.Parameter.Name
}

// advice is what is known of the type that an untyped slot could have, in words around
// the type: "perhaps ", "Array", ""; the type is empty when nothing is known.
func (s UntypedSlot) advice() (before, typ, behind string) {
	if s.Parameter == nil {
		return "", s.Definition.SuggestedReturn, ""
	}
	switch p := s.Parameter; {
	case p.Suggested != "" && p.Documented:
		return "documented as ", p.Suggested, ""
	case p.Suggested != "":
		return "", p.Suggested, ""
	case p.Likely != "" && p.Documented:
		return "perhaps ", p.Likely, ", as documented"
	case p.Likely != "":
		return "perhaps ", p.Likely, ""
	}
	return "", "", ""
}

// isCertain reports whether the type of the advice can be written as it is.
func (s UntypedSlot) isCertain() bool { return s.Parameter == nil || s.Parameter.Suggested != "" }

// adviceText is the advice, its type as show has it.
func (s UntypedSlot) adviceText(show func(typ string) string) string {
	before, typ, behind := s.advice()
	if typ == "" {
		return "nothing is known"
	}
	if !s.isCertain() {
		typ = lattice.Abbreviate(typ, shownType)
	}
	return before + show(typ) + behind
}

// UntypedSlots are the parameters and results without a type, those that cost most
// first.
func (r *Report) UntypedSlots() []UntypedSlot {
	var untyped []UntypedSlot
	for _, module := range r.Modules {
		for _, definition := range module.Definitions {
			for _, parameter := range definition.Parameters {
				if parameter.IsUntyped() {
					untyped = append(untyped, UntypedSlot{module, definition, parameter})
				}
			}
			if definition.ReturnState == stateUntyped {
				untyped = append(untyped, UntypedSlot{module, definition, nil})
			}
		}
	}
	slices.SortStableFunc(untyped, func(a, b UntypedSlot) int { return cmp.Compare(b.Cost(), a.Cost()) })
	return untyped
}

// Edits write the suggested types into the code; each names its file.
func (r *Report) Edits() []diag.Edit { return r.edits }

// WriteJSON writes the report as JSON.
func (r *Report) WriteJSON(out io.Writer) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

// title is the name of a module as people see it.
func (m *Module) title() string { return moduleTitle(m.Name) }

func moduleTitle(name string) string { return cmp.Or(name, "(in no module)") }

// missingModule is the module that a class, resource type or function of a name
// lies in; empty when the name does not tell.
func missingModule(gap checker.Gap) string {
	first, _, qualified := strings.Cut(gap.Name, "::")
	if !qualified && gap.Kind != checker.MissingClass {
		return ""
	}
	return first
}
