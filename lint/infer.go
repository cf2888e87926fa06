package lint

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"puppet-lint/checker"
	"puppet-lint/checker/infer"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/syntax/validate"
)

// InferLines answers queries about types, one JSON object per line: the type of a manifest's last
// value and the findings in the manifest, as a checker.Answer. A query is {"id", "source" or
// "path"}, or a bare path.
func InferLines(in io.Reader, out io.Writer, options LineOptions) error {
	static := func(manifest *module.Manifest) []*diag.Diagnostic {
		return validate.File(manifest.File, validate.Options{TargetVersion: options.TargetVersion})
	}
	return infer.Lines(in, out, options.FilesFor, options.ModulePath, checker.Options{TargetVersion: options.TargetVersion}, static)
}

// InferredType is the type of a part of a manifest.
type InferredType struct {
	// Position counts columns in characters.
	source.Position
	// Text is the first line of the code.
	Text string
	Type string
}

// InferFile infers types of the manifest at path, as part of the module tree around it. It
// returns the types of the assigned variables, or of every expression if everything is true, in
// source order, and the type of the last value. If line is not 0, it returns only the parts
// that start on that line.
func InferFile(path string, line int, everything bool, options LineOptions) (parts []InferredType, value string, err error) {
	inference, err := inferFile(path, options)
	if err != nil {
		return nil, "", err
	}
	return partsIn(inference, line, everything), lattice.FormatType(inference.Value), nil
}

// partsIn returns the types of the parts of a manifest; see InferFile.
func partsIn(inference *infer.Types, line int, everything bool) (parts []InferredType) {
	manifest := inference.Manifest
	add := func(named, typed syntax.Node) {
		extent := manifest.Extent(named)
		if t := inference.TypeOf(typed); t != nil && (line == 0 || manifest.Source.Line(extent.Start) == line) {
			parts = append(parts, partOf(manifest.Source, extent, t))
		}
	}
	syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
		if _, isBlock := node.(*syntax.BlockExpression); everything && !isBlock {
			add(node, node)
		} else if assignment, ok := node.(*syntax.AssignmentExpression); ok {
			add(assignment.Left, assignment.Right)
		}
		return true
	})
	return parts
}

// InferredFile is what InferFiles returns for one file.
type InferredFile struct {
	Path  string
	Parts []InferredType
	// Err says why there are no types; otherwise it is nil.
	Err error
}

// InferFiles infers the types of several manifests as InferFile does, each module tree once for
// all of its files. The results have the order of the paths. The error is that of the context.
func InferFiles(ctx context.Context, paths []string, everything bool, options LineOptions) ([]InferredFile, error) {
	found := make([]InferredFile, len(paths))
	workspace := module.NewWorkspace(options.Files, paths, options.ModulePath)
	at := map[*module.Tree]map[string][]int{}
	for i, path := range paths {
		found[i].Path = path
		tree := workspace.TreeOf(path)
		manifest := tree.Manifests.At(path)
		if manifest.Err != nil {
			found[i].Err = errors.New(source.Explain(manifest.Err))
		} else if found[i].Err = syntaxError(manifest, path); found[i].Err == nil {
			if at[tree] == nil {
				at[tree] = map[string][]int{}
			}
			at[tree][manifest.Source.Name] = append(at[tree][manifest.Source.Name], i)
		}
	}
	for tree, indexes := range at {
		inferences, err := infer.All(ctx, tree, slices.Sorted(maps.Keys(indexes)), checker.Options{TargetVersion: options.TargetVersion})
		if err != nil {
			return nil, err
		}
		for _, inference := range inferences {
			for _, i := range indexes[inference.Manifest.Source.Name] {
				found[i].Parts = partsIn(inference, 0, everything)
			}
		}
	}
	return found, nil
}

// syntaxError returns the first error that leaves a manifest without a tree, or nil.
func syntaxError(manifest *module.Manifest, path string) error {
	for i := range manifest.Errors {
		if mistake := &manifest.Errors[i]; mistake.Fatal {
			at := manifest.Source.Position(max(mistake.At, mistake.Span.Start))
			return fmt.Errorf("%s:%d:%d: %s", path, at.Line, at.Column, mistake.Message)
		}
	}
	return nil
}

// InferAt infers the type of the smallest expression at a position of the manifest at path.
// The column counts characters. It also returns the origins of the value.
func InferAt(path string, at source.Position, options LineOptions) (part InferredType, origins []infer.Origin, err error) {
	inference, err := inferFile(path, options)
	if err != nil {
		return part, nil, err
	}
	file := inference.Manifest.Source
	place, ok := inference.At(file.Offset(at))
	if !ok {
		if lines := file.Position(int32(len(strings.TrimSuffix(file.Text, "\n")))).Line; at.Line > lines {
			return part, nil, fmt.Errorf("%s:%d:%d: the file has %d lines", path, at.Line, at.Column, lines)
		}
		return part, nil, fmt.Errorf("%s:%d:%d: there is no expression", path, at.Line, at.Column)
	}
	return partOf(file, place.Span, place.Type), place.Origins, nil
}

func partOf(file *source.File, span source.Span, t checker.Type) InferredType {
	part := InferredType{Position: file.Position(span.Start), Type: "never evaluated"}
	part.Text, _, _ = strings.Cut(file.Slice(span), "\n")
	if t != nil {
		part.Type = lattice.FormatType(t)
	}
	return part
}

func inferFile(path string, options LineOptions) (*infer.Types, error) {
	if info, err := options.Files.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: is a folder; name a file", path)
	}
	file, err := options.Files.Read(path)
	if err != nil {
		return nil, errors.New(source.Explain(err))
	}
	tree := module.NewWorkspace(options.Files, []string{path}, options.ModulePath).TreeOf(path)
	manifest := tree.Manifests.Parse(file)
	if err := syntaxError(manifest, path); err != nil {
		return nil, err
	}
	return infer.WithoutFindings(tree, manifest, checker.Options{TargetVersion: options.TargetVersion}), nil
}
