// Package jsonl implements "validate --jsonl": it reads a query, one JSON object in a line, and
// answers with another. A script that asks the real Puppet uses the same format, so the answers
// can be compared.
package jsonl

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
	"puppet-lint/syntax/validate"
)

// Query is one line of input. A line that is not a JSON object is the Path of a query.
type Query struct {
	// ID is copied to the answer. If it is nil, the answer has the Path instead.
	ID any `json:"id,omitempty"`
	// Source is the text to validate. If it is nil, the file at Path is read.
	Source *string `json:"source,omitempty"`
	// Path is the path of the file. With Source, no file needs to exist there.
	Path string `json:"path,omitempty"`
	// Modulepath lists folders that contain modules. The rules about locations apply to a Path
	// below one of them.
	Modulepath []string `json:"modulepath,omitempty"`
	// Tasks enables the rules for plans (Puppet's setting "tasks").
	Tasks bool `json:"tasks,omitempty"`
	// Strict is Puppet's setting of that name: "off", "warning" or "error". "" is the default of
	// the target version.
	Strict string `json:"strict,omitempty"`
	// Epp treats the text as an EPP template.
	Epp bool `json:"epp,omitempty"`
	// CLI treats the file as the main manifest: no rules about locations apply.
	CLI bool `json:"cli,omitempty"`
	// TargetVersion is the major version of Puppet; 0 means 8.
	TargetVersion int `json:"target_version,omitempty"`
}

// Answer is one line of output.
type Answer struct {
	ID          any          `json:"id,omitempty"`
	OK          bool         `json:"ok"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Diagnostic is one finding of an Answer.
type Diagnostic struct {
	// Severity is "error", "warning" or "deprecation".
	Severity string `json:"severity"`
	// Phase is "parse", "check", "define" or "log": see validate.Phase.
	Phase     string `json:"stage"`
	IssueCode string `json:"issue_code,omitempty"`
	Message   string `json:"message"`
	// Line is the 1-based line, and Pos the 1-based column in characters. They are 0 if Puppet's
	// message has none.
	Line int `json:"line,omitempty"`
	Pos  int `json:"pos,omitempty"`
	// Rule is the name of the rule in this program. Puppet's own answers have none.
	Rule string `json:"rule,omitempty"`
}

// failure is the answer to a query that has an error.
type failure struct {
	ID    any `json:"id,omitempty"`
	Error struct {
		Message string `json:"message"`
	} `json:"error"`
}

// AnswerLine answers one line of input with one JSON object, without a line feed. Fields that the
// line does not set are taken from defaults. If the query has an error, the answer describes it.
func AnswerLine(files source.FileSystem, defaults Query, line []byte) []byte {
	query := defaults
	var answer any
	if err := parse(line, &query); err != nil {
		answer = failed(query, err)
	} else if answered, err := Ask(files, query); err != nil {
		answer = failed(query, err)
	} else {
		answer = answered
	}
	text, err := json.Marshal(answer)
	if err != nil { // only the ID comes from outside, as JSON
		text, _ = json.Marshal(failed(Query{}, err))
	}
	return text
}

func parse(line []byte, query *Query) error {
	if len(line) > 0 && line[0] == '{' {
		return json.Unmarshal(line, query)
	}
	query.Path = string(line)
	return nil
}

func failed(query Query, err error) failure {
	answer := failure{ID: query.ID}
	answer.Error.Message = source.Explain(err)
	return answer
}

// Ask answers one query. It returns an error if the file cannot be read or a setting is invalid.
func Ask(files source.FileSystem, query Query) (Answer, error) {
	if query.ID == nil && query.Path != "" {
		query.ID = query.Path
	}
	var file *source.File
	switch {
	case query.Source != nil:
		file = source.NewFile(query.Path, *query.Source)
	case query.Path == "":
		return Answer{}, errors.New("the query has neither a source nor a path")
	default:
		var err error
		if file, err = files.Read(query.Path); err != nil {
			return Answer{}, err
		}
	}
	options := validate.Options{Tasks: query.Tasks, TargetVersion: query.TargetVersion}
	var err error
	if options.Strict, err = validate.ParseStrict(query.Strict); err != nil {
		return Answer{}, fmt.Errorf("strict: %w", err)
	}
	if !query.CLI && query.Path != "" {
		path, err := filepath.Abs(query.Path)
		if err != nil {
			return Answer{}, err
		}
		options.Location = validate.Locate(filepath.ToSlash(path), query.Modulepath, "")
	}
	parsed := syntax.Parse(file, syntax.Options{EPP: query.Epp, Tasks: query.Tasks})
	return answer(query.ID, validate.File(parsed, options)), nil
}

// answer returns the answer with the findings sorted by phase, in Puppet's order of phases.
func answer(id any, findings []*diag.Diagnostic) Answer {
	result := Answer{ID: id, OK: true, Diagnostics: []Diagnostic{}}
	for phase := validate.Parsing; phase <= validate.Logging; phase++ {
		for _, finding := range findings {
			if validate.PhaseOf(finding) == phase {
				result.Diagnostics = append(result.Diagnostics, diagnosticOf(finding, phase))
				result.OK = result.OK && finding.Severity < diag.Error
			}
		}
	}
	return result
}

func diagnosticOf(finding *diag.Diagnostic, phase validate.Phase) Diagnostic {
	diagnostic := Diagnostic{
		Severity:  finding.Severity.String(),
		Phase:     phase.String(),
		IssueCode: finding.Code(),
		Message:   finding.Message,
		Rule:      finding.Rule.Name,
	}
	if validate.IsDeprecation(finding) {
		diagnostic.Severity = "deprecation"
	}
	position := finding.Position()
	precision := max(finding.Precision, finding.PuppetPrecision)
	if precision <= diag.LineOnly {
		diagnostic.Line = position.Line
	}
	if precision == diag.Exact {
		diagnostic.Pos = position.Column
	}
	return diagnostic
}
