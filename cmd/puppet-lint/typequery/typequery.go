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
	"slices"
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
	scopes map[string]*aliasScope
}

// NewSession makes a Session.
func NewSession() *Session {
	return &Session{store: types.NewStore(), scopes: make(map[string]*aliasScope)}
}

// AnswerLine answers one line of JSON with one line, without a line feed. Errors are part of
// the answer.
func (s *Session) AnswerLine(line []byte) []byte {
	var query Query
	answer := map[string]any{}
	if err := json.Unmarshal(line, &query); err != nil {
		answer["error"] = map[string]any{"message": "the line is not a JSON object with a query: " + err.Error()}
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
	w, err := s.scope(q.Aliases)
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
	run               func(w *aliasScope, args []string, out io.Writer) (bool, error)
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
		switch flag {
		case "--jsonl":
			if err := JSONLines(stdin, stdout); err != nil {
				return fail(stderr, err)
			}
			return exitYes
		case "--help", "-h":
			fmt.Fprint(stdout, Usage())
			return exitYes
		case "--alias":
			if len(args) == 0 {
				return usage(stderr, "--alias needs a value")
			}
			name, text, ok := strings.Cut(args[0], "=")
			if !ok {
				return usage(stderr, "--alias takes Name=Type, not %q", args[0])
			}
			aliases[strings.TrimSpace(name)] = strings.TrimSpace(text)
			args = args[1:]
		default:
			return usage(stderr, "there is no flag %s", flag)
		}
	}
	if len(args) == 0 {
		return usage(stderr, "a query is needed, such as assignable T1 T2")
	}
	return answer(args[0], args[1:], aliases, stdout, stderr)
}

// answer answers one query and returns the exit status.
func answer(query string, operands []string, aliases map[string]string, stdout, stderr io.Writer) int {
	at := slices.IndexFunc(commands(), func(c command) bool { return c.name == query })
	if at < 0 {
		return usage(stderr, "there is no query %q", query)
	}
	c := commands()[at]
	if len(operands) != c.operands {
		return usage(stderr, "write %s %s", c.name, c.usage)
	}
	w, err := NewSession().scope(aliases)
	if err != nil {
		return fail(stderr, err)
	}
	yes, err := c.run(w, operands, stdout)
	switch {
	case err != nil:
		return fail(stderr, err)
	case yes:
		return exitYes
	}
	return exitNo
}

// fail reports an error and returns the exit status for it.
func fail(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "puppet-lint: type: %v\n", err)
	return exitError
}

// usage reports a mistake in the arguments, refers to the help and returns the exit status.
func usage(stderr io.Writer, format string, arguments ...any) int {
	fmt.Fprintf(stderr, "puppet-lint: type: "+format+"\npuppet-lint: try 'puppet-lint type --help' for more information\n", arguments...)
	return exitError
}

// Queries returns the queries and their descriptions.
func Queries() (queries [][2]string) {
	for _, c := range commands() {
		queries = append(queries, [2]string{c.name, c.does})
	}
	return queries
}

// Usage returns the help text.
func Usage() string {
	var b strings.Builder
	b.WriteString("Query Puppet's type system\n\nUsage:\n  puppet-lint type [--alias Name=Type]… QUERY OPERAND…\n  puppet-lint type --jsonl < QUERIES\n\nQueries (T is a type, V a value as in a manifest):\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-24s %s\n", c.name+" "+c.usage, c.does)
	}
	return b.String()
}
