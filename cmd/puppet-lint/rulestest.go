package main

import (
	"fmt"

	"puppet-lint/config"
	"puppet-lint/lint"
	"puppet-lint/source"
)

// testRules is "rules test": it tries the examples that stand beside the rules
// of one's own, in the configuration files named or in the nearest one.
func testRules(env *environment, arguments []string) int {
	set := newFlagSet("rules test")
	help := set.BoolP("help", "h", false, "print this text")
	files, err := parseSet(set, arguments)
	switch {
	case err != nil:
		return env.usage("rules test: %v", err)
	case *help:
		fmt.Fprint(env.stdout, "Try the bad and good examples of the rules in [own-rules] of the nearest puppet-lint.toml, or of the files named\n\nUsage:\n  puppet-lint rules test [FILE …]\n")
		return exitClean
	case len(files) == 0:
		files = []string{""}
	}
	status := exitClean
	for _, file := range files {
		flags := &config.Flags{}
		if file != "" {
			flags.ConfigFiles = []string{file}
		}
		settings, err := config.NewResolver(source.Disk{}, env.folder, newCatalogue(), formatNames(), flags).Folder(env.folder)
		if err != nil {
			return env.fail(err)
		}
		own := settings.Catalogue().Own()
		if len(own) == 0 {
			return env.fail(fmt.Errorf("no [own-rules.NAME] table was found; see docs/own-rules.md"))
		}
		for _, rule := range own {
			failures := lint.TestRule(rule, env.folder)
			if len(rule.Bad)+len(rule.Good) == 0 {
				fmt.Fprintf(env.stdout, "untested %s: it has neither [[own-rules.%s.bad]] nor good examples\n", rule.Name, rule.Name)
				continue
			}
			if len(failures) == 0 {
				fmt.Fprintf(env.stdout, "ok       %s: %d bad, %d good\n", rule.Name, len(rule.Bad), len(rule.Good))
				continue
			}
			status = exitFindings
			fmt.Fprintf(env.stdout, "FAILED   %s\n", rule.Name)
			for _, failure := range failures {
				fmt.Fprintf(env.stdout, "  %s\n", failure)
			}
		}
	}
	return status
}
