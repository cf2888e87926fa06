// Package config computes the effective configuration: which rules run on which path, with
// which severity and options, and how the run as a whole behaves.
//
// Sources are layers of entries, each with the place that it came from: the
// built-in defaults, puppet-lint.toml (the nearest one wins; another is taken
// in only by an explicit extend), puppet-lint (Ruby)'s .puppet-lint.rc in the
// puppet-lint profile, and the command line's flags. Settings are what is left
// after laying them over each other.
//
// It stands above rules only in the order of things: it knows no rule, and
// derives rule names, groups, options, their schema and puppet-lint (Ruby)'s flags
// from the metadata (diag.Rule) handed to NewCatalogue. One table of keys
// (schema.go) drives reading, checking, the JSON schema and the commented file
// that init writes; one table of flags (flags.go) drives parsing, help and
// completion.
//
// Invariants: a Settings never changes once made; every error names the file,
// the line and the column, and says what is allowed instead.
package config
