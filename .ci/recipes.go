// Runs what action.yml and the files in packaging/ci run, all of it, as those
// systems would: from a clone of this repository they build the program, and check
// a module with it; then their reports are read as the systems read them.
//
//	go run .ci/recipes.go -module FOLDER
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/source"
)

func main() {
	module := flag.String("module", "examples/webserver", "the module that is checked")
	flag.Parse()
	if err := run(*module); err != nil {
		fmt.Fprintln(os.Stderr, "recipes:", err)
		os.Exit(1)
	}
}

func run(module string) error {
	top, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	for _, system := range []struct {
		name string
		try  func(*job) error
	}{{"GitHub", gitHub}, {"GitLab", gitLab}, {"Azure", azure}, {"Jenkins", jenkins}} {
		folder, err := os.MkdirTemp("", "recipes")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		j := &job{top: top, temp: filepath.Join(folder, "temp"), module: filepath.Join(folder, "module")}
		if err := j.prepare(module); err != nil {
			return err
		}
		if err := system.try(j); err != nil {
			return fmt.Errorf("%s: %w", system.name, err)
		}
		fmt.Println(system.name + ": as it should be")
	}
	return nil
}

// job is a run of a CI system over a module.
type job struct{ top, temp, module string }

// prepare makes a repository of the module.
func (j *job) prepare(module string) error {
	if err := os.CopyFS(j.module, os.DirFS(module)); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(j.temp, "bin"), 0o755); err != nil {
		return err
	}
	_, err := j.shell("git init -q -b main && git add . && git -c user.name=a -c user.email=a@example.org commit -q -m start", nil)
	return err
}

// shell runs a script in the module as the systems do, with the program, once it
// has been built, on the PATH.
func (j *job) shell(script string, variables map[string]string) (output string, err error) {
	command := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	command.Dir = j.module
	command.Env = append(os.Environ(), "PATH="+filepath.Join(j.temp, "bin")+":"+os.Getenv("PATH"))
	for name, value := range variables {
		command.Env = append(command.Env, name+"="+value)
	}
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err = command.Run(); err != nil {
		err = fmt.Errorf("%s\n%w\n%s%s", script, err, &stdout, &stderr)
	}
	return stdout.String(), err
}

// found is the error of a script that found something, which is no mistake.
func found(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return nil
	}
	return err
}

func readYAML(path string, target any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	read := yaml.Read(source.NewFile(path, string(text)), yaml.Options{})
	if len(read.Errors) > 0 {
		return fmt.Errorf("%s: %s", path, read.Errors[0].Message)
	}
	encoded, err := json.Marshal(valueOf(read.Root))
	if err != nil {
		return err
	}
	return json.Unmarshal(encoded, target)
}

func valueOf(node *document.Node) any {
	switch node = node.Resolve(); node.Kind {
	case document.Mapping:
		value := map[string]any{}
		for _, entry := range node.Entries {
			value[entry.Key.Resolve().Text] = valueOf(entry.Value)
		}
		return value
	case document.Sequence:
		value := []any{}
		for _, item := range node.Items {
			value = append(value, valueOf(item))
		}
		return value
	case document.Null:
		return nil
	case document.String:
		return node.Text
	}
	return fmt.Sprint(node.Integer)
}

// gitHub runs the steps of the composite action, at the top of the repository and in
// a folder of it, where the paths in reports must be the same; the second run finds
// the first one's program in the cache.
func gitHub(j *job) error {
	if err := gitHubRun(j, map[string]string{}); err != nil {
		return err
	}
	return gitHubRun(j, map[string]string{"working-directory": "manifests", "category": "another", "arguments": "--select=all\n--max-findings=3\n", "upload": "false"})
}

