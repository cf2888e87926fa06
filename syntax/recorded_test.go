package syntax_test

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
	"puppet-lint/syntax/pn"
)

// snippet is a manifest or template that the real Puppet read. Package pn compares the trees;
// here they serve as code of every form, valid and not.
type snippet struct {
	Source     string
	EPP, Tasks bool
	PN         *string
	Error      *struct {
		Class     string `json:"class"`
		IssueCode string `json:"issue_code"`
		Line, Pos int
	}
}

func (s snippet) options() syntax.Options { return syntax.Options{EPP: s.EPP, Tasks: s.Tasks} }

// snippets returns the snippets for which Puppet's answers are recorded.
func snippets(t *testing.T) (all []snippet) {
	t.Helper()
	paths, err := filepath.Glob("pn/testdata/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no snippets: %v", err)
	}
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			var one snippet
			if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			all = append(all, one)
		}
		file.Close()
	}
	return all
}

// TestAccepted checks that the same snippets are refused as by Puppet, with Puppet's place and code
// for the first error, and that the files of accepted snippets keep the invariants of the package.
func TestAccepted(t *testing.T) {
	refused := 0
	for _, one := range snippets(t) {
		file := parse(one.Source, one.options())
		check(t, file)
		if file.Broken() != (one.PN == nil) {
			t.Errorf("%q: refused is %v, Puppet says %+v", one.Source, file.Broken(), one.Error)
			continue
		}
		if one.Error == nil || one.Error.IssueCode == "" || one.Error.Line == 0 || one.Error.Class != "Puppet::ParseErrorWithIssue" {
			continue // Ruby crashed, or Puppet names no place
		}
		refused++
		first := file.Errors[slices.IndexFunc(file.Errors, func(err syntax.Error) bool { return err.Fatal })]
		if at := file.Source.Position(max(first.At, 0)); first.Code != one.Error.IssueCode || first.At >= 0 && (at.Line != one.Error.Line || at.Column != one.Error.Pos) {
			t.Errorf("%q: %s at %v, Puppet says %+v", one.Source, first.Code, at, *one.Error)
		}
	}
	if refused < 500 {
		t.Errorf("only %d refused snippets", refused)
	}
}

// TestBeginnings checks that unfinished code, as in an editor, keeps the invariants: all beginnings
// of some snippets, and some beginnings of each one.
func TestBeginnings(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for i, one := range snippets(t) {
		step := max(1, len(one.Source)/2)
		if i%40 == 0 {
			step = 1 + len(one.Source)/200
		}
		for end := random.IntN(step); end < len(one.Source); end += step {
			check(t, parse(one.Source[:end], one.options()))
		}
	}
}

// TestTokensAround compares the search for the tokens around an offset with a search through all
// tokens.
func TestTokensAround(t *testing.T) {
	for i, one := range snippets(t) {
		if i%10 != 0 || len(one.Source) > 2000 {
			continue
		}
		file := parse(one.Source, one.options())
		if file.Token(-1).Kind != syntax.EndOfFile || file.Token(len(file.Tokens)).Start != int32(len(one.Source)) {
			t.Errorf("%q: tokens outside of the file", one.Source)
		}
		var texts syntax.StringTexts
		for index, token := range file.Tokens {
			if file.TokenAt(token.Start) != index || file.TokenAt(token.End-1) != index {
				t.Errorf("%q: token %d is not at its own bytes", one.Source, index)
			}
			if text := token.Kind.Text(); text != "" && text != file.Text(index) && token.Kind != syntax.AtAt {
				t.Errorf("%q: %v reads %q, not %q", one.Source, token.Kind, file.Text(index), text)
			}
			next, previous := file.NextSignificant(index), file.PreviousSignificant(index)
			for between := previous + 1; between < next; between++ {
				if between != index && !file.Token(between).Kind.IsTrivia() {
					t.Errorf("%q: token %d lies between %d and %d", one.Source, between, previous, next)
				}
			}
			if token.Kind.IsComment() && !token.Kind.IsTrivia() || token.Kind.IsKeyword() && token.Kind.Text() == "" {
				t.Errorf("%v is a comment and no trivia, or a keyword without text", token.Kind)
			}
			if token.Kind == syntax.Variable {
				bare := file.Text(index)[0] == '$' && index > 0 && slices.Contains([]syntax.TokenKind{
					syntax.StringStart, syntax.StringText, syntax.InterpolationEnd, syntax.HeredocMargin}, file.Tokens[index-1].Kind)
				if in := syntax.InStringText(file.Tokens, index); bare && !in || in != texts.Holds(file.Tokens, index) {
					t.Errorf("%q: variable %d in a string: %v", one.Source, index, in)
				}
			}
		}
		if file.TokenAt(int32(len(one.Source))) != len(file.Tokens) {
			t.Errorf("%q: a token after the end", one.Source)
		}
	}
}

// TestDamage checks that an intact statement has the same tree in a file of its own as in the file
// with syntax errors.
func TestDamage(t *testing.T) {
	damaged, intact := 0, 0
	all := snippets(t)
	for i, one := range all {
		if one.EPP || one.Tasks {
			continue
		}
		// Statements of valid code around a mistake.
		before, after := "$before = [1, { a => 'b' }]\n", "\nnotice(\"${after}\")\n"
		text := before + one.Source + after
		file := parse(text, syntax.Options{})
		damage := file.Damage()
		if (damage == nil) == file.Broken() {
			t.Fatalf("%q: damage is %v", text, damage)
		}
		if damage == nil {
			continue
		}
		damaged++
		for _, node := range damage.Intact {
			extent := file.Extent(node)
			if damage.Touches(extent) || !damage.IsIntact(extent) || !damage.IsIntact(source.Span{Start: extent.Start, End: extent.Start}) {
				t.Errorf("%d: %q: %q is intact and touched", i, text, file.Source.Slice(extent))
			}
			if _, isHash := node.(*syntax.LiteralHash); isHash || containsHeredoc(node) {
				continue // Puppet reads `a { b => c }` as a name and a hash; the text of a heredoc is on other lines
			}
			alone := parse(file.Source.Slice(extent), syntax.Options{})
			intact++
			if alone.Broken() {
				t.Errorf("%d: %q: %q is intact, but has errors of its own: %v", i, text, file.Source.Slice(extent), alone.Errors[0].Message)
			} else if _, isBlock := alone.Program.Body.(*syntax.BlockExpression); !isBlock {
				if got, want := pn.Compact(pn.Of(alone.Program.Body)), pn.Compact(pn.Of(node)); got != want {
					t.Errorf("%d: %q: alone it is %s, in the file %s", i, file.Source.Slice(extent), got, want)
				}
			}
		}
		if end := int32(len(text)); damage.HasBraceAfter(0) && damage.HasBraceAfter(end+1) {
			t.Errorf("%q: a brace after the end", text)
		}
	}
	t.Logf("%d damaged files, %d statements", damaged, intact)
	if damaged < 300 || intact < 300 {
		t.Errorf("only %d damaged files and %d intact statements", damaged, intact)
	}
}

func containsHeredoc(node syntax.Node) (found bool) {
	syntax.Inspect(node, func(part syntax.Node) bool {
		_, isHeredoc := part.(*syntax.HeredocExpression)
		found = found || isHeredoc
		return !found
	})
	return found
}
