package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"puppet-lint/cmd/puppet-lint/typequery"
	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/lint/upgrade"
	"puppet-lint/report/impactreport"
)

// candidate is a word that completion offers.
type candidate struct{ word, summary string }

// commandFlag is a flag of a subcommand, as described for completion and the manual page.
type commandFlag struct {
	name, short, placeholder, summary string
	// choices are the possible arguments; nil if any argument is possible.
	choices []string
	// isList is true if the argument is a list of choices, separated by commas.
	isList bool
	// section is the flag's heading in the manual page, if any.
	section string
}

// checkCommandFlags returns the flags of check. Flags that turn single rules on and off have no
// section.
func checkCommandFlags(catalogue *config.Catalogue) []commandFlag {
	var flags []commandFlag
	for _, flag := range config.FlagTable(catalogue, formatNames()) {
		one := commandFlag{name: flag.Name, short: flag.Short, placeholder: flag.Placeholder, summary: flag.Summary, choices: flag.Values, section: flag.Section}
		switch {
		case flag.Placeholder == "RULES" || flag.Placeholder == "CHECKS":
			one.choices, one.isList = catalogue.Selectors(), true
		case flag.Name == "format":
			one.choices = formatNames()
		}
		flags = append(flags, one)
	}
	return flags
}

// subcommandFlags returns the flags that the help of a subcommand describes.
func subcommandFlags(command *subcommand) []commandFlag {
	var flags []commandFlag
	quiet := &environment{stdout: discard{}, stderr: discard{}, getenv: func(string) string { return "" }}
	quiet.describe = func(set *pflag.FlagSet) {
		set.VisitAll(func(flag *pflag.Flag) {
			if flag.Hidden {
				return
			}
			placeholder, summary := pflag.UnquoteUsage(flag)
			one := commandFlag{name: flag.Name, short: flag.Shorthand, placeholder: placeholder, summary: summary}
			switch {
			case flag.Name == "format" && command.name == "report":
				one.choices = reportForms
			case flag.Name == "format" && command.name == "impact":
				one.choices = impactreport.Forms()
			case flag.Name == "format" && command.name == "catalog":
				one.choices = catalogForms
			case flag.Name == "format" && (command.name == "rename" || command.name == "search"):
				one.choices = []string{"text", "json"}
			case flag.Name == "format":
				one.choices = formatNames()
			case flag.Name == "color":
				one.choices = []string{"auto", "always", "never"}
			case flag.Name == "target-version":
				one.choices = config.TargetVersions()
			case flag.Name == "to":
				for _, name := range upgrade.Names() {
					one.choices = append(one.choices, name+"=")
				}
			case flag.Name == "strict":
				one.choices = []string{"off", "warning", "error"}
			}
			flags = append(flags, one)
		})
	}
	command.run(quiet, []string{"--help"})
	return flags
}

// printCandidates prints the completions of the last word, one on each line. The other words
// are those before it on the command line. A tab separates a completion from its summary, if it
// has one. The line ":files" means that file names may be completed as well.
func printCandidates(env *environment, words []string) {
	if len(words) == 0 {
		words = []string{""}
	}
	candidates, files := env.candidates(words[:len(words)-1], words[len(words)-1])
	for _, one := range candidates {
		fmt.Fprintln(env.stdout, strings.TrimSuffix(one.word+"\t"+one.summary, "\t"))
	}
	if files {
		fmt.Fprintln(env.stdout, ":files")
	}
}

// candidates returns the completions of current after the words before it. files is true if
// file names may be completed as well.
func (env *environment) candidates(before []string, current string) (fitting []candidate, files bool) {
	catalogue := env.catalogue(nil)
	name, flags := "check", []commandFlag(nil)
	for _, command := range subcommands() {
		if len(before) > 0 && before[0] == command.name && command.name != "check" {
			name, before, flags = command.name, before[1:], subcommandFlags(&command)
		}
	}
	if len(before) > 0 && before[0] == "help" {
		name = "help"
	}
	if name == "check" || name == "config" {
		flags = checkCommandFlags(catalogue)
	}
	if flag, value, ok := valueOf(flags, before, current); ok {
		return flag.values(current, value)
	}
	if strings.HasPrefix(current, "-") {
		return flagNames(flags, current), false
	}
	candidates, files := positional(name, before, catalogue)
	return beginning(candidates, current), files
}

