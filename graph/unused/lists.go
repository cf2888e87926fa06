package unused

import (
	"slices"
	"strings"

	"puppet-lint/graph"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
)

// levels adds the answers for levels of hierarchies that read no file.
func (f *finder) levels() {
	for _, config := range f.graph.Data.Configs {
		if !f.options.IsOwn(config.Document.File.Name) || len(config.Problems) > 0 {
			continue
		}
		for _, level := range slices.Concat(config.Levels, config.Defaults) {
			if level.Opaque || len(level.Locations) == 0 || slices.ContainsFunc(level.Locations, func(l *hiera.Location) bool { return len(l.Files) > 0 }) {
				continue
			}
			answer := Answer{Kind: Level, Name: level.Name, Module: config.Module, Why: "none of its files exist"}
			if level.Node != nil {
				answer.Definitions = []graph.Location{{File: config.Document.File, Span: level.Node.Span}}
			}
			switch {
			case slices.ContainsFunc(level.Locations, func(l *hiera.Location) bool { return !l.Always }):
				answer.Uncertainty = "they may exist for other nodes or in other environments"
			case config.Module == "": // the server may have files that the repository lacks, such as secrets
				answer.Uncertainty = "they may exist on the server"
			case level.Node != nil:
				answer.Removal = removeLevel(config.Document, level.Node)
			}
			f.answers = append(f.answers, answer)
		}
	}
}

// puppetfile returns the Puppetfile of the environment; it is empty if there is none.
func (f *finder) puppetfile() *puppetfile.List {
	if f.list == nil {
		f.list = puppetfileOf(f.graph.Tree)
	}
	return f.list
}

// modules adds the answers for the modules listed in the Puppetfile and in metadata.json.
func (f *finder) modules() {
	list := f.puppetfile()
	if len(list.Modules) > 0 {
		f.findUsedModules()
	}
	for _, listed := range list.Modules {
		if f.usedModules[listed.Name] || listed.Local || !f.options.IsOwn(list.File.Name) {
			continue
		}
		answer := Answer{
			Kind: PuppetModule, Name: listed.Name, Module: "", Why: "no code refers to it, and no used module depends on it",
			Definitions: []graph.Location{{File: list.File, Span: listed.Span}}, Uncertainty: f.uncertaintyOfModule(listed.Name),
		}
		if answer.IsCertain() && !listed.Open && !list.Open {
			answer.Removal = removeStatement(list.File, listed.Span)
		}
		f.answers = append(f.answers, answer)
	}
	names := f.namedModules()
	for _, owner := range f.graph.Tree.Modules {
		f.dependencies(owner, names[owner.Name])
	}
}

// namedModules returns, for each module with dependencies, their names, and whether its code refers to
// them.
func (f *finder) namedModules() map[string]map[string]bool {
	names := map[string]map[string]bool{}
	for _, owner := range f.graph.Tree.Modules {
		if metadata := owner.Metadata(); metadata != nil && len(metadata.Dependencies) > 0 {
			names[owner.Name] = map[string]bool{}
			for _, dependency := range metadata.Dependencies {
				names[owner.Name][dependency.Name] = false
			}
		}
	}
	for _, node := range f.graph.Nodes {
		named := names[node.Module]
		if named == nil || node.Kind == graph.Module {
			continue
		}
		name := func(dependency string) {
			if _, isDependency := named[dependency]; isDependency {
				named[dependency] = true
			}
		}
		for _, edge := range node.Out {
			name(edge.To.Module)
			if function := builtin.FindFunction(edge.To.Name); function != nil && edge.To.Kind == graph.Function {
				name(function.Module)
			}
			first, _, _ := strings.Cut(strings.Replace(edge.To.Name, "/", "::", 1), "::")
			name(first)
		}
	}
	return names
}

