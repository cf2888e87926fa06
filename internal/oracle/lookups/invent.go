//go:build develop

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// levels are the possible levels of hierarchies, with files that the two hosts read or do not
// read.
var levels = []struct {
	text  string
	files []string
}{
	{"path: \"family/%{facts.os.family}.yaml\"", []string{"family/Debian.yaml", "family/RedHat.yaml", "family/Suse.yaml"}},
	{"path: \"kernel/%{facts.kernel}.yaml\"", []string{"kernel/Linux.yaml", "kernel/windows.yaml"}},
	{"path: \"os/%{facts.os.name}-%{facts.os.release.major}.yaml\"", []string{"os/Debian-12.yaml", "os/Debian-11.yaml", "os/RedHat-8.yaml"}},
	{"paths:\n      - \"more/%{facts.os.family}.yaml\"\n      - more/all.yaml", []string{"more/Debian.yaml", "more/all.yaml"}},
	{"glob: \"globbed/*.yaml\"", []string{"globbed/a.yaml", "globbed/b.yaml"}},
	{"path: \"none/%{facts.no_such_fact}.yaml\"", []string{"none/x.yaml"}},
	{"path: \"%{::os.family}/top.yaml\"", []string{"Debian/top.yaml", "RedHat/top.yaml"}},
	{"mapped_paths: [facts.processors.models, model, \"model/%{model}.yaml\"]", []string{"model/none.yaml"}},
	{"mapped_paths: [facts.os.release, part, \"part/%{part.0}-%{part.1}.yaml\"]", []string{"part/major-12.yaml", "part/full-12.5.yaml", "part/major-8.yaml"}},
	{"mapped_paths: [facts.kernel, name, \"mapped/%{name}.yaml\"]", []string{"mapped/Linux.yaml", "mapped/windows.yaml"}},
	{"mapped_paths: [facts.lists.services, service, \"services/%{service}.yaml\"]", []string{"services/api.yaml", "services/db.yaml", "services/web.yaml", "services/zoo.yaml"}},
	{"mapped_paths: [lists.sites, site, \"sites/%{site.name}-%{site.tags.0}.yaml\"]", []string{"sites/north-a.yaml", "sites/south-b.yaml", "sites/west-.yaml"}},
	{"mapped_paths: [\"::lists.ports\", port, \"ports/%{port.0}/%{port.1}/%{facts.kernel}.yaml\"]", []string{"ports/http/80/Linux.yaml", "ports/dns/53/Linux.yaml", "ports/dns/53/windows.yaml"}},
	{"mapped_paths: [facts.lists.sites.1.tags, tag, \"tags/%{tag}.yaml\"]", []string{"tags/a.yaml", "tags/b.yaml", "tags/c.yaml"}},
	{"mapped_paths: [facts.lists.single, kernel, \"one/%{kernel}%{::kernel}.yaml\"]", []string{"one/xLinux.yaml", "one/xx.yaml", "one/LinuxLinux.yaml"}},
	{"mapped_paths: [facts.lists.empty, none, \"empty/%{none}.yaml\"]", []string{"empty/x.yaml", "empty/.yaml"}},
	{"mapped_paths: [facts.lists.absent, none, \"absent/all.yaml\"]", []string{"absent/all.yaml"}},
	{"mapped_paths: [facts.lists.mixed, part, \"mixed/%{part}.yaml\"]", []string{"mixed/1.yaml", "mixed/true.yaml", "mixed/.yaml", "mixed/text.yaml"}},
	{"globs:\n      - \"globs/%{facts.os.family}/*.yaml\"\n      - \"globs/{x,y}.yaml\"", []string{"globs/Debian/one.yaml", "globs/RedHat/one.yaml", "globs/RedHat/two.yaml", "globs/x.yaml", "globs/z.yaml"}},
	{"datadir: \"more_%{facts.kernel}\"\n    path: own.yaml", []string{"../more_Linux/own.yaml", "own.yaml"}},
	{"data_hash: json_data\n    path: plain.json", nil},
	{"path: \"%{facts.os.family}-%{facts.'kernel'}.yaml\"", []string{"Debian-Linux.yaml", "RedHat-Linux.yaml", "Debian-.yaml"}},
	{"path: common.yaml", []string{"common.yaml"}},
}

// merges are entries of lookup_options.
var merges = []string{
	"merge: first", "merge: unique", "merge: hash", "merge: deep", "merge:\n      strategy: deep",
	"merge:\n      strategy: deep\n      knockout_prefix: '--'", "merge:\n      strategy: hash", "convert_to: Sensitive", "convert_to: Array", "merge: unique\n    convert_to: Array",
	"merge:\n      strategy: deep\n      merge_hash_arrays: true", "merge:\n      strategy: deep\n      sort_merged_arrays: true", "convert_to: [Array, true]", "convert_to: String",
	"merge:\n      strategy: unique", "merge: deep\n    convert_to: Hash", "merge:\n      strategy: hash\n    convert_to: Sensitive",
}

