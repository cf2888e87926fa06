// Package hiera reads hiera.yaml, finds the data files that its hierarchy can
// reach, and takes apart the interpolations in data.
//
// It stands between document, which reads the files, and module, whose trees
// hold one Config for the environment and one for each module. It knows what
// Hiera does with files and keys (Puppet's pops/lookup), and nothing of classes
// and types: that is the checker's part.
//
// Invariants: nothing here changes once returned; what cannot be known (another
// backend, a folder outside of the tree) makes a Level Opaque and leads to no
// finding. A path with interpolations stands for all files that it may mean.
package hiera
