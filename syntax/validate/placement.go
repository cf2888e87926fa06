package validate

import (
	"path"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var definitionInWrongFile = diag.Rule{
	Name: "definition_in_wrong_file", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Supersedes:  []string{"autoloader_layout"},
	PuppetCodes: []string{"ILLEGAL_DEFINITION_LOCATION"},
	Summary:     "the name of a definition does not match its file",
	Rationale: "Puppet finds a definition by its name: `example::web::tls` is looked for in " +
		"`example/manifests/web/tls.pp`, `example` itself in `example/manifests/init.pp`, functions under " +
		"`functions`, type aliases under `types`, plans under `plans`. Puppet refuses a definition in any other file " +
		"when it loads the file. Rename the definition, or move it to the file that matches its name.",
	Bad:  codeAt("manifests/web.pp", "class example::database {\n}\n"),
	Good: codeAt("manifests/web.pp", "# Web.\nclass example::web {\n}\n"),
}

var statementOutsideDefinition = diag.Rule{
	Name: "statement_outside_definition", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Supersedes:  []string{"code_on_top_scope"},
	PuppetCodes: []string{"ILLEGAL_TOP_CONSTRUCT_LOCATION"},
	Summary:     "a module's file has code outside of its definitions",
	Rationale: "Puppet loads a file of a module when one of its definitions is first needed, and refuses other code, " +
		"and nodes, in it. Move the code into a class, or the nodes into the environment's main manifest. A file " +
		"without any definition, which Puppet never loads by itself, gets a warning.",
	Bad:  code("class example {\n}\ninclude example\n", "node 'web' {\n}\n"),
	Good: code("# Includes another.\nclass example {\n  include example::web\n}\n"),
}

var notAutoloadable = diag.Rule{
	Name: "not_autoloadable", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a file of functions, types or plans does not hold what Puppet looks for in it",
	Rationale: "A file below `functions`, `types` or `plans` must define the one function, type alias or plan that its path names, " +
		"and nothing else. Puppet reports this only when the name is first used.",
	Bad:  codeAt("functions/area.pp", "function example::area_of(Numeric $r) >> Numeric {\n  $r * $r\n}\n"),
	Good: codeAt("functions/area.pp", "# An area.\n#\n# @param r a length\n#\n# @return its square\n#\nfunction example::area(Numeric $r) >> Numeric {\n  $r * $r\n}\n"),
}

// placement checks that definitions are in the files in which Puppet looks for them.
type placement struct{ *reporter }

// placed reports whether the file belongs to a module.
func (c placement) placed() bool { return c.options.Location != Location{} }

// isLoadedByName reports whether Puppet's loader expects exactly one function, type alias or plan
// in the file: the one that the path names.
func (c placement) isLoadedByName() bool {
	folder, _, _ := strings.Cut(strings.ToLower(c.options.Location.Path), "/")
	return folder == "functions" || folder == "types" || folder == "plans"
}

// inItsFile reports a definition whose name does not start as this file requires.
func (c placement) inItsFile(n syntax.Node, name string) {
	if !c.placed() {
		return
	}
	namespace, ok := c.options.Location.namespace()
	switch {
	case !ok:
		c.reportNode(&definitionInWrongFile, "ILLEGAL_DEFINITION_LOCATION", n,
			"'"+name+"' cannot be defined here: Puppet loads nothing from this folder").
			Help = "move it to the folder manifests, functions, types or plans"
	case !strings.HasPrefix(strings.ToLower(name), namespace) && !isOfWholeFolder(name, namespace):
		c.reportNode(&definitionInWrongFile, "ILLEGAL_DEFINITION_LOCATION", n,
			"'"+name+"' cannot be defined in this file, which is for '"+namespace+"'").
			Help = "rename it, or move it to " + c.fileOf(n, name)
	}
}

// fileOf returns the file of the module in which Puppet looks for a definition, or words for it if that
// is in another module.
func (c placement) fileOf(n syntax.Node, name string) string {
	module, rest, isInner := strings.Cut(strings.ToLower(name), "::")
	if module != strings.ToLower(c.options.Location.Module) {
		return "the file that matches its name"
	}
	folder := "manifests"
	switch n.(type) {
	case *syntax.FunctionDefinition:
		folder = "functions"
	case *syntax.PlanDefinition:
		folder = "plans"
	}
	if !isInner {
		rest = "init"
	}
	return folder + "/" + strings.ReplaceAll(rest, "::", "/") + ".pp"
}

// isOfWholeFolder reports whether a name begins with the whole name of a folder AUTHOR-MODULE,
// as in class apache-php of the folder apache-php. The hyphen is its only mistake.
func isOfWholeFolder(name, namespace string) bool {
	first, rest, _ := strings.Cut(strings.ToLower(name), "::")
	module, inModule, _ := strings.Cut(namespace, "::")
	return strings.HasSuffix(first, "-"+module) && strings.HasPrefix(rest, inModule)
}

// topConstructs reports code outside the definitions of a module's file.
func (c placement) topConstructs(program *syntax.Program) {
	if !c.placed() || c.broken {
		return
	}
	switch body := program.Body.(type) {
	case nil, *syntax.Nop:
	case *syntax.BlockExpression:
		for i, statement := range body.Statements {
			if c.options.Specification && syntax.InCapabilityMapping(body.Statements, i) {
				continue // effects reports it
			}
			c.topConstruct(statement)
		}
	default:
		c.topConstruct(body)
	}
}

func (c placement) topConstruct(statement syntax.Node) {
	switch statement.(type) {
	case *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.FunctionDefinition, *syntax.PlanDefinition,
		*syntax.TypeAlias, *syntax.TypeMapping, *syntax.TypeDefinition:
	default:
		finding := c.reportNode(&statementOutsideDefinition, "ILLEGAL_TOP_CONSTRUCT_LOCATION", statement,
			aLabel(statement)+" is not allowed outside of a definition in a module")
		finding.Help = "move it into a class"
		if c.isScript() {
			finding.Severity = diag.Warning
		}
	}
}

// isScript reports whether a manifest of a module defines nothing, so that Puppet never loads it
// by a name. People apply such a manifest by its path; before Puppet 4, they imported it. An
// init.pp is not a script: more likely, the line with its class is missing.
func (c placement) isScript() bool {
	if !c.options.Specification || strings.EqualFold(path.Base(c.options.Location.Path), "init.pp") {
		return false
	}
	return !slices.ContainsFunc(c.file.Program.Definitions, func(definition syntax.Node) bool {
		_, isNode := definition.(*syntax.NodeDefinition)
		return !isNode
	})
}

// autoloadable reports a file of functions, types or plans in which Puppet's loader would not
// find the expected definition (Pops::Loader::*Instantiator). It skips errors that the checker
// reports, too.
func (c placement) autoloadable() {
	folder, rest, _ := strings.Cut(strings.ToLower(c.options.Location.Path), "/")
	name, ok := c.options.Location.namespace()
	if !ok || !c.isLoadedByName() || folder != "plans" && (rest == "init.pp" || rest == "init_typeset.pp") {
		return
	}
	var only syntax.Node
	for _, definition := range c.file.Program.Definitions {
		if _, isNode := definition.(*syntax.NodeDefinition); isNode && folder == "plans" {
			continue
		}
		if only != nil {
			c.reportNode(&notAutoloadable, "", definition, "this file can define nothing but '"+name+"'").
				Help = "move it to a file of its own"
			return
		}
		only = definition
	}
	if only == nil {
		return
	}
	noun, found, shown := "", false, ""
	switch n := only.(type) {
	case *syntax.FunctionDefinition:
		noun, found, shown = "function", folder == "functions" && n.Name == name, n.Name
	case *syntax.PlanDefinition:
		noun, found, shown = "plan", folder == "plans" && n.Name == name, n.Name
	case *syntax.TypeAlias:
		noun, found, shown = "type alias", folder == "types" && strings.EqualFold(n.Name, name), n.Name
	case *syntax.HostClassDefinition:
		noun, shown = "class", n.Name
	case *syntax.ResourceTypeDefinition:
		noun, shown = "defined type", n.Name
	}
	if found || noun == "" || noun != "type alias" && !strings.HasPrefix(strings.ToLower(shown), name) {
		return
	}
	finding := c.reportNode(&notAutoloadable, "", only, "Puppet looks for the "+strings.TrimSuffix(folder, "s")+" '"+name+"' in this file and finds the "+noun+" '"+shown+"'")
	finding.Help = "rename one of them"
	if noun == "type alias" && !isInNamespace(shown, name) {
		// Code that uses the alias by the expected name fails and is reported there. If no code
		// does, the alias is harmless, as in a copy of a module in a folder of another name.
		finding.Severity = diag.Warning
	}
}

// isInNamespace reports whether the name of a type begins with the same module as another name.
func isInNamespace(typeName, name string) bool {
	own, _, _ := strings.Cut(typeName, "::")
	module, _, _ := strings.Cut(name, "::")
	return strings.EqualFold(own, module)
}
