package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/diag"
)

// shape is a way in which code passes a value on: statements that use $bad, and an expression that
// then has its value. more declares further parameters of the class.
type shape struct{ name, more, statements, result string }

// shapes lists the shapes that the rules follow. Each is tested in one file and across two.
var shapes = []shape{
	{"parameter", "", "", "$bad"},
	{"variable", "", "$v = \"x ${bad}\"", "$v"},
	{"second variable", "", "$u = $bad\n$v = $u", "$v"},
	{"default", "String $also = $bad", "", "$also"},
	{"hash", "", "$h = { 'a' => 'x', 'b' => $bad }", "$h['b']"},
	{"hash in a hash", "", "$h = { 'a' => { 'b' => $bad } }", "$h['a']['b']"},
	{"sum of hashes", "", "$h = { 'a' => 'x' } + { 'b' => $bad }", "$h['b']"},
	{"merge", "", "$h = merge({ 'a' => 'x' }, { 'b' => $bad })", "$h['b']"},
	{"dig", "", "$h = { 'a' => { 'b' => $bad } }\n$v = $h.dig('a', 'b')", "$v"},
	{"get", "", "$h = { 'a' => { 'b' => $bad } }\n$v = get($h, 'a.b')", "$v"},
	{"list", "", "$l = ['x', $bad]", "$l[1]"},
	{"parts", "", "[$u, $v] = ['x', $bad]", "$v"},
	{"selector", "", "$v = $facts['kernel'] ? { 'Linux' => $bad, default => 'x' }", "$v"},
	{"if", "", "$v = if $facts['kernel'] == 'Linux' { $bad } else { 'x' }", "$v"},
	{"unless", "", "$v = unless $facts['kernel'] == 'Linux' { $bad } else { 'x' }", "$v"},
	{"case", "", "$v = case $facts['kernel'] { 'Linux': { $bad } default: { 'x' } }", "$v"},
	{"branches", "", "if $facts['kernel'] == 'Linux' { $v = $bad } else { $v = 'x' }", "$v"},
	{"pick", "Optional[Integer] $none = undef", "$v = pick($none, $bad)", "$v"},
	{"pick_default", "Optional[Integer] $none = undef", "$v = pick_default($none, $bad)", "$v"},
	{"join", "", "$v = join(['a', $bad], ' ')", "$v"},
	{"sprintf", "", "$v = sprintf('-x %s', $bad)", "$v"},
	{"split", "", "$v = split($bad, ',')", "$v[0]"},
	{"strip", "", "$v = $bad.strip.downcase", "$v"},
	{"conversion", "", "$v = String.new($bad)", "$v"},
	{"map", "", "$l = [$bad].map |$one| { \"-x ${one}\" }\n$v = $l.join(' ')", "$v"},
	{"filter", "", "$l = [$bad].filter |$one| { $one != '' }\n$v = $l.join(' ')", "$v"},
	{"reduce", "", "$v = [$bad].reduce('') |$all, $one| { \"${all} ${one}\" }", "$v"},
	{"map of a hash", "", "$l = { 'a' => $bad }.map |$key, $value| { \"${key} ${value}\" }\n$v = $l.join(' ')", "$v"},
	{"then", "", "$v = $bad.then |$one| { \"x ${one}\" }", "$v"},
	{"lest", "Optional[Integer] $none = undef", "$v = $none.lest || { $bad }", "$v"},
	{"with", "", "$v = with($bad) |$one| { \"x ${one}\" }", "$v"},
	{"unfolding", "", "$l = [$bad]\n$v = join(['x', *$l], ' ')", "$v"},
	{"heredoc", "", "$v = @(\"END\"/L)\n  x ${bad}\n  | END", "$v"},
	{"inline EPP", "", "$v = inline_epp('x <%= $bad %>')", "$v"},
	{"inline EPP with parameters", "", "$v = inline_epp('<%- | String $one | -%>x <%= $one %>', { 'one' => $bad })", "$v"},
	{"inline ERB", "", "$v = inline_template('x <%= @bad %>')", "$v"},
	{"EPP", "", "$v = epp('example/one.epp', { 'one' => $bad })", "$v"},
	{"ERB", "", "$v = template('example/bad.erb')", "$v"},
	{"function", "", "$v = example::one($bad)", "$v"},
}

