package catalog

import (
	"cmp"
	"slices"
	"strings"

	"puppet-lint/types"
)

// Difference holds the known differences between two catalogs of one class or node.
type Difference struct {
	// Added and Removed are references to resources that are certain in one catalog and missing
	// in the other.
	Added, Removed []string
	Changed        []ChangedAttribute
	// PossiblyAdded and PossiblyRemoved are references to resources that only one catalog lists
	// although both may have them or lack them. The code of a title that is not known stands for
	// the title.
	PossiblyAdded, PossiblyRemoved []string
	// Possible are attributes that may differ: it is not known whether their values do, or whether
	// the resource is in the catalog. Values that are not known are shown as types or as code.
	Possible []ChangedAttribute
	// AddedOrders and RemovedOrders are the relationships that only one catalog has, as text.
	AddedOrders, RemovedOrders []string
	// NotKnown is true if parts of either catalog are not known, so that there may be more
	// differences.
	NotKnown bool
	// NotCompared is true if the catalogs were not compared, because there are too many.
	NotCompared bool
	// Failure says why the new catalog certainly fails; it is empty if the old one fails, too.
	// FormerFailure says why the old catalog fails; it is empty if the new one fails, too.
	Failure, FormerFailure string
	// PossibleFailures are the errors that may prevent the compilation of the new catalog, and that
	// the old one does not have.
	PossibleFailures []string
	// Problems are the errors that only the new catalog has: cycles, references to missing
	// resources, and classes that are no longer contained.
	Problems []Problem
}

// Fails reports whether the new catalog is certainly refused although the old one is not.
func (d *Difference) Fails() bool {
	return d.Failure != "" || slices.ContainsFunc(d.Problems, func(p Problem) bool { return p.Kind != "containment" })
}

// ChangedAttribute is an attribute whose value differs. A value is empty if the attribute is
// not set.
type ChangedAttribute struct {
	Ref, Name, Old, New string
}

// HasPossible reports whether there are possible differences, apart from parts of the catalogs that
// are not known.
func (d *Difference) HasPossible() bool {
	return len(d.Possible) > 0 || len(d.PossibleFailures) > 0 || len(d.PossiblyAdded) > 0 || len(d.PossiblyRemoved) > 0
}

// IsEmpty reports whether nothing is known to differ. There may be possible differences.
func (d *Difference) IsEmpty() bool {
	return len(d.Added) == 0 && len(d.Removed) == 0 && len(d.Changed) == 0 && len(d.AddedOrders) == 0 && len(d.RemovedOrders) == 0 && d.Failure == "" && d.FormerFailure == ""
}

// unknownValue is shown for a value that is not known.
const unknownValue = "unknown"

// Compare returns the difference between two catalogs. A nil catalog is treated as empty.
func Compare(before, after *Catalog) *Difference {
	d := &Difference{}
	if before == nil {
		before = &Catalog{}
	}
	if after == nil {
		after = &Catalog{}
	}
	// If only one side has a catalog, there is nothing to compare.
	switch {
	case after.Failure != nil && before.Failure == nil:
		d.Failure = after.Failure.What
		return d
	case before.Failure != nil && after.Failure == nil:
		d.FormerFailure = before.Failure.What
		return d
	case before.Failure != nil && before.Failure.What != after.Failure.What:
		// Both evaluations ended early, and not at the same point. A node that avoids the old error may get
		// the new one.
		d.PossibleFailures = []string{after.Failure.What}
		return d
	}
	d.NotKnown = before.isVague() || after.isVague()
	if before.Unknown || after.Unknown {
		return d
	}
	d.Added, d.PossiblyAdded = after.notIn(before)
	d.Removed, d.PossiblyRemoved = before.notIn(after)
	untitled := before.untitled()
	for _, r := range after.Resources {
		if old := before.withKey(r.key); old != nil {
			d.compareResource(old, r)
		} else if same := untitled[r.label()]; r.Title == "" && len(same) > 0 {
			d.compareResource(same[0], r)
			untitled[r.label()] = same[1:]
		}
	}
	old, now := before.orderTexts(), after.orderTexts()
	isOld, isNow := setOf(old), setOf(now)
	for _, text := range now {
		if !isOld[text] {
			d.AddedOrders = append(d.AddedOrders, text)
		}
	}
	for _, text := range old {
		if !isNow[text] {
			d.RemovedOrders = append(d.RemovedOrders, text)
		}
	}
	d.comparePossibleFailures(before, after)
	d.compareCalls(before, after)
	d.CompareProblems(before, after)
	return d
}

