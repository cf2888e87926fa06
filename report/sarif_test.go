package report

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/schematest"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

// sarifDocument is the part of a SARIF file that the tests read.
type sarifDocument struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				Rules []struct {
					ID                                string
					ShortDescription, FullDescription struct{ Text string }
					Help                              struct{ Text, Markdown string }
					Properties                        struct{ Tags []string }
				}
			}
		}
		Results []struct {
			Level               string
			PartialFingerprints map[string]string
			Fixes               []any
			Locations           []struct {
				PhysicalLocation struct{ Region struct{ Snippet any } }
			}
		}
		Invocations []struct {
			ToolExecutionNotifications []struct{ Message struct{ Text string } }
		}
	}
}

// TestSARIFSchema checks reports against the schema of the standard.
func TestSARIFSchema(t *testing.T) {
	schema := readSARIFSchema(t)
	for name, text := range map[string]string{
		"plain":      render(t, "sarif", sampleResult(), Options{}),
		"suppressed": render(t, "sarif", sampleResult(), Options{ShowSuppressed: true}),
		"empty":      render(t, "sarif", &lint.Result{Folder: "/repo", Files: []string{"a.pp"}}, Options{}),
	} {
		if err := schema.Validate(t, text); err != nil {
			t.Errorf("%s: %#v", name, err)
		}
	}
}

func readSARIFSchema(t *testing.T) schematest.Schema {
	t.Helper()
	file, err := os.Open("testdata/sarif-schema-2.1.0.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	return schematest.Compile(t, text)
}

// TestSARIFLimits checks that a report keeps the limits of code scanning, whatever is found.
func TestSARIFLimits(t *testing.T) {
	long := strings.Repeat("é", 2000)
	mild := &diag.Rule{Name: "mild", Summary: long, Severity: diag.Info, CWE: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}}
	bad := &diag.Rule{Name: "bad", Summary: "bad", Severity: diag.Error}
	const limit, count = 100, 110
	var text strings.Builder
	for i := range count {
		fmt.Fprintf(&text, "line %d\n", i)
	}
	file := source.NewFile("a.pp", text.String())
	result := &lint.Result{Folder: "/work", Files: []string{"a.pp"}}
	for i := range count {
		at := file.LineStart(i + 1)
		finding := &diag.Diagnostic{Rule: mild, Severity: diag.Info, File: file, At: at, Span: source.Span{Start: at, End: at + 4}, Message: "found"}
		if i == count-1 {
			finding.Rule, finding.Severity = bad, diag.Error
		}
		finding.Fixes = []diag.Fix{{Message: "fix", Safety: diag.Safe, Edits: []diag.Edit{diag.Delete(file, finding.Span)}}}
		result.Findings = append(result.Findings, finding)
	}
	read := func(lean bool) sarifDocument {
		w := &writer{Writer: bufio.NewWriter(&bytes.Buffer{}), result: result}
		var text bytes.Buffer
		if err := newSARIF(w, &text, limit, lean); err != nil {
			t.Fatal(err)
		}
		var document sarifDocument
		if err := json.Unmarshal(text.Bytes(), &document); err != nil {
			t.Fatal(err)
		}
		return document
	}
	run := read(false).Runs[0]
	if len(run.Results) != limit || run.Results[0].Level != "error" {
		t.Errorf("%d results, the first one a %s", len(run.Results), run.Results[0].Level)
	}
	if notes := run.Invocations[0].ToolExecutionNotifications; len(notes) != 1 || !strings.HasPrefix(notes[0].Message.Text, "10 of the least severe findings are left out") {
		t.Errorf("notifications %v", notes)
	}
	for _, rule := range run.Tool.Driver.Rules {
		if len([]rune(rule.ShortDescription.Text)) > 1024 || len([]rune(rule.FullDescription.Text)) > 1024 || len(rule.Properties.Tags) > 10 || rule.Help.Text == "" {
			t.Errorf("rule %s is beyond a limit", rule.ID)
		}
	}
	if len(run.Results[0].Fixes) == 0 || run.Results[0].PartialFingerprints["primaryLocationLineHash"] == "" {
		t.Error("a result lacks its fix or its fingerprint")
	}
	for _, one := range read(true).Runs[0].Results {
		if len(one.Fixes) > 0 || one.Locations[0].PhysicalLocation.Region.Snippet != nil {
			t.Fatal("a lean report holds code or fixes")
		}
	}
}

