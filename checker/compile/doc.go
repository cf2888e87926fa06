// Package compile evaluates classes and nodes into catalogs. It uses the values that are known,
// and executes nothing.
//
// The interpreter (package eval) evaluates the code. A scope of this package gives it the
// values that only a catalog has, such as facts, data and the variables of declared classes,
// and records the resources that the code declares. The commands that compare catalogs (impact,
// catalogs) build on it.
//
// # Files
//
//   - compiler.go: classes, and the order in which bodies are evaluated; node.go: nodes;
//     loads.go, referred.go: the manifests that Puppet reads for a definition, and because code names it
//   - resources.go, created.go: resources and their attributes; collect.go: collectors,
//     relationships
//   - facts.go: the facts that are given
//   - failures.go: what prevents the compilation, certainly or possibly
//   - data.go: lookups in the data, for one host; data_files.go: the files that the host reads;
//     data_merge.go: how the values that a lookup finds are merged (hash, deep, unique)
//   - names.go: functions and templates written in Puppet
//   - watch.go: which code and data a catalog depends on; changed_attributes.go: the same for
//     single attributes of a resource; included_again.go: added includes that change nothing
//   - replay.go, evaluated.go, made.go: bodies that were evaluated for one catalog and serve another,
//     and what their resources share
//
// Invariants: what is certain in a catalog (Resource.Certain, Attribute.Value) is in each
// catalog that Puppet would compile. What cannot be known is a gap of the catalog and never a
// guess. The work for one catalog is bounded (the constants in compiler.go).
package compile
