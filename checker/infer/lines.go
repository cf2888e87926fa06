package infer

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"

	"puppet-lint/checker"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// Query is an input line of Lines: a manifest given as text or by path, or text to be
// treated as the file at a path, and optionally a position in it.
type Query struct {
	ID     any    `json:"id"`
	Source string `json:"source"`
	Path   string `json:"path"`
	// Line and Column (in characters) select the expression at that position. Line 0 selects
	// the manifest's last value.
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Answer is the answer of Lines to a Query.
type Answer struct {
	ID any `json:"id"`
	// Type is the type of the last expression, or of the selected one. Text and Origins are set
	// only for a selected expression: its code, and where its value comes from.
	Type        string          `json:"type,omitempty"`
	Text        string          `json:"text,omitempty"`
	Origins     []AnswerOrigin  `json:"origins,omitempty"`
	Diagnostics []AnswerFinding `json:"diagnostics"`
	Error       string          `json:"error,omitempty"`
}

// AnswerOrigin is an Origin in the form that Lines writes. Columns count characters.
type AnswerOrigin struct {
	What   string `json:"what"`
	Path   string `json:"path,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Type   string `json:"type,omitempty"`
}

// answerOf converts an origin to the form of an answer.
func answerOf(origin Origin) AnswerOrigin {
	answer := AnswerOrigin{What: origin.What}
	if origin.File != nil {
		position := origin.File.Position(origin.Span.Start)
		answer.Path, answer.Line, answer.Column = origin.File.Name, position.Line, position.Column
	}
	if origin.Type != nil {
		answer.Type = lattice.FormatType(origin.Type)
	}
	return answer
}

// AnswerFinding is a finding in the form that Lines writes. Columns count characters.
type AnswerFinding struct {
	Rule     string `json:"rule"`
	Code     string `json:"code,omitempty"`
	Severity string `json:"severity"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Message  string `json:"message"`
}

// Lines reads a Query from each line of in and writes each Answer as a line of JSON. A
// line that is not a JSON object is a path. Each manifest is checked against the modules on the
// modulepath only. If that is empty, a manifest with a path is checked against the tree of its
// workspace. more returns further findings for a manifest, such as syntax errors; it may be
// nil.
func Lines(in io.Reader, out io.Writer, around func(path string) source.FileSystem, modulepath []string, options checker.Options, more func(*module.Manifest) []*diag.Diagnostic) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<28)
	writer := bufio.NewWriter(out)
	encoder := json.NewEncoder(writer)
	encoder.SetEscapeHTML(false)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		if err := encoder.Encode(answer(lines.Bytes(), around, modulepath, options, more)); err != nil {
			return err
		}
		if err := writer.Flush(); err != nil {
			return err
		}
	}
	return lines.Err()
}

func answer(line []byte, around func(path string) source.FileSystem, modulepath []string, options checker.Options, more func(*module.Manifest) []*diag.Diagnostic) Answer {
	query := Query{Path: string(line)}
	if line[0] == '{' {
		query.Path = ""
		if err := json.Unmarshal(line, &query); err != nil {
			return Answer{Error: "not a JSON object: " + err.Error()}
		}
	}
	files := around(query.Path)
	if query.Path != "" && query.Source != "" {
		files = source.NewOverlay(files, map[string]string{query.Path: query.Source})
	}
	file := source.NewFile("manifest.pp", query.Source)
	if query.Path != "" {
		read, err := files.Read(query.Path)
		if err != nil {
			return Answer{ID: query.ID, Error: source.Explain(err)}
		}
		file = read
	}
	tree := module.NewTree(files, modulepath, true)
	if query.Path != "" && len(modulepath) == 0 {
		tree = module.NewWorkspace(files, []string{query.Path}, nil).TreeOf(query.Path)
	}
	manifest := tree.Manifests.Parse(file)
	inference := Manifest(tree, manifest, options)
	result := Answer{ID: query.ID, Type: lattice.FormatType(inference.Value), Diagnostics: []AnswerFinding{}}
	if query.Line > 0 {
		place, ok := inference.At(file.Offset(source.Position{Line: query.Line, Column: query.Column}))
		if !ok || place.Type == nil {
			return Answer{ID: query.ID, Error: "there is no expression that is evaluated", Diagnostics: result.Diagnostics}
		}
		result.Type, result.Text = lattice.FormatType(place.Type), file.Slice(place.Span)
		for _, origin := range place.Origins {
			result.Origins = append(result.Origins, answerOf(origin))
		}
	}
	findings := inference.Diagnostics
	if more != nil {
		findings = append(more(manifest), findings...)
		diag.Sort(findings)
	}
	for _, finding := range findings {
		position := finding.Position()
		result.Diagnostics = append(result.Diagnostics, AnswerFinding{
			Rule: finding.Rule.Name, Code: finding.Code(), Severity: finding.Severity.String(),
			Line: position.Line, Column: position.Column, Message: finding.Message,
		})
	}
	return result
}
