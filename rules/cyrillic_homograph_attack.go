package rules

import (
	"strings"
	"unicode"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var cyrillicHomographAttack = Rule{
	Rule: communityRule(diag.Rule{
		Name:             "cyrillic_homograph_attack",
		Group:            diag.Security,
		Plugin:           "puppet-lint-infrasecure",
		Narrower:         true,
		SecuritySeverity: 7.0,
		Summary:          "the host of a URL mixes Latin and Cyrillic letters",
		Advice:           "write the host in letters of one script, and check that it is the intended one",
		Rationale: "Some Latin and Cyrillic letters look the same, so the URL leads to a different host than the reader " +
			"sees, which an attacker may own. Type the host name again.",
		Bad:        examples("  $source = 'https://downl\u043eads.example.com/a.tar.gz'\n"),
		Good:       examples("  $source = 'https://downloads.example.com/a.tar.gz'\n"),
		CWE:        []int{1007},
		References: []string{"https://github.com/TQRG/puppet-lint-infrasecure"},
	}),
	Needs: []wordset.Group{notASCII},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		_, rest, isURL := strings.Cut(pass.Text(index), "://")
		if !isURL {
			return
		}
		host := rest
		if end := strings.IndexAny(rest, "/?#'\" "); end >= 0 {
			host = rest[:end]
		}
		for label := range strings.SplitSeq(host, ".") {
			if mixesScripts(label) {
				pass.Report(source.Span{Start: pass.Token(index).Start, End: pass.Token(index).End}, "the host of this URL mixes Latin and Cyrillic letters")
				return
			}
		}
	}, syntax.SingleQuoted, syntax.DoubleQuoted, syntax.StringText)},
}

// notASCII holds the first bytes of all characters that are not ASCII.
var notASCII = func() (group wordset.Group) {
	for first := 0xC2; first <= 0xF4; first++ {
		group.Words = append(group.Words, string([]byte{byte(first)}))
	}
	return group
}()

func mixesScripts(text string) bool {
	latin, cyrillic := false, false
	for _, char := range text {
		latin = latin || unicode.Is(unicode.Latin, char)
		cyrillic = cyrillic || unicode.Is(unicode.Cyrillic, char)
	}
	return latin && cyrillic
}
