package config

import (
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/glob"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/pattern"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/rules"
)

// customRulesKey is the key of the tables that define custom rules.
const customRulesKey = "own-rules"

// customRuleKeys returns the keys of a table that defines a custom rule. docs/own-rules.md
// documents them.
func customRuleKeys() []key {
	patterns := func(name, example, summary string) key {
		return key{name: name, kind: stringsKey, example: example, summary: summary}
	}
	example := []key{
		{name: "code", kind: stringKey, summary: "A manifest."},
		{name: "path", kind: stringKey, summary: "Its path, relative to this file."},
	}
	return []key{
		patterns("pattern", `'cron { $_: }'`, "Puppet code with metavariables; matching code is reported. If there are several patterns, one must match."),
		{name: "message", kind: stringKey, example: `"use a systemd timer instead of cron"`, summary: "The message of a finding; $NAME is replaced with the code that it captured."},
		{name: "summary", kind: stringKey, summary: "What the rule finds, in one line. The default is the message."},
		{name: "rationale", kind: stringKey, summary: "Markdown: why, and what to do instead."},
		{name: "severity", kind: stringKey, values: severityNames(), example: `"warning"`, summary: "The severity of its findings."},
		{name: "report", kind: stringKey, summary: "The metavariable whose code is underlined, instead of the whole match."},
		patterns("unless", "", "Patterns that must not match the same code."),
		patterns("inside", "", "Patterns, one of which must match code around the match."),
		patterns("not-inside", "", "Patterns that must not match code around the match."),
		patterns("files", "", "The paths that the rule checks, in the syntax of .gitignore, relative to this file. The default is all."),
		{name: "where", kind: namedTablesKey, summary: "Conditions on the code that metavariables capture, a table for each.", keys: []key{
			{name: "matches", kind: stringKey, summary: "A regular expression that must match the captured code."},
			{name: "not-matches", kind: stringKey, summary: "A regular expression that must not match the captured code."},
			{name: "one-of", kind: stringsKey, summary: "The allowed captured code."},
			{name: "not-one-of", kind: stringsKey, summary: "The forbidden captured code."},
			{name: "kind", kind: stringsKey, values: pattern.Kinds(), summary: "The allowed kinds of code."},
			{name: "not-kind", kind: stringsKey, values: pattern.Kinds(), summary: "The forbidden kinds of code."},
			patterns("contains", "", "Patterns, one of which must match the captured code or a part of it."),
			patterns("not-contains", "", "Patterns that must not match the captured code or any part of it."),
		}},
		{name: "replace", kind: textOrTableKey, summary: "The replacement for the match, or a table of metavariables and their replacements."},
		{name: "drops", kind: stringsKey, summary: "The metavariables whose code the replacement leaves out on purpose."},
		{name: "fix", kind: stringKey, values: []string{diag.Safe.String(), diag.Unsafe.String()}, summary: "Whether the replacement keeps the behaviour (\"safe\") or may change it (\"unsafe\", the default)."},
		{name: "references", kind: stringsKey, summary: "URLs with more information."},
		{name: "bad", kind: tablesKey, summary: "Code that must be reported, for `puppet-lint rules test`.",
			keys: append(example, key{name: "fixed", kind: stringKey, summary: "The code after the replacement."})},
		{name: "good", kind: tablesKey, summary: "Code that must not be reported.", keys: example},
	}
}

var customRuleName = lazyregexp.New(`^[a-z][a-z0-9_]*$`)

// customRules reads the tables of custom rules and adds the rules to the catalogue.
func (r *tomlReader) customRules(document map[string]any) {
	value, stated := document[customRulesKey]
	if !stated {
		return
	}
	delete(document, customRulesKey)
	tables, ok := value.(map[string]any)
	if !ok {
		r.mistake(r.locations.value([]string{customRulesKey}), "%q must be a table of tables, not %s", customRulesKey, describeValue(value))
		return
	}
	var custom []*rules.Rule
	for _, name := range sortedKeys(tables) {
		var entries []Entry
		before := len(r.mistakes)
		r.namedTables([]string{customRulesKey}, map[string]any{name: tables[name]}, &key{name: customRulesKey, kind: namedTablesKey, keys: customRuleKeys()}, &entries)
		if len(r.mistakes) > before {
			continue
		}
		if rule := r.customRule(name, entries); rule != nil {
			custom = append(custom, rule)
		}
	}
	r.catalogue = r.catalogue.With(custom)
}

