// Package builtin knows what Puppet itself brings: its functions, resource
// types, core facts and reserved words, those of the modules that were split
// from Puppet (cron, mount, selinux, …), the functions and resource types of
// stdlib for trees that do not hold it, and the functions and types of Bolt, which
// plans run on.
//
// The facts are tables of text embedded in the program: one entry a line,
// sorted by name, each a name, a tab and the entry in JSON. An entry is found
// by binary search and decoded when somebody asks for it, so that starting up
// costs nothing. The tables are made by internal/gen/builtin; never edit them
// by hand.
//
// Package module asks it for names that no file of a tree declares; nothing
// else of this module is imported here. All functions are safe for use by
// several goroutines, and what they return must not be changed.
package builtin

//go:generate go run -tags develop puppet-lint/internal/gen/builtin -facts ../../../shared/puppet-facts -out .
