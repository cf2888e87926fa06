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

var disabledVerification = Rule{
	Rule: diag.Rule{
		Name:             "disabled_verification",
		Group:            diag.Security,
		Severity:         diag.Warning,
		SecuritySeverity: 7.4,
		Summary:          "the check of a signature or certificate is switched off",
		Advice:           "keep the check on, and configure the key or the certificate of the authority",
		Rationale: "Without the check, anyone can forge packages or pretend to be the server. Keep the check on and " +
			"configure the key or the certificate of the authority. The rule reports `gpgcheck => 0` and `sslverify " +
			"=> false` of package sources, `allow_unsigned` and `allow_insecure`, package options such as " +
			"`--nogpgcheck`, checksums that are not compared, settings such as `insecure_skip_verify => true` and " +
			"`verify_ssl => false`, `insecure => true` and `verify => false` beside an address, and, in commands and file contents, options such as `curl -k`, " +
			"`StrictHostKeyChecking no` and `trusted=yes`.",
		Bad: []diag.Example{
			{Code: "yumrepo { 'example':\n  baseurl  => 'https://example.com/rpm',\n  gpgcheck => 0,\n}\n"},
			{Code: "exec { '/usr/bin/curl -k -o /opt/tool https://example.com/tool':\n  creates => '/opt/tool',\n}\n"},
		},
		Good: []diag.Example{
			{Code: "yumrepo { 'example':\n  baseurl  => 'https://example.com/rpm',\n  gpgcheck => 1,\n  gpgkey   => 'https://example.com/key',\n}\n"},
			{Code: "yumrepo { 'example':\n  baseurl       => 'https://example.com/rpm',\n  gpgcheck      => 0,\n  repo_gpgcheck => 1,\n  gpgkey        => 'https://example.com/key',\n}\n"},
		},
		Since: "1.0.0",
		CWE:   []int{295, 347},
	},
	Text: func(pass *TextPass) {
		if verificationMayHold.Find(pass.Text) == 0 && !mentionsAny(pass.Text, downloadTools) {
			return
		}
		pass.lines([]string{""}, func(line string, start int) {
			if at := findUnverified(line); at != nil {
				found := strings.TrimSpace(line[at[0]:at[1]])
				if pass.isAlternative(start) {
					return
				}
				if !strings.Contains(found, "gpgcheck") || !signedMetadata.MatchString(pass.Text) {
					pass.reportPart(start+at[0], start+at[1], "`"+found+"` disables verification of "+verifiedBy(found, ""))
				}
			} else if downloadsUnsafely(line) {
				pass.reportLine(line, start, "the command does not verify the server's certificate")
			} else if name, value, isSetting := strings.Cut(line, "="); isSetting && plainName.MatchString(strings.TrimSpace(name)) &&
				switchesOff(strings.TrimSpace(name), strings.ToLower(strings.Trim(value, " \t'\";"))) && !strings.Contains(name, "gpgcheck") && !pass.isAlternative(start) {
				pass.reportLine(line, start, "`"+strings.TrimSpace(line)+"` disables verification of "+verifiedBy(strings.TrimSpace(name), ""))
			}
		})
	},
	Data: namedData(func(pass *DataPass, value *dataValue) {
		if switchesOff(value.name, strings.ToLower(value.text)) || maySwitchOff(value.name, strings.ToLower(value.text)) && (value.isOfTLS() || connects(value.namesBeside())) {
			if signed := value.beside.Get("repo_gpgcheck"); strings.Contains(value.name, "gpgcheck") && signed != nil && isAnyOf(signed.Resolve().Text, "1", "true", "yes", "on") {
				return // the metadata is signed and contains the checksums of the packages
			}
			pass.Report(value.node.Span, "`"+value.name+": "+value.text+"` disables verification of "+verifiedBy(value.name, ""))
			return
		}
		if at := findUnverified(value.text); at != nil && len(value.text) >= 10 {
			found := value.text[at[0]:at[1]]
			pass.Report(value.node.Span, "`"+strings.TrimSpace(found)+"` disables verification of "+verifiedBy(found, ""))
		} else if namesCommand(value.name) && downloadsUnsafely(value.text) {
			pass.Report(value.node.Span, "the command does not verify the server's certificate")
		}
	}),
	Needs: []wordset.Group{{AnyCase: true, Words: append([]string{"insecure", "skip", "certificat", "certs", "validat", "ignore", "unsigned", "checkcert", "check_host", "checksum",
		"curl", "force-yes", "force_yes"}, verificationWords.Words...)}},
	Visits: []Visit{
		resourceBodies(func(pass *Pass, body *resourceBody) {
			if isInDemonstration(pass) {
				return
			}
			for i := range body.Attributes {
				checkAttribute(pass, body, &body.Attributes[i])
			}
			if body.Type == "exec" && mayDownload(pass) {
				for _, command := range commandsOf(body) {
					if downloadsUnsafely(pass.literalText(command)) || downloadsUnsafely(resolvedText(pass, command)) {
						pass.Report(pass.extent(command), "the command does not verify the server's certificate")
					}
				}
			}
		}),
		Enter(func(pass *Pass, node *syntax.Parameter) {
			if node.Value != nil {
				checkVerification(pass, node.Name, "$"+node.Name+" = ", node.Value)
			}
		}),
		Enter(func(pass *Pass, node *syntax.AssignmentExpression) {
			// Without a checksum, nothing can be compared: the attributes of the resource
			// count.
			if variable, isVariable := node.Left.(*syntax.VariableExpression); isVariable && !strings.Contains(variable.Name, "checksum") {
				checkVerification(pass, variable.Name, "$"+variable.Name+" = ", node.Right)
			}
		}),
		Enter(func(pass *Pass, node *syntax.KeyedEntry) {
			name, isLiteral := stringOf(node.Key)
			if !isLiteral {
				return
			}
			checkVerification(pass, name, name+" => ", node.Value)
			if constant, isConstant := constantOf(syntax.Unparenthesized(node.Value)); isConstant && maySwitchOff(name, constant.key) && !isInDemonstration(pass) && (isOfTLS(outerName(pass)) || connects(namesBeside(pass))) {
				pass.Report(pass.extent(node.Value), "`"+name+" => "+pass.text(node.Value)+"` disables verification of "+verifiedBy(name, ""))
			}
		}),
		Enter(func(pass *Pass, node *syntax.LiteralString) {
			if _, isPart := pass.Parent(0).(*syntax.ConcatenatedString); !isPart {
				checkUnverified(pass, node, node.Value)
			}
		}),
		Enter(func(pass *Pass, node *syntax.ConcatenatedString) {
			checkUnverified(pass, node, pass.literalText(node))
		}),
	},
}

