package rules

import (
	"cmp"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/secret"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var plaintextSecret = Rule{
	Rule: diag.Rule{
		Name:             "plaintext_secret",
		OldNames:         []string{"hardcoded_secret", "hardcoded_secret_key", "hardcoded_secret_password", "security_password_in_code"},
		Plugin:           "puppet-lint-infrasecure",
		Narrower:         true,
		Group:            diag.Security,
		Severity:         diag.Warning,
		SecuritySeverity: 7.5,
		Summary:          "a password, token or key is hard-coded",
		Advice:           "take the secret from encrypted Hiera data or a lookup, and pass it on as Sensitive",
		Rationale: "Everyone who can read the repository, its history or the catalogs can read the secret, and it is " +
			"the same on every machine. Take it from encrypted Hiera data, a lookup or a `Deferred` call, and pass " +
			"it on as `Sensitive`. The rule reports literal strings for attributes, parameters, variables and hash " +
			"keys whose name says that they hold a secret, including strings within `Sensitive(…)`, hash functions " +
			"and defaults of lookups. It also reports strings that look like secrets: passwords in URLs, command " +
			"lines and SQL statements, settings in environments and file contents (including JSON, XML and Augeas), " +
			"private keys, and tokens of well-known services. It does not report empty strings, placeholders, paths, " +
			"hashes, encrypted values, examples, and guessable passwords in tests.",
		Bad: []diag.Example{
			{Code: "example::user { 'backup':\n  password => 'h4llo-w0rld',\n}\n"},
			{Code: "$db_password = 'h4llo-w0rld'\nnotice($db_password)\n"},
			{Code: "exec { '/usr/bin/mysqladmin -u root -ph4llo-w0rld status':\n  refreshonly => true,\n}\n"},
		},
		Good: []diag.Example{
			{Code: "example::user { 'backup':\n  password => lookup('example::backup_password'),\n}\n"},
			{Code: "$db_password = base64('encode', lookup('example::db_password'))\nnotice($db_password)\n"},
			{Code: "example::user { 'backup':\n  password      => 'absent',\n  password_file => '/etc/example/secret',\n}\n"},
		},
		Since: "1.0.0",
		CWE:   []int{259, 321, 798},
	},
	Text: func(pass *TextPass) {
		isProgram := programTemplate.MatchString(pass.file.Name)
		for _, shape := range secret.InLines(pass.Text) {
			if isProgram && isBareName(pass.Text, shape) {
				continue // a variable of the program
			}
			pass.reportPart(shape.Start, shape.End, shape.What+" is hard-coded")
		}
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.AttributeOperation) {
			checkSecret(pass, settingName(pass.fileRun, node), node.Value)
			checkSecretFormats(pass, node.Value)
		}),
		Enter(func(pass *Pass, node *syntax.Parameter) {
			checkSecret(pass, node.Name, node.Value)
			checkSecretFormats(pass, node.Value)
		}),
		Enter(func(pass *Pass, node *syntax.AssignmentExpression) {
			if variable, ok := node.Left.(*syntax.VariableExpression); ok {
				checkSecret(pass, variable.Name, node.Right)
			}
			checkSecretFormats(pass, node.Right)
		}),
		Enter(func(pass *Pass, node *syntax.KeyedEntry) {
			if name := entryName(pass, node); name != "" && !isMapping(pass, node) {
				checkSecret(pass, name, node.Value)
			}
			checkSecretFormats(pass, node.Value)
		}),
		Enter(func(pass *Pass, node *syntax.ResourceBody) { checkSecretFormats(pass, node.Title) }),
		Enter(func(pass *Pass, node *syntax.CallNamedFunctionExpression) {
			checkWrapped(pass, node)
			if name, arguments := syntax.CalledFunction(node); name == "run_command" && len(arguments) > 0 {
				checkSecretFormats(pass, arguments[0])
			} else if strings.HasSuffix(name, "_password") && hashesPassword[name] || name == "mysql::password" || name == "pw_hash" {
				for _, argument := range passwordArguments(name, arguments) {
					checkSecret(pass, "password", argument)
				}
			}
		}),
		Enter(func(pass *Pass, node *syntax.CallMethodExpression) { checkWrapped(pass, node) }),
	},
}

// checkWrapped reports literals that the code itself makes Sensitive.
func checkWrapped(pass *Pass, call syntax.Node) {
	wrapped := madeSensitive(call)
	if len(wrapped) == 0 || isInDemonstration(pass) {
		return
	}
	for _, argument := range wrapped {
		text, isText := argument.(*syntax.LiteralString)
		if isText && secret.ValueOf(secret.Password, text.Value) == secret.Plain {
			reportSecret(pass, text, "the value that is made Sensitive is hard-coded")
		}
	}
}

// reportedSecrets holds the literals that were reported already.
type reportedSecrets struct{ nodes map[syntax.Node]bool }

func reportSecret(pass *Pass, node syntax.Node, message string) {
	if State[reportedSecrets](pass).add(node) {
		pass.Report(pass.extent(node), message)
	}
}

