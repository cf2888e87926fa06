package compile

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/treetest"
)

// TestReplayedBodies compiles classes that evaluate the same bodies in different states of the catalog.
// What one catalog has learnt about a body changes neither another catalog nor its work.
func TestReplayedBodies(t *testing.T) {
	const tree = `
-- environment.conf --
modulepath = modules
-- hiera.yaml --
version: 5
defaults: { datadir: data, data_hash: yaml_data }
hierarchy: [{ name: common, path: common.yaml }]
-- data/common.yaml --
server::port: 80
-- modules/server/manifests/init.pp --
class server ($port, $user = $server::params::user) inherits server::params {
  $early = 'early'
  File { mode => '0644' }
  include server::inner
  $late = 'late'
  if defined(Package['web']) { notify { 'package before': } }
  package { 'web': ensure => $port ? { 80 => 'installed', default => 'latest' } }
  server::part { ['a', 'b']: }
  server::part { 'c': size => 3 }
  @server::part { 'virtual': size => 4 }
  Server::Part <| title == 'virtual' |>
  if $facts['x'] { include server::maybe }
}
-- modules/server/manifests/params.pp --
class server::params { $user = 'web' }
-- modules/server/manifests/maybe.pp --
class server::maybe { notify { "maybe ${server::late}": } }
-- modules/server/manifests/inner.pp --
class server::inner { notify { "inner ${server::early} ${server::late} ${server::user}": } }
-- modules/server/manifests/part.pp --
define server::part ($size = $server::port) {
  file { "/etc/${title}": content => "${size} ${server::late} ${server::own::x}" }
  if defined(Notify['first']) { notify { "first ${title}": } } else { notify { "no first ${title}": } }
  if defined(Class['other']) { notify { "other ${title}": message => $other::x } }
  Notify <| title == "first ${title}" |> { message => "collected ${title}" }
  File["/etc/${title}"] -> Package['web']
  ensure_packages(["p-${title}"])
  realize(Package['web'])
}
-- modules/server/manifests/own.pp --
class server::own { $x = server::twice(2) include server }
-- modules/server/functions/twice.pp --
function server::twice($x) { $x * 2 }
-- modules/other/manifests/init.pp --
class other { $x = 1 include server }
-- modules/first/manifests/init.pp --
class first { notify { 'first': } include server include other }
-- modules/last/manifests/init.pp --
class last { include other notify { 'first': } File { owner => 'last' } include server::own }
-- modules/before/manifests/init.pp --
class before { package { 'web': } include server }
-- modules/given/manifests/init.pp --
class given { class { 'server': port => 81 } server::part { 'd': } }
-- modules/shared/manifests/init.pp --
class shared ($tag = 'own') {
  file { '/shared': mode => '0600', tag => 'own', content => 'x' }
  file { '/defaults': ; default: content => 'x' }
  shared::tagged { 's': loglevel => undef, noop => true }
}
-- modules/shared/manifests/tagged.pp --
define shared::tagged ($size = 1, $tag = 'tagged', $gone = undef) {
  notify { "size ${size}": }
}
-- modules/shared/manifests/overrides.pp --
class shared::overrides inherits shared { File['/shared'] { mode => '0640', content => undef } }
-- modules/shared/manifests/collects.pp --
class shared::collects { include shared File <| tag == 'own' |> { mode => '0660', tag +> 'more' } }
-- modules/shared/manifests/hides.pp --
class shared::hides ($some) { File['/shared'] { * => $some } include shared }
-- modules/shared/manifests/twice.pp --
class shared::twice {
  if $facts['z'] { file { '/shared': mode => '0700' } }
  include shared
  ensure_resource('file', '/defaults', { 'mode' => '0711' })
}
-- modules/shared/manifests/again.pp --
class shared::again { include shared if $facts['z'] { file { '/shared': mode => '0700' } } }
-- modules/shared/manifests/sized.pp --
define shared::sized ($size = 1, $gone = undef) { notify { "size ${size}": } }
-- modules/shared/manifests/level.pp --
class shared::level { shared::sized { 's': noop => true, loglevel => 'debug' } }
-- modules/shared/manifests/by_default.pp --
class shared::by_default { Shared::Sized { noop => true, loglevel => 'debug' } shared::sized { 's': } }
-- modules/shared/manifests/late.pp --
define shared::late { Shared::Sized['u'] { loglevel => 'debug' } }
-- modules/shared/manifests/plain.pp --
class shared::plain { shared::sized { 'u': } shared::late { 'l': } }
-- modules/shared/manifests/undefined.pp --
class shared::undefined { Shared::Sized { loglevel => 'debug' } shared::sized { 'u': loglevel => undef } shared::late { 'l': } }
-- modules/shared/manifests/metas.pp --
class shared::metas { shared::sized { 's': noop => false } Shared::Sized['s'] { size => 2, tag => 'x' } }
-- modules/shared/manifests/scoped.pp --
class shared::scoped { File { mode => '0444', owner => 'root' } include shared }
-- modules/shared/manifests/may.pp --
class shared::may { if $facts['y'] { include shared } File <| tag == 'tagged' |> { group => 'x' } }
-- modules/may/manifests/init.pp --
class may { if $facts['y'] { include server } include other }
`
	if replays := testReplay(t, treetest.Parse(tree)); len(replays.memory.kept) < 10 {
		t.Errorf("only %d bodies are kept", len(replays.memory.kept))
	}
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no trees: %v", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) { testReplay(t, treetest.New(archive)) })
	}
}

// testReplay compares catalogs of one compiler with those of compilers that have compiled nothing else.
func testReplay(t *testing.T, tree *treetest.Tree) *Compiler {
	t.Helper()
	watch := NewWatch()
	compiler := New(tree.Tree, 0, nil)
	names := compiler.Classes()
	for range 2 {
		for _, name := range names {
			fresh := New(tree.Tree, 0, nil).watching(watch)
			learnt := compiler.watching(watch)
			want, got := textOf(t, fresh, name), textOf(t, learnt, name)
			if got != want {
				t.Errorf("the catalog of %s is\n%s\nwithout replayed bodies\n%s", name, got, want)
			}
			if fresh.used.Work != learnt.used.Work || fresh.used.Code != learnt.used.Code || fresh.used.HidesCode != learnt.used.HidesCode {
				t.Errorf("%s uses %+v, without replayed bodies %+v", name, *learnt.used, *fresh.used)
			}
		}
	}
	return compiler
}
