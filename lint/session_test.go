package lint

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/config"
	"puppet-lint/internal/effort"
	"puppet-lint/internal/source"
)

// TestSessionFindsWhatRunFinds changes files of trees at random, a word or a line at a time, and
// adds and removes files. After each change, a run of the session must find the same as a run from
// the start. By default, it changes half of the trees, and TestCancelledSessionFindsWhatRunFinds the
// other half.
func TestSessionFindsWhatRunFinds(t *testing.T) {
	archives, err := filepath.Glob("../checker/*/testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("there are no trees", err)
	}
	for i, archive := range archives {
		if i%2 >= effort.Rounds(1, 2) {
			continue // TestCancelledSessionFindsWhatRunFinds changes it
		}
		t.Run(filepath.Base(archive), func(t *testing.T) {
			t.Parallel()
			tree := newChangingTree(t, archive, seedOf(archive))
			tree.strict, tree.asRuby = seedOf(archive)%2 == 1, seedOf(archive)%5 == 0
			session := Session{Early: seedOf(archive)%3 > 0, First: func(*Result, map[string]bool) {}}
			session.Run(t.Context(), tree.options())
			var since []string
			for range effort.Rounds(2, 14) {
				paths, what := tree.change(t)
				since = append(since, what)
				tree.compare(t, &session, paths, since)
			}
		})
	}
}

// seedOf returns a seed, so that the changes of a tree do not depend on the other trees.
// SESSION_SEED selects others.
func seedOf(archive string) uint64 {
	hash := fnv.New64a()
	hash.Write([]byte(filepath.Base(archive) + os.Getenv("SESSION_SEED")))
	return hash.Sum64()
}

// TestSessionSeesPrivate: the declarations of a class are checked again once the class becomes
// private.
func TestSessionSeesPrivate(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "web/metadata.json", `{"name": "me-web"}`)
	tree.write(t, "other/metadata.json", `{"name": "me-other"}`)
	tree.write(t, "web/manifests/init.pp", "class web {\n  class { 'other::config': }\n}\n")
	config := tree.write(t, "other/manifests/config.pp", "class other::config {\n  notice()\n}\n")
	var session Session
	session.Run(t.Context(), tree.options())
	tree.write(t, "other/manifests/config.pp", "class other::config {\n  assert_private()\n}\n")
	tree.rerun(t, &session, []string{config}, "private_use")
}

// TestSessionSeesAnotherValue: the readers of a class's variable are checked again if only its
// string value changes.
func TestSessionSeesAnotherValue(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "web/manifests/init.pp", "class web (Enum['a', 'b'] $kind = $web::params::kind) inherits web::params {\n  notice($kind)\n}\n")
	tree.write(t, "web/manifests/params.pp", "class web::params {\n  $kind = 'a'\n}\n")
	var session Session
	session.Run(t.Context(), tree.options())
	params := tree.write(t, "web/manifests/params.pp", "class web::params {\n  $kind = 'c'\n}\n")
	tree.rerun(t, &session, []string{params}, "type_mismatch")
}

// TestSessionSeesValuesFromAfar: a variable's value may come from a class two steps away. A change
// there is noticed also after changes of the files between.
func TestSessionSeesValuesFromAfar(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	plain := map[string]string{
		"init":   "class web (Integer $port = $web::base::port) inherits web::base {\n  notice($port)\n}\n",
		"base":   "class web::base inherits web::params {\n  $port = $web::params::number\n}\n",
		"params": "class web::params {\n  $number = 80\n}\n",
		"user":   "class web::user {\n  include web\n  notice($web::port + 1)\n}\n",
	}
	write := func(name, text string) string { return tree.write(t, "web/manifests/"+name+".pp", text) }
	for name, text := range plain {
		write(name, text)
	}
	var session Session
	session.Run(t.Context(), tree.options())
	for _, step := range []struct{ file, text, hold string }{
		{"user", "# One who uses it.\n" + plain["user"], ""},
		{"params", "class web::params {\n  $number = 'eighty'\n}\n", "type_mismatch"},
		{"user", plain["user"], "type_mismatch"},
		{"base", "class web::base {\n  $port = 'http'\n}\n", "type_mismatch"},
		{"params", plain["params"], "type_mismatch"},
		{"base", plain["base"], ""},
		{"init", "# The web.\n" + plain["init"], ""},
	} {
		tree.rerun(t, &session, []string{write(step.file, step.text)}, step.hold)
	}
	// What stands between the two has not changed.
	both := []string{write("init", plain["init"]), write("params", "class web::params {\n  $number = 'eighty'\n}\n")}
	tree.rerun(t, &session, both, "type_mismatch")
}

