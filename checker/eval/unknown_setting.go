package eval

import (
	"puppet-lint/checker/code"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/spell"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// readSetting returns the type of $settings::name. A name that no version of Puppet known here has is
// reported: as an error if it misspells a setting, otherwise as a warning, since a newer Puppet may
// have it.
func (e *Evaluator) readSetting(name, written string, node syntax.Node) Type {
	if builtin.IsSetting(name) || e.isVariableGuarded(written) || e.Class("settings") != nil {
		return e.Any
	}
	finding := e.report(&code.UnknownVariable, node, "UNKNOWN_VARIABLE", "$"+written+" is not a setting of Puppet")
	if finding == nil {
		return e.Unknown
	}
	if meant := spell.Best(name, builtin.Settings()); meant != "" {
		namespace := written[:len(written)-len(name)]
		finding.Suggest(diag.Suggestion{Written: written, Meant: namespace + meant, Shown: "$" + namespace + meant})
		return e.Unknown
	}
	finding.Severity = diag.Warning
	e.causedByName(finding)
	return e.Unknown
}
