// Package builtin holds the functions, resource types, core facts and reserved words that come with
// Puppet. It also covers the modules that were split from Puppet (cron, mount, selinux, …), the
// functions and resource types of stdlib for trees that do not contain it, and the functions and
// types of Bolt, in which plans run.
//
// The data are tables of text embedded in the program: one entry a line, sorted by name, each a
// name, a tab and the entry in JSON. An entry is found by binary search and decoded on first
// use, so that startup costs nothing. internal/gen/builtin makes the tables; never edit them by
// hand. internal/gen/settings makes settings.txt, which holds names only. Only documentation.txt is
// written by hand: a line holds the kind and the name of a thing, a tab, and a description of one
// or two sentences. The program holds it compressed.
//
// Package module queries it for names that no file of a tree declares. Of this program,
// this package imports only internal/compressed. All functions are safe for use by several goroutines, and their
// results must not be changed.
package builtin

//go:generate go run -tags develop puppet-lint/internal/gen/builtin -facts ../../../shared/puppet-facts -out .
//go:generate go run -tags develop puppet-lint/internal/gen/settings -oracle ../../../shared/oracle -out settings.txt
//go:generate sh -c "gzip -n9 <documentation.txt >documentation.txt.gz"
