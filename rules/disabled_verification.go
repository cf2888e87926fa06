package rules

import (
	"strings"

	"puppet-lint/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/rules/flow"
)

var disabledVerification = Rule{
	Rule: diag.Rule{
		Name:             "disabled_verification",
		Group:            diag.Security,
		Severity:         diag.Warning,
		SecuritySeverity: 7.4,
		Summary:          "the check of a signature or certificate is switched off",
		Rationale: "Packages whose signature nobody checks, and servers whose certificate nobody checks, may come from anybody. Leave the check on and give the key or the authority's certificate. " +
			"Reported are `gpgcheck => 0` and `sslverify => false` of package sources, `allow_unsigned` and `allow_insecure`, package options such as `--nogpgcheck`, and `curl -k`, `wget --no-check-certificate` and their like in commands.",
		Bad: []diag.Example{
			{Code: "yumrepo { 'example':\n  baseurl  => 'https://example.com/rpm',\n  gpgcheck => 0,\n}\n"},
			{Code: "exec { '/usr/bin/curl -k -o /opt/tool https://example.com/tool':\n  creates => '/opt/tool',\n}\n"},
		},
		Good:  []diag.Example{{Code: "yumrepo { 'example':\n  baseurl  => 'https://example.com/rpm',\n  gpgcheck => 1,\n  gpgkey   => 'https://example.com/key',\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{295, 347},
	},
	Visits: []Visit{resourceBodies(func(pass *Pass, body *resourceBody) {
		if isDemonstration(pass.Place().InModule) {
			return
		}
		for i := range body.Attributes {
			set := &body.Attributes[i]
			if isSwitchedOff(body.Type, set) {
				pass.Report(pass.Token(set.NameToken).Span, set.Name+" lets anybody stand in for the server or the signer")
			}
			if body.Type == "package" && set.Name == "install_options" {
				if option := unsafeInstallOption.FindString(pass.literalText(set.Value)); option != "" {
					pass.Report(pass.extent(set.Value), strings.TrimSpace(option)+" installs packages that nobody has signed")
				}
			}
		}
		if body.Type == "exec" {
			for _, command := range downloadsIn(pass, body) {
				if unsafeDownloadOption.MatchString(pass.literalText(command)) {
					pass.Report(pass.extent(command), "the command does not check the server's certificate")
				}
			}
		}
	})},
}

var (
	unsafeInstallOption  = lazyregexp.New(`--(?:nogpgcheck|no-gpg-checks|allow-unauthenticated|force-yes|allow-insecure-repositories|nosignature)\b`)
	unsafeDownloadOption = lazyregexp.New(`--no-check-certificate\b|(?:\bcurl\b[^|;&]*\s)(?:--insecure|-[a-zA-Z]*k[a-zA-Z]*)(?:\s|$)|http\.sslVerify=(?:false|0)|-SkipCertificateCheck\b`)
)

// isSwitchedOff reports whether an attribute switches a check of a package
// source or a download off.
func isSwitchedOff(typeName string, set *attribute) bool {
	value, isConstant := constantOf(flow.Unparenthesized(set.Value))
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
		return isOn && set.Name == "allow_insecure"
	case "wget::fetch":
		return isOn && set.Name == "nocheckcertificate"
	}
	return false
}
