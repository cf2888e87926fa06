package recorded

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/syntax/validate/jsonl"
)

// judgement is the answer of the oracle script.
type judgement struct {
	jsonl.Query
	OK          bool        `json:"ok"`
	Diagnostics []diagnosis `json:"diagnostics"`
	// Error is set if the script itself could not answer.
	Error *struct {
		Class   string `json:"class"`
		Message string `json:"message"`
	} `json:"error"`
}

// diagnosis is a diagnostic of Puppet. Class is the class of the Ruby error that carried it, if
// any.
type diagnosis struct {
	jsonl.Diagnostic
	Class string `json:"class"`
}

// Compare asks package validate the query of a line and returns how its answer differs from the
// line's, which is Puppet's. reason is set if the difference is intended.
func Compare(line []byte) (differences []string, reason string, err error) {
	var expected judgement
	if err := json.Unmarshal(line, &expected); err != nil {
		return nil, "", fmt.Errorf("%w: %s", err, line)
	}
	actual, err := jsonl.Ask(source.Disk{}, expected.Query)
	if err != nil {
		return nil, "", err
	}
	if differences = compare(expected, actual); len(differences) > 0 {
		reason = explain(expected, actual)
	}
	return differences, reason, nil
}

// compare returns how our answer differs from the judge's, or nil.
//
// After a syntax error only the first error is compared, since Puppet stops there and
// puppet-lint does not. Otherwise the diagnostics of the checker must be the same list, those
// that are logged the same set, and of those about definitions the first error must be the
// same, since Puppet stops after it.
func compare(judge judgement, actual jsonl.Answer) (differences []string) {
	differ := func(format string, args ...any) { differences = append(differences, fmt.Sprintf(format, args...)) }
	if judge.Error != nil {
		if actual.OK {
			differ("Puppet fails (%s) and puppet-lint accepts it", judge.Error.Message)
		}
		return differences
	}
	if judge.OK != actual.OK {
		differ("accepted: Puppet %v, puppet-lint %v", judge.OK, actual.OK)
	}
	expected, mine := byPhase(unwrap(judge.Diagnostics)), byPhase(actual.Diagnostics)
	if fatal := firstFatal(judge.Diagnostics); fatal != nil {
		if first := firstError(actual.Diagnostics); first == nil || !sameFinding(fatal.Diagnostic, *first) {
			differ("first error: Puppet %s, puppet-lint %s", describe(&fatal.Diagnostic), describe(first))
		}
		return differences
	}
	stops := raised(judge.Diagnostics)
	for i := range max(len(expected["check"]), len(mine["check"])) {
		their, my := at(expected["check"], i), at(mine["check"], i)
		if their == nil && stops {
			break // Puppet stopped checking at the heredoc's content; we continue
		}
		if their == nil || my == nil || !sameFinding(*their, *my) {
			differ("check %d: Puppet %s, puppet-lint %s", i, describe(their), describe(my))
			break
		}
	}
	if !clean(expected["check"]) {
		return differences // in that case Puppet enters no definitions and reports no warnings
	}
	if their, my := at(expected["define"], 0), at(mine["define"], 0); (their == nil) != (my == nil) || their != nil && !sameDefinition(*their, *my) {
		differ("define: Puppet %s, puppet-lint %s", describe(their), describe(my))
	}
	if their, my := logged(expected["log"]), logged(mine["log"]); their != my {
		differ("log: Puppet %s, puppet-lint %s", their, my)
	}
	if metaparameters(expected["log"]) && !metaparameters(mine["log"]) {
		differ("log: Puppet warns of a metaparameter")
	}
	return differences
}

// firstFatal returns the diagnostic after which Puppet checked nothing more: a parser error or
// a crash. It returns nil if there was none.
func firstFatal(diagnostics []diagnosis) *diagnosis {
	for i := range diagnostics {
		if d := &diagnostics[i]; d.Phase == "parse" || d.Phase == "crash" {
			return d
		}
	}
	return nil
}

