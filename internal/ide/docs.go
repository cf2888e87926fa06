package ide

import (
	"strings"

	"puppet-lint/internal/document/docstring"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// docMarkdown returns the text of a comment as Markdown.
func docMarkdown(doc docstring.Doc) string {
	var parts []string
	for _, part := range []string{doc.Summary, doc.Text} {
		if part != "" && !(len(parts) > 0 && parts[0] == part) {
			parts = append(parts, part)
		}
	}
	if doc.IsDeprecated {
		parts = append(parts, strings.TrimSpace("**Deprecated:** "+doc.Deprecated))
	}
	for _, example := range doc.Examples {
		if example != "" {
			parts = append(parts, "```puppet\n"+example+"\n```")
		}
	}
	return strings.Join(parts, "\n\n")
}

// docBelowHeader returns a comment as Markdown that follows a header: the text, the named
// parameters in their order, and the result.
func docBelowHeader(doc docstring.Doc, parameters []string) string {
	var text strings.Builder
	if said := docMarkdown(doc); said != "" {
		text.WriteString("\n\n" + said)
	}
	separator := "\n\n"
	for _, name := range parameters {
		if said := doc.Parameters[name]; said != "" {
			text.WriteString(separator + "- `$" + name + "`: " + strings.Join(strings.Fields(said), " "))
			separator = "\n"
		}
	}
	if doc.Returns != "" {
		text.WriteString("\n\nReturns: " + doc.Returns)
	}
	return text.String()
}

// namesOfParameters returns the names of parameters.
func namesOfParameters(parameters []*syntax.Parameter) []string {
	names := make([]string, len(parameters))
	for i, parameter := range parameters {
		names[i] = parameter.Name
	}
	return names
}

// below returns a text as Markdown that follows a header.
func below(text string) string {
	if text == "" {
		return ""
	}
	return "\n\n" + text
}

// docOfFunction returns the documentation of a function written in Ruby: that of its file, or
// that of Puppet's own functions.
func docOfFunction(name string, known *module.RubyFunction) ruby.Documentation {
	switch {
	case known.Builtin != nil:
		return ruby.Documentation(builtin.Documentation(builtin.OfFunction, name))
	case known.Function != nil:
		return known.Function.Doc
	case known.Legacy != nil:
		return known.Legacy.Doc
	}
	return ""
}

// docOfType returns the documentation of a resource type written in Ruby: that of its file, or
// that of the types that come with Puppet.
func docOfType(found *module.ResourceType) ruby.Documentation {
	if found.Builtin != nil {
		return ruby.Documentation(builtin.Documentation(builtin.OfResourceType, found.Name))
	}
	return found.Doc
}

// rubyDocBelowHeader returns what a Ruby file says about a type or attribute, as Markdown that
// follows a header.
func rubyDocBelowHeader(doc ruby.Documentation, parameters []string) string {
	return docBelowHeader(docstring.Parse(strings.Split(string(doc), "\n")), parameters)
}

// parametersOfRubyFunction returns the names of the parameters of a function of the 4.x API, each
// once. It returns nothing for none.
func parametersOfRubyFunction(function *ruby.Function) []string {
	if function == nil {
		return nil
	}
	var names []string
	seen := map[string]bool{}
	for _, signature := range function.Signatures {
		for _, parameter := range signature.Parameters {
			if !seen[parameter.Name] {
				seen[parameter.Name] = true
				names = append(names, parameter.Name)
			}
		}
		if signature.Block != nil && !seen[signature.Block.Name] {
			seen[signature.Block.Name] = true
			names = append(names, signature.Block.Name)
		}
	}
	return names
}
