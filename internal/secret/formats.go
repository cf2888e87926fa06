package secret

import (
	"cmp"
	"slices"
	"strings"

	"puppet-lint/internal/lazyregexp"
)

// Match is a secret in a text that is recognized by its format.
type Match struct {
	// What names the secret: "a private key", "the password in a URL".
	What string
	// Start and End are the byte offsets of the secret in the text.
	Start, End int
	// Weak is true for a password that is easily guessed.
	Weak bool
}

// HoldsPrivateKey reports whether the text contains a private key, and not only its frame.
func HoldsPrivateKey(text string) bool { return privateKey.MatchString(text) }

var (
	privateKey = lazyregexp.New(`-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----\s*(?:\\n)?[A-Za-z0-9+/=:,\- \r\n]*[A-Za-z0-9+/=]{16}`)
	// urlPassword: a URL with a user and a literal password. A NUL represents an interpolation.
	urlPassword = lazyregexp.New(`[a-zA-Z][a-zA-Z0-9+.-]*://[^\s/:@'"<>{}]*:([^\s/:@'"<>{}$%\x00]+)@[^\s/@]`)
	// exampleUser matches a URL of documentation up to its password: amqp://user:
	exampleUser = lazyregexp.New(`://(?i:user(?:name)?):$`)
	// hostPlaceholder matches what follows the password in an address to fill in: @host:port.
	hostPlaceholder = lazyregexp.New(`^@(?:host(?:name)?|[\w.-]+:port)(?:[^\w.-]|$)`)
	// assignment: name=value or name: value at the start of a line or after a blank. The name may
	// be in quotes, as in JSON.
	assignment = lazyregexp.New(`(?:^|[\s;&?'"(,{])-{0,2}([A-Za-z][A-Za-z0-9_.:-]*[A-Za-z0-9])(?:[ \t]*=[ \t]*|:[ \t]+|["'][ \t]*(?:=>|:)[ \t]*)(?:'([^'\n]*)'|"([^"\n]*)"|([^\s'";,&|)}]+))`)
	// bareWord is a name, and no password that anyone would choose.
	bareWord = lazyregexp.New(`^[A-Za-z_]+$`)
	// dottedName is a name with its namespaces, which no digit sets apart from a reference in code.
	dottedName = lazyregexp.New(`^[A-Za-z_]+(?:\.[A-Za-z_]+)+$`)
	// isCallStart matches what stands before the arguments of a call: password=PASSWORD('…').
	isCallStart = lazyregexp.New(`^[A-Za-z_][\w.]*\($`)
	// flag: a command-line option whose value is the next word.
	flag = lazyregexp.New(`(?:^|\s)-{1,2}([a-z][a-z-]*)[ \t]+(?:'([^'\n]*)'|"([^"\n]*)"|([^\s'"|;&-][^\s'"|;&]*))`)
	// runsContainer matches the beginning of a command that starts or builds a container.
	runsContainer = lazyregexp.New(`\b(?:podman|docker|buildah|nerdctl)\s[^|;&\n]*$|\b(?:podman|docker|buildah|nerdctl)$`)
	// element: an element or attribute of XML.
	element = lazyregexp.New(`<([A-Za-z][\w.:-]*)>([^<>\s]+)</|\b(?:name|key)="([^"\n]+)"\s+value="([^"\n]+)"`)
	// word: a line of a configuration that consists of a name and a value, and what Augeas sets.
	word = lazyregexp.New(`(?m:^)[ \t]*([A-Za-z][\w.-]*)[ \t]+([^\s'"]+)[ \t;]*(?:\n|$)|(?:^|\n)[ \t]*set[ \t]+['"]?([^\s'"]+)['"]?[ \t]+(?:'([^'\n]*)'|"([^"\n]*)"|([^\s'"]+))[ \t]*(?:\n|$)`)
	// entry: a line of .pgpass (host:port:database:user:password), or of the secrets of PPP (client,
	// server, secret and addresses).
	entry = lazyregexp.New(`(?m)^[ \t]*[^\s:#]+:(?:\d{2,5}|\*):[^\s:]+:[^\s:]+:([^\s:]+)[ \t]*$|^[ \t]*[^\s#]+[ \t]+\*[ \t]+(?:"([^"\n]+)"|([^\s"*]+))[ \t]+(?:\*|\d+\.\d+\.\d+\.\d+)[ \t]*$`)
)

