package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// indentedCommands maps the pages that list commands as indented lines to the smallest number of
// commands that must be found.
var indentedCommands = map[string]int{"README.md": 6, "docs/commands.md": 25}

// TestGuides runs the shell blocks of all pages, and the indented commands of the pages
// that list them, each in a fresh repository with the example module: puppet-lint must
// understand every command in them.
func TestGuides(t *testing.T) {
	guides, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(guides) < 6 {
		t.Fatalf("%d guides, %v", len(guides), err)
	}
	folder := guideFolder(t)
	for _, guide := range append(guides, "../../README.md") {
		text, err := os.ReadFile(guide)
		if err != nil {
			t.Fatal(err)
		}
		commands := shellBlocks(string(text))
		if least := indentedCommands[strings.TrimPrefix(filepath.ToSlash(guide), "../../")]; least > 0 {
			commands = append(commands, usageLines(string(text))...)
			if count := strings.Count(commands[len(commands)-1], "\n"); count < least {
				t.Errorf("%s: only %d commands were found", guide, count)
			}
		}
		for _, command := range commands {
			t.Run(filepath.Base(guide)+"/"+firstWords(command), func(t *testing.T) { folder.runGuide(t, command) })
		}
	}
}

var (
	fencedShell = regexp.MustCompile("(?ms)^ *```(?:sh|bash)\n(.*?)^ *```$")
	usageLine   = regexp.MustCompile(`(?m)^    ((?:puppet-lint|cat) .*)$`)
)

func shellBlocks(text string) (blocks []string) {
	for _, match := range fencedShell.FindAllStringSubmatch(text, -1) {
		blocks = append(blocks, match[1])
	}
	return blocks
}

// usageLines returns the indented lines that call the program as one block, because later commands
// read the files of earlier ones. It omits the command that does not end.
func usageLines(text string) []string {
	var block strings.Builder
	for _, match := range usageLine.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(match[1], "--watch") {
			block.WriteString(match[1] + "\n")
		}
	}
	return []string{block.String()}
}

func firstWords(command string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(command), "\n")
	return line[:min(len(line), 60)]
}

// startFolder is a folder in which the blocks of guides can run.
type startFolder struct {
	path    string
	initial contents
}

// guideFolder returns a folder with a repository that has been checked once.
func guideFolder(t *testing.T) startFolder {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "webserver"), os.DirFS("../../examples/webserver")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"bin/puppet-lint":                       "#!/bin/sh\nRUN_PUPPET_LINT=1 \"$PROGRAM\" \"$@\"\nstatus=$?\n[ $status -lt 2 ] || echo \"status $status: $*\" >>\"$FAILED\"\nexit $status\n",
		"webserver/site.pp":                     "include webserver\n",
		"webserver/modules/a/manifests/init.pp": "# @summary A module.\nclass a { }\n",
		"webserver/manifests/x.pp":              "# @summary Another.\nclass webserver::x { }\n",
		"webserver/x.pp":                        "notice('x')\n",
		"failed":                                "",
		// The report is of code that can be read.
		"webserver/manifests/broken.pp": "# @summary Not broken.\nclass webserver::broken { }\n",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	runGuideIn(t, folder, "git init -q --template= . && git config maintenance.auto false && git add . && git -c user.name=a -c user.email=a@example.org commit -q -m start && git branch -q -M main && git update-ref refs/remotes/origin/main main && puppet-lint --baseline write --quiet --format agent >/dev/null; : >\"$FAILED\"\n")
	return startFolder{folder, contentsOf(t, folder)}
}

// runGuide restores the folder and runs a block in it. Status 1 is correct, because the examples
// have findings. Status 2 or an unknown command is an error in the guide. It returns the folder of
// the repository.
func (f startFolder) runGuide(t *testing.T, block string) string {
	t.Helper()
	f.initial.restore(t, f.path)
	return runGuideIn(t, f.path, block)
}

// runGuideIn runs a block in folder. If no line of the block depends on another one but by way of
// files, the lines that only call the program run within this process.
func runGuideIn(t *testing.T, folder, block string) string {
	t.Helper()
	inner := filepath.Join(folder, "webserver")
	if !separateLines.MatchString(block) {
		runShell(t, folder, block)
		return inner
	}
	for line := range strings.Lines(block) {
		words := plainWords(t, line)
		if words == nil {
			runShell(t, folder, line)
			continue
		}
		if output, status := runHere(t, inner, "", words[1:]...); status > exitFindings {
			t.Errorf("%sstatus %d: %s", line, status, output)
		}
	}
	return inner
}

