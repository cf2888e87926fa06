package hiera

import (
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
)

// The keys allowed in a hiera.yaml of version 5 (hiera_config.rb).
var (
	rootKeys     = []string{"version", "defaults", "hierarchy", "plan_hierarchy", "default_hierarchy"}
	functionKeys = []string{"data_hash", "lookup_key", "data_dig", "hiera3_backend"}
	locationKeys = []string{"path", "paths", "glob", "globs", "uri", "uris", "mapped_paths"}
	levelKeys    = slices.Concat([]string{"name", "options", "datadir", "v4_data_hash"}, functionKeys, locationKeys)
	defaultsKeys = []string{"data_hash", "lookup_key", "data_dig", "datadir", "options"}
	optionName   = lazyregexp.New(`\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\z`)
)

// readVersion5 reads a file of version 5 and checks it as HieraConfigV5 does.
func (r *configReader) readVersion5(root, version *document.Node) {
	if version.Kind != document.Integer {
		r.problem(version.Span, "version must be the number 5, not "+describe(version))
	}
	r.checkKeys(root, rootKeys, "a hiera.yaml")
	r.datadir = "data"
	r.functionKind, r.function = "data_hash", "yaml_data"
	if defaults := field(root, "defaults"); defaults != nil && defaults.Kind != document.Null {
		r.readDefaults(defaults)
	}
	if hierarchy := field(root, "hierarchy"); hierarchy != nil && hierarchy.Kind != document.Null {
		r.Levels = r.readHierarchy(hierarchy)
	} else {
		r.Levels = []*Level{r.commonLevel()}
	}
	if plans := field(root, "plan_hierarchy"); plans != nil {
		r.readHierarchy(plans)
	}
	if defaults := field(root, "default_hierarchy"); defaults != nil {
		if r.Module == "" {
			r.problem(keySpan(root, "default_hierarchy"), "default_hierarchy is only allowed in a module's hiera.yaml").Help = "move its levels to the end of hierarchy"
		}
		r.Defaults = r.readHierarchy(defaults)
	}
	r.addAllSources()
}

// addAllSources adds the files of all levels.
func (r *configReader) addAllSources() {
	r.leaveNamed()
	for _, level := range r.Levels {
		r.addSources(level, false)
	}
	for _, level := range r.Defaults {
		r.addSources(level, true)
	}
}

// commonLevel returns the default hierarchy of a file without one: common.yaml.
func (r *configReader) commonLevel() *Level {
	level := &Level{Name: "Common", Node: r.Document.Root, format: formatYAML}
	r.locate(level, r.datadir, []*document.Node{nil}, []string{"common.yaml"}, false, "")
	return level
}

func (r *configReader) readDefaults(node *document.Node) {
	if node.Kind != document.Mapping {
		r.problem(node.Span, "defaults must be a hash, not "+describe(node))
		return
	}
	r.checkKeys(node, defaultsKeys, "the defaults of a hiera.yaml")
	r.function, r.functionKind = "", ""
	for _, kind := range functionKeys[:3] {
		value := field(node, kind)
		if value == nil {
			continue
		}
		if r.function != "" {
			r.problem(keySpan(node, kind), "only one of data_hash, lookup_key and data_dig can be set in defaults").Help = "keep the one that the levels use, and set the others in their levels"
			continue
		}
		r.functionKind, r.function = kind, r.text(value, kind)
	}
	if datadir := field(node, "datadir"); datadir != nil {
		r.datadir = r.text(datadir, "datadir")
	}
	r.options = r.readOptions(node)
}

func (r *configReader) readHierarchy(node *document.Node) []*Level {
	if node.Kind != document.Sequence {
		r.problem(node.Span, "hierarchy must be an array of levels, not "+describe(node)).Help = "begin each level with a dash, as in `- name: common`"
		return nil
	}
	r.names = map[string]bool{}
	var levels []*Level
	for _, item := range node.Items {
		if level := r.readLevel(item.Resolve()); level != nil {
			levels = append(levels, level)
		}
	}
	return levels
}

