package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/syntax"
)

var puppetURLWithoutModules = Rule{
	Rule: diag.Rule{
		Name:        "puppet_url_without_modules",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a `puppet://` URL whose path does not start with `modules/`",
		Rationale: "Files of a module are served under `puppet:///modules/NAME/FILE`. A path without `modules/` has not " +
			"worked since Puppet 3 unless fileserver.conf has a mount point of that name: the agent does not find " +
			"the file, and the resource fails. Puppet's own mount points, such as plugins, are not reported. The fix " +
			"leaves names alone that are usual for mount points, such as files.",
		Bad:   []diag.Example{{Code: example("  file { '/etc/motd':\n    source => 'puppet:///example/motd',\n  }\n"), Fixed: example("  file { '/etc/motd':\n    source => 'puppet:///modules/example/motd',\n  }\n")}},
		Good:  []diag.Example{{Code: example("  file { '/etc/motd':\n    source => 'puppet:///modules/example/motd',\n  }\n")}},
		Fix:   diag.FixInfo{Safety: diag.Unsafe, Summary: "insert modules/"},
		Since: "1.0.0",
	},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		token := pass.Token(index)
		text := ""
		if token.Kind != syntax.StringStart {
			text = unquoted(pass.Text(index))
		} else if pass.Token(index+1).Kind == syntax.StringText {
			text = pass.Text(index + 1)
		}
		if !strings.HasPrefix(text, "puppet://") {
			return
		}
		if server := serverOf(text); namesNoServer[server] && !pass.AsRuby() {
			start := token.Start + 1 + int32(len("puppet://"))
			finding := pass.Report(token.Span, "'"+server+"' is the name of a server here: a slash is missing before it")
			finding.Help = "write puppet:///" + server + "/"
			pass.Fix(finding, pass.Insert(start, "/"))
			return
		}
		path := puppetURL.FindStringSubmatchIndex(text)
		if path != nil && strings.HasPrefix(text[path[2]:], "modules/") {
			return
		}
		if path == nil && token.Kind == syntax.StringStart && !pass.AsRuby() {
			// The path is in a variable.
			return
		}
		if path != nil && !pass.AsRuby() && isServedByPuppet(pass, text[path[2]:]) {
			return
		}
		finding := pass.Report(token.Span, "puppet:// URL without modules/ found")
		if path != nil && (pass.AsRuby() || !isMount(text[path[2]:])) {
			pass.Fix(finding, pass.Insert(token.Start+1+int32(path[2]), "modules/"))
		}
	}, syntax.SingleQuoted, syntax.DoubleQuoted, syntax.StringStart)},
}

// mounts are the names that fileserver.conf gives to folders by custom, and Puppet's own mount
// points. No module has such a name, so its files lie elsewhere.
var mounts = map[string]bool{"files": true, "private": true, "dist": true, "secure": true, "plugins": true, "pluginfacts": true, "locales": true, "tasks": true, "scripts": true, "lib": true}

// ownMounts are the mount points that Puppet has without fileserver.conf, apart from modules.
var ownMounts = map[string]bool{"plugins": true, "pluginfacts": true, "locales": true, "tasks": true, "scripts": true}

// isServedByPuppet reports whether a path begins with one of Puppet's own mount points. In a module
// of that name, the files of the module are meant.
func isServedByPuppet(pass *Pass, path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return ownMounts[first] && pass.Location().Module != first
}

// namesNoServer are mount points whose names nobody gives to a server.
var namesNoServer = map[string]bool{"modules": true, "private": true, "plugins": true, "pluginfacts": true, "locales": true, "tasks": true}

// serverOf returns the name of the server in a puppet:// URL, "" if it names none.
func serverOf(url string) string {
	server, _, found := strings.Cut(strings.TrimPrefix(url, "puppet://"), "/")
	if !found {
		return ""
	}
	return server
}

// isMount reports whether a path begins with the name of a mount point.
func isMount(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return mounts[first]
}

// puppetURL captures the path of a puppet:// URL. It never changes.
var puppetURL = lazyregexp.New(`^puppet://.*?/(.+)`)
