//go:build develop

package main

import (
	"os"
	"path/filepath"
	"strings"

	"puppet-lint/internal/source"
)

// tree is a shape of several files, with count elements of one kind, and the arguments of the
// command that reads them.
type tree struct {
	name      string
	count     int
	arguments []string
	files     func(count int) texts
}

// texts are the texts of files by their paths.
type texts map[string]string

// The commands that read trees.
var (
	checking = []string{"--no-config", "--format", "line", "."}
	listing  = []string{"unused", "--no-config", "--format", "json", "."}
)

// commands are the arguments of the commands other than check.
var commands = map[string]string{
	"format":  "format --no-config --check .",
	"search":  "search --no-config --format json notice($X) .",
	"graph":   "graph --no-config --format json --nodes all .",
	"unused":  "unused --no-config --format json .",
	"data":    "data --no-config --format json .",
	"report":  "report --no-config --format json .",
	"catalog": "catalog --no-config --format json a .",
	"upgrade": "upgrade --no-config --to puppet=9 --format json .",
	"infer":   "infer a/manifests/init.pp",
	"ast":     "ast a/manifests/init.pp",
	"server":  "server --check .",
	ofChanges: "impact --no-config --format json HEAD .",
}

// trees are the shapes of trees that were slow.
var trees = []tree{
	{"misspelt classes", 1500, checking, func(count int) texts {
		return texts{inModule: repeat(count, "", "class a::c%[1]d { }\n", "class a {\n") + repeat(count, "", "  include a::cx%[1]d\n", "}\n")}
	}},
	{"misspelt functions", 1500, checking, func(count int) texts {
		files := texts{inModule: repeat(count, "class a {\n", "  fnx%[1]d()\n", "}\n")}
		files.add("a/lib/puppet/functions/fn%[1]d.rb", "Puppet::Functions.create_function(:fn%[1]d) do\n  def fn%[1]d\n  end\nend\n", count)
		return files
	}},
	{"misspelt types", 1500, checking, func(count int) texts {
		return texts{inModule: repeat(count, "class a (\n", "  A::Tx%[1]d $p%[1]d,\n", ") { }\n")}.add("a/types/t%[1]d.pp", "type A::T%[1]d = String\n", count)
	}},
	{"misspelt classes in data", 1500, checking, func(count int) texts {
		return texts{
			inModule:             repeat(count, "class a { }\n", "class a::c%[1]d { }\n", ""),
			"a/hiera.yaml":       hierarchy,
			"a/data/common.yaml": repeat(count, "", "a::cx%[1]d::x: 1\n", ""),
		}
	}},
	{"misspelt variables of a template", 1500, checking, func(count int) texts {
		return texts{
			inModule:              repeat(count, "class a {\n", "  $p%[1]d = 1\n", "  notice(epp('a/x.epp'), template('a/x.erb'))\n}\n"),
			"a/templates/x.erb":   repeat(count, "", "<%%= @px%[1]d %%>\n", ""),
			"a/templates/x.epp":   repeat(count, "<%- |\n", "  $q%[1]d,\n", "| -%>\n") + repeat(count, "", "<%%= $qx%[1]d %%>\n", ""),
			"a/templates/nix.epp": repeat(count, "", "<%%= $a::qx%[1]d %%>\n", ""),
		}
	}},
	{"comments and escapes of a template", 15000, checking, func(count int) texts {
		return texts{
			inModule:            "class a {\n  notice(epp('a/x.epp'), template('a/x.erb'))\n}\n",
			"a/templates/x.epp": strings.Repeat("<%% x %%> <%# a comment %>", count),
			"a/templates/x.erb": strings.Repeat("<%% x %%> <%# a comment %>", count),
		}
	}},
	{"misspelt plans", 1500, checking, func(count int) texts {
		return texts{"a/plans/init.pp": repeat(count, "plan a() {\n", "  run_plan('a::px%[1]d')\n  run_task('a::tx%[1]d', 'x')\n", "}\n")}.
			add("a/plans/p%[1]d.pp", "plan a::p%[1]d() { }\n", count).add("a/tasks/t%[1]d.sh", "x\n", count)
	}},
	{"tasks", 500, checking, func(count int) texts {
		return texts{inModule: "class a { }\n"}.add("a/tasks/t%[1]d.sh", "#!/bin/sh\n", count).add("a/tasks/t%[1]d.json", "{\"description\": \"x\", \"files\": [\"a/files/x\"], \"implementations\": [{\"name\": \"t%[1]d.sh\"}]}\n", count)
	}},
	{"data files of nodes and keys", 30, checking, func(count int) texts { return nodeData(count, 50) }},
	{"overloads", 300, checking, func(count int) texts {
		return texts{
			inModule: repeat(count, "class a {\n", "  overloaded([%[1]d])\n", "}\n"),
			"a/lib/puppet/functions/overloaded.rb": repeat(count, "Puppet::Functions.create_function(:overloaded) do\n",
				"  dispatch :m%[1]d do\n    param 'Array[Integer[%[1]d, %[1]d]]', :x\n  end\n  def m%[1]d(x)\n  end\n", "end\n"),
		}
	}},
	{"unused parameters with comments", 1500, listing, text("documented parameters")},
	{"unused files", 1500, listing, func(count int) texts {
		return texts{inModule: repeat(count, "class a {\n", "  file { '/%[1]d': source => 'puppet:///modules/a/tx%[1]d' }\n", "}\n")}.add("a/files/t%[1]d", "x\n", count)
	}},
	{"unused defined types", 3000, listing, text("defined types")},
	{"titles of a type that includes them", 6000, listing, func(count int) texts {
		return texts{inModule: repeat(count, "define a::d ($p = $title, $q = $p) { include $p, $q }\nclass a {\n", "  a::d { 't%[1]d': }\n  a::d { 'u%[1]d': p => 'a::c%[1]d' }\n", "}\n")}
	}},
	{"classes that include two alike", 500, checking, func(count int) texts {
		resources := repeat(count, "", "  file { '/%[1]d': }\n", "}\n")
		return texts{inModule: "class a::x {\n" + resources + "class a::y {\n" + resources + repeat(count, "", "class a::c%[1]d { include a::x\n include a::y }\n", "")}
	}},
	{"collectors in a catalog", 1500, strings.Fields(commands["catalog"]), text("collectors")},
	{"a line to format", 400, strings.Fields(commands["format"]), func(count int) texts {
		return texts{inModule: repeat(count, "class a { $x = {}", " + { k%[1]d => 1 }", " }\n") + repeat(10*count, "class b {\n", "  notice(%[1]d)\n", "}\n")}
	}},
	{"misspelt members of an enum", 6000, checking, func(count int) texts {
		return texts{inModule: repeat(count, "define a::d(Enum[", "'e%[1]d', ", "'x'] $p) { }\nclass a {\n") + repeat(count, "", "  a::d { 't%[1]d': p => 'ex%[1]d' }\n", "}\n")}
	}},
	{"keys of data", 3000, checking, func(count int) texts { return nodeData(1, count) }},
	{"classes that read parameters of the next", 1000, checking, module(within("class a { }\n", "class a::c%[1]d($p = $a::c%[2]d::p) { include a::c%[2]d }\n", ""))},
}

