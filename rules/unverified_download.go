package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/secret"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var unverifiedDownload = Rule{
	Rule: communityRule(diag.Rule{
		Name:             "unverified_download",
		Group:            diag.Security,
		SecuritySeverity: 6.8,
		Summary:          "a download is not verified with a checksum or a signature",
		Advice:           "give a checksum, or verify a signature",
		Rationale: "TLS proves which server answers, not that the file on it is the original. Give a checksum " +
			"(`checksum` of `archive`, `checksum_value` of `file`), or check a signature. The rule reports archives, " +
			"packages and scripts that resources and commands download, and downloads that are piped into an " +
			"interpreter. It is off by default because the checksum has to be changed with every version.",
		Bad:  append(examples("  archive { '/tmp/example.tgz':\n    source => 'https://example.com/example.tgz',\n  }\n"), examples("  exec { 'install':\n    command => '/usr/bin/curl -s https://example.com/install | /bin/sh',\n    creates => '/opt/example',\n  }\n")...),
		Good: examples("  archive { '/tmp/example.tgz':\n    source        => 'https://example.com/example.tgz',\n    checksum      => 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',\n    checksum_type => 'sha256',\n  }\n"),
		CWE:  []int{353, 494},
	}),
	Needs: []wordset.Group{anyCase("://", "curl", "wget", "remote_file", "archive::download", "checksum")},
	Visits: []Visit{resourcesOf(downloading, func(pass *Pass, body *resourceBody) {
		if isInDemonstration(pass) {
			return
		}
		if body.Type == "exec" {
			for _, command := range commandsOf(body) {
				text := resolvedText(pass, command)
				if fetches(text) && (loaded.MatchString(text) || piped.MatchString(text) || fetchesVariable(pass, command)) && !verifies(text) {
					pass.Report(pass.extent(command), "the command does not verify its download with a checksum")
				}
			}
			return
		}
		attributes := pass.effectiveAttributes(body)
		source := downloadOf(pass, body, attributes)
		if source != nil && attributes.isOff("checksum") && !isDeclaredAbsent(attributes) {
			if text := resolvedText(pass, source); webURL.MatchString(text) || strings.Trim(text, "\x00") == "" {
				pass.Report(pass.extent(attributes.values["checksum"]), "the download is not verified with a checksum")
			}
			return
		}
		if source == nil || attributes.verified() || isDeclaredAbsent(attributes) {
			return
		}
		text := resolvedText(pass, source)
		isRemote := webURL.MatchString(text)
		if list, isList := syntax.Unparenthesized(source).(*syntax.LiteralList); isList && len(list.Values) == 0 {
			return
		}
		if isRemote || strings.Trim(text, "\x00") == "" && isAnyOf(body.Type, "remote_file", "wget::fetch", "archive::download") {
			pass.Report(pass.extent(source), "the download is not verified with a checksum")
		}
	})},
}

var (
	webURL = lazyregexp.New(`(?i)(?:^|\s)(?:https?|ftps?|s3|gs)://`)
	// loaded matches the address of an archive, a package or a program.
	loaded = lazyregexp.New(`(?i)(?:https?|ftp)://[^\s'"|;&]*\.(?:iso|tar|tgz|tbz2?|txz|gz|bz2|bzip2|xz|zip|rar|7z|deb|rpm|apk|msi|exe|sh|run|bin|jar|war|ear|phar|py|pl|rb|gem|egg|whl|pkg|dmg|AppImage|ps1)(?:$|[\s'"|;&?#)\x00])`)
	// piped matches a download that is piped to an interpreter, or into the list of trusted
	// keys.
	piped = lazyregexp.New(`(?i)(?:https?|ftp)://[^|]*\|\s*(?:sudo\s+)?(?:\S*/)?(?:(?:ba|da|z|k)?sh|python[0-9.]*|perl|ruby|node|php|tar|apt-key|gpg|iex)\b|(?:ba)?sh\s+<\(\s*curl|\bsh\s+-c\s+"?\$\((?:curl|wget)`)
)

// fetchesVariable reports whether a command downloads from an address that is a parameter or
// another variable without a known value, to a file. The variable's name says that it is an
// address.
func fetchesVariable(p *Pass, command syntax.Node) bool {
	text, isText := syntax.Unparenthesized(command).(*syntax.ConcatenatedString)
	if !isText || !fetchesToFile.MatchString(p.literalText(command)) {
		return false
	}
	for i, segment := range text.Segments {
		inner, isInner := segment.(*syntax.TextExpression)
		if !isInner {
			continue
		}
		read, isVariable := inner.Expr.(*syntax.VariableExpression)
		if !isVariable || strings.Trim(resolvedText(p, read), "\x00") != "" || i == 0 {
			continue
		}
		before, isLiteral := text.Segments[i-1].(*syntax.LiteralString)
		if !isLiteral || !beforeAddress.MatchString(before.Value) {
			continue
		}
		if words := secret.Words(read.Name); len(words) > 0 && isAnyOf(words[len(words)-1], "url", "uri", "source", "src", "link", "mirror", "download") {
			return true
		}
	}
	return false
}

var (
	// fetchesToFile matches downloads of wget, which writes a file unless told otherwise, and
	// those of curl that write one or are piped to a program that runs or unpacks them.
	fetchesToFile = lazyregexp.New(`(?:^|[\s/'"(;&|])(?:wget\s|curl\s(?:[^|;&]*\s)?(?:-[a-zA-Z]*[oO]\b|--output\b|--remote-name\b)|curl\s[^|;&]*\|\s*(?:sudo\s+)?(?:\S*/)?(?:(?:ba|da|z|k)?sh|python[0-9.]*|perl|ruby|node|php|tar)\b)`)
	// beforeAddress matches the text before a word that is not the value of an option with a
	// file.
	beforeAddress = lazyregexp.New(`(?:^|\s)['"]?$`)
)

// isDeclaredAbsent reports whether a resource is absent.
func isDeclaredAbsent(attributes effective) bool {
	text, _ := stringOf(attributes.values["ensure"])
	return isAnyOf(text, "absent", "purged")
}