// add reports whether the node is not among those that were reported, and adds it.
func (r *reportedSecrets) add(node syntax.Node) bool {
	if r.nodes[node] {
		return false
	}
	if r.nodes == nil {
		r.nodes = map[syntax.Node]bool{}
	}
	r.nodes[node] = true
	return true
}

func checkSecret(pass *Pass, name string, value syntax.Node) {
	if value == nil {
		return
	}
	kind := secret.Named(name)
	if kind == secret.None || isInDemonstration(pass) {
		return
	}
	for _, found := range secretsIn(pass, kind, value, 0) {
		if text, _ := stringOf(found.node); found.class == secret.Hash && secret.IsRandom(name, text) {
			found.class = secret.Plain
		}
		switch found.class {
		case secret.Plain:
			reportSecret(pass, found.node, "the secret for '"+name+"' is hard-coded")
		case secret.Weak:
			if !isForTests(pass.Location()) {
				reportSecret(pass, found.node, "the secret for '"+name+"' is hard-coded and easy to guess")
			}
		}
	}
}

// settingName returns the name of the setting that an attribute sets: its own name. For
// the attribute value of a resource for settings (keystone_config, ini_setting and the like),
// it is the name in that resource.
func settingName(run *fileRun, node *syntax.AttributeOperation) string {
	if node.Name != "value" {
		return node.Name
	}
	body, isBody := run.Parent(0).(*syntax.ResourceBody)
	if !isBody {
		return node.Name
	}
	return settingOf(body)
}

// settingOf returns the name of the setting whose value is the attribute value of a resource.
func settingOf(body *syntax.ResourceBody) string {
	for _, operation := range body.Operations {
		if set, ok := operation.(*syntax.AttributeOperation); ok && isAnyOf(set.Name, "setting", "key", "key_name", "variable", "parameter", "option", "property") {
			name, _ := stringOf(set.Value)
			return name
		}
	}
	if title, isString := stringOf(body.Title); isString && !strings.ContainsAny(title, " ") {
		return title
	}
	return "value"
}

// entryName returns the name of the setting that an entry of a hash sets: its key. For the key
// value within the hash of a setting, it is the key or attribute of that hash. It
// returns "" if the key is no literal text.
func entryName(pass *Pass, node *syntax.KeyedEntry) string {
	name, _ := stringOf(node.Key)
	if name != secret.ValueKey {
		return name
	}
	switch outer := pass.Parent(1).(type) {
	case *syntax.KeyedEntry:
		if setting, isString := stringOf(outer.Key); isString {
			return setting
		}
	case *syntax.AttributeOperation:
		return outer.Name
	}
	return name
}

// isMapping reports whether an entry is in a hash that maps names to the same names, such as
// the fields of a form. A text there that looks like a secret is only a name.
func isMapping(pass *Pass, entry *syntax.KeyedEntry) bool {
	key, _ := stringOf(entry.Key)
	value, isString := stringOf(entry.Value)
	if !isString || !strings.EqualFold(key, value) {
		return false
	}
	hash, isHash := pass.Parent(0).(*syntax.LiteralHash)
	if !isHash {
		return false
	}
	for _, other := range hash.Entries {
		otherKey, isText := stringOf(other.Key)
		if otherValue, isValue := stringOf(other.Value); isText && isValue && other != entry && !strings.EqualFold(otherKey, otherValue) {
			return false
		}
	}
	return true
}

// checkSecretFormats reports strings in a value that have the shape of a secret. The values of hashes
// and resources within it are visited separately.
func checkSecretFormats(pass *Pass, value syntax.Node) {
	switch node := syntax.Unparenthesized(value).(type) {
	case *syntax.LiteralList:
		for _, one := range node.Values {
			checkSecretFormats(pass, one)
		}
		reportSecretFormats(pass, node)
	case *syntax.LiteralString, *syntax.ConcatenatedString, *syntax.HeredocExpression:
		reportSecretFormats(pass, node)
	case *syntax.SelectorExpression:
		for _, entry := range node.Selectors {
			checkSecretFormats(pass, entry.Value)
		}
	case *syntax.CallNamedFunctionExpression:
		if name, _ := syntax.CalledFunction(node); len(madeSensitive(node)) > 0 || name == "join" || name == "inline_template" || name == "inline_epp" || name == "pick" {
			for _, argument := range node.Arguments {
				checkSecretFormats(pass, argument)
			}
		}
	}
}

// reportSecretFormats reports the secrets in the text of a string or list: the whole node, or in
// a text of several lines, each secret by itself.
func reportSecretFormats(pass *Pass, node syntax.Node) {
	if State[reportedSecrets](pass).nodes[node] || isInDemonstration(pass) {
		return
	}
	text := blankBlockComments(pass.literalText(node))
	shapes := slices.DeleteFunc(secret.InText(text), func(shape secret.Match) bool {
		return shape.Weak && isForTests(pass.Location())
	})
	if len(shapes) == 0 {
		return
	}
	if list, isList := node.(*syntax.LiteralList); isList && reportedAnyOf(pass, list.Values) {
		return
	}
	lines := newTextLines(pass, node)
	if lines == nil {
		reportSecret(pass, node, shapes[0].What+" is hard-coded")
		return
	}
	State[reportedSecrets](pass).add(node)
	lines.each(text, shapes, func(span source.Span, shape secret.Match) { pass.Report(span, shape.What+" is hard-coded") })
}

