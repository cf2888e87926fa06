package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"puppet-lint/internal/source"
)

// patience is how long git may take for all answers of a comparison together. Something that never
// ends, such as a pipe instead of a file, must not block the run, and a second pipe must not
// block it again.
const patience = 2 * time.Minute

// waiting is the time that a comparison still waits for git. Its submodules share it.
type waiting struct{ limit, left time.Duration }

// tooSlowError is the error of a comparison that waits no longer.
type tooSlowError struct{ limit time.Duration }

// Error says how long git was waited for.
func (e tooSlowError) Error() string {
	return fmt.Sprintf("--new-from: git did not answer within %v", e.limit)
}

// spent returns an error if no time is left.
func (w *waiting) spent() error {
	if w.left <= 0 {
		return tooSlowError{w.limit}
	}
	return nil
}

// since takes the time since start from what is left.
func (w *waiting) since(start time.Time) { w.left -= time.Since(start) }

// settings returns arguments that disable everything in git that could execute something, or
// read files and keep objects in memory without bound.
// Settings on the command line override those of the repository. An older git ignores settings
// that it does not know.
func settings() []string {
	var arguments []string
	for _, setting := range []string{
		"core.fsmonitor=false", "core.hooksPath=" + os.DevNull, "core.untrackedCache=false",
		"safe.bareRepository=explicit", "protocol.allow=never", "submodule.recurse=false",
		"core.attributesFile=" + os.DevNull, "core.excludesFile=" + os.DevNull, "core.bigFileThreshold=16m", "core.deltaBaseCacheLimit=96m", "core.warnAmbiguousRefs=false",
	} {
		arguments = append(arguments, "-c", setting)
	}
	return append(arguments, "--no-pager")
}

// ofRepository are the variables that select git's repository. Those of the user are correct
// for the user's repository, but not for its submodules.
var ofRepository = []string{
	"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_NAMESPACE",
	"GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE",
}

// environment returns the environment of git. It allows no transport, so that missing objects
// remain missing, and no optional writes.
func environment(isSubmodule bool) []string {
	all := os.Environ()
	if isSubmodule {
		all = slices.DeleteFunc(all, func(variable string) bool {
			name, _, _ := strings.Cut(variable, "=")
			return slices.Contains(ofRepository, name)
		})
	}
	return append(all, "GIT_ALLOW_PROTOCOL=:", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_GRAFT_FILE="+os.DevNull)
}

// arguments returns the arguments that name the work tree, whatever core.worktree says. Git finds
// the git folder itself, unless the environment names it, because only then it looks at its owner.
func (p *location) arguments() []string {
	arguments := []string{"--work-tree=" + p.top}
	if p.isNamed {
		arguments = append(arguments, "--git-dir="+p.gitDir)
	}
	return arguments
}

// command returns a git command that runs in the folder of the repository.
func (r *repository) command(ctx context.Context, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, "git", slices.Concat(settings(), r.location.arguments(), arguments)...)
	command.Dir, command.Env = r.folder, append(environment(r.isSubmodule), "GIT_CEILING_DIRECTORIES="+filepath.Dir(r.folder))
	command.WaitDelay = time.Second
	return command
}

// The greatest lengths of an answer of git's, which is a list of half a million files, and of what
// is kept of its messages.
const (
	maxAnswer  = 64 << 20
	maxMessage = 4 << 10
)

// answerBuffer holds an answer of git's up to a limit. More is an error, which ends git, or is
// cut.
type answerBuffer struct {
	bytes.Buffer
	limit         int
	isCut, isFull bool
}

// errFull ends the git process whose answer is too long.
var errFull = errors.New("the answer is too long")

// Write adds to the answer. More than the limit is an error, or is dropped if the answer is to be cut.
func (b *answerBuffer) Write(text []byte) (int, error) {
	if b.Len()+len(text) <= b.limit {
		return b.Buffer.Write(text)
	}
	b.isFull = true
	if !b.isCut {
		return 0, errFull
	}
	b.Buffer.Write(text[:b.limit-b.Len()]) // a buffer returns no error
	return len(text), nil
}

// ReadFrom exists so that io.Copy does not read past the limit by way of the buffer.
func (b *answerBuffer) ReadFrom(from io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{b}, from)
}

// ask runs git and returns its output.
func (r *repository) ask(arguments ...string) (string, error) { return r.askAbout("", arguments...) }