// separateLines matches a block of simple commands, one a line.
var separateLines = regexp.MustCompile(`^(?: *(?:(?:puppet-lint|cat|echo|printf|git)(?: .*[^\\\n])?)?\n)+$`)

// plainWords returns the words of a line that calls the program and needs nothing else of a shell
// than quotes and comments. For other lines, it returns nil.
func plainWords(t *testing.T, line string) []string {
	t.Helper()
	line = strings.TrimSpace(line)
	quote := rune(0)
scan:
	for i, char := range line {
		switch {
		case quote != 0 && char == quote:
			quote = 0
		case quote == '\'':
		case strings.ContainsRune("\\$`", char), quote == 0 && strings.ContainsRune("|<>;&*?~(){}[]", char):
			return nil
		case quote == 0 && (char == '\'' || char == '"'):
			quote = char
		case quote == 0 && char == '#' && strings.HasSuffix(line[:i], " "):
			line = line[:i]
			break scan
		}
	}
	if words := split(t, line); len(words) > 0 && words[0] == "puppet-lint" {
		return words
	}
	return nil
}

// runShell runs commands in a shell, in which puppet-lint is this program.
func runShell(t *testing.T, folder, block string) {
	t.Helper()
	program, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command("bash", "-c", block)
	command.Dir = filepath.Join(folder, "webserver")
	command.Env = append(os.Environ(), "PATH="+filepath.Join(folder, "bin")+":"+os.Getenv("PATH"),
		"PROGRAM="+program, "FAILED="+filepath.Join(folder, "failed"), "HOME="+folder)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	err = command.Run()
	failed, readError := os.ReadFile(filepath.Join(folder, "failed"))
	if readError != nil || len(failed) > 0 || command.ProcessState.ExitCode() > 1 {
		t.Errorf("%s%v\n%s%s", block, err, failed, &stderr)
	}
}

// recipe is the command in a file for a CI system.
func recipe(t *testing.T, name, pattern string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../packaging/ci", name))
	if err != nil {
		t.Fatal(err)
	}
	match := regexp.MustCompile(pattern).FindStringSubmatch(string(text))
	if match == nil {
		t.Fatalf("%s runs nothing", name)
	}
	return match[1]
}

// TestRecipes runs the commands of the files for CI systems, except for those that install
// something, and reads the reports as these systems do.
func TestRecipes(t *testing.T) {
	start := guideFolder(t)
	folder := start.runGuide(t, recipe(t, "gitlab-ci.yml", `(?m)^    - (puppet-lint .*)$`))
	var quality []struct {
		Description, Fingerprint, Severity string
		CheckName                          string `json:"check_name"`
		Location                           struct {
			Path  string
			Lines struct{ Begin int }
		}
	}
	readJSON(t, filepath.Join(folder, "gl-code-quality-report.json"), &quality)
	if len(quality) < 3 {
		t.Errorf("GitLab: %d findings", len(quality))
	}
	seen := map[string]bool{}
	for _, finding := range quality {
		if finding.Description == "" || finding.CheckName == "" || finding.Location.Lines.Begin < 1 || filepath.IsAbs(finding.Location.Path) || seen[finding.Fingerprint] ||
			!slices.Contains([]string{"info", "minor", "major", "critical", "blocker"}, finding.Severity) {
			t.Errorf("GitLab: %+v", finding)
		}
		seen[finding.Fingerprint] = true
	}

	folder = start.runGuide(t, recipe(t, "azure-pipelines.yml", `(?m)^  - script: (puppet-lint .*)$`))
	checkSARIF(t, "Azure", filepath.Join(folder, "puppet-lint.sarif"))

	folder = start.runGuide(t, recipe(t, "Jenkinsfile", `(?m)^ *sh '(.*)'$`))
	checkSARIF(t, "Jenkins", filepath.Join(folder, "puppet-lint.sarif"))
	var checkstyle struct {
		Files []struct {
			Name   string `xml:"name,attr"`
			Errors []struct {
				Line    int    `xml:"line,attr"`
				Message string `xml:"message,attr"`
			} `xml:"error"`
		} `xml:"file"`
	}
	text, err := os.ReadFile(filepath.Join(folder, "checkstyle.xml"))
	if err == nil {
		err = xml.Unmarshal(text, &checkstyle)
	}
	if err != nil || len(checkstyle.Files) == 0 || checkstyle.Files[0].Name == "" || checkstyle.Files[0].Errors[0].Line == 0 {
		t.Errorf("Checkstyle: %v, %+v", err, checkstyle)
	}
}

