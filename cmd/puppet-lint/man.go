package main

import (
	"fmt"
	"strings"

	"puppet-lint/config"
	"puppet-lint/lint"
)

// roff escapes text so that troff prints it literally in every locale: backslashes and dashes
// are escaped, and no line begins with a control character.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}

// manual prints the manual page, which is generated from the tables of subcommands and flags.
func manual(env *environment, arguments []string) int {
	if len(arguments) > 0 {
		if arguments[0] == "--help" || arguments[0] == "-h" {
			return printSubcommandHelp(env, "man", nil)
		}
		return env.usage("man takes no arguments")
	}
	line := func(format string, values ...any) { fmt.Fprintf(env.stdout, format+"\n", values...) }
	line(`.TH PUPPET\-LINT 1 "" "puppet\-lint %s"`, roff(config.Version))
	line(".SH NAME\npuppet\\-lint \\- lint, validate, type\\-check and fix Puppet code")
	line(".SH SYNOPSIS\n.B puppet\\-lint\n.RI [ flags ]\n.RI [ path \\ ...]\n.br\n.B puppet\\-lint\n.I subcommand\n\\&...")
	line(".SH DESCRIPTION\nChecks the manifests, templates and data in files and folders. Without a path, it checks the current folder.")
	line("Write\n.I ./name\nfor a path with the name of a subcommand, and\n.B \\-\nfor standard input.")
	line(".SH SUBCOMMANDS")
	for _, command := range subcommands() {
		line(".TP\n.B \"%s\"\n%s", roff(strings.TrimSpace(command.name+" "+command.arguments)), roff(upperFirst(command.summary))+".")
	}
	flags := checkCommandFlags(newCatalogue())
	for _, section := range config.Sections() {
		line(".SH %s", strings.ToUpper(roff(section)))
		for i := range flags {
			if flags[i].section == section {
				manualFlag(line, &flags[i])
			}
		}
	}
	line(".TP\n.BI \\-\\-no\\- RULE \\-check \", \" \\-\\- RULE \\-check\nTurns a single rule off or on, as with puppet-lint (Ruby).")
	manualSubcommands(line)
	line(".SH EXAMPLES")
	for _, example := range manualExamples {
		line(".TP\n.B \"%s\"\n%s.", roff(example[0]), roff(example[1]))
	}
	line(".SH EXIT STATUS\n.TP\n.B 0\nNo finding fails the run.\n.TP\n.B 1\nA finding fails the run.\n.TP\n.B 2\nThe run itself failed.")
	line(".SH FILES\n.TP\n.I %s\nThe configuration of its folder and of all folders below.", roff(config.FileName))
	line(".TP\n.I %s\nKnown findings that are not reported.", roff(lint.DefaultBaseline))
	line(".TP\n.I .puppet\\-lint.rc\nFlags, as puppet-lint (Ruby) reads them. If it is the only configuration, puppet-lint behaves as puppet-lint (Ruby), which also reads\n.I \\(ti/.puppet\\-lint.rc\nand\n.IR /etc/puppet\\-lint.rc .")
	line(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf it is set, colour is printed only with\n.BR \"\\-\\-color always\" .")
	line(".TP\n.B TERM\nIf it is\n.BR dumb ,\nneither colour nor progress is shown.")
	line(".TP\n.B COLUMNS\nThe width of the terminal. Without it, the terminal is queried.")
	line(".TP\n.B CODECLIMATE_REPORT_FILE\nThe same as\n.BR \\-\\-codeclimate\\-report\\-file .")
	return exitClean
}

// manualExamples are example commands and their descriptions.
var manualExamples = [][2]string{
	{"puppet-lint", "Checks the current folder"},
	{"puppet-lint --fix manifests", "Applies the safe fixes in a folder"},
	{"puppet-lint --new-from origin/main", "Reports only findings on changed lines"},
	{"puppet-lint --baseline write", "Accepts today's findings; --baseline use then reports only new ones"},
	{"puppet-lint explain variable_scope", "Explains a rule, with examples"},
}

// manualSubcommands writes the flags of the subcommands.
func manualSubcommands(line func(string, ...any)) {
	for _, command := range subcommands() {
		flags := subcommandFlags(&command)
		if len(flags) == 0 {
			continue
		}
		line(".SH FLAGS OF %s", strings.ToUpper(command.name))
		for i := range flags {
			manualFlag(line, &flags[i])
		}
	}
}

func manualFlag(line func(string, ...any), flag *commandFlag) {
	name := `\-\-` + roff(flag.name)
	if flag.short != "" {
		name = `\-` + flag.short + `, ` + name
	}
	line(".TP")
	if flag.placeholder == "" {
		line(".B %s", name)
	} else {
		line(`.BI "%s " %s`, name, roff(flag.placeholder))
	}
	line("%s.", roff(upperFirst(flag.summary)))
	if len(flag.choices) > 0 && !flag.isList && !strings.Contains(flag.summary, strings.Join(flag.choices, ", ")) {
		line("One of %s.", roff(strings.Join(flag.choices, ", ")))
	}
}