// textLines finds parts of a text of several lines in the source.
type textLines struct {
	whole source.Span
	text  string // the source of the string or heredoc
	start int32  // its offset in the file
	from  int    // where the next part is looked for
}

// each calls report with each secret in the text's value and its location. If the source writes a
// secret in another way, each reports it at the whole text and ends the search.
func (l *textLines) each(value string, shapes []secret.Match, report func(span source.Span, shape secret.Match)) {
	slices.SortStableFunc(shapes, func(a, b secret.Match) int { return cmp.Compare(a.Start, b.Start) })
	for _, shape := range shapes {
		span, isFound := l.find(value, shape)
		report(span, shape)
		if !isFound {
			return
		}
	}
}

// newTextLines returns nil if the node is no string or heredoc of several lines.
func newTextLines(pass *Pass, node syntax.Node) *textLines {
	inner := node
	if heredoc, isHeredoc := node.(*syntax.HeredocExpression); isHeredoc {
		inner = heredoc.Text
	}
	switch inner.(type) {
	case *syntax.LiteralString, *syntax.ConcatenatedString:
	default:
		return nil
	}
	span := pass.extent(inner)
	text := pass.Source.Slice(span)
	if !strings.Contains(text, "\n") {
		return nil
	}
	return &textLines{whole: pass.extent(node), text: text, start: span.Start}
}

// find returns the location of a secret in the text's value. The secret must not precede the one
// of the last call. If the source writes it in another way, the location is the whole text.
func (l *textLines) find(value string, found secret.Match) (span source.Span, isFound bool) {
	part := value[found.Start:found.End]
	if end := strings.IndexAny(part, "\n\x00"); end >= 0 {
		part = part[:end]
	}
	before := value[:found.Start]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	before, isWhole := strings.TrimLeft(before[strings.LastIndexByte(before, 0)+1:], " \t"), !strings.Contains(before, "\x00")
	for from := l.from; part != ""; {
		at := strings.Index(l.text[from:], before+part)
		if at < 0 {
			break
		}
		start := from + at
		from = start + len(before) + len(part)
		if line := l.text[strings.LastIndexByte(l.text[:start], '\n')+1 : start]; !isWhole || strings.Trim(line, " \t'\"") == "" {
			l.from = from
			return source.Span{Start: l.start + int32(from-len(part)), End: l.start + int32(from)}, true
		}
	}
	return l.whole, false
}

// reportedAnyOf reports whether one of the nodes was reported.
func reportedAnyOf(p *Pass, nodes []syntax.Node) bool {
	for _, node := range nodes {
		if State[reportedSecrets](p).nodes[node] {
			return true
		}
	}
	return false
}

// isDemonstration reports whether a file of a module is an example or a test. The code of
// acceptance tests may look like an environment.
func isDemonstration(location FileLocation) bool {
	if strings.Contains(location.AbsolutePath, "/spec/acceptance/") {
		return true
	}
	folder, _, _ := strings.Cut(location.InModule, "/")
	switch folder {
	case "examples", "spec", "tests", "acceptance", "docs":
		return true
	}
	return false
}

// isInDemonstration reports whether the file is an example or a test.
func isInDemonstration(p *Pass) bool {
	if p.fileRun.demonstration == unknownAnswer {
		p.fileRun.demonstration = no
		if isDemonstration(p.Location()) {
			p.fileRun.demonstration = yes
		}
	}
	return p.fileRun.demonstration == yes
}

// isForTests reports whether a manifest is for test machines: by its name or, outside of modules,
// by the names of the folders around it.
func isForTests(location FileLocation) bool {
	path := location.InModule
	if path == "" {
		around := strings.Split(location.AbsolutePath, "/")
		path = strings.Join(around[max(0, len(around)-3):], "/")
	}
	for _, word := range secret.Words(strings.TrimSuffix(path, ".pp")) {
		switch word {
		case "ci", "test", "tests", "testing", "spec", "example", "examples", "acceptance", "fixtures", "vagrant", "demo", "sandbox", "jenkins", "slave", "devstack", "dev", "development", "molecule", "kitchen", "beaker", "bench", "benchmark":
			return true
		}
	}
	return false
}

// programTemplate matches the names of templates of programs, in which a value has quotes and a
// variable has none.
var programTemplate = lazyregexp.New(`\.(?:py|rb|js|go|java)\.(?:erb|epp)$`)

// bareName matches a name of a variable.
var bareName = lazyregexp.New(`^[A-Za-z_]\w*$`)

// isBareName reports whether a value is the name of a variable, not a part of a string: it follows
// a blank or an equals sign, and no quote precedes it on its line.
func isBareName(text string, value secret.Match) bool {
	line := text[strings.LastIndexByte(text[:value.Start], '\n')+1 : value.Start]
	return bareName.MatchString(text[value.Start:value.End]) && strings.HasSuffix(strings.TrimRight(line, " \t"), "=") && !strings.ContainsAny(line, `'"`)
}