// compareCalls compares the calls of functions that may refuse their arguments.
func (d *Difference) compareCalls(before, after *Catalog) {
	known := map[string]int{}
	for _, call := range before.Calls {
		known[call.Values]++
	}
	for _, call := range after.Calls {
		if known[call.Values]--; known[call.Values] >= 0 {
			continue
		}
		if text := call.Code + " refuses its arguments"; !slices.Contains(d.PossibleFailures, text) {
			d.PossibleFailures = append(d.PossibleFailures, text)
		}
	}
	for _, left := range known {
		d.NotKnown = d.NotKnown || left > 0 // a call may have failed, and is gone
	}
}

// comparePossibleFailures compares the errors that may prevent the compilation. It does not compare
// where they are: an edit above moves them.
func (d *Difference) comparePossibleFailures(before, after *Catalog) {
	known := map[string]int{}
	for _, one := range before.PossibleFailures {
		known[one.What]++
	}
	for _, one := range after.PossibleFailures {
		if known[one.What]--; known[one.What] < 0 {
			d.PossibleFailures = append(d.PossibleFailures, one.What)
		}
	}
}

// Declared is a resource in one of two catalogs that differ only in some attributes.
type Declared struct {
	*Resource
	// Title is the code of the title.
	Title string
	// Differing are the attributes that may differ.
	Differing []DeclaredAttribute
}

// DeclaredAttribute is an attribute and the code of its value; empty if the code does not set it.
type DeclaredAttribute struct{ Name, Code string }

// CompareDeclared returns the difference between two catalogs that differ only in attributes of
// resources, which the code of both declares in the same order. The problems that only the new
// catalog has are not compared.
func CompareDeclared(old, now []Declared) *Difference {
	d := &Difference{}
	for i := range now {
		for at := range now[i].Differing {
			d.compareDeclared(old[i], now[i], at)
		}
	}
	return d
}

// compareDeclared compares one attribute of a resource that both catalogs have.
func (d *Difference) compareDeclared(old, now Declared, at int) {
	name := now.Differing[at].Name
	first, second := old.Attribute(name), now.Attribute(name)
	known := isKnown(old.Resource, first) && isKnown(now.Resource, second)
	before, beforeExact := textOf(first)
	after, afterExact := textOf(second)
	if known && beforeExact == afterExact {
		return
	}
	if isSecret(first) && isSecret(second) {
		after = "a different Sensitive value"
	}
	if (first == nil || first.Value == nil) && at < len(old.Differing) {
		before = old.Differing[at].Code
	}
	if second == nil || second.Value == nil {
		after = now.Differing[at].Code
	}
	changed := ChangedAttribute{cmp.Or(now.Ref(), now.Type+"["+now.Title+"]"), name, before, after}
	if list := &d.Possible; !known || !now.Certain {
		if !slices.Contains(*list, changed) {
			*list = append(*list, changed)
		}
		return
	}
	d.Changed = append(d.Changed, changed)
}

// isKnown reports whether the value of a resource's attribute is known, or that it is not set.
func isKnown(r *Resource, a *Attribute) bool {
	return a == nil && !r.Open || a != nil && a.Value != nil
}

// CompareProblems finds the errors that only the new catalog has, if the catalogs are known to
// differ. A resource that the catalog of a class never had is not missing: another class of a node may
// declare it.
func (d *Difference) CompareProblems(before, after *Catalog) {
	if d.IsEmpty() {
		return
	}
	now := after.Check()
	if len(now) == 0 {
		return
	}
	known := map[[2]string]bool{}
	for _, one := range before.Check() {
		known[[2]string{one.Kind, one.Message}] = true
	}
	for _, one := range now {
		if !known[[2]string{one.Kind, one.Message}] && (one.Missing == "" || after.Node || before.Find(one.Missing) != nil) {
			d.Problems = append(d.Problems, one)
		}
	}
}

// isVague reports whether some part of a catalog is unknown.
func (c *Catalog) isVague() bool {
	return len(c.Gaps) > 0 || len(c.PossibleFailures) > 0 || slices.ContainsFunc(c.Resources, func(r *Resource) bool {
		return !r.Certain || r.Open || slices.ContainsFunc(r.Attributes, func(a *Attribute) bool { return a.Value == nil })
	})
}