var (
	unsafeInstallOption  = lazyregexp.New(`--(?:nogpgcheck|no-gpg-checks|allow-unauthenticated|force-yes|allow-insecure-repositories|nosignature|trusted-host)\b`)
	unsafeDownloadOption = lazyregexp.New(`--no-check-certificate\b|(?:\bcurl\b[^|;&]*\s)(?:--insecure|-[a-zA-Z]*k[a-zA-Z]*)(?:\s|$)|-SkipCertificateCheck\b|\bCURL_?OPT(?:ION)?S?\b[^|;&\n]*[\s"'](?:--insecure|-[a-zA-Z]*k)\b`)
	// unverified matches settings that switch a check off, in any text.
	unverified = lazyregexp.New(`(?i)StrictHostKeyChecking[ =]+['"]?(?:no|off)\b|http\.sslVerify[ =]+(?:false|0)\b|GIT_SSL_NO_VERIFY=(?:true|1)|NODE_TLS_REJECT_UNAUTHORIZED=['"]?0|PYTHONHTTPSVERIFY=['"]?0|\bdeb(?:-src)?\s+\[[^\]]*\btrusted=yes|^\[?trusted=yes\]?$|--nogpgcheck\b|--no-gpg-checks?\b|--allow-unauthenticated\b|\bapt(?:-get|itude)?\b[^|;&\n]*\s--force-yes\b|\brpm\b[^|;&\n]*\s--no(?:signature|digest)\b|PERL_LWP_SSL_VERIFY_HOSTNAME=['"]?0|\bAllowInsecureRepositories[ =]+['"]?(?:true|1|yes|on|with|enable)\b|(?m:^\s*(?:gpgcheck|sslverify)\s*=\s*(?:0|false|no)\s*$)|strict-ssl[ =]+false|APT::Get::AllowUnauthenticated[ =]+['"]?(?:true|1|yes|on|with|enable)\b|TLS_REQCERT\s+(?:never|allow)\b|--insecure-registry[ =]\S+|--trusted-host[ =]|\bssl_verify=(?:no|0|false)\b|\bssl(?:[ \t][^\n]*)?[ \t]verify[ \t]+none\b|\bssl-server-verify[ \t]+none\b`)
)

