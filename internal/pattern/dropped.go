package pattern

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// UnnamedRun is what Unused calls a `...` without a name.
const UnnamedRun = "..."

// Unused returns the metavariables of a pattern whose code a replacement of the whole match
// leaves out: $NAME, $_ and "...", sorted. There are none if the replacement contains the
// whole match.
func (t *Template) Unused(p *Pattern) []string {
	if t.UsesWhole() {
		return nil
	}
	var unused []string
	note := func(shown string) {
		if !slices.Contains(unused, shown) {
			unused = append(unused, shown)
		}
	}
	for _, name := range p.captures {
		if !t.uses(name) {
			note("$" + name)
		}
	}
	syntax.Inspect(p.root, func(node syntax.Node) bool {
		if name, ok := p.meta(node); ok && name == anything {
			note("$" + anything)
		}
		if name, ok := p.run(node); ok && name == "" {
			note(UnnamedRun)
		}
		return true
	})
	slices.Sort(unused)
	return unused
}

func (t *Template) uses(name string) bool {
	return slices.ContainsFunc(t.pieces, func(p piece) bool { return p.name == name })
}

// Dropped describes the first code of a match that the replacement would lose although the
// pattern does not name it: a comment, or the lambda of a call. It returns "" if there is none.
func (r *Replacement) Dropped(file *syntax.File, match *Match) string {
	if r.Whole == nil || r.Whole.UsesWhole() {
		return ""
	}
	var kept []source.Span
	for _, piece := range r.Whole.pieces {
		if capture := match.Capture(piece.name); capture != nil && capture.placed {
			kept = append(kept, capture.span)
		}
	}
	isKept := func(span source.Span) bool {
		return slices.ContainsFunc(kept, func(one source.Span) bool { return one.Start <= span.Start && span.End <= one.End })
	}
	for i := match.Node.FirstToken(); i <= match.Node.LastToken(); i++ {
		if token := file.Token(i); token.Kind.IsComment() && !isKept(token.Span) {
			return fmt.Sprintf("the comment on line %d", file.Source.Line(token.Start))
		}
	}
	if match.describesLambda {
		return ""
	}
	dropped := ""
	syntax.Inspect(match.Node, func(node syntax.Node) bool {
		if lambda, ok := node.(*syntax.LambdaExpression); ok && !isKept(file.Extent(lambda)) {
			dropped = fmt.Sprintf("the lambda on line %d", file.Source.Line(file.Extent(lambda).Start))
		}
		return dropped == ""
	})
	return dropped
}

// mayMatchLambda reports whether the pattern describes a lambda, or does not name all code that
// it matches.
func (p *Pattern) mayMatchLambda() bool {
	return strings.Contains(p.source, "|") || strings.Contains(p.source, "...") || strings.Contains(p.source, "$"+anything)
}