func (r *configReader) readLevel(node *document.Node) *Level {
	if node.Kind != document.Mapping {
		r.problem(node.Span, "a level of the hierarchy must be a hash, not "+describe(node)).Help = "write its name and its path, as in `- name: common` and, below it, `path: common.yaml`"
		return nil
	}
	r.checkKeys(node, levelKeys, "a level of the hierarchy")
	level := &Level{Node: node}
	if name := field(node, "name"); name == nil {
		r.problem(firstKey(node), "this level of the hierarchy has no name").Help = "add a name that describes its data, as in `name: common`"
	} else if level.Name = r.text(name, "name"); r.names[level.Name] && level.Name != "" {
		r.problem(name.Span, "the hierarchy already has a level named '"+level.Name+"'").Help = "give each level a name of its own"
	}
	r.names[level.Name] = true
	kind, function := r.readFunction(node, level)
	datadir := r.datadir
	if value := field(node, "datadir"); value != nil {
		datadir = r.text(value, "datadir")
	}
	options := r.readOptions(node)
	r.readLocations(node, level, datadir, kind, function)
	if field(node, "options") == nil {
		options = r.options
	}
	r.checkUnwantedOptions(options, level, function)
	return level
}

// checkUnwantedOptions reports options of a function that accepts only the path. If a file
// exists, Puppet then reports that the path is missing.
func (r *configReader) checkUnwantedOptions(options *document.Node, level *Level, function string) {
	hasFile := slices.ContainsFunc(level.Locations, func(l *Location) bool { return len(l.Files) > 0 })
	if (level.format == formatYAML || level.format == formatJSON) && hasFile && options != nil && len(options.Entries) > 0 {
		r.problem(options.Span, "'"+function+"', which reads the level '"+level.Name+"', takes no options: every lookup fails").Help = "remove the options, or set another function"
	}
}

// readFunction determines the function that reads a level's data.
func (r *configReader) readFunction(node *document.Node, level *Level) (kind, function string) {
	for _, key := range append(functionKeys[:4:4], "v4_data_hash") {
		value := field(node, key)
		if value == nil {
			continue
		}
		if kind != "" {
			r.problem(keySpan(node, key), "only one of data_hash, lookup_key, data_dig and hiera3_backend can be set for a level").Help = "remove all but one, or make two levels"
			continue
		}
		kind, function = key, r.text(value, key)
		if key == "hiera3_backend" && !r.Global {
			r.problem(keySpan(node, key), "hiera3_backend is only allowed in the server's own hiera.yaml")
		}
	}
	if kind == "" {
		if kind, function = r.functionKind, r.function; kind == "" {
			r.problem(firstKey(node), "this level has no backend: one of data_hash, lookup_key, data_dig and hiera3_backend is needed here or in defaults")
		}
	}
	switch {
	case kind == "data_hash" && function == "yaml_data":
		level.format = formatYAML
	case kind == "data_hash" && function == "json_data":
		level.format = formatJSON
	case kind == "lookup_key" && function == "eyaml_lookup_key":
		level.format = formatEncrypted
	default:
		level.Opaque = true
	}
	return kind, function
}

// readLocations finds the files of a level.
func (r *configReader) readLocations(node *document.Node, level *Level, datadir, kind, function string) {
	found := ""
	var value *document.Node
	for _, key := range locationKeys {
		one := field(node, key)
		if one == nil {
			continue
		}
		if found != "" {
			r.problem(keySpan(node, key), "only one of path, paths, glob, globs, uri, uris and mapped_paths can be set for a level").Help = "remove all but one, or make two levels"
			continue
		}
		found, value = key, one
	}
	if strings.HasPrefix(found, "uri") {
		if level.format != formatUnknown {
			r.problem(keySpan(node, found), "'"+function+"' reads files: it needs one of path, paths, glob, globs and mapped_paths, not "+found)
		}
		level.Opaque = true
	}
	if found == "" {
		if level.format != formatUnknown {
			r.problem(firstKey(node), "'"+function+"' needs one of path, paths, glob, globs and mapped_paths")
		}
		return
	}
	nodes, texts := r.texts(found, value)
	if len(texts) == 0 {
		return
	}
	var mapped *mapping
	if found == "mapped_paths" {
		if len(texts) != 3 {
			return
		}
		mapped = &mapping{texts[0], texts[1]}
		nodes, texts = nodes[2:], texts[2:]
	}
	if level.Opaque { // the backend interprets them
		r.locate(level, datadir, nodes, texts, strings.HasPrefix(found, "glob"), "")
		return
	}
	if strings.Contains(datadir, "(") && r.hasMethod(datadir) {
		r.problem(node.Span, "the datadir cannot call a method such as lookup()")
	}
	for i, text := range texts {
		if r.hasMethod(text) {
			r.problem(nodes[i].Span, "a path cannot call a method such as lookup(): only variables can be interpolated here")
		}
	}
	r.locate(level, datadir, nodes, texts, strings.HasPrefix(found, "glob"), "")
	for _, location := range level.Locations {
		location.mapped = mapped
	}
	if source.IsAbsolute(datadir) {
		level.Opaque = level.Opaque || !r.isFolder(staticPrefix(datadir))
	}
}

