package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// impactTree is a control repository before the change.
var impactTree = map[string]string{
	"environment.conf":                       "modulepath = modules\n",
	"hiera.yaml":                             "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
	"data/common.yaml":                       "profile::web::port: 80\nprofile::db::size: 1\n",
	"manifests/site.pp":                      "node 'web1.example.org' { include role::web }\nnode 'db1.example.org' { include profile::db }\n",
	"modules/role/manifests/web.pp":          "class role::web {\n  include profile::web\n}\n",
	"modules/profile/manifests/web.pp":       "class profile::web (Integer $port) {\n  file { '/etc/web': content => epp('profile/web.epp', { 'port' => $port }) }\n  profile::site { 'a': }\n}\n",
	"modules/profile/manifests/db.pp":        "class profile::db (Integer $size) {\n  notify { \"size ${size}\": }\n}\n",
	"modules/profile/manifests/site.pp":      "define profile::site {\n  file { \"/srv/${title}\": ensure => directory }\n}\n",
	"modules/profile/manifests/old.pp":       "class profile::old {\n  include profile::db\n}\n",
	"modules/profile/templates/web.epp":      "<%- | Integer $port | -%>\nport <%= $port %>\n",
	"modules/profile/manifests/vague.pp":     "class profile::vague {\n  file { '/etc/vague': content => template('profile/vague.erb') }\n  if $facts['kernel'] == 'windows' {\n    notify { 'windows': }\n  }\n}\n",
	"modules/profile/templates/vague.erb":    "<%= Time.now %>\n",
	"facts.json":                             "{\"kernel\": \"Linux\"}\n",
	"modules/profile/facts.d/place.txt":      "zone=a\nrack=1\n",
	"modules/profile/manifests/zoned.pp":     "class profile::zoned {\n  notify { \"zone ${facts['zone']}\": }\n}\n",
	"modules/profile/manifests/app.pp":       "class profile::app {\n  contain profile::config\n  file { '/app': }\n  notify { 'ready': require => Class['profile::app'] }\n}\n",
	"modules/profile/manifests/config.pp":    "class profile::config {\n  notify { 'config': }\n}\n",
	"modules/profile/manifests/unrelated.pp": "class profile::unrelated {\n  notify { 'x': }\n}\n",
}

