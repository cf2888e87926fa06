package config

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"puppet-lint/diag"
	"puppet-lint/format"
	"puppet-lint/internal/glob"
	"puppet-lint/source"
)

// DefaultExcludes is what is left out of folders unless configured otherwise.
var defaultExcludes = []string{"spec/fixtures", "vendor", "vendor_modules", "r10k_modules", "pkg", ".git", ".bundle"}

// DefaultTargetVersion is the version of Puppet that code is taken to be for
// when neither configuration nor metadata.json tells.
const DefaultTargetVersion = 8

// Settings is the effective configuration for the files of a folder. It is safe for use
// by several goroutines.
type Settings struct {
	// Files are the configuration files that took part, the strongest last.
	Files []string
	// Root is the folder of the nearest configuration file; empty without one.
	Root string
	// Profile is ProfileDefault or ProfilePuppetLint.
	Profile string
	// TargetVersion is 7, 8 or 9, or 0 where nothing is configured.
	TargetVersion int
	// ModulePath lists folders, as they are to be opened.
	ModulePath []string
	// KnownModules says that modules which are not there are known all the same.
	KnownModules bool
	// HieraConfig is the server's own hiera.yaml, as it is to be opened; empty
	// when none is named.
	HieraConfig      string
	RespectGitignore bool
	// FailLevel is the mildest severity that fails the run; 0 means never.
	FailLevel   diag.Severity
	MaxFindings int
	UnsafeFixes bool
	// Baseline is the path of the baseline file; empty where none is
	// configured.
	Baseline string
	// Formats are report formats, each "name" or "name=file".
	Formats []string
	// StrangeFormats and StrangeBaseline tell that a configuration in the tree names
	// them: see Layer.Stranger.
	StrangeFormats, StrangeBaseline bool
	// Notices say which settings have no effect, and why.
	Notices []string
	// Color is "auto", "always" or "never".
	Color string
	// Format is the style that files are formatted in.
	Format format.Options

	catalogue *Catalogue
	layers    []*Layer
	excludes  []excludes
	// ownExcludes reports that "exclude" is stated, in place of what is usual.
	ownExcludes bool
	// unformatted are the files that are not formatted.
	unformatted []excludes

	mutex sync.Mutex
	rules map[string]*RuleSettings
}

// excludes are patterns relative to a folder.
type excludes struct {
	base     string
	patterns glob.List
}

// newSettings lays layers over each other, the strongest last.
func newSettings(catalogue *Catalogue, layers []*Layer) *Settings {
	s := &Settings{
		Profile: ProfileDefault, RespectGitignore: true, KnownModules: true, Color: "auto", Format: format.DefaultOptions(), catalogue: catalogue, layers: layers, rules: map[string]*RuleSettings{},
	}
	excluded, extended := []excludes{{patterns: glob.CompileAll(everywhere(defaultExcludes))}}, []excludes(nil)
	failLevel := ""
	for _, layer := range layers {
		for _, entry := range layer.Entries {
			switch entry.Key[0] {
			case "profile":
				s.Profile = entry.Value.(string)
			case "target-version":
				s.TargetVersion = entry.Value.(int)
			case "modulepath":
				s.ModulePath = resolvePaths(layer.Base, entry.Value.([]string))
			case "known-modules":
				s.KnownModules = entry.Value.(bool)
			case "hiera-config":
				s.HieraConfig = resolvePaths(layer.Base, []string{entry.Value.(string)})[0]
			case "exclude":
				excluded, extended = []excludes{{layer.Base, glob.CompileAll(entry.Value.([]string))}}, nil
				s.ownExcludes = true
			case "extend-exclude":
				extended = append(extended, excludes{layer.Base, glob.CompileAll(entry.Value.([]string))})
			case "respect-gitignore":
				s.RespectGitignore = entry.Value.(bool)
			case "fail-level":
				failLevel = entry.Value.(string)
			case "max-findings":
				s.MaxFindings = entry.Value.(int)
			case "unsafe-fixes":
				s.UnsafeFixes = entry.Value.(bool)
			case "baseline":
				s.Baseline, s.StrangeBaseline = resolvePath(layer.Base, entry.Value.(string)), layer.Stranger
			case "output-format":
				s.Formats, s.StrangeFormats = entry.Value.([]string), layer.Stranger
			case "format":
				if len(entry.Key) == 1 {
					s.Formats, s.StrangeFormats = entry.Value.([]string), layer.Stranger
				} else {
					s.setFormat(layer.Base, &entry)
				}
			case "color":
				s.Color = entry.Value.(string)
			}
		}
	}
	s.excludes = append(excluded, extended...)
	switch {
	case failLevel != "":
		s.FailLevel = severityOf(failLevel)
	case s.Profile == ProfilePuppetLint:
		s.FailLevel = diag.Error
	default:
		s.FailLevel = diag.Warning
	}
	return s
}

