package lint

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/catalog"
	"puppet-lint/checker/compile"
	"puppet-lint/graph"
	"puppet-lint/internal/git"
	"puppet-lint/internal/parallel"
	"puppet-lint/module"
	"puppet-lint/types"
)

// Impact is the effect of a change since a git revision.
type Impact struct {
	// Notice explains why the comparison differs from the requested one, if it does.
	Notice string
	// Files are the changed paths, as the user would write them.
	Files []string
	// Changed are the changed definitions.
	Changed []ChangedDefinition
	// Affected are the classes and nodes that the change may affect.
	Affected []AffectedCatalog
	// Unchanged counts the classes and nodes that use something changed, but whose catalogs
	// certainly stay the same.
	Unchanged int
	Failures  []Failure
}

// ChangedDefinition is a definition that has changed.
type ChangedDefinition struct {
	Kind, Name string
	// How is "added", "removed" or "changed".
	How string
	// Values are the changes of the value of a data key, the most frequent first. They are missing
	// if a value is long or may be a secret.
	Values []ChangedValue
}

// ChangedValue is a change of the value of a data key in Files files. Old and New are the source of
// the values.
type ChangedValue struct {
	Old, New string
	Files    int
}

// AffectedCatalog is a class or node that a change may affect.
type AffectedCatalog struct {
	Name string
	// Node is set for a node, Role for a class of the module role or roles.
	Node, Role bool
	// Why is the chain of uses that leads to the change.
	Why []string
	// Difference holds the known differences of the catalogs.
	Difference *catalog.Difference
}

// impactSide is the code before or after a change.
type impactSide struct {
	run       *run
	trees     []*moduleTree
	compilers []*compile.Compiler
	// texts holds the code of the definitions in the changed files. values and options hold the
	// values of data keys and the entries of lookup_options there.
	texts   map[graph.ID]string
	values  map[inFile]dataValue
	options map[inFile]string
}

// ImpactRequest selects what ImpactSince compares.
type ImpactRequest struct {
	// Revision is the git revision since which changes count.
	Revision string
	// Facts are the facts of a node, or nil.
	Facts *types.Hash
	// MaxWork is how much the evaluation of catalogs may do, in nodes of the code, apart from that of the last
	// one. If there are more catalogs than that suffices for, those that use the changes directly are
	// compared, then nodes and roles, and the rest is not.
	MaxWork int
}

// DefaultWork is a few seconds of processor time.
const DefaultWork = 5_000_000

// ImpactSince returns the changes since the work tree diverged from a revision, and their
// effect on classes and nodes.
func ImpactSince(ctx context.Context, options Options, request ImpactRequest) (*Impact, error) {
	// Both sides read and parse most files alike.
	options.Files = newReadOnce(options.Files, options.Folder)
	var parsesBefore *module.Parses
	options.Parses, parsesBefore = module.NewParses()
	now := newImpactSide(options)
	var since *git.Comparison
	var texts map[string]string
	var differing error
	var asking parallel.Group
	asking.Go(func() (err error) {
		if since, err = git.Since(options.Folder, request.Revision); err == nil {
			texts, differing = now.earlierTexts(since)
		}
		return err
	})
	failed := now.find()
	if err := asking.Wait(); err != nil {
		return nil, errors.New(strings.ReplaceAll(err.Error(), "--new-from: ", ""))
	}
	defer since.Rest()
	if failed != nil {
		return nil, failed
	}
	impact := &Impact{Notice: strings.ReplaceAll(since.Notice, "--new-from: ", "")}
	if differing != nil {
		return impact, differing
	}
	added := now.addedFiles(since)
	changed := maps.Clone(added)
	for path := range texts {
		changed[path] = true
	}
	if len(changed) == 0 {
		return impact, nil
	}
	for path := range changed {
		impact.Files = append(impact.Files, now.run.shown(path))
	}
	slices.Sort(impact.Files)
	past := options
	past.Files, past.Parses = newFilesBefore(now.run.options.Files, options.Folder, texts, added), parsesBefore
	if err := impact.compare(ctx, past, now, changed, request); err != nil {
		return nil, err
	}
	impact.Failures = append(impact.Failures, now.run.result.Failures...)
	return impact, nil
}

