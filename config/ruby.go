package config

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
)

// UsageError is a mistake on the command line or in an rc file, in the words of Ruby's
// OptionParser: "invalid option: --x".
type UsageError struct{ Message string }

// Error returns the message, which is printed unchanged.
func (e *UsageError) Error() string { return e.Message }

// RubyParser parses arguments as Ruby's OptionParser does. Options and paths come in any order.
// A value is given as "--option VALUE" or "--option=VALUE". The name of an option, and each
// word in it, may be abbreviated to an unambiguous prefix, in any case, with "_" for "-".
// One-letter options may be combined before their argument.
type RubyParser struct {
	flags []Flag
	long  map[string]*Flag
	short map[string]*Flag
	// fs is the file system of the rc files.
	fs source.FileSystem
	// again holds functions that repeat flags of the command line after --config has read a file,
	// so that they override the file. Only flags that puppet-lint (Ruby) does not have are repeated.
	again []func() error
	// loading are the rc files being read, starting with the outermost.
	loading []string
	// loaded is the number of rc files read.
	loaded int
}

// NewRubyParser returns a parser for flags. Only the flags of puppet-lint (Ruby) can be
// abbreviated.
func NewRubyParser(flags []Flag, fs source.FileSystem) *RubyParser {
	parser := &RubyParser{flags: flags, fs: fs, long: make(map[string]*Flag, len(flags)), short: map[string]*Flag{}}
	for i := range flags {
		flag := &flags[i]
		parser.long[foldName(flag.Name)] = flag
		if flag.Short != "" && flag.Ruby && flag.Name != "help" {
			parser.short[flag.Short] = flag
		}
	}
	return parser
}

// foldName returns a flag's name in OptionParser's normal form.
func foldName(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), "_", "-")
}

// Parse parses arguments into f. Arguments that are not options are appended to f.Paths.
func (p *RubyParser) Parse(f *Flags, arguments []string) error {
	return p.parse(f, arguments, "", listener{word: func(_ int, path string) { f.Paths = append(f.Paths, path) }})
}

// RCFiles returns the files that puppet-lint (Ruby) reads: those of the system, the user and
// the current folder. Later ones override earlier ones.
func RCFiles() []string {
	files := []string{"/etc/puppet-lint.rc"}
	if home, err := os.UserHomeDir(); err == nil {
		files = append(files, filepath.Join(home, ".puppet-lint.rc"))
	}
	return append(files, ".puppet-lint.rc")
}

// Load reads an rc file: one argument a line, neither quoted nor trimmed. Lines that are not
// options (blank lines, comments, indented options) have no effect. A file that does not exist
// counts as empty.
func (p *RubyParser) Load(f *Flags, path string) error {
	if slices.Contains(p.loading, path) {
		return fmt.Errorf("%s: names itself by --config, by way of %s", path, p.loading[len(p.loading)-1])
	}
	if p.loaded++; p.loaded > mostFiles {
		return fmt.Errorf("%s: at most %d files may name each other by --config", path, mostFiles)
	}
	if confined := source.ConfinedBy(p.fs); confined != nil && !f.untrusted {
		confined.Trust(path)
	}
	file, err := p.fs.Read(path)
	if err != nil {
		if errors.Is(err, os.ErrNotExist) && !errors.Is(err, source.ErrOutside) {
			return nil
		}
		return errors.New(source.Explain(err))
	}
	p.loading = append(p.loading, path)
	before := f.untrusted
	f.untrusted = before || isUntrusted(p.fs, path)
	err = p.parse(f, rcLines(file.Text), path, listener{word: func(int, string) {}})
	f.untrusted, p.loading = before, p.loading[:len(p.loading)-1]
	return err
}

// Convert reads an rc file for conversion by init. A line that puppet-lint (Ruby) would reject
// or ignore is recorded in the flags, and reading continues.
func (p *RubyParser) Convert(f *Flags, name, text string) {
	note := func(line int, argument, why string) {
		f.Unknown = append(f.Unknown, fmt.Sprintf("%s:%d: %s (%s)", name, line, argument, why))
	}
	p.parse(f, rcLines(text), name, listener{
		word: func(line int, argument string) {
			if word := strings.TrimSpace(argument); word != "" && word[0] != '#' {
				note(line, argument, "not an option, so puppet-lint (Ruby) ignores it")
			}
		},
		refused: func(line int, argument string, err error) error {
			note(line, strings.TrimSpace(argument), p.whyRefused(strings.TrimSpace(argument), err))
			return nil
		},
	})
}

