package typereport

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/typesummary"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// Version is the version of the JSON document. It increases when a reader could misunderstand a
// new document.
const Version = 1

// Report is the type report of some files.
type Report struct {
	Version int    `json:"version"`
	Tool    string `json:"tool"`
	Release string `json:"release"`
	Total   Share  `json:"total"`
	// Modules are sorted by name. Files without a module are last, under an empty name.
	Modules []*Module `json:"modules"`
	// Unknown are the reasons why types are unknown, the most frequent first.
	Unknown []Cause `json:"unknown"`
	// Missing are the missing modules whose definitions are used, the most used first.
	Missing []string `json:"missing_modules,omitempty"`
	// Known are the modules that are not installed but whose definitions are built in, sorted.
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

// Share counts how much is typed. Slots are what can have a declared type: parameters, and the
// results of functions.
type Share struct {
	Slots int `json:"slots"`
	// Typed is the number of slots that declare a type other than Any. PartlyTyped counts those
	// of them whose type contains Any, such as Hash or Array.
	Typed       int `json:"typed"`
	PartlyTyped int `json:"partly_typed"`
	// Suggested is the number of the other slots with a suggested type.
	Suggested int `json:"suggested"`
	// Expressions is the number of variables, calls and accesses that the checker has
	// evaluated. Known is the number of those whose type is known.
	Expressions int `json:"expressions,omitempty"`
	Known       int `json:"known,omitempty"`
}

// Percent returns the share of typed slots in percent, 100 if there are no slots.
func (s Share) Percent() float64 { return percent(s.Typed, s.Slots) }

// KnownPercent returns the share of expressions whose type is known, in percent.
func (s Share) KnownPercent() float64 { return percent(s.Known, s.Expressions) }

func percent(part, whole int) float64 {
	if whole == 0 {
		return 100
	}
	return float64(part) * 100 / float64(whole)
}

// untyped returns the number of slots without a type.
func (s Share) untyped() int { return s.Slots - s.Typed }

// TypedText returns the share of typed slots for display.
func (s Share) TypedText() string { return percentText(s.Typed, s.Slots) }

// knownText returns the share of expressions with a known type for display.
func (s Share) knownText() string { return percentText(s.Known, s.Expressions) }

// percentText returns a share with one decimal. It shows 0 and 100 only for none and all, and a
// dash if whole is 0.
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

// Module holds the files and definitions of one module.
type Module struct {
	// Name is the name of the module, followed by its folder in brackets if several modules
	// have the same name.
	Name  string `json:"name"`
	Share Share  `json:"share"`
	// Files are the manifests and templates, sorted by path.
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
	// Returns is the declared or inferred type of a function's result; ReturnsDeclared reports
	// which. SuggestedReturn may be written after ">>". ReturnState is the state of the result,
	// as for a parameter.
	Returns         string `json:"returns,omitempty"`
	ReturnsDeclared bool   `json:"returns_declared,omitempty"`
	SuggestedReturn string `json:"suggested_return,omitempty"`
	ReturnState     string `json:"return_state,omitempty" one:"typed,partly,untyped"`
	// Is is the type that an alias refers to, as written.
	Is string `json:"is,omitempty"`
	// ReturnCost is, for a function without a declared result, the number of its calls of
	// unknown type.
	ReturnCost int `json:"return_cost,omitempty"`
	// Variables are the variables that the body sets, sorted by name.
	Variables []Variable `json:"variables,omitempty"`
}

// Variable is a variable with its inferred type, which is empty if it is not known.
type Variable struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// Parameter is a parameter of a definition.
type Parameter struct {
	Name string `json:"name"`
	Line int    `json:"line"`
	// State is "typed", "partly" (the type contains Any) or "untyped".
	State string `json:"state" one:"typed,partly,untyped"`
	// Declared is the declared type as written; empty if there is none.
	Declared string `json:"declared,omitempty"`
	// Default is the default as written. DefaultType is its inferred type.
	Default     string `json:"default,omitempty"`
	DefaultType string `json:"default_type,omitempty"`
	// Suggested is a type that accepts every value that works now, unless Documented is set.
	// Likely is a type inferred from the values found; it may reject some that work.
	Suggested string `json:"suggested,omitempty"`
	Likely    string `json:"likely,omitempty"`
	// Documented is true if the suggested type, or else the likely one, comes from the
	// parameter's @param tag. Such a suggested type accepts the default and all values found,
	// but it may reject others.
	Documented bool `json:"documented,omitempty"`
	// Uses are the uses that do not accept every value.
	Uses []Use `json:"uses,omitempty"`
	// Values are the values that are passed, besides the default.
	Values []Value `json:"values,omitempty"`
	// Cost is how much an untyped slot leaves unchecked: the reads whose type is unknown
	// because of it, and the values that are passed to it unchecked.
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

// Use is a use of a parameter that does not accept every value.
type Use struct {
	Line    int    `json:"line"`
	What    string `json:"what"`
	Accepts string `json:"accepts"`
}

// Value is a value that is passed to a parameter.
type Value struct {
	// From is "code" or "data".
	From string `json:"from" one:"code,data"`
	Path string `json:"path"`
	Line int    `json:"line"`
	// Type is the type of the value, as far as it is known.
	Type string `json:"type,omitempty"`
}

// Cause is a reason why types are unknown.
type Cause struct {
	// Kind is the kind of the missing or unknown thing: "function", "class", "resource type",
	// "fact", "fact variable", "variable", "template variable", "result", "lookup".
	Kind string `json:"kind" one:"function,class,resource type,fact,fact variable,variable,template variable,result,lookup"`
	Name string `json:"name"`
	// Module is the missing module that would define it, if that is the reason.
	Module string `json:"module,omitempty"`
	// Text is the cause in words.
	Text string `json:"text"`
	// Count is the number of expressions that are unknown directly because of it.
	Count int `json:"count"`
}

// inWords returns the cause in words.
func (c Cause) inWords() string {
	switch c.Kind {
	case "result":
		return "function " + c.Name + "() declares no return type"
	case "lookup":
		if c.Name == "" {
			return "lookups of data without a type"
		}
		return "the lookup of '" + c.Name + "' has no type"
	case "fact":
		return "the type of fact " + c.Name + " is not known"
	case "fact variable":
		return "$" + c.Name + " may be set to something other than the fact; use $facts['" + c.Name + "'], which has a type"
	case "template variable":
		return "a template reads $" + c.Name + " without declaring it, as <%- | String $" + c.Name + " | -%> does"
	case "variable":
		return "nothing in the code sets $" + c.Name
	}
	if c.Module != "" {
		return c.Kind + " " + c.Name + ": module '" + c.Module + "' is missing"
	}
	return c.Kind + " " + c.Name + " is missing"
}

// UntypedSlot is a parameter, or the result of a function, without a type.
type UntypedSlot struct {
	Module     *Module
	Definition *Definition
	// Parameter is nil for the result of a function.
	Parameter *Parameter
}

// Line returns the 1-based line of the slot.
func (s UntypedSlot) Line() int {
	if s.Parameter == nil {
		return s.Definition.Line
	}
	return s.Parameter.Line
}

// Cost returns how much the slot leaves unchecked.
func (s UntypedSlot) Cost() int {
	if s.Parameter == nil {
		return s.Definition.ReturnCost
	}
	return s.Parameter.Cost
}

// What returns "$name" or "result".
func (s UntypedSlot) What() string {
	if s.Parameter == nil {
		return "result"
	}
	return "$" + s.Parameter.Name
}

// advice returns the type that an untyped slot could have, and the words before and after it:
// "possibly ", "Array", "". typ is empty if nothing is known.
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
		return "possibly ", p.Likely, ", as documented"
	case p.Likely != "":
		return "possibly ", p.Likely, ""
	}
	return "", "", ""
}

