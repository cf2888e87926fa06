package puppetfile

import (
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/source"
)

// Read parses a Puppetfile.
func Read(file *source.File) *List {
	list := &List{File: file, ModuleDir: "modules"}
	read := ruby.ReadCalls(file.Text)
	list.Open, list.Unread, list.Comments = read.Open, read.Open, read.Comments
	for i := range read.Calls {
		list.add(&read.Calls[i])
	}
	return list
}

func (l *List) add(call *ruby.Call) {
	switch call.Name {
	case "mod":
		l.addModule(call)
	case "moduledir":
		if text, ok := firstText(call); ok {
			l.ModuleDir, l.ModuleDirSpan = text, call.Arguments[0].Span
		} else {
			l.Open = true
		}
	case "forge", "exclusion":
	case "forgeapi", "puts", "require":
		l.Others = append(l.Others, *call)
	case "metadata", "modulefile":
		// librarian-puppet adds the dependencies in the module's metadata.
		l.Open, l.ForLibrarian = true, true
	default:
		l.Open = true
		l.Others = append(l.Others, *call)
	}
}

func firstText(call *ruby.Call) (string, bool) {
	if len(call.Arguments) == 0 {
		return "", false
	}
	return text(call.Arguments[0])
}

// text returns the text of an argument that is a string or symbol.
func text(argument ruby.Argument) (string, bool) {
	isText := argument.Known && (argument.Literal.Kind == ruby.StringLiteral || argument.Literal.Kind == ruby.SymbolLiteral)
	return argument.Literal.Text, isText
}

func (l *List) addModule(call *ruby.Call) {
	title, ok := firstText(call)
	if !ok {
		l.Open = true
		return
	}
	module := Module{Title: title, Span: call.Arguments[0].Span, Open: call.Open, Declared: call.Span, Options: call.Options}
	module.Owner, module.Name = splitTitle(title)
	if len(call.Arguments) > 1 {
		version := call.Arguments[1]
		if module.Version, ok = text(version); ok {
			module.VersionSpan, module.IsSymbol = version.Span, version.Literal.Kind == ruby.SymbolLiteral
		}
		module.Open = module.Open || !ok && !(version.Known && version.Literal.Kind == ruby.NilLiteral)
	}
	if len(call.Arguments) > 2 || len(call.Arguments) > 1 && len(call.Options) > 0 && call.Arguments[1].Span.Start > call.Options[0].NameSpan.Start {
		module.Open = true // not valid Ruby: it is being written
	}
	for i := range call.Options {
		module.addOption(&call.Options[i])
	}
	l.Modules = append(l.Modules, module)
}

func (m *Module) addOption(option *ruby.Option) {
	value, ok := text(option.Argument)
	switch option.Name {
	case "git", "svn", "github_tarball", "source", "path":
		m.Source = value
		if !ok {
			m.Source = "unknown"
		}
	case "ref", "tag", "branch", "commit", "revision", "rev":
		m.Ref = value
	case "version":
		m.Version, m.VersionSpan, m.IsSymbol = value, option.Span, option.Literal.Kind == ruby.SymbolLiteral
	case "install_path":
		m.InstallPath = value
	case "local":
		m.Local = option.Literal.Kind == ruby.BooleanLiteral && option.Literal.Text == "true"
		ok = option.Known
	default:
		return
	}
	m.Open = m.Open || !ok
}

// splitTitle splits "owner/name" or "owner-name".
func splitTitle(title string) (owner, name string) {
	if at := strings.IndexAny(title, "/-"); at >= 0 {
		return title[:at], title[at+1:]
	}
	return "", title
}

// ReadFixtures parses a .fixtures.yml.
func ReadFixtures(file *source.File) *List {
	list := &List{File: file, ModuleDir: "spec/fixtures/modules"}
	data := yaml.Read(file, yaml.Options{})
	list.Errors = data.Errors
	if data.Root == nil {
		return list
	}
	fixtures := data.Root.Get("fixtures")
	if fixtures == nil {
		return list
	}
	for _, kind := range []string{"forge_modules", "repositories", "symlinks"} {
		section := fixtures.Get(kind)
		if section == nil {
			continue
		}
		for _, pair := range section.Pairs() {
			if key := pair.Key.Resolve(); key.Kind == document.String || key.Kind == document.Symbol {
				list.Modules = append(list.Modules, fixture(kind, key, pair.Value.Resolve()))
			}
		}
	}
	return list
}

// fixture parses one entry: a text (the source of the module) or a hash.
func fixture(kind string, key, value *document.Node) Module {
	module := Module{Name: key.Text, Span: key.Span, Local: kind == "symlinks"}
	origin, version := value, (*document.Node)(nil)
	if value.Kind == document.Mapping {
		origin = value.Get("repo")
		for _, name := range []string{"ref", "tag", "branch"} {
			if found := value.Get(name); found != nil && version == nil {
				version = found
			}
		}
	}
	if origin == nil || origin.Kind != document.String {
		module.Open = true
	} else if kind == "forge_modules" {
		module.Owner, _ = splitTitle(origin.Text)
	} else {
		module.Source = origin.Text
	}
	if version != nil && kind == "forge_modules" {
		module.Version, module.VersionSpan = version.Text, version.Span
	} else if version != nil {
		module.Ref = version.Text
	}
	return module
}
