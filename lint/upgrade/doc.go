// Package upgrade finds out what another version of Puppet, or of the modules that code depends
// on, breaks and changes.
//
// The package has hardly any checks of its own: only legacy facts in functions in Ruby, which
// package lint does not look into. It runs package lint in several worlds (module.World):
// one for the installed versions, and one with each version to upgrade to. A finding in the
// second world that is missing in the first is what the version breaks. In addition there are
// the findings of the few rules about versions, such as those about legacy facts.
//
// Without a target version, the worlds are those of the versions that the metadata allow, one
// after the other.
//
// The findings hold for every value that the code may meet, like all findings of the checker.
// Fixes are written only if the files with all fixes have no error in either world that they
// did not have before.
package upgrade