func customRulesTable() key {
	return key{name: customRulesKey, kind: namedTablesKey, summary: "Rules of your own, a table for each (see docs/own-rules.md).", keys: customRuleKeys()}
}

// customRuleReader makes a rule from the entries of its table.
type customRuleReader struct {
	*tomlReader
	name    string
	path    []string
	entries map[string]Entry
	// captures are the captures of the patterns that match whenever the rule does. others are
	// the captures of patterns that need not match.
	captures, others []string
}

func (r *tomlReader) customRule(name string, entries []Entry) *rules.Rule {
	o := &customRuleReader{tomlReader: r, name: name, path: []string{customRulesKey, name}, entries: map[string]Entry{}}
	before := len(r.mistakes)
	if !customRuleName.MatchString(name) {
		r.mistake(r.locations.key(o.path), "the name of a rule must consist of lower-case letters, digits and underscores")
	}
	if known := r.catalogue.Find(name); known != nil && known[0].Group != diag.Custom {
		r.mistake(r.locations.key(o.path), "there already is a rule named %q", name)
	}
	for _, entry := range entries {
		o.entries[joinPath(entry.Key[2:]...)] = entry
	}
	custom := o.read()
	if len(r.mistakes) > before {
		return nil
	}
	return rules.Custom(custom)
}

func (o *customRuleReader) text(path ...string) string {
	text, _ := o.entries[joinPath(path...)].Value.(string)
	return text
}

func (o *customRuleReader) list(path ...string) []string {
	list, _ := o.entries[joinPath(path...)].Value.([]string)
	return list
}

func (o *customRuleReader) at(path ...string) []string { return append(slices.Clone(o.path), path...) }

func (o *customRuleReader) read() *rules.CustomRule {
	custom := &rules.CustomRule{}
	custom.Match.Patterns = o.patterns(&o.captures, "pattern")
	custom.Match.Inside = o.patterns(&o.captures, "inside")
	custom.Match.Unless = o.patterns(&o.others, "unless")
	custom.Match.NotInside = o.patterns(&o.others, "not-inside")
	custom.Match.Where = o.conditions()
	if len(o.list("pattern")) == 0 {
		o.mistake(o.locations.key(o.path), "the rule needs a \"pattern\"")
	}
	if o.text("message") == "" {
		o.mistake(o.locations.key(o.path), "the rule needs a \"message\"")
	}
	custom.Message = o.template("message")
	if custom.Report = strings.TrimPrefix(o.text("report"), "$"); custom.Report != "" && !slices.Contains(o.captures, custom.Report) {
		o.mistake(o.locations.value(o.at("report")), "no pattern captures $%s%s", custom.Report, spell.DidYouMean(custom.Report, o.captures))
	}
	o.replacement(custom)
	custom.Metadata = o.metadata(custom)
	if files := o.list("files"); files != nil {
		patterns, base := glob.CompileAll(files), o.layer.Base
		custom.Applies = func(path string) bool {
			relative, ok := relativeTo(base, filepath.FromSlash(path))
			return ok && patterns.MatchUnder(relative)
		}
	}
	return custom
}

// patterns compiles the patterns of a key and records their captures.
func (o *customRuleReader) patterns(captures *[]string, path ...string) []*pattern.Pattern {
	var compiled []*pattern.Pattern
	for i, text := range o.list(path...) {
		one, err := pattern.Compile(text)
		if err != nil {
			o.patternMistake(o.element(i, path...), text, err)
			continue
		}
		compiled = append(compiled, one)
		for _, name := range one.Captures() {
			if !slices.Contains(*captures, name) {
				*captures = append(*captures, name)
			}
		}
	}
	return compiled
}