// sharedFiles are the files that shapes and routes use.
var sharedFiles = []txtar.File{
	{Name: "example/metadata.json", Data: []byte(`{"name": "acme-example"}`)},
	{Name: "example/functions/one.pp", Data: []byte("function example::one(String $text) >> String {\n  \"x ${text}\"\n}\n")},
	{Name: "example/templates/one.epp", Data: []byte("<%- | String $one | -%>\nx <%= $one %>\n")},
	{Name: "example/templates/bad.erb", Data: []byte("x <%= @bad %>\n")},
}

// route is a way from a shape to a use of the value, in the same file or in another one. use is the
// statement after those of the shape, in which EXPR stands for the shape's expression.
type route struct {
	name, use string
	others    []txtar.File
}

// innerDefine declares a private defined type that uses $text.
func innerDefine(use string) []txtar.File {
	return []txtar.File{{Name: "example/manifests/inner.pp", Data: []byte("# @api private\ndefine example::inner (String $text) {\n  " + use + "\n}\n")}}
}

// textRoutes lead to a command line or a file whose lines have a meaning.
var textRoutes = []route{
	{"alone", `exec { "/bin/run ${EXPR}": creates => '/a' }`, nil},
	{"caller", `example::inner { 'a': text => EXPR }`, innerDefine(`exec { "/bin/run ${text}": creates => '/a' }`)},
	{"splat", `$attributes = { 'text' => EXPR }` + "\n" + `example::inner { 'a': * => $attributes }`, innerDefine(`exec { "/bin/run ${text}": creates => '/a' }`)},
	{"create_resources", `create_resources('example::inner', { 'a' => { 'text' => EXPR } })`, innerDefine(`exec { "/bin/run ${text}": creates => '/a' }`)},
	{"title", "example::inner { EXPR: }", []txtar.File{{Name: "example/manifests/inner.pp", Data: []byte("# @api private\ndefine example::inner {\n  exec { \"/bin/run ${title}\": creates => '/a' }\n}\n")}}},
	{"words", `example::inner { 'a': text => EXPR }`, innerDefine(`exec { 'a': command => ['/bin/sh', '-c', "run ${text}"], creates => '/a' }`)},
	{"SQL", `example::inner { 'a': text => EXPR }`, innerDefine(`postgresql_psql { 'a': command => "GRANT ALL TO ${text}" }`)},
	{"path", `example::inner { 'a': text => EXPR }`, innerDefine(`file { "/srv/${text}": ensure => absent }`)},
	{"function", `$line = example::line(EXPR)` + "\n" + `exec { $line: creates => '/a' }`, []txtar.File{{Name: "example/functions/line.pp", Data: []byte("function example::line(String $text) >> String {\n  \"/bin/run ${text}\"\n}\n")}}},
	{"variable of a class", `$out = EXPR`, []txtar.File{{Name: "example/manifests/run.pp", Data: []byte("class example::run {\n  exec { \"/bin/run ${example::out}\": creates => '/a' }\n}\n")}}},
	{"EPP template", `file { '/etc/cron.d/a': content => epp('example/cron.epp', { 'who' => EXPR }) }`, []txtar.File{{Name: "example/templates/cron.epp", Data: []byte("<%- | String $who | -%>\n* * * * * <%= $who %> /bin/x\n")}}},
	{"ERB template", `$out = EXPR` + "\n" + `file { '/etc/cron.d/a': content => template('example/cron.erb') }`, []txtar.File{{Name: "example/templates/cron.erb", Data: []byte("* * * * * <%= @out %> /bin/x\n")}}},
}

// secretRoutes lead to places where others can read a value.
var secretRoutes = []route{
	{"alone", `notice("x ${EXPR}")`, nil},
	{"log", `example::inner { 'a': text => EXPR }`, innerDefine(`notice($text)`)},
	{"command line", `$out = EXPR`, []txtar.File{{Name: "example/manifests/run.pp", Data: []byte("class example::run {\n  exec { \"/bin/login ${example::out}\": creates => '/a' }\n}\n")}}},
	{"readable file", `$out = EXPR`, []txtar.File{{Name: "example/manifests/run.pp", Data: []byte("class example::run {\n  file { '/a': mode => '0644', content => \"p=${example::out}\" }\n}\n")}}},
	{"exported resource", `$out = EXPR`, []txtar.File{{Name: "example/manifests/run.pp", Data: []byte("class example::run {\n  @@example::account { 'a': credential => $example::out }\n}\n")}}},
	{"function", `$line = example::line(EXPR)` + "\n" + `notice($line)`, []txtar.File{{Name: "example/functions/line.pp", Data: []byte("function example::line(String $text) >> String {\n  \"p=${text}\"\n}\n")}}},
}

