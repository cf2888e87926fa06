package lint

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/pattern"
	"puppet-lint/internal/source"
	"puppet-lint/internal/treetest"
	"puppet-lint/types"
)

var updateSteps = flag.Bool("update", false, "rewrite the results in testdata/steps")

// TestSteps takes the steps that the comments of testdata/steps/*.txtar list, one a line, in a
// folder with the archive's files, and compares what this package returns for each with the
// file "result". In the end, "result" shows the files that the steps have changed.
//
//	check|format FLAGS… PATHS…       Run, Format; "< FILE" gives a standard input
//	lines-of FILE FROM TO            Format of some lines, whose numbers may have a column: 3:1
//	tree FILE [data]                 Tree
//	infer FILE LINE:COLUMN           InferAt
//	search PATTERN [REPLACEMENT]     SearchFiles, without writing
//	types [write]                    Types and WriteTypes
//	catalog NAME [FACTS]             Catalog and ReadFacts
//	lines tree|validate|infer FILE   TreeLines, ValidateLines, InferLines
//	ignore FLAGS… PATHS…             IgnoreEdits for each file with findings
//	impact REVISION [FACTS]          ImpactSince
//	impact-within WORK REVISION      the same, of as many catalogs as the work suffices for
//	append|write FILE TEXT           adds to a file, or writes one
//	move FILE FILE, remove FILE
//	git ARGUMENTS…                   runs git
func TestSteps(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("messages name paths with slashes")
	}
	treetest.Golden(t, "testdata/steps/*.txtar", *updateSteps, func(t *testing.T, archive *txtar.Archive) map[string]string {
		w := &steps{T: t, folder: t.TempDir()}
		for _, file := range archive.Files {
			if file.Name != "result" {
				w.write(file.Name, string(file.Data))
			}
		}
		t.Chdir(w.folder)
		before := w.texts()
		for line := range strings.Lines(string(archive.Comment)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				fmt.Fprintf(&w.out, "$ %s\n", line)
				w.step(wordsOf(t, line))
			}
		}
		w.printChanged(before)
		return map[string]string{"result": w.out.String()}
	})
}

// steps holds the steps taken in a folder, and their output.
type steps struct {
	*testing.T
	folder string
	out    strings.Builder
}

