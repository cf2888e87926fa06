package validate

import "puppet-lint/diag"

var definitionInWrongFile = diag.Rule{
	Name: "definition_in_wrong_file", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_DEFINITION_LOCATION"},
	Summary:     "a definition's name does not belong to the file it stands in",
	Rationale: "Puppet finds a definition by its name: `example::web::tls` is looked for in `example/manifests/web/tls.pp`, " +
		"`example` itself in `example/manifests/init.pp`, functions under `functions`, type aliases under `types`, plans under " +
		"`plans`. A definition elsewhere is refused when the file is loaded. Rename it, or move it to the file that its name asks for.",
	Bad:  codeAt("manifests/web.pp", "class example::database {\n}\n"),
	Good: codeAt("manifests/web.pp", "# Web.\nclass example::web {\n}\n"),
}

var statementOutsideDefinition = diag.Rule{
	Name: "statement_outside_definition", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_TOP_CONSTRUCT_LOCATION"},
	Summary:     "a module's file has code outside of its definitions",
	Rationale: "A file of a module is loaded for what it defines, at whatever moment that is first needed; code beside the " +
		"definitions, and nodes, are refused there. Move it into a class, or nodes into the environment's main manifest.",
	Bad:  code("class example {\n}\ninclude example\n", "node 'web' {\n}\n"),
	Good: code("# Includes another.\nclass example {\n  include example::web\n}\n"),
}

var notAutoloadable = diag.Rule{
	Name: "not_autoloadable", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a file of functions, types or plans does not hold what Puppet looks for in it",
	Rationale: "A file below `functions`, `types` or `plans` must define the one function, type alias or plan that its path names, " +
		"and nothing else. Puppet says so only when the name is first used.",
	Bad:  codeAt("functions/area.pp", "function example::area_of(Numeric $r) >> Numeric {\n  $r * $r\n}\n"),
	Good: codeAt("functions/area.pp", "# An area.\n#\n# @param r a length\n#\n# @return its square\n#\nfunction example::area(Numeric $r) >> Numeric {\n  $r * $r\n}\n"),
}
