package documents_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker"
	"puppet-lint/internal/treetest"
)

// BenchmarkData reads and checks 5,000 data files and 2,000 templates of 100
// modules.
func BenchmarkData(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		archive := dataArchive(5000, 100)
		b.StartTimer()
		tree := treetest.New(archive)
		if found, _ := checker.Check(b.Context(), tree.Tree, checker.Options{Documents: tree.Documents}); len(found) > 0 {
			b.Fatal(treetest.Render(found[:1]))
		}
	}
}

// dataArchive holds modules, each with a share of the data files.
func dataArchive(files, modules int) *txtar.Archive {
	archive := &txtar.Archive{}
	add := func(name, text string) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(text)})
	}
	for m := range modules {
		name := fmt.Sprintf("m%d", m)
		var body strings.Builder
		for t := range 20 {
			fmt.Fprintf(&body, "  $t%d = template('%s/t%d.erb')\n", t, name, t)
			add(fmt.Sprintf("%s/templates/t%d.erb", name, t), strings.Repeat("value = <%= @port %>\n", 10))
		}
		add(name+"/hiera.yaml", "version: 5\nhierarchy:\n  - name: nodes\n    path: \"nodes/%{trusted.certname}.yaml\"\n")
		add(name+"/manifests/init.pp", "class "+name+" (Integer $port, Hash[String, Struct[{ port => Integer, host => String }]] $sites) {\n"+body.String()+"}\n")
		for f := range files / modules {
			add(fmt.Sprintf("%s/data/nodes/n%d.yaml", name, f),
				fmt.Sprintf("%s::port: %d\n%s::sites:\n", name, f+1, name)+"  site: {port: 80, host: www.example.com}\n"+
					"  other:\n    port: 81\n    host: \"%{facts.networking.fqdn}\"\n")
		}
	}
	return archive
}

// TestManyValues checks that the time for a key grows with the number of its
// values, not with its square.
func TestManyValues(t *testing.T) {
	archive := dataArchive(2000, 1)
	tree := treetest.New(archive)
	allocated := testing.AllocsPerRun(1, func() {
		if found, _ := checker.Check(t.Context(), tree.Tree, checker.Options{Documents: tree.Documents}); len(found) > 0 {
			t.Fatal(treetest.Render(found[:1]))
		}
	})
	if perFile := allocated / float64(len(tree.Documents)); perFile > 2000 {
		t.Errorf("%.0f allocations for each file", perFile)
	}
}

// TestKeysThatLeadOn checks that values which lead to each other are followed for a
// bounded number of steps.
func TestKeysThatLeadOn(t *testing.T) {
	const length = 2000
	var text strings.Builder
	for i := range length {
		fmt.Fprintf(&text, "m::k%d: \"%%{lookup('m::k%d')} %%{lookup('m::k%d')}\"\n", i, i+1, i+1)
	}
	archive := &txtar.Archive{Files: []txtar.File{
		{Name: "m/hiera.yaml", Data: []byte("version: 5\n")}, {Name: "m/data/common.yaml", Data: []byte(text.String())},
		{Name: "m/manifests/init.pp", Data: []byte("class m { notice(lookup(\"m::${name}\")) }\n")},
	}}
	tree := treetest.New(archive)
	allocated := testing.AllocsPerRun(1, func() { _, _ = checker.Check(t.Context(), tree.Tree, checker.Options{Documents: tree.Documents}) })
	if perKey := allocated / length; perKey > 5000 {
		t.Errorf("%.0f allocations for each key", perKey)
	}
}
