package types

import "puppet-lint/internal/rubyregexp"

// Pattern returns what Puppet keeps of a regular expression in Regexp[/…/] and Pattern[/…/],
// and what String makes of it. Since types are compared by it, Regexp[/é/] and Regexp['é']
// differ.
func (v Regexp) Pattern() string { return rubyregexp.MarkEncoding(v.Source) }

// Regexp returns the regular expression of Regexp[/…/].
func (t *RegexpType) Regexp() Regexp { return Regexp{Source: rubyregexp.UnmarkEncoding(t.Source)} }

// regexpText returns a regular expression as Puppet prints it: as Ruby's inspect does, or if it
// fixes the encoding, with its flags.
func regexpText(v Regexp) string {
	if rubyregexp.FixesEncoding(v.Source) {
		return "/" + rubyregexp.GroupText(v.Source) + "/"
	}
	return rubyregexp.Text(v.Source)
}

// Matches reports whether the pattern matches somewhere in s. known is false if that is not
// known.
func (t *RegexpType) Matches(s string) (matched, known bool) {
	if !t.HasSource {
		return true, true
	}
	if t.compiled == nil {
		return false, false
	}
	switch t.compiled.Match(s) {
	case rubyregexp.Yes:
		return true, true
	case rubyregexp.No:
		return false, true
	}
	return false, false
}

// CertainGroups returns the capture groups that take part in every match: bit n is set for
// group n. Groups from 64 on are never included.
func (t *RegexpType) CertainGroups() uint64 {
	if !t.HasSource || t.compiled == nil {
		return 0
	}
	return t.compiled.CertainGroups()
}