// whyRefused returns the reason, for the owner of an rc file, why a line is not converted.
func (p *RubyParser) whyRefused(argument string, err error) string {
	check, isCheck := strings.CutSuffix(strings.TrimPrefix(argument, "--"), "-check")
	switch {
	case isCheck && p.long[foldName("no-"+check+"-check")] != nil:
		return "it is on by default"
	case isCheck:
		return "there is no such check; if it is your own, see docs/own-rules.md"
	case strings.ContainsAny(argument, " \t"):
		return "puppet-lint (Ruby) refuses it as well: each line is one option, --flag or --flag=value"
	}
	problem, _, _ := strings.Cut(err.Error(), ":")
	return "puppet-lint (Ruby) refuses it as well: " + problem
}

// rcLines returns the arguments in an rc file, one a line.
func rcLines(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimRight(strings.TrimSuffix(line, "\n"), "\r"))
	}
	return lines
}

// listener receives the arguments that are not options, and those that are rejected. An error
// returned by refused stops the parser. Lines are 1-based.
type listener struct {
	word    func(line int, argument string)
	refused func(line int, argument string, err error) error
}

// parse parses arguments. rc is the rc file that they come from, or "".
func (p *RubyParser) parse(f *Flags, arguments []string, rc string, heard listener) error {
	for at := 0; at < len(arguments); at++ {
		argument := arguments[at]
		switch {
		case argument == "--":
			for at++; at < len(arguments); at++ {
				heard.word(at+1, arguments[at])
			}
			return nil
		case argument == "-" || !strings.HasPrefix(argument, "-"):
			heard.word(at+1, argument)
			continue
		}
		read := p.longOption
		if !strings.HasPrefix(argument, "--") {
			read = p.letters
		}
		used, err := read(f, arguments[at:], func(flag *Flag, used int) string {
			if rc == "" {
				return "--" + flag.Name
			}
			return fmt.Sprintf("%s:%d", rc, at+used)
		})
		if err != nil && heard.refused != nil {
			err = heard.refused(at+1, argument, err)
		}
		if err != nil {
			return err
		}
		at += used - 1
	}
	return nil
}

// flagLocation is a function that returns the location of a flag. used is the number of arguments read
// up to its last word.
type flagLocation func(flag *Flag, used int) string

// longOption parses "--option", "--option=VALUE" or "--option" and VALUE. It returns the number
// of arguments used.
func (p *RubyParser) longOption(f *Flags, arguments []string, where flagLocation) (used int, err error) {
	argument := arguments[0]
	name, value, hasValue := strings.Cut(argument[2:], "=")
	flag, problem := p.complete(strings.ReplaceAll(name, "_", "-"))
	if problem != "" {
		return 1, &UsageError{fmt.Sprintf("%s: %s%s", problem, argument, p.suggest(name))}
	}
	if flag.Placeholder == "" && hasValue {
		return 1, &UsageError{"needless argument: " + argument}
	}
	return p.valued(f, flag, arguments, value, hasValue, where)
}

// letters parses combined one-letter options before their argument. It returns the number of
// arguments used.
func (p *RubyParser) letters(f *Flags, arguments []string, where flagLocation) (used int, err error) {
	argument := arguments[0]
	for {
		flag, value, hasValue, err := p.shortOption(argument)
		if err != nil {
			return 1, err
		}
		if flag.Placeholder != "" || !hasValue {
			return p.valued(f, flag, append([]string{argument}, arguments[1:]...), value, hasValue, where)
		}
		if strings.HasPrefix(value, "=") {
			return 1, &UsageError{"needless argument: " + argument}
		}
		if err := p.set(f, flag, argument, value, where(flag, 1)); err != nil {
			return 1, err
		}
		// The remaining letters are further options.
		argument = "-" + value
	}
}

// valued applies a flag, whose value may be the next argument.
func (p *RubyParser) valued(f *Flags, flag *Flag, arguments []string, value string, hasValue bool, where flagLocation) (used int, err error) {
	used = 1
	if flag.Placeholder != "" && !hasValue {
		if len(arguments) == 1 {
			return 1, &UsageError{"missing argument: " + arguments[0]}
		}
		value, used = arguments[1], 2
	}
	return used, p.set(f, flag, arguments[0], value, where(flag, used))
}

