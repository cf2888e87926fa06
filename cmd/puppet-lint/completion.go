package main

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/config"
	"puppet-lint/internal/spell"
)

// shells are those that completion writes scripts for.
var shells = []string{"bash", "zsh", "fish"}

// completion prints a script for a shell, made from the tables of flags,
// subcommands, rules and formats.
func completion(env *environment, arguments []string) int {
	if len(arguments) == 1 && (arguments[0] == "--help" || arguments[0] == "-h") {
		return printSubcommandHelp(env, "completion", nil)
	}
	if len(arguments) != 1 || !slices.Contains(shells, arguments[0]) {
		given := strings.Join(arguments, " ")
		return env.usage("completion needs a shell: %s%s", strings.Join(shells, ", "), spell.DidYouMean(given, shells))
	}
	table := config.FlagTable(newCatalogue(), formatNames())
	var visible []config.Flag
	for _, flag := range table {
		if flag.Section != "" {
			visible = append(visible, flag)
		}
	}
	switch arguments[0] {
	case "bash":
		bashCompletion(env, visible)
	case "zsh":
		zshCompletion(env, visible)
	case "fish":
		fishCompletion(env, visible)
	}
	return exitClean
}

// flagChoices are the words that a flag's argument may be; nil if there is no
// closed set.
func flagChoices(flag *config.Flag) []string {
	switch {
	case flag.Values != nil:
		return flag.Values
	case flag.Placeholder == "RULES" || flag.Placeholder == "CHECKS":
		return newCatalogue().Selectors()
	case flag.Name == "format":
		return formatNames()
	}
	return nil
}

func bashCompletion(env *environment, flags []config.Flag) {
	var names []string
	for _, flag := range flags {
		names = append(names, "--"+flag.Name)
	}
	fmt.Fprint(env.stdout, `# bash completion for puppet-lint
_puppet_lint() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  case $previous in
`)
	for _, flag := range flags {
		if choices := flagChoices(&flag); choices != nil {
			fmt.Fprintf(env.stdout, "    --%s) COMPREPLY=($(compgen -W '%s' -- \"$current\")); return;;\n", flag.Name, strings.Join(choices, " "))
		}
	}
	fmt.Fprintf(env.stdout, `  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W '%s' -- "$current"))
    return
  fi
  COMPREPLY=($(compgen -f -- "$current"))
  if [[ $COMP_CWORD == 1 ]]; then
    COMPREPLY+=($(compgen -W '%s' -- "$current"))
  elif [[ ${COMP_WORDS[1]} == explain ]]; then
    COMPREPLY=($(compgen -W '%s' -- "$current"))
  fi
}
complete -o filenames -F _puppet_lint puppet-lint
`, strings.Join(names, " "), strings.Join(subcommandNames(), " "), strings.Join(newCatalogue().Names(), " "))
}

func zshCompletion(env *environment, flags []config.Flag) {
	quote := strings.NewReplacer("'", `'\''`, "[", `\[`, "]", `\]`, ":", `\:`)
	fmt.Fprint(env.stdout, "#compdef puppet-lint\n# zsh completion for puppet-lint\n_puppet_lint() {\n  local -a subcommands\n  subcommands=(\n")
	for _, command := range subcommands() {
		fmt.Fprintf(env.stdout, "    '%s:%s'\n", command.name, quote.Replace(command.summary))
	}
	fmt.Fprint(env.stdout, "  )\n  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n    _describe subcommand subcommands\n  fi\n")
	fmt.Fprintf(env.stdout, "  if [[ $words[2] == explain ]]; then\n    compadd -- %s\n    return\n  fi\n  _arguments -S \\\n", strings.Join(newCatalogue().Names(), " "))
	for _, flag := range flags {
		argument := ""
		if flag.Placeholder != "" {
			argument = ":" + quote.Replace(flag.Placeholder) + ":"
			if choices := flagChoices(&flag); choices != nil {
				argument += "(" + strings.Join(choices, " ") + ")"
			} else {
				argument += "_files"
			}
			fmt.Fprintf(env.stdout, "    '*--%s=[%s]%s' \\\n", flag.Name, quote.Replace(flag.Summary), argument)
			continue
		}
		fmt.Fprintf(env.stdout, "    '--%s[%s]' \\\n", flag.Name, quote.Replace(flag.Summary))
	}
	fmt.Fprint(env.stdout, "    '*:file:_files'\n}\n_puppet_lint \"$@\"\n")
}

func fishCompletion(env *environment, flags []config.Flag) {
	quote := strings.NewReplacer("'", `\'`, `\`, `\\`)
	fmt.Fprintln(env.stdout, "# fish completion for puppet-lint")
	for _, command := range subcommands() {
		fmt.Fprintf(env.stdout, "complete -c puppet-lint -n __fish_use_subcommand -a %s -d '%s'\n", command.name, quote.Replace(command.summary))
	}
	fmt.Fprintf(env.stdout, "complete -c puppet-lint -n '__fish_seen_subcommand_from explain' -f -a '%s'\n", strings.Join(newCatalogue().Names(), " "))
	for _, flag := range flags {
		line := "complete -c puppet-lint -l " + flag.Name
		if flag.Short != "" {
			line += " -s " + flag.Short
		}
		if flag.Placeholder != "" {
			line += " -r"
			if choices := flagChoices(&flag); choices != nil {
				line += " -f -a '" + strings.Join(choices, " ") + "'"
			}
		}
		fmt.Fprintf(env.stdout, "%s -d '%s'\n", line, quote.Replace(flag.Summary))
	}
}
