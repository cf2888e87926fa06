package config

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/internal/lazyregexp"
)

// How a Rakefile sets the options of puppet-lint (Ruby), and the literals that it may assign to
// them. These are never changed.
var (
	rakeComment = lazyregexp.New(`(?m)^\s*#.*$`)
	rakeSwitch  = lazyregexp.New(`PuppetLint\.configuration\.(?:(?:public_)?send\(?\s*[:'"]{1,2})?(disable|enable)_(\w+|#\{\w+\})`)
	rakeOption  = lazyregexp.New(`\b[\w:]+(?:\.configuration)?\.(ignore_paths|disable_checks|only_checks|fail_on_warnings|error_level|log_format|with_context|show_ignored|relative|fix|top_scope_variables|chars_per_indent|docs_allowed_styles)\s*=\s*(` + rakeList + `|'[^'\n]*'|"[^"\n]*"|[^\s;]+)`)
	rakeLoop    = lazyregexp.New(`(?:(` + rakeList + `)|\b(\w+))\.each\s*(?:do|\{)\s*\|(\w+)\|`)
	rakeAssign  = lazyregexp.New(`(?m)^\s*(\w+)\s*=\s*(` + rakeList + `)`)
	rakeWord    = lazyregexp.New(`'([^'\n]*)'|"([^"\n]*)"|:(\w+)`)
	rakePercent = lazyregexp.New(`^%[wi]\S([^\])}>|]*)`)
)

const rakeList = `%[wi]\S[^\])}>|]*[\])}>|]|\[[^\]]*\]`

// ConfiguresPuppetLint reports whether a Rakefile sets options of puppet-lint (Ruby).
func ConfiguresPuppetLint(rakefile string) bool {
	return strings.Contains(rakefile, "PuppetLint")
}

// rakefile holds what is read from a Rakefile. The Rakefile is a program, but it is not run:
// only literals, variables that hold lists, and loops over lists are read.
type rakefile struct {
	text string
	// lists maps variables to the lists assigned to them.
	lists     map[string][]string
	arguments []string
	options   []Entry
	// computed are the settings whose values are not literals.
	computed []string
}

func readRakefile(text string) *rakefile {
	r := &rakefile{text: rakeComment.ReplaceAllString(text, ""), lists: map[string][]string{}}
	for _, match := range rakeAssign.FindAllStringSubmatch(r.text, -1) {
		r.lists[match[1]] = rakeWords(match[2])
	}
	r.switches()
	for _, match := range rakeOption.FindAllStringSubmatch(r.text, -1) {
		r.option(match[1], match[2])
	}
	return r
}

// switches reads the statements that turn checks on and off, one by one or in a loop over a
// list.
func (r *rakefile) switches() {
	loops := rakeLoop.FindAllStringSubmatchIndex(r.text, -1)
	for _, place := range rakeSwitch.FindAllStringSubmatchIndex(r.text, -1) {
		prefix := "--"
		if r.text[place[2]:place[3]] == "disable" {
			prefix = "--no-"
		}
		checks := []string{r.text[place[4]:place[5]]}
		if name, ok := strings.CutPrefix(checks[0], "#{"); ok {
			if checks = r.looped(loops, place[0], strings.TrimSuffix(name, "}")); checks == nil {
				line, _, _ := strings.Cut(r.text[place[0]:], "\n")
				r.computed = append(r.computed, strings.TrimSpace(line))
			}
		}
		for _, check := range checks {
			// puppet-lint (Ruby) accepts it as the name of an unknown check: the option is a
			// different one.
			if check != "relative" {
				r.arguments = append(r.arguments, prefix+check+"-check")
			}
		}
	}
}

// looped returns the list of the nearest loop before offset that has the given variable.
func (r *rakefile) looped(loops [][]int, offset int, variable string) []string {
	for _, loop := range slices.Backward(loops) {
		if loop[0] > offset || r.text[loop[6]:loop[7]] != variable {
			continue
		}
		if loop[2] >= 0 {
			return rakeWords(r.text[loop[2]:loop[3]])
		}
		return r.lists[r.text[loop[4]:loop[5]]]
	}
	return nil
}

// option reads an assignment to an option.
func (r *rakefile) option(name, literal string) {
	words, isList := r.lists[literal]
	if !isList {
		words = rakeWords(literal)
	}
	flag := "--" + strings.ReplaceAll(name, "_", "-")
	isWritten := len(words) > 0 && !strings.Contains(literal, "#{") && !strings.HasPrefix(literal, "ENV")
	switch name {
	case "fail_on_warnings", "with_context", "show_ignored", "relative", "fix":
		if literal == "true" {
			r.arguments = append(r.arguments, flag)
		}
		isWritten = literal == "true" || literal == "false"
	case "chars_per_indent":
		if isWritten = len(literal) == 1 && literal[0] >= '1' && literal[0] <= '9'; isWritten {
			r.options = append(r.options, Entry{Key: []string{"rules", "strict_indent", "chars_per_indent"}, Value: int(literal[0] - '0')})
		}
	case "docs_allowed_styles":
		if isWritten {
			r.options = append(r.options, Entry{Key: []string{"rules", "parameter_documentation", "allowed_styles"}, Value: words})
		}
	case "disable_checks":
		for _, check := range words {
			r.arguments = append(r.arguments, "--no-"+check+"-check")
		}
	default:
		if isWritten {
			r.arguments = append(r.arguments, flag+"="+strings.Join(words, ","))
		}
	}
	if !isWritten && literal != "[]" && literal != "nil" {
		r.computed = append(r.computed, name+" = "+literal)
	}
}

// ConvertRakefile reads the settings of puppet-lint (Ruby) in a Rakefile. Unknown and computed
// ones are recorded in the flags.
func (p *RubyParser) ConvertRakefile(f *Flags, text string) {
	r := readRakefile(text)
	for _, argument := range r.arguments {
		if err := p.Parse(f, []string{argument}); err != nil {
			f.Unknown = append(f.Unknown, "Rakefile: "+argument+" (unknown here)")
		}
	}
	for _, setting := range r.computed {
		f.Unknown = append(f.Unknown, fmt.Sprintf("Rakefile: %s (its value is computed by Ruby)", setting))
	}
	f.Layers = append(f.Layers, &Layer{Entries: r.options})
}

// rakeWords returns the strings and symbols in a literal.
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
