package module

import (
	"slices"
	"strings"
	"sync"

	"puppet-lint/module/known"
)

// What a repository lacks, but says to be elsewhere.

// draftEndings follow the name of a file that somebody copies and fills in, such as the manifest
// params.pp.template of one with passwords, which is not in the repository.
var draftEndings = []string{".template", ".tmpl", ".tpl", ".example", ".sample", ".dist", ".default", ".in", ".erb", ".j2", ".gpg", ".enc"}

// hasDraft reports whether a module has a draft of the file in which a name would be defined.
func (t *Tree) hasDraft(module *Module, kind Kind, name string) bool {
	candidates := []string{candidate(kind, name)}
	if kind == Class || kind == DefinedType {
		candidates = manifestCandidates(name)
	}
	return slices.ContainsFunc(candidates, func(relative string) bool {
		return relative != "" && slices.ContainsFunc(draftEndings, func(ending string) bool { return t.exists(module, relative+ending) })
	})
}

// draftedNames returns the name of the class or defined type of which a file is a draft, if it is one.
func draftedNames(module *Module, relative string) []string {
	inManifests, isManifest := strings.CutPrefix(relative, "manifests/")
	name, _, isDraft := strings.Cut(inManifests, ".pp.")
	if module == nil || !isManifest || !isDraft {
		return nil
	}
	return []string{module.Name + "::" + strings.ReplaceAll(name, "/", "::")}
}

// vagrantsOwn reports whether Vagrant may apply a manifest of a module itself, by the names that it
// uses without being told others. Puppet does not load the manifest by a name then.
func (t *Tree) vagrantsOwn(module *Module, relative string) bool {
	return (relative == "manifests/default.pp" || relative == "manifests/site.pp") && module.Known == nil && t.exists(module, vagrantfile)
}

// AbsentOwnerOf returns a widely used module that has the resource type, if the tree has no such
// module, and "" otherwise. Metadata often leave out a module that only some users need.
func (t *Tree) AbsentOwnerOf(name string) string {
	owners := typeOwners()[name]
	if strings.HasPrefix(name, "dsc_") {
		owners = []string{"dsc"}
	}
	if len(owners) == 0 || slices.ContainsFunc(owners, func(owner string) bool { return t.byName[owner] != nil }) {
		return ""
	}
	return owners[0]
}

// typeOwners returns the modules that have a resource type, by its name: those of the embedded
// index, and some that are too old for it, but are used in much code.
var typeOwners = sync.OnceValue(func() map[string][]string {
	owners := map[string][]string{
		"shellvar": {"augeasproviders_shellvar"}, "pam": {"augeasproviders_pam"}, "mounttab": {"augeasproviders_mounttab"},
		"syslog": {"augeasproviders_syslog"}, "kernel_parameter": {"augeasproviders_grub"}, "grub_config": {"augeasproviders_grub"},
		"puppet_auth": {"augeasproviders_puppet"}, "pg_hba": {"augeasproviders_postgresql"}, "apache_directive": {"augeasproviders_apache"},
		"package_use": {"portage"}, "package_keywords": {"portage"}, "package_mask": {"portage"}, "package_unmask": {"portage"},
		"java_ks": {"java_ks"}, "nova_config": {"nova"}, "neutron_config": {"neutron"}, "keystone_config": {"keystone"},
		"glance_api_config": {"glance"}, "cinder_config": {"cinder"}, "heat_config": {"heat"}, "ec2_instance": {"aws"},
		"rvm_gem": {"rvm"}, "rvm_gemset": {"rvm"}, "rvm_system_ruby": {"rvm"}, "rbenvgem": {"rbenv"},
	}
	index := known.Embedded()
	for _, module := range index.Modules() {
		for _, name := range module.ResourceTypes {
			owners[name] = append(owners[name], module.Name)
		}
	}
	return owners
})