// wordsOf splits a line at blanks; '…' and "…" quote, the latter with Go's escapes.
func wordsOf(t *testing.T, line string) (words []string) {
	t.Helper()
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimLeft(line, " ") {
		if quoted, err := strconv.QuotedPrefix(line); err == nil && line[0] == '"' {
			word, _ := strconv.Unquote(quoted)
			words, line = append(words, word), line[len(quoted):]
			continue
		}
		if after, ok := strings.CutPrefix(line, "'"); ok {
			word, rest, found := strings.Cut(after, "'")
			if !found {
				t.Fatalf("no end of the string: %s", line)
			}
			words, line = append(words, word), rest
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		words, line = append(words, word), rest
	}
	return words
}

func (w *steps) write(name, text string) {
	w.Helper()
	path := filepath.Join(w.folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.Fatal(err)
	}
	writeFile(w.T, path, text, 0o644)
}

// positionOf reads a line, or LINE:COLUMN.
func (w *steps) positionOf(text string) (position source.Position) {
	w.Helper()
	line, column, hasColumn := strings.Cut(text, ":")
	var err error
	if position.Line, err = strconv.Atoi(line); err == nil && hasColumn {
		position.Column, err = strconv.Atoi(column)
	}
	if err != nil {
		w.Fatal(err)
	}
	return position
}

func (w *steps) formatLines(arguments []string) {
	w.Helper()
	options := w.options(arguments[:1])
	options.Fix = FixDry
	result := Format(options, &LineRange{From: w.positionOf(arguments[1]), To: w.positionOf(arguments[2])})
	for _, change := range result.Changes {
		w.printf("%s", change.After)
	}
	w.printFailures(result.Failures)
}

func (w *steps) inferAt(arguments []string) {
	w.Helper()
	part, origins, err := InferAt(arguments[0], w.positionOf(arguments[1]), LineOptions{Files: source.Disk{}, TargetVersion: 8})
	if err != nil {
		w.printf("error: %v", err)
		return
	}
	w.printf("%d:%d: %s: %s", part.Position.Line, part.Position.Column, part.Text, part.Type)
	for _, origin := range origins {
		w.printf("  %+v", origin.What)
	}
}

// texts returns the texts of all files in the folder.
func (w *steps) texts() map[string]string {
	texts := map[string]string{}
	err := fs.WalkDir(os.DirFS(w.folder), ".", func(path string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.Name() == ".git" {
			return fs.SkipDir
		}
		if err == nil && !entry.IsDir() {
			texts[path] = content(w.T, filepath.Join(w.folder, path))
		}
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
	return texts
}

// printf prints a line, in which paths are relative to the folder.
func (w *steps) printf(format string, arguments ...any) {
	text := strings.ReplaceAll(fmt.Sprintf(format, arguments...), w.folder+"/", "")
	fmt.Fprintf(&w.out, "  %s\n", strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  "))
}

// printChanged prints the files whose texts have changed.
func (w *steps) printChanged(before map[string]string) {
	after := w.texts()
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, exists := after[name]; !exists {
			fmt.Fprintf(&w.out, "%s: removed\n", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if text := after[name]; text != before[name] {
			fmt.Fprintf(&w.out, "%s:\n", name)
			for line := range strings.Lines(text) {
				fmt.Fprintf(&w.out, "  | %s\n", strings.TrimRight(line, "\n"))
			}
		}
	}
}

func (w *steps) step(words []string) {
	w.Helper()
	switch arguments := words[1:]; words[0] {
	case "append":
		w.write(arguments[0], content(w.T, arguments[0])+arguments[1])
	case "write":
		w.write(arguments[0], arguments[1])
	case "remove":
		if err := os.Remove(arguments[0]); err != nil {
			w.Fatal(err)
		}
	case "move":
		if err := os.Rename(arguments[0], arguments[1]); err != nil {
			w.Fatal(err)
		}
	case "check":
		w.printResult(freshRun(w.T, w.options(arguments)))
	case "format":
		w.printResult(Format(w.options(arguments), nil))
	case "lines-of":
		w.formatLines(arguments)
	case "tree":
		text, err := Tree(source.Disk{}, arguments[0], LineOptions{Data: len(arguments) > 1})
		w.printf("%s %v", text, err)
	case "infer":
		w.inferAt(arguments)
	case "git":
		w.git(arguments)
	case "ignore":
		w.ignore(arguments)
	case "impact":
		w.impact(DefaultWork, arguments)
	case "impact-within":
		work, err := strconv.Atoi(arguments[0])
		if err != nil {
			w.Fatal(err)
		}
		w.impact(work, arguments[1:])
	case "search":
		w.search(arguments)
	case "types":
		w.types(len(arguments) > 0)
	case "catalog":
		w.catalog(arguments)
	case "lines":
		w.lines(arguments[0], arguments[1])
	default:
		w.Fatalf("there is no step %q", words[0])
	}
}

// options returns the options that flags and paths select.
func (w *steps) options(arguments []string) Options {
	w.Helper()
	flags := &config.Flags{}
	options := Options{Files: source.Disk{}, Folder: w.folder, Jobs: 1}
	for i := 0; i < len(arguments); i++ {
		name, isFlag := strings.CutPrefix(arguments[i], "--")
		switch {
		case arguments[i] == "<":
			text := content(w.T, arguments[i+1])
			options.Stdin.Read = func() (string, error) { return text, nil }
			i++
		case !isFlag:
			options.Paths = append(options.Paths, arguments[i])
		default:
			name, value, hasValue := strings.Cut(name, "=")
			if !hasValue {
				value = "true"
			}
			set(w.T, flags, name, value)
		}
	}
	options.Resolver = config.NewResolver(source.Disk{}, w.folder, config.NewCatalogue(Rules()), nil, flags)
	options.AddIgnore, options.Baseline, options.IgnorePaths = flags.AddIgnore, flags.BaselineMode, flags.IgnorePaths
	options.ForceExclude, options.Stdin.Name, options.NewFrom = flags.ForceExclude, flags.StdinFilename, flags.NewFrom
	switch {
	case flags.Diff:
		options.Fix = FixDry
	case flags.Fix:
		options.Fix = FixFiles
	}
	return options
}

func (w *steps) printResult(result *Result) {
	for _, finding := range result.Findings {
		mark := ""
		if finding.Suppressed {
			mark = " (suppressed)"
		} else if result.IsFixed(finding) {
			mark = " (fixed)"
		}
		w.printf("%s%s", shownFinding(finding), mark)
	}
	for _, finding := range result.Fixed {
		w.printf("fixed: %s", shownFinding(finding))
	}
	for _, change := range result.Changes {
		w.printf("changes %s", change.Path)
	}
	if result.Known > 0 {
		w.printf("known: %d", result.Known)
	}
	for _, stale := range result.Stale {
		w.printf("stale: %s %s %d", stale.Path, stale.Rule, stale.Count)
	}
	w.printFailures(result.Failures)
}

func shownFinding(finding *diag.Diagnostic) string {
	at := finding.Position()
	return fmt.Sprintf("%s:%d:%d: %s[%s] %s", finding.File.Name, at.Line, at.Column, finding.Severity, finding.Rule.Name, finding.Message)
}

func (w *steps) printFailures(failures []Failure) {
	for _, failure := range failures {
		kind := "failure"
		switch {
		case failure.Internal:
			w.Errorf("internal: %s", failure.Message)
		case failure.Notice:
			kind = "notice"
		}
		w.printf("%s: %s", kind, failure.Message)
	}
}

func (w *steps) search(arguments []string) {
	w.Helper()
	compiled, err := pattern.Compile(arguments[0])
	if err != nil {
		w.Fatal(err)
	}
	search := &Search{Rule: &pattern.Rule{Patterns: []*pattern.Pattern{compiled}}}
	if len(arguments) > 1 {
		if search.Replacement.Whole, err = pattern.CompileTemplate(arguments[1], compiled.Captures()); err != nil {
			w.Fatal(err)
		}
	}
	options := w.options(nil)
	found := SearchFiles(w.Context(), options, search)
	for _, match := range found.Matches {
		w.printf("%s:%d:%d: %s %v", match.Path, match.Position.Line, match.Position.Column, match.Code, match.Captures)
	}
	for _, change := range found.Changes {
		w.printf("changes %s to", change.Path)
		w.printf("%s", change.After)
	}
	w.printFailures(found.Failures)
	if len(found.Matches) > 0 {
		return
	}
	// Nothing matches: the explanation names the nearest code.
	files := []*source.File{}
	for name, text := range w.texts() {
		if strings.HasSuffix(name, ".pp") {
			files = append(files, source.NewFile(name, text))
		}
	}
	slices.SortFunc(files, func(a, b *source.File) int { return strings.Compare(a.Name, b.Name) })
	tried := TryPatterns(search, files)
	w.printf("reason: %s", tried.Reason)
	w.printf("closest: %s", tried.Closest)
	for _, broken := range tried.Broken {
		w.printf("broken: %s", broken)
	}
}

func (w *steps) git(arguments []string) {
	w.Helper()
	command := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, arguments...)...)
	if output, err := command.CombinedOutput(); err != nil {
		w.Fatalf("git %v: %v\n%s", arguments, err, output)
	}
}

// ignore shows, for each file with findings, the lines that IgnoreEdits changes.
func (w *steps) ignore(arguments []string) {
	w.Helper()
	result := freshRun(w.T, w.options(arguments))
	w.printFailures(result.Failures)
	byFile := map[*source.File][]*diag.Diagnostic{}
	for _, finding := range result.Findings {
		if !finding.Suppressed {
			byFile[finding.File] = append(byFile[finding.File], finding)
		}
	}
	files := slices.SortedFunc(maps.Keys(byFile), func(a, b *source.File) int { return strings.Compare(a.Name, b.Name) })
	for _, file := range files {
		// An editor has a file of its own, and others read the findings meanwhile.
		opened, before := source.NewFile(file.Name, file.Text), diag.Clone(byFile[file])
		edits := IgnoreEdits(opened, strings.Contains(file.Name, "/plans/"), byFile[file])
		for i, finding := range byFile[file] {
			if !reflect.DeepEqual(finding, before[i]) || finding.File != file {
				w.Errorf("%s: IgnoreEdits changed a finding: %+v, before %+v", file.Name, finding, before[i])
			}
		}
		w.printf("%s: %d findings, %d edits", file.Name, len(byFile[file]), len(edits))
		after := diag.Apply(opened, edits)
		for line := range strings.Lines(after) {
			if !strings.Contains(file.Text, line) {
				w.printf("| %s", line)
			}
		}
	}
}

func (w *steps) impact(work int, arguments []string) {
	w.Helper()
	var facts *types.Hash
	if len(arguments) > 1 {
		var err error
		if facts, err = ReadFacts(Confine(w.folder, nil), arguments[1]); err != nil {
			w.Fatal(err)
		}
	}
	impact, err := ImpactSince(w.Context(), w.options(nil), ImpactRequest{Revision: arguments[0], Facts: facts, MaxWork: work})
	if err != nil {
		w.printf("error: %v", err)
		return
	}
	if impact.Notice != "" {
		w.printf("notice: %s", impact.Notice)
	}
	w.printf("files: %s", strings.Join(impact.Files, " "))
	for _, changed := range impact.Changed {
		w.printf("%s %s %s", changed.How, changed.Kind, changed.Name)
	}
	for _, affected := range impact.Affected {
		known := "differs"
		switch {
		case affected.Difference.NotCompared:
			known = "is not compared"
		case affected.Difference.IsEmpty():
			known = "may differ"
		}
		w.printf("%s %s (role %t, node %t): %s", affected.Name, known, affected.Role, affected.Node, strings.Join(affected.Why, ", "))
	}
	w.printf("unchanged: %d", impact.Unchanged)
	w.printFailures(impact.Failures)
}

func (w *steps) types(write bool) {
	report, failures := Types(w.options(nil))
	w.printFailures(failures)
	for _, edit := range report.Edits() {
		at := edit.File.Position(edit.Span.Start)
		w.printf("%s:%d:%d: %q becomes %q", edit.File.Name, at.Line, at.Column, edit.File.Slice(edit.Span), edit.NewText)
	}
	for _, skipped := range report.Skipped {
		w.printf("skipped %s: %s", skipped.Path, skipped.Reason)
	}
	if write {
		changed, failures := WriteTypes(nil, report)
		w.printf("%d changed", changed)
		w.printFailures(failures)
	}
}

func (w *steps) catalog(arguments []string) {
	var facts *types.Hash
	if len(arguments) > 1 {
		var err error
		if facts, err = ReadFacts(Confine(w.folder, nil), arguments[1]); err != nil {
			w.printf("%v", err)
			return
		}
	}
	made, failures := Catalog(w.options(nil), arguments[0], facts)
	w.printFailures(failures)
	if made != nil {
		text := &bytes.Buffer{}
		if err := made.WriteText(text, w.folder); err != nil {
			w.Fatal(err)
		}
		w.printf("%s", text)
	}
}

func (w *steps) lines(kind, file string) {
	w.Helper()
	in, out := strings.NewReader(content(w.T, file)), &bytes.Buffer{}
	options := LineOptions{Files: source.Disk{}, FilesFor: func(string) source.FileSystem { return source.Disk{} }, TargetVersion: 8}
	answer := map[string]func() error{
		"tree":     func() error { return TreeLines(in, out, options) },
		"data":     func() error { options.Data = true; return TreeLines(in, out, options) },
		"validate": func() error { return ValidateLines(in, out, options) },
		"infer":    func() error { return InferLines(in, out, options) },
	}[kind]
	if err := answer(); err != nil {
		w.Fatal(err)
	}
	w.printf("%s", out)
}
