package rules

import (
	"strconv"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/secret"
	"puppet-lint/internal/source"
)

var secretInData = Rule{
	Rule: diag.Rule{
		Name:             "secret_in_data",
		Group:            diag.Security,
		Severity:         diag.Warning,
		SecuritySeverity: 7.5,
		Summary:          "a password, token or key is in Hiera data in plain text",
		Advice:           "encrypt the value, for example with eyaml",
		Rationale: "Anyone who can read the repository or its history can read the secret. Encrypt the value " +
			"(`ENC[PKCS7,…]` of hiera-eyaml), or keep it in a secret store that a lookup reads. The rule reports " +
			"strings under keys, at any depth, whose name says that they hold a secret, and strings that look like " +
			"secrets. It does not report encrypted values, hashes, interpolations, placeholders, paths and the data " +
			"of examples and tests.",
		Bad: []diag.Example{{Path: "data/common.yaml", Code: "example::password: h4llo-w0rld\n"}},
		Good: []diag.Example{
			{Path: "data/common.yaml", Code: "example::password: ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCCAWYCAQAxggEhMIIBHQIBADAFMAACAQEw]\n"},
			{Path: "data/common.yaml", Code: "nsswitch::passwd: [files, sss, mymachines]\n"},
			{Path: "data/common.yaml", Code: "example::plugins:\n  mask-passwords:\n    version: '3.0'\n"},
		},
		Since: "1.0.0",
		CWE:   []int{256, 312, 798},
	},
	Data: func(pass *DataPass) {
		if isTestData(pass.Document.File.Name) {
			return
		}
		seen := secretsInData{pass: pass, left: maxTexts, nodes: map[*document.Node]bool{}}
		seen.visit("", "", pass.Document.Root)
	},
}

// secretsInData checks the values in a file of data.
type secretsInData struct {
	pass *DataPass
	// left is the number of values that may still be examined. Aliases may represent many.
	left  int
	nodes map[*document.Node]bool
}

// visit checks the value of a key. owner is the key of the hash that contains it.
func (s *secretsInData) visit(owner, key string, node *document.Node) {
	node = node.Resolve()
	if s.left--; s.left <= 0 || s.nodes[node] {
		return
	}
	s.nodes[node] = true
	switch node.Kind {
	case document.String, document.Integer:
		if isOfOwner := node.Text != "" && node.Text == owner; isOfOwner && secret.Named(key) != secret.Password {
			return // the name of a key that lies elsewhere
		}
		s.judge(key, node)
	case document.Sequence:
		if isNameService(key) && len(node.Items) > 1 {
			key = ""
		}
		for _, item := range node.Items {
			s.visit(owner, key, item)
		}
	case document.Mapping:
		isObject := node.Get("apiVersion") != nil && node.Get("kind") != nil // of Kubernetes
		for _, pair := range node.Pairs() {
			name := pair.Key.Text
			if key == "lookup_options" {
				continue
			}
			// Below a key that names secrets, each key is the owner of a secret. If the secrets
			// are in files, the keys below it are attributes of files.
			if one, isPlural := strings.CutSuffix(strings.ToLower(key), "s"); isPlural && !isObject && !strings.Contains(key, "/") && secret.Named(one) != secret.None && secret.Named(name) == secret.None && !isSetting(name) {
				name = one
			}
			if name == secret.ValueKey && secret.Named(key) != secret.None {
				name = key
			}
			s.visit(key, name, pair.Value)
		}
	}
}

// isSetting reports whether a key below one that names secrets is a setting, and not the owner of
// a secret: mask-passwords may be a plugin, and passwords have a length.
func isSetting(key string) bool {
	switch key {
	case "version", "ensure", "enabled", "type", "length", "mode", "url", "path", "file":
		return true
	}
	return false
}

// isNameService reports whether a key is a database of nsswitch.conf, whose list names the
// services to ask.
func isNameService(key string) bool {
	return key[strings.LastIndexByte(key, ':')+1:] == "passwd"
}

func (s *secretsInData) judge(key string, node *document.Node) {
	text := node.Text
	if node.Kind == document.Integer {
		text = strconv.FormatInt(node.Integer, 10)
		if secret.Named(key) != secret.Password || node.Integer < 1000 {
			return
		}
	}
	if kind := secret.Named(key); kind != secret.None {
		class := secret.ValueOf(kind, text)
		if class == secret.Hash && secret.IsRandom(key, text) {
			class = secret.Plain
		}
		switch class {
		case secret.Plain:
			s.report(node.Span, "the secret for '"+key+"' is in plain text")
			return
		case secret.Weak:
			s.report(node.Span, "the secret for '"+key+"' is in plain text and easy to guess")
			return
		}
	}
	shapes := secret.InText(text)
	if len(shapes) == 0 {
		return
	}
	lines := &textLines{whole: node.Span, text: s.pass.Document.File.Slice(node.Span), start: node.Span.Start}
	if !strings.Contains(lines.text, "\n") {
		s.report(node.Span, shapes[0].What+" is in plain text")
		return
	}
	lines.each(text, shapes, func(span source.Span, shape secret.Match) { s.report(span, shape.What+" is in plain text") })
}

func (s *secretsInData) report(span source.Span, message string) {
	finding := s.pass.Report(span, message)
	finding.Help = "encrypt it with eyaml, or look it up in a secret store"
}

// isTestData reports whether a data file is for tests.
func isTestData(name string) bool {
	name = strings.ReplaceAll(name, "\\", "/")
	return isInTestFolder(name) || isForTests(FileLocation{InModule: name[strings.LastIndexByte(name, '/')+1:]})
}

// isInTestFolder reports whether one of the folders around a file is for tests.
func isInTestFolder(name string) bool {
	parts := strings.Split(strings.ReplaceAll(name, "\\", "/"), "/")
	for i, part := range parts[:len(parts)-1] {
		switch part {
		case "spec", "fixtures", "examples", "acceptance", "vagrant", "test_data", "testdata", "test-data":
			return true
		case "test", "tests":
			return i > 0
		}
	}
	return false
}