// statements are SQL that sets a password, text piped into chpasswd and passwd, lines of the
// configuration of HAProxy, Net-SNMP and curl, and tokens in a header of HTTP. A pattern is tried
// only in texts with its hint.
var statements = [...]struct {
	hint    hint
	pattern *lazyregexp.Regexp
}{
	{hintIdentified, lazyregexp.New(`(?i)\bIDENTIFIED\s+(?:WITH\s+\S+\s+)?BY\s+\\?['"]([^'"\\\n]+)`)},
	{hintSet, lazyregexp.New(`(?i)\bPASSWORD[ \t]+\\?'([^'\\\n]+)\\?'|\bPASSWORD\s*\(\\?['"]([^'"\\\n]+)\\?['"]\)`)},
	{hintPiped, lazyregexp.New(`(?i)\becho\s+(?:-[ne]+\s+)?['"]?([^\s'"|]+)['"]?\s*\|\s*(?:/\S*/)?passwd\s+--stdin|\becho\s+(?:-[ne]+\s+)?['"]?[^\s'"|:]+:([^\s'"|]+)['"]?\s*\|\s*(?:/\S*/)?chpasswd`)},
	{hintAuth, lazyregexp.New(`(?i)(?:^|\bstats\s+)auth\s+[^\s:'"]+:([^\s'"]+)`)},
	{hintCommunity, lazyregexp.New(`(?im)^\s*r[ow]community6?\s+([^\s'"]+)`)},
	{hintMachine, lazyregexp.New(`(?i)\bmachine\s+\S+\s+login\s+\S+\s+password\s+([^\s'"]+)`)},
	{hintAuthorization, lazyregexp.New(`(?i)\bAuthorization\b['"]?[ :=]+['"]?(?:Bearer|token|ApiKey|Splunk)\s+([A-Za-z0-9+/=._-]{12,})`)},
}

// InText returns the secrets in a text, whatever the text is the value of. A NUL in it
// represents something unknown.
func InText(text string) []Match {
	if len(text) < 8 {
		return nil
	}
	hints := hintsIn(text)
	if hints&hintSecret == 0 {
		return nil
	}
	f := finder{text: text}
	if hints&hintPrivateKey != 0 {
		f.findPrivateKey()
	}
	if hints&hintToken != 0 {
		f.findTokens()
	}
	if hints&hintURL != 0 && hints&hintAt != 0 {
		f.findInURLs()
	}
	if hints&hintName != 0 && hints&hintAssignment != 0 {
		f.findAssignments()
	}
	if hints&hintName != 0 && hints&hintOption != 0 {
		f.findFlags()
	}
	if hints&hintName != 0 && hints&hintElement != 0 {
		f.findElements()
	}
	if hints&hintName != 0 && (strings.Contains(text, "\n") || strings.Contains(text, "set")) {
		f.findWords()
	}
	if hints&hintTool != 0 {
		f.findOnCommandLines()
	}
	if hints&hintStatement != 0 {
		f.findInStatements(hints)
	}
	if hints&hintEntry != 0 {
		f.findEntries()
	}
	return f.found
}

// InLines returns the secrets in a text whose lines do not depend on each other, and the private
// keys. Only few lines of a long text are then searched.
func InLines(text string) []Match {
	hints := hintsIn(text)
	if hints&hintSecret == 0 {
		return nil
	}
	f := finder{text: text}
	if hints&hintPrivateKey != 0 {
		f.findPrivateKey()
	}
	for start := 0; start < len(text); {
		end := start + strings.IndexByte(text[start:], '\n') + 1
		if end <= start {
			end = len(text)
		}
		for _, one := range InText(text[start:end]) {
			f.add(one.What, start+one.Start, start+one.End)
		}
		start = end
	}
	return f.found
}