// TestSessionSeesFolderWithHyphen checks a folder whose name no module can have. Its definitions
// decide whether it is a module, and under which name.
func TestSessionSeesFolderWithHyphen(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "modules/packages/manifests/init.pp", "class packages {\n}\n")
	write := func(text string) string {
		return tree.write(t, "modules/haproxy-keepalived/manifests/init.pp", text)
	}
	init := write("class {\n  include haproxy-keepalived::none-primary\n}\n")
	var session Session
	session.Run(t.Context(), tree.options())
	for _, text := range []string{"class haproxy-keepalived {\n  include haproxy-keepalived::none-primary\n}\n", "class {\n  include haproxy-keepalived::none-primary\n}\n"} {
		write(text)
		result, _, _ := session.Rerun(t.Context(), []string{init})
		if result == nil {
			result, _ = session.Run(t.Context(), tree.options())
		}
		if got, want := findingLines(result), findingLines(freshRun(t, tree.options())); !slices.Equal(got, want) {
			t.Errorf("after %q it finds %q, not %q", text, got, want)
		}
	}
}

// TestSessionSeesAnotherName checks that renaming a class affects all files that name it, even a
// file with syntax errors that is not evaluated.
func TestSessionSeesAnotherName(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "modules/web/manifests/init.pp", "class web {\n}\n")
	tree.write(t, "environment.conf", "modulepath = modules\n")
	tree.write(t, "manifests/site.pp", "include web\n")
	var session Session
	session.Run(t.Context(), tree.options())
	for _, text := range []string{"class web {\n  $x =\n}\n", "class net {\n  $x =\n}\n", "class web {\n  $x =\n}\n", "class net {\n}\n", "class web {\n}\n"} {
		tree.rerun(t, &session, []string{tree.write(t, "modules/web/manifests/init.pp", text)}, "")
	}
}

// TestSessionKeepsToItself: a comment, a resource that nobody refers to, or a class
// that nothing refers to concerns only its own file, though others
// declare the class.
func TestSessionKeepsToItself(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	text := "class web::part {\n"
	for i := range 40 {
		text += fmt.Sprintf("  file { '/etc/%d': ensure => file }\n", i)
	}
	tree.write(t, "web/manifests/init.pp", "class web {\n  include web::part\n  include web::user\n}\n")
	tree.write(t, "web/manifests/user.pp", "class web::user {\n  notice($web::port)\n}\n")
	part := tree.write(t, "web/manifests/part.pp", text+"}\n")
	var session Session
	session.Run(t.Context(), tree.options())
	for _, change := range []string{"# More.\n", "  file { '/etc/more': ensure => file }\n", "  include nowhere::at_all\n"} {
		writeFile(t, part, text+change+"}\n", 0o644)
		if again := tree.rerun(t, &session, []string{part}, ""); len(again) != 1 {
			t.Errorf("with %q, %v are checked again", change, again)
		}
		writeFile(t, part, text+"}\n", 0o644)
		tree.rerun(t, &session, []string{part}, "")
	}
}

// TestSessionSeesOtherTrees checks that a change in modules affects a file beside them.
func TestSessionSeesOtherTrees(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "web/manifests/init.pp", "class web {\n  $port = 80\n}\n")
	tree.write(t, "loose.pp", "include web\nnotice($web::port + 1, $web::host)\n")
	var session Session
	session.Run(t.Context(), tree.options())
	for _, text := range []string{"class web {\n  $port = 80\n  $host = 'a'\n}\n", "class web {\n  $port = 'a'\n  $host = 'a'\n}\n", "class web {\n  $host = 'a'\n}\n"} {
		tree.rerun(t, &session, []string{tree.write(t, "web/manifests/init.pp", text)}, "")
	}
}

