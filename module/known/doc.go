// Package known holds the public interfaces of widely used modules, by version: the parameters
// and types of their classes, defined types, functions, types, resource types and facts. With
// it, code can be checked although the modules that it depends on are missing.
//
// The index is one file, embedded in the program and made by internal/gen/known (never edit it
// by hand): a compressed text for each module, decoded when a file of that module is first
// used. Each line of a text is one form of one file, with the versions that have it. A form
// shared by several versions is stored only once.
//
// To the packages above, a known module looks like one on disk: Files overlays a file system
// with manifests, and with the declarations of Ruby files. A manifest has no bodies, except for
// the certain declarations of a class. If the allowed versions differ, the interface accepts
// whatever one of them accepts. Code that is wrong according to it is wrong for all of them.
//
// Package module queries it for missing modules that others depend on. The results must not be
// changed. All methods are safe for use by several goroutines.
package known

//go:generate go run -tags develop puppet-lint/internal/gen/known -modules ../../../shared/modules -out .
