package documents

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// plain is an Interpreter that knows no types and no functions.
type plain struct{ unknown types.Type }

func (p plain) EvaluateType(syntax.Node, *module.Manifest, bool) types.Type { return p.unknown }
func (p plain) ModeledFunction(string) (least int, returns string)          { return 0, "" }

// documentsOf returns the documents of an archive, which is a control repository.
func documentsOf(t *testing.T, archive string) *Documents {
	t.Helper()
	texts := map[string]string{}
	for _, file := range txtar.Parse([]byte(archive)).Files {
		texts["/tree/"+file.Name] = string(file.Data)
	}
	tree := module.NewWorkspace(source.NewOverlay(nil, texts), []string{"/tree"}, nil).TreeOf("/tree")
	unknown := types.NewStore().Unknown
	return New(program.New(t.Context(), tree, plain{unknown}, program.NewSyntaxInfo(), program.Options{Tracks: true}), &SyntaxInfo{})
}

const controlRepository = `
-- environment.conf --
modulepath = modules
-- hiera.yaml --
version: 5
hierarchy:
  - name: common
    path: common.yaml
-- data/common.yaml --
a::port: 80
a::prot: 81
free: "%{lookup('a::port')}"
-- modules/a/manifests/init.pp --
class a ($port, $host = lookup('a::host')) { }
-- modules/a/metadata.json --
{ "name": "me-a", "version": "1" }
-- modules/a/tasks/run.json --
{ "description": 1 }
-- modules/a/templates/x.erb --
<%= @port %>
`

func TestReader(t *testing.T) {
	for _, test := range []struct {
		path string
		// want is in the message of one finding, key among the dependencies.
		want, key string
	}{
		{"data/common.yaml", "class 'a' has no parameter 'prot'", deps.Declaration("a")},
		{"modules/a/metadata.json", "license", ""},
		{"modules/a/tasks/run.json", "the task 'run' has nothing to run", ""},
	} {
		d := documentsOf(t, controlRepository)
		reader := &Reader{Documents: d, Dependencies: d.NewDependencies()}
		reader.Check("/tree/" + test.path)
		var messages []string
		for _, finding := range reader.Findings {
			messages = append(messages, finding.Message)
		}
		if !slices.ContainsFunc(messages, func(message string) bool { return strings.Contains(message, test.want) }) {
			t.Errorf("%s: no finding says %q: %q", test.path, test.want, messages)
		}
		if test.key != "" && !reader.Dependencies[test.key] {
			t.Errorf("%s: the findings do not depend on %q: %v", test.path, test.key, reader.Dependencies)
		}
	}
}

func TestData(t *testing.T) {
	d := documentsOf(t, controlRepository)
	if values := d.Data().Values("a::port"); len(values) != 1 {
		t.Errorf("a::port has %d values", len(values))
	}
	for key, want := range map[string]bool{"a::port": true, "free": true, "a::host": false, "a::port.x": false} {
		if d.MayHaveData(key) != want {
			t.Errorf("MayHaveData(%q) is not %t", key, want)
		}
	}
}

func TestLookups(t *testing.T) {
	d := documentsOf(t, controlRepository)
	if keys := d.LookupsIn(d.Class("a").Manifest).Keys; !keys["a::host"] || keys["a::port"] {
		t.Errorf("the class looks up a::host: %v", keys)
	}
}

func TestNamesUsed(t *testing.T) {
	d := documentsOf(t, controlRepository+"-- modules/a/manifests/b.pp --\nclass a::b { include c::d }\n")
	var names []string
	for _, use := range d.NamesUsedIn(d.Class("a::b").Manifest) {
		names = append(names, use.Name)
	}
	if !slices.Contains(names, "c::d") {
		t.Errorf("the class uses c::d: %q", names)
	}
}