// TestSessionShowsWhatChangedFirst checks that a session reports the findings of a changed file
// before it checks many files that depend on it.
func TestSessionShowsWhatChangedFirst(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	hub := tree.write(t, "web/manifests/init.pp", "class web (Integer $port = 80) {\n}\n")
	for i := range 30 {
		text := fmt.Sprintf("class web::user%d {\n  class { 'web': port => 8080 }\n%s}\n", i, strings.Repeat("  # More to read.\n", 200))
		tree.write(t, fmt.Sprintf("web/manifests/user%d.pp", i), text)
	}
	var session Session
	session.Run(t.Context(), tree.options())
	var first []string
	session.First = func(result *Result, again map[string]bool) { first = findingLines(result.Of(again)) }
	writeFile(t, hub, "class web (String $port = 80) {\n}\n", 0o644)
	result, again, _ := session.Rerun(t.Context(), []string{hub})
	if len(again) < 31 || len(result.Findings) < 31 {
		t.Errorf("%d files are looked at again, with %d findings", len(again), len(result.Findings))
	}
	if want := findingLines(result.Of(map[string]bool{hub: true})); len(first) == 0 || !slices.Equal(first, want) {
		t.Errorf("first it shows %q, in the end %q", first, want)
	}
	first = nil
	writeFile(t, hub, "# The web.\nclass web (String $port = 80) {\n}\n", 0o644)
	if session.Rerun(t.Context(), []string{hub}); first != nil {
		t.Errorf("%q is shown before a result that takes no time", first)
	}
}

// TestEarlySessionShowsWhatChangedFirst checks that a session with early findings shows those of a
// file whose exported signature has changed, however few files depend on it, and only then.
func TestEarlySessionShowsWhatChangedFirst(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	hub := tree.write(t, "web/manifests/init.pp", "class web (Integer $port = 80) {\n}\n")
	tree.write(t, "web/manifests/user.pp", "class web::user {\n  class { 'web': port => 8080 }\n}\n")
	shown := 0
	var first []string
	session := Session{Early: true, First: func(result *Result, again map[string]bool) {
		first = findingLines(result.Of(again))
		shown++
	}}
	session.Run(t.Context(), tree.options())
	tree.write(t, "web/manifests/init.pp", "class web (String $port = 80) {\n}\n")
	result, again, _ := session.Rerun(t.Context(), []string{hub})
	if len(again) != 2 {
		t.Errorf("%d files are looked at again", len(again))
	}
	if want := findingLines(result.Of(map[string]bool{hub: true})); shown != 1 || len(first) == 0 || !slices.Equal(first, want) {
		t.Errorf("first it shows %q (%d times), in the end %q", first, shown, want)
	}
	tree.rerun(t, &session, []string{tree.write(t, "web/manifests/init.pp", "# The web.\nclass web (String $port = 80) {\n}\n")}, "type_mismatch")
	if shown != 1 {
		t.Error("early findings are shown although the result is complete at the same time")
	}
}

// TestSessionSeesEveryMention checks that a session notices that a template no longer mentions a
// parameter, even after a change of a manifest after which nothing was looked up in the name
// index.
func TestSessionSeesEveryMention(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "web/manifests/init.pp", "class web ($only) {\n  notice(template(\"${module_name}/read.erb\"))\n}\n")
	tree.write(t, "web/manifests/other.pp", "class web::other {\n  notice('web::one')\n}\n")
	read := tree.write(t, "web/templates/read.erb", "<%= @only %>\n")
	var session Session
	session.Run(t.Context(), tree.options())
	session.Rerun(t.Context(), []string{tree.write(t, "web/manifests/other.pp", "class web::other {\n  notice('web::two')\n}\n")})
	if err := os.Remove(read); err != nil {
		t.Fatal(err)
	}
	tree.rerun(t, &session, []string{read}, "unused_parameter")
}

