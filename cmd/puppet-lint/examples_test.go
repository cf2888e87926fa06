package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// TestOwnRulesOfExamples checks the rules in examples/own-rules with their examples.
func TestOwnRulesOfExamples(t *testing.T) {
	folder, err := filepath.Abs("../../examples/own-rules")
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	status := run(&environment{stdout: &stdout, stderr: &stderr, folder: folder, getenv: func(string) string { return "" }}, []string{"rules", "test"})
	if status != exitClean || strings.Count(stdout.String(), "ok  ") < 5 || strings.Contains(stdout.String(), "untested") {
		t.Errorf("status %d\n%s%s", status, stdout.String(), stderr.String())
	}
}
