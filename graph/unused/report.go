package unused

import (
	"fmt"
	"io"

	"puppet-lint/graph"
	"puppet-lint/internal/markdown"
	"puppet-lint/internal/source"
)

// Report is the result, ready to be written.
type Report struct {
	Answers []Answer
	// All lists each uncertain answer, even if many have the same cause.
	All bool
	// Shown returns a path for display.
	Shown func(path string) string
}

// Counts returns the numbers of certain and of uncertain answers.
func (r *Report) Counts() (certain, possible int) {
	for i := range r.Answers {
		if r.Answers[i].IsCertain() {
			certain++
		} else {
			possible++
		}
	}
	return certain, possible
}

// WriteText writes one answer a line, in the style of findings, and a line for many answers that have
// the same cause.
func (r *Report) WriteText(out io.Writer) error {
	single, together := r.split()
	for _, answer := range single {
		location := ""
		if len(answer.Definitions) > 0 {
			shown := r.locate(answer.Definitions[0])
			location = fmt.Sprintf("%s:%d:%d: ", source.ShownFirst(shown.Path), shown.Line, shown.Column)
		}
		message := fmt.Sprintf("%s '%s' is unused: %s", answer.Kind, answer.Name, answer.Why)
		if !answer.IsCertain() {
			message = fmt.Sprintf("%s '%s' may be unused: %s, but %s", answer.Kind, answer.Name, answer.Why, answer.Uncertainty)
		}
		if _, err := fmt.Fprintf(out, "%s%s\n", location, source.Shown(message)); err != nil {
			return err
		}
	}
	for _, many := range together {
		if _, err := fmt.Fprintf(out, "%s; add --all to list them\n", source.ShownFirst(many.text())); err != nil {
			return err
		}
	}
	return nil
}

// WriteMarkdown writes a table for a pull request. Certain answers come first.
func (r *Report) WriteMarkdown(out io.Writer) error {
	certain, possible := r.Counts()
	table := markdown.NewTable("", "where", "what")
	removable := 0
	single, together := r.split()
	for _, isCertain := range []bool{true, false} {
		for _, answer := range single {
			if answer.IsCertain() != isCertain {
				continue
			}
			state, why, location := "unused", answer.Why, ""
			if !isCertain {
				state, why = "may be unused", answer.Why+", but "+answer.Uncertainty
			} else if answer.Removal != nil {
				removable++
			}
			if len(answer.Definitions) > 0 {
				shown := r.locate(answer.Definitions[0])
				location = markdown.Code(fmt.Sprintf("%s:%d", shown.Path, shown.Line))
			}
			table.Add(state, location, markdown.Text(answer.Kind)+" "+markdown.Code(answer.Name)+": "+markdown.Text(why))
		}
	}
	for _, many := range together {
		table.Add("may be unused", "", markdown.Text(many.text())+"; add `--all` to list them")
	}
	text := fmt.Sprintf("### puppet-lint: %d unused, %d possibly unused\n", certain, possible)
	if len(r.Answers) > 0 {
		text += "\n" + table.String()
	}
	if removable > 0 {
		text += fmt.Sprintf("\n`puppet-lint unused --fix --unsafe-fixes` removes %d of them.\n", removable)
	}
	_, err := io.WriteString(out, text)
	return err
}

// shownLocation is a place in the JSON document. Columns are in characters.
type shownLocation struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

func (r *Report) locate(location graph.Location) shownLocation {
	position := location.File.Position(location.Span.Start)
	return shownLocation{r.Shown(location.File.Name), position.Line, position.Column}
}

// shownAnswer is an Answer in the JSON document.
type shownAnswer struct {
	Kind        string          `json:"kind"`
	Name        string          `json:"name"`
	Module      string          `json:"module,omitempty"`
	Certain     bool            `json:"certain"`
	Why         string          `json:"why"`
	Uncertainty string          `json:"uncertainty,omitempty"`
	Removable   bool            `json:"removable"`
	Definitions []shownLocation `json:"places"`
}

// WriteJSON writes the answers as one JSON object: {"version": 1, "certain": N, "possible": N,
// "answers": […]}. Later versions may add keys but never remove any.
func (r *Report) WriteJSON(out io.Writer) error {
	shown := struct {
		Version  int           `json:"version"`
		Certain  int           `json:"certain"`
		Possible int           `json:"possible"`
		Answers  []shownAnswer `json:"answers"`
	}{Version: 1, Answers: []shownAnswer{}}
	shown.Certain, shown.Possible = r.Counts()
	for i := range r.Answers {
		answer := &r.Answers[i]
		one := shownAnswer{
			Kind: answer.Kind, Name: answer.Name, Module: answer.Module, Certain: answer.IsCertain(), Why: answer.Why, Uncertainty: answer.Uncertainty,
			Removable: answer.IsCertain() && answer.Removal != nil, Definitions: []shownLocation{},
		}
		for _, location := range answer.Definitions {
			one.Definitions = append(one.Definitions, r.locate(location))
		}
		shown.Answers = append(shown.Answers, one)
	}
	return source.WriteJSON(out, shown, "  ")
}
