package lint

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"puppet-lint/checker/catalog"
	"puppet-lint/checker/compile"
	"puppet-lint/internal/document"
	"puppet-lint/internal/document/json"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/types"
)

// ReadFactsDocument reads a JSON or YAML file with the facts of a node.
func ReadFactsDocument(files *source.Confined, path string) (*document.Document, error) {
	file, err := files.ReadLoose(path)
	if err != nil {
		return nil, errors.New(source.Explain(err))
	}
	var read *document.Document
	if filepath.Ext(path) == ".json" {
		read = json.Read(file)
	} else {
		read = yaml.Read(file, yaml.Options{})
	}
	if len(read.Errors) > 0 {
		at := file.Position(read.Errors[0].Span.Start)
		return nil, fmt.Errorf("%s:%d:%d: %s", path, at.Line, at.Column, read.Errors[0].Message)
	}
	return read, nil
}

// ReadFacts reads the facts of a node from a JSON or YAML file, as Puppet values.
func ReadFacts(files *source.Confined, path string) (*types.Hash, error) {
	read, err := ReadFactsDocument(files, path)
	if err != nil {
		return nil, err
	}
	facts, err := compile.ReadFacts(read.Root)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return facts, nil
}

// Catalog evaluates the catalog of a class, or of a node that the main manifests match, as far
// as it is known. Facts may be nil. If nothing has the name, the catalog is nil and the
// failures explain it.
func Catalog(options Options, name string, facts *types.Hash) (*catalog.Catalog, []Failure) {
	r := newRun(options)
	settings, err := options.Resolver.Run(options.Paths)
	if err != nil {
		return nil, []Failure{{Message: err.Error()}}
	}
	r.settings = settings
	r.findFiles()
	var found *catalog.Catalog
	trees := wholeTrees(r.moduleTrees(nil))
	for _, one := range trees {
		compiler := compile.New(one.tree, one.target, facts)
		r.guardedRun(func() {
			if found = compiler.Class(name); found == nil {
				found = compiler.NodeDefinition(name)
			}
		})
		if found != nil {
			return found, r.result.Failures
		}
	}
	var names []string
	for _, one := range trees {
		names = append(names, compile.New(one.tree, 0, nil).Classes()...)
	}
	what := fmt.Sprintf("there is no class or node named '%s'", name)
	return nil, append(r.result.Failures, Failure{Message: what + spell.DidYouMean(strings.ToLower(name), names)})
}
