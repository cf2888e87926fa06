package typereport

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"puppet-lint/internal/english"
)

// Trend compares a report with an earlier one.
type Trend struct {
	Before Share `json:"before"`
	After  Share `json:"after"`
	// Modules are the modules that are new or gone, or whose typed share has changed, sorted by
	// name.
	Modules []ModuleTrend `json:"modules,omitempty"`
	// Fixed are the untyped slots of the earlier report that are typed now. New are the untyped
	// slots that the earlier report did not have. Examples: "class apache $port", "function
	// apache::url result".
	Fixed []string `json:"fixed,omitempty"`
	New   []string `json:"new,omitempty"`
}

// ModuleTrend is a module in both reports. A Share is nil if the module is not in that report.
type ModuleTrend struct {
	Name   string `json:"name"`
	Before *Share `json:"before,omitempty"`
	After  *Share `json:"after,omitempty"`
}

// Change returns the difference in percentage points.
func (t *Trend) Change() float64 { return t.After.Percent() - t.Before.Percent() }

// sentence summarizes the trend.
func (t *Trend) sentence() string {
	points := ""
	if t.Before.Slots > 0 && t.After.Slots > 0 {
		points = fmt.Sprintf(" (%+.1f points)", t.Change())
	}
	return fmt.Sprintf("%s → %s%s, %s fixed, %d new", t.Before.TypedText(), t.After.TypedText(), points, english.Count(len(t.Fixed), "untyped slot"), len(t.New))
}

func (t ModuleTrend) before() string {
	if t.Before == nil {
		return "new"
	}
	return t.Before.TypedText()
}

func (t ModuleTrend) after() string {
	if t.After == nil {
		return "gone"
	}
	return t.After.TypedText()
}

// untyped returns how the number of untyped slots has changed.
func (t ModuleTrend) untyped() string {
	change := 0
	if t.After != nil {
		change += t.After.untyped()
	}
	if t.Before != nil {
		change -= t.Before.untyped()
	}
	if change == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", change)
}

// Compare adds the trend since an earlier report, given as WriteJSON writes it.
func (r *Report) Compare(earlier []byte) error {
	before, err := readReport(earlier)
	if err != nil {
		return err
	}
	r.Trend = &Trend{Before: before.Total, After: r.Total}
	shares := map[string]*Share{}
	for _, module := range before.Modules {
		shares[module.Name] = &module.Share
	}
	for _, module := range r.Modules {
		old := shares[module.Name]
		delete(shares, module.Name)
		if old == nil || old.Typed != module.Share.Typed || old.Slots != module.Share.Slots {
			r.Trend.Modules = append(r.Trend.Modules, ModuleTrend{module.Name, old, &module.Share})
		}
	}
	for _, module := range before.Modules {
		if old := shares[module.Name]; old != nil {
			r.Trend.Modules = append(r.Trend.Modules, ModuleTrend{Name: module.Name, Before: old})
		}
	}
	slices.SortStableFunc(r.Trend.Modules, func(a, b ModuleTrend) int { return compareModules(a.Name, b.Name) })
	r.compareHoles(before)
	return nil
}

// noReport is the error message for a text that WriteJSON did not write.
const noReport = "is not a type report; write one with: puppet-lint report --format json"

func readReport(text []byte) (*Report, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	var read struct {
		Version int    `json:"version"`
		Tool    string `json:"tool"`
	}
	if err := json.Unmarshal(text, &read); err != nil {
		return nil, errors.New(noReport)
	}
	if read.Tool != "puppet-lint" || read.Version == 0 {
		return nil, errors.New(noReport)
	}
	if read.Version != Version {
		return nil, fmt.Errorf("has version %d of the type report format, but only version %d is supported; write it again with this puppet-lint", read.Version, Version)
	}
	report := &Report{}
	if err := json.Unmarshal(text, report); err != nil {
		return nil, errors.New(noReport)
	}
	report.Modules = withoutNil(report.Modules)
	for _, module := range report.Modules {
		module.Definitions = withoutNil(module.Definitions)
		for _, definition := range module.Definitions {
			definition.Parameters = withoutNil(definition.Parameters)
			// The first reports did not contain the state of a result.
			if definition.Kind == kindFunction && definition.ReturnState == "" {
				definition.ReturnState = stateUntyped
				if definition.ReturnsDeclared {
					definition.ReturnState = stateTyped
				}
			}
		}
	}
	return report, nil
}

func withoutNil[T any](list []*T) []*T {
	return slices.DeleteFunc(list, func(one *T) bool { return one == nil })
}

func (r *Report) compareHoles(before *Report) {
	was, is := before.slotStates(), r.slotStates()
	for _, slot := range before.UntypedSlots() {
		if name := slot.name(); is[name] != "" && is[name] != stateUntyped {
			r.Trend.Fixed = append(r.Trend.Fixed, name)
		}
	}
	for _, slot := range r.UntypedSlots() {
		if name := slot.name(); was[name] != stateUntyped {
			r.Trend.New = append(r.Trend.New, name)
		}
	}
}

// slotStates returns the states of all parameters and results, by name.
func (r *Report) slotStates() map[string]string {
	states := map[string]string{}
	for _, module := range r.Modules {
		for _, definition := range module.Definitions {
			for _, parameter := range definition.Parameters {
				states[UntypedSlot{module, definition, parameter}.name()] = parameter.State
			}
			if definition.ReturnState != "" {
				states[UntypedSlot{module, definition, nil}.name()] = definition.ReturnState
			}
		}
	}
	return states
}

// name returns a name that identifies the slot.
func (s UntypedSlot) name() string {
	name := strings.Join([]string{s.Definition.Kind, s.Definition.Name, s.What()}, " ")
	if _, folder, several := strings.Cut(s.Module.Name, " ("); several {
		name += " (" + folder
	}
	return name
}
