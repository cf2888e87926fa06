//go:build develop

package main

import "testing"

// TestRecordedAnswers compares both readers with recorded answers of Ruby.
func TestRecordedAnswers(t *testing.T) {
	for _, format := range []string{"yaml", "json"} {
		lines, err := readRecording("testdata/" + format + ".jsonl.gz")
		if err != nil {
			t.Fatal(err)
		}
		if len(lines) < 1000 {
			t.Errorf("%s: only %d recorded answers", format, len(lines))
		}
		for _, line := range lines {
			if difference := differ(format, string(line.Text), line.Answer); difference != "" {
				t.Errorf("%s: %q\n  %s", format, line.Text, difference)
			}
		}
	}
}