// inventor generates data.
type inventor struct {
	random *rand.Rand
	keys   []string
	// shapes are the kinds of the values of each key.
	shapes map[string]int
}

// invent returns the files of a control repository.
func invent(random *rand.Rand) map[string]string {
	files := map[string]string{
		"environment.conf":                  "modulepath = modules\n",
		"manifests/site.pp":                 "node default { }\n",
		"modules/site/manifests/init.pp":    "class site (String $x = 'd') { notify { $x: } }\n",
		"modules/other/manifests/init.pp":   "class other { }\n",
		"modules/other/data/unrelated.yaml": "other::x: 1\n",
	}
	shared := &inventor{random: random, shapes: map[string]int{}}
	for i := range 14 {
		shared.keys = append(shared.keys, fmt.Sprintf("key_%d", i))
	}
	for i := range 8 {
		shared.keys = append(shared.keys, fmt.Sprintf("site::p%d", i))
	}
	for i, key := range shared.keys {
		shared.shapes[key] = i % 4
	}
	shared.layer(files, "", shared.keys)
	shared.layer(files, "modules/site/", shared.keys[14:])
	return files
}

// layer generates the data of a layer: a hierarchy with its files.
func (n *inventor) layer(files map[string]string, folder string, keys []string) {
	var text strings.Builder
	text.WriteString("version: 5\nhierarchy:\n")
	used := n.random.Perm(len(levels))[:2+n.random.IntN(4)]
	for i, at := range used {
		fmt.Fprintf(&text, "  - name: level %d\n    %s\n", i, levels[at].text)
		for _, name := range levels[at].files {
			files[folder+"data/"+name] = n.file(keys, folder+name, i == len(used)-1)
		}
	}
	if folder != "" && n.random.IntN(3) == 0 {
		text.WriteString("default_hierarchy:\n  - name: fallback\n    path: fallback.yaml\n")
		files[folder+"data/fallback.yaml"] = n.file(keys, folder+"fallback", false)
	}
	files[folder+"hiera.yaml"] = text.String()
}

// file generates a data file, with lookup_options if withOptions is true and sometimes
// otherwise. Its values contain the name of the file.
func (n *inventor) file(keys []string, name string, withOptions bool) string {
	var text strings.Builder
	text.WriteString("---\n")
	for _, key := range keys {
		if n.random.IntN(2) == 0 {
			fmt.Fprintf(&text, "%s: %s\n", key, n.value(n.shapes[key], name, keys))
		}
	}
	if withOptions || n.random.IntN(4) == 0 {
		text.WriteString("lookup_options:\n")
		for _, key := range keys {
			if shape := n.shapes[key]; shape > 0 && n.random.IntN(2) == 0 {
				fmt.Fprintf(&text, "  %s:\n    %s\n", key, merges[n.random.IntN(len(merges))])
			}
		}
		if n.random.IntN(2) == 0 {
			fmt.Fprintf(&text, "  \"^%s.*[13]%s\":\n    %s\n", keys[0][:min(len(keys[0])-1, 6)], []string{"", "$"}[n.random.IntN(2)], merges[n.random.IntN(len(merges))])
		}
	}
	return text.String()
}

// value generates a value of a shape that contains the name of the file.
func (n *inventor) value(shape int, name string, keys []string) string {
	scalar := func() string {
		switch n.random.IntN(16) {
		case 0:
			return fmt.Sprint(n.random.IntN(100))
		case 1:
			return "true"
		case 2:
			return "'%{facts.os.family} in " + name + "'"
		case 3:
			return "\"%{lookup('" + keys[n.random.IntN(len(keys))] + "')}\""
		case 4:
			return "~"
		case 5:
			return "\"%{alias('" + keys[n.random.IntN(len(keys))] + "')}\""
		case 6:
			return "\"%{literal('%')}{x} and %{scope('facts.kernel')} in %{::kernel}\""
		case 7:
			return "\"%{lookup('" + keys[n.random.IntN(len(keys))] + ".shared')}\""
		case 8:
			return "\"<%{facts.no_such.part}%{hiera('" + keys[n.random.IntN(len(keys))] + "')}>\""
		case 9:
			return "\"%{facts.os.release.major}%{facts.os.release.'major'} %{no_such}\""
		}
		return "'of " + name + "'"
	}
	plain := func() string { return fmt.Sprintf("'%d of %s'", n.random.IntN(3), name) }
	switch shape {
	case 1:
		return "['shared', " + plain() + ", " + plain() + ", ['--shared', inner]]"
	case 2:
		return "{ shared: " + plain() + ", own_" + fmt.Sprint(n.random.IntN(4)) + ": " + plain() + ", inner: { a: " + plain() + ", b" + fmt.Sprint(n.random.IntN(3)) + ": 1 } }"
	case 3:
		return "{ list: ['x', " + plain() + "], '--own_1': 1 }"
	}
	return scalar()
}
