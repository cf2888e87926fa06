package deps

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// newTree is a tree of two modules, and the index of their manifests.
func newTree(t *testing.T) (tree *module.Tree, index *NameIndex, path func(name string) string) {
	t.Helper()
	root := t.TempDir()
	path = func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	texts := map[string]string{
		path("web/manifests/init.pp"):    "class web { include web::vhost }\n",
		path("web/manifests/vhost.pp"):   "class web::vhost { include db }\n",
		path("db/manifests/init.pp"):     "class db { }\n",
		path("db/manifests/computed.pp"): "class db::computed { include \"web::${x}\" }\n",
		path("db/plans/run.pp"):          "plan db::run() { }\n",
	}
	tree = module.NewTree(source.NewOverlay(source.Disk{}, texts), []string{root}, false)
	index = NewNameIndex()
	for file := range texts {
		index.Read(file, tree.Manifests.At(file))
	}
	return tree, index, path
}

// TestDependents checks which files depend on a changed file: those that name its definitions, and
// where the change may have further effects, those that name definitions of these.
func TestDependents(t *testing.T) {
	tree, index, path := newTree(t)
	web, db := path("web/manifests/init.pp"), path("db/manifests/init.pp")
	vhost, computed, plan := path("web/manifests/vhost.pp"), path("db/manifests/computed.pp"), path("db/plans/run.pp")
	index.SetLookedUp(computed, Set{Plugins: true, ModuleNames(tree.Module("web")): true})
	index.AddLookedUp(web, Set{CustomFacts: true, TemplateCalls: true, File(tree.Module("db"), "manifests/init.pp"): true, "db::run": true})
	for name, test := range map[string]struct {
		changed, names []string
		by             Change
		far            bool
		want           []string
	}{
		"those that name a class, or a part of its namespace": {[]string{db}, nil, Change{}, false, []string{computed, plan, vhost, web}},
		"those that name them, and so on":                     {[]string{db}, nil, Change{}, true, []string{computed, db, plan, vhost, web}},
		"those that compute its name":                         {[]string{vhost}, nil, Change{Surroundings: true}, false, []string{computed, web}},
		"those that have a name":                              {nil, []string{"DB"}, Change{}, false, []string{computed, db, plan, vhost}},
		"those that look plugins up":                          {nil, nil, Change{Plugins: true}, false, []string{computed}},
		"those that look facts up":                            {nil, nil, Change{Facts: true}, false, []string{web}},
		"those that look calls up":                            {nil, nil, Change{Calls: true}, false, []string{web}},
		"those that run a plan":                               {[]string{plan}, nil, Change{}, false, []string{computed, db, vhost, web}},
		"nobody, where nothing has changed":                   {nil, nil, Change{}, true, nil},
	} {
		got := slices.Sorted(maps.Keys(index.Dependents(tree, test.changed, test.names, test.by, test.far)))
		slices.Sort(test.want)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
}

// TestChangesAddUp checks that a change of several files contains the changes of each file.
func TestChangesAddUp(t *testing.T) {
	var all Change
	for _, one := range []Change{{Surroundings: true}, {Closures: true}, {Calls: true}, {Plugins: true}, {Facts: true}} {
		all.Add(one)
	}
	if all != (Change{true, true, true, true, true}) {
		t.Errorf("got %+v", all)
	}
}

// TestKeysDiffer checks that no two keys of the same names are the same: a change of one
// would be taken for one of the other.
func TestKeysDiffer(t *testing.T) {
	tree, _, _ := newTree(t)
	owner := tree.Module("web")
	keys := []string{
		"web", Declaration("web"), Body("web"), CertainDeclarations("web"), Parameter("web", "web"), Parameters("web"),
		RequiredParameters("web"), Variable("web", "web"), Variables("web"), VariableUses("web"), LeadsTo("web"), Titles("web"), Uses("web"), VariableNames("web"),
		NamesBelow("web"), ModuleDeclarations(owner), ModuleNames(owner), ModuleDependencies(owner), SupportedSystems(owner),
		Closedness(owner), Closedness(nil), HiddenDefinitions(owner, ""), HiddenDefinitions(owner, "web"), HiddenDefinitions(nil, ""), HiddenAnywhere("web"), Tasks(owner), File(owner, "web"), ModuleData("web"), DataValues("web"), Lookup("web"),
		TemplateRenderers("web"), Plugins, CustomFacts, DeclaredClasses, AllDeclarations, TemplateCalls,
	}
	slices.Sort(keys)
	for i := 1; i < len(keys); i++ {
		if keys[i] == keys[i-1] {
			t.Errorf("two keys are %q", keys[i])
		}
	}
}