// element returns the path of an element of a list, or of the single string that may be written
// instead of the list.
func (o *customRuleReader) element(index int, path ...string) []string {
	at := o.at(path...)
	element := extend(at, strconv.Itoa(index))
	if _, isList := o.locations.values[joinPath(element...)]; isList {
		return element
	}
	return at
}

// patternMistake reports a mistake at its position within a string.
func (o *customRuleReader) patternMistake(path []string, text string, err error) {
	var problem *pattern.Error
	if !errors.As(err, &problem) {
		o.mistake(o.locations.value(path), "%v", err)
		return
	}
	o.mistake(o.locations.inside(path, text, problem.Offset), "%s", problem.Message)
}

func (o *customRuleReader) conditions() map[string]*pattern.Condition {
	conditions := map[string]*pattern.Condition{}
	for path := range o.entries {
		parts := strings.Split(path, pathSeparator)
		if parts[0] == "where" && len(parts) > 2 && conditions[strings.TrimPrefix(parts[1], "$")] == nil {
			conditions[strings.TrimPrefix(parts[1], "$")] = o.condition(parts[1])
		}
	}
	return conditions
}

func (o *customRuleReader) condition(name string) *pattern.Condition {
	known := slices.Concat(o.captures, o.others)
	if bare := strings.TrimPrefix(name, "$"); !slices.Contains(known, bare) {
		o.mistake(o.locations.key(o.at("where", name)), "no pattern captures $%s%s", bare, spell.DidYouMean(bare, known))
	}
	var nested []string
	return &pattern.Condition{
		Matches: o.expression("where", name, "matches"), NotMatches: o.expression("where", name, "not-matches"),
		OneOf: o.list("where", name, "one-of"), NotOneOf: o.list("where", name, "not-one-of"),
		Kinds: o.list("where", name, "kind"), NotKinds: o.list("where", name, "not-kind"),
		Contains: o.patterns(&nested, "where", name, "contains"), NotContains: o.patterns(&nested, "where", name, "not-contains"),
	}
}

