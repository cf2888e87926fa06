// Package upgrade finds out what another version of Puppet, or of the modules that code
// depends on, breaks and changes.
//
// It has no checks of its own. It makes runs of package lint in several worlds
// (module.World): one in which everything is as it is, and one for each version that is
// asked about. What is wrong in the second and not in the first is what the version
// breaks. To that come the findings of the few rules that are about a version
// themselves, such as those about legacy facts.
//
// Without a version to go to, the worlds are those that the ranges of the metadata
// allow, one after the other.
//
// What it says holds for every value that the code may meet, as all that the checker
// says. Fixes are written only where the files, with all fixes made, have no mistake in
// either world that they did not have before.
package upgrade
