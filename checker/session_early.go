package checker

import (
	"puppet-lint/checker/deps"
	"puppet-lint/internal/diag"
)

// showEarly calls first with what is found in the changed manifests, unless a change concerns
// no other file: then Recheck does nothing else anyway. The evaluation stores nothing. It uses
// the summaries of other files from before the change.
func (u *update) showEarly(changed []string) {
	if !u.Early || u.first == nil || u.everything {
		return
	}
	own, differs := map[string]bool{}, false
	for _, path := range changed {
		known := u.evaluated.byPath[path]
		if known == nil {
			return // a new file, or one that is not a manifest
		}
		if _, err := u.tree.Files.Stat(path); err != nil {
			return
		}
		manifest := u.tree.Manifests.At(path)
		before, after := u.syntaxInfo.signatureOfManifest(known.manifest), u.syntaxInfo.signatureOfManifest(manifest)
		own[path] = true
		differs = differs || before.declarations != after.declarations || before.changeTo(after) != (deps.Change{}) || len(differingKeys(before.parts, after.parts)) > 0
	}
	if !differs {
		return
	}
	r := newRun(u.newInterpreter(u.ctx), u.only(own), false)
	r.evaluate()
	all := r.findings()
	if r.CancelCause() != nil {
		return
	}
	found := map[string][]*diag.Diagnostic{}
	for path := range own {
		found[path] = nil
	}
	for _, finding := range all {
		path := u.absolute(finding.File.Name)
		found[path] = append(found[path], finding)
	}
	u.first(found)
	u.first = nil
}
