// Package example shows what the analyzer of doc comments reports.
package example

// Documented is described.
type Documented struct {
	// OnRun is called first. // want names OnRun, but describes onRun
	onRun func()
}

// formerName is five. // want names formerName, but describes presentName
const presentName = 5

type Bare struct{} // want Bare has no doc comment

// Run runs.
func (d *Documented) Run() { d.onRun() }

func (d *Documented) Stop() {} // want Stop has no doc comment

type hidden struct{}

func (hidden) Stop() {}