// notIn returns references to the resources that c has and another catalog lacks: certainly, or
// possibly. A resource is possibly lacking if it is not certain to be in c, or if the other catalog
// has a resource of its type with an unknown title.
func (c *Catalog) notIn(other *Catalog) (certain, possible []string) {
	untitled, ofType := other.untitled(), map[string]bool{}
	for _, others := range untitled {
		ofType[others[0].Type] = true
	}
	for _, r := range c.Resources {
		label := r.label()
		switch {
		case r.Title == "" && len(untitled[label]) > 0:
			untitled[label] = untitled[label][1:]
		case r.Title != "" && other.withKey(r.key) != nil:
		case r.Title != "" && r.Certain && !ofType[r.Type]:
			certain = append(certain, label)
		case !slices.Contains(possible, label):
			possible = append(possible, label)
		}
	}
	return certain, possible
}

// untitled returns the resources whose title is not known, by label.
func (c *Catalog) untitled() map[string][]*Resource {
	untitled := map[string][]*Resource{}
	for _, r := range c.Resources {
		if r.Title == "" {
			untitled[r.label()] = append(untitled[r.label()], r)
		}
	}
	return untitled
}

// compareResource compares a resource that both catalogs have.
func (d *Difference) compareResource(old, now *Resource) {
	switch {
	case old.Certain && !now.Certain:
		d.Changed = append(d.Changed, ChangedAttribute{now.label(), "", "always declared", "declared on some paths"})
	case !old.Certain && now.Certain:
		d.Changed = append(d.Changed, ChangedAttribute{now.label(), "", "declared on some paths", "always declared"})
	}
	if now.Title == "" && old.TitleType != now.TitleType {
		d.Possible = append(d.Possible, ChangedAttribute{now.label(), "title", old.TitleType, now.TitleType})
	}
	if slices.EqualFunc(old.Attributes, now.Attributes, isSame) {
		return
	}
	var names []string
	attributes := map[string]*[2]*Attribute{}
	for i, list := range [][]*Attribute{old.Attributes, now.Attributes} {
		for _, a := range list {
			if attributes[a.Name] == nil {
				attributes[a.Name] = &[2]*Attribute{}
				names = append(names, a.Name)
			}
			attributes[a.Name][i] = a
		}
	}
	for _, name := range names {
		first, second := attributes[name][0], attributes[name][1]
		before, beforeExact := textOf(first)
		after, afterExact := textOf(second)
		if beforeExact == afterExact {
			continue
		}
		if isSecret(first) && isSecret(second) {
			after = "a different Sensitive value"
		}
		changed := ChangedAttribute{now.label(), name, before, after}
		if old.Certain && now.Certain && isKnown(old, first) && isKnown(now, second) {
			d.Changed = append(d.Changed, changed)
		} else {
			d.Possible = append(d.Possible, changed)
		}
	}
}

// isSame reports whether two attributes certainly have the same name and value. It is a shortcut: most
// attributes are the same in both catalogs.
func isSame(a, b *Attribute) bool {
	return a.Name == b.Name && a.Text == b.Text && (a.Value == nil) == (b.Value == nil) && !strings.Contains(a.Text, hiddenPrefix)
}

// textOf returns the value of an attribute as it is shown, and a text that is the same only for
// equal values.
func textOf(a *Attribute) (shown, exact string) {
	switch {
	case a == nil:
		return "", ""
	case a.Value == nil:
		return unknownValue + ": " + a.Text, "\x00" + a.Text
	}
	return a.Text, ExactText(a.Value)
}

func isSecret(a *Attribute) bool {
	if a == nil {
		return false
	}
	_, isSensitive := a.Value.(*types.Sensitive)
	return isSensitive
}

func setOf(texts []string) map[string]bool {
	set := make(map[string]bool, len(texts))
	for _, text := range texts {
		set[text] = true
	}
	return set
}

// orderTexts returns the relationships, and which classes contain which, as text. The stage main
// contains all classes.
func (c *Catalog) orderTexts() []string {
	var texts []string
	seen := map[string]bool{}
	arrows := map[EdgeKind]string{Contains: " contains ", Before: " -> ", Notifies: " ~> "}
	for _, edge := range c.Edges {
		if edge.Kind == Contains && (!strings.HasPrefix(edge.To, "Class[") || edge.From == "Stage[main]") {
			continue // which class contains a resource follows from its declaration
		}
		if text := edge.From + arrows[edge.Kind] + edge.To; !seen[text] {
			seen[text] = true
			texts = append(texts, text)
		}
	}
	return texts
}
