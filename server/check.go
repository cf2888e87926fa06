package server

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"puppet-lint/internal/cputime"
	"puppet-lint/internal/english"
	"puppet-lint/internal/source"
	"puppet-lint/server/editor"
	"puppet-lint/server/protocol"
)

// checkTimeout limits each wait of Check. After checkLength, Check stops typing and prints its
// measurements.
const (
	checkTimeout = 10 * time.Minute
	checkLength  = 3 * time.Minute
)

// checkedFiles is the number of files that Check opens and types into.
const checkedFiles = 12

// Trial says what Check measures.
type Trial struct {
	// Folder contains the files.
	Folder string
	// Typed are the manifests to type into. Without them, Check chooses some of the folder.
	Typed []string
	// Begin, unless nil, is called once all names are indexed, before typing begins.
	Begin func()
}

// Check runs the server with a simulated editor over a folder and prints how long answers take.
// It only reads the files on disk.
func Check(options Options, trial Trial, out io.Writer) error {
	c := newChecker(options, out)
	defer c.editor.Abandon()
	if err := c.run(trial); err != nil {
		return err
	}
	c.print()
	ctx, cancel := context.WithTimeout(context.Background(), checkTimeout)
	defer cancel()
	return c.editor.Shutdown(ctx)
}

type checker struct {
	options Options
	files   source.FileSystem // of the folder
	out     io.Writer
	editor  *editor.Editor
	times   map[string][]spent
	order   []string
	// known and used are the memory in use, in MB, after all names had been indexed, and after all
	// edits. edits counts the changes of texts in between. until is the time at which typing ends.
	known, used uint64
	edits       int
	until       time.Time
	// slowest is the key after which it took longest to get all findings.
	slowest slowKey
}

// slowKey is a typed character, the place where it was typed, and the time that something took
// after it.
type slowKey struct {
	char rune
	path string
	at   protocol.Position
	took time.Duration
}

func newChecker(options Options, out io.Writer) *checker {
	toServer, fromEditor := io.Pipe()
	toEditor, fromServer := io.Pipe()
	server := New(options, toServer, fromServer)
	go func() {
		err := server.Run()
		toServer.CloseWithError(io.ErrClosedPipe)
		fromServer.CloseWithError(cmp.Or(err, io.EOF))
	}()
	return &checker{options: options, out: out, editor: editor.New(toEditor, fromEditor), times: map[string][]spent{}}
}

// moment is a time on the clock, with the processor time used up to then. spent is the
// difference of two moments. The processor time includes that of the simulated editor.
type moment struct {
	clock     time.Time
	processor time.Duration
}

type spent struct{ clock, processor time.Duration }

func now() moment { return moment{time.Now(), cputime.Used()} }

func (c *checker) time(name string, since moment) {
	if c.times[name] == nil {
		c.order = append(c.order, name)
	}
	c.times[name] = append(c.times[name], spent{time.Since(since.clock), cputime.Used() - since.processor})
}

// run starts the server on the folder of a trial, requests what editors request at the start, and
// types into some files.
func (c *checker) run(trial Trial) error {
	folder := trial.Folder
	ctx, cancel := context.WithTimeout(context.Background(), checkTimeout)
	defer cancel()
	c.files = c.options.Files(folder)
	manifests, err := manifestsBelow(c.files, folder)
	if err != nil {
		return err
	}
	if len(manifests) == 0 {
		return fmt.Errorf("%s: no manifests found", folder)
	}
	fmt.Fprintf(c.out, "%s: %s\n", folder, english.Count(len(manifests), "manifest"))
	if err := c.start(ctx, folder, manifests[len(manifests)/2]); err != nil {
		return err
	}
	c.known = memoryInUse()
	typed := trial.Typed
	if len(typed) == 0 {
		typed = Sample(manifests)
	}
	if trial.Begin != nil {
		trial.Begin()
	}
	c.until = time.Now().Add(checkLength)
	for visited, path := range typed {
		if c.isOver() {
			fmt.Fprintf(c.out, "typing was ended after %v, in file %d of %d\n", checkLength, visited, len(typed))
			break
		}
		if err := c.visit(ctx, path); err != nil {
			return err
		}
	}
	// The last edit may still be checked, which takes memory for a moment.
	if err := c.allFindings(ctx); err != nil {
		return err
	}
	c.used = memoryInUse()
	return nil
}