// localSource matches a package source of APT in a folder of the machine.
var localSource = lazyregexp.New(`^deb(?:-src)?\s+\[[^\]]*\]\s*(?:file|copy|cdrom):`)

// downloadTools are words: each text that matches unsafeDownloadOption contains one of them.
var downloadTools = []string{"curl", "CURL", "--no-check-certificate", "-SkipCertificateCheck"}

// downloadsUnsafely reports whether a command line downloads something from another machine without
// verifying its certificate.
func downloadsUnsafely(text string) bool {
	return mentionsAny(text, downloadTools) && unsafeDownloadOption.MatchString(text) && !strings.Contains(text, "localhost") && !strings.Contains(text, "127.0.0.1") &&
		(!strings.Contains(text, "http://") || strings.Contains(text, "https://"))
}

// signedMetadata matches the setting of a package source that makes it verify its metadata.
var signedMetadata = lazyregexp.New(`(?m)^\s*repo_gpgcheck\s*=\s*(?:1|true|yes)\b`)

// verificationWords are words: each text that matches unverified contains one of them. So do most
// names of settings that switch a check off.
var verificationWords = wordset.Group{Words: []string{"verif", "strict", "trusted", "gpg", "unauth", "reqcert", "force-yes", "nosignature", "nodigest", "allowinsecure", "insecure-registry"}, AnyCase: true}

// verificationMayHold is the set of verificationWords alone.
var verificationMayHold = wordset.New(verificationWords)

// unverifiedMayHold is a set of words: each text that matches unverified contains one of them. Few
// other texts do.
var unverifiedMayHold = wordset.New(anyCase("stricthostkeychecking", "sslverify", "ssl_no_verify", "reject_unauthorized", "httpsverify", "trusted=yes", "gpgcheck", "no-gpg-check",
	"unauthenticated", "force-yes", "nosignature", "nodigest", "ssl_verify", "allowinsecure", "strict-ssl", "reqcert", "insecure-registry", "trusted-host", "verify ", "verify\t"))

// findUnverified returns where a text switches a check off, or nil. A download from the machine
// itself needs no check. A registry that only a variable names is the choice of whoever sets the
// variable.
func findUnverified(text string) []int {
	if unverifiedMayHold.Find(text) == 0 {
		return nil
	}
	for _, at := range unverified.FindAllStringSubmatchIndex(text, -1) {
		registry, isRegistry := strings.CutPrefix(text[at[0]:at[1]], "--insecure-registry")
		if isRegistry {
			registry = strings.TrimLeft(registry, "= '\"")
			if host, _, _ := strings.Cut(registry, ":"); host == "localhost" || strings.HasPrefix(host, "127.") || strings.HasPrefix(host, "\x00") {
				continue
			}
		}
		if admitsClients(text, at[0], at[1]) || localSource.MatchString(text[at[0]:]) || removesPackages(text, at[0], at[1]) {
			continue
		}
		return at[:2]
	}
	return nil
}

// admitsClients reports whether the option "ssl … verify none" of HAProxy at start does not switch
// off the verification of a server's certificate. The option may belong to a listening socket,
// which need not ask its clients for certificates, or to a server on the machine itself.
func admitsClients(text string, start, end int) bool {
	if option := strings.ToLower(text[start:end]); !strings.HasPrefix(option, "ssl ") && !strings.HasPrefix(option, "ssl\t") {
		return false
	}
	line := text[strings.LastIndexByte(text[:start], '\n')+1 : end]
	return strings.Contains(line, " crt ") || strings.HasPrefix(strings.TrimLeft(line, " \t"), "bind ") || strings.Contains(line, " 127.") || strings.Contains(line, "localhost")
}