// setFormat takes an entry of the table of the formatter.
func (s *Settings) setFormat(base string, entry *Entry) {
	switch entry.Key[1] {
	case "indent-width":
		s.Format.IndentWidth = entry.Value.(int)
	case "line-width":
		s.Format.LineWidth = entry.Value.(int)
	case "align-arrows":
		s.Format.AlignArrows = entry.Value.(bool)
	case "exclude":
		s.unformatted = []excludes{{base, glob.CompileAll(entry.Value.([]string))}}
	}
}

// Unformatted reports whether the configuration leaves the file at the absolute
// path out of formatting.
func (s *Settings) Unformatted(path string) bool {
	return slices.ContainsFunc(s.unformatted, func(left excludes) bool {
		relative, ok := relativeTo(left.base, path)
		return ok && left.patterns.MatchUnder(relative)
	})
}

// everywhere makes patterns hold at any depth.
func everywhere(patterns []string) []string {
	deep := make([]string, len(patterns))
	for i, pattern := range patterns {
		deep[i] = "**/" + pattern
	}
	return deep
}

func resolvePath(base, path string) string {
	if base == "" || filepath.IsAbs(path) {
		return path
	}
	return source.Absolute(base, path)
}

func resolvePaths(base string, paths []string) []string {
	resolved := make([]string, len(paths))
	for i, path := range paths {
		resolved[i] = resolvePath(base, path)
	}
	return resolved
}

// Excluded reports whether the walk leaves out the absolute path.
func (s *Settings) Excluded(path string, isFolder bool) bool {
	for _, excludes := range s.excludes {
		relative, ok := relativeTo(excludes.base, path)
		if !ok {
			continue
		}
		if matched, _ := excludes.patterns.Match(relative, isFolder); matched {
			return true
		}
	}
	return false
}

// SkipsInstalled reports whether the walk leaves out the modules that a Puppetfile
// installs, which is part of what is usual.
func (s *Settings) SkipsInstalled() bool { return !s.ownExcludes }

// relativeTo is path, slash separated, as seen from base; an empty base is
// the root of the file system.
func relativeTo(base, path string) (string, bool) {
	if base == "" {
		return strings.TrimPrefix(filepath.ToSlash(path), "/"), true
	}
	if path == base {
		return "", false
	}
	if rest, ok := strings.CutPrefix(path, base); ok {
		if rest[0] == filepath.Separator {
			return filepath.ToSlash(rest[1:]), true
		}
		if strings.HasSuffix(base, string(filepath.Separator)) {
			return filepath.ToSlash(rest), true
		}
	}
	return "", false
}

// RuleSettings says which rules run on a path, and how. It is immutable.
type RuleSettings struct {
	catalogue *Catalogue
	enabled   []bool
	severity  []diag.Severity
	options   map[string]map[string]any
	// origins says, for each rule, what turned it on or off last.
	origins []string
	// refused tells the rules that were turned off by name.
	refused []bool
}

// Enabled reports whether the rule at index of the catalogue runs.
func (r *RuleSettings) Enabled(index int) bool { return r.enabled[index] }

