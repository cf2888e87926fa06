package syntax

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"puppet-lint/internal/source"
)

// TestParser checks that the trees that a Parser makes are those of Parse, also those made earlier,
// and side by side: files share chunks of memory, but no nodes.
func TestParser(t *testing.T) {
	texts := []string{
		"", "class a { }", "class a (String $b = 'c', Integer *$d) inherits e { include f }",
		"file { ['/a', '/b']: ensure => file, content => \"x ${y['z']} ${a + 1}\" }", "if $a { notice(1) } elsif $b { } else { fail('x') }",
		"$a = [1, 2, { 'b' => c }]\n$d = $a.map |$x| { $x ? { 1 => true, default => undef } }", "type A = Variant[Integer[1, 2], Enum[a, b]]",
		"class a {", "file { 'a' }", "notice(", strings.Repeat("class a { file { '/a': ensure => file } }\n", 2000),
	}
	var parser Parser
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			var got, want []*File
			for round := range 20 {
				for i, text := range texts {
					file := source.NewFile(fmt.Sprintf("%d.pp", i), text)
					if round > 0 && len(text) >= longText {
						continue
					}
					got, want = append(got, parser.Parse(file, Options{})), append(want, Parse(file, Options{}))
				}
			}
			for i := range got {
				if !reflect.DeepEqual(got[i], want[i]) {
					t.Errorf("%s: the tree differs", got[i].Source.Name)
				}
			}
		})
	}
	group.Wait()
}