func (o *customRuleReader) expression(path ...string) *pattern.Expression {
	entry, stated := o.entries[joinPath(path...)]
	if !stated {
		return nil
	}
	compiled, err := pattern.CompileExpression(entry.Value.(string))
	if err != nil {
		o.mistake(o.locations.value(o.at(path...)), "%s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	return compiled
}

func (o *customRuleReader) template(path ...string) *pattern.Template {
	text := o.text(path...)
	template, err := pattern.CompileTemplate(text, o.captures)
	if err != nil {
		o.patternMistake(o.at(path...), text, err)
	}
	return template
}

// replacement reads the replacements of the match or of its captures.
func (o *customRuleReader) replacement(custom *rules.CustomRule) {
	if o.text("replace") != "" {
		if custom.Replacement.Whole = o.template("replace"); custom.Replacement.Whole != nil {
			o.dropped(custom)
		}
	} else if o.list("drops") != nil {
		o.mistake(o.locations.key(o.at("drops")), "\"drops\" is for a replacement of the whole match, but the rule has none")
	}
	var names []string
	for path := range o.entries {
		if parts := strings.Split(path, pathSeparator); parts[0] == "replace" && len(parts) == 2 {
			names = append(names, parts[1])
		}
	}
	slices.Sort(names)
	for _, name := range names {
		bare := strings.TrimPrefix(name, "$")
		if !slices.Contains(o.captures, bare) {
			o.mistake(o.locations.key(o.at("replace", name)), "no pattern captures $%s%s", bare, spell.DidYouMean(bare, o.captures))
		}
		custom.Replacement.Parts = append(custom.Replacement.Parts, pattern.PartReplacement{Capture: bare, Text: o.template("replace", name)})
	}
}

// dropped reports captures, and other code, that a replacement of the whole match would silently
// remove. The key "drops" lists captures that may be removed.
func (o *customRuleReader) dropped(custom *rules.CustomRule) {
	at := o.locations.value(o.at("replace"))
	var unused []string
	for _, one := range custom.Match.Patterns {
		if one.IsPartial() && !custom.Replacement.Whole.UsesWhole() {
			o.mistake(at, "the matched code may contain more than the pattern describes, which would be lost; replace a part of it: replace = { NAME = '…' }")
			return
		}
		unused = append(unused, custom.Replacement.Whole.Unused(one)...)
	}
	said := o.list("drops")
	for _, name := range unused {
		if !slices.Contains(said, name) {
			o.mistake(at, "the replacement drops the code that %s matches; use it in the replacement, or say that it is meant: drops = [%q]", name, name)
			said = append(said, name)
		}
	}
	for i, name := range o.list("drops") {
		if !slices.Contains(unused, name) {
			o.mistake(o.locations.value(o.element(i, "drops")), "the replacement does not drop %s", name)
		}
	}
}

func (o *customRuleReader) metadata(custom *rules.CustomRule) diag.Rule {
	metadata := diag.Rule{
		Name: o.name, Group: diag.Custom, Severity: diag.Warning, Summary: o.text("summary"), Rationale: o.text("rationale"),
		References: o.list("references"),
	}
	if metadata.Summary == "" {
		metadata.Summary = strings.TrimSuffix(source.OneLine(o.text("message")), ".")
	}
	if metadata.Rationale == "" {
		metadata.Rationale = "A rule of this project, defined in `" + o.file.Name + "`."
	}
	if severity := o.text("severity"); severity != "" {
		metadata.Severity = severityOf(severity)
	}
	if !custom.Replacement.IsEmpty() {
		metadata.Fix = diag.FixInfo{Safety: diag.Unsafe, Summary: "replace as " + o.name + " says"}
		if o.text("fix") == diag.Safe.String() {
			metadata.Fix.Safety = diag.Safe
		}
	} else if o.text("fix") != "" {
		o.mistake(o.locations.key(o.at("fix")), "\"fix\" describes a replacement, but the rule has no \"replace\"")
	}
	metadata.Bad, metadata.Good = o.examples("bad"), o.examples("good")
	return metadata
}

func (o *customRuleReader) examples(kind string) []diag.Example {
	var examples []diag.Example
	for i := 0; ; i++ {
		index := strconv.Itoa(i)
		if _, stated := o.locations.keys[joinPath(o.at(kind, index)...)]; !stated && o.text(kind, index, "code") == "" {
			return examples
		}
		if o.text(kind, index, "code") == "" {
			o.mistake(o.locations.key(o.at(kind, index)), "the example needs \"code\"")
		}
		examples = append(examples, diag.Example{
			Path: o.text(kind, index, "path"), Code: o.text(kind, index, "code"), Fixed: o.text(kind, index, "fixed"),
		})
	}
}

// inside returns the position of a byte in the string at path. Escapes shift the bytes; after
// one, it returns the position of the string.
func (p *locations) inside(path []string, text string, offset int32) source.Position {
	start, ok := p.values[joinPath(path...)]
	if !ok {
		return p.value(path)
	}
	raw := p.file.Text[start:]
	for _, quote := range []string{`'''`, `"""`, `'`, `"`} {
		rest, opened := strings.CutPrefix(raw, quote)
		if !opened {
			continue
		}
		skipped := len(quote)
		if len(quote) == 3 {
			trimmed := strings.TrimPrefix(strings.TrimPrefix(rest, "\r"), "\n")
			skipped += len(rest) - len(trimmed)
			rest = trimmed
		}
		if strings.HasPrefix(rest, text[:min(int(offset), len(text))]) {
			return p.file.Position(start + int32(skipped) + min(offset, int32(len(text))))
		}
		break
	}
	return p.value(path)
}
