//go:build develop

package judge

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestAskSurviving sends requests to a script that dies of some of them.
func TestAskSurviving(t *testing.T) {
	folder := t.TempDir()
	script := `$stdout.sync = true
while line = $stdin.gets
  n = Integer(line)
  exit!(3) if n == 7
  'x' * (1 << 32) if n == 8
  puts n + 1
end
`
	if err := os.WriteFile(filepath.Join(folder, "script.rb"), []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	begin := func() (*Judge, error) { return StartLimited(1000, folder, "script.rb", nil) }
	answers, undecided, err := AskSurviving[int, int](2, begin, []int{1, 7, 2, 3, 8, 4})
	if err != nil || !slices.Equal(undecided, []int{1, 4}) || !slices.Equal(answers, []int{2, 0, 3, 4, 0, 5}) {
		t.Errorf("%v, undecided %v, %v", answers, undecided, err)
	}
	if _, _, err := AskSurviving[int, int](2, begin, []int{7, 7, 7, 7, 1}); err == nil {
		t.Error("four requests of which judges die are no failure")
	}
}