// TestImpact makes all kinds of changes to a control repository, one after the other.
func TestImpact(t *testing.T) {
	start := newRepository(t)
	for name, text := range impactTree {
		start.write(name, text)
	}
	start.commit("start")
	initial := contentsOf(t, start.top)
	for _, test := range []struct {
		name   string
		change func(r *repository)
		flags  []string
	}{
		{"nothing", func(*repository) {}, nil},
		{"external", func(r *repository) { r.write("modules/profile/facts.d/place.txt", "zone=b\nrack=1\n") }, []string{"--facts", "facts.json"}},
		{"uncontained", func(r *repository) {
			r.write("modules/profile/manifests/app.pp", "class profile::app {\n  include profile::config\n  file { '/app': }\n  Class['profile::app'] -> notify { 'ready': }\n}\n")
		}, []string{"--format", "text", "--format", "json"}},
		{"cycle", func(r *repository) {
			r.write("modules/profile/manifests/app.pp", "class profile::app {\n  contain profile::config\n  file { '/app': require => Notify['ready'] }\n  notify { 'ready': require => Class['profile::app'] }\n}\n")
		}, nil},
		{"data", func(r *repository) {
			r.write("data/common.yaml", "profile::web::port: 8080\nprofile::db::size: 1\n")
		}, nil},
		{"emptied", func(r *repository) { r.write("data/common.yaml", "") }, nil},
		{"unreadable", func(r *repository) { r.write("data/common.yaml", "profile::web::port: [80\n") }, nil},
		{"define", func(r *repository) {
			r.write("modules/profile/manifests/site.pp", "define profile::site {\n  file { \"/srv/${title}\": ensure => directory, mode => '0755' }\n}\n")
		}, []string{"--format", "json"}},
		{"template", func(r *repository) {
			r.write("modules/profile/templates/web.epp", "<%- | Integer $port | -%>\nlisten <%= $port %>\n")
		}, []string{"--format", "markdown"}},
		{"comment", func(r *repository) {
			r.write("modules/profile/manifests/db.pp", "# The database.\nclass profile::db (Integer $size) {\n  notify { \"size ${size}\": }\n}\n")
		}, nil},
		{"same", func(r *repository) {
			r.write("modules/profile/manifests/db.pp", "class profile::db (Integer $size) {\n  notify { \"size ${size}\": } # the same\n}\n")
		}, nil},
		{"broken", func(r *repository) {
			r.write("modules/profile/manifests/init.pp", "class profile { ,, }\n")
		}, nil},
		{"added", func(r *repository) {
			r.write("modules/profile/manifests/new.pp", "class profile::new {\n  notify { 'new': }\n}\n")
			r.write("modules/role/manifests/web.pp", "class role::web {\n  include profile::web\n  include profile::new\n}\n")
		}, nil},
		{"removed", func(r *repository) {
			if err := os.Remove(filepath.Join(r.top, "modules/profile/manifests/db.pp")); err != nil {
				t.Fatal(err)
			}
		}, nil},
		{"fails", func(r *repository) {
			r.write("modules/profile/manifests/db.pp", "class profile::db (Integer $size) {\n  fail('no')\n}\n")
		}, nil},
		{"untaken", func(r *repository) {
			r.write("modules/profile/manifests/vague.pp", strings.Replace(impactTree["modules/profile/manifests/vague.pp"], "'windows': }", "'other': }", 1))
		}, []string{"--facts", "facts.json"}},
		{"taken", func(r *repository) {
			r.write("modules/profile/manifests/vague.pp", strings.Replace(impactTree["modules/profile/manifests/vague.pp"], "'windows' {", "'Linux' {", 1))
		}, []string{"--facts", "facts.json"}},
		{"around", func(r *repository) {
			r.write("manifests/site.pp", "notify { 'all': }\n"+impactTree["manifests/site.pp"])
		}, nil},
		{"hierarchy", func(r *repository) {
			r.write("hiera.yaml", strings.Replace(impactTree["hiera.yaml"], "path: common", "path: other", 1))
			r.write("data/other.yaml", "profile::web::port: 80\nprofile::db::size: 2\n")
		}, nil},
		{"options", func(r *repository) {
			r.write("data/common.yaml", impactTree["data/common.yaml"]+"profile::web::password: one\nlookup_options:\n  profile::web::port:\n    convert_to: Integer\n  ^profile::db::.*:\n    merge: first\n")
			r.commit("options")
			r.write("data/common.yaml", impactTree["data/common.yaml"]+"profile::web::password: two\nlookup_options:\n  profile::web::port:\n    convert_to: Integer\n  ^profile::db::.*:\n    convert_to: String\n")
		}, nil},
		{"every", func(r *repository) {
			r.write("manifests/site.pp", "lookup('classes', Array[String], 'unique').include\n")
			r.write("data/common.yaml", "classes: ['role::web']\nprofile::web::port: 80\nmissing::key: 1\n")
			r.commit("no node definitions")
			r.write("data/common.yaml", "classes: ['role::web', 'profile::app']\nprofile::web::port: 80\nmissing::key: 2\n")
		}, nil},
		{"top", func(r *repository) {
			r.write("manifests/site.pp", "include profile::unrelated\n"+impactTree["manifests/site.pp"])
			r.commit("a class for all nodes")
			r.write("modules/profile/manifests/unrelated.pp", "class profile::unrelated {\n  notify { 'y': }\n}\n")
		}, nil},
		{"main", func(r *repository) {
			r.write("manifests/other.pp", "node 'x.example.org'\n  include role::web\n}\n")
		}, nil},
		{"hidden", func(r *repository) {
			r.write("manifests/site.pp", "node 'x.example.org'\n"+impactTree["manifests/site.pp"])
			r.commit("a missing brace")
			r.write("manifests/site.pp", "node 'x.example.org' {}\n"+impactTree["manifests/site.pp"])
		}, nil},
		{"hosts", func(r *repository) {
			r.write("manifests/site.pp", "node /^web\\d+$/ { include profile::unrelated }\nnode 'a.example.org', 'b.example.org' { include profile::unrelated }\nnode default { include profile::app }\n")
			r.write("host.json", "{\"networking\": {\"fqdn\": \"b.example.org\"}}\n")
			r.commit("hosts")
			r.write("modules/profile/manifests/unrelated.pp", "class profile::unrelated {\n  notify { 'y': }\n}\n")
		}, nil},
		{"host", func(r *repository) {
			r.write("manifests/site.pp", "node /^web\\d+$/ { include profile::unrelated }\nnode 'a.example.org', 'b.example.org' { include profile::unrelated }\nnode default { include profile::unrelated }\n")
			r.write("host.json", "{\"networking\": {\"fqdn\": \"b.example.org\"}}\n")
			r.commit("hosts")
			r.write("modules/profile/manifests/unrelated.pp", "class profile::unrelated {\n  notify { 'y': }\n}\n")
		}, []string{"--facts", "host.json"}},
		{"ruby", func(r *repository) {
			r.write("modules/profile/lib/puppet/functions/role.rb", "Puppet::Functions.create_function(:role) do\n  dispatch(:main) { param 'String', :name }\n  def main(name)\n    call_function('include', 'role::' + name)\n  end\nend\n")
			r.write("modules/profile/lib/puppet/functions/twice.rb", "Puppet::Functions.create_function(:twice) do\n  dispatch(:main) { param 'String', :text }\n  def main(text)\n    text + text\n  end\nend\n")
			r.write("manifests/site.pp", "node 'x.example.org' { role('web') }\nnode 'y.example.org' { notify { twice('web'): } }\n")
			r.commit("a function that includes roles")
			r.write("modules/profile/manifests/site.pp", "define profile::site {\n  file { \"/srv/${title}\": ensure => file }\n}\n")
		}, nil},
		{"reference", func(r *repository) {
			r.write("modules/profile/manifests/unrelated.pp", "class profile::unrelated {\n  notify { 'x': require => File['/elsewhere'] }\n}\n")
		}, nil},
		{"referred", func(r *repository) {
			// Only the classes that include, wrap and collect have the changed one in their catalogs.
			r.write("modules/profile/manifests/after.pp", "class profile::after {\n  Class['profile::unrelated'] -> notify { 'later': }\n}\n")
			r.write("modules/profile/manifests/reader.pp", "class profile::reader {\n  notify { \"${profile::unrelated::x}\": }\n}\n")
			r.write("modules/profile/manifests/titled.pp", "define profile::titled {\n  include $title\n}\n")
			r.write("modules/profile/manifests/titles.pp", "class profile::titles {\n  profile::titled { ['profile::config', 'profile::app']: }\n}\n")
			r.write("modules/profile/manifests/includes.pp", "class profile::includes {\n  include Class['profile::unrelated']\n}\n")
			r.write("modules/profile/manifests/note.pp", "define profile::note {\n  include profile::unrelated\n}\n")
			r.write("modules/profile/manifests/wraps.pp", "class profile::wraps {\n  profile::titled { 'profile::includes': }\n}\n")
			r.write("modules/profile/manifests/collects.pp", "class profile::collects {\n  Profile::Note <<| |>>\n}\n")
			r.commit("references")
			r.write("modules/profile/manifests/unrelated.pp", "class profile::unrelated {\n  notify { 'y': }\n}\n")
		}, nil},
		{"key", func(r *repository) { r.write("data/common.yaml", "profile::web::port: 80\n") }, nil},
		{"computed", func(r *repository) {
			// Both values of $name are known, and neither is the class that changes.
			r.write("modules/profile/manifests/computed.pp", "class profile::computed {\n  $name = $facts['kernel'] ? { 'Linux' => 'web', default => 'old' }\n  include \"profile::${name}\"\n  include lookup('classes', Array[String], 'unique')\n}\n")
			r.write("hiera.yaml", "version: 5\nhierarchy:\n  - name: kernel\n    path: \"%{facts.kernel}.yaml\"\n  - name: common\n    path: common.yaml\n")
			r.write("data/Linux.yaml", "classes: [profile::db]\n")
			r.write("data/common.yaml", impactTree["data/common.yaml"]+"classes: [profile::web]\n")
			r.commit("computed names")
			r.write("modules/profile/manifests/unrelated.pp", "class profile::unrelated {\n  notify { 'y': }\n}\n")
		}, nil},
		{"moved", func(r *repository) {
			r.write("modules/profile/hiera.yaml", "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n")
			r.write("data/common.yaml", "profile::db::size: 1\n")
			r.write("modules/profile/data/common.yaml", "profile::web::port: 80\n")
		}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := &repository{t, start.top}
			initial.restore(t, r.top)
			test.change(r)
			compareGolden(t, filepath.Join("testdata", "impact", test.name+".txt"), r.impact(t, test.flags...))
		})
	}
}

