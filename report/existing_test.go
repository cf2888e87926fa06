package report

import (
	"strings"
	"testing"

	"puppet-lint/lint"
)

// TestIsReport checks that written reports are recognized, even without findings, and that nothing
// else is.
func TestIsReport(t *testing.T) {
	others := []string{"#!/bin/sh\n", "[core]\n\tbare = false\n", "{\"name\": \"a\"}\n", "[1]\n", "<?xml version=\"1.0\"?>\n<a/>\n", "ssh-rsa AAAA\n", "class a {}\n", "export A=1\n"}
	for _, format := range Names() {
		for name, result := range map[string]*lint.Result{format: sampleResult(), "empty-" + format: {Folder: "/repo", Files: []string{"a.pp"}}} {
			text := render(t, format, result, Options{})
			if !IsReport(format, text) {
				t.Errorf("%s is no report: %.80s", name, text)
			}
			for _, other := range Names() {
				alike := other == format || strings.HasPrefix(name, "empty-") || format == "gitlab" && other == "codeclimate" || format == "codeclimate" && other == "gitlab"
				if !alike && IsReport(other, text) {
					t.Errorf("%s is taken for %s", name, other)
				}
			}
		}
		for _, text := range others {
			if IsReport(format, text) {
				t.Errorf("%q is taken for a report of %s", text, format)
			}
		}
	}
}