// texts returns the values of a key such as path or paths, and their nodes.
func (r *configReader) texts(key string, value *document.Node) (nodes []*document.Node, texts []string) {
	if !strings.HasSuffix(key, "s") {
		if text := r.text(value, key); text != "" {
			return []*document.Node{value}, []string{text}
		}
		return nil, nil
	}
	if value.Kind != document.Sequence {
		r.problem(value.Span, key+" must be an array of strings, not "+describe(value))
		return nil, nil
	}
	if key == "mapped_paths" && len(value.Items) != 3 {
		r.problem(value.Span, "mapped_paths needs three elements: a variable, a name for each of its values, and a path").Help = "write it as in `mapped_paths: [services, service, 'service/%{service}.yaml']`"
		return nil, nil
	}
	if len(value.Items) == 0 {
		r.problem(value.Span, key+" is empty")
	}
	for _, item := range value.Items {
		if text := r.text(item.Resolve(), key); text != "" {
			nodes, texts = append(nodes, item.Resolve()), append(texts, text)
		}
	}
	return nodes, texts
}

// text returns the value of a key if it is a string that is not empty. It reports any other
// value.
func (r *configReader) text(node *document.Node, key string) string {
	if node.Kind != document.String {
		r.problem(node.Span, key+" must be a string, not "+describe(node))
		return ""
	}
	if node.Text == "" {
		r.problem(node.Span, key+" cannot be an empty string")
	}
	return node.Text
}

// readOptions returns the options of a level or of the defaults. It returns nil if there are
// none or they are invalid.
func (r *configReader) readOptions(node *document.Node) *document.Node {
	options := field(node, "options")
	if options == nil {
		return nil
	}
	if options.Kind != document.Mapping {
		r.problem(options.Span, "options must be a hash, not "+describe(options)).Help = "write each option as a key with a value"
		return nil
	}
	before := len(r.Problems)
	for _, pair := range options.Pairs() {
		key := pair.Key.Resolve()
		switch {
		case key.Kind != document.String && key.Kind != document.Symbol || !optionName.MatchString(key.Text):
			r.problem(pair.Key.Span, "the name of an option must begin with a letter and contain only letters, digits, _ and -")
		case key.Text == "path" || key.Text == "uri":
			r.problem(pair.Key.Span, "Puppet sets the option '"+key.Text+"' itself").Help = "remove it"
		}
	}
	if len(r.Problems) > before {
		return nil
	}
	return options
}

// checkKeys reports keys that are not allowed in a hash of the file.
func (r *configReader) checkKeys(node *document.Node, known []string, owner string) {
	for _, pair := range node.Pairs() {
		key := pair.Key.Resolve()
		if (key.Kind == document.String || key.Kind == document.Symbol) && slices.Contains(known, key.Text) {
			continue
		}
		r.problem(pair.Key.Span, owner+" has no key '"+key.Text+"'").
			Suggest(diag.Suggestion{Written: key.Text, Meant: spell.Best(key.Text, known)})
	}
}

// hasMethod reports whether a text contains an interpolation with a method.
func (r *configReader) hasMethod(text string) bool {
	return slices.ContainsFunc(Interpolations(text), func(i Interpolation) bool { return i.Method != "" })
}

// readVersion4 reads a file of version 4, which Puppet still supports.
func (r *configReader) readVersion4(root *document.Node) {
	datadir := "data"
	if value := field(root, "datadir"); value != nil {
		datadir = r.text(value, "datadir")
	}
	hierarchy := field(root, "hierarchy")
	if hierarchy == nil || hierarchy.Kind != document.Sequence {
		return
	}
	for _, item := range hierarchy.Items {
		node := item.Resolve()
		backend, name := field(node, "backend"), field(node, "name")
		if backend == nil || name == nil {
			r.problem(node.Span, "a level of the hierarchy needs a name and a backend")
			continue
		}
		level := &Level{Name: name.Text, Node: node, format: map[string]format{"yaml": formatYAML, "json": formatJSON}[backend.Text]}
		level.Opaque = level.format == formatUnknown
		folder := datadir
		if value := field(node, "datadir"); value != nil {
			folder = r.text(value, "datadir")
		}
		nodes, texts := []*document.Node{name}, []string{name.Text}
		for _, key := range []string{"path", "paths"} {
			if value := field(node, key); value != nil {
				nodes, texts = r.texts(key, value)
			}
		}
		r.locate(level, folder, nodes, texts, false, "."+backend.Text)
		r.Levels = append(r.Levels, level)
	}
	r.addAllSources()
}
