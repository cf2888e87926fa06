package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var weakTLSVersion = Rule{
	Rule: diag.Rule{
		Name:             "weak_tls_version",
		Group:            diag.Security,
		Severity:         diag.Warning,
		SecuritySeverity: 6.5,
		Summary:          "a TLS setting allows a version that is broken",
		Rationale: "SSL 2, SSL 3, TLS 1.0 and TLS 1.1 are broken or deprecated (RFC 6176, 7568, 8996). Allow TLS 1.2 " +
			"and 1.3 only. The rule reports literal values of settings whose name mentions SSL or TLS protocols or " +
			"versions; disabled versions (`-SSLv3`, `!TLSv1`) are fine.",
		Bad:   []diag.Example{{Code: "example::site { 'a':\n  ssl_protocols => 'TLSv1 TLSv1.1 TLSv1.2',\n}\n"}},
		Good:  []diag.Example{{Code: "example::site { 'a':\n  ssl_protocols => ['all', '-SSLv3', '-TLSv1', '-TLSv1.1'],\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{326, 327},
	},
	Text: func(pass *TextPass) {
		pass.lines([]string{"rotocol", "_ver"}, func(line string, start int) {
			if version := brokenTLSOn(line); version != "" {
				pass.reportLine(line, start, version+" is broken: allow TLS 1.2 and later only")
			}
		})
	},
	Data: namedData(func(pass *DataPass, value *dataValue) {
		if choosesTLSVersion(value.name) || isAnyOf(strings.ToLower(value.name), "protocol", "protocols") && strings.HasPrefix(strings.ToLower(value.text), "ssl") {
			if version := brokenTLSIn(value.text); version != "" {
				pass.Report(value.node.Span, version+" is broken: allow TLS 1.2 and later only")
			}
		}
	}),
	Needs: []wordset.Group{anyCase("ssl", "tls"), anyCase("protocol", "version")},
	Visits: append(namedValues(anyCase("ssl", "tls"), checkTLSVersion), Enter(func(pass *Pass, node *syntax.LiteralString) {
		if _, isPart := pass.Parent(0).(*syntax.ConcatenatedString); isPart || !strings.Contains(node.Value, "rotocol") || !strings.Contains(node.Value, " ") {
			return
		}
		for _, line := range strings.Split(node.Value, "\n") { // of the configuration of a server
			if version := brokenTLSOn(line); version != "" {
				pass.Report(pass.extent(node), version+" is broken: allow TLS 1.2 and later only")
				return
			}
		}
	})),
}

func checkTLSVersion(pass *Pass, name string, value syntax.Node) {
	if !choosesTLSVersion(name) {
		return
	}
	switch value := syntax.Unparenthesized(value).(type) {
	case *syntax.LiteralString:
		if version := brokenTLSIn(value.Value); version != "" {
			pass.Report(pass.extent(value), version+" is broken: allow TLS 1.2 and later only")
		}
	case *syntax.LiteralList:
		for _, element := range value.Values {
			checkTLSVersion(pass, name, element)
		}
	}
}

// choosesTLSVersion reports whether a setting of that name selects the allowed versions.
func choosesTLSVersion(name string) bool {
	name = strings.ToLower(name)
	return (strings.Contains(name, "ssl") || strings.Contains(name, "tls")) &&
		(strings.Contains(name, "protocol") || strings.HasSuffix(name, "version") || strings.HasSuffix(name, "versions")) &&
		!strings.Contains(name, "disable") && !strings.Contains(name, "exclude")
}

// brokenTLSOn returns the first broken version that a line of a server's configuration allows, or
// "".
func brokenTLSOn(line string) string {
	name, versions, isSetting := cutSetting(line)
	if isSetting && isAnyOf(strings.ToLower(name), "ssl_protocols", "sslprotocol", "sslproxyprotocol", "proxy_ssl_protocols", "ssl_min_protocol", "ssl_min_protocol_version") {
		return brokenTLSIn(versions)
	}
	return ""
}

// cutSetting returns the name and the value of a setting in a line, which blanks or an equals sign
// separate.
func cutSetting(line string) (name, value string, isSetting bool) {
	line = strings.TrimSpace(line)
	at := strings.IndexAny(line, " \t=")
	if at <= 0 {
		return "", "", false
	}
	return line[:at], strings.TrimLeft(line[at:], " \t="), true
}

// brokenTLSIn returns the first broken version in a list, or "".
func brokenTLSIn(list string) string {
	for _, word := range strings.FieldsFunc(list, func(char rune) bool { return strings.ContainsRune(" ,:;|", char) }) {
		if isBrokenTLS(word) {
			return strings.TrimPrefix(word, "+")
		}
	}
	return ""
}

func isBrokenTLS(word string) bool {
	switch strings.ToLower(strings.TrimPrefix(word, "+")) {
	case "sslv2", "sslv3", "tlsv1", "tlsv1.0", "tlsv1.1", "tls1.0", "tls1.1", "tlsv10", "tlsv11", "tls10", "tls11", "tls_1.0", "tls_1.1", "tlsv1_1", "tlsv1_0":
		return true
	}
	return false
}