// isCertain reports whether the type of the advice can be written without checking it.
func (s UntypedSlot) isCertain() bool { return s.Parameter == nil || s.Parameter.Suggested != "" }

// adviceText returns the advice as text. show formats the type.
func (s UntypedSlot) adviceText(show func(typ string) string) string {
	before, typ, behind := s.advice()
	if typ == "" {
		return "unknown"
	}
	if !s.isCertain() {
		typ = lattice.Abbreviate(typ, shownType)
	}
	return before + show(typ) + behind
}

// UntypedSlots returns the parameters and results without a type, the most expensive first.
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

// Edits returns the edits that write the suggested types into the code.
func (r *Report) Edits() []diag.Edit { return r.edits }

// WriteJSON writes the report as JSON.
func (r *Report) WriteJSON(out io.Writer) error {
	return source.WriteJSON(out, r, "  ")
}

// title returns the name of a module for display.
func (m *Module) title() string { return moduleTitle(m.Name) }

func moduleTitle(name string) string { return cmp.Or(name, "(in no module)") }

// missingModule returns the module of a class, resource type or function, as far as its name
// shows it, or "".
func missingModule(gap typesummary.Gap) string {
	first, _, qualified := strings.Cut(gap.Name, "::")
	if !qualified && gap.Kind != eval.MissingClass {
		return ""
	}
	return first
}