// removal matches a command that removes packages, and so downloads nothing.
var removal = lazyregexp.New(`\b(?:apt|apt-get|aptitude|yum|dnf|zypper)\s(?:.*\s)?(?:remove|purge|autoremove|autopurge|clean|autoclean|erase)(?:\s|$)`)

// removesPackages reports whether the command around the option of a package manager at start only
// removes packages.
func removesPackages(text string, start, end int) bool {
	const between = "|;&\n"
	if option := text[start:end]; !unsafeInstallOption.MatchString(option) {
		return false
	}
	from := strings.LastIndexAny(text[:start], between) + 1
	if next := strings.IndexAny(text[end:], between); next >= 0 {
		text = text[:end+next]
	}
	return removal.MatchString(text[from:])
}

// checkAttribute reports an attribute of a resource whose value switches a check off.
func checkAttribute(pass *Pass, body *resourceBody, set *attribute) {
	if constant, isConstant := constantOf(set.Value); isConstant && isSwitch(constant.key) {
		if set.Name == "value" {
			name := settingOf(body.Node)
			name = name[strings.LastIndexByte(name, '/')+1:]
			checkVerification(pass, name, name+" = ", set.Value)
		}
		if (isSwitchedOff(body.Type, set) || maySwitchOffIn(body, set)) && !(set.Name == "allow_insecure" && mayBeLocal(pass, body)) && !(set.Name == "gpgcheck" && checksMetadata(body)) {
			pass.Report(pass.Token(set.NameToken).Span, "`"+set.Name+" => "+pass.text(set.Value)+"` disables verification of "+verifiedBy(set.Name, body.Type))
		}
		return
	}
	if body.Type != "exec" && mayDownload(pass) && namesCommand(set.Name) && downloadsUnsafely(pass.literalText(set.Value)) {
		pass.Report(pass.extent(set.Value), "the command does not verify the server's certificate")
	}
	if body.Type == "package" && set.Name == "install_options" {
		if option := unsafeInstallOption.FindString(pass.literalText(set.Value)); option != "" {
			pass.Report(pass.extent(set.Value), "`"+strings.TrimSpace(option)+"` disables verification of package signatures")
		}
	}
}

// mayDownload reports whether the file contains one of the downloadTools, so that one of its texts
// may match unsafeDownloadOption.
func mayDownload(p *Pass) bool {
	if p.fileRun.downloads == unknownAnswer {
		p.fileRun.downloads = no
		if text := p.Source.Text; mentionsAny(text, downloadTools) || mentionsAny(text, escapes.Words) {
			p.fileRun.downloads = yes
		}
	}
	return p.fileRun.downloads == yes
}

// isSwitch reports whether a literal value, in lower case, switches something on or off.
func isSwitch(value string) bool {
	return isAnyOf(value, "0", "1", "true", "false", "yes", "no", "on", "off", "never", "none")
}

// checkUnverified reports a text that switches a check off.
func checkUnverified(pass *Pass, node syntax.Node, text string) {
	if len(text) < 10 || isInDemonstration(pass) {
		return
	}
	at := findUnverified(text)
	if at == nil || isNoAddress(pass) {
		return
	}
	for level := range 2 { // unsafeInstallOption is reported elsewhere
		if set, isAttribute := pass.Parent(level).(*syntax.AttributeOperation); isAttribute && set.Name == "install_options" && unsafeInstallOption.MatchString(text) {
			return
		}
	}
	found := strings.TrimSpace(text[at[0]:at[1]])
	pass.Report(pass.extent(node), "`"+found+"` disables verification of "+verifiedBy(found, ""))
}

// verifiedBy returns what Puppet or a program verifies because of a setting of that name in a
// resource of that type.
func verifiedBy(name, typeName string) string {
	name = strings.ToLower(name)
	has := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(name, part) })
	}
	switch {
	case has("gpg", "unsigned", "unauthenticated", "allow_unauth", "trusted=yes", "trusted_source", "nosignature", "nodigest", "allowinsecurerepo", "force-yes"), name == "allow_insecure" && strings.HasPrefix(typeName, "apt"):
		return "package signatures"
	case has("checksum"):
		return "the checksum"
	case has("stricthostkey", "strict_host_key"):
		return "the server's host key"
	}
	return "the server's certificate"
}

