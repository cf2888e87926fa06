// Package typequery implements the subcommand "type": queries about Puppet's type algebra.
// Users type them on the command line. Programs send them as JSON lines, in the format of the
// script that queries the real Puppet, so that anyone can compare the two.
package typequery

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"puppet-lint/types"
)

// Query is one line of input. Op determines which of the fields are used.
type Query struct {
	ID any    `json:"id,omitempty"`
	Op string `json:"op"`
	// A, B, Args, Expected and ActualType are type expressions.
	A          string  `json:"a,omitempty"`
	B          string  `json:"b,omitempty"`
	Args       string  `json:"args,omitempty"`
	Expected   string  `json:"expected,omitempty"`
	ActualType *string `json:"actual_type,omitempty"`
	// Expr and Actual are expressions of the Puppet language.
	Expr   string `json:"expr,omitempty"`
	Actual string `json:"actual,omitempty"`
	// Name is the subject of a mismatch.
	Name string `json:"name,omitempty"`
	// Aliases maps names to type expressions.
	Aliases map[string]string `json:"aliases,omitempty"`
}

// Session answers queries and caches what they share. It is not safe for concurrent use.
type Session struct {
	store  *types.Store
	worlds map[string]*world
}

// NewSession makes a Session.
func NewSession() *Session {
	return &Session{store: types.NewStore(), worlds: make(map[string]*world)}
}

// AnswerLine answers one line of JSON with one line, without a line feed. Errors are part of
// the answer.
func (s *Session) AnswerLine(line []byte) []byte {
	var query Query
	answer := map[string]any{}
	if err := json.Unmarshal(line, &query); err != nil {
		answer["error"] = map[string]any{"message": "the line is not a JSON object with a question: " + err.Error()}
	} else {
		answer = s.Answer(query)
	}
	if query.ID != nil {
		answer["id"] = query.ID
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answer); err != nil {
		return []byte(`{"error":{"message":"the answer cannot be written"}}`)
	}
	return bytes.TrimRight(out.Bytes(), "\n")
}

// Answer answers one query.
func (s *Session) Answer(q Query) map[string]any {
	w, err := s.world(q.Aliases)
	if err != nil {
		return map[string]any{"error": w.errorOf(err, "")}
	}
	answer, err := w.answer(q)
	if err != nil {
		var operand *operandError
		if errors.As(err, &operand) {
			return operand.answer
		}
		return map[string]any{"error": w.errorOf(err, "")}
	}
	return answer
}

// command is a query as users type it.
type command struct {
	name, usage, does string
	operands          int
	run               func(w *world, args []string, out io.Writer) (bool, error)
}

// Exit statuses of Run.
const (
	exitYes   = 0
	exitNo    = 1
	exitError = 2
)

// Run runs the subcommand. It returns the exit status: 0 for yes or a result, 1 for no, 2 for a
// query that cannot be answered.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	aliases := map[string]string{}
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		flag := args[0]
		args = args[1:]
		switch {
		case flag == "--jsonl":
			if err := JSONLines(stdin, stdout); err != nil {
				fmt.Fprintf(stderr, "puppet-lint type: %v\n", err)
				return exitError
			}
			return exitYes
		case flag == "--help" || flag == "-h":
			fmt.Fprint(stdout, Usage())
			return exitYes
		case flag == "--alias" && len(args) > 0:
			name, text, ok := strings.Cut(args[0], "=")
			if !ok {
				fmt.Fprintf(stderr, "puppet-lint type: --alias takes Name=Type, not %q\n", args[0])
				return exitError
			}
			aliases[strings.TrimSpace(name)] = strings.TrimSpace(text)
			args = args[1:]
		default:
			fmt.Fprintf(stderr, "puppet-lint type: unknown flag %s\n%s", flag, Usage())
			return exitError
		}
	}
	if len(args) == 0 {
		fmt.Fprint(stderr, Usage())
		return exitError
	}
	for _, c := range commands() {
		if c.name != args[0] {
			continue
		}
		if len(args)-1 != c.operands {
			fmt.Fprintf(stderr, "usage: puppet-lint type %s %s\n", c.name, c.usage)
			return exitError
		}
		w, err := NewSession().world(aliases)
		if err == nil {
			var yes bool
			if yes, err = c.run(w, args[1:], stdout); err == nil {
				if yes {
					return exitYes
				}
				return exitNo
			}
		}
		fmt.Fprintf(stderr, "puppet-lint type: %v\n", err)
		return exitError
	}
	fmt.Fprintf(stderr, "puppet-lint type: unknown question %q\n%s", args[0], Usage())
	return exitError
}

// Queries returns the queries and their descriptions.
func Queries() (questions [][2]string) {
	for _, c := range commands() {
		questions = append(questions, [2]string{c.name, c.does})
	}
	return questions
}

// Usage returns the help text.
func Usage() string {
	var b strings.Builder
	b.WriteString("usage: puppet-lint type [--alias Name=Type]… QUESTION OPERAND…\n       puppet-lint type --jsonl < QUESTIONS\n\nQuestions (T is a type, V a value as in a manifest):\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-24s %s\n", c.name+" "+c.usage, c.does)
	}
	return b.String()
}
