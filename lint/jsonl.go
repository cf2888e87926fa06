package lint

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
	"puppet-lint/syntax/pn"
	"puppet-lint/syntax/validate/jsonl"
)

// LineOptions are the defaults for the queries of ValidateLines, TreeLines and InferLines.
// Fields of a query override them.
type LineOptions struct {
	Files source.FileSystem
	// FilesFor returns the file system that InferLines may read for a query about the file at a
	// path. The path is empty for a text without one.
	FilesFor      func(path string) source.FileSystem
	ModulePath    []string
	Tasks         bool
	Strict        string
	TargetVersion int
	// AsCommand judges each file as Puppet's own command does: as the main manifest, which may
	// lie anywhere.
	AsCommand bool
	// Pretty, Data and Both select the format of trees: indented text, JSON, or both.
	Pretty, Data, Both bool
}

// query is a line of input: a JSON object, or a bare path.
type query struct {
	ID     json.RawMessage `json:"id"`
	Source *string         `json:"source"`
	Path   *string         `json:"path"`
	Tasks  *bool           `json:"tasks"`
	EPP    bool            `json:"epp"`
}

// eachLine calls answer with every line that is not blank, without surrounding blanks. The
// error is that of in or of answer.
func eachLine(in io.Reader, answer func([]byte) error) error {
	reader := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := reader.ReadBytes('\n')
		if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 {
			if err := answer(trimmed); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// answerLines reads queries and writes the answer to each on one line. A mistake in a query
// becomes its answer.
func answerLines(in io.Reader, out io.Writer, answer func(*query) (map[string]any, error)) error {
	return eachLine(in, func(line []byte) error {
		text, err := answerLine(line, answer)
		if err == nil {
			_, err = out.Write(text)
		}
		return err
	})
}

func answerLine(line []byte, answer func(*query) (map[string]any, error)) ([]byte, error) {
	q := &query{}
	var result map[string]any
	var err error
	if line[0] == '{' {
		err = json.Unmarshal(line, q)
	} else {
		path := string(line)
		q.Path = &path
	}
	if err == nil {
		result, err = safely(q, answer)
	}
	if err != nil {
		result = map[string]any{"error": map[string]any{"class": "Error", "message": err.Error()}}
	}
	if q.ID != nil {
		result["id"] = q.ID
	} else if q.Path != nil {
		result["id"] = *q.Path
	}
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	err = encoder.Encode(result)
	return buffer.Bytes(), err
}

// safely calls answer and turns a panic, which is a bug in this program, into an error.
func safely(q *query, answer func(*query) (map[string]any, error)) (result map[string]any, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("internal error: %v", cause)
		}
	}()
	return answer(q)
}

// file returns the text of a query.
func (q *query) file(files source.FileSystem) (*source.File, error) {
	name := ""
	if q.Path != nil {
		name = *q.Path
	}
	if q.Source != nil {
		return source.NewFile(name, *q.Source), nil
	}
	if q.Path == nil {
		return nil, errors.New(`the request has neither "source" nor "path"`)
	}
	file, err := files.Read(name)
	if err != nil {
		return nil, errors.New(source.Explain(err))
	}
	return file, nil
}

func (q *query) tasks(options *LineOptions) bool {
	if q.Tasks != nil {
		return *q.Tasks
	}
	return options.Tasks
}

// TreeLines answers each line with the syntax tree in Puppet's PN, or with the
// first syntax error: {"id","pn","data"} or {"id","error":{…}}.
func TreeLines(in io.Reader, out io.Writer, options LineOptions) error {
	return answerLines(in, out, func(q *query) (map[string]any, error) {
		file, err := q.file(options.Files)
		if err != nil {
			return nil, err
		}
		parsed := syntax.Parse(file, syntax.Options{EPP: q.EPP, Tasks: q.tasks(&options), TargetVersion: options.TargetVersion})
		for i := range parsed.Errors {
			if parsed.Errors[i].Fatal {
				return map[string]any{"error": syntaxErrorObject(parsed, &parsed.Errors[i])}, nil
			}
		}
		result := map[string]any{}
		if !options.Data || options.Both {
			result["pn"] = treeText(parsed, options.Pretty)
		}
		if options.Data || options.Both {
			result["data"] = pn.Data(pn.Of(parsed.Program))
		}
		return result, nil
	})
}

func treeText(parsed *syntax.File, pretty bool) string {
	if pretty {
		return pn.Pretty(pn.Of(parsed.Program))
	}
	return pn.Compact(pn.Of(parsed.Program))
}

func syntaxErrorObject(parsed *syntax.File, mistake *syntax.Error) map[string]any {
	object := map[string]any{"issue_code": mistake.Code, "message": mistake.Message}
	if mistake.PuppetMessage != "" {
		object["message"] = mistake.PuppetMessage
	}
	if mistake.At >= 0 {
		at := parsed.Source.Position(mistake.At)
		object["line"], object["pos"] = at.Line, at.Column
	}
	return object
}

// ValidateLines answers each line with the errors that Puppet would report, in the format of
// package jsonl.
func ValidateLines(in io.Reader, out io.Writer, options LineOptions) error {
	defaults := jsonl.Query{
		Modulepath: options.ModulePath, Tasks: options.Tasks, Strict: options.Strict, CLI: options.AsCommand, TargetVersion: options.TargetVersion,
	}
	return eachLine(in, func(line []byte) (err error) {
		defer func() {
			if cause := recover(); cause != nil {
				_, err = fmt.Fprintf(out, "{\"error\":{\"message\":%q}}\n", fmt.Sprint("internal error: ", cause))
			}
		}()
		_, err = out.Write(append(jsonl.AnswerLine(options.Files, defaults, line), '\n'))
		return err
	})
}

// Tree returns the syntax tree of the file at path in PN, as text or JSON. The error is the
// first syntax error, worded for people.
func Tree(files source.FileSystem, path string, options LineOptions) (string, error) {
	file, err := files.Read(path)
	if err != nil {
		return "", errors.New(source.Explain(err))
	}
	parsed := syntax.Parse(file, syntax.Options{EPP: strings.HasSuffix(path, ".epp"), Tasks: options.Tasks, TargetVersion: options.TargetVersion})
	for i := range parsed.Errors {
		if mistake := &parsed.Errors[i]; mistake.Fatal {
			at := file.Position(max(mistake.At, mistake.Span.Start))
			return "", fmt.Errorf("%s:%d:%d: %s", path, at.Line, at.Column, mistake.Message)
		}
	}
	if options.Data {
		data, err := json.Marshal(pn.Data(pn.Of(parsed.Program)))
		return string(data), err
	}
	return treeText(parsed, options.Pretty), nil
}
