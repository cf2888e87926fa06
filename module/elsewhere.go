package module

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"puppet-lint/module/known"
)

// A repository may lack files and modules, but show that they exist elsewhere.

// draftEndings are the endings of files to copy and fill in. A params.pp.template, for example,
// replaces a manifest with passwords that is not in the repository.
var draftEndings = []string{".template", ".tmpl", ".tpl", ".example", ".sample", ".dist", ".default", ".in", ".erb", ".j2", ".gpg", ".enc"}

// hasDraft reports whether a module has a draft of the file in which a name would be defined.
func (t *Tree) hasDraft(module *Module, kind Kind, name string) bool {
	return slices.ContainsFunc(t.Manifests.candidates(module, kind, name), func(relative string) bool {
		return slices.ContainsFunc(draftEndings, func(ending string) bool { return t.folders.exists(module, relative+ending) }) || t.hasExample(module, relative)
	})
}

// exampleEndings end the name of an example of a file: list-example.pp for list.pp.
var exampleEndings = []string{"-example", "_example", ".example", "-sample", "_sample", ".sample", "-template", "_template", ".template", "-dist", "_dist", ".dist"}

// hasExample reports whether an example of a missing file lies beside its place, judging by the
// name of the example.
func (t *Tree) hasExample(module *Module, relative string) bool {
	extension := path.Ext(relative)
	return slices.ContainsFunc(exampleEndings, func(ending string) bool {
		return t.folders.exists(module, strings.TrimSuffix(relative, extension)+ending+extension)
	})
}

// FunctionsOnHosts returns the names, sorted, of the functions that Ruby files define below the
// folders "files" of modules and in a folder "lib" beside the folders of modules. Modules copy the
// former to hosts, which may include the server. The latter may be on the server's path of
// libraries.
func (p *Plugins) FunctionsOnHosts() []string { return p.onHosts.get(p.tree) }