// otherTrees are other shapes of trees, which -broad measures.
var otherTrees = []tree{
	{"misspelt resource types", 2000, checking, module(class("", "  flie%[1]d { 'a': }\n"))},
	{"misspelt defined types", 1500, checking, func(count int) texts {
		return texts{inModule: repeat(count, "", "define a::c%[1]d { }\n", "class a {\n") + repeat(count, "", "  a::cx%[1]d { 'x': }\n", "}\n")}
	}},
	{"misspelt parameters", 1500, checking, func(count int) texts {
		return texts{inModule: repeat(count, "define a::d(\n", "  $p%[1]d = 1,\n", ") { }\n") + repeat(count, "class a {\n  a::d { 'x':\n", "  px%[1]d => 1,\n", "  }\n}\n")}
	}},
	{"misspelt variables", 1500, checking, func(count int) texts {
		return texts{inModule: repeat(count, "class a {\n", "  $p%[1]d = 1\n", "") + repeat(count, "", "  notice($px%[1]d)\n", "}\n")}
	}},
	{"misspelt variables of another class", 1500, checking, func(count int) texts {
		return texts{inModule: repeat(count, "class a {\n include a::b\n", "  notice($a::b::px%[1]d)\n", "}\n"), "a/manifests/b.pp": repeat(count, "class a::b {\n", "  $p%[1]d = 1\n", "}\n")}
	}},
	{"misspelt facts", 1500, checking, func(count int) texts {
		return texts{inModule: repeat(count, "class a {\n", "  notice($facts['factx%[1]d'])\n", "}\n")}.add("a/lib/facter/fact%[1]d.rb", "Facter.add(:fact%[1]d) { setcode { 'a' } }\n", count)
	}},
	{"misspelt legacy facts", 1500, checking, func(count int) texts {
		return texts{inModule: repeat(count, "class a {\n", "  notice($factx%[1]d)\n  notice($::factx%[1]d)", "}\n")}.add("a/lib/facter/fact%[1]d.rb", "Facter.add(:fact%[1]d) { setcode { 'a' } }\n", count)
	}},
	{"misspelt keys of data", 1500, checking, func(count int) texts {
		return texts{
			inModule:             repeat(count, "class a (\n", "  $p%[1]d,\n", ") { }\n"),
			"a/hiera.yaml":       hierarchy,
			"a/data/common.yaml": repeat(count, "", "a::px%[1]d: 1\n", ""),
		}
	}},
	{"misspelt lookups", 1500, checking, func(count int) texts {
		return texts{
			inModule:             repeat(count, "class a {\n", "  notice(lookup('a::kx%[1]d'))\n", "}\n"),
			"a/hiera.yaml":       hierarchy,
			"a/data/common.yaml": repeat(count, "", "a::k%[1]d: 1\n", ""),
		}
	}},
	{"misspelt interpolations of data", 1500, checking, func(count int) texts {
		return texts{
			inModule:             "class a { }\n",
			"a/hiera.yaml":       hierarchy,
			"a/data/common.yaml": repeat(count, "", "a::k%[1]d: \"%%{lookup('a::kx%[1]d')} %%{alias('a::kx%[1]d')} %%{facts.os.famly%[1]d} %%{fact%[1]d}\"\n", ""),
		}
	}},
	{"misspelt parameters of a template", 1500, checking, func(count int) texts {
		return texts{
			inModule:            repeat(count, "class a {\n  notice(epp('a/x.epp', {\n", "  px%[1]d => 1,\n", "  }))\n}\n"),
			"a/templates/x.epp": repeat(count, "<%- |\n", "  $q%[1]d,\n", "| -%>\n") + repeat(count, "", "<%%= $q%[1]d %%>\n", ""),
		}
	}},
	{"misspelt templates", 1500, checking, func(count int) texts {
		return texts{inModule: repeat(count, "class a {\n", "  notice(template('a/tx%[1]d.erb'))\n", "}\n")}.add("a/templates/t%[1]d.erb", "x\n", count)
	}},
	{"misspelt files", 1500, checking, func(count int) texts {
		return texts{inModule: repeat(count, "class a {\n", "  file { '/%[1]d': source => 'puppet:///modules/a/tx%[1]d' }\n", "}\n")}.add("a/files/t%[1]d", "x\n", count)
	}},
	{"misspelt parents", 1500, checking, func(count int) texts {
		return texts{inModule: repeat(count, "class a { }\n", "class a::c%[1]d inherits a::cx%[1]d { }\n", "")}
	}},
	{"misspelt resources", 1500, checking, func(count int) texts {
		return texts{inModule: repeat(count, "class a {\n", "  package { 'p%[1]d': }\n  service { 's%[1]d': require => Package['px%[1]d'] }\n", "}\n")}
	}},
	{"misspelt documented parameters", 1500, checking, func(count int) texts {
		return texts{inModule: repeat(count, "# A class.\n", "# @param px%[1]d x\n", "class a (\n") + repeat(count, "", "  $p%[1]d,\n", ") { }\n")}
	}},
	{"data files of nodes", 1000, checking, func(count int) texts { return nodeData(count, 1) }},
	{"levels of data", 200, checking, func(count int) texts { return levels(count) }},
	{"files of classes", 1000, checking, func(count int) texts {
		return texts{inModule: "class a { }\n"}.add("a/manifests/c%[1]d.pp", "class a::c%[1]d { include a::c%[2]d }\n", count)
	}},
	{"files of defined types", 1000, checking, func(count int) texts {
		return texts{inModule: "class a { }\n"}.add("a/manifests/c%[1]d.pp", "define a::c%[1]d($x) { a::c%[2]d { $title: x => $x } }\n", count)
	}},
	{"files of functions", 1000, checking, func(count int) texts {
		return texts{inModule: "class a { }\n"}.add("a/functions/c%[1]d.pp", "function a::c%[1]d($x) { a::c%[2]d($x) }\n", count)
	}},
	{"functions in Ruby", 1000, checking, func(count int) texts {
		return texts{inModule: repeat(count, "class a {\n", "  notice(a::f%[1]d(1))\n", "}\n")}.
			add("a/lib/puppet/functions/a/f%[1]d.rb", "Puppet::Functions.create_function(:'a::f%[1]d') do\n  dispatch :m do\n    param 'Integer', :x\n  end\n  def m(x)\n    call_function('a::f%[2]d', x)\n  end\nend\n", count)
	}},
	{"resource types in Ruby", 1000, checking, func(count int) texts {
		return texts{inModule: repeat(count, "class a {\n", "  t%[1]d { 'x': y => 1 }\n", "}\n")}.
			add("a/lib/puppet/type/t%[1]d.rb", "Puppet::Type.newtype(:t%[1]d) do\n  newparam(:name)\n  newproperty(:y)\nend\n", count).
			add("a/lib/puppet/provider/t%[1]d/x.rb", "Puppet::Type.type(:t%[1]d).provide(:x) do\nend\n", count)
	}},
	{"properties in Ruby", 1000, checking, func(count int) texts {
		return texts{
			inModule:                 repeat(count, "class a {\n  t { 'x':\n", "    p%[1]d => 1,\n", "  }\n}\n"),
			"a/lib/puppet/type/t.rb": repeat(count, "Puppet::Type.newtype(:t) do\n  newparam(:name)\n", "  newproperty(:p%[1]d) do\n    newvalues(:a, :b)\n  end\n", "end\n"),
		}
	}},
	{"templates", 1000, checking, func(count int) texts {
		return texts{inModule: repeat(count, "class a {\n  $x = 1\n", "  notice(template('a/t%[1]d.erb'), epp('a/t%[1]d.epp', { x => 1 }))\n", "}\n")}.
			add("a/templates/t%[1]d.erb", "<%%= @x %%>\n", count).add("a/templates/t%[1]d.epp", "<%%- | $x | -%%>\n<%%= $x %%>\n", count)
	}},
	{"a template of many", 1000, checking, func(count int) texts {
		return texts{inModule: "class a { }\n", "a/templates/x.erb": "<%= @x %> <%= @y %> <%= scope['a::c1::x'] %>\n"}.
			add("a/manifests/c%[1]d.pp", "class a::c%[1]d { $x = %[1]d\n notice(template('a/x.erb')) }\n", count)
	}},
	{"files of aliases", 1000, checking, func(count int) texts {
		return texts{inModule: "class a { }\n"}.add("a/types/t%[1]d.pp", "type A::T%[1]d = Variant[A::T%[2]d, Integer[%[1]d, %[1]d]]\n", count)
	}},
	{"modules", 300, checking, func(count int) texts {
		return texts{inModule: "class a { }\n"}.
			add("m%[1]d/metadata.json", `{"name": "x-m%[1]d", "version": "1.0.0", "author": "x", "license": "MIT", "summary": "x", "source": "x", "dependencies": [{"name": "x/m%[2]d", "version_requirement": ">= 1.0.0"}]}`, count).
			add("m%[1]d/manifests/init.pp", "class m%[1]d { include m%[2]d\n include n%[1]d }\n", count)
	}},
	{"dependencies", 500, checking, func(count int) texts {
		return texts{inModule: repeat(count, "class a {\n", "  include m%[1]d\n", "}\n"),
			"a/metadata.json": repeat(count, strings.Split(metadata, "{ \"name\": \"puppetlabs/stdlib\"")[0], `{"name": "x/m%[1]d", "version_requirement": ">= 1.0.0"},`, `{"name": "puppetlabs/stdlib", "version_requirement": ">= 9.0.0 < 10.0.0"}]}`)}.
			add("m%[1]d/manifests/init.pp", "class m%[1]d { }\n", count)
	}},
	{"Puppetfile", 2000, checking, func(count int) texts {
		return texts{"manifests/site.pp": "node default { }\n", "environment.conf": "modulepath = modules\n", "Puppetfile": repeat(count, "", "mod 'x/m%[1]d', '1.0.0'\n", "")}
	}},
	{"nodes and classes", 1000, checking, func(count int) texts {
		return texts{"environment.conf": "modulepath = modules\n",
			"manifests/site.pp": repeat(count, "", "node 'n%[1]d' { include a::c%[1]d }\nnode /^x%[1]d/ { include a::c%[2]d }\n", "")}.
			add("modules/a/manifests/c%[1]d.pp", "class a::c%[1]d { $x = 1\n file { '/a': ensure => file } }\n", count)
	}},
	{"a class of many", 2000, checking, func(count int) texts {
		return texts{inModule: "class a($p = 1) { $x = $p\n file { '/a': } }\n"}.add("a/manifests/c%[1]d.pp", "class a::c%[1]d { include a\n notice($a::x, $a::p)\n File['/a'] -> notify { 'x': } }\n", count)
	}},
	{"a defined type of many", 2000, checking, func(count int) texts {
		return texts{inModule: "define a($p = 1) { $x = $p\n file { $title: } }\n"}.add("a/manifests/c%[1]d.pp", "class a::c%[1]d { a { 'x%[1]d': p => %[1]d } }\n", count)
	}},
	{"a function of many", 2000, checking, func(count int) texts {
		return texts{"a/functions/f.pp": "function a::f($p) { if $p =~ Integer { $p + 1 } else { $p } }\n"}.add("a/manifests/c%[1]d.pp", "class a::c%[1]d { notice(a::f(%[1]d)) }\n", count)
	}},
	{"declarations of one class", 1000, checking, func(count int) texts {
		return texts{inModule: "class a($p = 1) { }\n"}.add("a/manifests/c%[1]d.pp", "class a::c%[1]d { class { 'a': p => %[1]d } }\n", count)
	}},
	{"resources of many classes", 1000, checking, func(count int) texts {
		return texts{inModule: repeat(count, "class a {\n", "  include a::c%[1]d\n", "}\n")}.add("a/manifests/c%[1]d.pp", "class a::c%[1]d { file { '/%[1]d': require => File['/%[2]d'] }\n file { '/same': } }\n", count)
	}},
	{"rings of classes", 10000, checking, module(within("class a { }\n", "class a::c%[1]d { include a::d%[1]d }\nclass a::d%[1]d { include a::c%[1]d }\n", ""))},
	{"a ring of classes", 5000, checking, module(within("class a { include a::c1 }\nclass a::c0 { include a }\n", "class a::c%[1]d { include a::c%[2]d\n require a }\n", ""))},
	{"folders", 300, checking, func(count int) texts {
		return texts{inModule: "class a { }\n"}.add("a/manifests/d%[1]d/c.pp", "class a::d%[1]d::c { include a::d%[2]d::c }\n", count)
	}},
	{"nested folders", 100, checking, func(count int) texts {
		return texts{inModule: "class a { }\n", "a/manifests/" + strings.Repeat("b/", count) + "c.pp": "class a" + strings.Repeat("::b", count) + "::c { include a }\n"}
	}},
	{"patterns of .gitignore", 500, checking, func(count int) texts {
		return texts{inModule: "class a { }\n", ".gitignore": repeat(count, "", "**/x%[1]d/*.y\n!z%[1]d\n", "")}.add("a/manifests/c%[1]d.pp", "class a::c%[1]d { }\n", count)
	}},
	{"locales", 1000, checking, func(count int) texts {
		return texts{inModule: "class a { }\n"}.add("a/examples/e%[1]d.pp", "include a\n", count).add("a/spec/classes/c%[1]d_spec.rb", "describe 'a' do\nend\n", count)
	}},
	{"a lookup of many", 1500, checking, func(count int) texts {
		return texts{
			"a/hiera.yaml":       hierarchy,
			"a/data/common.yaml": repeat(count, "a::k: 1\n", "a::k%[1]d: \"%%{lookup('a::k')}\"\n", ""),
			"a/manifests/x.pp":   repeat(count, "class a::x {\n", "  notice(lookup('a::k'), lookup('a::k%[1]d'))\n", "}\n"),
		}
	}},
	{"a chain of lookups", 1500, checking, func(count int) texts {
		return texts{
			"a/hiera.yaml":       hierarchy,
			"a/data/common.yaml": repeat(count, "a::k0: 1\n", "a::k%[1]d: \"%%{lookup('a::k%[2]d')}\"\n", ""),
			"a/manifests/x.pp":   repeat(count, "class a::x {\n", "  notice(lookup('a::k%[1]d'))\n", "}\n"),
		}
	}},
	{"an anchor of many", 2000, checking, func(count int) texts {
		return texts{"a/hiera.yaml": hierarchy, "a/data/common.yaml": repeat(count, "a::k: &k [a, b]\n", "a::k%[1]d: *k\n", "")}
	}},
	{"nested data", 500, checking, func(count int) texts {
		return texts{"a/hiera.yaml": hierarchy, "a/data/common.yaml": "a::k: " + strings.Repeat("{a: [", count) + strings.Repeat("]}", count) + "\n"}
	}},
}

