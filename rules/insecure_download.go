package rules

import (
	"strings"

	"puppet-lint/diag"
	"puppet-lint/syntax"
)

var insecureDownload = Rule{
	Rule: diag.Rule{
		Name:             "insecure_download",
		OldNames:         []string{"use_http_without_tls"},
		Plugin:           "puppet-lint-infrasecure",
		Group:            diag.Security,
		Severity:         diag.Warning,
		SecuritySeverity: 8.1,
		Summary:          "something is downloaded over plain HTTP and not verified",
		Rationale: "Whoever sits between the machine and the server can replace what is downloaded. Use `https://`, or give a checksum (`checksum` of `archive`, `checksum_value` of `file`) from a place that can be trusted. " +
			"Reported are literal `http://` sources without a checksum, keys of package sources, and `curl` and `wget` in commands; addresses of the machine itself are not.",
		Bad: []diag.Example{
			{Code: "archive { '/tmp/example.tgz':\n  source  => 'http://example.com/example.tgz',\n  extract => true,\n}\n"},
			{Code: "exec { '/usr/bin/curl -o /opt/tool http://example.com/tool':\n  creates => '/opt/tool',\n}\n"},
		},
		Good: []diag.Example{
			{Code: "archive { '/tmp/example.tgz':\n  source => 'https://example.com/example.tgz',\n}\n"},
			{Code: "archive { '/tmp/example.tgz':\n  source        => 'http://example.com/example.tgz',\n  checksum      => 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',\n  checksum_type => 'sha256',\n}\n"},
		},
		Since: "1.0.0",
		CWE:   []int{319, 494},
	},
	Visits: []Visit{resourceBodies(func(pass *Pass, body *resourceBody) {
		if isDemonstration(pass.Place().InModule) {
			return
		}
		switch body.Type {
		case "archive", "file", "remote_file", "wget::fetch", "staging::file", "package", "archive::download":
			attributes := pass.effectiveAttributes(body)
			if attributes.has("checksum", "checksum_value", "checksum_url", "digest_string", "digest_url", "source_hash", "checksum_options") && body.Type != "package" || attributes.vague {
				return
			}
			if source := attributes.values["source"]; source != nil {
				reportInsecure(pass, source, pass.literalText(source))
			} else if url := attributes.values["url"]; url != nil && body.Type == "archive::download" {
				reportInsecure(pass, url, pass.literalText(url))
			}
		case "exec":
			for _, command := range downloadsIn(pass, body) {
				if text := pass.literalText(command); !verifies(text) {
					reportInsecure(pass, command, text)
				}
			}
		}
	})},
}

func reportInsecure(pass *Pass, at syntax.Node, text string) {
	if url := insecureURL(text); url != "" {
		pass.Report(pass.extent(at), "what comes from "+strings.ReplaceAll(url, "\x00", "…")+" can be replaced on its way: use https or a checksum")
	}
}

// verifies reports whether a command line also compares a checksum or a
// signature.
func verifies(text string) bool {
	return strings.Contains(text, "sum ") || strings.Contains(text, "gpg") || strings.Contains(text, "openssl dgst")
}

// downloadsIn lists the command lines of an exec that get something with curl,
// wget or the like: its command, not its guards, which only look.
func downloadsIn(pass *Pass, body *resourceBody) []syntax.Node {
	var found []syntax.Node
	var commands []syntax.Node
	if set := body.attribute("command"); set != nil {
		commands = append(commands, set.Value)
	} else {
		commands = execCommands(body)
	}
	for _, command := range commands {
		text := pass.literalText(command)
		for _, program := range []string{"curl ", "wget ", "Invoke-WebRequest", "git clone"} {
			if strings.Contains(text, program) {
				found = append(found, command)
				break
			}
		}
	}
	return found
}
