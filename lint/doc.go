// Package lint makes one run: it finds the files, reads and parses them in parallel, validates
// and checks them by the rules, suppresses findings by control comments and the baseline, and
// fixes what can be fixed.
//
// It builds on rules and config; report builds on it. Files are independent of each other, and
// a few goroutines work on them. The findings are sorted in the order of the files before
// they are returned, so the outcome never depends on scheduling. Nothing is kept of a file
// without findings.
//
// # Files
//
//   - run.go: one run from start to end; work.go: one file of it; result.go: the result
//   - files.go, ignore.go, newfrom.go: which files are checked, and which of their lines;
//     foreign.go: files that are certainly no manifests; served.go: files that modules serve;
//     names.go, spelling.go: one file under several names, or in another case
//   - trees.go: the module trees around the files; together.go, members.go: which files are
//     examined together
//   - document.go, settings_document.go: data files and templates, the Puppetfile and
//     environment.conf
//   - fix*.go, write.go, changes.go: fixes; when they are refused
//   - baseline.go, addignore.go: known findings; causes.go: findings with one cause
//   - ruby.go, ruby_comments.go, slashes.go: texts and comments as puppet-lint (Ruby) reads them
//   - session*.go, watch.go: runs after a change
//   - confine.go: what a run may read and write; stdlib.go: the versions of stdlib that code may
//     run with; memo.go: a cache of folders; memory.go: when the garbage collector runs
//   - graphs.go, unused.go, impact*.go, catalogs.go, search.go, types.go, infer.go, format.go,
//     installed.go, target.go, jsonl.go, manifests.go, before.go: what the subcommands need of
//     a run; work_limit.go: how many catalogs a comparison evaluates
//   - ruletest.go, try.go: trying a project's own rules
//
// # Invariants
//
// A problem with one file (it cannot be read, a rule panics on it) becomes a
// Failure and never stops the others. A file is replaced as a whole or not at all. Nothing is
// written that does not parse, or whose tree differs from what the fixes promise.
package lint
