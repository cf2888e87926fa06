// Package suppress understands the comments that suppress findings and writes
// new ones.
//
// A control comment is a comment whose text starts with a control word. All
// that puppet-lint (Ruby) accepts is accepted, with the same meaning:
//
//	mode => '777',  # lint:ignore:file_mode the vendor insists
//
//	# lint:ignore:140chars lint:ignore:double_quoted_strings why
//	…
//	# lint:endignore
//
// The first form suppresses its own line, the second every line from the one
// comment to the other; blocks nest. One form is new, and inert for the Ruby
// tool:
//
//	# lint:ignore-file:140chars generated
//
// suppresses a rule in the whole file, wherever the comment stands.
//
// Package lint applies it after all rules have run. The metadata of the rules says which
// names exist. The package knows comments, not languages: the readers of manifests,
// templates and YAML pass it a list of Comments.
package suppress
