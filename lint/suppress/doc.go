// Package suppress reads and writes the comments that suppress findings.
//
// A control comment is a comment that begins with a control word. Every control comment of
// puppet-lint (Ruby) is accepted, with the same meaning:
//
//	mode => '777',  # lint:ignore:file_mode the vendor insists
//
//	# lint:ignore:140chars lint:ignore:double_quoted_strings why
//	…
//	# lint:endignore
//
// The first form suppresses findings on its own line. The second one suppresses findings on
// every line from one comment to the other; such blocks can be nested. A third form is new, and
// puppet-lint (Ruby) ignores it:
//
//	# lint:ignore-file:140chars generated
//
// It suppresses a rule in the whole file, wherever the comment is.
//
// Package lint applies the comments after all rules have run. The names of rules come from the
// rules' metadata. This package does not know any language: the readers of manifests, templates
// and YAML give it a list of Comments.
package suppress
