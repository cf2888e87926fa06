package main

import (
	"fmt"
	"strings"

	"puppet-lint/config"
)

// roff writes text so that troff prints it as it is: backslashes and dashes are
// escaped, and no line begins with a control character.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}

// manual prints the manual page, made from the tables of subcommands and flags.
func manual(env *environment, arguments []string) int {
	if len(arguments) > 0 {
		if arguments[0] == "--help" || arguments[0] == "-h" {
			return printSubcommandHelp(env, "man", nil)
		}
		return env.usage("man takes no arguments")
	}
	line := func(format string, values ...any) { fmt.Fprintf(env.stdout, format+"\n", values...) }
	line(`.TH PUPPET\-LINT 1 "" "puppet\-lint %s"`, roff(config.Version))
	line(".SH NAME\npuppet\\-lint \\- lint, validate, type\\-check and mend Puppet code")
	line(".SH SYNOPSIS\n.B puppet\\-lint\n.RI [ flags ]\n.RI [ path \\ ...]\n.br\n.B puppet\\-lint\n.I subcommand\n\\&...")
	line(".SH DESCRIPTION\nChecks the manifests, templates and data in files and folders; those of the current folder without a path.")
	line("A path that also is the name of a subcommand is written\n.IR ./name ;\n.B \\-\nstands for standard input.")
	line(".SH SUBCOMMANDS")
	for _, command := range subcommands() {
		line(".TP\n.B \"%s\"\n%s", roff(strings.TrimSpace(command.name+" "+command.arguments)), roff(upperFirst(command.summary))+".")
	}
	table := config.FlagTable(newCatalogue(), formatNames())
	for _, section := range config.Sections() {
		line(".SH %s", strings.ToUpper(roff(section)))
		for i := range table {
			if table[i].Section == section {
				manualFlag(line, &table[i])
			}
		}
	}
	line(".TP\n.BI \\-\\-no\\- RULE \\-check \", \" \\-\\- RULE \\-check\nTurns a single rule off or on, as with the Ruby tool.")
	line(".SH EXIT STATUS\n.TP\n.B 0\nNothing that fails the run.\n.TP\n.B 1\nFindings.\n.TP\n.B 2\nThe run itself failed.")
	line(".SH FILES\n.TP\n.I %s\nThe configuration of the folder that it lies in, and of those below.", roff(config.FileName))
	line(".TP\n.I .puppet\\-lint.rc\nFlags, as the Ruby tool reads them; where there is one and no other configuration, everything is as with the Ruby tool.")
	line(".SH SEE ALSO\n.BR puppet\\-parser (8)")
	return exitClean
}

func manualFlag(line func(string, ...any), flag *config.Flag) {
	name := `\-\-` + roff(flag.Name)
	if flag.Short != "" {
		name = `\-` + flag.Short + `, ` + name
	}
	line(".TP")
	if flag.Placeholder == "" {
		line(".B %s", name)
	} else {
		line(`.BI "%s " %s`, name, roff(flag.Placeholder))
	}
	line("%s.", roff(upperFirst(flag.Summary)))
	if len(flag.Values) > 0 {
		line("One of %s.", roff(strings.Join(flag.Values, ", ")))
	}
}
