package checker

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/eval"
	"puppet-lint/internal/effort"
	"puppet-lint/internal/treetest"
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
		"resources in branches in titles": strings.Repeat("file { unless $x { ", 37) + "1" + strings.Repeat(" }: }", 37) + "\n",
		"classes in lists in titles":      strings.Repeat("class { [", 37) + "1" + strings.Repeat("]: }", 37) + "\n",
		"resources in hashes in titles":   strings.Repeat("file { { a => ", 37) + "1" + strings.Repeat("}: }", 37) + "\n",
		"nested lambdas":                  strings.Repeat("[1,2,3,4,5,6,7,8].map |$x| { ", 20) + "$x" + strings.Repeat(" }", 20) + "\n",
		"nested conditions":               strings.Repeat("if $facts['a'] == 1 { $x = 1 } elsif $facts['b'] { ", 60) + strings.Repeat("}", 60) + "\n",
		"a long chain": "$a0 = [1]\n" + repeat(2000, func(i int) string {
			return fmt.Sprintf("$a%d = $a%d + [$a%d, 'x']\n", i+1, i, i)
		}),
		"a growing string": "$a0 = 'x'\n" + repeat(200, func(i int) string { return fmt.Sprintf("$a%d = \"${a%d}${a%d}\"\n", i+1, i, i) }),
		"inheritance":      repeat(500, func(i int) string { return fmt.Sprintf("class c%d inherits c%d { notice($x) }\n", i, (i+1)%500) }),
	} {
		t.Run(name, func(t *testing.T) {
			tree := treetest.New(&txtar.Archive{Files: []txtar.File{{Name: "a/manifests/init.pp", Data: []byte(source)}}})
			run := newRun(new(Options).interpreter(t.Context(), tree.Tree), Options{Paths: tree.Paths}, false)
			run.evaluate()
			nodes := int64(tree.Manifests.At(tree.Paths[0]).NodeCount)
			t.Logf("%d nodes, evaluated %d times", nodes, run.evaluations.Load())
			if done := run.evaluations.Load(); done > 4*nodes+2*eval.MaxSteps {
				t.Errorf("%d nodes evaluated %d times", nodes, done)
			}
		})
	}
}

// TestLongChains checks that the work for a class does not grow with the number
// of classes that it leads to.
func TestLongChains(t *testing.T) {
	count := effort.Rounds(500, 1500)
	for name, body := range map[string]func(i int) string{
		"including":  func(i int) string { return fmt.Sprintf("class c::c%d { include c::c%d }", i, i+1) },
		"inheriting": func(i int) string { return fmt.Sprintf("class c::c%d inherits c::c%d { notice($x) }", i, i+1) },
		"reading": func(i int) string {
			return fmt.Sprintf("class c::c%d { include c::c%d $x = $c::c%d::x + 1 }", i, i+1, i+1)
		},
		"reading anywhere": func(i int) string {
			return fmt.Sprintf("class c::c%d { $x = 1 include c::c%d Class['c::c%d'] -> Class['c::c%d'] notice($c::c%d::x) }", i, i+1, i+1, i, (i*7+3)%count)
		},
	} {
		t.Run(name, func(t *testing.T) {
			archive := &txtar.Archive{Files: []txtar.File{{Name: "c/metadata.json", Data: []byte(`{"name": "x-c", "dependencies": []}`)}}}
			for i := range count {
				text := body(i)
				if i == count-1 {
					text = fmt.Sprintf("class c::c%d { $x = 1 }", i)
				}
				archive.Files = append(archive.Files, txtar.File{Name: fmt.Sprintf("c/manifests/c%d.pp", i), Data: []byte(text)})
			}
			tree := treetest.New(archive)
			allocated := testing.AllocsPerRun(1, func() {
				if found, _ := Check(t.Context(), tree.Tree, Options{Paths: tree.Paths, Workers: 2}); len(found) > 0 {
					t.Fatal(treetest.Render(found[:1]))
				}
			})
			t.Logf("%.0f allocations for each class", allocated/float64(count))
			if allocated > float64(3000*count) {
				t.Errorf("%.0f allocations for each class", allocated/float64(count))
			}
		})
	}
}