// gitHubRun runs the steps of the action with some inputs. Of a step that uses another action, it
// checks the inputs.
func gitHubRun(j *job, inputs map[string]string) error {
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Using string
			Steps []gitHubStep
		}
	}
	if err := readYAML(filepath.Join(j.top, "action.yml"), &action); err != nil {
		return err
	}
	values := map[string]string{"github.action_path": j.top, "runner.temp": j.temp, "runner.os": "Linux", "runner.arch": "X64"}
	for name, input := range action.Inputs {
		values["inputs."+name] = input.Default
	}
	for name, value := range inputs {
		if _, known := action.Inputs[name]; !known {
			return fmt.Errorf("there is no input %s", name)
		}
		values["inputs."+name] = value
	}
	summary := filepath.Join(j.temp, "summary.md")
	os.Remove(summary)
	var annotations string
	uploaded := false
	for _, step := range action.Runs.Steps {
		if !gitHubCondition(step.If, values) {
			continue
		}
		use, _, _ := strings.Cut(step.Uses, "@")
		with := func(name string) string { return gitHubEvaluate(step.With[name], values) }
		switch use {
		case "":
			output, err := step.run(j, summary, values)
			if err != nil {
				return err
			}
			annotations += output
		case "actions/cache":
			if _, err := os.Stat(filepath.Join(with("path"), "puppet-lint")); err == nil && regexp.MustCompile(`^puppet-lint-Linux-X64-[0-9a-f]{40}$`).MatchString(with("key")) {
				values["steps."+step.ID+".outputs.cache-hit"] = "true"
			}
		case "actions/setup-go":
			if _, err := os.Stat(with("go-version-file")); err != nil {
				return err
			}
		case "github/codeql-action/upload-sarif":
			uploaded = true
			if err := j.checkSARIF(filepath.Join(j.module, with("sarif_file"))); err != nil {
				return err
			}
			if with("category") != values["inputs.category"] {
				return fmt.Errorf("category %q", with("category"))
			}
		default:
			return fmt.Errorf("nobody knows %s", step.Uses)
		}
	}
	if uploaded != (values["inputs.upload"] == "true") {
		return fmt.Errorf("uploaded: %v", uploaded)
	}
	places := regexp.MustCompile(`(?m)^::(?:error|warning|notice) file=([^,/][^,]*),line=\d+,`).FindAllStringSubmatch(annotations, -1)
	if len(places) == 0 {
		return fmt.Errorf("annotations:\n%s", annotations)
	}
	for _, place := range places {
		if _, err := os.Stat(filepath.Join(j.module, place[1])); err != nil {
			return err
		}
	}
	if err := j.checkPaths(filepath.Join(j.module, values["inputs.working-directory"], "puppet-lint.sarif"), 1); err != nil {
		return err
	}
	text, err := os.ReadFile(summary)
	if err != nil {
		return err
	}
	for _, part := range []string{`## puppet-lint: \d+ errors, \d+ warnings, \d+ notes`, "(?m)^\\| \\d+ \\| (error|warning|info) \\| `\\w+` \\|", `## Types: \d+\.\d %`} {
		if !regexp.MustCompile(part).Match(text) {
			return fmt.Errorf("the summary lacks %s:\n%s", part, text)
		}
	}
	return nil
}

type gitHubStep struct {
	Uses, ID, Name, Shell, Run, If string
	WorkingDirectory               string `json:"working-directory"`
	Env, With                      map[string]string
}

// run runs a step's script, whose outputs become values, as what it prints is
// returned. Findings are no mistake.
func (s *gitHubStep) run(j *job, summary string, values map[string]string) (output string, err error) {
	if s.Shell != "bash" {
		return "", fmt.Errorf("step %s has no shell", s.Name)
	}
	if strings.Contains(s.Run, "${{") {
		return "", fmt.Errorf("step %s: input from outside belongs in the environment, not in the script", s.Name)
	}
	outputs := filepath.Join(j.temp, "output")
	os.Remove(outputs)
	variables := map[string]string{"GITHUB_ACTION_PATH": j.top, "RUNNER_TEMP": j.temp, "GITHUB_STEP_SUMMARY": summary, "GITHUB_OUTPUT": outputs, "GITHUB_ACTIONS": "true"}
	for name, value := range s.Env {
		variables[name] = gitHubEvaluate(value, values)
	}
	output, err = j.shell("cd "+cmp.Or(gitHubEvaluate(s.WorkingDirectory, values), ".")+"\n"+s.Run, variables)
	if err = found(err); err != nil {
		return "", err
	}
	text, err := os.ReadFile(outputs)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			values["steps."+s.ID+".outputs."+name] = value
		}
	}
	return output, nil
}

// gitHubEvaluate fills in expressions, all of which are names.
func gitHubEvaluate(text string, values map[string]string) string {
	return regexp.MustCompile(`\$\{\{ *([\w.-]+) *\}\}`).ReplaceAllStringFunc(text, func(match string) string {
		return values[strings.Trim(match, "${} ")]
	})
}

// gitHubCondition decides a condition: comparisons with strings, joined by &&.
func gitHubCondition(condition string, values map[string]string) bool {
	for part := range strings.SplitSeq(condition, "&&") {
		name, text, unequal := strings.Cut(part, "!=")
		if !unequal {
			name, text, _ = strings.Cut(part, "==")
		}
		name, text = strings.TrimSpace(name), strings.Trim(text, " '")
		if name != "" && name != "always()" && (values[name] == text) == unequal {
			return false
		}
	}
	return true
}

