package module_test

import (
	"slices"
	"testing"

	"puppet-lint/internal/treetest"
)

func TestFindDeclarer(t *testing.T) {
	tree := treetest.Parse(`
-- m/metadata.json --
{"name": "a-m"}
-- m/manifests/init.pp --
class m { }
-- m/lib/puppet/functions/role.rb --
Puppet::Functions.create_function(:role) do
  def role(name)
    call_function('include', 'role::' + name.gsub(/^::/, ''))
  end
end
-- m/lib/puppet/functions/m/pure.rb --
Puppet::Functions.create_function(:'m::pure') do
  def pure(name)
    'role::' + name
  end
end
-- m/lib/puppet/parser/functions/old.rb --
module Puppet::Parser::Functions
  newfunction(:old) do |args|
    function_create_resources(['file', args[0]])
  end
end
`)
	if found := tree.Tree.Plugins.FindDeclarer("role"); found == nil || !slices.Equal(found.Prefixes, []string{"role::"}) {
		t.Errorf("role() is %+v", found)
	}
	if found := tree.Tree.Plugins.FindDeclarer("old"); found == nil || len(found.Prefixes) > 0 {
		t.Errorf("old() is %+v", found)
	}
	for _, name := range []string{"m::pure", "missing", "include"} {
		if found := tree.Tree.Plugins.FindDeclarer(name); found != nil {
			t.Errorf("%s() is %+v, want nil", name, found)
		}
	}
}