// files returns the tree of a shape, whose parameter $bad has a type, and a route. guard wraps the
// body of the class; "%s" is the body.
func (s shape) files(r route, typeOf, guard string) []txtar.File {
	body := strings.Trim(s.statements+"\n"+strings.ReplaceAll(r.use, "EXPR", s.result), "\n")
	parameters := typeOf + " $bad"
	if s.more != "" {
		parameters += ", " + s.more
	}
	if guard != "" {
		body = fmt.Sprintf(guard, body)
	}
	main := txtar.File{Name: "example/manifests/init.pp", Data: []byte("class example (" + parameters + ") {\n" + body + "\n}\n")}
	return slices.Concat([]txtar.File{main}, r.others, sharedFiles)
}

// flowRules are the rules that follow values.
func flowRules() *Set {
	var enabled []Enabled
	for _, rule := range []*Rule{&shellInjection, &sqlInjection, &pathInjection, &configurationInjection, &exposedSecret} {
		enabled = append(enabled, Enabled{Rule: rule})
	}
	return NewSet(enabled, Settings{Target: 8})
}

// wantPath fails unless there are findings, all with their path, which begins at $bad.
func wantPath(t *testing.T, name string, found []*diag.Diagnostic, files []txtar.File) {
	t.Helper()
	if len(found) == 0 {
		t.Errorf("%s: nothing is found:\n%s", name, files[0].Data)
	}
	for _, finding := range found {
		if !finding.Path || len(finding.Related) == 0 || !strings.Contains(finding.Related[0].Message, "bad") && !strings.Contains(finding.Related[0].Message, "also") {
			t.Errorf("%s: %s has no path from its source: %v", name, finding.Rule.Name, finding.Related)
		}
	}
}

// TestShapesOfText follows text through each shape and route, and then once more with a type that
// restricts it.
func TestShapesOfText(t *testing.T) {
	set := flowRules()
	for _, one := range shapes {
		for _, way := range textRoutes {
			name := one.name + ", " + way.name
			files := one.files(way, "String", "")
			wantPath(t, name, checkAll(set, files), files)
			clean := one
			clean.more = strings.ReplaceAll(one.more, "String $also", "Pattern[/\\A\\w+\\z/] $also")
			files = clean.files(way, `Pattern[/\A\w+\z/]`, "")
			for _, finding := range checkAll(set, files) {
				t.Errorf("%s: restricted by its type, but %s\n%s", name, finding.Message, files[0].Data)
			}
		}
	}
	t.Logf("%d shapes by %d routes", len(shapes), len(textRoutes))
	if len(shapes) < 25 {
		t.Errorf("only %d shapes", len(shapes))
	}
}

// sanitizers make $bad harmless: around the body of the class, or before it.
var sanitizers = []struct{ name, guard string }{
	{"match", "if $bad =~ /\\A[a-z]+\\z/ {\n%s\n}"},
	{"no match", "if $bad !~ /\\A[a-z]+\\z/ { fail('no') }\n%s"},
	{"in", "if $bad in ['a', 'b'] {\n%s\n}"},
	{"not in", "unless $bad in ['a', 'b'] { fail('no') }\n%s"},
	{"equal", "if $bad == 'a' {\n%s\n}"},
	{"case", "case $bad {\n'a', /\\A[b-d]+\\z/: {\n%s\n}\ndefault: { fail('no') }\n}"},
	{"type", "if $bad =~ Enum['a', 'b'] {\n%s\n}"},
	{"assert_type", "assert_type(Pattern[/\\A\\w+\\z/], $bad)\n%s"},
	{"and", "if $bad != '' and $bad =~ /\\A[a-z]+\\z/ {\n%s\n}"},
}

// cleaners are calls whose result is harmless in a command line; EXPR is the argument.
var cleaners = []string{"shellquote(EXPR)", "stdlib::shell_escape(EXPR)", "shell_escape(EXPR)", "regsubst(EXPR, '[^a-z]', '', 'G')", "regsubst(EXPR, /\\W/, '', 'G')", "EXPR.shellquote", "EXPR.regsubst('[^a-z]', '', 'G')"}

