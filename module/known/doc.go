// Package known holds the public interfaces of widely used modules, by version:
// what their classes, defined types, functions, types, resource types and facts
// take and give. It lets code be checked where the modules that it depends on are
// not there.
//
// The index is one file, embedded in the program and made by internal/gen/known
// (never edit it by hand): a compressed text for each module, decoded when a
// file of that module is first asked for. A line of it is one form of one file, with
// the versions that have it; what is the same in several versions stands there once.
//
// To the packages above, a known module looks like one on disk: Files lays it over
// a file system, as manifests without bodies and as the declarations of Ruby files.
// Where the allowed versions differ, what is shown accepts whatever one of them
// accepts, so that what is wrong by it is wrong in all of them.
//
// Package module asks it for modules that somebody depends on and that are not
// there. What it returns must not be changed; all methods are safe for use by several
// goroutines.
package known

//go:generate go run -tags develop puppet-lint/internal/gen/known -modules ../../../shared/modules -out .
