package rules

import (
	"strings"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/syntax"
)

// resolvedText is literalText with variables replaced by the values that the file gives them: a
// value that is set once, the default of a parameter, and "localhost" for facts that name the
// machine itself. Of the alternatives of a selector, it uses the first one with a URL.
func resolvedText(p *Pass, node syntax.Node) string {
	last := &p.fileRun.resolved
	if last.of != node {
		r := textResolver{p, maxResolved}
		*last = nodeText{node, r.resolve(node, 0)}
	}
	return last.text
}

// textResolver is one call of resolvedText.
type textResolver struct {
	pass *Pass
	// budget is the number of expressions that may still be looked at: a few lines of
	// interpolation may multiply to billions.
	budget int
}

const maxResolved = 10_000

// resolve returns the text of an expression. A part that is not known is a NUL byte.
func (r *textResolver) resolve(node syntax.Node, depth int) string {
	if r.budget--; r.budget < 0 || depth > 8 {
		return "\x00"
	}
	switch node := syntax.Unparenthesized(node).(type) {
	case nil:
		return ""
	case *syntax.LiteralString:
		return node.Value
	case *syntax.QualifiedName:
		return node.Value
	case *syntax.HeredocExpression:
		return r.resolve(node.Text, depth+1)
	case *syntax.ConcatenatedString:
		return r.resolveAll(node.Segments, "", depth)
	case *syntax.TextExpression:
		return r.resolve(node.Expr, depth+1)
	case *syntax.LiteralList:
		return r.resolveAll(node.Values, " ", depth)
	case *syntax.ArithmeticExpression:
		if node.Operator == syntax.Plus {
			return r.resolve(node.Left, depth+1) + r.resolve(node.Right, depth+1)
		}
	case *syntax.SelectorExpression:
		for _, entry := range node.Selectors {
			if text := r.resolve(entry.Value, depth+1); strings.Contains(text, "://") {
				return text
			}
		}
	case *syntax.CallNamedFunctionExpression:
		name, arguments := syntax.CalledFunction(node)
		switch name {
		case "join", "sprintf":
			if text, isKnown := r.resolveJoined(name, arguments, depth); isKnown {
				return text
			}
			fallthrough
		case "pick", "pick_default", "shellquote", "flatten":
			return r.resolveAll(arguments, " ", depth)
		}
	case *syntax.AccessExpression:
		if isOwnAddress(node) {
			return "localhost"
		}
	case *syntax.VariableExpression:
		return r.resolveVariable(node, depth)
	}
	return "\x00"
}

// resolveAll returns the texts of nodes, joined. depth is that of the node that contains them.
func (r *textResolver) resolveAll(nodes []syntax.Node, separator string, depth int) string {
	parts := make([]string, len(nodes))
	for i, node := range nodes {
		parts[i] = r.resolve(node, depth+1)
	}
	return strings.Join(parts, separator)
}

// resolveJoined resolves a call of join with a list of parts, or of sprintf with a format that has
// no other directives than %s.
func (r *textResolver) resolveJoined(name string, arguments []syntax.Node, depth int) (text string, isKnown bool) {
	if len(arguments) == 0 {
		return "", false
	}
	if name == "sprintf" {
		text := r.resolve(arguments[0], depth+1)
		if strings.Count(text, "%") != len(arguments)-1 || strings.Count(text, "%s") != len(arguments)-1 {
			return "", false
		}
		for _, argument := range arguments[1:] {
			text = strings.Replace(text, "%s", r.resolve(argument, depth+1), 1)
		}
		return text, true
	}
	list, isList := syntax.Unparenthesized(arguments[0]).(*syntax.LiteralList)
	if !isList || len(arguments) > 2 {
		return "", false
	}
	separator := ""
	if len(arguments) == 2 {
		separator = r.resolve(arguments[1], depth+1)
	}
	parts := make([]string, len(list.Values))
	for i, value := range list.Values {
		parts[i] = r.resolve(value, depth+1)
	}
	return strings.Join(parts, separator), true
}

func (r *textResolver) resolveVariable(node *syntax.VariableExpression, depth int) string {
	switch strings.TrimPrefix(node.Name, "::") {
	case "fqdn", "hostname", "ipaddress", "clientcert":
		if r.pass.flow().VariableOf(node) == nil {
			return "localhost"
		}
	}
	variable := r.pass.flow().VariableOf(node)
	switch {
	case variable == nil || variable.Partial || len(variable.Values) > 1:
	case variable.Parameter != nil:
		if _, isLambda := variable.Scope.Node.(*syntax.LambdaExpression); !isLambda && variable.Parameter.Value != nil {
			return r.resolve(variable.Parameter.Value, depth+1)
		}
	case len(variable.Values) == 1 && variable.Values[0].LastToken() < node.FirstToken():
		return r.resolve(variable.Values[0], depth+1)
	}
	return "\x00"
}

