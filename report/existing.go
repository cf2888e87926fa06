package report

import (
	"regexp"
	"strings"
)

// beginnings maps each format to the beginning of its reports, unless they are empty. A format
// with a custom template has none.
var beginnings = map[string]string{
	"text":        `(?:error|warning|info)\[[a-z0-9_]+\]: |No findings in \d+ files? \(|Found \d+ |Nothing to check: `,
	"line":        `(?:.* - )?(?:ERROR|WARNING|INFO|FIXED|IGNORED|error|warning|info|fixed|ignored): .* on line \d+`,
	"agent":       `[^\n]*:\d+:\d+: (?:error|warning|info)\[[a-z0-9_]+\] `,
	"gcc":         `[^\n]*:\d+:\d+: (?:error|warning|note): [^\n]* \[[a-z0-9_]+\](?:\n|$)`,
	"html":        `(?s)<!DOCTYPE html>.*?<title>puppet-lint findings</title>`,
	"markdown":    `### puppet-lint: `,
	"json":        `\{\s*"version": 1,\s*"tool": "puppet-lint",`,
	"jsonl":       `\{"path":"[^\n]*","line":\d+,"column":\d+,[^\n]*"rule":"`,
	"ruby-json":   `\[\s*\[\s*(?:\]|\{\s*"message": )`,
	"sarif":       `\{\s*"\$schema": "[^"]*sarif[^"]*",\s*"version": "2\.1\.0",`,
	"github":      `::(?:error|warning|notice) file=[^\n]*,title=puppet-lint `,
	"azure":       `##vso\[task\.logissue type=(?:error|warning);sourcepath=`,
	"gitlab":      `\[\s*(?:\]|\{\s*"type": "issue",\s*"check_name": )`,
	"codeclimate": `\[\s*(?:\]|\{\s*"type": "issue",\s*"check_name": )`,
	"rdjson":      `\{"source":\{"name":"puppet-lint"\}`,
	"junit":       `<\?xml [^\n]*\?>\s*<testsuites name="puppet-lint"`,
	"checkstyle":  `<\?xml [^\n]*\?>\s*<checkstyle version="8\.0"`,
}

// IsReport reports whether text is empty or a report of a format as Write makes it. Such a file
// may be replaced by the next report even if the checked tree names it.
func IsReport(format, text string) bool {
	beginning, known := beginnings[format]
	return strings.TrimSpace(text) == "" || known && regexp.MustCompile(`^(?:`+beginning+`)`).MatchString(text)
}
