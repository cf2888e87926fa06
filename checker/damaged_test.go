package checker

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/code"
	"puppet-lint/internal/effort"
	"puppet-lint/internal/source"
	"puppet-lint/internal/treetest"
	"puppet-lint/syntax"
)

// damagesOfFile is how many tokens of a manifest are left out, one at a time.
const damagesOfFile = 2

// TestNothingFollowsFromSyntaxErrors removes tokens from the manifests of all trees. The findings
// in the damaged manifest, and in the others, must be among those of the intact tree.
func TestNothingFollowsFromSyntaxErrors(t *testing.T) {
	archives, err := filepath.Glob("*/testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no trees: %v", err)
	}
	damaged, found, elsewhere := 0, 0, 0
	for at, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(archive.Files) > 60 {
			continue // a single check takes long
		}
		tree := treetest.New(archive)
		whole := map[string]bool{}
		checked, _ := Check(t.Context(), tree.Tree, Options{Paths: tree.Paths})
		for _, finding := range checked {
			whole[fmt.Sprintf("%s:%d: %s", finding.File.Name, finding.At, finding.Rule.Name)] = true
		}
		for i, file := range archive.Files {
			if (at+i)%6 >= effort.Rounds(1, 6) {
				continue // each damage checks the whole tree
			}
			if filepath.Ext(file.Name) != ".pp" || file.Name == "t/manifests/both.pp" {
				continue // it tests a variable that nothing sets, so the unreachable code is no longer known
			}
			seed := fnv.New64a() // one per file, so that changes of other files do not select other tokens
			seed.Write([]byte("testdata/" + filepath.Base(name) + file.Name))
			for _, token := range someTokens(rand.New(rand.NewPCG(seed.Sum64(), 1)), string(file.Data)) {
				text := string(file.Data[:token.Start]) + string(file.Data[token.End:])
				if !syntax.Parse(source.NewFile(file.Name, text), syntax.Options{Tasks: strings.Contains(file.Name, "plans/")}).Broken() {
					continue
				}
				damaged++
				other := &txtar.Archive{Comment: archive.Comment, Files: slices.Clone(archive.Files)}
				other.Files[i].Data = []byte(text)
				tree := treetest.New(other)
				checked, _ := Check(t.Context(), tree.Tree, Options{Paths: tree.Paths})
				for _, finding := range checked {
					at, isOwn := finding.At, filepath.ToSlash(finding.File.Name) == "/w/modules/"+file.Name
					if isOwn {
						found++
					} else {
						elsewhere++
					}
					if isOwn && at >= token.Start {
						at += int32(token.Len())
					}
					if finding.Rule == &code.DuplicateDeclaration && !isOwn {
						continue // of several duplicates, the first known one is reported
					}
					if finding.Rule == &code.UnknownVariable && !isOwn && strings.HasPrefix(finding.Message, string(file.Data[token.Start:token.End])+" ") {
						continue // the token was the only sign that something sets the variable
					}
					if finding.Rule == &code.InvalidOverride && whole[fmt.Sprintf("%s:%d: %s", finding.File.Name, at, code.UndeclaredReference.Name)] {
						continue // the same mistake: where nothing may declare the resource, this code does not either
					}
					if !whole[fmt.Sprintf("%s:%d: %s", finding.File.Name, at, finding.Rule.Name)] {
						t.Errorf("%s: %s without %q at %d: %s:%d: %s: %s", filepath.Base(name), file.Name, file.Data[token.Start:token.End], token.Start,
							finding.File.Name, finding.Position().Line, finding.Rule.Name, finding.Message)
					}
				}
			}
		}
	}
	t.Logf("%d damaged manifests, %d findings in them, %d elsewhere", damaged, found, elsewhere)
	if found == 0 {
		t.Error("nothing was found in damaged manifests")
	}
}

// someTokens are some tokens of a text, apart from blanks and comments.
func someTokens(random *rand.Rand, text string) []source.Span {
	var all []source.Span
	for _, token := range syntax.Parse(source.NewFile("a.pp", text), syntax.Options{}).Tokens {
		if !token.Kind.IsTrivia() {
			all = append(all, token.Span)
		}
	}
	var some []source.Span
	for range min(damagesOfFile, len(all)) {
		some = append(some, all[random.IntN(len(all))])
	}
	return some
}
