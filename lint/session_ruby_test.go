package lint

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSessionSeesMovedFunction: a Ruby file by whose name Puppet looks for a function no longer
// counts once it has another name, whatever it declared.
func TestSessionSeesMovedFunction(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "site/manifests/none.pp", "class site::none {\n  notice(pick())\n}\n")
	tree.write(t, "stdlib/lib/puppet/parser/functions/other.rb", "module Puppet::Parser::Functions\n  newfunction(:other, type: :rvalue) do |args|\n  end\nend\n")
	pick := tree.write(t, "stdlib/lib/puppet/parser/functions/pick.rb", "module Puppet::Parser::Functions\n  newfunction(:pick, type: :rvalue) do |args|\n  end\nend\n")
	var session Session
	if _, err := session.Run(t.Context(), tree.options()); err != nil {
		t.Fatal(err)
	}
	tree.write(t, "stdlib/lib/puppet/parser/functions/pick.rb", "module Puppet::Parser::Functions\n  want(:pick, type: :rvalue) do |args|\n  end\nend\n")
	tree.rerun(t, &session, []string{pick}, "argument_mismatch")
	moved := filepath.Join(filepath.Dir(pick), "moved.rb")
	if err := os.Rename(pick, moved); err != nil {
		t.Fatal(err)
	}
	tree.rerun(t, &session, []string{pick, moved}, "")
}
