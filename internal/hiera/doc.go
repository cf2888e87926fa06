// Package hiera reads hiera.yaml, finds the data files that its hierarchy can read, and parses
// the interpolations in data.
//
// The package uses document, which parses the files. Package module uses it: a module tree has
// one Config for the environment and one for each module. The package knows how Hiera handles
// files and keys (Puppet's pops/lookup), and nothing about classes and types, which the checker
// handles.
//
// Invariants: nothing changes once returned. If data cannot be known (another backend, a folder
// outside the tree), the Level is Opaque and there are no findings. A path with interpolations
// represents all files that it may refer to.
package hiera
