package checker

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestNoBlowUp checks programs that invite an interpreter to work without end.
func TestNoBlowUp(t *testing.T) {
	repeat := func(count int, line func(i int) string) string {
		var text strings.Builder
		for i := range count {
			text.WriteString(line(i))
		}
		return text.String()
	}
	for name, source := range map[string]string{
		"mutually recursive functions": repeat(3000, func(i int) string {
			return fmt.Sprintf("function f%d($x) { if $x > %d { f%d($x + 1) } else { f%d([$x]) } }\n", i, i, (i+1)%3000, (i*7+3)%3000)
		}),
		"a hash of many entries":  "$h = {\n" + repeat(10000, func(i int) string { return fmt.Sprintf("'k%d' => %d,\n", i, i) }) + "}\n$h.each |$k, $v| { notice($k, $v) }\nnotice($h['k77'])\n",
		"an array of many":        "$a = [\n" + repeat(10000, func(i int) string { return fmt.Sprintf("'k%d',\n", i) }) + "]\n$a.map |$v| { \"${v}x\" }\n",
		"a case of many branches": "$y = case $facts['x'] {\n" + repeat(2000, func(i int) string { return fmt.Sprintf("'b%d': { $v%d = %d }\n", i, i, i) }) + "}\n",
		"aliases of aliases": "type A0 = Integer\n" + repeat(50, func(i int) string {
			return fmt.Sprintf("type A%d = Variant[Array[A%d], Hash[String, A%d], A%d]\n", i+1, i, i, i)
		}) + "function g(A50 $x) { $x }\ng('no')\n",
		"nested lambdas":    strings.Repeat("[1,2,3,4,5,6,7,8].map |$x| { ", 20) + "$x" + strings.Repeat(" }", 20) + "\n",
		"nested conditions": strings.Repeat("if $facts['a'] == 1 { $x = 1 } elsif $facts['b'] { ", 60) + strings.Repeat("}", 60) + "\n",
		"a long chain": "$a0 = [1]\n" + repeat(2000, func(i int) string {
			return fmt.Sprintf("$a%d = $a%d + [$a%d, 'x']\n", i+1, i, i)
		}),
		"a growing string": "$a0 = 'x'\n" + repeat(200, func(i int) string { return fmt.Sprintf("$a%d = \"${a%d}${a%d}\"\n", i+1, i, i) }),
		"inheritance":      repeat(500, func(i int) string { return fmt.Sprintf("class c%d inherits c%d { notice($x) }\n", i, (i+1)%500) }),
	} {
		t.Run(name, func(t *testing.T) {
			tree, paths := treeOf(&txtar.Archive{Files: []txtar.File{{Name: "a/manifests/init.pp", Data: []byte(source)}}})
			run := newRun(tree, Options{Paths: paths}, false)
			run.evaluate()
			nodes := int64(tree.Manifest(paths[0]).NodeCount)
			t.Logf("%d nodes, evaluated %d times", nodes, run.evaluations.Load())
			if done := run.evaluations.Load(); done > 4*nodes+2*maxSteps {
				t.Errorf("%d nodes evaluated %d times", nodes, done)
			}
		})
	}
}
