package lint

import (
	"puppet-lint/syntax"
	"puppet-lint/syntax/slashes"
)

// withHashComments returns the file with "#" instead of "//", and with a single error about
// that. It does so if "//" comments are the reason why Puppet cannot read the file; otherwise
// it returns the file unchanged.
func withHashComments(parsed *syntax.File) *syntax.File {
	if !broken(parsed) {
		return parsed
	}
	meant, offsets := slashes.AsComments(parsed)
	if len(offsets) == 0 || broken(meant) {
		return parsed
	}
	first := firstFatal(parsed)
	start := int32(-1)
	for offset := range offsets {
		if offset <= first.Span.Start {
			start = max(start, offset)
		}
	}
	if start < 0 {
		return parsed
	}
	first.Span, first.At = syntax.Span{Start: start, End: start + 2}, start
	first.Code, first.Message = "SYNTAX_ERROR", "'//' begins no comment in Puppet: write '#'"
	return meant.WithErrors(parsed.Source, append([]syntax.Error{first}, meant.Errors...))
}

// firstFatal returns the syntax error at which Puppet stops.
func firstFatal(file *syntax.File) syntax.Error {
	for _, mistake := range file.Errors {
		if mistake.Fatal {
			return mistake
		}
	}
	return syntax.Error{}
}
