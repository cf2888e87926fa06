// Package config computes the effective configuration: which rules run on which path, with
// which severity and options, and how the run as a whole behaves.
//
// Sources are layers of entries, and each entry records where it comes from. The layers are the
// built-in defaults, puppet-lint.toml (only the nearest one, and others that it extends
// explicitly), puppet-lint (Ruby)'s .puppet-lint.rc in the puppet-lint profile, and the flags
// of the command line. Settings result from overlaying the layers.
//
// The package depends on rules only for custom rules; it knows no rule by name. Names of rules,
// groups, options, their schema and puppet-lint (Ruby)'s flags come from the metadata
// (diag.Rule) passed to NewCatalogue. One table of keys (schema.go) drives reading, checking,
// the JSON schema and the commented file that init writes. One table of flags (flags.go) drives
// parsing, help and completion.
//
// Invariants: a Settings never changes once made. Every error names the file, the line and the
// column, and lists what is allowed.
package config