// Refused reports whether the rule at index of the catalogue was turned off by
// its name, rather than for not being among those that were chosen.
func (r *RuleSettings) Refused(index int) bool { return r.refused[index] }

// Severity is that of the findings of the rule at index of the catalogue.
func (r *RuleSettings) Severity(index int) diag.Severity { return r.severity[index] }

// Catalogue holds the rules that there are, the project's own ones included.
func (r *RuleSettings) Catalogue() *Catalogue { return r.catalogue }

// Options are the options set for the rule at index of the catalogue; those
// that are missing have their default. The map must not be changed.
func (r *RuleSettings) Options(index int) map[string]any {
	return r.options[r.catalogue.Rules[index].Name]
}

// EnabledRules lists the rules that run.
func (r *RuleSettings) EnabledRules() []*diag.Rule {
	var enabled []*diag.Rule
	for i, rule := range r.catalogue.Rules {
		if r.enabled[i] {
			enabled = append(enabled, rule)
		}
	}
	return enabled
}

// Rules are the rules for the file at the absolute path, for code of the
// target version.
func (s *Settings) Rules(path string, target int) *RuleSettings {
	layers := make([]*Layer, 0, len(s.layers))
	var identity strings.Builder
	identity.WriteByte(byte('0' + target))
	for _, layer := range s.layers {
		layers = append(layers, layer)
		for i := range layer.Overrides {
			override := &layer.Overrides[i]
			relative, ok := relativeTo(override.Base, path)
			if ok && glob.CompileAll(override.Files).MatchUnder(relative) {
				layers = append(layers, &Layer{Base: override.Base, Entries: override.Entries})
				identity.WriteByte('1')
			} else {
				identity.WriteByte('0')
			}
		}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	rules := s.rules[identity.String()]
	if rules == nil {
		rules = s.resolveRules(layers, target)
		s.rules[identity.String()] = rules
	}
	return rules
}

// decision is what a layer says of a rule.
type decision struct {
	specificity int
	on          bool
	origin      string
}

func (s *Settings) resolveRules(layers []*Layer, target int) *RuleSettings {
	count := len(s.catalogue.Rules)
	rules := &RuleSettings{
		catalogue: s.catalogue, enabled: make([]bool, count), severity: make([]diag.Severity, count),
		options: map[string]map[string]any{}, origins: make([]string, count), refused: make([]bool, count),
	}
	named := make([]bool, count)
	for i, rule := range s.catalogue.Rules {
		rules.enabled[i], rules.severity[i] = rule.OnByDefault(), rule.Severity
		if s.Profile == ProfilePuppetLint {
			rules.enabled[i], rules.severity[i] = rule.Core && rule.RubyDefault || rule.Group == diag.Own, rubyKind(rule)
		}
	}
	ruleSet := ""
	severities := make([]decision, count)
	for _, layer := range layers {
		s.applySelection(rules, layer, named)
		for i := range severities {
			severities[i] = decision{}
		}
		for _, entry := range layer.Entries {
			switch entry.Key[0] {
			case "rule-set":
				ruleSet = entry.Value.(string)
			case "severity":
				s.applySeverity(rules, severities, entry.Key[1], entry.Value.(string))
			case "rules":
				for _, rule := range s.catalogue.Find(entry.Key[1]) {
					rules.set(rule, entry.Key[2], entry.Value)
				}
			}
		}
	}
	for i, rule := range s.catalogue.Rules {
		if override, ok := rules.options[rule.Name]["severity"].(string); ok {
			rules.severity[i] = severityOf(override)
		}
		if ruleSet != "" && !named[i] && compareVersions(rule.Since, ruleSet) > 0 ||
			rule.MinTarget > target || rule.MaxTarget != 0 && rule.MaxTarget < target {
			rules.enabled[i] = false
		}
	}
	return rules
}

// rubyKind is the kind that puppet-lint (Ruby) reports for a rule.
func rubyKind(rule *diag.Rule) diag.Severity {
	if rule.RubyKind != 0 {
		return rule.RubyKind
	}
	return rule.Severity
}

func (r *RuleSettings) set(rule *diag.Rule, option string, value any) {
	if r.options[rule.Name] == nil {
		r.options[rule.Name] = map[string]any{}
	}
	r.options[rule.Name][option] = value
}

// applySelection turns rules on and off as one layer says: of the selectors
// that mean a rule the narrowest decides, and taking away wins a tie. named
// notes the rules that were asked for by name.
func (s *Settings) applySelection(rules *RuleSettings, layer *Layer, named []bool) {
	decisions := make([]decision, len(rules.enabled))
	touched := false
	for _, entry := range layer.Entries {
		key := entry.Key[0]
		if key != "select" && key != "extend-select" && key != "ignore" {
			continue
		}
		touched = true
		if key == "select" {
			for i := range rules.enabled {
				rules.enabled[i], rules.origins[i] = false, ""
			}
		}
		for _, selector := range entry.Value.([]string) {
			specificity := s.catalogue.specificity(selector)
			for i := range decisions {
				means := s.catalogue.selects
				if key == "ignore" {
					means = s.catalogue.covers
				}
				if specificity < decisions[i].specificity || !means(selector, i) {
					continue
				}
				if specificity == decisions[i].specificity && !decisions[i].on {
					continue
				}
				decisions[i] = decision{specificity, key != "ignore", entry.Origin}
				if specificity == 4 && key != "ignore" {
					named[i] = true
				}
			}
		}
	}
	if !touched {
		return
	}
	for i, decision := range decisions {
		if decision.specificity > 0 {
			rules.enabled[i], rules.origins[i] = decision.on, decision.origin
			rules.refused[i] = !decision.on && decision.specificity == 4
		}
	}
}

func (s *Settings) applySeverity(rules *RuleSettings, decisions []decision, selector, severity string) {
	specificity := s.catalogue.specificity(selector)
	for i := range decisions {
		if specificity >= decisions[i].specificity && s.catalogue.covers(selector, i) {
			decisions[i].specificity = specificity
			rules.severity[i] = severityOf(severity)
		}
	}
}

// entriesInForce are the entries that were not overruled by a later one, in
// the order in which they were stated.
func (s *Settings) entriesInForce() []Entry {
	var inForce []Entry
	for _, layer := range s.layers {
		for _, entry := range layer.Entries {
			switch entry.Key[0] {
			case "extend", "extend-select", "ignore", "extend-exclude", "select":
				// These add up; a later select takes away the earlier ones.
				if entry.Key[0] == "select" {
					inForce = slices.DeleteFunc(inForce, func(e Entry) bool {
						return e.Key[0] == "select" || e.Key[0] == "extend-select" || e.Key[0] == "ignore"
					})
				}
			default:
				path := joinPath(entry.Key...)
				inForce = slices.DeleteFunc(inForce, func(e Entry) bool { return joinPath(e.Key...) == path })
			}
			inForce = append(inForce, entry)
		}
	}
	return inForce
}

// WithOutput is s with other report formats (nil keeps them), colour and fail
// level.
func (s *Settings) WithOutput(formats []string, color string, failLevel diag.Severity) *Settings {
	changed := &Settings{
		Files: s.Files, Root: s.Root, Profile: s.Profile, TargetVersion: s.TargetVersion, ModulePath: s.ModulePath, KnownModules: s.KnownModules, HieraConfig: s.HieraConfig,
		RespectGitignore: s.RespectGitignore, FailLevel: failLevel, MaxFindings: 0, Formats: formats, Color: color,
		catalogue: s.catalogue, layers: s.layers, excludes: s.excludes, ownExcludes: s.ownExcludes, rules: map[string]*RuleSettings{},
	}
	return changed
}

// Catalogue holds the rules that there are, the project's own ones included.
func (s *Settings) Catalogue() *Catalogue { return s.catalogue }