// hierarchy is a hiera.yaml with data of nodes and common data.
const hierarchy = "version: 5\nhierarchy:\n  - name: Nodes\n    path: \"nodes/%{trusted.certname}.yaml\"\n  - name: Common\n    path: common.yaml\n"

// nodeData returns a control repository with data of nodes.
func nodeData(nodes, keys int) texts {
	files := texts{
		"environment.conf":                  "modulepath = modules\n",
		"hiera.yaml":                        hierarchy,
		"manifests/site.pp":                 "node default { include profile }\n",
		"data/common.yaml":                  repeat(keys, "", "profile::k%[1]d: 1\n", ""),
		"modules/profile/manifests/init.pp": repeat(keys, "class profile (\n", "  Integer $k%[1]d = 1,\n", ") { }\n"),
	}
	files.add("data/nodes/n%[1]d.yaml", repeat(keys, "", "profile::k%[1]d: 'x'\n", ""), nodes)
	return files
}

// levels returns a control repository whose hierarchy has many levels.
func levels(count int) texts {
	files := texts{
		"environment.conf":                  "modulepath = modules\n",
		"hiera.yaml":                        repeat(count, "version: 5\nhierarchy:\n", "  - name: L%[1]d\n    paths: [\"l%[1]d/%%{facts.os.name}.yaml\", \"l%[1]d.yaml\"]\n", ""),
		"manifests/site.pp":                 "node default { include profile }\n",
		"modules/profile/manifests/init.pp": "class profile (\n  Integer $k = 1,\n) { notice(lookup('a')) }\n",
	}
	files.add("data/l%[1]d.yaml", "profile::k: %[1]d\na: %[1]d\nprofile::x%[1]d: 1\n", count)
	return files.add("data/l%[1]d/Debian.yaml", "profile::k: %[1]d\na: %[1]d\n", count)
}