// TestHelpURI checks that a rule's address is its page if the repository has an address, or else a
// reference of the rule or its weakness, and always a valid address.
func TestHelpURI(t *testing.T) {
	const repository = "https://example.com/owner/puppet-lint"
	for _, test := range []struct {
		rule       diag.Rule
		repository string
		want       string
	}{
		{diag.Rule{Name: "a", References: []string{"https://example.com/a"}}, repository, repository + "/blob/v" + config.Version + "/docs/rules/a.md"},
		{diag.Rule{Name: "a", References: []string{"lib/puppet/a.rb", "https://example.com/a"}, CWE: []int{1}}, "", "https://example.com/a"},
		{diag.Rule{Name: "a", CWE: []int{798, 1}}, "", "https://cwe.mitre.org/data/definitions/798.html"},
		{diag.Rule{Name: "a", References: []string{"lib/puppet/a.rb"}}, "", ""},
		{diag.Rule{Name: "a", Group: diag.Custom}, repository, ""},
	} {
		if got := HelpURI(&test.rule, test.repository); got != test.want {
			t.Errorf("%v in %q: %q, not %q", test.rule, test.repository, got, test.want)
		}
	}
}

func TestSARIFCategory(t *testing.T) {
	for category, want := range map[string]string{"": "puppet-lint/", "site": "site/"} {
		if text := render(t, "sarif", sampleResult(), Options{Category: category}); !strings.Contains(text, `"id": "`+want+`"`) {
			t.Errorf("%q: no automationDetails %q", category, want)
		}
	}
}

// TestSARIFCodeFlows checks that a finding whose related locations are the path of a value has a
// code flow that ends at the finding.
func TestSARIFCodeFlows(t *testing.T) {
	file := source.NewFile("/repo/a.pp", "class a ($x) {\n  $y = $x\n  exec { $y: }\n}\n")
	rule := &diag.Rule{Name: "shell_injection", Summary: "injection", Group: diag.Security, Severity: diag.Warning, SecuritySeverity: 8.8, CWE: []int{78}}
	result := &lint.Result{Folder: "/repo", Files: []string{"/repo/a.pp"}, Findings: []*diag.Diagnostic{{
		Rule: rule, Severity: diag.Warning, File: file, Span: source.Span{Start: 34, End: 36}, At: 34, Message: "the end", Path: true,
		Related: []diag.Related{{File: file, Span: source.Span{Start: 9, End: 11}, Message: "the source"}, {File: file, Span: source.Span{Start: 17, End: 19}, Message: "on the way"}},
	}}}
	text := render(t, "sarif", result, Options{})
	if err := readSARIFSchema(t).Validate(t, text); err != nil {
		t.Error(err)
	}
	var document struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct{ Properties map[string]any }
				}
			}
			Results []struct {
				CodeFlows []struct {
					ThreadFlows []struct {
						Locations []struct {
							Location struct {
								Message          struct{ Text string }
								PhysicalLocation struct{ Region struct{ StartLine int } }
							}
						}
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, location := range document.Runs[0].Results[0].CodeFlows[0].ThreadFlows[0].Locations {
		got = append(got, fmt.Sprintf("%d %s", location.Location.PhysicalLocation.Region.StartLine, location.Location.Message.Text))
	}
	if want := "1 the source, 2 on the way, 3 the end"; strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %q", strings.Join(got, ", "), want)
	}
	if severity := document.Runs[0].Tool.Driver.Rules[0].Properties["security-severity"]; severity != "8.8" {
		t.Errorf("security-severity is %v", severity)
	}
}

// TestSARIFSpool checks that a report comes out as it went in, compressed meanwhile or not, and that
// one that exceeds the limit when compressed does not come out.
func TestSARIFSpool(t *testing.T) {
	random := rand.NewChaCha8([32]byte{})
	noise := make([]byte, 400)
	random.Read(noise)
	for _, test := range []struct {
		name             string
		text             string
		compressed, over bool
	}{
		{"small", "abc", false, false},
		{"as large as the plain length", strings.Repeat("a", 50), false, false},
		{"small once it is compressed", strings.Repeat("a", 1000), true, false},
		{"large", string(noise), true, true},
	} {
		spool := &sarifSpool{plain: 50, limit: 100}
		for char := range strings.SplitSeq(test.text, "") {
			if _, err := spool.Write([]byte(char)); err != nil && !errors.Is(err, errTooLarge) {
				t.Fatal(err)
			}
		}
		var out strings.Builder
		err := spool.copyTo(&out)
		want := test.text
		if test.over {
			want = ""
		}
		if compressed := spool.compressor != nil; compressed != test.compressed || errors.Is(err, errTooLarge) != test.over || out.String() != want {
			t.Errorf("%s: compressed %t, error %v, %d bytes came out", test.name, compressed, err, out.Len())
		}
	}
}