func (p *Plugins) listFunctionsOnHosts() (names []string) {
	folders := map[string]bool{}
	for _, module := range p.tree.Modules {
		folders[module.Path(deployedFolder)] = true
		if around := parentOfClean(parentOfClean(absolute(module.Folder))); p.tree.byFolder[around] == nil {
			folders[filepath.Join(around, "lib", "puppet")] = true
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		p.tree.folders.walk(folder, func(path string) {
			if filepath.Ext(path) != ".rb" {
				return
			}
			text, err := p.tree.Manifests.text(path)
			if err != nil || !strings.Contains(text, "newfunction") && !strings.Contains(text, "create_function") {
				return
			}
			declarations := p.Declarations(path)
			for _, function := range declarations.Functions {
				names = append(names, Normalize(function.Name))
			}
			for _, function := range declarations.LegacyFunctions {
				names = append(names, Normalize(function.Name))
			}
		})
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// deployedFolder is the folder of a module with the files that it copies to hosts.
const deployedFolder = "files"

// IsDraftName reports whether a file of that name may be a draft of a manifest.
func IsDraftName(name string) bool {
	_, ending, found := strings.Cut(name, ".pp.")
	return found && slices.Contains(draftEndings, "."+ending)
}

// DraftedNames returns the name of the class or defined type that the file at a path is a draft
// or an example of, if it is one.
func (t *Tree) DraftedNames(path string) []string {
	module, relative := t.ModuleOf(path)
	inManifests, isManifest := strings.CutPrefix(relative, "manifests/")
	if module == nil || !isManifest {
		return nil
	}
	name := ""
	if IsDraftName(filepath.Base(path)) {
		name, _, _ = strings.Cut(inManifests, ".pp.")
	} else if plain, isPuppet := strings.CutSuffix(inManifests, ".pp"); isPuppet {
		for _, ending := range exampleEndings {
			if start, isExample := strings.CutSuffix(plain, ending); isExample {
				name = start
			}
		}
	}
	if name == "" {
		return nil
	}
	return []string{module.Name + "::" + strings.ReplaceAll(name, "/", "::")}
}

// vagrantsOwn reports whether Vagrant may apply a manifest of a module by a default name of its
// own. Puppet does not load such a manifest by a name.
func (t *Tree) vagrantsOwn(module *Module, relative string) bool {
	return (relative == "manifests/default.pp" || relative == "manifests/site.pp") && module.Known == nil && t.folders.exists(module, vagrantfile)
}

// AbsentOwnerOf returns a widely used module that has the resource type, if the tree has no such
// module, and "" otherwise. Metadata often leave out a module that only some users need. The answer
// depends on whether the modules in present, which have the tree's copies of such modules, have
// metadata and Ruby files.
func (t *Tree) AbsentOwnerOf(name string) (owner string, present []*Module) {
	owners := typeOwners()[name]
	if prefix, _, found := strings.Cut(name, "_"); found && len(owners) == 0 && ownersByPrefix[prefix] != "" {
		owners = []string{ownersByPrefix[prefix]}
	}
	isAbsent := len(owners) > 0
	for _, owner := range owners {
		if module := t.byName[owner]; module != nil {
			present = append(present, module)
			isAbsent = isAbsent && t.lacksRuby(module)
		}
	}
	if !isAbsent {
		return "", present
	}
	return owners[0], present
}

// lacksRuby reports whether a copy of a public module lacks its folder of Ruby files. A
// .gitignore that was made for another language often ignores that folder.
func (t *Tree) lacksRuby(module *Module) bool {
	return t.Documents.metadataOf(module) != nil && !t.folders.exists(module, "lib")
}

// ownersByPrefix maps the common prefix of resource types, up to the first "_", to the module
// that has them: modules for products and for the services of OpenStack.
var ownersByPrefix = map[string]string{
	"dsc": "dsc", "sensu": "sensu", "rhsm": "subscription_manager", "websphere": "websphere_application_server", "wildfly": "wildfly",
	"wls": "orawls", "ora": "oracle", "f5": "f5", "netscaler": "netscaler", "cisco": "ciscopuppet", "ios": "cisco_ios", "panos": "panos",
	"ec2": "aws", "elb": "aws", "rds": "aws", "route53": "aws", "iam": "aws", "ecs": "aws", "azure": "azure", "gcompute": "gcompute",
	"nova": "nova", "neutron": "neutron", "keystone": "keystone", "glance": "glance", "cinder": "cinder", "heat": "heat", "swift": "swift",
	"ceilometer": "ceilometer", "ironic": "ironic", "manila": "manila", "octavia": "octavia", "designate": "designate", "barbican": "barbican",
	"aodh": "aodh", "gnocchi": "gnocchi", "magnum": "magnum", "sahara": "sahara", "trove": "trove", "mistral": "mistral", "tempest": "tempest",
	"vs": "vswitch", "ceph": "ceph",
}

// typeOwners returns the modules that have a resource type, by the name of the type. They
// include modules of the embedded index, and some older modules that much code still uses.
var typeOwners = sync.OnceValue(func() map[string][]string {
	owners := map[string][]string{
		"shellvar": {"augeasproviders_shellvar"}, "pam": {"augeasproviders_pam"}, "mounttab": {"augeasproviders_mounttab"},
		"syslog": {"augeasproviders_syslog"}, "kernel_parameter": {"augeasproviders_grub"}, "grub_config": {"augeasproviders_grub"},
		"puppet_auth": {"augeasproviders_puppet"}, "pg_hba": {"augeasproviders_postgresql"}, "apache_directive": {"augeasproviders_apache"},
		"package_use": {"portage"}, "package_keywords": {"portage"}, "package_mask": {"portage"}, "package_unmask": {"portage"},
		"eselect": {"portage"}, "layman": {"portage"}, "zypprepo": {"zypprepo"}, "lokkit": {"lokkit"}, "debconf": {"debconf"}, "dism": {"dism"},
		"datacat": {"datacat"}, "datacat_fragment": {"datacat"}, "datacat_collector": {"datacat"}, "swap_file": {"swap_file"}, "a2mod": {"apache"},
		"java_ks": {"java_ks"}, "gnupg_key": {"gnupg"}, "gpg_key": {"gpg_key"}, "remote_file": {"remote_file"}, "s3_bucket": {"aws"},
		"cloudwatch_alarm": {"aws"}, "sqs_queue": {"aws"}, "rvm_gem": {"rvm"}, "rvm_gemset": {"rvm"}, "rvm_system_ruby": {"rvm"}, "rbenvgem": {"rbenv"},
	}
	index := known.Embedded()
	for _, module := range index.Modules() {
		for _, name := range module.ResourceTypes {
			owners[name] = append(owners[name], module.Name)
		}
	}
	return owners
})

// MayExist reports whether a definition may exist although Find does not find it. That is so if
// its module is not in the tree, if a manifest in an unusual place of the module defines it, if
// another module of the same name comes later on the modulepath, or if a syntax error hides it.
// A function without a module in its name may exist if modules that from may use are missing.
func (t *Tree) MayExist(kind Kind, name string, from *Module) bool {
	if (kind == Class || kind == DefinedType) && t.Manifests.DefinedInMain(kind, name) || t.Manifests.mayBeHidden(name) {
		return true
	}
	first, _, qualified := strings.Cut(name, "::")
	if t.isInShadowed(first, kind, name) {
		return true
	}
	if module := t.Module(first); module != nil {
		if module.Known != nil && (kind == Task || kind == Plan) {
			return true // some modules are unknown
		}
		return t.Manifests.mayDefine(module, kind, name) || t.Manifests.IsDefinedElsewhere(kind, name) || t.hasDraft(module, kind, name) || t.untracked.holdsName(module, kind, name)
	}
	if t.completeness.closed {
		return false
	}
	if kind == Function {
		if _, isOnHosts := slices.BinarySearch(t.Plugins.FunctionsOnHosts(), name); isOnHosts {
			return true
		}
	}
	return kind != Function || qualified || !t.IsClosed(from)
}

// HasFile reports whether a module has the file at a path relative to its folder, with slashes.
// A known module may have any file.
func (t *Tree) HasFile(module *Module, relative string) bool {
	return module.Known != nil || t.folders.exists(module, relative)
}

// FilesNamed returns the files of a name below a folder of a module, as paths relative to the
// folder, with slashes. The caller must not change the slice.
func FilesNamed(t *Tree, module *Module, folder, name string) []string {
	if module.Known != nil {
		return nil
	}
	return t.folders.namesBelow(module.Path(folder)).byName[name]
}

// HasFileBeginning reports whether the path of a file below a folder of a module, relative to the
// folder, begins with a text. It is true for modules whose files are not known.
func HasFileBeginning(t *Tree, module *Module, folder, text string) bool {
	if module.Known != nil {
		return true
	}
	sorted := t.folders.namesBelow(module.Path(folder)).sorted
	at, _ := slices.BinarySearch(sorted, text)
	return at < len(sorted) && strings.HasPrefix(sorted[at], text)
}

// SimilarFile returns the file below a folder of a module whose path is the most similar to a path
// that is relative to the folder, with slashes. It returns "" if none is similar.
func SimilarFile(t *Tree, module *Module, folder, path string) string {
	if module.Known != nil {
		return ""
	}
	return t.folders.namesBelow(module.Path(folder)).index().Best(path)
}

// MayHaveFile reports whether a module has the file at a path relative to its folder, with slashes, or
// may have it where it is used. Code of another module of the same name, which Puppet never loads, means
// the files of its own module.
func (t *Tree) MayHaveFile(module *Module, relative string) bool {
	return t.HasFile(module, relative) || t.untracked.holds(module, relative) || shadowedHas(t, module.Name, relative)
}
