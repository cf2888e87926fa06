package types

import (
	"fmt"
	"net/url"
	"strings"
)

// URI is a uniform resource identifier, split as Ruby's URI library does.
type URI struct {
	text string
	// Scheme and Host are in lower case. Opaque is the part after the scheme of a URI without a
	// hierarchy.
	Scheme, UserInfo, Host, Port, Path, Query, Fragment, Opaque string
	hasQuery, hasFragment                                       bool
}

// String formats the URI as Ruby does: as it was given, but with the scheme in lower case and
// without the scheme's default port.
func (u *URI) String() string { return u.text }

// ParseURI parses a URI or a relative reference.
func ParseURI(text string) (*URI, error) {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c <= ' ' || c > '~' || strings.IndexByte("\"<>\\^`{|}", c) >= 0 {
			return nil, fmt.Errorf("bad URI(is not URI?): %q", text)
		}
	}
	parsed, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("bad URI(is not URI?): %q", text)
	}
	u := &URI{text: text, Scheme: strings.ToLower(parsed.Scheme), Host: strings.ToLower(parsed.Hostname()), Port: parsed.Port(),
		Path: parsed.EscapedPath(), Query: parsed.RawQuery, Fragment: parsed.EscapedFragment(), Opaque: parsed.Opaque,
		hasQuery: parsed.RawQuery != "" || parsed.ForceQuery, hasFragment: strings.Contains(text, "#")}
	if strings.HasPrefix(parsed.Host, "[") {
		u.Host = "[" + u.Host + "]"
	}
	u.text = u.Scheme + text[len(u.Scheme):]
	if port := defaultPorts[u.Scheme]; port != "" && port == u.Port {
		u.text = strings.Replace(u.text, parsed.Host, strings.TrimSuffix(parsed.Host, ":"+port), 1)
	}
	if parsed.User != nil {
		u.UserInfo = parsed.User.String()
	}
	return u, nil
}

// uriParts are the names of a URI's parts, in Puppet's order.
var uriParts = []string{"scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"}

// defaultPorts are the ports that Puppet omits in a URI's type.
var defaultPorts = map[string]string{"http": "80", "https": "443", "ftp": "21", "ldap": "389", "ldaps": "636", "ws": "80", "wss": "443"}

// part returns the value of a part, or undef if it is missing.
func (u *URI) part(name string) Value {
	text, there := "", true
	switch name {
	case "scheme":
		text = u.Scheme
	case "userinfo":
		text = u.UserInfo
	case "host":
		text = u.Host
	case "port":
		port := u.Port
		if port == "" {
			port = defaultPorts[u.Scheme]
		}
		if port == "" {
			return Undef{}
		}
		var n int64
		fmt.Sscan(port, &n)
		return Integer(n)
	case "path":
		return String(u.Path)
	case "query":
		text, there = u.Query, u.hasQuery
	case "fragment":
		text, there = u.Fragment, u.hasFragment
	case "opaque":
		text = u.Opaque
	}
	if text == "" && (name != "query" && name != "fragment" || !there) {
		return Undef{}
	}
	return String(text)
}

// Parameters returns the constraints of the type URI[u]: its non-empty parts.
func (u *URI) Parameters() *Hash {
	var entries []HashEntry
	for _, name := range uriParts {
		v := u.part(name)
		if name == "port" {
			n, ok := v.(Integer)
			if !ok || n == 80 && u.Scheme == "http" || n == 443 && u.Scheme == "https" {
				continue
			}
			v = String(fmt.Sprint(int64(n)))
		}
		if _, none := v.(Undef); none || v == String("") && name != "query" && name != "fragment" {
			continue
		}
		entries = append(entries, HashEntry{String(name), v})
	}
	if len(entries) == 0 {
		return nil
	}
	return NewHash(entries...)
}
