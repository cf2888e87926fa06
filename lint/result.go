package lint

import (
	"time"

	"puppet-lint/diag"
)

// Result is what a run found.
type Result struct {
	// Folder is the absolute path of the current folder: paths of files are
	// relative to it unless they were given otherwise.
	Folder string
	// Files are the files that were examined, in the order of the findings.
	Files []string
	// Findings are in the order of Files and, within a file, of position (in
	// the puppet-lint profile: of rule). Those that a control comment silenced
	// are among them, marked Suppressed.
	Findings []diag.Diagnostic
	// Fixed are the findings that were mended; their files' texts are those
	// before.
	Fixed []diag.Diagnostic
	// Changes are the files that fixing changed or, in a dry run, would.
	Changes []Change
	// Failures are what kept the run from doing its work.
	Failures []Failure
	// Known counts the findings that the baseline holds.
	Known int
	// Timings say where the time went, the longest first.
	Timings []Timing
	// Elapsed is the run's wall time.
	Elapsed time.Duration
}

// Change is a file that fixing changed.
type Change struct {
	Path          string
	Before, After string
}

// Failure is something that kept the run from doing its work: a file that
// cannot be read or written, a bug in a rule.
type Failure struct {
	// Path is the file that it is about, if any.
	Path string
	// Message says what, where and what to do.
	Message string
	// Internal marks a bug of this program.
	Internal bool
	// Notice marks what is told and does not fail the run.
	Notice bool
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

// Counts are the findings that are not suppressed, by severity.
func (r *Result) Counts() (counts [diag.Error + 1]int) {
	for i := range r.Findings {
		if !r.Findings[i].Suppressed {
			counts[r.Findings[i].Severity]++
		}
	}
	return counts
}
