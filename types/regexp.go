package types

import "regexp"

// matcher decides whether a string matches a Ruby regular expression; ok is
// false when it cannot tell.
type matcher interface {
	MatchString(s string) (matched, ok bool)
}

// goMatcher is a matcher over Go's regular expressions.
type goMatcher struct{ re *regexp.Regexp }

func (m goMatcher) MatchString(s string) (bool, bool) { return m.re.MatchString(s), true }

func compileRegexp(source string) (matcher, error) {
	re, err := regexp.Compile("(?m)" + source)
	if err != nil {
		return nil, err
	}
	return goMatcher{re}, nil
}

// Matches tells whether the pattern matches s somewhere; ok is false when that
// is not known.
func (t *RegexpType) Matches(s string) (matched, ok bool) {
	if !t.HasSource {
		return true, true
	}
	if t.matcher == nil {
		return false, false
	}
	return t.matcher.MatchString(s)
}
