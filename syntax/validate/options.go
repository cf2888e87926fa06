package validate

import (
	"fmt"

	"puppet-lint/internal/diag"
)

// Strict is Puppet's setting of that name. It determines the severity of duplicate keys.
type Strict uint8

// The levels. StrictDefault is the target version's default: warning for 7, error since 8.
const (
	StrictDefault Strict = iota
	StrictOff
	StrictWarning
	StrictError
)

// ParseStrict parses a level as written in Puppet's configuration. An empty text is
// StrictDefault.
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
	return 0, fmt.Errorf("%q is not one of off, warning, error", text)
}

// Options tell how Puppet would use the file. The zero value is Puppet 8's judgement of a file
// outside modules.
type Options struct {
	// Location is the file's location in a module. Its zero value disables the rules of
	// location. See Location.Autoloaded for files beside the manifests.
	Location Location
	// Strict is Puppet's setting strict.
	Strict Strict
	// Tasks enables the rules of plans (Puppet's setting "tasks", Bolt). It must be set for
	// every file that was parsed with that setting.
	Tasks bool
	// TargetVersion is the major version of Puppet: 7, 8 or 9. 0 means 8.
	TargetVersion int
	// Specification adds the rules of the language's specification, and of autoloading, that
	// the real "puppet parser validate" does not enforce.
	Specification bool
}

// target returns the version of Puppet for the code.
func (o Options) target() int {
	if o.TargetVersion == 0 {
		return 8
	}
	return o.TargetVersion
}

// duplicateKeySeverity returns the severity of a duplicate key under the setting strict; 0
// means that it is not reported.
func (o Options) duplicateKeySeverity() diag.Severity {
	switch {
	case o.Strict == StrictOff:
		return 0
	case o.Strict == StrictError || o.Strict == StrictDefault && o.target() >= 8:
		return diag.Error
	}
	return diag.Warning
}
