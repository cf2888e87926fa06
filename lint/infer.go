package lint

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"puppet-lint/checker"
	"puppet-lint/diag"
	"puppet-lint/module"
	"puppet-lint/source"
	"puppet-lint/syntax"
	"puppet-lint/validate"
)

// InferLines answers questions about types, one JSON object a line: the type
// of a manifest's last value and what is wrong in it, in the shape of
// checker.Answer. A line is {"id", "source" or "path"}, or a bare path.
func InferLines(in io.Reader, out io.Writer, options LineOptions) error {
	static := func(manifest *module.Manifest) []diag.Diagnostic {
		return validate.File(manifest.File, validate.Options{TargetVersion: options.TargetVersion})
	}
	return checker.InferLines(in, out, options.Files, options.ModulePath, checker.Options{TargetVersion: options.TargetVersion}, static)
}

// InferredType is the type of a part of a manifest.
type InferredType struct {
	// Position counts characters.
	source.Position
	// Text is the code, its first line only.
	Text string
	Type string
}

// InferFile infers the manifest at path, as part of the tree of modules around
// it. It returns the types of its assigned variables, or of every expression
// if everything is true, in the order of the text, and that of its last value.
func InferFile(path string, everything bool, options LineOptions) (parts []InferredType, value string, err error) {
	file, err := options.Files.Read(path)
	if err != nil {
		return nil, "", errors.New(source.Explain(err))
	}
	tree := module.NewWorkspace(options.Files, []string{path}, options.ModulePath).TreeOf(path)
	owner, _ := tree.ModuleOf(path)
	manifest := module.NewManifest(file, owner)
	for i := range manifest.Errors {
		if mistake := &manifest.Errors[i]; mistake.Fatal {
			at := file.Position(max(mistake.At, mistake.Span.Start))
			return nil, "", fmt.Errorf("%s:%d:%d: %s", path, at.Line, at.Column, mistake.Message)
		}
	}
	inference := checker.Infer(tree, manifest, checker.Options{TargetVersion: options.TargetVersion})
	add := func(named, typed syntax.Node) {
		if t := inference.TypeOf(typed); t != nil {
			extent := manifest.Extent(named)
			text, _, _ := strings.Cut(file.Slice(extent), "\n")
			parts = append(parts, InferredType{file.Position(extent.Start), text, checker.FormatType(t)})
		}
	}
	syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
		if everything {
			add(node, node)
		} else if assignment, ok := node.(*syntax.AssignmentExpression); ok {
			add(assignment.Left, assignment.Right)
		}
		return true
	})
	return parts, checker.FormatType(inference.Value), nil
}
