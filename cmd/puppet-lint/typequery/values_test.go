package typequery

import (
	"bytes"
	"strings"
	"testing"
)

// TestInferOfCalls infers the types of expressions that call types and functions.
func TestInferOfCalls(t *testing.T) {
	for expression, want := range map[string]string{
		"Integer('0x10')":     "Integer[16, 16]\n",
		"new(Integer, '7')":   "Integer[7, 7]\n",
		"'7'.then |$x| { 1 }": "Integer[1, 1]\n",
		"'Abc'.downcase":      "String\n",
		"upcase('a')":         "String\n",
		"1 + 2":               "Integer[3, 3]\n",
		"Integer('x')":        "Error while evaluating a Function Call, ",
		"$nothing":            "Unknown variable: 'nothing'.",
		"nonsense(1)":         "there is no function 'nonsense'",
		"[1":                  "Syntax error",
	} {
		var out, errs bytes.Buffer
		status := Run([]string{"infer", expression}, nil, &out, &errs)
		if isKnown := strings.HasSuffix(want, "\n"); isKnown != (status == 0) || isKnown && out.String() != want || !strings.Contains(out.String()+errs.String(), want) {
			t.Errorf("%s: status %d, %q, %q", expression, status, out.String(), errs.String())
		}
	}
}

// TestFlags checks the effect of the flags and the exit status of the subcommand.
func TestFlags(t *testing.T) {
	for _, test := range []struct {
		args, stdin string
		status      int
		out, errs   string
	}{
		{"--help", "", 0, "puppet-lint type [--alias", ""},
		{"-h", "", 0, "Queries (T is a type", ""},
		{"--jsonl", `{"op":"parse","a":"Integer"}` + "\n", 0, `{"string":"Integer"}`, ""},
		{"--alias Port", "", 2, "", `--alias takes Name=Type, not "Port"`},
		{"--nonsense", "", 2, "", "there is no flag --nonsense"},
		{"--alias", "", 2, "", "--alias needs a value"},
		{"", "", 2, "", "a query is needed"},
		{"nonsense A", "", 2, "", `there is no query "nonsense"`},
		{"equal Integer", "", 2, "", "write equal T1 T2"},
		{"--alias A=Nonsense[ parse A", "", 2, "", "alias A: "},
	} {
		var out, errs bytes.Buffer
		status := Run(strings.Fields(test.args), strings.NewReader(test.stdin), &out, &errs)
		if status != test.status || !strings.Contains(out.String(), test.out) || !strings.Contains(errs.String(), test.errs) {
			t.Errorf("%q: status %d, %q, %q", test.args, status, out.String(), errs.String())
		}
	}
	for _, question := range Queries() {
		if question[1] == "" || !strings.Contains(Usage(), "  "+question[0]+" ") {
			t.Errorf("the question %v is not in the help text", question)
		}
	}
}
