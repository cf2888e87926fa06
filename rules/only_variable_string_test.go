package rules

import (
	"strings"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestOnlyVariableStringFix checks that the fix keeps a string where a string may be required.
func TestOnlyVariableStringFix(t *testing.T) {
	for code, fixed := range map[string]bool{
		`$a = "${x}"`: true, `notify { 'a': message => "${x}" }`: true, `$a = ["${x}"]`: true, `$a = { 'b' => "${x}" }`: true, `notice("${x}")`: true, `fail("$x")`: true,
		`notify { "${x}": }`: false, `notify { ["${x}", 'b']: }`: false, `$a = File["${x}"]`: false, `$a = File["$x", 'b']`: false, `$a = $b["${x}"]`: false,
		`$a = "${x}" == 'true'`: false, `$a = 'true' != "$x"`: false, `$a = "${x}" =~ /^a/`: false, `$a = "${x}" in $b`: false, `$a = $b in ["${x}"]`: false,
		`if "${x}" { notice(1) }`: false, `unless ("${x}") { notice(1) }`: false, `if !"${x}" { notice(1) }`: false, `if $a and "${x}" { notice(1) }`: false,
		`case "${x}" { 'a': { notice(1) } default: { notice(2) } }`: false, `case $a { "${x}": { notice(1) } default: { notice(2) } }`: false, `$a = "${x}" ? { 'a' => 1, default => 2 }`: false,
		`$a = versioncmp("${x}", '1')`: false, `$a = "${x}".length`: false, `$a = $b.split("${x}")`: false, `include "${x}"`: false, `$a = join(["${x}"], ',')`: false,
		// The variable may be undef. The string is empty then.
		`$a = "${x['y']}"`: false, `$a = "${x[0]}"`: false, `notify { 'a': message => "${x['y']['z']}" }`: false, `$a = "${facts['mine']}"`: false, `$a = "${facts['os']}"`: false,
		`$a = "${facts['os']['name']}"`: true, `$a = "${facts['os']['nome']}"`: false,
		`class c (Optional[String] $x) { $a = "${x}" }`: false, `class c ($x = undef) { $a = "$x" }`: false, `class c (String $x) { $a = "${x}" }`: true,
	} {
		file := syntax.Parse(source.NewFile("x.pp", code+"\n"), syntax.Options{})
		rule := onlyVariableString
		set := NewSet([]Enabled{{Rule: &rule, Severity: diag.Warning}}, Settings{Target: 8})
		found := set.CheckFile(file, FileLocation{})
		if len(found) != 1 {
			t.Errorf("%s: %d findings", code, len(found))
			continue
		}
		if got := len(found[0].Fixes) > 0; got != fixed || !strings.Contains(found[0].Message, "only a variable") {
			t.Errorf("%s: fixed is %t", code, got)
		}
	}
}