// askAbout is ask with an input.
func (r *repository) askAbout(input string, arguments ...string) (string, error) {
	if err := r.waiting.spent(); err != nil {
		return "", err
	}
	defer r.waiting.since(time.Now())
	ctx, cancel := context.WithTimeout(context.Background(), r.waiting.left)
	defer cancel()
	command := r.command(ctx, arguments...)
	stdout, stderr := answerBuffer{limit: maxAnswer}, answerBuffer{limit: maxMessage, isCut: true}
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(input), &stdout, &stderr
	err := command.Start()
	if err == nil {
		limitMemory(command.Process.Pid)
		err = command.Wait()
	}
	switch message := source.OneLine(stderr.String()); {
	case stdout.isFull:
		return "", fmt.Errorf("--new-from: git %s says more than %d MiB; this repository is too large to compare", arguments[0], maxAnswer>>20)
	case err == nil:
		return stdout.String(), nil
	case ctx.Err() != nil:
		return "", tooSlowError{r.waiting.limit}
	case message == "":
		return "", fmt.Errorf("--new-from: git: %w", err)
	default:
		return "", fmt.Errorf("--new-from: git says %q", strings.TrimPrefix(message, "fatal: "))
	}
}

// answer runs git and returns its output without the line feed, or "" if it fails.
func (r *repository) answer(arguments ...string) string {
	text, err := r.ask(arguments...)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(text)
}

// objects is a running git process that prints objects, one after the other.
type objects struct {
	command *exec.Cmd
	cancel  context.CancelFunc
	to      io.WriteCloser
	from    *bufio.Reader
}

// object is an object of git.
type object struct{ id, kind, content string }

var errMissing = errors.New("git does not have its earlier content (is this a partial clone?)")

// blob returns the content of a file's object.
func (r *repository) blob(id string) (string, error) {
	found, err := r.object(id)
	switch {
	case err != nil:
		return "", err
	case found.kind != "blob":
		return "", fmt.Errorf("git says %q is a %s", id, found.kind)
	}
	return found.content, nil
}

// resolve returns the identifier of the object that an expression names, or "" if it names none.
func (r *repository) resolve(expression string) string {
	if strings.ContainsAny(expression, "\r\n") {
		return ""
	}
	found, err := r.object(expression)
	if err != nil {
		return ""
	}
	return found.id
}

// object returns what an expression names. The git process keeps running for the next one.
func (r *repository) object(expression string) (found object, err error) {
	if err := r.waiting.spent(); err != nil {
		return object{}, err
	}
	start := time.Now()
	if r.objects == nil {
		if r.objects, err = r.startObjects(); err != nil {
			return object{}, err
		}
	}
	timer := time.AfterFunc(r.waiting.left, r.objects.cancel)
	found, err = r.objects.get(expression)
	timer.Stop()
	if r.waiting.since(start); err != nil && r.waiting.spent() != nil {
		err = r.waiting.spent()
	}
	if err != nil && !errors.Is(err, errMissing) {
		r.rest()
	}
	return found, err
}

func (r *repository) startObjects() (*objects, error) {
	ctx, cancel := context.WithCancel(context.Background())
	command := r.command(ctx, "cat-file", "--batch")
	to, err := command.StdinPipe()
	if err != nil {
		cancel()
		return nil, err
	}
	from, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		cancel()
		return nil, err
	}
	limitMemory(command.Process.Pid)
	return &objects{command, cancel, to, bufio.NewReader(from)}, nil
}

// get requests what an expression names.
func (o *objects) get(expression string) (object, error) {
	if _, err := fmt.Fprintln(o.to, expression); err != nil {
		return object{}, err
	}
	header, err := o.from.ReadString('\n')
	if err != nil {
		return object{}, err
	}
	header = strings.TrimSuffix(header, "\n")
	fields := strings.Fields(strings.TrimPrefix(header, expression))
	if len(fields) == 1 && (fields[0] == "missing" || fields[0] == "ambiguous") {
		return object{}, errMissing
	}
	fields = strings.Fields(header)
	if len(fields) != 3 {
		return object{}, fmt.Errorf("git says %q", header)
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	switch {
	case err != nil || size < 0:
		return object{}, fmt.Errorf("git says %q", header)
	case size > source.MaxFileSize:
		return object{}, source.ErrTooLarge
	}
	content := make([]byte, size+1)
	if _, err := io.ReadFull(o.from, content); err != nil {
		return object{}, err
	}
	return object{fields[0], fields[1], string(content[:size])}, nil
}

// rest ends the git process that prints objects.
func (r *repository) rest() {
	if r.objects == nil {
		return
	}
	r.objects.to.Close()
	r.objects.cancel()
	_ = r.objects.command.Wait() // it exits because its input is closed
	r.objects = nil
}
