package module

import (
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
)

func TestDocumentsAreBounded(t *testing.T) {
	bomb := "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
	for name := byte('b'); name < 'i'; name++ {
		bomb += string(name) + ": &" + string(name) + " [" + strings.TrimSuffix(strings.Repeat("*"+string(name-1)+", ", 10), ", ") + "]\n"
	}
	tree := NewTree(source.NewOverlay(nil, map[string]string{
		"/m/data/large.yaml":  strings.Repeat("key: value of some length\n", 1<<20),
		"/m/data/bomb.yaml":   bomb,
		"/m/data/cycle.yaml":  "a: &x\n  b: *x\n",
		"/m/data/absent.json": "{",
	}), nil, false)
	for path, code := range map[string]document.Code{
		"/m/data/large.yaml": document.TooLarge, "/m/data/bomb.yaml": document.TooLarge, "/m/data/cycle.yaml": document.Cycle,
	} {
		read := tree.Documents.At(path)
		if len(read.Errors) == 0 || read.Errors[0].Code != code {
			t.Errorf("%s: %v", path, read.Errors)
		}
	}
	if read := tree.Documents.At("/m/none.yaml"); len(read.Errors) != 1 {
		t.Errorf("a file that is not there: %v", read.Errors)
	}
}

func TestDocumentKinds(t *testing.T) {
	files := workspace("-- environment.conf --\n-- hiera.yaml --\nversion: 5\n-- data/common.yaml --\na: 1\n-- data/lost.yaml --\n" +
		"-- README.yaml --\n-- modules/m/metadata.json --\n{\"name\": \"x-m\"}\n-- modules/m/tasks/t.json --\n{}\n" +
		"-- modules/m/templates/a.erb --\n-- modules/m/files/x.json --\n{}\n-- modules/m/manifests/init.pp --\n")
	tree := files.TreeOf("/w")
	for path, kind := range map[string]DocumentKind{
		"hiera.yaml": HieraConfig, "data/common.yaml": HieraData, "data/lost.yaml": HieraData, "README.yaml": OtherDocument,
		"modules/m/metadata.json": MetadataFile, "modules/m/tasks/t.json": TaskMetadata, "modules/m/templates/a.erb": RubyTemplate,
		"modules/m/files/x.json": OtherDocument, "modules/m/manifests/init.pp": NoDocument,
		"hiera/roles/web.yaml": HieraData, "hiera/hiera.yaml": OtherDocument, "puppet/hieradata/common.yaml": HieraData,
		"hieradata_aws/common.yaml": HieraData, "deploy/hiera/common.yaml": OtherDocument, "modules/m/hiera/x.yaml": OtherDocument,
	} {
		if got := tree.Documents.KindOf("/w/" + path); got != kind {
			t.Errorf("%s is of kind %d, not %d", path, got, kind)
		}
	}
}

// TestLooseData checks which YAML files are Hiera data in repositories without code.
func TestLooseData(t *testing.T) {
	files := workspace("-- keys/nodes/web.yaml --\napache::port: 80\n-- keys/plain.yaml --\nport: 80\n-- keys/classes.yaml --\nclasses:\n  - ::profile::web\n" +
		"-- keys/secret.eyaml --\na: 1\n-- keys/encrypted.yaml --\na: ENC[PKCS7,MIIB]\n-- keys/sops.yaml --\na: ENC[AES256_GCM,data:x]\n-- keys/broken.yaml --\napache::port: [\n" +
		"-- keys/docker-compose.yml --\nservices:\n  web:\n    image: \"registry::5000\"\n    command: a::b\n-- keys/list.yaml --\n- a::b\n-- keys/cloud.yaml --\nAWS::Region: x\n" +
		"-- below/hiera.yaml --\nversion: 5\ndefaults:\n  datadir: values/all\nhierarchy:\n  - name: x\n    datadir: more\n    path: x.yaml\n" +
		"-- below/data/a.yaml --\na: 1\n-- below/values/all/b.yaml --\na: 1\n-- below/more/c.yaml --\na: 1\n-- below/ci/d.yaml --\na: 1\n-- below/e.yaml --\na: 1\n" +
		"-- other/hiera.yaml --\na: 1\n-- other/data/a.yaml --\na: 1\n-- older/hiera.yaml --\n:backends: yaml\n:hierarchy: [common]\n-- older/hiera/common.yaml --\na: 1\n")
	for path, kind := range map[string]DocumentKind{
		"keys/nodes/web.yaml": HieraData, "keys/plain.yaml": OtherDocument, "keys/classes.yaml": HieraData, "keys/secret.eyaml": HieraData,
		"keys/encrypted.yaml": HieraData, "keys/sops.yaml": OtherDocument, "keys/broken.yaml": OtherDocument,
		"keys/docker-compose.yml": OtherDocument, "keys/list.yaml": OtherDocument, "keys/cloud.yaml": OtherDocument,
		"below/data/a.yaml": HieraData, "below/values/all/b.yaml": HieraData, "below/more/c.yaml": HieraData, "below/ci/d.yaml": OtherDocument, "below/e.yaml": OtherDocument,
		"other/data/a.yaml": OtherDocument, "older/hiera/common.yaml": HieraData,
	} {
		tree := files.TreeOf("/w/" + path[:strings.LastIndexByte(path, '/')])
		if got := tree.Documents.KindOf("/w/" + path); got != kind {
			t.Errorf("%s is of kind %d, not %d", path, got, kind)
		}
	}
}