// findUsedModules finds the modules of which a part is or may be needed: the modules of used
// nodes, those of the environment itself, and the dependencies of both.
func (f *finder) findUsedModules() {
	f.usedModules = map[string]bool{}
	var open []string
	use := func(name string) {
		if name != "" && !f.usedModules[name] {
			f.usedModules[name] = true
			open = append(open, name)
		}
	}
	listed := map[string]bool{}
	for _, one := range f.puppetfile().Modules {
		listed[one.Name] = !one.Local
	}
	for _, owner := range f.graph.Tree.Modules {
		if !listed[owner.Name] {
			use(owner.Name) // modules of the environment itself
		}
	}
	for _, node := range f.graph.Nodes {
		if node.Kind == graph.Module || node.Kind == graph.Plan || node.Kind == graph.Task || !f.used[node] && f.uncertain[node] == "" {
			continue
		}
		use(node.Module)
		if first, _, qualified := strings.Cut(strings.Replace(node.Name, "/", "::", 1), "::"); qualified || node.Missing {
			use(first)
		}
	}
	for at := 0; at < len(open); at++ {
		if owner := f.moduleNamed(open[at]); owner != nil && owner.Metadata() != nil {
			for _, dependency := range owner.Metadata().Dependencies {
				use(dependency.Name)
			}
		}
	}
}

// uncertaintyOfModule says which part of a module may be used although nothing refers to it; it
// returns "" if none may.
func (f *finder) uncertaintyOfModule(name string) string {
	owner := f.moduleNamed(name)
	if owner == nil {
		return "the module is missing, so its contents are unknown"
	}
	for _, folder := range []string{"lib", "facts.d", "plans", "tasks", "files"} {
		if entries, err := f.graph.Tree.Files.ReadDir(owner.Path(folder)); err == nil && len(entries) > 0 {
			switch folder {
			case "lib", "facts.d":
				return "every node gets its facts and plugins"
			case "files":
				return "agents may request its files"
			}
			return "its " + folder + " may be run by hand"
		}
	}
	return f.missingThatMay("use it")
}

// dependencies adds the answers for the dependencies of a module. named are the modules that
// its code refers to.
func (f *finder) dependencies(owner *module.Module, named map[string]bool) {
	metadata := owner.Metadata()
	if metadata == nil || !f.options.IsOwn(metadata.Document.File.Name) {
		return
	}
	for _, dependency := range metadata.Dependencies {
		if named[dependency.Name] {
			continue
		}
		answer := Answer{
			Kind: Dependency, Name: dependency.Name, Module: owner.Name, Why: "no code refers to it",
			Definitions: []graph.Location{{File: metadata.Document.File, Span: dependency.Span}}, Uncertainty: f.uncertaintyOfDependency(owner, dependency.Name),
		}
		if answer.IsCertain() {
			answer.Removal = removeItem(metadata.Document, dependency.Span)
		}
		f.answers = append(f.answers, answer)
	}
}

func (f *finder) uncertaintyOfDependency(owner *module.Module, name string) string {
	if f.moduleNamed(name) == nil {
		return "the module is missing, so its contents are unknown"
	}
	if entries, err := f.graph.Tree.Files.ReadDir(owner.Path("lib")); err == nil && len(entries) > 0 {
		return "the Ruby code of '" + owner.Name + "' may use it"
	}
	for _, node := range f.graph.Nodes {
		for _, edge := range node.Out {
			if node.Module == owner.Name && edge.To.Missing && !strings.Contains(edge.To.Name, "::") {
				return edge.To.String() + " is missing and may be a part of it"
			}
		}
	}
	for _, one := range f.graph.Opens {
		if one.From.Module == owner.Name {
			return "the computed name at " + f.at(one.Location) + " may refer to it"
		}
	}
	return f.uncertaintyOfModule(name)
}

// removeStatement removes the lines of the Puppetfile statement that names a module at a span,
// including all its arguments.
func removeStatement(file *source.File, span source.Span) *Removal {
	text := file.Text
	start := strings.LastIndexByte(text[:span.Start], '\n') + 1
	if word := strings.TrimSpace(text[start:span.Start]); word != "mod '" && word != `mod "` && word != "mod('" && word != `mod("` {
		return nil
	}
	end := int(span.End)
	for {
		line := strings.IndexByte(text[end:], '\n')
		if line < 0 {
			end = len(text)
			break
		}
		written, _, _ := strings.Cut(text[end:end+line], "#")
		end += line + 1
		if written = strings.TrimSpace(written); !strings.HasSuffix(written, ",") && !strings.HasSuffix(written, "(") {
			break
		}
	}
	return &Removal{Edits: []diag.Edit{{File: file, Span: source.Span{Start: int32(start), End: int32(end)}}}}
}
