package lookups

import "strings"

// decide sets the state of each value. A value is shadowed if every node that reads it also reads
// one above it.
func (k *Key) decide(facts *Facts) {
	isMerged := k.Merge != "first"
	above := newReadAbove()
	for i := range k.Values {
		value := &k.Values[i]
		value.State, value.By = Wins, -1
		if isMerged {
			value.State = Merged
		}
		reads, known := false, false
		if facts != nil {
			if reads, known = facts.reads(value.Key.Source); known && !reads {
				value.State = Elsewhere
				continue
			}
			value.Undetermined = !known
		}
		// default_hierarchy is read only if nothing was found before. Other values may be merged
		// if it is not known how.
		if !isMerged && !k.MergeVaries || value.Source.Default {
			if by, found := above.find(value); found {
				value.State, value.By = Shadowed, by
			}
		}
		if !isMerged || !value.Source.Default {
			above.add(i, value, reads && known)
		}
	}
}

// readAbove finds the value that shadows another: the first one above it that is read by every node
// that reads the other.
type readAbove struct {
	// first is the first value that the node reads whose facts are known; -1 if there is none.
	first int
	// forms are the lists of variables in the conditions of the values. byTexts maps each form,
	// with the texts of its variables, to the first value with that condition.
	forms   []form
	byTexts []map[string]int
	byForm  map[string]int
}

// form is a list of variables.
type form []string

func newReadAbove() *readAbove { return &readAbove{first: -1, byForm: map[string]int{}} }

// add adds a value at a place below all others. isRead is true if the node certainly reads it.
func (a *readAbove) add(at int, value *Value, isRead bool) {
	if isRead {
		if a.first < 0 {
			a.first = at
		}
		return
	}
	if !value.Known {
		return
	}
	variables := make(form, len(value.Condition))
	for i, part := range value.Condition {
		variables[i] = part.Variable
	}
	name := strings.Join(variables, "\x00")
	place, known := a.byForm[name]
	if !known {
		place = len(a.forms)
		a.byForm[name] = place
		a.forms, a.byTexts = append(a.forms, variables), append(a.byTexts, map[string]int{})
	}
	texts, _ := variables.textsOf(value.Condition)
	if _, known := a.byTexts[place][texts]; !known {
		a.byTexts[place][texts] = at
	}
}

// find returns the index of the first value that every reader of this value also reads.
func (a *readAbove) find(value *Value) (at int, found bool) {
	at, found = a.first, a.first >= 0
	if !value.Known || value.hidden {
		return at, found
	}
	for i, variables := range a.forms {
		texts, isMet := variables.textsOf(value.Condition)
		if !isMet {
			continue
		}
		one, isThere := a.byTexts[i][texts]
		if !isThere || found && one > at {
			continue
		}
		isAlways := true
		for _, condition := range value.further {
			further, isMet := variables.textsOf(condition)
			isAlways = isAlways && isMet && further == texts
		}
		if isAlways {
			at, found = one, true
		}
	}
	return at, found
}

// textsOf returns the texts that a condition requires of the variables. ok is false if it requires
// no text of one of them.
func (f form) textsOf(condition []Equals) (texts string, ok bool) {
	var all strings.Builder
	ok = true
	for _, variable := range f {
		ok = false
		for _, part := range condition {
			if ok = part.Variable == variable; ok {
				all.WriteString(part.Text)
				all.WriteByte(0)
				break
			}
		}
		if !ok {
			return "", false
		}
	}
	return all.String(), true
}
