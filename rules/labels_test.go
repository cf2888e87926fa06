package rules

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/source"
)

// kindsOfRules maps rules to the kinds of weaknesses in the labelled set. It leaves out rules about
// matters of taste, which have no labels (plain_secret_parameter, security_package_pinned_version
// …).
var kindsOfRules = map[string]string{
	"plaintext_secret": "hard_coded_secret", "secret_in_data": "secret_in_data", "secret_by_another_name": "passed_secret", "password_hash_in_code": "hard_coded_secret", "hard_coded_user": "hard_coded_secret",
	"empty_password": "empty_password", "admin_by_default": "admin_by_default",
	"http_without_tls": "http_without_tls", "insecure_download": "http_without_tls", "unverified_download": "no_integrity_check",
	"weak_hash": "weak_cryptography", "weak_password_hash": "weak_cryptography", "weak_tls_version": "weak_cryptography", "weak_cipher": "weak_cryptography", "weak_key": "weak_cryptography",
	"invalid_ip_addr_binding": "invalid_ip_binding", "suspicious_comment": "suspicious_comment", "case_without_default": "missing_default",
	"world_writable_file": "file_permissions", "world_readable_key": "file_permissions", "setuid_file": "file_permissions", "disabled_verification": "disabled_verification",
	"security_apt_no_key": "disabled_verification", "yumrepo_gpgcheck_enabled": "disabled_verification",
	"security_ssh_root_allowed": "weak_authentication", "security_sudo_with_world_nopasswd": "weak_authentication", "sudo_without_password": "weak_authentication",
	"weak_authentication": "weak_authentication", "exec_with_sudo": "weak_authentication",
	"selinux_not_enforcing": "selinux_mode",
	"shell_injection":       "injection", "sql_injection": "injection", "path_injection": "injection", "configuration_injection": "injection",
	"unwrapped_secret": "exposed_secret", "exposed_secret": "exposed_secret",
}

// leastPrecision and leastRecall are the required precision and recall of each kind, in percent.
const leastPrecision, leastRecall = 95, 95

// label matches the label of a line: "#~ kind" if a weakness of that kind is on it, "#~ ok" if the
// line only looks like one.
var label = regexp.MustCompile(`[ \t]*#~ ([a-z_, ]+)$`)

// score counts the findings and the missed weaknesses of a kind.
type score struct{ right, wrong, missed int }

// TestLabels measures the security rules, including those that are off by default, with the
// labelled set below testdata/labels. It prints precision and recall:
//
//	go test ./rules -run TestLabels -v
func TestLabels(t *testing.T) {
	archives, err := filepath.Glob("testdata/labels/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no labelled set: %v", err)
	}
	var enabled []Enabled
	for _, rule := range All() {
		if kindsOfRules[rule.Name] != "" {
			enabled = append(enabled, Enabled{Rule: rule})
		}
	}
	set := NewSet(enabled, Settings{Target: 8})
	scores, cases, differences := map[string]*score{}, 0, []string{}
	for _, kind := range kindsOfRules {
		scores[kind] = &score{}
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range labelledCases(archive.Files) {
			found, labels := one.judge(set, scores)
			cases += labels
			for _, difference := range found {
				differences = append(differences, filepath.Base(name)+" "+one.name+": "+difference)
			}
		}
	}
	kinds := make([]string, 0, len(scores))
	total := score{}
	for kind, one := range scores {
		kinds = append(kinds, kind)
		total.right, total.wrong, total.missed = total.right+one.right, total.wrong+one.wrong, total.missed+one.missed
	}
	slices.Sort(kinds)
	t.Logf("%-24s %6s %6s %6s %10s %7s", "kind", "right", "wrong", "missed", "precision", "recall")
	for _, kind := range kinds {
		one := scores[kind]
		precision, recall := share(one.right, one.wrong), share(one.right, one.missed)
		t.Logf("%-24s %6d %6d %6d %10.2f %7.2f", kind, one.right, one.wrong, one.missed, precision/100, recall/100)
		if precision < leastPrecision || recall < leastRecall {
			t.Errorf("%s: precision %.0f %%, recall %.0f %%, of which %d and %d are wanted", kind, precision, recall, leastPrecision, leastRecall)
		}
	}
	t.Logf("%-24s %6d %6d %6d %10.2f %7.2f, %d labelled lines", "all", total.right, total.wrong, total.missed,
		share(total.right, total.wrong)/100, share(total.right, total.missed)/100, cases)
	for _, difference := range differences {
		t.Log(difference)
	}
	if cases < 300 {
		t.Errorf("only %d lines are labelled", cases)
	}
}

