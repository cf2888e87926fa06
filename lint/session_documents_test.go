package lint

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSessionDocuments checks that a template, data and metadata are checked again when something
// that they depend on changes, and only then.
func TestSessionDocuments(t *testing.T) {
	files := map[string]string{
		"web/manifests/init.pp":       "class web (Web::Port $port = 1) inherits web::params {\n  notice(template('web/main.erb'))\n}\n",
		"web/manifests/params.pp":     "class web::params {\n  $kind = 'a'\n}\n",
		"web/manifests/other.pp":      "class web::other {\n  notice(lookup('web::unheard', { default_value => 1 }))\n}\n",
		"web/types/port.pp":           "type Web::Port = Web::Number\n",
		"web/types/number.pp":         "type Web::Number = Variant[Integer, String]\n",
		"web/templates/main.erb":      "<%= @port %> <%= @kind %> <%= @kinds %> <%= scope['web::other::name'] %>\n",
		"web/templates/part.erb":      "<%= @nothing %>\n",
		"web/hiera.yaml":              "version: 5\nhierarchy:\n  - name: all\n    paths: ['common.yaml', 'more.yaml']\n",
		"web/data/common.yaml":        "web::port: '80'\nweb::unheard: 1\nweb::more: '%{lookup(\"web::kind\")}'\n",
		"web/data/more.yaml":          "web::other::unused: 1\n",
		"web/metadata.json":           `{"name": "me-web", "version": "1.0.0", "author": "me", "license": "x", "summary": "x", "source": "x", "dependencies": []}`,
		"std/functions/first.pp":      "function std::first() >> String {\n  'x'\n}\n",
		"std/lib/facter/std_fact.rb":  "Facter.add('std_fact') { }\n",
		"std/manifests/init.pp":       "class std {\n}\n",
		"std/templates/unrelated.erb": "<%= @x %>\n",
		"std/manifests/sized.pp":      "class std::sized (Integer $size) {\n}\n",
		"std/hiera.yaml":              "version: 5\nhierarchy:\n  - name: all\n    path: common.yaml\n",
		"std/data/common.yaml":        "std::sized::size: many\n",
	}
	for _, change := range []struct {
		path, from, to string
		again          []string // files checked again besides the file itself
		not            []string
	}{
		{"web/manifests/init.pp", "notice(", "notice(1, ", nil, []string{"web/templates/main.erb", "web/data/common.yaml", "web/metadata.json"}},
		{"web/manifests/init.pp", "main.erb", "part.erb", []string{"web/templates/main.erb", "web/templates/part.erb"}, []string{"std/templates/unrelated.erb"}},
		{"web/manifests/init.pp", "'web/main.erb'", "\"web/${kind}.erb\"", []string{"web/templates/main.erb"}, []string{"web/data/common.yaml"}},
		{"web/manifests/init.pp", "notice(", "notice(std::first(), ", []string{"web/metadata.json"}, []string{"web/templates/main.erb"}},
		{"web/manifests/init.pp", "$port = 1", "$ports = 1", []string{"web/templates/main.erb", "web/data/common.yaml"}, []string{"web/data/more.yaml"}},
		{"web/manifests/params.pp", "$kind", "$kinds", []string{"web/templates/main.erb"}, []string{"web/data/common.yaml", "web/templates/part.erb"}},
		{"web/manifests/other.pp", "notice", "$name = 1 notice", []string{"web/templates/main.erb"}, []string{"web/templates/part.erb"}},
		{"web/manifests/other.pp", "web::unheard", "web::other::unused", []string{"web/data/common.yaml", "web/data/more.yaml"}, []string{"web/templates/main.erb"}},
		{"web/types/number.pp", "String", "Float", []string{"web/data/common.yaml"}, []string{"web/templates/main.erb", "web/data/more.yaml"}},
		{"web/types/number.pp", "Number", "Numbers", []string{"web/data/common.yaml"}, []string{"web/data/more.yaml"}},
		{"web/templates/part.erb", "@nothing", "scope.function_template(['web/main.erb'])", []string{"web/templates/main.erb"}, []string{"web/data/common.yaml"}},
		{"web/templates/part.erb", "@nothing", "scope.call_function('lookup', ['web::other::unused'])", []string{"web/data/more.yaml"}, []string{"web/templates/main.erb"}},
		{"web/templates/part.erb", "@nothing", "@something", nil, []string{"web/data/more.yaml", "web/manifests/init.pp"}},
		{"web/data/more.yaml", "web::other::unused: 1", "web::port: 1", []string{"web/data/common.yaml", "web/manifests/init.pp"}, []string{"web/templates/main.erb", "web/manifests/params.pp"}},
		{"web/data/more.yaml", "web::other::unused: 1", "lookup_options: {'web::port': {convert_to: 'Float'}}", []string{"web/data/common.yaml"}, []string{"web/templates/main.erb"}},
		{"web/data/more.yaml", "unused: 1", "unused: 2", nil, []string{"web/data/common.yaml", "web/manifests/init.pp"}},
		{"web/data/common.yaml", "web::kind", "web::other::unused", []string{"web/data/more.yaml"}, []string{"web/manifests/init.pp"}},
		{"std/manifests/init.pp", "{", "{ class { 'std::sized': size => 1 }", []string{"std/data/common.yaml"}, []string{"web/data/common.yaml"}},
		{"std/lib/facter/std_fact.rb", "std_fact", "kinds", []string{"web/templates/main.erb"}, nil},
	} {
		t.Run(change.path+" "+change.to, func(t *testing.T) {
			t.Parallel()
			tree := &changingTree{folder: t.TempDir()}
			for path, text := range files {
				path = filepath.Join(tree.folder, filepath.FromSlash(path))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				writeFile(t, path, text, 0o644)
			}
			var session Session
			session.Run(t.Context(), tree.options())
			path := filepath.Join(tree.folder, filepath.FromSlash(change.path))
			for _, text := range []string{strings.Replace(files[change.path], change.from, change.to, 1), files[change.path]} {
				writeFile(t, path, text, 0o644)
				result, again, _ := session.Rerun(t.Context(), []string{path})
				if result == nil {
					t.Fatal("it starts anew")
				}
				names := map[string]bool{}
				for name := range again {
					relative, err := filepath.Rel(tree.folder, filepath.Join(tree.folder, strings.TrimPrefix(name, tree.folder)))
					if err != nil {
						t.Fatal(err)
					}
					names[filepath.ToSlash(relative)] = true
				}
				for _, name := range change.again {
					if !names[name] {
						t.Errorf("%s is not looked at again, but %v", name, slices.Sorted(maps.Keys(names)))
					}
				}
				for _, name := range change.not {
					if names[name] {
						t.Errorf("%s is looked at again", name)
					}
				}
				if got, want := findingLines(result), findingLines(freshRun(t, tree.options())); !slices.Equal(got, want) {
					t.Errorf("unexpected:\n%s\nmissing:\n%s", strings.Join(missingIn(got, want), "\n"), strings.Join(missingIn(want, got), "\n"))
				}
			}
		})
	}
}

// TestSessionSeesDataFunctions checks that a data function of a module affects the code that
// includes the module's classes.
func TestSessionSeesDataFunctions(t *testing.T) {
	tree := &changingTree{folder: t.TempDir(), strict: true}
	tree.write(t, "environment.conf", "modulepath = modules\n")
	tree.write(t, "hiera.yaml", "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n")
	tree.write(t, "data/common.yaml", "a: 1\n")
	tree.write(t, "manifests/site.pp", "include web\n")
	tree.write(t, "modules/web/manifests/init.pp", "class web (Integer $port) {\n}\n")
	function := tree.write(t, "modules/web/lib/puppet/functions/web/data.rb", "Puppet::Functions.create_function(:'web::data') do\n  def data() {} end\nend\n")
	var session Session
	session.Run(t.Context(), tree.options())
	if err := os.Remove(function); err != nil {
		t.Fatal(err)
	}
	tree.rerun(t, &session, []string{function}, "missing_data")
}
