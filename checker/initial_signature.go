package checker

import (
	"fmt"
	"slices"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// addTop adds the variables that a manifest sets at top scope and in nodes, by dependency key. Their
// types are part of the summary of the code at top scope.
func addTop(parts deps.Texts, manifest *module.Manifest) {
	for _, name := range program.AssignedIn(manifest.Program.Body) {
		parts.Add(deps.TopVariable(name), fmt.Sprintf("top %t\n", program.IsBroken(manifest)))
	}
	for _, node := range nodesIn(manifest) {
		if node.Body == nil {
			continue
		}
		for _, name := range program.AssignedIn(node.Body) {
			parts.Add(deps.TopVariable(name), "node\n")
		}
	}
}

// declaredAtTop returns what the nodes of a manifest and its code outside of definitions declare, as
// text.
func (f *sessionInfo) declaredAtTop(manifest *module.Manifest) string {
	declared := f.Declarations.LocalOf(manifest.Program).Text() + "\n"
	for _, node := range nodesIn(manifest) {
		declared += f.Declarations.LocalOf(node).Text() + "\n"
	}
	return declared
}

// nodesIn returns the node definitions in a manifest.
func nodesIn(manifest *module.Manifest) (found []*syntax.NodeDefinition) {
	for _, definition := range manifest.Program.Definitions {
		if node, isNode := definition.(*syntax.NodeDefinition); isNode {
			found = append(found, node)
		}
	}
	return found
}

// addInitial adds what depends on a changed initial manifest without naming anything in it: the
// other initial manifests, which Puppet reads together with it, and all files if the definitions
// decide differently whether the initial manifests are alternatives. last is nil for a new file.
func (u *update) addInitial(last *checked, manifest *module.Manifest) {
	if last == nil || !slices.Equal(last.manifest.UniqueDefinitions(), manifest.UniqueDefinitions()) {
		u.everything = true
		return
	}
	for _, other := range u.tree.Manifests.Initial() {
		u.affected[u.absolute(other.Source.Name)] = true
	}
}
