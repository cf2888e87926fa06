package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
	"puppet-lint/internal/pattern"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/lint"
	"puppet-lint/report"
)

// listRules prints rules with their groups, severities and fixes. The words "test" and "try"
// select the commands for custom rules.
func listRules(env *environment, arguments []string) int {
	if len(arguments) > 0 && arguments[0] == "test" {
		return testRules(env, arguments[1:])
	}
	if len(arguments) > 0 && arguments[0] == "try" {
		return tryRule(env, arguments[1:])
	}
	set := newFlagSet("rules")
	asJSON := set.Bool("json", false, "print the rules' metadata as JSON")
	schema := set.Bool("schema", false, "print the JSON schema of puppet-lint.toml")
	var filter ruleFilter
	filter.define(set)
	help := set.BoolP("help", "h", false, "print this text")
	selectors, err := parseSet(set, arguments)
	switch {
	case err != nil:
		return env.usage("rules: %v", err)
	case *help:
		return printSubcommandHelp(env, "rules", set)
	case *schema:
		text, err := config.JSONSchema(newCatalogue(), formatNames())
		if err != nil {
			return env.fail(err)
		}
		fmt.Fprintf(env.stdout, "%s\n", text)
		return exitClean
	}
	catalogue := env.catalogue(nil)
	list, err := filter.apply(catalogue, selectors)
	if err != nil {
		return env.usage("rules: %v", err)
	}
	switch {
	case *asJSON:
		if err := report.WriteRulesJSON(env.stdout, list); err != nil {
			return env.fail(err)
		}
	case len(list) == 0:
		fmt.Fprintln(env.stdout, "No rule matches")
	default:
		report.WriteRules(env.stdout, list, filter.order, env.colors("auto"))
		fmt.Fprintf(env.stdout, "\n%s; 'puppet-lint explain NAME' explains a rule, with examples\n", english.Count(len(list), "rule"))
	}
	return exitClean
}

// ruleFilter selects and sorts the rules to list.
type ruleFilter struct {
	order, fix, state, search string
}

// The values of the flags --fix and --state of "rules".
var (
	fixKinds   = []string{"safe", "unsafe", "any", "none"}
	ruleStates = []string{"on", "off"}
)

// define adds the flags of the filter to set.
func (f *ruleFilter) define(set *pflag.FlagSet) {
	set.StringVar(&f.order, "sort", "group", "sort by `ORDER`: "+strings.Join(report.RuleOrders(), ", "))
	set.StringVar(&f.fix, "fix", "", "only rules with this `KIND` of fix: "+strings.Join(fixKinds, ", "))
	set.StringVar(&f.state, "state", "", "only rules with this `STATE` by default: "+strings.Join(ruleStates, ", "))
	set.StringVar(&f.search, "search", "", "only rules with this `TEXT` in their name or summary")
}

// apply returns the rules that match the selectors and the flags. Without selectors it
// considers all rules.
func (f *ruleFilter) apply(catalogue *config.Catalogue, selectors []string) ([]*diag.Rule, error) {
	for _, allowed := range []struct {
		flag, value string
		values      []string
	}{{"--sort", f.order, report.RuleOrders()}, {"--fix", f.fix, append(fixKinds[:len(fixKinds):len(fixKinds)], "")}, {"--state", f.state, append(ruleStates[:len(ruleStates):len(ruleStates)], "")}} {
		if !slices.Contains(allowed.values, allowed.value) {
			return nil, fmt.Errorf("%s: %q is not one of %s%s", allowed.flag, allowed.value, strings.TrimSuffix(strings.Join(allowed.values, ", "), ", "), spell.DidYouMean(allowed.value, allowed.values))
		}
	}
	chosen := catalogue.Rules
	if len(selectors) > 0 {
		wanted := map[*diag.Rule]bool{}
		for _, selector := range selectors {
			covered := catalogue.Covered(selector)
			if covered == nil {
				return nil, fmt.Errorf("there is no rule, group or severity named %q%s; --search finds a text", selector, spell.DidYouMean(selector, catalogue.Selectors()))
			}
			for _, rule := range covered {
				wanted[rule] = true
			}
		}
		chosen = slices.DeleteFunc(slices.Clone(chosen), func(rule *diag.Rule) bool { return !wanted[rule] })
	}
	list := slices.DeleteFunc(slices.Clone(chosen), func(rule *diag.Rule) bool { return !f.holds(rule) })
	report.SortRules(list, f.order)
	return list, nil
}

