package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var swappedContentAndSource = Rule{
	Rule: diag.Rule{
		Name:     "swapped_content_and_source",
		Group:    diag.Correctness,
		Severity: diag.Warning,
		Summary:  "the content of a file is a URL, or its source is a text",
		Rationale: "`content` is the text of a file, and `source` says where the text is. With a `puppet:///` URL as " +
			"`content`, the file on the node holds the URL. With the text of a template as `source`, Puppet looks " +
			"for a file whose path is that text, and the resource fails. Use the other attribute.",
		Bad: []diag.Example{
			{Code: "file { '/etc/motd':\n  ensure  => file,\n  content => 'puppet:///modules/example/motd',\n}\n",
				Fixed: "file { '/etc/motd':\n  ensure  => file,\n  source => 'puppet:///modules/example/motd',\n}\n"},
			{Code: "file { '/etc/issue':\n  ensure => file,\n  source => template('example/issue.erb'),\n}\n",
				Fixed: "file { '/etc/issue':\n  ensure => file,\n  content => template('example/issue.erb'),\n}\n"},
		},
		Good: []diag.Example{
			{Code: "file { '/etc/motd':\n  ensure => file,\n  source => 'puppet:///modules/example/motd',\n}\n"},
			{Code: "file { '/etc/issue':\n  ensure  => file,\n  content => template('example/issue.erb'),\n}\n"},
		},
		Fix:   diag.FixInfo{Safety: diag.Unsafe, Summary: "use the other attribute"},
		Since: "1.0.0",
	},
	Visits: []Visit{resourcesOf([]string{"file", "concat::fragment"}, func(pass *Pass, body *resourceBody) {
		content, source := body.attribute("content"), body.attribute("source")
		switch {
		case content != nil && isServedURL(pass, content):
			reportSwapped(pass, content, source == nil, "source", "the file will hold this URL, not the file that it names")
		case source != nil && isTextOfFile(source.Value):
			reportSwapped(pass, source, content == nil, "content", "this is the text of a file, not a path or a URL")
		}
	})},
}

// reportSwapped reports the value of an attribute that belongs to another one. If that one is
// free, the finding has a fix.
func reportSwapped(pass *Pass, set *attribute, isFree bool, other, message string) {
	finding := pass.Report(set.valueSpan(pass), message)
	finding.Help = "write " + other + " => …"
	if isFree {
		pass.Fix(finding, pass.Replace(pass.Token(set.NameToken).Span, other))
	}
}

// isServedURL reports whether the value of an attribute is the URL of a file on Puppet's server.
func isServedURL(pass *Pass, set *attribute) bool {
	const scheme = "puppet:///"
	switch value := syntax.Unparenthesized(set.Value).(type) {
	case *syntax.LiteralString:
		return strings.HasPrefix(value.Value, scheme) && !strings.ContainsAny(value.Value, " \n")
	case *syntax.ConcatenatedString:
		if len(value.Segments) == 0 {
			return false
		}
		text, isText := value.Segments[0].(*syntax.LiteralString)
		return isText && strings.HasPrefix(text.Value, scheme) && !strings.ContainsAny(pass.Source.Slice(pass.extent(value)), " \n")
	}
	return false
}

// isTextOfFile reports whether a value is what a function has read or rendered from a file.
func isTextOfFile(value syntax.Node) bool {
	call, isCall := syntax.Unparenthesized(value).(*syntax.CallNamedFunctionExpression)
	if !isCall {
		return false
	}
	name, _ := syntax.CalledFunction(call)
	return name == "template" || name == "epp" || name == "file"
}