// raised reports whether the checker ended by raising an error.
func raised(diagnostics []diagnosis) bool {
	for i := range diagnostics {
		if d := &diagnostics[i]; d.Phase == "check" && d.Class != "" {
			return true
		}
	}
	return false
}

// clean reports whether there is no error.
func clean(diagnostics []jsonl.Diagnostic) bool { return firstError(diagnostics) == nil }

func unwrap(diagnostics []diagnosis) []jsonl.Diagnostic {
	bare := make([]jsonl.Diagnostic, len(diagnostics))
	for i := range diagnostics {
		bare[i] = diagnostics[i].Diagnostic
	}
	return bare
}

func byPhase(diagnostics []jsonl.Diagnostic) map[string][]jsonl.Diagnostic {
	stages := map[string][]jsonl.Diagnostic{}
	for _, d := range diagnostics {
		stages[d.Phase] = append(stages[d.Phase], d)
	}
	return stages
}

func firstError(diagnostics []jsonl.Diagnostic) *jsonl.Diagnostic {
	for i := range diagnostics {
		if diagnostics[i].Severity == "error" {
			return &diagnostics[i]
		}
	}
	return nil
}

func at(diagnostics []jsonl.Diagnostic, i int) *jsonl.Diagnostic {
	if i < len(diagnostics) {
		return &diagnostics[i]
	}
	return nil
}

// sameFinding reports whether a diagnostic of Puppet equals the actual one. If Puppet crashes,
// our code and position may be anything.
func sameFinding(expected, actual jsonl.Diagnostic) bool {
	return expected.Severity == actual.Severity && (expected.Phase == "crash" ||
		(expected.IssueCode == "" || expected.IssueCode == actual.IssueCode) &&
			expected.Line == actual.Line && expected.Pos == actual.Pos)
}

// sameDefinition reports whether errors of entering definitions are equal. They have no code,
// so our rule must be the one for Puppet's message.
func sameDefinition(expected, actual jsonl.Diagnostic) bool {
	rule := ""
	switch {
	case strings.Contains(expected.Message, "metaparam"):
		rule = "metaparameter_as_parameter"
	case strings.Contains(expected.Message, "Class '' is"):
		rule = "illegal_hostname"
	case strings.Contains(expected.Message, "Originally set by"), strings.Contains(expected.Message, "unknown location"):
		rule = "reserved_type_name"
	case strings.Contains(expected.Message, "already defined"), strings.Contains(expected.Message, "Attempt to redefine"):
		rule = "duplicate_definition"
	case strings.Contains(expected.Message, "Runtime"), strings.Contains(expected.Message, "type specification"):
		rule = "illegal_type_mapping"
	}
	return rule == actual.Rule && sameFinding(expected, actual)
}

// logged returns the log as a set, since Puppet logs while it lexes, and we while walking the
// tree.
func logged(diagnostics []jsonl.Diagnostic) string {
	counts := map[string]int{}
	for _, d := range diagnostics {
		if d.IssueCode != "" {
			counts[fmt.Sprintf("%s@%d:%d", d.IssueCode, d.Line, d.Pos)]++
		}
	}
	return fmt.Sprint(counts)
}

// metaparameters reports whether there is a warning without code and position, which is always
// about a metaparameter. Puppet gives each such warning once a process, so its absence means
// nothing.
func metaparameters(logged []jsonl.Diagnostic) bool {
	return slices.ContainsFunc(logged, func(d jsonl.Diagnostic) bool { return d.IssueCode == "" })
}

func describe(d *jsonl.Diagnostic) string {
	if d == nil {
		return "nothing"
	}
	code := d.IssueCode
	if code == "" {
		code = d.Rule + " (no code)"
	}
	return fmt.Sprintf("%s %s %d:%d %q", d.Severity, code, d.Line, d.Pos, d.Message)
}
