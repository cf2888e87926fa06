package typereport

import (
	"encoding/json"
	"fmt"
)

// Trend compares a report with an earlier one.
type Trend struct {
	Before Share `json:"before"`
	After  Share `json:"after"`
	// Modules are those whose typed share changed, or that are new or gone.
	Modules []ModuleTrend `json:"modules,omitempty"`
	// Mended are the holes of the earlier report that are typed now, New those
	// of this one that it did not have: "class apache $port".
	Mended []string `json:"mended,omitempty"`
	New    []string `json:"new,omitempty"`
}

// ModuleTrend is one module in both reports; a Share is nil where the module
// is missing.
type ModuleTrend struct {
	Name   string `json:"name"`
	Before *Share `json:"before,omitempty"`
	After  *Share `json:"after,omitempty"`
}

// Change is the difference in percentage points.
func (t *Trend) Change() float64 { return t.After.Percent() - t.Before.Percent() }

// Compare reads an earlier report, as WriteJSON writes it, and adds the trend.
func (r *Report) Compare(earlier []byte) error {
	var before Report
	if err := json.Unmarshal(earlier, &before); err != nil {
		return fmt.Errorf("is no type report: %w", err)
	}
	if before.Tool != r.Tool || before.Version != r.Version {
		return fmt.Errorf("is no type report of version %d", Version)
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
	r.compareHoles(&before)
	return nil
}

func (r *Report) compareHoles(before *Report) {
	was, is := before.slotStates(), r.slotStates()
	for _, hole := range before.Holes() {
		if name := hole.name(); is[name] != "" && is[name] != stateUntyped {
			r.Trend.Mended = append(r.Trend.Mended, name)
		}
	}
	for _, hole := range r.Holes() {
		if name := hole.name(); was[name] != stateUntyped {
			r.Trend.New = append(r.Trend.New, name)
		}
	}
}

// slotStates are the states of all parameters, by name.
func (r *Report) slotStates() map[string]string {
	states := map[string]string{}
	for _, module := range r.Modules {
		for _, definition := range module.Definitions {
			for _, parameter := range definition.Parameters {
				states[Hole{module, definition, parameter}.name()] = parameter.State
			}
		}
	}
	return states
}

// name tells the parameter from all others.
func (h Hole) name() string {
	return h.Definition.Kind + " " + h.Definition.Name + " $" + h.Parameter.Name
}