func (f *ruleFilter) holds(rule *diag.Rule) bool {
	switch kind := report.FixText(rule); f.fix {
	case "safe", "unsafe":
		if kind != f.fix {
			return false
		}
	case "any":
		if kind == "" {
			return false
		}
	case "none":
		if kind != "" {
			return false
		}
	}
	if f.state != "" && (f.state == "on") != rule.OnByDefault() {
		return false
	}
	return strings.Contains(strings.ToLower(rule.Name+" "+rule.Summary), strings.ToLower(f.search))
}

// tryRule implements "rules try": it shows what a pattern or a custom rule matches in files, or
// why it matches nothing.
func tryRule(env *environment, arguments []string) int {
	set := newFlagSet("rules try")
	help := set.BoolP("help", "h", false, "print this text")
	rest, err := parseSet(set, arguments)
	switch {
	case err != nil:
		return env.usage("rules try: %v", err)
	case *help:
		fmt.Fprint(env.stdout, "Show what a pattern or one of your own rules matches in files and folders, or why it matches nothing\n\nUsage:\n  puppet-lint rules try PATTERN|RULE PATH …\n\nA path - is standard input. docs/own-rules.md explains patterns.\n")
		return exitClean
	case len(rest) < 2:
		return env.usage("rules try needs a pattern, or the name of one of your own rules, and a file or folder; for example: puppet-lint rules try 'exec { $_: command => $COMMAND }' manifests")
	}
	rule, err := env.triedRule(rest[0])
	if err != nil {
		return env.fail(err)
	}
	files, err := env.triedFiles(rest[1:])
	if err != nil {
		return env.fail(err)
	}
	tried := lint.TryPatterns(rule, files)
	for i := range tried.Matches {
		match := &tried.Matches[i]
		fmt.Fprintf(env.stdout, "%s:%d:%d: %s\n", match.Path, match.Position.Line, match.Position.Column, match.Code)
		for _, capture := range match.Captures {
			fmt.Fprintf(env.stdout, "    $%s = %s\n", capture[0], capture[1])
		}
		if match.NotReplaced != "" {
			fmt.Fprintf(env.stdout, "    not fixed: %s\n", match.NotReplaced)
		}
	}
	for _, broken := range tried.Broken {
		fmt.Fprintf(env.stderr, "puppet-lint: %s\n", broken)
	}
	if len(tried.Matches) > 0 {
		fmt.Fprintf(env.stdout, "%s in %s\n", english.Count(len(tried.Matches), "match"), english.Count(len(files), "file"))
		return exitClean
	}
	fmt.Fprintf(env.stdout, "nothing matches in %s: %s\n", english.Count(len(files), "file"), tried.Reason)
	if tried.Closest != "" {
		fmt.Fprintf(env.stdout, "the closest code is %s\n", tried.Closest)
	}
	return exitFindings
}

