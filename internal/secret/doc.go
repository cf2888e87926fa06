// Package secret tells secrets from what only looks like them: by the name that a
// value has, by what the value can be, and by shapes that are secrets wherever
// they stand.
//
// It knows texts only, no tree and no file, so that the rules on manifests and
// those on data ask it alike. It answers with certainty in mind: a text that may
// as well be a reference, a state, an encrypted value or a placeholder is none.
package secret