// checkVerification reports a variable, default or key whose value switches a check off. shown is
// what the message shows before the value.
func checkVerification(pass *Pass, name, shown string, value syntax.Node) {
	if !isInDemonstration(pass) && disablesVerification(name, value) {
		pass.Report(pass.extent(value), "`"+shown+pass.text(value)+"` disables verification of "+verifiedBy(name, ""))
	}
}

// disablesVerification reports whether the setting switches off the verification of certificates,
// signatures or checksums.
func disablesVerification(name string, value syntax.Node) bool {
	constant, isConstant := constantOf(syntax.Unparenthesized(value))
	return isConstant && switchesOff(name, constant.key)
}

// switchesOff is disablesVerification for a literal value in lower case.
func switchesOff(name, value string) bool {
	if !isSwitch(value) {
		return false
	}
	isOn := isAnyOf(value, "true", "yes", "1", "on")
	isOff := !isOn
	words := secret.Words(name)
	if isOff && len(words) > 3 && !slices.ContainsFunc(words, func(word string) bool {
		return isAnyOf(word, "no", "not", "skip", "disable", "disabled", "ignore", "client")
	}) {
		switch strings.Join(words[len(words)-3:], "_") {
		case "openssl_verify_mode", "ssl_verify_mode", "ssl_verify_peer", "ssl_verify_host", "tls_verify_mode":
			return true // smtp_openssl_verify_mode
		}
	}
	switch strings.Join(words, "_") {
	case "insecure_skip_verify", "skip_verify", "skip_tls_verify", "tls_skip_verify", "insecure_skip_tls_verify", "ssl_insecure", "tls_insecure", "no_check_certificate", "nocheckcertificate", "skip_ssl_verify",
		"skip_cert_verify", "skip_certificate_verification", "disable_ssl_verification", "disable_tls_verification", "ssl_no_verify", "insecure_tls", "insecure_ssl", "ignore_ssl_errors", "accept_invalid_certs", "ssl_skip_verify",
		"skip_ssl_validation", "disable_ssl_validation", "ssl_verify_disable", "allow_insecure_ssl", "disable_ssl_verify", "disable_tls_verify", "disable_verify_ssl", "disable_certificate_verification", "disable_cert_verification",
		"disable_certificate_validation", "disable_cert_validation", "disable_tls_validation", "ssl_verify_disabled", "no_ssl_verify", "no_verify_ssl", "disable_hostname_verification", "disable_checksum", "ssl_insecure_skip_verify":
		return isOn
	case "verify_ssl", "verify_tls", "verify_cert", "verify_certs", "verify_certificate", "verify_certificates", "verify_peer", "verify_host", "verify_hostname", "ssl_verify", "sslverify", "tls_verify", "validate_certs", "validate_certificate",
		"validate_certificates", "ssl_verify_peer", "ssl_verify_peer_name", "ssl_verify_host", "strict_ssl", "check_certificate", "check_certificates", "checksum_verify", "verify_checksum", "ssl_verification", "tls_verification", "verify_peer_name", "ssl_verify_hostname",
		"ssl_check_hostname", "ssl_verify_server_cert", "tls_verify_cert", "ssl_verify_cert", "pkg_gpgcheck", "repo_gpgcheck_required", "http_ssl_verify", "verify_server_certificate", "ssl_verify_certificate", "ssl_certificate_verification", "gpgcheck", "strict_host_key_checking", "stricthostkeychecking", "openssl_verify_mode", "ssl_verify_mode", "verify_mode", "tls_verify_mode":
		return isOff
	}
	return false
}

// maySwitchOff is like switchesOff, for names such as insecure that concern verification only
// beside an address or among the settings of TLS.
func maySwitchOff(name, value string) bool {
	switch name {
	case "insecure":
		return isAnyOf(value, "true", "yes", "1", "on")
	case "verify":
		return isAnyOf(value, "false", "no", "0", "off", "none")
	}
	return false
}

