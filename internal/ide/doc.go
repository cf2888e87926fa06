// Package ide answers queries about a position in a file: the type and meaning of the code
// there, where it is defined and used, how it can be completed, and what a rename would change.
//
// The package reads the snapshots of workspace. Package server converts its answers to the
// protocol; subcommands may use it too. Positions are byte offsets.
//
// # Files
//
//   - view.go: a file with its tree, names and types; written.go: types as the code writes them
//   - navigate.go, hierarchy.go, outline.go: definitions, references, callers, symbols
//   - hover.go, hover_document.go, describe*.go, docs.go: what hover shows
//   - complete*.go, items.go: completion; signature.go: signature help
//   - rename.go, rename_named.go: rename, and why it is refused
//   - rename_remaining.go: comments, tests and pages that a rename leaves alone
//   - tokens.go, ranges.go, hints.go: semantic tokens, folding and selection, inlay hints
//   - unknown.go: uses that references and rename cannot know
//   - class_lists.go, class_lists_index.go: lists of classes in data, whose names are uses;
//     puppet_names.go: names that Puppet defines
//   - change.go: code actions that are not fixes of findings
//   - format.go, align.go: formatting
//   - document_position.go, flow_position.go, document_schemas.go, deployment.go, toml.go:
//     data and configuration files
//
// Invariants: the package changes nothing. It answers for a file with syntax errors as far as
// the tokens and the tree of the file allow. It leaves out what is unknown. If a user might
// take an incomplete answer for a complete one, the answer says why it is incomplete.
package ide