// earlierTexts returns the earlier texts of the files that differ or are gone, by absolute path.
func (s *impactSide) earlierTexts(since *git.Comparison) (map[string]string, error) {
	differing, err := since.Differing(mayMatterBelow(since.Top()), func(path string) (string, bool) {
		file, err := s.run.options.Files.Read(path)
		if err != nil {
			return "", false
		}
		return file.Text, true
	})
	texts := map[string]string{}
	for _, one := range differing {
		texts[one.Path] = one.Text
	}
	return texts, err
}

// addedFiles returns the absolute paths of the files that did not exist.
func (s *impactSide) addedFiles(since *git.Comparison) map[string]bool {
	added, folders, isWanted := map[string]bool{}, map[string]string{}, mayMatterBelow(since.Top())
	for _, path := range s.run.files {
		absolute := s.run.absolute(path)
		if real, err := s.run.memo.realPath(absolute, folders); err == nil && isWanted(real) && !since.Had(real) {
			added[absolute] = true
		}
	}
	return added
}

// mayMatterBelow reports whether a file is below a folder and can change a catalog.
func mayMatterBelow(folder string) func(path string) bool {
	top := map[string]bool{folder: true}
	return func(path string) bool { return isBelow(filepath.Dir(path), top) && mayMatter(path) }
}

// mayMatter reports whether a file can change a catalog.
func mayMatter(path string) bool {
	switch filepath.Ext(path) {
	case ".pp", ".epp", ".erb", ".yaml", ".yml", ".json", ".rb":
		return true
	}
	slashed := filepath.ToSlash(path)
	return strings.Contains(slashed, "/files/") || strings.Contains(slashed, "/templates/") || module.IsExternalFact(path) || filepath.Base(path) == "environment.conf"
}

func newImpactSide(options Options) *impactSide {
	return &impactSide{run: newRun(options), texts: map[graph.ID]string{}, values: map[inFile]dataValue{}, options: map[inFile]string{}}
}

// find finds the files and the trees.
func (s *impactSide) find() error {
	settings, err := s.run.options.Resolver.Run(s.run.options.Paths)
	if err != nil {
		return err
	}
	s.run.settings = settings
	s.run.findFiles()
	s.trees = wholeTrees(s.run.moduleTrees(nil))
	return nil
}

// read finds the definitions in changed files, and prepares the evaluation of catalogs.
func (s *impactSide) read(changed map[string]bool, facts *types.Hash) {
	for _, one := range s.trees {
		s.compilers = append(s.compilers, compile.New(one.tree, one.target, facts))
		for _, path := range slices.Sorted(maps.Keys(changed)) {
			if _, err := s.run.options.Files.Stat(path); err != nil {
				continue
			}
			definitions := graph.DefinedIn(one.tree, path)
			if one.tree.Documents.KindOf(path) == module.HieraData || slices.ContainsFunc(definitions, isKey) {
				s.readData(one.tree, path)
			}
			for _, defined := range definitions {
				text := s.textOf(one.tree, defined)
				if isKey(defined) {
					text = path + "\x00" + text // the level that contains it matters
				}
				s.texts[defined.ID] += text
			}
		}
	}
}

func isKey(defined graph.Definition) bool { return defined.Kind == graph.Key }

// textOf returns the code of a definition, or the whole file if its extent is not known.
func (s *impactSide) textOf(tree *module.Tree, node graph.Definition) string {
	place := node.Location
	if node.Kind == graph.NodeDefinition || node.Kind == graph.Fact && graph.IsFactData(place.File.Name) {
		return place.File.Slice(place.Span)
	}
	if isPuppet(place.File.Name) {
		manifest := tree.Manifests.At(place.File.Name)
		for _, found := range manifest.Definitions {
			if found.Name == node.Name {
				return manifest.Source.Slice(manifest.Extent(found.Node))
			}
		}
	}
	if node.Kind == graph.Key {
		return s.valueText(tree, place)
	}
	if node.Kind == graph.File {
		if file, err := s.run.options.Files.Read(place.File.Name); err == nil {
			return file.Text
		}
	}
	return place.File.Text
}

// valueText returns the code of the value of the data key at a location.
func (s *impactSide) valueText(tree *module.Tree, key graph.Location) string {
	read := tree.Documents.At(key.File.Name)
	for _, pair := range read.Root.Pairs() {
		if span := pair.Key.Span; span.Start <= key.Span.Start && key.Span.End <= span.End {
			return textOfNode(read, pair.Value)
		}
	}
	return ""
}
