package rules

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// TestRecheck checks that a Rechecker judges again the files about which the answer may have changed,
// and no others.
func TestRecheck(t *testing.T) {
	root := t.TempDir()
	path := func(name string) string { return filepath.Join(root, "modules", name) }
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	names := []string{"a/manifests/init.pp", "a/manifests/heir.pp", "b/manifests/init.pp", "b/manifests/shown.pp"}
	write(names[0], "class a { $x = 1 }\n")
	write(names[1], "class a::heir inherits a { }\n")
	write(names[2], "class b { }\n")
	write(names[3], "class b::shown { $y = template('b/shown.erb') $z = 1 notice($y) }\n")
	write("b/templates/shown.erb", "text")
	tree := module.NewWorkspace(source.Disk{}, []string{root}, nil).Following().TreeOf(path("a/manifests"))
	set := NewSet([]Enabled{{Rule: &unusedVariable}}, Settings{})
	rechecker, files := set.NewRechecker(), make([]*TreeFile, len(names))
	check := func(again []string, messages ...string) {
		t.Helper()
		rechecker.Update(slices.DeleteFunc(slices.Clone(files), func(file *TreeFile) bool { return file == nil }))
		found, files, err := rechecker.Check(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var gotAgain, got []string
		for _, file := range files {
			gotAgain = append(gotAgain, file.File.Source.Name)
		}
		for _, finding := range found {
			got = append(got, finding.Message)
		}
		for i := range again {
			again[i] = path(again[i])
		}
		slices.Sort(gotAgain)
		if slices.Sort(again); !slices.Equal(gotAgain, again) || !slices.Equal(got, messages) {
			t.Errorf("checked %v and found %q, want %v and %q", gotAgain, got, again, messages)
		}
	}
	read := func(i int) {
		files[i] = &TreeFile{File: tree.Manifests.At(path(names[i])).File, Modules: tree}
	}
	change := func(name, text string) {
		t.Helper()
		if write(name, text); !tree.Renew([]string{path(name)}) {
			t.Fatalf("%s cannot be renewed", name)
		}
		if i := slices.Index(names, name); i >= 0 {
			read(i)
		}
	}
	for i := range names {
		read(i)
	}
	check(slices.Clone(names), "nothing reads $x", "nothing reads $z")
	check(nil)
	change(names[2], "class b { notice($c::y) }\n")
	check([]string{names[2]})
	change(names[2], "class b { notice($a::x) }\n")
	check([]string{names[0], names[2]})
	change(names[2], "class b { }\n")
	check([]string{names[0], names[2]}, "nothing reads $x")
	change(names[1], "class a::heir inherits a { notice($x) }\n")
	check([]string{names[0], names[1]})
	change("b/templates/shown.erb", "<%= @z %>")
	check([]string{names[3]})
	files[0] = nil
	check(nil)
	read(0)
	check([]string{names[0]})
}

// TestJudgePanics checks that a rule that panics on one file is reported there, and that it still judges
// the other files.
func TestJudgePanics(t *testing.T) {
	rule := &Rule{Rule: diag.Rule{Name: "broken"}, Judge: func(in *readers) []treeFinding {
		if in.file.File.Source.Name == "a.pp" {
			panic("oh")
		}
		return []treeFinding{{file: in.file, message: "wrong"}}
	}}
	file := func(name string) *TreeFile {
		return &TreeFile{File: syntax.Parse(source.NewFile(name, "notice(1)\n"), syntax.Options{})}
	}
	found := NewSet([]Enabled{{Rule: rule}}, Settings{}).CheckTree(t.Context(), []*TreeFile{file("a.pp"), file("b.pp")})
	if len(found) != 2 || found[0].Rule != &InternalError || found[0].File.Name != "a.pp" || found[1].Message != "wrong" {
		t.Errorf("got %+v", found)
	}
}

// TestRecheckOfSets checks that the findings of several sets, each of which has its own files, are
// those of their files.
func TestRecheckOfSets(t *testing.T) {
	judging := &Rule{Rule: diag.Rule{Name: "judging"}, Judge: func(in *readers) []treeFinding {
		return []treeFinding{{file: in.file, message: "wrong"}}
	}}
	looking := &Rule{Rule: diag.Rule{Name: "looking"}, Tree: func(*TreePass) {}}
	sets := []*Set{NewSet([]Enabled{{Rule: judging}, {Rule: looking}}, Settings{}), NewSet([]Enabled{{Rule: judging}}, Settings{})}
	files := make([]*TreeFile, 4)
	for i := range files {
		files[i] = &TreeFile{File: syntax.Parse(source.NewFile(string(rune('a'+i)), "notice(1)\n"), syntax.Options{}), Set: sets[i%2]}
	}
	for i, set := range sets {
		rechecker := set.NewRechecker()
		for round, want := range [][]string{{files[i].File.Source.Name, files[2+i].File.Source.Name}, {files[i].File.Source.Name}} {
			rechecker.Update(files[:len(files)-2*round])
			found, _, err := rechecker.Check(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, finding := range found {
				got = append(got, finding.File.Name)
			}
			if i == 1 && round == 1 {
				want = nil // the set has no rule that looks at all files each time
			}
			if !slices.Equal(got, want) {
				t.Errorf("set %d, round %d: findings in %v, want %v", i, round, got, want)
			}
		}
	}
}