// gitLab runs the job and reads its reports.
func gitLab(j *job) error {
	var file map[string]struct {
		BeforeScript []string `json:"before_script"`
		Script       []string
		Artifacts    struct{ Reports map[string]string }
	}
	if err := readYAML(filepath.Join(j.top, "packaging/ci/gitlab-ci.yml"), &file); err != nil {
		return err
	}
	definition := file["puppet-lint"]
	script := strings.Join(append(definition.BeforeScript, definition.Script...), "\n")
	script = strings.NewReplacer("/tmp/puppet-lint", filepath.Join(j.temp, "clone"), "/usr/local/bin", filepath.Join(j.temp, "bin")).Replace(script)
	if _, err := j.shell(script, map[string]string{"PUPPET_LINT_REPOSITORY": "file://" + j.top}); found(err) != nil {
		return err
	}
	if err := checkJUnit(filepath.Join(j.module, definition.Artifacts.Reports["junit"])); err != nil {
		return err
	}
	return checkQuality(filepath.Join(j.module, definition.Artifacts.Reports["codequality"]))
}

// azure runs the scripts and reads what is published.
func azure(j *job) error {
	var file struct {
		Steps []struct {
			Task, Script string
			Inputs       map[string]string
		}
	}
	if err := readYAML(filepath.Join(j.top, "packaging/ci/azure-pipelines.yml"), &file); err != nil {
		return err
	}
	var issues string
	for _, step := range file.Steps {
		script := strings.NewReplacer("$(Agent.TempDirectory)", j.temp, "$(PUPPET_LINT_REPOSITORY)", "file://"+j.top).Replace(step.Script)
		output, err := j.shell(script, nil)
		if err = found(err); err != nil {
			return err
		}
		if strings.Contains(script, "prependpath") && !strings.Contains(output, "##vso[task.prependpath]"+filepath.Join(j.temp, "bin")) {
			return fmt.Errorf("the PATH is not set: %s", output)
		}
		issues += output
		if path := step.Inputs["pathToPublish"]; path != "" {
			if !regexp.MustCompile(`(?m)^##vso\[task\.logissue type=(error|warning);sourcepath=manifests/[^;\]]+;linenumber=\d+;`).MatchString(issues) {
				return fmt.Errorf("no issues are logged:\n%s", issues)
			}
			if step.Inputs["artifactName"] != "CodeAnalysisLogs" {
				return errors.New("the Scans tab looks into the artifact CodeAnalysisLogs")
			}
			return j.checkSARIF(filepath.Join(j.module, path))
		}
	}
	return errors.New("nothing is published")
}

// jenkins runs the command of the pipeline and reads what warnings-ng reads. The
// program is on the agent's PATH.
func jenkins(j *job) error {
	text, err := os.ReadFile(filepath.Join(j.top, "packaging/ci/Jenkinsfile"))
	if err != nil {
		return err
	}
	command := regexp.MustCompile(`(?m)^ *sh '(.*)'$`).FindSubmatch(text)
	pattern := regexp.MustCompile(`sarif\(pattern: '(.*?)'`).FindSubmatch(text)
	if command == nil || pattern == nil {
		return errors.New("the Jenkinsfile runs or reads nothing")
	}
	build := "cd " + j.top + " && go build -o " + filepath.Join(j.temp, "bin", "puppet-lint") + " ./cmd/puppet-lint"
	if _, err := j.shell(build, nil); err != nil {
		return err
	}
	if _, err := j.shell(string(command[1]), nil); err != nil {
		return err // --fail-level never: what fails the build is the quality gate
	}
	if err := checkCheckstyle(filepath.Join(j.module, "checkstyle.xml")); err != nil {
		return err
	}
	return j.checkSARIF(filepath.Join(j.module, string(pattern[1])))
}

func readJSON(path string, target any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, target)
}

// checkQuality asks for what GitLab demands of Code Quality: each entry has these
// fields, and a fingerprint of its own.
func checkQuality(path string) error {
	var entries []struct {
		Description string `json:"description"`
		CheckName   string `json:"check_name"`
		Fingerprint string `json:"fingerprint"`
		Severity    string `json:"severity"`
		Location    struct {
			Path  string `json:"path"`
			Lines struct {
				Begin int `json:"begin"`
			} `json:"lines"`
		} `json:"location"`
	}
	if err := readJSON(path, &entries); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, entry := range entries {
		if entry.Description == "" || entry.CheckName == "" || entry.Fingerprint == "" || seen[entry.Fingerprint] || entry.Location.Lines.Begin < 1 ||
			entry.Location.Path == "" || filepath.IsAbs(entry.Location.Path) || strings.HasPrefix(entry.Location.Path, "./") ||
			!slices.Contains([]string{"info", "minor", "major", "critical", "blocker"}, entry.Severity) {
			return fmt.Errorf("%s: %+v", path, entry)
		}
		seen[entry.Fingerprint] = true
	}
	if len(entries) == 0 {
		return fmt.Errorf("%s: nothing was found", path)
	}
	return nil
}

