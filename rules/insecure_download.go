package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var insecureDownload = Rule{
	Rule: diag.Rule{
		Name:             "insecure_download",
		Group:            diag.Security,
		Severity:         diag.Warning,
		SecuritySeverity: 8.1,
		Summary:          "something is downloaded over an unprotected connection and not verified",
		Rationale: "Anyone between the machine and the server can replace the download. Use `https://`, or give a " +
			"checksum (`checksum` of `archive`, `checksum_value` of `file`) from a trusted source. The rule reports " +
			"`http://`, `ftp://`, `git://` and `svn://` sources without a checksum, including those that come from a " +
			"variable or a parameter's default; package repositories whose packages are not signed, and the keys of " +
			"repositories; source code repositories; and commands that download or install. It does not report " +
			"addresses of the machine itself.",
		Bad: []diag.Example{
			{Code: "archive { '/tmp/example.tgz':\n  source  => 'http://example.com/example.tgz',\n  extract => true,\n}\n"},
			{Code: "exec { '/usr/bin/curl -o /opt/tool http://example.com/tool':\n  creates => '/opt/tool',\n}\n"},
			{Code: "apt::key { 'example':\n  id     => '4BD6EC30',\n  source => 'http://example.com/key.asc',\n}\n"},
		},
		Good: []diag.Example{
			{Code: "archive { '/tmp/example.tgz':\n  source => 'https://example.com/example.tgz',\n}\n"},
			{Code: "archive { '/tmp/example.tgz':\n  source        => 'http://example.com/example.tgz',\n  checksum      => 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',\n  checksum_type => 'sha256',\n}\n"},
		},
		Since:      "1.0.0",
		CWE:        []int{319, 494},
		Supersedes: []string{"http_without_tls"},
	},
	Text: func(pass *TextPass) {
		pass.lines([]string{"://"}, func(line string, start int) {
			if url := insecureURL(line); url != "" && installs.MatchString(line) && !verifies(pass.Text) {
				pass.reportLine(line, start, "content from "+showURL(url)+" can be replaced in transit")
			}
		})
	},
	Data: namedData(func(pass *DataPass, value *dataValue) {
		if url := insecureURL(interpolated.ReplaceAllString(value.text, "\x00")); url != "" && installs.MatchString(value.text) && !verifies(value.text) {
			pass.Report(value.node.Span, "content from "+showURL(url)+" can be replaced in transit").Help = "use https, or verify the content with a checksum"
		}
	}),
	Needs: []wordset.Group{anyCase("http", "ftp", "git://", "svn://")},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.LiteralString) {
		if _, isPart := pass.Parent(0).(*syntax.ConcatenatedString); !isPart {
			checkInstalling(pass, node, node.Value)
		}
	}), Enter(func(pass *Pass, node *syntax.ConcatenatedString) {
		if text := pass.text(node); strings.Contains(text, "curl") || strings.Contains(text, "wget") {
			checkInstalling(pass, node, resolvedText(pass, node))
		}
	}), resourcesOf(downloading, func(pass *Pass, body *resourceBody) {
		if isInDemonstration(pass) || !mayNameInsecureURL(pass) {
			return
		}
		if body.Type == "exec" {
			for _, command := range commandsOf(body) {
				if text := resolvedText(pass, command); insecureURL(text) != "" && fetches(text) && !verifies(text) {
					reportInsecure(pass, command)
				}
			}
			return
		}
		attributes := pass.effectiveAttributes(body)
		value := func(name string) syntax.Node { return attributes.values[name] }
		switch body.Type {
		case "yumrepo", "zypprepo", "yum::managed_yumrepo":
			reportInsecure(pass, value("gpgkey"))
			if !attributes.has("gpgcheck") && !attributes.vague && body.Type == "yumrepo" { // disabled_verification knows of gpgcheck => 0
				reportInsecure(pass, value("baseurl"))
				reportInsecure(pass, value("mirrorlist"))
			}
		case "apt::source":
			if attributes.isOn("allow_unsigned") {
				reportInsecure(pass, value("location"))
			}
			reportKey(pass, value("key"))
		case "apt::key", "apt_key":
			if !attributes.isFingerprint("id") && !attributes.isFingerprint("key") && !isFingerprint(body.Node.Title) {
				reportInsecure(pass, value("source"))
				reportInsecure(pass, value("key_source"))
			}
		case "apt::keyring", "rpmkey":
			reportInsecure(pass, value("source"))
		case "vcsrepo":
			if revision, _ := stringOf(value("revision")); !commitID.MatchString(revision) {
				reportInsecure(pass, value("source"))
			}
		default:
			if source := downloadOf(pass, body, attributes); source != nil && !attributes.verified() {
				reportInsecure(pass, source)
			}
		}
	})},
}