// start times the requests at the start of an editor that opens one file.
func (c *checker) start(ctx context.Context, folder, first string) error {
	started := now()
	if _, err := c.editor.Initialize(ctx, []string{folder}, map[string]any{}, nil); err != nil {
		return err
	}
	c.time("initialize", started)
	file, err := c.files.Read(first)
	if err != nil {
		return err
	}
	started = now()
	c.editor.Open(first, "puppet", file.Text)
	if _, err := c.editor.Findings(ctx, first, 1); err != nil {
		return err
	}
	c.time("findings of the first open file", started)
	if err := c.allFindings(ctx); err != nil {
		return err
	}
	c.time("findings of all files", started)
	started = now()
	if err := c.editor.Request(ctx, "workspace/symbol", protocol.WorkspaceSymbolParams{Query: "install"}, nil); err != nil {
		return err
	}
	c.time("all names indexed", started)
	return nil
}

// allFindings requests the findings of all files. Afterwards the server has nothing left to do.
func (c *checker) allFindings(ctx context.Context) error {
	var report protocol.WorkspaceDiagnosticReport
	return c.editor.Request(ctx, "workspace/diagnostic", map[string]any{"previousResultIds": []any{}}, &report)
}

// Sample returns the manifests that Check chooses to type into, evenly distributed.
func Sample(manifests []string) (chosen []string) {
	step := (len(manifests) + checkedFiles - 1) / checkedFiles
	for at := 0; at < len(manifests); at += step {
		chosen = append(chosen, manifests[at])
	}
	return chosen
}

// isOver reports whether the time for typing is over.
func (c *checker) isOver() bool { return time.Now().After(c.until) }

// typedCode is typed into each file by Check, character by character. Each statement is
// complete, so the code has a syntax error until a statement ends. The statements use names of
// the file itself and of others.
const typedCode = `  $typed = $facts['os']['family'] ? { 'Debian' => [1, 2], default => [] }
  file { "/srv/typed/${title}":
    ensure => directory, # as it was
  }
  if $typed =~ Array[Integer] { include typed }
`

// visit types into a file and sends requests about positions in it.
func (c *checker) visit(ctx context.Context, path string) error {
	file, err := c.files.Read(path)
	if err != nil {
		return nil // the file was removed in the meantime
	}
	c.editor.Open(path, "puppet", file.Text)
	if _, err := c.editor.Findings(ctx, path, 1); err != nil {
		return err
	}
	mapper := newMapper(file.Text, protocol.PositionEncodingKindUTF16)
	at := strings.Index(file.Text, "{\n") + 2
	if at < 2 {
		at = 0
	}
	here := mapper.position(int32(at))
	for _, char := range typedCode {
		if c.isOver() {
			break
		}
		if here, err = c.key(ctx, path, here, char); err != nil {
			return err
		}
	}
	whole := c.editor.Change(path, protocol.TextDocumentContentChangePartial{Text: file.Text})
	if _, err := c.editor.Findings(ctx, path, whole); err != nil {
		return err
	}
	for offset := 0; offset < len(file.Text); offset += max(1, len(file.Text)/10) {
		here := mapper.position(int32(offset))
		for name, method := range map[string]string{"hover": "textDocument/hover", "definition": "textDocument/definition", "highlights": "textDocument/documentHighlight"} {
			if err := c.ask(ctx, name, method, path, here); err != nil {
				return err
			}
		}
	}
	here = mapper.position(int32(max(0, strings.Index(file.Text, "class ")+6)))
	started := now()
	err = c.editor.Request(ctx, "textDocument/references", protocol.ReferenceParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: uriOf(path)}, Position: here, Context: protocol.ReferenceContext{IncludeDeclaration: true},
	}, nil)
	c.time("references", started)
	for name, method := range map[string]string{"symbols of a file": "textDocument/documentSymbol", "semantic tokens": "textDocument/semanticTokens/full"} {
		started := now()
		if err == nil {
			err = c.editor.Request(ctx, method, map[string]any{"textDocument": protocol.TextDocumentIdentifier{URI: uriOf(path)}}, nil)
			c.time(name, started)
		}
	}
	c.editor.Close(path)
	return err
}

