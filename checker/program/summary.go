package program

import (
	"puppet-lint/checker/deps"
)

// NewDependencies returns an empty set; nil if dependencies are not wanted.
func (p *Program) NewDependencies() deps.Set {
	if !p.Tracks {
		return nil
	}
	return deps.Set{}
}

// SummaryOf returns the summary of another body. If there is none, the result is Unknown and
// there may be any variables.
func (p *Program) SummaryOf(b *Body) *Summary {
	if b.Summary != nil && (b.Definition == nil || !b.Definition.IsDamaged) {
		return b.Summary
	}
	return &Summary{Returns: p.Unknown, Open: true}
}
