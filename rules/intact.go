package rules

import (
	"slices"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// CheckIntact is CheckFile for a file with syntax errors. It returns only findings within
// statements that the errors do not affect, of rules that need nothing else.
func (s *Set) CheckIntact(file *syntax.File, place FileLocation) []*diag.Diagnostic {
	statements := intactStatements(file)
	if len(statements) == 0 {
		return nil
	}
	return slices.DeleteFunc(s.CheckFile(file, place), func(finding *diag.Diagnostic) bool {
		return finding.Rule != &InternalError && finding.Rule != &TooMuchWork && (!s.isLocal(finding.Rule) || !slices.ContainsFunc(statements, func(statement source.Span) bool {
			// A finding about the whole statement may follow from its wrong position.
			return statement.Start < min(finding.Span.Start, finding.At) && max(finding.Span.End, finding.At) <= statement.End
		}))
	})
}

// isLocal reports whether the rule judges each token, line or node when it visits it, rather
// than the file as a whole.
func (s *Set) isLocal(rule *diag.Rule) bool {
	for _, one := range s.rules {
		if &one.Rule.Rule == rule {
			return one.Rule.Group != diag.Custom && !(one.Rule.Group == diag.Style && one.Rule.OffByDefault) &&
				!slices.ContainsFunc(one.Rule.Visits, func(visit Visit) bool {
					return visit.start != nil || visit.end != nil && visit.enter == nil && visit.body == nil
				})
		}
	}
	return false
}

// intactStatements returns the extents of the outermost statements that no syntax error
// affects. For a definition it returns the body, since the code around it may differ from what
// it seems.
func intactStatements(file *syntax.File) []source.Span {
	var statements []source.Span
	damage := file.Damage()
	if damage == nil {
		return nil
	}
	for _, node := range damage.Intact {
		extent := file.Extent(node)
		if body := syntax.BodyOf(node); body != nil {
			extent.Start = body.Span().Start
		}
		statements = append(statements, extent)
	}
	return statements
}
