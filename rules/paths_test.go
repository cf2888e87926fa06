package rules

import (
	"flag"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestPaths writes the path of every value that the labelled set follows: one line for each
// finding, and one for each step to it.
func TestPaths(t *testing.T) {
	var cases []*labelledCase
	for _, name := range []string{"flow", "flow_files", "flow_sinks", "flow_data", "flow_pairs", "passed"} {
		archive, err := txtar.ParseFile("testdata/labels/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, labelledCases(archive.Files)...)
	}
	var enabled []Enabled
	for _, rule := range []*Rule{&shellInjection, &sqlInjection, &pathInjection, &configurationInjection, &exposedSecret, &secretByAnotherName} {
		enabled = append(enabled, Enabled{Rule: rule})
	}
	set := NewSet(enabled, Settings{Target: 8})
	var text strings.Builder
	shapes := 0
	for _, one := range cases {
		files := slices.Clone(one.files)
		for i := range files {
			lines := strings.Split(string(files[i].Data), "\n")
			for k := range lines {
				lines[k] = label.ReplaceAllString(lines[k], "")
			}
			files[i].Data = []byte(strings.Join(lines, "\n"))
		}
		found := checkAll(set, files)
		if len(found) > 0 {
			shapes++
		}
		for _, finding := range found {
			fmt.Fprintf(&text, "%s: %s:%d: %s: %s\n", one.name, path.Base(finding.File.Name), finding.File.Line(finding.Span.Start), finding.Rule.Name, finding.Message)
			if !finding.Path || len(finding.Related) == 0 {
				t.Errorf("%s: no path", one.name)
			}
			for _, step := range finding.Related {
				fmt.Fprintf(&text, "    %s:%d: %s\n", path.Base(step.File.Name), step.File.Line(step.Span.Start), step.Message)
			}
		}
	}
	if shapes < 60 {
		t.Errorf("only %d shapes have a path", shapes)
	}
	const golden = "testdata/labels/paths.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got := text.String(); got != string(want) {
		t.Errorf("the paths have changed; run go test ./rules -run TestPaths -update and read the diff:\n%s", got)
	}
}