// checkPaths asks for a number of results in files that are there, as seen from the
// top of the repository: code hosts look for them nowhere else.
func (j *job) checkPaths(path string, least int) error {
	var log struct {
		Runs []struct {
			Results []struct {
				Locations []struct {
					PhysicalLocation struct{ ArtifactLocation struct{ URI string } }
				}
			}
		}
	}
	if err := readJSON(path, &log); err != nil {
		return err
	}
	for _, result := range log.Runs[0].Results {
		name, err := url.PathUnescape(result.Locations[0].PhysicalLocation.ArtifactLocation.URI)
		if err != nil {
			return err
		}
		if _, err := os.Stat(filepath.Join(j.module, name)); err != nil {
			return err
		}
	}
	if count := len(log.Runs[0].Results); count < least {
		return fmt.Errorf("%s: %d results", path, count)
	}
	return nil
}

// checkSARIF asks for what code scanning, warnings-ng and the Scans tab show.
func (j *job) checkSARIF(path string) error {
	if err := j.checkPaths(path, 1); err != nil {
		return err
	}
	var log struct {
		Version string
		Schema  string `json:"$schema"`
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name, Version string
					Rules         []struct{ ID string }
				}
			}
			Results []struct {
				RuleID              string
				RuleIndex           int
				Level               string
				Message             struct{ Text string }
				PartialFingerprints map[string]string
				Locations           []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn int }
					}
				}
			}
		}
	}
	if err := readJSON(path, &log); err != nil {
		return err
	}
	if log.Version != "2.1.0" || log.Schema == "" || len(log.Runs) != 1 || log.Runs[0].Tool.Driver.Name == "" || len(log.Runs[0].Results) == 0 {
		return fmt.Errorf("%s: no SARIF that says anything", path)
	}
	rules := log.Runs[0].Tool.Driver.Rules
	for _, result := range log.Runs[0].Results {
		if len(result.Locations) == 0 || result.RuleIndex >= len(rules) {
			return fmt.Errorf("%s: %+v", path, result)
		}
		place := result.Locations[0].PhysicalLocation
		if result.Message.Text == "" || rules[result.RuleIndex].ID != result.RuleID || place.Region.StartLine < 1 || len(result.PartialFingerprints) == 0 ||
			strings.HasPrefix(place.ArtifactLocation.URI, "/") || strings.Contains(place.ArtifactLocation.URI, ":") ||
			!slices.Contains([]string{"error", "warning", "note"}, result.Level) {
			return fmt.Errorf("%s: %+v", path, result)
		}
	}
	return nil
}

func checkJUnit(path string) error {
	var suites struct {
		Suites []struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Cases    []struct {
				Name     string     `xml:"name,attr"`
				Failures []struct{} `xml:"failure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := readXML(path, &suites); err != nil {
		return err
	}
	for _, suite := range suites.Suites {
		failures, seen := 0, map[string]bool{}
		for _, test := range suite.Cases {
			if seen[test.Name] {
				return fmt.Errorf("%s: GitLab shows one of the cases called %s", path, test.Name)
			}
			seen[test.Name] = true
			failures += len(test.Failures)
		}
		if suite.Tests != len(suite.Cases) || suite.Failures != failures {
			return fmt.Errorf("%s: %d tests and %d failures are said, %d and %d are there", path, suite.Tests, suite.Failures, len(suite.Cases), failures)
		}
	}
	if len(suites.Suites) == 0 {
		return fmt.Errorf("%s: no suites", path)
	}
	return nil
}

func checkCheckstyle(path string) error {
	var report struct {
		Files []struct {
			Name   string `xml:"name,attr"`
			Errors []struct {
				Line     int    `xml:"line,attr"`
				Severity string `xml:"severity,attr"`
				Message  string `xml:"message,attr"`
				Source   string `xml:"source,attr"`
			} `xml:"error"`
		} `xml:"file"`
	}
	if err := readXML(path, &report); err != nil {
		return err
	}
	for _, file := range report.Files {
		for _, finding := range file.Errors {
			if file.Name == "" || finding.Line < 1 || finding.Message == "" || finding.Source == "" || !slices.Contains([]string{"info", "warning", "error"}, finding.Severity) {
				return fmt.Errorf("%s: %s: %+v", path, file.Name, finding)
			}
		}
	}
	if len(report.Files) == 0 {
		return fmt.Errorf("%s: no files", path)
	}
	return nil
}

func readXML(path string, target any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return xml.Unmarshal(text, target)
}