func readJSON(t *testing.T, path string, target any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, target)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// checkSARIF checks that a report has what viewers show: rules, locations and messages.
func checkSARIF(t *testing.T, system, path string) {
	t.Helper()
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID    string
				RuleIndex int
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine int }
					}
				}
			}
		}
	}
	readJSON(t, path, &log)
	if log.Version != "2.1.0" || len(log.Runs) != 1 || len(log.Runs[0].Results) < 3 {
		t.Fatalf("%s: %+v", system, log)
	}
	rules := log.Runs[0].Tool.Driver.Rules
	for _, result := range log.Runs[0].Results {
		place := result.Locations[0].PhysicalLocation
		if result.Message.Text == "" || rules[result.RuleIndex].ID != result.RuleID || place.Region.StartLine < 1 || strings.Contains(place.ArtifactLocation.URI, ":") {
			t.Errorf("%s: %+v", system, result)
		}
	}
}

var fencedTOML = regexp.MustCompile("(?ms)^ *```toml\n(.*?)^ *```$")

// TestGuidesConfiguration checks that the configurations in the guides are valid.
func TestGuidesConfiguration(t *testing.T) {
	count := 0
	for _, guide := range []string{"../../README.md", "../../docs/configuration.md"} {
		text, err := os.ReadFile(guide)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range fencedTOML.FindAllStringSubmatch(string(text), -1) {
			folder := t.TempDir()
			inner := filepath.Join(folder, "inner")
			if err := os.MkdirAll(inner, 0o755); err != nil {
				t.Fatal(err)
			}
			for path, content := range map[string]string{filepath.Join(folder, "puppet-lint.toml"): "", filepath.Join(inner, "puppet-lint.toml"): match[1]} {
				if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			var stdout, stderr bytes.Buffer
			env := &environment{stdout: &stdout, stderr: &stderr, folder: inner, getenv: func(string) string { return "" }}
			if status := run(env, []string{"config"}); status != exitClean || stderr.Len() > 0 {
				t.Errorf("%s\n%s: status %d\n%s", guide, match[1], status, &stderr)
			}
			count++
		}
	}
	if count < 6 {
		t.Errorf("only %d blocks were found", count)
	}
}

var (
	codeBlock = regexp.MustCompile("(?ms)^ *```.*?^ *```|`[^`\n]*`")
	heading   = regexp.MustCompile("(?m)^#+ +(.*)$")
	link      = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	notInSlug = regexp.MustCompile(`[^\pL\pN_ -]`)
)

// TestLinks checks that the targets of all links in the guides, the rules' pages and the other
// documents exist, including headings.
func TestLinks(t *testing.T) {
	root := "../.."
	count := 0
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/rules/*.md", "internal/bench/*.md"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !utf8.Valid(text) {
				t.Errorf("%s is not UTF-8", file)
			}
			for _, match := range link.FindAllStringSubmatch(codeBlock.ReplaceAllString(string(text), ""), -1) {
				if strings.Contains(match[1], "://") {
					continue
				}
				count++
				path, anchor, _ := strings.Cut(match[1], "#")
				target := file
				if path != "" {
					target = filepath.Join(filepath.Dir(file), path)
				}
				if _, err := os.Stat(target); err != nil || anchor != "" && !slices.Contains(anchors(t, target), anchor) {
					t.Errorf("%s: %s leads nowhere", file, match[1])
				}
			}
		}
	}
	if count < 300 {
		t.Errorf("only %d links were found", count)
	}
}

// anchors returns the link targets of a document's headings.
func anchors(t *testing.T, path string) (all []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range heading.FindAllStringSubmatch(string(text), -1) {
		slug := notInSlug.ReplaceAllString(strings.ToLower(match[1]), "")
		all = append(all, strings.ReplaceAll(slug, " ", "-"))
	}
	return all
}
