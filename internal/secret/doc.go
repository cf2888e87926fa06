// Package secret decides whether a text is a secret: by the name of the value, by what the
// value can be, and by formats that are always secrets.
//
// The package knows only texts, not trees or files, so that the rules for manifests and for
// data can both use it. It prefers certainty: a text that may also be a reference, a state, an
// encrypted value or a placeholder is not a secret.
//
// # Files
//
//   - names.go: which names announce a secret, and of which kind
//   - values.go: which values of such names are secrets, and which are weak or hashed
//   - formats.go, tokens.go: keys and tokens that are recognized whatever their name is
//   - tools.go: passwords in commands and connection strings
//   - hints.go: a quick test that lets most texts pass
package secret
