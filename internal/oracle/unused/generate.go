//go:build develop

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator generates a control repository: roles, profiles, defined types, functions, aliases,
// templates, files and data, some of which use each other.
type generator struct {
	random *rand.Rand
	files  map[string]string
	// The names of each kind that later definitions may use.
	functions, aliases, defines, profiles, templates []string
	common, zone                                     strings.Builder
}

// generate returns the files of a control repository, and the classes of its nodes.
func generate(seed uint64) (files map[string]string, roles []string) {
	g := &generator{random: rand.New(rand.NewPCG(seed, 7)), files: map[string]string{
		"environment.conf": "modulepath = site\n",
		"hiera.yaml":       "version: 5\nhierarchy:\n  - name: zone\n    path: \"zones/%{facts.kernel}.yaml\"\n  - name: none\n    path: none.yaml\n  - name: common\n    path: common.yaml\n",
	}}
	for i := range 12 {
		g.function(i)
		g.alias(i)
		g.template(i)
	}
	for i := range 14 {
		g.define(i)
	}
	for i := range 30 {
		g.profile(i)
	}
	for i := range 6 {
		name := fmt.Sprintf("role::r%d", i)
		var body strings.Builder
		for range 2 {
			fmt.Fprintf(&body, "  include %s\n", g.pick(g.profiles))
		}
		if g.chance(2) {
			fmt.Fprintf(&body, "  ['%d', '%d'].each |$x| { include \"profile::p${x}\" }\n", g.random.IntN(30), g.random.IntN(30))
		}
		g.files[fmt.Sprintf("site/role/manifests/r%d.pp", i)] = fmt.Sprintf("class %s {\n%s}\n", name, &body)
		if i < 3 {
			roles = append(roles, name)
		}
	}
	fmt.Fprintf(&g.common, "classes:\n  - %s\n  - %s\n", roles[0], roles[1])
	g.common.WriteString("lookup_options:\n  classes: {merge: unique}\n  profile::gone::x: {merge: deep}\n  '^profile::q\\d+::': {merge: hash}\n")
	for i := range 6 {
		fmt.Fprintf(&g.common, "  loose_%d: {merge: unique}\n", i)
	}
	for i := range 6 {
		fmt.Fprintf(&g.common, "loose_%d: [1, 2]\n", i)
	}
	g.files["data/common.yaml"] = g.common.String()
	g.files["data/zones/Linux.yaml"] = "---\n" + g.zone.String()
	g.files["manifests/site.pp"] = "lookup('classes', Array[String], 'unique').include\ninclude " + roles[2] + "\n"
	return g.files, roles
}

func (g *generator) chance(of int) bool { return g.random.IntN(of) == 0 }

func (g *generator) pick(from []string) string { return from[g.random.IntN(len(from))] }

func (g *generator) function(i int) {
	name := fmt.Sprintf("profile::f%d", i)
	body := "$x"
	if len(g.functions) > 0 && g.chance(2) {
		body = g.pick(g.functions) + "($x)"
	}
	if g.chance(4) {
		g.files[fmt.Sprintf("site/profile/lib/puppet/functions/profile/f%d.rb", i)] =
			fmt.Sprintf("Puppet::Functions.create_function(:'%s') do\n  def %s(x)\n    x\n  end\nend\n", name, fmt.Sprintf("f%d", i))
	} else {
		g.files[fmt.Sprintf("site/profile/functions/f%d.pp", i)] = fmt.Sprintf("# A function.\nfunction %s($x) { %s }\n", name, body)
	}
	g.functions = append(g.functions, name)
}

func (g *generator) alias(i int) {
	name, of := fmt.Sprintf("Profile::T%d", i), "String[1]"
	if len(g.aliases) > 0 && g.chance(2) {
		of = "Variant[Integer, " + g.pick(g.aliases) + "]"
	}
	g.files[fmt.Sprintf("site/profile/types/t%d.pp", i)] = fmt.Sprintf("type %s = %s\n", name, of)
	g.aliases = append(g.aliases, name)
}

func (g *generator) template(i int) {
	name := fmt.Sprintf("profile/t%d.epp", i)
	text := "hello\n"
	if g.chance(2) {
		text = "<%= " + g.pick(g.functions) + "('x') %>\n"
	}
	g.files["site/profile/templates/"+strings.TrimPrefix(name, "profile/")] = text
	g.templates = append(g.templates, name)
}

// parameters returns the parameters of a definition. The first one is read.
func (g *generator) parameters() string {
	list := fmt.Sprintf("  %s $used = 'a',\n", g.pick(g.aliases))
	if g.chance(2) {
		list += "  String $spare = 'b',\n"
	}
	return list
}

func (g *generator) body(title string) string {
	var body strings.Builder
	fmt.Fprintf(&body, "  notify { \"%s ${used}\": }\n", title)
	if g.chance(2) {
		fmt.Fprintf(&body, "  notify { \"%s f\": message => %s('x') }\n", title, g.pick(g.functions))
	}
	if g.chance(2) {
		fmt.Fprintf(&body, "  file { \"/tmp/%s\": content => epp('%s') }\n", title, g.pick(g.templates))
	}
	if len(g.defines) > 0 && g.chance(2) {
		fmt.Fprintf(&body, "  %s { \"%s\": }\n", g.pick(g.defines), title)
	}
	return body.String()
}

func (g *generator) define(i int) {
	name := fmt.Sprintf("profile::d%d", i)
	g.files[fmt.Sprintf("site/profile/manifests/d%d.pp", i)] = fmt.Sprintf("# A defined type.\n#\n# @param used What is read.\ndefine %s (\n%s) {\n%s}\n", name, g.parameters(), g.body(fmt.Sprintf("d%d ${title}", i)))
	g.defines = append(g.defines, name)
}

func (g *generator) profile(i int) {
	name := fmt.Sprintf("profile::p%d", i)
	body := g.body(fmt.Sprintf("p%d", i))
	switch {
	case len(g.profiles) > 0 && g.chance(3):
		body += "  include " + g.pick(g.profiles) + "\n"
	case g.chance(4):
		body += fmt.Sprintf("  create_resources('%s', lookup('made_%d', Hash, 'deep', {}))\n", g.pick(g.defines), i)
		fmt.Fprintf(&g.common, "made_%d:\n  one%d: {}\n", i, i)
	case g.chance(3):
		g.files[fmt.Sprintf("site/profile/files/s%d", i)] = "text\n"
		body += fmt.Sprintf("  file { '/srv/p%d': source => 'puppet:///modules/profile/s%d' }\n", i, g.random.IntN(i+1))
	}
	if g.chance(3) {
		fmt.Fprintf(&g.zone, "%s::used: \"%%{lookup('word_%d')}\"\n", name, i)
		fmt.Fprintf(&g.common, "word_%d: w\n", i)
	}
	g.files[fmt.Sprintf("site/profile/manifests/p%d.pp", i)] = fmt.Sprintf("# A profile.\nclass %s (\n%s) {\n%s}\n", name, g.parameters(), body)
	g.profiles = append(g.profiles, name)
}
