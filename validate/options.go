package validate

import (
	"fmt"

	"puppet-lint/diag"
)

// Strict is Puppet's setting of that name. It says how duplicate keys are
// taken.
type Strict uint8

// The levels. StrictDefault is the target version's own: warning for 7, error
// since 8.
const (
	StrictDefault Strict = iota
	StrictOff
	StrictWarning
	StrictError
)

// ParseStrict reads a level as Puppet's configuration spells it; an empty text
// is StrictDefault.
func ParseStrict(text string) (Strict, error) {
	switch text {
	case "":
		return StrictDefault, nil
	case "off":
		return StrictOff, nil
	case "warning":
		return StrictWarning, nil
	case "error":
		return StrictError, nil
	}
	return 0, fmt.Errorf("strict is %q; it can be off, warning or error", text)
}

// Options say for what the file is meant. The zero value is Puppet 8's own
// judgement of a file that belongs to no module.
type Options struct {
	// Location is the file's place in a module; its zero value turns the rules
	// of location off. See Location.Autoloaded for files beside the manifests.
	Location Location
	// Strict is Puppet's setting.
	Strict Strict
	// Tasks turns on the rules of plans (Puppet's setting "tasks", Bolt). It is
	// on for every file that was parsed with that setting.
	Tasks bool
	// TargetVersion is the major version of Puppet: 7, 8 or 9. 0 is 8.
	TargetVersion int
	// Specification adds the rules of the language's specification, and of
	// autoloading, that the real "puppet parser validate" does not know.
	Specification bool
}

// target is the Puppet version that the code is for.
func (o Options) target() int {
	if o.TargetVersion == 0 {
		return 8
	}
	return o.TargetVersion
}

// duplicateKeySeverity is what the setting strict makes of a duplicate key; 0
// is none.
func (o Options) duplicateKeySeverity() diag.Severity {
	switch {
	case o.Strict == StrictOff:
		return 0
	case o.Strict == StrictError || o.Strict == StrictDefault && o.target() >= 8:
		return diag.Error
	}
	return diag.Warning
}
