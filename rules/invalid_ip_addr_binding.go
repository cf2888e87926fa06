package rules

import (
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/secret"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var invalidIPAddrBinding = Rule{
	Rule: communityRule(diag.Rule{
		Name:             "invalid_ip_addr_binding",
		Group:            diag.Security,
		Plugin:           "puppet-lint-infrasecure",
		Narrower:         true,
		SecuritySeverity: 5.3,
		Summary:          "a service listens on all addresses",
		Advice:           "name the address, or suppress the finding if all networks are intended",
		Rationale: "`0.0.0.0` means all networks of the machine, including those added later: a database meant for the " +
			"local web server can then be reached from outside. Name the address, or suppress the rule where all " +
			"networks are intended.",
		Bad:        []diag.Example{{Code: example("  class { 'redis':\n    bind_address => '0.0.0.0',\n  }\n")}},
		Good:       []diag.Example{{Code: example("  class { 'redis':\n    bind_address => '127.0.0.1',\n  }\n")}},
		CWE:        []int{284},
		References: []string{"https://github.com/TQRG/puppet-lint-infrasecure"},
	}),
	Text: func(pass *TextPass) {
		pass.lines([]string{"0.0.0.0"}, func(line string, start int) {
			if name, address, isSetting := cutSetting(strings.Replace(line, ": ", " ", 1)); isSetting && anyAddress.MatchString(address) && (isAnyOf(strings.ToLower(name), "listen", "bind", "host") || bindsTo(name) || strings.HasSuffix(name, "_INTERFACE")) {
				pass.reportLine(line, start, "`0.0.0.0` means all networks of the machine")
			}
		})
	},
	Data: namedData(func(pass *DataPass, value *dataValue) {
		if strings.Contains(value.text, "0.0.0.0") && (anyAddress.MatchString(value.text) || strings.TrimSpace(value.text) == "0.0.0.0/0" && grantsAccess(value.name)) && !slices.ContainsFunc(value.keys, isOfRoute) {
			pass.Report(value.node.Span, "`0.0.0.0` means all networks of the machine")
		}
	}),
	Needs: []wordset.Group{anyCase("0.0.0.0", "listen", "bind", "haproxy::frontend")},
	Visits: append(namedValues(anyCase("ipaddress", "listen", "bind"), func(pass *Pass, name string, value syntax.Node) {
		eachElement(syntax.Unparenthesized(value), func(one syntax.Node) {
			if text, isText := one.(*syntax.LiteralString); isText && (text.Value == "*" || text.Value == "::" || text.Value == "[::]") && isBound(pass, name) {
				pass.Report(pass.extent(one), "`"+text.Value+"` means all networks of the machine")
			}
		})
	}),
		Enter(func(pass *Pass, node *syntax.LiteralString) {
			if _, isPart := pass.Parent(0).(*syntax.ConcatenatedString); !isPart && len(node.Value) >= 7 {
				reportAnyAddress(pass, node, node.Value)
			}
		}),
		Enter(func(pass *Pass, node *syntax.ConcatenatedString) {
			if strings.Contains(pass.text(node), "0.0.0.0") {
				reportAnyAddress(pass, node, pass.literalText(node))
			}
		}),
	),
}

// isBound reports whether a setting of that name holds addresses to listen at.
func isBound(p *Pass, name string) bool {
	if name == "ipaddress" {
		declaration, isResource := p.Parent(1).(*syntax.ResourceExpression)
		if !isResource {
			return false
		}
		typeName, _ := stringOf(declaration.TypeName)
		return isAnyOf(strings.TrimPrefix(typeName, "::"), "haproxy::listen", "haproxy::frontend")
	}
	return bindsTo(name)
}

// bindsTo reports whether the name of a setting says that it holds addresses to listen at.
func bindsTo(name string) bool {
	words := secret.Words(name)
	if len(words) == 0 || !isAnyOf(words[len(words)-1], "address", "addresses", "addr", "ip", "ips", "host", "hosts", "interface", "interfaces", "bind", "on") {
		return false
	}
	return slices.ContainsFunc(words, func(word string) bool { return isAnyOf(word, "listen", "bind") })
}

// anyAddress matches the IPv4 address that means all networks, as an address to listen at:
// alone, after a scheme or option, with or without a port. As the source of packets or with a
// mask it would be a range. With an adjacent dot or digit it is a version or similar.
var anyAddress = lazyregexp.New(`(?:^|[\s='"(,@]|://|--?[a-zA-Z-]+)0\.0\.0\.0(?:$|[\s'"),;]|:[\d\x00*]|/\D)`)

func reportAnyAddress(pass *Pass, node syntax.Node, text string) {
	if !strings.Contains(text, "0.0.0.0") || !anyAddress.MatchString(text) && !opensToAll(pass, text) || isOtherAddress(pass) {
		return
	}
	pass.Report(pass.extent(node), "`0.0.0.0` means all networks of the machine")
}

// opensToAll reports whether the visited string allows access from every address.
func opensToAll(p *Pass, text string) bool {
	if strings.TrimSpace(text) != "0.0.0.0/0" {
		return false
	}
	for level := range 3 {
		if grantsAccess(assignedName(p.Parent(level))) {
			return true
		}
	}
	return false
}

// assignedName returns the name to which a node gives a value: that of an attribute, of a key, of
// a parameter or of a variable; "" for any other node.
func assignedName(node syntax.Node) (name string) {
	switch node := node.(type) {
	case *syntax.AttributeOperation:
		return node.Name
	case *syntax.KeyedEntry:
		name, _ = stringOf(node.Key)
	case *syntax.Parameter:
		return node.Name
	case *syntax.AssignmentExpression:
		if variable, isVariable := node.Left.(*syntax.VariableExpression); isVariable {
			return variable.Name
		}
	}
	return name
}

// grantsAccess reports whether a setting of that name controls access.
func grantsAccess(name string) bool {
	return slices.ContainsFunc(secret.Words(name), func(word string) bool {
		return isAnyOf(word, "allow", "allowed", "bind", "listen", "acl", "mask", "permit", "trusted", "address", "access")
	})
}

// isOfRoute reports whether a setting of that name concerns a route, a network or another
// address that nothing binds.
func isOfRoute(name string) bool {
	if strings.HasSuffix(name, "network.host") { // where Elasticsearch listens
		return false
	}
	return slices.ContainsFunc(secret.Words(name), func(word string) bool {
		return isAnyOf(word, "route", "routes", "gateway", "netmask", "network", "networks", "destination", "metric", "subnet", "version", "deny", "denied", "block", "reject")
	})
}

// isOtherAddress reports whether the visited string is compared with an address, or is that of
// a route, a network or another address that nothing binds.
func isOtherAddress(p *Pass) bool {
	for level := range 4 {
		switch node := p.Parent(level).(type) {
		case *syntax.ComparisonExpression, *syntax.MatchExpression, *syntax.InExpression, *syntax.CaseOption, *syntax.SelectorEntry:
			if entry, isEntry := node.(*syntax.SelectorEntry); isEntry {
				if _, isLiteral := stringOf(entry.Value); isLiteral {
					return false
				}
			}
			return true
		case *syntax.CallNamedFunctionExpression:
			called, _ := syntax.CalledFunction(node)
			return isAnyOf(called, "fail", "notice", "warning", "err", "info", "debug")
		}
		if isOfRoute(assignedName(p.Parent(level))) {
			return true
		}
	}
	return false
}