// TestOlderHierarchy checks that a hiera.yaml of version 3 beside manifests and modules is only
// wrong if the folder is certainly an environment.
func TestOlderHierarchy(t *testing.T) {
	const tree = "-- %shiera.yaml --\n:backends: yaml\n-- %smanifests/site.pp --\n-- %smodules/m/manifests/init.pp --\nclass m { }\n-- %smodules/m/hiera.yaml --\n:backends: yaml\n"
	for _, test := range []struct {
		folder, more string
		wrong        bool
	}{
		{"", "", false},
		{"", "-- environment.conf --\n", true},
		{"", "-- Puppetfile --\n", false},
		{"", "-- Puppetfile --\n-- puppet.conf --\n", false},
		{"environments/production/", "", true},
		{"m/tests/", "-- m/tests/Puppetfile --\n", false},
	} {
		found := workspace(strings.ReplaceAll(tree, "%s", test.folder) + test.more).TreeOf("/w/" + test.folder + "manifests/site.pp")
		if config := found.Documents.Hiera(); config == nil || len(config.Problems) > 0 != test.wrong {
			t.Errorf("%q with %q: %+v, want a problem: %v", test.folder, test.more, config, test.wrong)
		}
		if own := found.Module("m"); own == nil || len(own.Hiera().Problems) == 0 {
			t.Errorf("%q: a module's hiera.yaml of version 3 is no problem", test.folder)
		}
	}
}

// TestEmptyOlderHierarchy checks that an empty hiera.yaml beside Puppet 3's puppet.conf is that of
// the server, which has a default hierarchy.
func TestEmptyOlderHierarchy(t *testing.T) {
	const tree = "-- hiera.yaml --\n-- manifests/site.pp --\n-- modules/m/manifests/init.pp --\nclass m { }\n"
	for more, wrong := range map[string]bool{"-- puppet.conf --\n": false, "-- environment.conf --\n": true} {
		config := workspace(tree + more).TreeOf("/w/manifests/site.pp").Documents.Hiera()
		if config == nil || len(config.Problems) > 0 != wrong || !wrong && len(config.Levels) == 0 {
			t.Errorf("with %q: %+v, want a problem: %v", more, config, wrong)
		}
	}
}

// TestHasDataFor checks that a file that mentions a key only in a comment has no value for it, and
// that an unreadable file may have one.
func TestHasDataFor(t *testing.T) {
	for text, want := range map[string]bool{
		"web::port: 80\n": true, "# web::port: 80\n": false, "web::port: [80\n": true, "web::ports: 80\n": false, "# web::port\n- 1\n": false,
	} {
		files := source.NewOverlay(nil, map[string]string{"/w/web/manifests/init.pp": "class web($port) {}\n", "/w/web/data/common.yaml": text})
		if got := NewTree(files, []string{"/w"}, true).Documents.HasDataFor("web::port"); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestQualifiedWords finds the words in which "::" joins parts, in data of all kinds.
func TestQualifiedWords(t *testing.T) {
	const text = "web::port: 80\n\"a::b::c\": \"%{lookup('d::e')} ::top x::\"\n{f::g::: 1, \"h::i\":2}\nplain: no\nj::k"
	got := slices.Collect(qualifiedWords(text))
	if want := []string{"web::port", "a::b::c", "d::e", "x::", "f::g::", "h::i", "j::k"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestHasDataForInEnvironment finds a key in any data file of an environment.
func TestHasDataForInEnvironment(t *testing.T) {
	for text, want := range map[string]bool{
		"web::port: 80\n": true, "'web::port': 80\n": true, "# web::port: 80\n": false, "web::port: [80\n": true, "web::ports: 80\n": false, "web::port::x: 80\n": false,
	} {
		tree := workspace("-- environment.conf --\nmodulepath = site\n-- manifests/site.pp --\n-- site/web/manifests/init.pp --\nclass web($port) {}\n-- data/nodes/a.yaml --\n" + text).TreeOf("/w/site/web/manifests/init.pp")
		if got := tree.Documents.HasDataFor("web::port"); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestDocumentsOfTree(t *testing.T) {
	const archive = "-- environment.conf --\n-- hiera.yaml --\nversion: 5\nhierarchy:\n  - name: all\n    paths: [one.yaml, two.yaml, list.yaml]\n" +
		"-- data/one.yaml --\na::x: 1\n-- data/two.yaml --\na::x: 2\nb: 3\n-- data/list.yaml --\n- a::x\n-- data/unused.yaml --\na::x: 4\n" +
		"-- modules/a/hiera.yaml --\nversion: 5\n-- modules/a/manifests/init.pp --\nclass a { }\n-- modules/a/templates/x.epp --\n<%= 1 %>\n-- modules/a/templates/y.erb --\n<%= 2 %>\n-- modules/b/manifests/init.pp --\nclass b { }\n"
	tree := workspace(archive).TreeOf("/w/modules/a/manifests/init.pp")
	var values []string
	for _, value := range tree.Documents.ValuesOf("a::x") {
		values = append(values, value.Node.Text)
	}
	if !slices.Equal(values, []string{"1", "2"}) {
		t.Errorf("the values of a::x are %q", values)
	}
	if found := tree.Documents.ValuesOf("c"); found != nil {
		t.Errorf("c has the values %v", found)
	}
	found := tree.Documents.Hierarchies()
	if found.Global != nil || found.Environment == nil || found.Modules["a"] == nil || found.Modules["b"] != nil {
		t.Errorf("the hierarchies are %+v", found)
	}
	if again := tree.Documents.Hierarchies(); again != found {
		t.Error("unchanged hierarchies are another value")
	}
	templates := tree.Documents.AllTemplates()
	if len(templates.Embedded) != 1 || len(templates.Ruby) != 1 || !templates.equal(tree.Documents.readTemplates()) || templates.equal(&Templates{}) {
		t.Errorf("there are %d templates in EPP and %d in ERB", len(templates.Embedded), len(templates.Ruby))
	}
}