// TestSanitizedShapes expects nothing where a test or a call restricts the value: in the file of
// the shape, and in another one.
func TestSanitizedShapes(t *testing.T) {
	set := flowRules()
	silent := func(name string, files []txtar.File) {
		t.Helper()
		for _, finding := range checkAll(set, files) {
			t.Errorf("%s: %s\n%s", name, finding.Message, files[0].Data)
		}
	}
	for _, one := range shapes {
		if one.name == "default" { // another parameter, which the test does not restrict
			continue
		}
		for _, sanitizer := range sanitizers {
			for _, way := range textRoutes[:3] {
				silent(one.name+", "+way.name+", "+sanitizer.name, one.files(way, "String", sanitizer.guard))
			}
		}
	}
	for _, one := range shapes {
		for _, cleaner := range cleaners {
			for _, way := range []route{
				{"alone", `exec { "/bin/run ${` + cleaner + `}": creates => '/a' }`, nil},
				{"caller", `example::inner { 'a': text => ` + cleaner + ` }`, innerDefine(`exec { "/bin/run ${text}": creates => '/a' }`)},
				{"callee", `example::inner { 'a': text => EXPR }`, innerDefine(`exec { "/bin/run ${` + strings.ReplaceAll(cleaner, "EXPR", "$text") + `}": creates => '/a' }`)},
			} {
				silent(one.name+", "+way.name+", "+cleaner, one.files(way, "String", ""))
			}
		}
		for _, sanitizer := range sanitizers {
			use := fmt.Sprintf(strings.ReplaceAll(sanitizer.guard, "$bad", "$text"), `exec { "/bin/run ${text}": creates => '/a' }`)
			silent(one.name+", callee, "+sanitizer.name, one.files(route{"callee", `example::inner { 'a': text => EXPR }`, innerDefine(use)}, "String", ""))
		}
	}
}

// TestShapesOfSecrets follows a secret through each shape and route, and then a value that is none,
// and one that stays Sensitive.
func TestShapesOfSecrets(t *testing.T) {
	set := flowRules()
	const name = "$db_password"
	secret := func(one shape, way route, typeOf, name string) []txtar.File {
		one.statements, one.result = strings.ReplaceAll(one.statements, "$bad", name), strings.ReplaceAll(one.result, "$bad", name)
		one.statements = strings.ReplaceAll(one.statements, "${bad}", "${"+name[1:]+"}")
		one.statements = strings.ReplaceAll(one.statements, "@bad", "@"+name[1:])
		files := one.files(way, typeOf, "")
		for i := range files {
			files[i].Data = []byte(strings.ReplaceAll(strings.ReplaceAll(string(files[i].Data), "@bad", "@"+name[1:]), "String $bad", "String "+name))
			if i == 0 {
				files[i].Data = []byte(strings.ReplaceAll(string(files[i].Data), "$bad", name))
			}
		}
		return files
	}
	exposed := func(files []txtar.File) []*diag.Diagnostic {
		return slices.DeleteFunc(checkAll(set, files), func(one *diag.Diagnostic) bool { return one.Rule.Name != "exposed_secret" })
	}
	for _, one := range shapes {
		if one.name == "default" {
			continue
		}
		for _, way := range secretRoutes {
			label := one.name + ", " + way.name
			files := secret(one, way, "String", name)
			found := exposed(files)
			if len(found) == 0 {
				t.Errorf("%s: nothing is found:\n%s", label, files[0].Data)
			}
			for _, finding := range found {
				if !finding.Path || len(finding.Related) == 0 || !strings.Contains(finding.Related[0].Message, name) {
					t.Errorf("%s: no path from %s: %v", label, name, finding.Related)
				}
			}
			for _, finding := range exposed(secret(one, way, "String", "$db_host")) {
				t.Errorf("%s: no secret, but %s", label, finding.Message)
			}
			if one.name == "parameter" || one.name == "variable" || one.name == "hash" {
				for _, finding := range exposed(secret(one, way, "Sensitive[String]", name)) {
					t.Errorf("%s: Sensitive, but %s", label, finding.Message)
				}
			}
		}
	}
}
