package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

// reportUnquotedOption reports an option of a case or selector that is a bare word. A
// capitalized word may be intended as a type: Puppet's own types and names with "::" are types.
func reportUnquotedOption(pass *Pass, option syntax.Node, message string) {
	switch option := option.(type) {
	case *syntax.QualifiedName:
		span := pass.extent(option)
		pass.FixAs(diag.Safe, pass.Report(span, message), pass.Replace(span, "'"+option.Value+"'"))
	case *syntax.QualifiedReference:
		if strings.Contains(option.Value, "::") || rubyTypes[option.Value] || neverUndef[option.Value] {
			return
		}
		span := pass.extent(option)
		pass.Fix(pass.Report(span, message), pass.Replace(span, "'"+option.Value+"'"))
	}
}

const unquotedOptionRationale = "A bare word is a string, but one with a capital letter is a type: `RedHat` never equals `'RedHat'`. Quote all strings to avoid the difference."