// checkInstalling reports a text with a line that executes its download. It skips the commands of
// an exec, which are examined more closely elsewhere.
func checkInstalling(pass *Pass, node syntax.Node, text string) {
	if !strings.Contains(text, "curl") && !strings.Contains(text, "wget") || insecureURL(text) == "" || isInDemonstration(pass) || isNoAddress(pass) || isOfExec(pass) || verifies(text) {
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		if trimmed := strings.TrimLeft(line, " \t"); !strings.HasPrefix(trimmed, "#") && pipesToShell.MatchString(line) {
			if url := insecureURL(line); url != "" {
				finding := pass.Report(pass.extent(node), "content from "+showURL(url)+" can be replaced in transit")
				finding.Help = "use https, or verify the content with a checksum"
				return
			}
		}
	}
}

// isOfExec reports whether the visited string is in a resource of type exec, or the value of a
// variable or parameter, which an exec may use.
func isOfExec(p *Pass) bool {
	switch p.Parent(0).(type) {
	case *syntax.AssignmentExpression, *syntax.Parameter:
		return true
	}
	for level := 0; ; level++ {
		switch node := p.Parent(level).(type) {
		case nil, *syntax.BlockExpression:
			return false
		case *syntax.ResourceExpression:
			name, _ := stringOf(node.TypeName)
			return name == "exec"
		}
	}
}

// downloading holds the types of resources that fetch something, or that name the source of
// packages or of their keys.
var downloading = []string{"yumrepo", "zypprepo", "yum::managed_yumrepo", "apt::source", "apt::key", "apt_key", "apt::keyring", "rpmkey", "vcsrepo", "exec",
	"archive", "file", "remote_file", "wget::fetch", "wget::retrieve", "staging::file", "staging::deploy", "package", "archive::nexus", "download_file", "dnf::localinstall", "pget", "archive::download"}

var commitID = lazyregexp.New(`^[0-9a-f]{40}$`)

// reportInsecure reports a value with a URL, or a command with one, whose content is not
// protected in transit.
func reportInsecure(pass *Pass, at syntax.Node) {
	if at == nil {
		return
	}
	if url := insecureURL(resolvedText(pass, at)); url != "" {
		finding := pass.Report(pass.extent(at), "content from "+showURL(url)+" can be replaced in transit")
		finding.Help = "use https, or verify the content with a checksum"
		if read, isVariable := syntax.Unparenthesized(at).(*syntax.VariableExpression); isVariable {
			if variable := pass.flow().VariableOf(read); variable != nil {
				finding.Related = append(finding.Related, diag.Related{File: pass.Source, Span: variable.Span, Message: "the address is set here"})
			}
		}
	}
}

// reportKey reports the address of an apt::source's key, unless the entry id is the key's full
// fingerprint.
func reportKey(pass *Pass, key syntax.Node) {
	hash, isHash := syntax.Unparenthesized(key).(*syntax.LiteralHash)
	if !isHash {
		return
	}
	var source syntax.Node
	for _, entry := range hash.Entries {
		switch name, _ := stringOf(entry.Key); name {
		case "source":
			source = entry.Value
		case "id":
			if isFingerprint(entry.Value) {
				return
			}
		}
	}
	reportInsecure(pass, source)
}

// isFingerprint reports whether a value is the full fingerprint of an OpenPGP key.
func isFingerprint(node syntax.Node) bool {
	text, _ := stringOf(node)
	return fingerprint.MatchString(strings.ReplaceAll(text, " ", ""))
}

var fingerprint = lazyregexp.New(`^(?:0x)?[0-9A-Fa-f]{40}$`)

func (e effective) isFingerprint(name string) bool { return isFingerprint(e.values[name]) }

// isOff and isOn report whether an attribute has a literal value that means no or yes.
func (e effective) isOff(name string) bool {
	value, isConstant := constantOf(e.values[name])
	return isConstant && isAnyOf(value.key, "0", "false", "no", "off", "absent")
}

func (e effective) isOn(name string) bool {
	value, isConstant := constantOf(e.values[name])
	return isConstant && isAnyOf(value.key, "1", "true", "yes", "on")
}