// TestSessionSeesAnotherWay checks a class that stays declared twice while another statement leads
// to the second declaration.
func TestSessionSeesAnotherWay(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "web/manifests/init.pp", "class web {\n  include web::one\n  include web::two\n  include web::again\n}\n")
	tree.write(t, "web/manifests/one.pp", "class web::one {\n  notify { 'x': }\n}\n")
	tree.write(t, "web/manifests/two.pp", "class web::two {\n  include web::three\n}\n")
	tree.write(t, "web/manifests/three.pp", "class web::three {\n  notify { 'x': }\n}\n")
	tree.write(t, "web/manifests/again.pp", "class web::again {\n  include web::three\n}\n")
	var session Session
	session.Run(t.Context(), tree.options())
	two := tree.write(t, "web/manifests/two.pp", "class web::two {\n}\n")
	tree.rerun(t, &session, []string{two}, "duplicate_declaration")
}

// TestSessionSeesWhatChangesResources checks that a file that may set parameters of declared
// resources affects whether their declaration fails.
func TestSessionSeesWhatChangesResources(t *testing.T) {
	const class = "class other {\n}\n"
	for _, changed := range []string{
		"if defined(Web::Listen[$x]) {\n" + class, // a syntax error: it may change anything of the type
		"class other {\n  Web::Listen['a'] { port => 'b' }\n}\n",
		"class other {\n  Web::Listen <| |> { port => 'b' }\n}\n",
	} {
		tree := &changingTree{folder: t.TempDir()}
		tree.write(t, "web/manifests/init.pp", "class web {\n  web::listen { 'a': port => 80 }\n}\n")
		tree.write(t, "web/manifests/listen.pp", "define web::listen ($port) {\n  if defined(Web::Listen[$port]) {\n    notice($title)\n  }\n}\n")
		tree.write(t, "other/manifests/init.pp", class)
		var session Session
		session.Run(t.Context(), tree.options())
		tree.rerun(t, &session, []string{tree.write(t, "other/manifests/init.pp", changed)}, "documentation")
		tree.rerun(t, &session, []string{tree.write(t, "other/manifests/init.pp", "class other {\n  Web::Listen { port => 'b' }\n}\n")}, "invalid_type_parameters")
	}
}

// TestSessionStartsAnew checks that a session reports that a new run is needed if everything may
// have changed.
func TestSessionStartsAnew(t *testing.T) {
	tree := newChangingTree(t, "../checker/documents/testdata/data.txtar", 1)
	var session Session
	session.Run(t.Context(), tree.options())
	for _, path := range []string{"web/hiera.yaml", "web/.fixtures.yml", "web", "new.pp", "/"} {
		session.Run(t.Context(), tree.options())
		if result, _, _ := session.Rerun(t.Context(), []string{filepath.Join(tree.folder, path)}); result != nil {
			t.Errorf("%s changes and the session goes on", path)
		}
	}
	// Nor does it go on when it changes files itself.
	options := tree.options()
	options.Fix = FixDry
	session.Run(t.Context(), options)
	if result, _, _ := session.Rerun(t.Context(), []string{filepath.Join(tree.folder, "web/manifests/init.pp")}); result != nil {
		t.Error("a session that fixes files goes on")
	}
}

// changingTree is a tree of modules on disk whose files a test changes.
type changingTree struct {
	folder string
	random *rand.Rand
	texts  map[string]string // the original texts, by path
	paths  []string
	words  []string
	lines  []string
	// strict makes options select the strict rules, too, and asRuby the profile puppet-lint.
	strict, asRuby bool
	// selected are further rules that options select.
	selected []string
}

var anyWord = regexp.MustCompile(`[A-Za-z_][\w:]*\w|\d+`)

func newChangingTree(t *testing.T, archive string, seed uint64) *changingTree {
	t.Helper()
	parsed, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tree := &changingTree{folder: folder, random: rand.New(rand.NewPCG(seed, 1)), texts: map[string]string{}}
	for _, file := range parsed.Files {
		path := filepath.Join(folder, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, string(file.Data), 0o644)
		tree.paths = append(tree.paths, path)
		tree.texts[path] = string(file.Data)
		if isPuppet(path) {
			tree.words = append(tree.words, anyWord.FindAllString(string(file.Data), -1)...)
			tree.lines = append(tree.lines, strings.Split(string(file.Data), "\n")...)
		}
	}
	return tree
}