// add adds files, with their number in path and text as in within.
func (t texts) add(path, text string, count int) texts {
	for i := range count {
		t[fill(path, i+1)] = fill(text, i+1)
	}
	return t
}

// text returns a module with one of the shapes as its manifest.
func text(name string) func(count int) texts {
	for _, one := range shapes {
		if one.name == name {
			return module(one.text)
		}
	}
	panic("no shape is called " + name)
}

// module returns a module with one manifest.
func module(text func(int) string) func(int) texts {
	return func(count int) texts { return texts{inModule: text(count)} }
}

// write replaces the contents of a folder, other than what is committed, by the files, with the
// metadata of the module if they have none.
func (t texts) write(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Name() == repository {
			continue
		}
		if err := os.RemoveAll(filepath.Join(folder, entry.Name())); err != nil {
			return err
		}
	}
	if _, has := t[inMetadata]; !has {
		t[inMetadata] = metadata
	}
	for path, text := range t {
		path = filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// size is the number of bytes in all files.
func (t texts) size() (sum int) {
	for _, text := range t {
		sum += len(text)
	}
	return sum
}

// isReadable reports whether no file is larger than what the program reads.
func (t texts) isReadable() bool {
	for _, text := range t {
		if len(text) > source.MaxFileSize {
			return false
		}
	}
	return true
}