// positional returns the completions of a word that is not a flag.
func positional(name string, before []string, catalogue *config.Catalogue) (candidates []candidate, files bool) {
	switch name {
	case "check":
		if len(before) == 0 {
			candidates = subcommandCandidates()
		}
		return candidates, true
	case "help":
		return subcommandCandidates(), false
	case "explain":
		for _, rule := range catalogue.Rules {
			candidates = append(candidates, candidate{rule.Name, rule.Summary})
		}
		for _, group := range diag.Groups() {
			candidates = append(candidates, candidate{string(group), "a group of rules"})
		}
		return candidates, false
	case "completion":
		return plain(shells), false
	case "type":
		if len(before) == 0 {
			for _, question := range typequery.Queries() {
				candidates = append(candidates, candidate{question[0], question[1]})
			}
		}
		return candidates, false
	case "rules":
		if len(before) == 0 {
			return []candidate{{"test", "test the examples of your own rules"}, {"try", "show what a pattern matches"}}, false
		}
		return nil, true
	case "man", "version", "init":
		return nil, false
	}
	return nil, true
}

func subcommandCandidates() []candidate {
	var candidates []candidate
	for _, command := range subcommands() {
		candidates = append(candidates, candidate{command.name, command.summary})
	}
	return append(candidates, candidate{"help", "explain a subcommand"})
}

// valueOf reports whether current is, or ends in, the argument of a flag. It returns the flag
// and the argument.
func valueOf(flags []commandFlag, before []string, current string) (flag *commandFlag, value string, ok bool) {
	name, value, isJoined := strings.Cut(current, "=")
	if !isJoined || !strings.HasPrefix(name, "--") {
		if len(before) == 0 {
			return nil, "", false
		}
		name, value = before[len(before)-1], current
	}
	for i := range flags {
		if flag := &flags[i]; flag.placeholder != "" && (name == "--"+flag.name || flag.short != "" && name == "-"+flag.short) {
			return flag, value, true
		}
	}
	return nil, "", false
}

// values returns completions of current, which ends in the argument value of the flag.
func (f *commandFlag) values(current, value string) (fitting []candidate, files bool) {
	if f.choices == nil {
		return nil, strings.Contains(f.placeholder, "FILE") || strings.Contains(f.placeholder, "PATH") || f.placeholder == "PATTERNS"
	}
	if strings.Contains(f.placeholder, "=FILE") && strings.Contains(value, "=") {
		return nil, true
	}
	if f.isList {
		value = value[strings.LastIndexByte(value, ',')+1:]
	}
	prefix := strings.TrimSuffix(current, value)
	for _, choice := range f.choices {
		if strings.HasPrefix(choice, value) {
			fitting = append(fitting, candidate{word: prefix + choice})
		}
	}
	return fitting, false
}

// flagNames returns the flags that begin with current. Flags for single rules are numerous, so
// they are left out until a part of their name is typed.
func flagNames(flags []commandFlag, current string) []candidate {
	var candidates []candidate
	for _, flag := range flags {
		isForRule := strings.HasSuffix(flag.name, "-check") && flag.section == "" && flag.placeholder == "" && flag.summary == ""
		if isForRule && !strings.HasPrefix(current, "--no-") && len(current) < len("--xxx") {
			continue
		}
		candidates = append(candidates, candidate{"--" + flag.name, flag.summary})
	}
	return beginning(candidates, current)
}

func beginning(candidates []candidate, current string) []candidate {
	return slices.DeleteFunc(candidates, func(c candidate) bool { return !strings.HasPrefix(c.word, current) })
}

func plain(words []string) []candidate {
	var candidates []candidate
	for _, word := range words {
		candidates = append(candidates, candidate{word: word})
	}
	return candidates
}