// impact runs the subcommand impact since the last commit. It returns the output and the status.
func (r *repository) impact(t *testing.T, flags ...string) string {
	t.Helper()
	text, status := runHere(t, r.top, "", append([]string{"impact", "HEAD"}, flags...)...)
	return strings.ReplaceAll(text, r.top, "$TOP") + "[" + strconv.Itoa(status) + "]\n"
}

// compareGolden compares a text with a file, or writes it with the flag -update.
func compareGolden(t *testing.T, golden, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(golden), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// attributesTree has a class that is only partly known, in the catalogs of two nodes.
var attributesTree = map[string]string{
	"environment.conf":                   "modulepath = modules\n",
	"manifests/site.pp":                  "node 'a.example.org' { include role::all }\nnode 'b.example.org' { include profile::parts }\n",
	"modules/role/manifests/all.pp":      "class role::all {\n  include profile::parts\n  include profile::empty\n}\n",
	"modules/profile/manifests/empty.pp": "class profile::empty {\n  include nowhere\n}\n",
	"modules/profile/manifests/site.pp":  "define profile::site ($mode) {\n  file { \"/srv/${title}\": mode => $mode }\n}\n",
	"modules/profile/manifests/parts.pp": `class profile::parts ($names, $mode = '0600') {
  include elsewhere
  File { group => 'all' }
  package { $names: ensure => present, provider => 'gem' }
  file { '/known': mode => '0644', owner => 'root', purge => true }
  file { '/parameter': mode => $mode, content => template('profile/x.erb') }
  if $facts['x'] { service { 'web': ensure => running, enable => $facts['y'] ? { 1 => true, default => false } } }
  profile::site { 'one': mode => '0755' }
  cron { 'late': command => 'run', hour => 5 }
  Cron['late'] -> Package[$names]
  user { 'u': home => '/home/u', require => File['/known'] }
}
`,
	"modules/profile/templates/x.erb": "<%= Time.now %>\n",
	"modules/profile/templates/y.erb": "<%= Time.now %>\n",
	"modules/profile/templates/y.epp": "<%= $facts['y'] %>\n",
	"modules/profile/manifests/collected.pp": `class profile::collected {
  @notify { 'virtual': message => 'collected', withpath => true }
  Notify <| message == 'collected' |>
}
`,
	"modules/profile/manifests/read.pp": `class profile::read {
  notify { 'read': message => 'read by others' }
  notify { 'reader': message => Notify['read']['message'] }
}
`,
}

// impactsOf returns what impact prints for each of some changes of a tree, which is committed. A
// change is a list of texts, each followed by what replaces it.
func impactsOf(t *testing.T, tree map[string]string, changes [][]string) string {
	t.Helper()
	r := newRepository(t)
	for name, text := range tree {
		r.write(name, text)
	}
	r.commit("start")
	var got strings.Builder
	for _, change := range changes {
		changed := false
		for name, text := range tree {
			now := strings.NewReplacer(change...).Replace(text)
			r.write(name, now)
			changed = changed || now != text
		}
		if !changed {
			t.Fatalf("there is no %q", change[0])
		}
		for i := 0; i < len(change); i += 2 {
			got.WriteString("## " + change[i] + " becomes " + change[i+1] + "\n")
		}
		got.WriteString(r.impact(t) + "\n")
	}
	return got.String()
}

// TestImpactOfAttributes changes attributes in a class that is only partly known. Only these
// attributes may differ, unless other code depends on them.
func TestImpactOfAttributes(t *testing.T) {
	got := impactsOf(t, attributesTree, [][]string{
		{"ensure => present", "ensure => latest"},
		{"'0644', owner", "'0640', owner"},
		{"'0644', owner", "\"0644\", owner"},
		{"'0644', owner", "$mode, owner"},
		{"mode => $mode, content", "mode => '0600', content"},
		{"mode => $mode, content", "mode => $facts['mode'], content"},
		{"purge => true", "recurse => true", "ensure => running", "ensure => stopped"},
		{", purge => true", ""},
		{", purge => true", ", purge => true, group => 'own'"},
		{"template('profile/x.erb')", "template('profile/y.erb')"},
		{"template('profile/x.erb')", "epp('profile/y.epp')"},
		{"'collected', w", "'not collected', w"},
		{"'read by others'", "'changed'"},
		{"withpath => true", "withpath => false"},
		{"1 => true", "1 => false"},
		{"mode => '0755'", "mode => '0750'"},
		{"hour => 5", "hour => [5, 6]"},
		{"'/home/u', require => File['/known']", "'/home/u', require => File['/parameter']"},
		{"'0644', owner", "'0640', owner", "include elsewhere", "include elsewhere::too"},
		{"owner => 'root'", "owner => 'u'"},
	})
	compareGolden(t, filepath.Join("testdata", "impact", "attributes.txt"), got)
}

// mistakesTree has a class whose resources are all known.
var mistakesTree = map[string]string{
	"environment.conf": "modulepath = modules\n",
	"modules/m/manifests/init.pp": `class m (Integer $port = 1, String $mode = 'a') {
  include m::a
  notify { "port ${m::a::port}": }
  m::check($mode, 'x')
  $text = m::text('a')
  $joined = [1, 2].join(',')
  assert_type(Integer[0], $port)
  if $facts['kernel'] == 'Linux' { warning('unusual') }
  file { '/x': ensure => file }
}
`,
	"modules/m/manifests/a.pp": "class m::a ($port = 2) {\n  notify { 'a': }\n}\n",
	"modules/m/lib/puppet/functions/m/check.rb": `Puppet::Functions.create_function(:"m::check") do
  dispatch :check do
    param 'String', :a
    param 'String', :b
  end
  def check(a, b) = raise(a) unless b == 'x'
end
`,
	"modules/m/lib/puppet/functions/m/text.rb": `Puppet::Functions.create_function(:"m::text") do
  dispatch :text do
    param 'String', :a
  end
  def text(a) = a
end
`,
	"modules/m/types/size.pp":      "type M::Size = Integer[1, 10]\n",
	"modules/m/manifests/sized.pp": "class m::sized (M::Size $size = 1) {\n  notify { \"size ${size}\": }\n}\n",
	"modules/stdlib/metadata.json": `{"name": "puppetlabs-stdlib", "version": "8.5.0"}`,
	"modules/stdlib/lib/puppet/functions/validate_legacy.rb": `Puppet::Functions.create_function(:validate_legacy) do
  dispatch :validate_legacy do
    param 'Any', :scope
    param 'Type', :target_type
    param 'String', :function_name
    param 'Any', :value
    repeated_param 'Any', :args
  end
end
`,
	"modules/stdlib/lib/puppet/parser/functions/validate_re.rb":   "Puppet::Parser::Functions.newfunction(:validate_re) { |args| }\n",
	"modules/stdlib/lib/puppet/parser/functions/validate_hash.rb": "Puppet::Parser::Functions.newfunction(:validate_hash) { |args| }\n",
	"modules/m/manifests/legacy.pp": `class m::legacy ($mode = 'a') {
  validate_legacy(String, 'validate_re', $mode, '^a')
  validate_legacy(Hash, 'validate_hash', {})
}
`,
}

// TestImpactOfMistakes changes code so that its evaluation fails, certainly or possibly.
func TestImpactOfMistakes(t *testing.T) {
	got := impactsOf(t, mistakesTree, [][]string{
		{"join(',')", "join(1)"},
		{"join(',')", "jion(',')"},
		{"= [1, 2].join(',')", "= 1 + 'a'"},
		{"= [1, 2].join(',')", "= Integer('a')"},
		{"= [1, 2].join(',')", "= $nothing"},
		{"= [1, 2].join(',')", "= 1 ? { 2 => 3 }"},
		{"$joined =", "$text ="},
		{"Integer[0]", "Integer[5]"},
		{"Integer $port = 1", "Integer $port = 'http'"},
		{"warning('unusual')", "fail('unusual')"},
		{"warning('unusual')", "$other = 1 + 'a'"},
		{"ensure => file", "ensuer => file"},
		{"'/x'", "['/x', 1]"},
		{"file { '/x': ensure => file }", "break()"},
		{"file { '/x': ensure => file }", "tag('no tag!')"},
		{"file { '/x': ensure => file }", "include m::b"},
		{"file { '/x': ensure => file }", "template('m/missing.erb')"},
		{"file { '/x': ensure => file }", "flie { '/x': ensure => file }"},
		{"a::port", "a::prot"},
		{"$mode, 'x'", "$mode, 'y'"},
		{"$mode = 'a'", "$mode = 'b'"},
		{"  m::check($mode, 'x')\n", ""},
		{"m::text('a')", "m::text(1)"},
		{"'validate_hash', {}", "'validate_hahs', {}"},
		{"'validate_hash', {}", "'validate_hash', 'a'"},
		{"'^a'", "'^b'"},
		{"[1, 10]", "[5, 10]"},
	})
	compareGolden(t, filepath.Join("testdata", "impact", "mistakes.txt"), got)
}