// isOwnAddress reports whether an expression is a fact that names the machine itself.
func isOwnAddress(node *syntax.AccessExpression) bool {
	if len(node.Keys) != 1 {
		return false
	}
	key, _ := stringOf(node.Keys[0])
	switch left := node.Left.(type) {
	case *syntax.VariableExpression:
		return strings.TrimPrefix(left.Name, "::") == "facts" && isAnyOf(key, "fqdn", "hostname", "ipaddress", "clientcert") ||
			strings.TrimPrefix(left.Name, "::") == "trusted" && isAnyOf(key, "certname", "hostname")
	case *syntax.AccessExpression:
		variable, ok := left.Left.(*syntax.VariableExpression)
		if !ok || len(left.Keys) != 1 {
			return false
		}
		first, _ := stringOf(left.Keys[0])
		return strings.TrimPrefix(variable.Name, "::") == "facts" && first == "networking" && isAnyOf(key, "fqdn", "hostname", "ip", "ip6")
	}
	return false
}

// mayNameInsecureURL reports whether the file may contain an address, or the parts of one, other
// than those of https and of Puppet's own files.
func mayNameInsecureURL(p *Pass) bool {
	if p.fileRun.insecure == unknownAnswer {
		p.fileRun.insecure = no
		text := p.Source.Text
		for at := strings.Index(text, "//"); at >= 0; {
			if before := text[:at]; !strings.HasSuffix(before, "https:") && !strings.HasSuffix(before, "puppet:") {
				p.fileRun.insecure = yes
				break
			}
			next := strings.Index(text[at+2:], "//")
			if next < 0 {
				break
			}
			at += 2 + next
		}
	}
	return p.fileRun.insecure == yes
}

// mayEndInScheme reports whether a string of the file may end in "://", so that what follows a
// variable may be a host.
func mayEndInScheme(p *Pass) bool {
	if p.fileRun.schemes == unknownAnswer {
		p.fileRun.schemes = no
		if text := p.Source.Text; strings.Contains(text, "//'") || strings.Contains(text, "//\"") {
			p.fileRun.schemes = yes
		}
	}
	return p.fileRun.schemes == yes
}

// plainHTTP matches the URL of a host that is reached over a network without encryption. A NUL
// represents an unknown part.
var plainHTTP = lazyregexp.New(`(?i)\b(?:http|ftp|git|svn)://([^\s'"/:\\]+)`)

// insecureURL returns the first URL of the text whose content is not protected in transit, or
// "". It ignores the machine itself, and names of namespaces, which nobody fetches.
func insecureURL(text string) string {
	if !strings.Contains(text, "://") {
		return ""
	}
	for _, at := range plainHTTP.FindAllStringSubmatchIndex(text, -1) {
		url, host := text[at[0]:at[1]], strings.ToLower(text[at[2]:at[3]])
		if at := strings.LastIndexByte(host, '@'); at >= 0 {
			host = host[at+1:]
		}
		if host == "" || strings.IndexByte(`|)(.\^?+,`, host[0]) >= 0 { // of a pattern
			continue
		}
		if host == "localhost" || strings.HasPrefix(host, "localhost.") || strings.HasPrefix(host, "127.") || strings.HasPrefix(host, "[::1") || strings.HasPrefix(host, "169.254.") ||
			host == "0.0.0.0" || host == "*" || strings.HasPrefix(host, "%") || strings.HasPrefix(host, "$") || strings.HasPrefix(host, "<") || strings.HasPrefix(host, "metadata.") || isNamespace(url, text) || isOfProxy(text[:at[0]]) {
			continue
		}
		return url
	}
	return ""
}

// isOfProxy reports whether the option or variable before a URL names a proxy, as in
// http_proxy=http://….
func isOfProxy(before string) bool {
	name := strings.TrimRight(before, "'\"= \\")
	return len(name) >= len("proxy") && strings.EqualFold(name[len(name)-len("proxy"):], "proxy")
}

// isNamespace reports whether a URL is the name of an XML namespace or schema.
func isNamespace(url, text string) bool {
	for _, start := range []string{"http://www.w3.org", "http://schemas.", "http://xmlns.", "http://java.sun.com", "http://purl.org", "http://json-schema.org", "http://maven.apache.org"} {
		if strings.HasPrefix(strings.ToLower(url), start) && !strings.HasPrefix(text, url+"/pub") {
			return true
		}
	}
	at := strings.Index(text, url)
	return at > 0 && strings.Contains(text[max(0, at-40):at], "xmlns")
}

// showURL formats a URL for a message, in which an ellipsis represents what is unknown.
func showURL(url string) string { return unknownParts.ReplaceAllString(url, "…") }

var unknownParts = lazyregexp.New(`\x00+`)
