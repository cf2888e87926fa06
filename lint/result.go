package lint

import (
	"time"

	"puppet-lint/diag"
	"puppet-lint/module"
	"puppet-lint/source"
)

// Result is what a run found.
type Result struct {
	// Folder is the absolute path of the current folder: paths of files are
	// relative to it unless they were given otherwise.
	Folder string
	// Root is the absolute path of the git work tree that Folder lies in, or Folder
	// outside of one.
	Root string
	// Files are the files that were examined, in the order of the findings.
	Files []string
	// Given is how many files were asked for, those that are not there or were
	// left out included.
	Given int
	// Trees are the trees of modules that the files belong to, in the order of Files.
	Trees []*module.Tree
	// Findings are in the order of Files and, within a file, of position (in
	// the puppet-lint profile: of rule). Those that a control comment suppressed
	// are among them, marked Suppressed.
	Findings []diag.Diagnostic
	// Fixed are the findings that were fixed; their files' texts are those
	// before. In the puppet-lint profile they are among Findings, too, which
	// then all are about the texts before.
	Fixed []diag.Diagnostic
	// Changes are the files that fixing changed or, in a dry run, would.
	Changes []Change
	// LeftAlone counts the files that were to be fixed and have a syntax error.
	LeftAlone int
	// Failures are what kept the run from doing its work.
	Failures []Failure
	// Installed counts the modules that a Puppetfile installs: they are read for what
	// they define, but not checked.
	Installed int
	// Known counts the findings that the baseline holds.
	Known int
	// Stale are the entries of the baseline that nothing matched, of rules that were
	// applied and files that were examined or are gone.
	Stale []Stale
	// Timings say where the time went, the longest first.
	Timings []Timing
	// Elapsed is the run's wall time.
	Elapsed time.Duration

	stdin *string
	fixed map[identity]bool
}

// identity tells findings apart.
type identity struct {
	rule    *diag.Rule
	file    *source.File
	at      int32
	message string
}

func identify(finding *diag.Diagnostic) identity {
	return identity{finding.Rule, finding.File, finding.At, finding.Message}
}

// Of is the result for some of the files, by their paths as in Files.
func (r *Result) Of(paths map[string]bool) *Result {
	part := *r
	part.Findings, part.Files = nil, nil
	for i := range r.Findings {
		if paths[r.Findings[i].File.Name] {
			part.Findings = append(part.Findings, r.Findings[i])
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

// Stdin is the text of standard input, if it was read.
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

// Failure is something that kept the run from doing its work: a file that
// cannot be read or written, a bug in a rule.
type Failure struct {
	// Path is the file that it is about, if any.
	Path string
	// Message says what, where and what to do.
	Message string
	// Cause is the error that the message was made of, if there is one.
	Cause error
	// Internal marks a bug of this program.
	Internal bool
	// Notice marks what is told and does not fail the run.
	Notice bool
	// Missing marks a path that is not there.
	Missing bool
	// Plain marks a message that is printed as it is, as puppet-lint (Ruby) does.
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

// Counts are the findings that are not suppressed, by severity.
func (r *Result) Counts() (counts [diag.Error + 1]int) {
	for i := range r.Findings {
		if finding := &r.Findings[i]; !finding.Suppressed && !r.IsFixed(finding) {
			counts[r.Findings[i].Severity]++
		}
	}
	return counts
}

// Stale is what a baseline knows of a file and a rule and what was not found.
type Stale struct {
	// Path is the file as the baseline names it.
	Path, Rule string
	Count      int
}