// key types one character and returns the position after it. It requests completion at once,
// then waits for the findings of the file, and then for those of all files.
func (c *checker) key(ctx context.Context, path string, here protocol.Position, char rune) (protocol.Position, error) {
	c.edits++
	started := now()
	version := c.editor.Change(path, protocol.TextDocumentContentChangePartial{Range: &protocol.Range{Start: here, End: here}, Text: string(char)})
	if here.Character++; char == '\n' {
		here = protocol.Position{Line: here.Line + 1}
	}
	if err := c.ask(ctx, "completion", "textDocument/completion", path, here); err != nil {
		return here, err
	}
	if _, err := c.editor.Findings(ctx, path, version); err != nil {
		return here, err
	}
	c.time("findings after a key", started)
	if err := c.ask(ctx, "hover while typing", "textDocument/hover", path, here); err != nil {
		return here, err
	}
	err := c.editor.Request(ctx, "textDocument/diagnostic", map[string]any{"textDocument": protocol.TextDocumentIdentifier{URI: uriOf(path)}}, nil)
	c.time("all findings after a key", started)
	if took := time.Since(started.clock); took > c.slowest.took {
		c.slowest = slowKey{char, path, here, took}
	}
	return here, err
}

func (c *checker) ask(ctx context.Context, name, method, path string, at protocol.Position) error {
	started := now()
	var answer json.RawMessage
	err := c.editor.Request(ctx, method, protocol.HoverParams{TextDocument: protocol.TextDocumentIdentifier{URI: uriOf(path)}, Position: at}, &answer)
	c.time(name, started)
	return err
}

// print prints the table of times.
func (c *checker) print() {
	fmt.Fprintf(c.out, "%-34s %6s %33s   %33s\n", "", "", "time until the answer", "processor time, all threads")
	fmt.Fprintf(c.out, "%-34s %6s", "", "times")
	for range 2 {
		fmt.Fprintf(c.out, " %10s %10s %11s  ", "median", "95 %", "longest")
	}
	fmt.Fprintln(c.out)
	for _, name := range c.order {
		var clock, processor []time.Duration
		for _, one := range c.times[name] {
			clock, processor = append(clock, one.clock), append(processor, one.processor)
		}
		fmt.Fprintf(c.out, "%-34s %6d%s%s\n", name, len(clock), quantiles(clock), quantiles(processor))
	}
	if slow := c.slowest; slow.took > 0 {
		fmt.Fprintf(c.out, "all findings took longest after %q before %s:%d:%d: %s\n", slow.char, slow.path, slow.at.Line+1, slow.at.Character+1, milliseconds(slow.took))
	}
	fmt.Fprintf(c.out, "memory in use: %d MB once all names were indexed, %d MB after %d edits\n", c.known, c.used, c.edits)
}

// quantiles returns three columns: the median, the 95th percentile, and the longest time.
func quantiles(times []time.Duration) string {
	slices.Sort(times)
	at := func(share float64) string {
		took := times[min(len(times)-1, int(share*float64(len(times))))]
		return milliseconds(took)
	}
	return fmt.Sprintf(" %10s %10s %11s  ", at(0.5), at(0.95), at(1))
}

func milliseconds(took time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(took.Microseconds())/1000)
}

// memoryInUse returns the memory in use after a garbage collection, in MB.
func memoryInUse() uint64 {
	runtime.GC()
	live := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(live)
	return live[0].Value.Uint64() >> 20
}

// manifestsBelow returns the manifests below a folder. It skips hidden folders.
func manifestsBelow(files source.FileSystem, folder string) (found []string, err error) {
	entries, err := files.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("--check: %s", source.Explain(err))
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		switch {
		case strings.HasPrefix(entry.Name(), "."):
		case entry.IsDir():
			below, err := manifestsBelow(files, path)
			if err == nil {
				found = append(found, below...)
			}
		case filepath.Ext(path) == ".pp":
			found = append(found, path)
		}
	}
	return found, nil
}