// set applies a flag. --config is applied immediately, so that later flags override the file.
func (p *RubyParser) set(f *Flags, flag *Flag, argument, value, where string) error {
	if flag.Name == "config" && !strings.HasSuffix(value, ".toml") {
		err := p.Load(f, value)
		for _, act := range p.again {
			err = cmp.Or(err, act())
		}
		return err
	}
	if !flag.Ruby && fileOf(where) == "" {
		p.again = append(p.again, func() error { return f.apply(flag, value, where) })
	}
	if flag.Name == "error-level" {
		value = completeValue(value, flag.Values)
	}
	if flag.Values != nil && !slices.Contains(flag.Values, value) {
		return &UsageError{fmt.Sprintf("invalid argument: %s %s%s", argument, value, spell.DidYouMean(value, flag.Values))}
	}
	return f.apply(flag, value, where)
}

// completeValue returns the only one of values that begins with value, else value itself.
func completeValue(value string, values []string) string {
	found := ""
	for _, candidate := range values {
		if strings.HasPrefix(candidate, value) && value != "" {
			if found != "" {
				return value
			}
			found = candidate
		}
	}
	if found != "" {
		return found
	}
	return value
}

// shortOption parses "-x", "-xVALUE" or "-xyz". A letter that is not a one-letter option
// abbreviates the long option that begins with it.
func (p *RubyParser) shortOption(argument string) (flag *Flag, value string, hasValue bool, err error) {
	letter, size := utf8.DecodeRuneInString(argument[1:])
	value = argument[1+size:]
	hasValue = value != ""
	flag = p.short[string(letter)]
	if flag == nil {
		var problem string
		if flag, problem = p.complete(string(letter)); problem != "" {
			return nil, "", false, &UsageError{problem + ": " + argument + p.suggest(string(letter))}
		}
	}
	if flag.Placeholder != "" {
		value = strings.TrimPrefix(value, "=")
	}
	return flag, value, hasValue, nil
}

// complete finds the flag with the given name or abbreviation. The second result is the
// problem, if any.
func (p *RubyParser) complete(name string) (*Flag, string) {
	if flag := p.long[name]; flag != nil {
		return flag, ""
	}
	candidates := p.candidates(name, false)
	if len(candidates) == 0 {
		candidates = p.candidates(name, true)
	}
	slices.SortStableFunc(candidates, func(a, b string) int { return len(a) - len(b) })
	if len(candidates) == 0 {
		if abbreviates(name, "help") {
			return p.long["help"], ""
		}
		return nil, "invalid option"
	}
	for _, candidate := range candidates[1:] {
		if !strings.HasPrefix(candidate, candidates[0]) {
			return nil, "ambiguous option"
		}
	}
	return p.long[candidates[0]], ""
}

// candidates returns the names of the flags that name may abbreviate: puppet-lint (Ruby)'s own
// flags, or those of plugins if added is true.
func (p *RubyParser) candidates(name string, added bool) []string {
	var candidates []string
	for i := range p.flags {
		flag := &p.flags[i]
		folded := foldName(flag.Name)
		// OptionParser considers --help only if nothing else matches.
		if flag.Ruby && flag.Added == added && flag.Name != "help" && abbreviates(name, folded) && !slices.Contains(candidates, folded) {
			candidates = append(candidates, folded)
		}
	}
	return candidates
}

// abbreviates reports whether each word of short is a prefix of the corresponding word of long.
// Words consist of letters, digits and "_".
func abbreviates(short, long string) bool {
	for short != "" {
		letter, size := utf8.DecodeRuneInString(short)
		other, otherSize := utf8.DecodeRuneInString(long)
		if long == "" || unicode.ToLower(letter) != unicode.ToLower(other) {
			return false
		}
		short, long = short[size:], long[otherSize:]
		next, _ := utf8.DecodeRuneInString(short)
		if isWordRune(letter) && (short == "" || !isWordRune(next)) {
			for long != "" {
				char, width := utf8.DecodeRuneInString(long)
				if !isWordRune(char) {
					break
				}
				long = long[width:]
			}
		}
	}
	return true
}

func isWordRune(char rune) bool {
	return char == '_' || 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z' || '0' <= char && char <= '9'
}

// suggest returns what Ruby's did_you_mean adds to the message.
func (p *RubyParser) suggest(name string) string {
	var names []string
	for i := range p.flags {
		if p.flags[i].Ruby && !p.flags[i].Added {
			names = append(names, foldName(p.flags[i].Name))
		}
	}
	suggestions := spell.Suggest(strings.ReplaceAll(name, "_", "-"), names)
	if len(suggestions) == 0 {
		return ""
	}
	// Ruby lists them in the order of its options.
	slices.SortFunc(suggestions, func(a, b string) int { return slices.Index(names, a) - slices.Index(names, b) })
	return "\nDid you mean?  " + strings.Join(suggestions, "\n               ")
}
