package dirty

import (
	"math/rand/v2"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// Age returns the text of file as it might look in a repository that has not been tidied since
// Puppet 2 and 3: with statements of that time, blanks and line breaks anywhere, tabs, mixed
// line ends, and comments in odd places. The result depends only on the text and the seed.
func Age(file *syntax.File, seed uint64) string {
	random := rand.New(rand.NewPCG(seed, uint64(len(file.Source.Text))))
	aged := insertOld(file, random)
	for range 1 + random.IntN(3) {
		file = syntax.Parse(source.NewFile(file.Source.Name, aged), syntax.Options{})
		text := &text{file: file, random: random}
		aged = strike(text, sloppiness[random.IntN(len(sloppiness))], 0.05+0.5*random.Float64())
	}
	switch random.IntN(8) {
	case 3:
		aged = strings.ReplaceAll(aged, "\n", "\r\n")
	case 4:
		aged = strings.TrimRight(aged, "\n")
	case 5:
		aged = strings.Repeat("#", 60) + "\n# $Id: init.pp 1234 2012-01-01 10:00:00Z müller $\n#\n\n\n" + aged + "\n\n \n"
	case 0:
		aged = tabbed(aged)
	case 1:
		aged = mixedLineEnds(aged, random)
	case 2:
		aged = "import 'defines/*.pp'\nimport \"nodes.pp\"\n\n" + aged
	}
	return aged
}

// strike applies one habit at some of the places that it finds.
func strike(t *text, habit habit, chance float64) string {
	var fixes []diag.Fix
	habit(t, func(edits ...diag.Edit) {
		if t.random.Float64() < chance {
			fixes = append(fixes, diag.Fix{Edits: edits})
		}
	})
	edits, _ := diag.Merge(fixes)
	return diag.Apply(t.file.Source, edits[t.file.Source])
}

// insertOld inserts old statements into bodies and at the top level.
func insertOld(file *syntax.File, random *rand.Rand) string {
	var fixes []diag.Fix
	insert := func(offset int32, count int) {
		var b strings.Builder
		for range count {
			b.WriteString("\n" + oldStatement(random) + "\n")
		}
		fixes = append(fixes, diag.Fix{Edits: []diag.Edit{diag.Insert(file.Source, offset, b.String())}})
	}
	for i := range file.Tokens {
		if file.Tokens[i].Kind != syntax.LeftBrace || file.Token(i+1).Kind != syntax.Newline {
			continue
		}
		// Only where statements are allowed, not after the parenthesis or the class name of a
		// definition.
		before := file.Token(file.PreviousSignificant(i)).Kind
		first := file.Token(file.NextSignificant(i)).Kind
		if (before == syntax.RightParen || before == syntax.KeywordElse) && first != syntax.SingleQuoted && random.IntN(4) == 0 {
			insert(file.Tokens[i].End, 1+random.IntN(3))
		}
	}
	for _, node := range file.Program.Definitions {
		if named, ok := node.(*syntax.HostClassDefinition); ok && named.Body != nil {
			insert(file.Tokens[file.PreviousSignificant(named.Body.FirstToken())].End, 1+random.IntN(5))
		}
	}
	if random.IntN(3) == 0 {
		insert(0, 1+random.IntN(3))
	}
	edits, _ := diag.Merge(fixes)
	return diag.Apply(file.Source, edits[file.Source])
}

// oldStatement returns one of oldStatements or ancientStatements with its gaps filled.
func oldStatement(random *rand.Rand) string {
	index := random.IntN(len(oldStatements) + len(ancientStatements))
	text := ""
	if index < len(oldStatements) {
		text = oldStatements[index]
	} else {
		text = ancientStatements[index-len(oldStatements)]
	}
	for _, gap := range []struct {
		mark  string
		words []string
	}{
		{"NAME", []string{"apache2", "my_thing", "Foo", "web-server", "a", "ntp::client", "x1"}},
		{"VARIABLE", []string{"$operatingsystem", "$::lsbdistcodename", "$fqdn", "$name", "$foo::bar", "$my-var", "$Upper", "$::foo_bar", "$title", "$array[0]", "$hash['a']['b']"}},
		{"STRING", []string{`"plain"`, `'single'`, `"${name}"`, `"$name"`, `"a $name b"`, `"/etc/${name}/conf.d"`, `'/etc/$name'`, `"é ü $x"`, `'don\'t'`, `"a\tb"`,
			`"${hash['a']}"`, `"$hash[a]"`, `"${foo::bar}-$baz"`, `"puppet:///files/a"`, `'puppet:///modules/a/b'`, `"\$HOME \"x\""`, `""`, `"true"`, `"${::ipaddress_eth0}"`, `"\\${x}"`}},
		{"VALUE", []string{"present", "absent", "latest", "true", "'true'", `"false"`, "644", "0755", "'0644'", "undef", "root", `"root"`, "[ 'a', \"b\", c ]", "{ 'a' => 1, b=>2 }",
			"Package['x']", "[ Package['x'], File[\"/etc/y\"] ]", "template('a/b.erb')", "$name ? { 'a' => 1, default => 2 }", "\"puppet:///modules/x/${name}\"", "'7777'", "1.5", "-1"}},
	} {
		for strings.Contains(text, gap.mark) {
			text = strings.Replace(text, gap.mark, gap.words[random.IntN(len(gap.words))], 1)
		}
	}
	return text
}

// oldStatements never changes.
var oldStatements = []string{
	"file { STRING: ensure => VALUE, mode => VALUE, owner=>root, group  =>  \"root\" }",
	"file { STRING:\n    owner => VALUE,\n      group=> VALUE,\n  mode    =>VALUE,\n    ensure => VALUE;\n  STRING:\n    ensure => VALUE, content => VALUE\n}",
	"file{STRING: ensure=>VALUE;STRING: ensure=>VALUE;}",
	"package { [ STRING, 'b', NAME ]: ensure => VALUE }",
	"package { NAME: ensure => VALUE, }",
	"service { 'NAME' :\n\tensure => running,\n\tenable => VALUE,\n\thasstatus => VALUE,\n\trequire => VALUE\n}",
	"exec { STRING: command => STRING, unless => STRING, path => \"/bin:/usr/bin\", refreshonly => VALUE }",
	"exec { 'NAME':\n  command     => \"/bin/true && \\\n    /bin/false\",\n  onlyif => VALUE,\n  logoutput => on_failure\n}",
	"File { owner => root, group => root, mode => VALUE }",
	"Exec { path => [ '/bin', \"/usr/bin\" ] }",
	"File[STRING] { mode +> VALUE }",
	"@user { NAME: ensure => VALUE, uid => 1000, tag => STRING }",
	"@@nagios_host { $fqdn: address => VARIABLE, alias => STRING, use=>\"generic-host\" }",
	"User <| tag == STRING |>",
	"User<| title == NAME or (group != STRING and uid == 1) |> { shell => VALUE }",
	"Nagios_host <<||>>",
	"realize( User['a'], User[\"b\"] )",
	"include NAME",
	"include NAME, ::other",
	"require ::NAME",
	"class { NAME: a => VALUE, bb => VALUE }",
	"class { '::NAME':\n  a => VALUE,\n  ccc => { 'x' => VALUE, yyyy => [ VALUE, VALUE ],\n    z => { a => VALUE,\n      bbb => VALUE } },\n}",
	"case VARIABLE {\n  'a', /^b/ : { include NAME }\n  default: { fail(STRING) }\n}",
	"case VARIABLE {\n  debian: { $x = VALUE }\n  /(?i:RedHat|CentOS)/: { $x = VALUE }\n}",
	"$selected = VARIABLE ? {\n  'a' => VALUE,\n  /b c/ => VALUE,\n  default=>VALUE,\n}",
	"$s = VARIABLE ? { a => b, default => undef }",
	"if VARIABLE == STRING and ! (VARIABLE =~ /^a.*[^b]$/) {\n  notify { STRING: }\n} elsif VARIABLE in [ 'a', b ] { notice(STRING) } else { $y = VALUE }",
	"if ($x > 1) or $y{ include NAME }\nelse{ include NAME }",
	"unless VARIABLE { fail(\"no: ${name}\") }",
	"if ! defined(Package[NAME]) { package { NAME: ensure => VALUE } }",
	"if tagged(NAME) { notice 'x' }",
	"$var = VALUE",
	"$var=STRING",
	"$list += [ VALUE ]",
	"$h = { 'a' => VALUE, \"b\" => { c=>VALUE, \"dd\"    => [ { e => VALUE } ] },\n   ffff => VALUE }",
	"$sum = $a + 1 - $b * (2 / $c) % 3",
	"Package[NAME] -> File[STRING] ~> Service[NAME]",
	"Package[NAME] ->\nFile[STRING] ->\n  Service[NAME]",
	"Service[NAME] <- Package[NAME]",
	"Class['a'] -> Class['b'] <~ Class[c]",
	"package { NAME: } -> service { NAME: ensure => VALUE }",
	"file { '/x': ensure => VALUE } ->\nfile { '/y':\n  ensure => directory, target => VALUE }",
	"$text = @(END)\n  a line with \"quotes\" and $name\n  => ; { }\n  | END",
	"$text = @(\"EOT\"/L)\n    x ${name} \\\n    y $z\n    | EOT",
	"define inner_NAME ($a, $b=VALUE,$c) { notify { \"$name-$a\": } }",
	"class inner_class($a=1,$b = 'x') inherits other::params { include NAME }",
	"node 'www.example.com', /^db\\d+/ { include NAME }",
	"node base { include NAME }\nnode www inherits base { $role = STRING }",
	"node default {}",
	"# lint:ignore:80chars\nnotice(STRING)\n# lint:endignore",
	"notice(VALUE) # lint:ignore:double_quoted_strings lint:ignore:quoted_booleans because",
	"/* a comment\n * of lines */ notice( STRING )",
	"  # indented ünïcödé comment \t",
	"create_resources(NAME, { 'a' => { 'b' => VALUE } }, { c => VALUE })",
	"create_resources('file', hiera_hash('files', {}))",
	"$x = inline_template('<%= @foo.map { |x| \"#{x}\" }.join(\":\") %>')",
	"$y = hiera(STRING, VALUE)",
	"validate_re(VARIABLE, [ '^a$', \"^b\" ], STRING)",
	"each($list) |$k, $v| { file { $k: ensure => $v } }",
	"$list.each |$item| {\n  file { \"/tmp/$item\": mode => VALUE,\n    ensure => VALUE }\n}",
	"$z = $list.map |$i| { $i * 2 }.filter |$j| { $j > VALUE }",
	"file { \"${dir}/a\":\n  content => \"line one\n  line two $name\n\tthree\n\",\n  ensure=>present,\n}",
	"cron { NAME:\n  command => STRING, user=>root,\n  hour => [ 1, 2 ],\n  minute => '*/5',\n  ensure => VALUE\n}",
	"mount { STRING: device  => STRING,\n         fstype => 'nfs', options => 'rw,hard',\n         ensure => mounted }",
	"augeas { STRING: context => '/files/etc', changes => [ \"set a/b $x\", 'rm c' ], onlyif => \"get a != $x\" }",
	"Foo::Bar { a => VALUE, 'b': }",
	"foo::bar { STRING: * => $h, before => VALUE; }",
	"apache::vhost{'a':port=>80;'b':port => 81,ssl=>true}",
	"if VARIABLE =~ /a\\/b/ { $q = $1 }",
	"$e = VARIABLE != '' and versioncmp($v, '3.0') >= 0",
	"fail(\"Unsupported ${operatingsystem} ${$::osfamily} ${foo['x']['y']} $a::b $c-d ${e-f}\")",
	"$long = \"" + "long text that goes on and on, with ${name} in it and never seems to come to an end of any kind, as such lines are, 140 characters at least\"",
}

// sloppiness never changes.
var sloppiness = []habit{
	// Removes blanks where none are needed.
	func(t *text, offer func(...diag.Edit)) {
		t.each(func(i int) {
			if isSign(t.kind(i-1)) || isSign(t.kind(i+1)) {
				offer(t.replace(i, ""))
			}
		}, syntax.Whitespace)
	},
	// Adds blanks.
	func(t *text, offer func(...diag.Edit)) {
		t.each(func(i int) { offer(t.replace(i, t.pick("  ", "\t", "   ", " \t "))) }, syntax.Whitespace)
	},
	// Joins lines.
	func(t *text, offer func(...diag.Edit)) {
		t.each(func(i int) {
			before := t.kind(i - 1)
			if t.kind(i+1) == syntax.Indent && (before == syntax.Comma || before == syntax.Colon || before == syntax.LeftBrace) {
				offer(t.replace(i, " "), t.replace(i+1, ""))
			}
		}, syntax.Newline)
	},
	// Breaks lines.
	func(t *text, offer func(...diag.Edit)) {
		t.each(func(i int) {
			if t.kind(i-1) == syntax.Comma || t.kind(i-1) == syntax.FatArrow || t.kind(i+1) == syntax.FatArrow {
				offer(t.replace(i, t.pick("\n", "\n  ", "\n\t", "  \n      ")))
			}
		}, syntax.Whitespace)
	},
	// Inserts comments anywhere.
	func(t *text, offer func(...diag.Edit)) {
		t.each(func(i int) { offer(t.replace(i, t.pick(" /* c */ ", " # c\n ", " /* é\n*/ "))) }, syntax.Whitespace)
	},
	// Changes the indentation.
	func(t *text, offer func(...diag.Edit)) {
		t.each(func(i int) { offer(t.replace(i, t.pick("", " ", "\t", "      ", "  \t"))) }, syntax.Indent)
	},
	// Removes trailing commas.
	func(t *text, offer func(...diag.Edit)) {
		t.each(func(i int) {
			if next := t.kind(t.next(i)); next == syntax.RightBrace || next == syntax.RightBracket {
				offer(t.replace(i, t.pick("", ";", " ,")))
			}
		}, syntax.Comma)
	},
	// Changes quotes, whatever the content.
	func(t *text, offer func(...diag.Edit)) {
		t.each(func(i int) {
			if inner := content(t.slice(i)); !strings.ContainsAny(inner, `"\`) {
				offer(t.replace(i, `"`+inner+`"`))
			}
		}, syntax.SingleQuoted)
	},
	// Removes a character, which may change the meaning of everything after it.
	func(t *text, offer func(...diag.Edit)) {
		if t.count() > 2 {
			offer(t.replace(t.random.IntN(t.count()), t.pick("", "}", "'", ",", "=>", "x y")))
		}
	},
}

func isSign(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.FatArrow, syntax.Comma, syntax.LeftBrace, syntax.RightBrace, syntax.LeftBracket, syntax.RightBracket,
		syntax.LeftParen, syntax.RightParen, syntax.Colon, syntax.Equals:
		return true
	}
	return false
}

// tabbed indents with tabs.
func tabbed(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		rest := strings.TrimLeft(line, " ")
		lines[i] = strings.Repeat("\t", (len(line)-len(rest))/2) + rest
	}
	return strings.Join(lines, "")
}

func mixedLineEnds(text string, random *rand.Rand) string {
	lines := strings.Split(text, "\n")
	var b strings.Builder
	for i, line := range lines {
		b.WriteString(line)
		if i == len(lines)-1 {
			break
		}
		if random.IntN(4) == 0 {
			b.WriteByte('\r')
		}
		b.WriteByte('\n')
	}
	return b.String()
}