// verified reports whether a checksum or signature protects a download, or may do so.
func (e effective) verified() bool {
	if e.vague {
		return true
	}
	if e.isOff("checksum_verify") || e.isOff("verify_checksum") {
		return false
	}
	if kind, _ := stringOf(e.values["checksum_type"]); kind == "none" {
		return false
	}
	for _, name := range []string{"checksum", "checksum_value", "checksum_url", "digest_string", "digest_url", "source_hash", "checksum_options", "signature", "source_sha256", "sha256", "md5"} {
		value, isSet := e.values[name]
		if constant, isConstant := constantOf(value); isSet && !(isConstant && isAnyOf(constant.key, "", "false", "none", "undef")) {
			return true
		}
	}
	return false
}

// downloadOf returns the source of a resource that downloads, or nil.
func downloadOf(p *Pass, body *resourceBody, attributes effective) syntax.Node {
	switch body.Type {
	case "archive", "file", "remote_file", "wget::fetch", "wget::retrieve", "staging::file", "staging::deploy", "package", "archive::nexus", "download_file", "dnf::localinstall", "pget":
		for _, name := range []string{"source", "url"} {
			if source := attributes.values[name]; source != nil {
				return source
			}
		}
		if strings.HasPrefix(body.Type, "wget::") {
			return body.Node.Title // without another source, the title is fetched
		}
	case "archive::download":
		return attributes.values["url"]
	}
	return nil
}

// commandsOf returns the command lines with which an exec does its work, without its guards
// unless it has no attribute command.
func commandsOf(body *resourceBody) []syntax.Node {
	if set := body.attribute("command"); set != nil {
		return []syntax.Node{set.Value}
	}
	return execCommands(body)
}

var (
	// downloads matches programs that fetch something, or install what they fetch.
	downloads = lazyregexp.New(`(?i)(?:^|[\s/'"(;&|])(?:curl|wget|fetch|aria2c|lynx|Invoke-WebRequest|iwr|git\s(?:[^|;&]*\s)?(?:clone|fetch|pull|submodule)|svn\s+(?:co|checkout|export)|yum|dnf|tdnf|rpm|zypper|pip[0-9.]*|gem|easy_install[0-9.-]*|apt-key|npm|pecl|pear|composer|cpanm?|dpkg|add-apt-repository|pkg_add|apk)(?:\.exe)?\s|DownloadFile\(|DownloadString\(`)
	// asks matches requests that send something, or only test whether something exists.
	asks = lazyregexp.New(`\bcurl\b[^|;&]*\s(?:-X\s*['"]?(?:POST|PUT|DELETE|PATCH|HEAD)|-d\b|--data\b|--data-\w+|-I\b|--head\b|-F\b|-o\s*/dev/null|--upload-file|-T\b)|\bwget\b[^|;&]*\s(?:--spider|--post-\w+|-O\s*/dev/null)`)
)

// installs matches a line of a script that runs or installs what it downloads.
var installs = lazyregexp.New(`\b(?:curl|wget)\b[^|;&]*\|\s*(?:sudo\s+)?(?:/\S*/)?(?:ba|da|z|k)?sh\b|\b(?:curl|wget)\b[^|;&]*\|\s*(?:sudo\s+)?apt-key\s+add\b|\brpm\s+-\w*[iU]\w*\s|\b(?:yum|dnf)\s[^|;&]*\b(?:localinstall|install)\s|\bgit\s+clone\s|\bapt-key\s+adv\b[^|;&]*--fetch-keys\s|\bpip[0-9.]*\s+install\s`)

// pipesToShell matches a line that runs what it downloads, or trusts it as a key.
var pipesToShell = lazyregexp.New(`\b(?:curl|wget)\b[^|;&]*\|\s*(?:sudo\s+)?(?:(?:/\S*/)?(?:ba|da|z|k)?sh\b|(?:/\S*/)?(?:python|perl|ruby)[0-9.]*\b|apt-key\s+add\b)`)

// downloadTool is the set of words of which each text that downloads matches contains one.
var downloadTool = wordset.New(anyCase("curl", "wget", "fetch", "aria2c", "lynx", "invoke-webrequest", "iwr", "git", "svn", "yum", "dnf", "rpm", "zypper", "pip", "gem", "easy_install",
	"apt-key", "npm", "pecl", "pear", "composer", "cpan", "dpkg", "add-apt-repository", "pkg_add", "apk", "download"))

// fetches reports whether a command line downloads something.
func fetches(text string) bool {
	return strings.ContainsAny(text, " (") && downloadTool.Find(text) != 0 && downloads.MatchString(text) && !asks.MatchString(text)
}

// verifies reports whether a command line also verifies a checksum or signature.
func verifies(text string) bool {
	return strings.Contains(text, "sum ") || strings.Contains(text, "gpg --verify") || strings.Contains(text, "gpgv ") || strings.Contains(text, "openssl dgst") || strings.Contains(text, "Get-FileHash")
}