// finder collects the secrets in a text.
type finder struct {
	text  string
	found []Match
}

// add adds a secret, unless it overlaps one that was found before.
func (f *finder) add(what string, start, end int) {
	for _, one := range f.found {
		if start < one.End && one.Start < end {
			return
		}
	}
	f.found = append(f.found, Match{what, start, end, ValueOf(Password, f.text[start:end]) == Weak})
}

func (f *finder) findPrivateKey() {
	if at := privateKey.FindStringSubmatchIndex(f.text); at != nil {
		f.add("a private key", at[0], at[1])
	}
}

func (f *finder) findInURLs() {
	for _, at := range urlPassword.FindAllStringSubmatchIndex(f.text, -1) {
		if isWritten(Password, f.text[at[2]:at[3]]) && !hostPlaceholder.MatchString(f.text[at[3]:]) && !f.isExample(at) {
			f.add("the password in a URL", at[2], at[3])
		}
	}
}

// isExample reports whether the password of a URL, which urlPassword found, is a word that stands
// for one: after the user "user", or in a comment.
func (f *finder) isExample(at []int) bool {
	isWord := ValueOf(Password, f.text[at[2]:at[3]]) == Weak
	return isWord && (exampleUser.MatchString(f.text[at[0]:at[2]]) || isComment(f.text, at[0]))
}

func (f *finder) findAssignments() {
	for _, at := range assignment.FindAllStringSubmatchIndex(f.text, -1) {
		start, end := group(at, 4)
		name := f.text[at[2]:at[3]]
		if at[8] >= 0 && strings.ContainsAny(f.text[start:end], "([") {
			continue // without quotes, it is code that computes the value
		}
		if at[8] >= 0 && dottedName.MatchString(f.text[start:end]) {
			continue // a member of an object: settings.secret
		}
		if name == "pass" && strings.HasSuffix(strings.TrimRight(f.text[:at[2]], " \t"), "<settings") {
			continue // a phase of the installation of Windows
		}
		if kind := Named(name); kind != None && ends(f.text, end) && (isWritten(kind, f.text[start:end]) || IsRandom(name, f.text[start:end])) && !isProse(f.text, at[0], at[3], end) && !isMapped(f.text, at[0], start, end) {
			f.add("the value of "+name, start, end)
		}
	}
}

func (f *finder) findFlags() {
	for _, at := range flag.FindAllStringSubmatchIndex(f.text, -1) {
		start, end := group(at, 4)
		name := f.text[at[2]:at[3]]
		if name == "secret" && runsContainer.MatchString(f.text[:at[0]]) {
			continue // the name of a secret that is stored elsewhere
		}
		if kind := Named(name); kind != None && ends(f.text, end) && isWritten(kind, f.text[start:end]) {
			f.add("the value of "+strings.TrimLeft(f.text[at[0]:at[3]], " \t\n"), start, end)
		}
	}
}

// findElements finds secrets in XML.
func (f *finder) findElements() {
	for _, at := range element.FindAllStringSubmatchIndex(f.text, -1) {
		if at[2] < 0 {
			at = at[4:] // the attributes
		}
		name := f.text[at[2]:at[3]]
		if kind := Named(name); kind != None && isWritten(kind, f.text[at[4]:at[5]]) {
			f.add("the value of "+name, at[4], at[5])
		}
	}
}

// findWords finds secrets in configurations that put a name and a value on a line, without a
// sign between them. As that may be prose, the value must have digits and letters.
func (f *finder) findWords() {
	for from := 0; from < len(f.text); {
		at := word.FindStringSubmatchIndex(f.text[from:])
		if at == nil {
			return
		}
		isAugeas := at[2] < 0
		if isAugeas {
			at = at[4:]
		}
		start, end := group(at, 4)
		start, end = start+from, end+from
		name := f.text[from+at[2] : from+at[3]]
		name = name[strings.LastIndexByte(name, '/')+1:]
		kind := Named(name)
		if kind != None && ends(f.text, end) && isWritten(kind, f.text[start:end]) && holdsDigitsAndLetters(f.text[start:end]) && (isAugeas || strings.Contains(f.text, "\n")) {
			f.add("the value of "+name, start, end)
		}
		from = end
	}
}

