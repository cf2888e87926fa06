package glob

import "testing"

// The expectations were checked with `git check-ignore`, which, unlike Match,
// takes "./a" and "[x" to match nothing.
func TestPattern(t *testing.T) {
	for _, test := range []struct {
		pattern, path string
		isFolder      bool
		want          bool
	}{
		{"*.pp", "a.pp", false, true},
		{"*.pp", "m/manifests/a.pp", false, true},
		{"/*.pp", "m/a.pp", false, false},
		{"/*.pp", "a.pp", false, true},
		{"vendor", "vendor", true, true},
		{"vendor", "a/vendor", true, true},
		{"vendor/", "vendor", false, false},
		{"spec/fixtures", "spec/fixtures", true, true},
		{"spec/fixtures", "m/spec/fixtures", true, false},
		{"**/spec/fixtures", "m/spec/fixtures", true, true},
		{"**/spec/fixtures", "spec/fixtures", true, true},
		{"spec/**", "spec/a/b.pp", false, true},
		{"spec/**", "spec", true, false},
		{"a/**/b", "a/b", false, true},
		{"a/**/b", "a/x/y/b", false, true},
		{"a/**/b", "a/x/y/c", false, false},
		{"**/x/**/y", "x/x/z/y", false, true},
		{"a?c", "abc", false, true},
		{"a?c", "a/c", false, false},
		{"a*c/d", "abc/d", false, true},
		{"a*/d", "a/x/d", false, false},
		{"[a-c]x", "bx", false, true},
		{"[!a-c]x", "bx", false, false},
		{"[]]x", "]x", false, true},
		{"[x", "[x", false, true},
		{`\*`, "*", false, true},
		{`\*`, "a", false, false},
		{`\!a`, "!a", false, true},
		{"é?", "éü", false, true},
		{"", "a", false, false},
		{"/", "a", true, false},
		{"a/b/c", "a/b", true, false},
		{"./a", "a", false, true},
	} {
		if got := Compile(test.pattern).Match(test.path, test.isFolder); got != test.want {
			t.Errorf("%q ~ %q: %v", test.pattern, test.path, got)
		}
	}
}

func TestList(t *testing.T) {
	list := ParseIgnoreFile("# comment\n*.pp\r\n!keep.pp\n/build/ \n\n")
	for path, want := range map[string]bool{
		"a.pp": true, "x/keep.pp": false, "build/keep.pp": true, "x/build/keep.pp": false, "README": false,
	} {
		if got := list.MatchUnder(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	if _, decided := list.Match("README", false); decided {
		t.Error("README was decided")
	}
}

// Checked with Ruby 3.1's File.fnmatch.
func TestRubyFnmatch(t *testing.T) {
	for _, test := range []struct {
		pattern, path string
		want          bool
	}{
		{"vendor/**/*.pp", "vendor/a/b.pp", true},
		{"vendor/**/*.pp", "vendor/c.pp", false},
		{"vendor/**/*.pp", "./vendor/a/b.pp", false},
		{"spec/*", "spec/fixtures/modules/x.pp", true},
		{"*.pp", "a/b/c.pp", true},
		{"*.pp", "./c.pp", false},
		{"**/*.pp", ".x/c.pp", false},
		{"a[bc]d", "abd", true},
		{"a[^bc]d", "abd", false},
		{"a[bd", "a[bd", false},
		{`a\*`, "a*", true},
		{"{a,b}", "a", false},
		{"", "", true},
		{"*", "", true},
	} {
		if got := RubyFnmatch(test.pattern, test.path); got != test.want {
			t.Errorf("%q ~ %q: %v", test.pattern, test.path, got)
		}
	}
}

// TestFromRuby checks that the converted pattern leaves out all paths that Ruby's pattern leaves
// out. It may leave out more: "**/" needs a folder in Ruby, and none here.
func TestFromRuby(t *testing.T) {
	paths := []string{
		"top.pp", "manifests/init.pp", "manifests/a/b.pp", "manifests/a/b/c.pp", "vendor/x/manifests/init.pp", "vendor/a.pp",
		"spec/fixtures/modules/a/manifests/init.pp", "spec/fixtures/site.pp", "modules/x/spec/fixtures/a.pp", "profile.pp",
		"profiles/manifests/init.pp", "manifests/legacy_a.pp", "manifests/top.pp", "types/a.pp",
	}
	for _, test := range []struct{ ruby, want string }{
		{"vendor/**/*.pp", "vendor/**/*.pp"},
		{"spec/fixtures/**/*", "spec/fixtures/**"},
		{"./spec/*", "spec/**"},
		{"manifests/*.pp", "manifests/**/*.pp"},
		{"*.pp", "*.pp"},
		{"top.pp", "/top.pp"},
		{"*/fixtures/*", "*/**/fixtures/**"},
		{"**/fixtures/**/*.pp", "**/fixtures/**/*.pp"},
		{"manifests/legacy_*", "manifests/legacy_*"},
		{"profile*", "/profile*"},
		{"*/init.pp", "*/**/init.pp"},
		{"*spec/fix*/*.pp", "**/*spec/fix*/**/*.pp"},
		{"*/a/*", "*/**/a/**"},
		{"t?p.pp", "/t?p.pp"},
		{"", ""},
	} {
		got := FromRuby(test.ruby)
		if got != test.want {
			t.Errorf("FromRuby(%q) = %q, want %q", test.ruby, got, test.want)
		}
		list := CompileAll([]string{got})
		for _, path := range paths {
			if (RubyFnmatch(test.ruby, path) || RubyFnmatch(test.ruby, "./"+path)) && !list.MatchUnder(path) {
				t.Errorf("%q, %q: %s is left out by Ruby, and not here", test.ruby, got, path)
			}
		}
	}
}
