package lint

import (
	"time"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// Result is the outcome of a run.
type Result struct {
	// Folder is the absolute path of the current folder. Paths of files are relative to it
	// unless the user gave them otherwise.
	Folder string
	// Root is the absolute path of the git work tree that contains Folder, or Folder itself if
	// there is none.
	Root string
	// Files are the examined files, in the order of the findings.
	Files []string
	// Given is the number of files that the user asked for. It includes missing files and those
	// that were left out.
	Given int
	// Trees are the module trees that the files belong to, in the order of Files.
	Trees []*module.Tree
	// Findings are in the order of Files and, within a file, of position (in the puppet-lint
	// profile: of rule). They include those that a control comment suppressed, marked
	// Suppressed.
	Findings []*diag.Diagnostic
	// Fixed are the fixed findings. Their files hold the texts before the fixes. In the
	// puppet-lint profile, they are in Findings, too, and all Findings refer to the texts
	// before.
	Fixed []*diag.Diagnostic
	// Changes are the files that fixing changed or, in a dry run, would change.
	Changes []Change
	// LeftAlone counts the files that were not fixed because of a syntax error.
	LeftAlone int
	// Failures are the problems that prevented a part of the run.
	Failures []Failure
	// Installed counts the modules that a Puppetfile installs. They are read for their
	// definitions, but not checked.
	Installed int
	// Known counts the findings that the baseline contains.
	Known int
	// Stale are the entries of the baseline that no finding matched. They belong to applied
	// rules in examined files, or to files that are gone.
	Stale []Stale
	// Timings are the times of the parts of the run, the longest first.
	Timings []Timing
	// Elapsed is the run's wall time.
	Elapsed time.Duration

	stdin *string
	fixed map[identity]bool
}

// identity identifies a finding.
type identity struct {
	rule    *diag.Rule
	file    *source.File
	at      int32
	message string
}

func identify(finding *diag.Diagnostic) identity {
	return identity{finding.Rule, finding.File, finding.At, finding.Message}
}

// Of returns the part of the result that concerns some files, given by their paths in Files.
func (r *Result) Of(paths map[string]bool) *Result {
	part := *r
	part.Findings, part.Files = nil, nil
	for _, finding := range r.Findings {
		if paths[finding.File.Name] {
			part.Findings = append(part.Findings, finding)
		}
	}
	for _, path := range r.Files {
		if paths[path] {
			part.Files = append(part.Files, path)
		}
	}
	return &part
}

// IsFixed reports whether one of Findings was fixed.
func (r *Result) IsFixed(finding *diag.Diagnostic) bool { return r.fixed[identify(finding)] }

// Stdin returns the text of standard input, if it was read.
func (r *Result) Stdin() (string, bool) {
	if r.stdin == nil {
		return "", false
	}
	return *r.stdin, true
}

// Change is a file that fixing changed.
type Change struct {
	Path          string
	Before, After string
}

// Failure is a problem that prevented a part of the run: a file that cannot be read or written,
// or a bug in a rule.
type Failure struct {
	// Path is the file concerned, or "".
	Path string
	// Message names the problem and its location, and says what to do.
	Message string
	// Cause is the error behind the message, or nil.
	Cause error
	// Internal marks a bug in this program.
	Internal bool
	// Notice marks information that does not make the run fail.
	Notice bool
	// Missing marks a path that does not exist.
	Missing bool
	// Plain marks a message that is printed unchanged, as puppet-lint (Ruby) does.
	Plain bool
}

// Timing is the time that a part of the run took, summed over all cores.
type Timing struct {
	Name string
	Time time.Duration
}

// Failed reports whether the run itself failed.
func (r *Result) Failed() bool {
	for _, failure := range r.Failures {
		if !failure.Notice {
			return true
		}
	}
	return false
}

// Counts returns the number of findings of each severity that are not suppressed.
func (r *Result) Counts() (counts [diag.Error + 1]int) {
	for _, finding := range r.Findings {
		if !finding.Suppressed && !r.IsFixed(finding) {
			counts[finding.Severity]++
		}
	}
	return counts
}

// Stale is an entry of the baseline that no finding matched.
type Stale struct {
	// Path is the file as the baseline names it.
	Path, Rule string
	Count      int
}
