package rules

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/environmentconf"
	"puppet-lint/internal/source"
)

var environmentPath = Rule{
	Rule: diag.Rule{
		Name:     "environment_path",
		Group:    diag.Suspicious,
		Severity: diag.Warning,
		Summary:  "the file environment.conf names a folder or file that does not exist in the environment",
		Rationale: "Puppet silently skips folders of the `modulepath` that do not exist, and compiles without a main " +
			"manifest if `manifest` does not exist. If `config_version` cannot be run, every catalog fails. Its " +
			"program is a path relative to the environment: `git` alone means a file in the environment. The rule " +
			"does not report `modules`, folders that a Puppetfile fills or git ignores, absolute paths and paths with " +
			"variables.",
		Bad: []diag.Example{
			environmentExample("modulepath = site-module:modules:$basemodulepath\n", "-- site-modules/role/manifests/web.pp --\nclass role::web { }\n"),
			environmentExample("config_version = git rev-parse HEAD\n", ""),
		},
		Good: []diag.Example{
			environmentExample("modulepath = site-modules:modules:$basemodulepath\n", "-- site-modules/role/manifests/web.pp --\nclass role::web { }\n"),
		},
		References: environmentReferences,
		Since:      "1.0.0",
	},
	Environment: func(pass *EnvironmentPass) {
		if pass.Surroundings == nil {
			return
		}
		for i := range pass.Conf.Settings {
			setting := &pass.Conf.Settings[i]
			if setting.Section != environmentconf.MainSection || strings.Contains(setting.Value, " #") {
				continue
			}
			switch setting.Name {
			case "modulepath":
				pass.judgeModulepath(setting)
			case "manifest":
				pass.judgePath(setting.ValueSpan, "'%s' does not exist in this environment, so it has no main manifest")
			case "config_version":
				program, _, _ := strings.Cut(setting.Value, " ")
				span := source.Span{Start: setting.ValueSpan.Start, End: setting.ValueSpan.Start + int32(len(program))}
				pass.judgePath(span, "'%s' does not exist in this environment, so every catalog fails")
			}
		}
	},
}

// judgeModulepath checks each folder of a modulepath.
func (p *EnvironmentPass) judgeModulepath(setting *environmentconf.Setting) {
	start := setting.ValueSpan.Start
	for folder := range strings.SplitSeq(setting.Value, ":") {
		end := start + int32(len(folder))
		name := path.Clean(folder)
		if name != "modules" && !p.Surroundings.Deploys(name) {
			p.judgePath(source.Span{Start: start, End: end}, "there is no folder '%s' in this environment")
		}
		start = end + 1
	}
}

// judgePath reports a path that does not exist.
func (p *EnvironmentPass) judgePath(span source.Span, message string) {
	name := p.Conf.Source.Slice(span)
	if name == "" || filepath.IsAbs(name) || strings.HasPrefix(name, "/") || strings.ContainsAny(name, "$*?[{\\;~") || leavesEnvironment(name) || p.Surroundings.Exists(name) {
		return
	}
	p.Report(span, fmt.Sprintf(message, name))
}