func share(part, rest int) float64 {
	if part+rest == 0 {
		return 100
	}
	return 100 * float64(part) / float64(part+rest)
}

// labelledCase is a tree of modules with labels.
type labelledCase struct {
	name  string
	files []txtar.File
}

// labelledCases returns the cases in an archive. Its files are named "case path", and the files of
// one case form a tree. A case of one file may omit the path.
func labelledCases(files []txtar.File) (cases []*labelledCase) {
	byName := map[string]*labelledCase{}
	for _, file := range files {
		name, path, hasPath := strings.Cut(file.Name, " ")
		if !hasPath {
			path = "example/manifests/init.pp"
		}
		if byName[name] == nil {
			byName[name] = &labelledCase{name: name}
			cases = append(cases, byName[name])
		}
		byName[name].files = append(byName[name].files, txtar.File{Name: path, Data: file.Data})
	}
	return cases
}

// judge compares the findings of the rules with the labels.
func (c *labelledCase) judge(set *Set, scores map[string]*score) (differences []string, labels int) {
	type place struct {
		file, kind string
		line       int
	}
	wanted := map[place]bool{}
	plain := slices.Clone(c.files)
	for i, file := range c.files {
		lines := strings.Split(string(file.Data), "\n")
		for number, line := range lines {
			match := label.FindStringSubmatch(line)
			if match == nil {
				continue
			}
			lines[number] = strings.TrimSuffix(line, match[0])
			for _, kind := range strings.Split(match[1], ", ") {
				labels++
				if kind != "ok" {
					wanted[place{"/w/modules/" + file.Name, kind, number + 1}] = true
				}
			}
		}
		plain[i].Data = []byte(strings.Join(lines, "\n"))
	}
	found := map[place]string{}
	for _, finding := range checkAll(set, plain) {
		found[place{finding.File.Name, kindsOfRules[finding.Rule.Name], finding.File.Line(finding.Span.Start)}] = finding.Rule.Name + ": " + finding.Message
	}
	for at := range wanted {
		if scores[at.kind] == nil {
			differences = append(differences, fmt.Sprintf("%s:%d: no kind %s", at.file, at.line, at.kind))
			continue
		}
		if _, isFound := found[at]; isFound {
			scores[at.kind].right++
		} else {
			scores[at.kind].missed++
			differences = append(differences, fmt.Sprintf("%s:%d: missed %s", at.file, at.line, at.kind))
		}
	}
	for at, message := range found {
		if !wanted[at] {
			scores[at.kind].wrong++
			differences = append(differences, fmt.Sprintf("%s:%d: wrong: %s", at.file, at.line, message))
		}
	}
	slices.Sort(differences)
	return differences, labels
}

// checkAll returns the findings of the rules of a set in a tree of modules.
func checkAll(set *Set, files []txtar.File) []*diag.Diagnostic {
	units := units(files)
	found := set.CheckTree(context.Background(), units)
	for _, unit := range units {
		found = append(found, set.CheckFile(unit.File, unit.Location)...)
	}
	for _, file := range files {
		if strings.HasSuffix(file.Name, ".epp") || strings.HasSuffix(file.Name, ".erb") {
			module, path, _ := strings.Cut(file.Name, "/")
			text := source.NewFile("/w/modules/"+file.Name, string(file.Data))
			found = append(found, set.CheckText(text, erb.Outside(text.Text), FileLocation{AbsolutePath: text.Name, Module: module, InModule: path})...)
		}
		if strings.HasSuffix(file.Name, ".yaml") {
			found = append(found, set.CheckData(yaml.Read(source.NewFile("/w/modules/"+file.Name, string(file.Data)), yaml.Options{}))...)
		}
	}
	return found
}