// maySwitchOffIn is like maySwitchOff, for an attribute of a resource.
func maySwitchOffIn(body *resourceBody, set *attribute) bool {
	value, isConstant := constantOf(syntax.Unparenthesized(set.Value))
	if !isConstant || !maySwitchOff(set.Name, value.key) {
		return false
	}
	names := make([]string, len(body.Attributes))
	for i := range body.Attributes {
		names[i] = body.Attributes[i].Name
	}
	return connects(names)
}

// isOfTLS reports whether the setting of that name holds the settings of TLS.
func isOfTLS(name string) bool {
	words := secret.Words(name)
	return len(words) > 0 && isAnyOf(words[0], "tls", "ssl", "https") || len(words) > 1 && isAnyOf(words[len(words)-1], "tls", "ssl")
}

// isOfTLS reports whether the value is directly below a key that holds the settings of TLS, and
// does not switch TLS as a whole on or off, as insecure may do.
func (v *dataValue) isOfTLS() bool {
	return v.name == "verify" && len(v.keys) > 1 && isOfTLS(v.keys[len(v.keys)-2][strings.LastIndexByte(v.keys[len(v.keys)-2], ':')+1:])
}

// outerName returns the name of the setting whose hash contains the visited entry. It returns ""
// if the entry may switch TLS as a whole on or off.
func outerName(p *Pass) string {
	if entry, isEntry := p.cursor.Node().(*syntax.KeyedEntry); isEntry {
		if name, _ := stringOf(entry.Key); name != "verify" {
			return ""
		}
	}
	switch outer := p.Parent(1).(type) {
	case *syntax.KeyedEntry:
		name, _ := stringOf(outer.Key)
		return name
	case *syntax.AttributeOperation:
		return outer.Name
	}
	return ""
}

// mayBeLocal reports whether a resource fetches from a host given by a variable of the file
// that may be the machine itself.
func mayBeLocal(p *Pass, body *resourceBody) bool {
	source := body.attribute("source")
	if source == nil {
		return false
	}
	found := false
	syntax.Inspect(source.Value, func(node syntax.Node) bool {
		if read, isVariable := node.(*syntax.VariableExpression); isVariable {
			if variable := p.flow().VariableOf(read); variable != nil {
				for _, value := range variable.Values {
					text, _ := stringOf(value)
					found = found || strings.HasPrefix(text, "127.") || text == "localhost"
				}
			}
		}
		return !found
	})
	return found
}

// isSwitchedOff reports whether an attribute switches off a check of a package source or
// download.
func isSwitchedOff(typeName string, set *attribute) bool {
	value, isConstant := constantOf(syntax.Unparenthesized(set.Value))
	if !isConstant {
		return false
	}
	isOff := value.key == "0" || value.key == "false" || value.key == "no" || value.key == "off"
	isOn := value.key == "true" || value.key == "yes" || value.key == "1"
	switch typeName {
	case "yumrepo", "zypprepo", "yum::managed_yumrepo":
		return isOff && isAnyOf(set.Name, "gpgcheck", "pkg_gpgcheck", "sslverify")
	case "apt::source":
		return isOn && isAnyOf(set.Name, "allow_unsigned", "allow_insecure", "trusted_source")
	case "archive":
		return isOn && set.Name == "allow_insecure" || isOff && set.Name == "checksum_verify"
	case "wget::fetch":
		return isOn && set.Name == "nocheckcertificate"
	}
	// In the rules of Puppet's own server, the same words let clients in without a certificate.
	return isOn && set.Name == "allow_unauthenticated" && strings.HasPrefix(typeName, "apt") || disablesVerification(set.Name, set.Value)
}

// checksMetadata reports whether a package source verifies the signature of its metadata, which
// contain the checksums of the packages.
func checksMetadata(body *resourceBody) bool {
	for i := range body.Attributes {
		if set := &body.Attributes[i]; set.Name == "repo_gpgcheck" {
			value, isConstant := constantOf(syntax.Unparenthesized(set.Value))
			return !isConstant || isAnyOf(value.key, "1", "true", "yes", "on")
		}
	}
	return false
}