func (c *changingTree) options() Options {
	flags := &config.Flags{NoConfig: true}
	if c.asRuby {
		flags.Profile = config.ProfilePuppetLint
	}
	selected := c.selected
	if c.strict {
		selected = append(slices.Clone(selected), "strict")
	}
	if len(selected) > 0 {
		flags.Layers = []*config.Layer{{Entries: []config.Entry{{Key: []string{"extend-select"}, Value: selected}}}}
	}
	resolver := config.NewResolver(source.Disk{}, c.folder, config.NewCatalogue(Rules()), nil, flags)
	return Options{Files: source.Disk{}, Folder: c.folder, Paths: []string{c.folder}, Resolver: resolver, Jobs: 2}
}

// change changes some file and reports which and how.
func (c *changingTree) change(t *testing.T) (paths []string, what string) {
	t.Helper()
	path := c.paths[c.random.IntN(len(c.paths))]
	what = strings.TrimPrefix(path, c.folder) + " "
	read, err := os.ReadFile(path)
	if err != nil {
		writeFile(t, path, c.texts[path], 0o644)
		return []string{path}, what + "is there again"
	}
	text := string(read)
	lines := strings.Split(text, "\n")
	at := c.random.IntN(len(lines))
	switch c.random.IntN(9) {
	case 0:
		text, what = c.texts[path], what+"is as it was"
	case 1:
		what += fmt.Sprintf("loses line %d: %s", at+1, lines[at])
		text = strings.Join(slices.Delete(lines, at, at+1), "\n")
	case 2:
		line := c.lines[c.random.IntN(len(c.lines))]
		what += fmt.Sprintf("gets a line %d: %s", at+1, line)
		text = strings.Join(slices.Insert(lines, at, line), "\n")
	case 3:
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		return []string{path}, what + "is gone"
	case 4: // the names of many definitions in it change
		moved := filepath.Join(filepath.Dir(path), "moved"+filepath.Ext(path))
		if err := os.Rename(path, moved); err != nil {
			t.Fatal(err)
		}
		c.texts[moved] = text
		if !slices.Contains(c.paths, moved) {
			c.paths = append(c.paths, moved)
		}
		return []string{path, moved}, what + "is moved to " + filepath.Base(moved)
	default:
		if places := anyWord.FindAllStringIndex(text, -1); len(places) > 0 {
			place, word := places[c.random.IntN(len(places))], c.words[c.random.IntN(len(c.words))]
			what += fmt.Sprintf("has, at %d, %s for %s", place[0], word, text[place[0]:place[1]])
			text = text[:place[0]] + word + text[place[1]:]
		}
	}
	writeFile(t, path, text, 0o644)
	return []string{path}, what
}

// compare makes a session look at changed files again. It must find the same as a run from the start.
// since describes the changes so far.
func (c *changingTree) compare(t *testing.T, session *Session, paths, since []string) {
	t.Helper()
	result, _, _ := session.Rerun(t.Context(), paths)
	if result == nil {
		result, _ = session.Run(t.Context(), c.options())
	}
	if got, want := findingLines(result), findingLines(freshRun(t, c.options())); !slices.Equal(got, want) {
		t.Fatalf("after\n%s\nunexpected:\n%s\nmissing:\n%s", strings.Join(since, "\n"), strings.Join(missingIn(got, want), "\n"), strings.Join(missingIn(want, got), "\n"))
	}
}

func findingLines(result *Result) []string {
	var lines []string
	for _, finding := range result.Findings {
		line := fmt.Sprintf("%s:%d-%d,%d %s %v %v: %s; %s", finding.File.Name, finding.Span.Start, finding.Span.End, finding.At,
			finding.Rule.Name, finding.Severity, finding.Suppressed, finding.Message, finding.Help)
		for _, related := range finding.Related {
			line += fmt.Sprintf(" [%s:%d %s]", related.File.Name, related.Span.Start, related.Message)
		}
		lines = append(lines, line)
	}
	for _, failure := range result.Failures {
		lines = append(lines, failure.Message)
	}
	return lines
}

// missingIn are the lines of all that are not among some.
func missingIn(all, some []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(line string) bool { return slices.Contains(some, line) })
}
