package rules

import (
	"strings"

	"puppet-lint/internal/diag"
)

var autoloaderLayout = Rule{
	Rule: diag.Rule{
		Name:        "autoloader_layout",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Error,
		RubyDefault: true,
		Summary:     "a class or defined type in a file where Puppet does not look for it",
		Rationale: "Puppet looks for the class `apache::mod::ssl` in `manifests/mod/ssl.pp` of the module `apache`, and " +
			"nowhere else. `include` finds a class in another file only if that file happens to have been read " +
			"before, so the catalog compiles on one node and fails on the next. Move the class to the file of its " +
			"name.",
		Bad:  []diag.Example{{Path: "manifests/init.pp", Code: "# The server.\nclass example::server {\n}\n"}},
		Good: []diag.Example{{Path: "manifests/server.pp", Code: "# The server.\nclass example::server {\n}\n"}},
		Options: []diag.Option{{
			Name: "relative", RubyFlag: "relative", Kind: diag.Bool, Default: false,
			Summary: "compare only the path within the module, whatever the name of the module's folder",
		}},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#separate-files"},
	},
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		name := definition.Name
		if !pass.AsRuby() {
			name = definition.fullName()
		}
		if !isAutoloadPath(pass, name) {
			module, within := autoloadPath(name)
			pass.Report(definition.NameSpan, name+" not in autoload module layout").Help = "move it to " + within + " of the module '" + module + "'"
		}
	})},
}

// isAutoloadPath reports whether Puppet looks in the file for a definition of that name, or
// reads the file anyway. The name of the module counts if it is known. Otherwise, and always
// for puppet-lint (Ruby), the name of the folder counts.
func isAutoloadPath(pass *Pass, name string) bool {
	place := pass.Location()
	if place.AbsolutePath == "" || place.Initial && !pass.AsRuby() {
		return true
	}
	module, within := autoloadPath(name)
	if pass.Bool("relative") {
		return strings.HasSuffix(place.AbsolutePath, within)
	}
	if place.Module != "" && !pass.AsRuby() {
		return place.Module == module && place.InModule == within
	}
	return strings.HasSuffix(place.AbsolutePath, "/"+module+"/"+within)
}

// autoloadPath returns the module in which Puppet looks for a class or defined type, and the path of
// the file in it.
func autoloadPath(name string) (module, within string) {
	module, rest, isLong := strings.Cut(name, "::")
	if !isLong {
		return module, "manifests/init.pp"
	}
	return module, "manifests/" + strings.ReplaceAll(rest, "::", "/") + ".pp"
}