func (f *finder) findOnCommandLines() {
	for _, one := range tools {
		if !strings.Contains(f.text, one.name) {
			continue
		}
		for _, at := range one.password.FindAllStringSubmatchIndex(f.text, -1) {
			if start, end := group(at, 2); ends(f.text, end) && isWritten(Password, f.text[start:end]) && !strings.EqualFold(f.text[start:end], "public") {
				f.add("the password on a command line", start, end)
			}
		}
	}
}

func (f *finder) findInStatements(hints hint) {
	var places [][]int
	for _, one := range statements {
		if hints&one.hint != 0 {
			places = append(places, one.pattern.FindAllStringSubmatchIndex(f.text, -1)...)
		}
	}
	slices.SortStableFunc(places, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
	for _, at := range places {
		if start, end := group(at, 2); ends(f.text, end) && isWritten(Password, f.text[start:end]) && !strings.EqualFold(f.text[start:end], "public") && !isComment(f.text, at[0]) {
			f.add("the password in a statement", start, end)
		}
	}
}

// findEntries finds passwords in files that only consist of fields.
func (f *finder) findEntries() {
	for _, at := range entry.FindAllStringSubmatchIndex(f.text, -1) {
		if start, end := group(at, 2); ends(f.text, end) && isWritten(Password, f.text[start:end]) && holdsDigitsAndLetters(f.text[start:end]) {
			f.add("the password of an entry", start, end)
		}
	}
}

// group returns the first group, from an index on, that has matched.
func group(at []int, from int) (start, end int) {
	for ; from < len(at); from += 2 {
		if at[from] >= 0 {
			return at[from], at[from+1]
		}
	}
	return 0, 0
}

// ends reports whether the text at an offset is not followed directly by something unknown.
func ends(text string, end int) bool { return end == len(text) || text[end] != 0 }

// isProse reports whether an assignment is in a comment, or has blanks around its sign and more
// words after it.
func isProse(text string, start, name, end int) bool {
	line := text[strings.LastIndexByte(text[:start+1], '\n')+1 : name]
	if startsComment(line) {
		return true
	}
	if text[name] == '"' || text[name] == '\'' || text[name] == '=' && name+1 < len(text) && text[name+1] != ' ' {
		return false
	}
	rest, _, _ := strings.Cut(text[end:], "\n")
	return strings.Trim(rest, " \t\r;,'\"}") != ""
}

// isMapped reports whether an assignment in a list gives a name to a password, as in
// uid=user,userPassword=password of an LDAP client: the value only says that it is one.
func isMapped(text string, start, value, end int) bool {
	inList := text[start] == ',' || end < len(text) && text[end] == ','
	return inList && bareWord.MatchString(text[value:end]) && isGuess(strings.ToLower(text[value:end]))
}

// isComment reports whether a comment begins before an offset on its line.
func isComment(text string, at int) bool {
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	return startsComment(line) || strings.Contains(line, " # ") || strings.Contains(line, "\t# ")
}

// startsComment reports whether a line begins with what begins a comment in shells, in
// configuration files, in C and its relatives, or in Erlang.
func startsComment(line string) bool {
	trimmed := strings.TrimLeft(line, " \t")
	for _, sign := range []string{"#", ";", "//", "%%"} {
		if strings.HasPrefix(trimmed, sign) {
			return true
		}
	}
	return false
}

// isWritten reports whether a part of a text is a secret and not a reference to one.
func isWritten(kind Kind, text string) bool {
	if strings.ContainsAny(text, "\x00$`%<") {
		return false
	}
	if isCallStart.MatchString(text) || strings.HasPrefix(text, "+") && strings.HasSuffix(text, "+") {
		return false // the start of a call, or "…"+name+"…"
	}
	class := ValueOf(kind, text)
	return class == Plain || class == Weak
}
