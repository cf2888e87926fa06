package ide

import (
	"errors"

	"puppet-lint/config"
	"puppet-lint/format"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// Format returns the edits that format the file, or a part of it, in the standard style. It
// returns an error if the file has a syntax error.
func (v *View) Format(within source.Span) ([]diag.Edit, error) {
	if v.Manifest == nil {
		return nil, nil
	}
	options, err := v.formatOptions()
	if err != nil {
		return nil, err
	}
	if within.Start <= 0 && int(within.End) >= len(v.File.Text) {
		return format.File(v.Manifest.File, options)
	}
	return format.Range(v.Manifest.File, within, options)
}

// formatOptions returns the options from the file's settings.
func (v *View) formatOptions() (format.Options, error) {
	settings, err := v.Settings(v.Path)
	if err != nil {
		return format.Options{}, errors.New("cannot format, because the configuration is invalid: " + err.Error())
	}
	if settings.Profile == config.ProfilePuppetLint {
		return format.DefaultOptions(), nil
	}
	return settings.Format, nil
}

// FormatTyped returns the edits that format the block just completed: the innermost braces
// around an offset. It returns nil while the file has a syntax error.
func (v *View) FormatTyped(offset int32) []diag.Edit {
	if v.Manifest == nil || v.Table == nil || v.Table.Broken {
		return nil
	}
	var within source.Span
	for _, node := range nodesAt(v.Manifest.File, offset) {
		switch node.(type) {
		case *syntax.ResourceExpression, *syntax.ResourceDefaultsExpression, *syntax.ResourceOverrideExpression, *syntax.CollectExpression,
			*syntax.LiteralHash, *syntax.SelectorExpression, *syntax.CaseExpression, *syntax.IfExpression, *syntax.UnlessExpression:
			within = v.Manifest.Extent(node)
		}
	}
	if within.Len() == 0 {
		return nil
	}
	edits, err := v.Format(within)
	if err != nil {
		return nil
	}
	return edits
}