// triedRule returns the custom rule of the given name. If there is none, it returns a rule with
// the text as its pattern.
func (env *environment) triedRule(text string) (*lint.Search, error) {
	settings, err := config.NewResolver(env.confine(&config.Flags{}), env.folder, newCatalogue(), formatNames(), &config.Flags{}).Folder(env.folder)
	if err != nil {
		return nil, err
	}
	for _, own := range settings.Catalogue().Custom() {
		if own.Name == text {
			return &lint.Search{Rule: own.Patterns, Replacement: *own.Replacement}, nil
		}
	}
	compiled, err := pattern.Compile(text)
	var mistake *pattern.Error
	if errors.As(err, &mistake) {
		at := min(int(mistake.Offset), len(text))
		line := text[strings.LastIndexByte(text[:at], '\n')+1:]
		line, _, _ = strings.Cut(line, "\n")
		column := at - strings.LastIndexByte(text[:at], '\n') - 1
		return nil, fmt.Errorf("the pattern: %s\n  %s\n  %s^", mistake.Message, line, strings.Repeat(" ", column))
	}
	if err != nil {
		return nil, err
	}
	return &lint.Search{Rule: &pattern.Rule{Patterns: []*pattern.Pattern{compiled}}}, nil
}

// triedFiles returns the manifests for paths: files themselves, all manifests below folders,
// and standard input for "-".
func (env *environment) triedFiles(paths []string) ([]*source.File, error) {
	var files []*source.File
	onDisk := env.confine(&config.Flags{FileFlags: config.FileFlags{Paths: paths}})
	for _, path := range paths {
		if path == "-" {
			text, err := env.readStdin()
			if err != nil {
				return nil, fmt.Errorf("standard input cannot be read: %w", err)
			}
			files = append(files, source.NewFile("stdin", text))
			continue
		}
		found := []string{path}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			resolver := config.NewResolver(onDisk, env.folder, newCatalogue(), formatNames(), &config.Flags{})
			var failures []lint.Failure
			found, failures = lint.ManifestsIn(lint.Options{Files: onDisk, Folder: env.folder, Paths: []string{path}, Resolver: resolver})
			if len(failures) > 0 {
				return nil, errors.New(failures[0].Message)
			}
			found = slices.DeleteFunc(found, func(name string) bool { return !strings.HasSuffix(name, ".pp") })
		}
		for _, name := range found {
			file, err := onDisk.Read(name)
			if err != nil {
				return nil, errors.New(source.Explain(err))
			}
			files = append(files, source.NewFile(filepath.Clean(name), file.Text))
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: contains no manifests", strings.Join(paths, ", "))
	}
	return files, nil
}

// testRules implements "rules test": it runs the examples of the custom rules in the given
// configuration files, or in the nearest one.
func testRules(env *environment, arguments []string) int {
	set := newFlagSet("rules test")
	help := set.BoolP("help", "h", false, "print this text")
	files, err := parseSet(set, arguments)
	switch {
	case err != nil:
		return env.usage("rules test: %v", err)
	case *help:
		fmt.Fprint(env.stdout, "Test the bad and good examples of the rules under [own-rules] in the nearest puppet-lint.toml, or in the named files\n\nUsage:\n  puppet-lint rules test [FILE …]\n")
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
		settings, err := config.NewResolver(env.confine(flags), env.folder, newCatalogue(), formatNames(), flags).Folder(env.folder)
		if err != nil {
			return env.fail(err)
		}
		own := settings.Catalogue().Custom()
		if len(own) == 0 {
			return env.fail(fmt.Errorf("no [own-rules.NAME] table was found; see docs/own-rules.md"))
		}
		for _, rule := range own {
			failures := lint.TestRule(rule, env.folder)
			if len(rule.Bad)+len(rule.Good) == 0 {
				fmt.Fprintf(env.stdout, "untested %s: it has no [[own-rules.%s.bad]] and no good examples\n", rule.Name, rule.Name)
				continue
			}
			if len(failures) == 0 {
				fmt.Fprintf(env.stdout, "ok       %s: %d bad, %d good\n", rule.Name, len(rule.Bad), len(rule.Good))
				continue
			}
			status = exitFindings
			fmt.Fprintf(env.stdout, "FAILED   %s\n", rule.Name)
			for _, failure := range failures {
				fmt.Fprintf(env.stdout, "  %s\n", strings.TrimRight(source.ShownLines(failure), "\n"))
			}
		}
	}
	return status
}
