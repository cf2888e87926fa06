package config

import (
	"strings"

	"puppet-lint/internal/lazyregexp"
)

// Never changed: how a Rakefile sets the options of the Ruby puppet-lint, and
// the literals that it may give them.
var (
	rakeComment = lazyregexp.New(`(?m)^\s*#.*$`)
	rakeSwitch  = lazyregexp.New(`PuppetLint\.configuration\.(?:(?:public_)?send\(?\s*[:'"]{1,2})?(disable|enable)_(\w+)`)
	rakeOption  = lazyregexp.New(`\b[\w:]+(?:\.configuration)?\.(ignore_paths|disable_checks|only_checks|fail_on_warnings|error_level|log_format|with_context|show_ignored|relative|fix|top_scope_variables|chars_per_indent|docs_allowed_styles)\s*=\s*(%[wi]\S[^\])}>|]*[\])}>|]|\[[^\]]*\]|'[^'\n]*'|"[^"\n]*"|[^\s;]+)`)
	rakeWord    = lazyregexp.New(`'([^'\n]*)'|"([^"\n]*)"|:(\w+)`)
	rakePercent = lazyregexp.New(`^%[wi]\S([^\])}>|]*)`)
)

// SpeaksOfPuppetLint reports whether a Rakefile sets options of the Ruby
// puppet-lint.
func SpeaksOfPuppetLint(rakefile string) bool {
	return strings.Contains(rakefile, "PuppetLint")
}

// RakeArguments are the arguments that say what a Rakefile's settings of
// PuppetLint.configuration, and of its Rake tasks, say. A Rakefile is a program,
// which is not run: what is not written out in it stays out. Options are those
// of rules, for which there are no arguments.
func RakeArguments(rakefile string) (arguments []string, options []Entry) {
	text := rakeComment.ReplaceAllString(rakefile, "")
	for _, match := range rakeSwitch.FindAllStringSubmatch(text, -1) {
		prefix := "--"
		if match[1] == "disable" {
			prefix = "--no-"
		}
		arguments = append(arguments, prefix+match[2]+"-check")
	}
	for _, match := range rakeOption.FindAllStringSubmatch(text, -1) {
		name, words := match[1], rakeWords(match[2])
		flag := "--" + strings.ReplaceAll(name, "_", "-")
		switch name {
		case "disable_checks":
			for _, check := range words {
				arguments = append(arguments, "--no-"+check+"-check")
			}
		case "fail_on_warnings", "with_context", "show_ignored", "relative", "fix":
			if match[2] == "true" {
				arguments = append(arguments, flag)
			}
		case "chars_per_indent":
			if width := strings.TrimSpace(match[2]); len(width) == 1 && width[0] >= '1' && width[0] <= '9' {
				options = append(options, Entry{Key: []string{"rules", "strict_indent", "chars_per_indent"}, Value: int(width[0] - '0')})
			}
		case "docs_allowed_styles":
			if len(words) > 0 {
				options = append(options, Entry{Key: []string{"rules", "parameter_documentation", "allowed_styles"}, Value: words})
			}
		default:
			if len(words) > 0 && !strings.Contains(match[2], "#{") {
				arguments = append(arguments, flag+"="+strings.Join(words, ","))
			}
		}
	}
	return arguments, options
}

// LoadRakefile reads what a Rakefile says. What is unknown is noted in the
// flags; Ruby says so only when it runs.
func (p *RubyParser) LoadRakefile(f *Flags, rakefile string) {
	arguments, options := RakeArguments(rakefile)
	for _, argument := range arguments {
		if err := p.Parse(f, []string{argument}); err != nil {
			f.Unknown = append(f.Unknown, argument)
		}
	}
	f.Layers = append(f.Layers, &Layer{Entries: options})
}

// rakeWords are the strings and symbols of a literal.
func rakeWords(literal string) []string {
	if match := rakePercent.FindStringSubmatch(literal); match != nil {
		return strings.Fields(match[1])
	}
	var words []string
	for _, match := range rakeWord.FindAllStringSubmatch(literal, -1) {
		words = append(words, match[1]+match[2]+match[3])
	}
	return words
}
