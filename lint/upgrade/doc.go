// Package upgrade finds the code that breaks, or behaves differently, with another version of Puppet
// or of a module that the code depends on.
//
// It runs package lint several times: with the installed versions, and with each version to
// upgrade to (module.VersionOverrides). A finding that only the second run has is a break, unless the
// first one lacks it only because it does not know everything that exists (installed.go). In addition
// it reports the findings of the few rules about versions, such as those about legacy facts. The
// package has hardly any checks of its own: only legacy facts in functions in Ruby, which package
// lint does not check.
//
// Without a target version, it runs with each version that the metadata allow, one after the
// other.
//
// The findings hold for every value that the code may meet, like all findings of the checker.
// Fixes are written only if the files with all fixes have no new error in either version.
package upgrade
