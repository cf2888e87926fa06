package config

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"puppet-lint/format"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/glob"
	"puppet-lint/internal/source"
)

// defaultExcludes are the folders and files that are not checked by default.
var defaultExcludes = []string{"spec/fixtures", "vendor", "vendor_modules", "r10k_modules", "pkg", ".git", ".bundle"}

// DefaultTargetVersion is the Puppet version that code is checked for if neither the
// configuration nor metadata.json names one.
const DefaultTargetVersion = 8

// OldestTargetVersion and NewestTargetVersion are the first and the last major version of Puppet
// that code can be checked for.
const OldestTargetVersion, NewestTargetVersion = 7, 9

// TargetVersions returns the major versions of Puppet that code can be checked for, oldest first.
func TargetVersions() []string {
	var versions []string
	for major := OldestTargetVersion; major <= NewestTargetVersion; major++ {
		versions = append(versions, strconv.Itoa(major))
	}
	return versions
}

// Settings is the effective configuration for the files of a folder. It is safe for concurrent
// use.
type Settings struct {
	// Files are the configuration files that were read. Later ones override earlier ones.
	Files []string
	// Root is the folder of the nearest configuration file; empty if there is none.
	Root string
	// Profile is ProfileDefault or ProfilePuppetLint.
	Profile string
	// TargetVersion is one of TargetVersions, or 0 if none is configured.
	TargetVersion int
	// ModulePath lists folders, resolved so that they can be opened.
	ModulePath []string
	// KnownModules is true if built-in knowledge about modules replaces modules that are not
	// installed.
	KnownModules bool
	// HieraConfig is the path of the server's own hiera.yaml, resolved so that it can be
	// opened; empty if none is configured.
	HieraConfig      string
	RespectGitignore bool
	// FailLevel is the lowest severity that fails the run; 0 means that no finding does.
	FailLevel   diag.Severity
	MaxFindings int
	UnsafeFixes bool
	// Baseline is the path of the baseline file; empty if none is configured.
	Baseline string
	// Formats are report formats, each "name" or "name=file".
	Formats []string
	// UntrustedFormats and UntrustedBaseline are true if a configuration in the checked tree sets
	// the formats or the baseline: see Layer.Untrusted.
	UntrustedFormats, UntrustedBaseline bool
	// Notices explain which settings have no effect, and why.
	Notices []string
	// Color is "auto", "always" or "never".
	Color string
	// Format is the style that files are formatted in.
	Format format.Options

	catalogue *Catalogue
	layers    []*Layer
	excludes  []excludes
	// ownExcludes is true if "exclude" is configured, which replaces the defaults.
	ownExcludes bool
	// unformatted are the patterns of files that are not formatted.
	unformatted []excludes

	mutex sync.Mutex
	rules map[string]*RuleSettings
}

// excludes are patterns relative to a folder.
type excludes struct {
	base     string
	patterns glob.List
}

// newSettings overlays layers. Later ones override earlier ones.
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
				s.Baseline, s.UntrustedBaseline = resolvePath(layer.Base, entry.Value.(string)), layer.Untrusted
			case "output-format":
				s.Formats, s.UntrustedFormats = entry.Value.([]string), layer.Untrusted
			case "format":
				if len(entry.Key) == 1 {
					s.Formats, s.UntrustedFormats = entry.Value.([]string), layer.Untrusted
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

// setFormat applies an entry of the formatter's table.
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

// Unformatted reports whether the configuration excludes the file at the absolute path from
// formatting.
func (s *Settings) Unformatted(path string) bool {
	return slices.ContainsFunc(s.unformatted, func(left excludes) bool {
		relative, ok := relativeTo(left.base, path)
		return ok && left.patterns.MatchUnder(relative)
	})
}

// everywhere returns the patterns so that they match at any depth.
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

// Excluded reports whether the configuration excludes the file or folder at the absolute path.
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

// SkipsInstalled reports whether modules installed by a Puppetfile are excluded. They are by
// default.
func (s *Settings) SkipsInstalled() bool { return !s.ownExcludes }

// relativeTo returns path relative to base, with slashes. An empty base is the root of the file
// system. The result is false if path does not lie below base.
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

// RuleSettings holds which rules run on a path, with which severities and options. It is
// immutable.
type RuleSettings struct {
	catalogue *Catalogue
	enabled   []bool
	severity  []diag.Severity
	options   map[string]map[string]any
	// origins holds, for each rule, the origin of the entry that turned it on or off last.
	origins []string
	// refused marks the rules that were turned off by name.
	refused []bool
}

// Enabled reports whether the rule at index of the catalogue runs.
func (r *RuleSettings) Enabled(index int) bool { return r.enabled[index] }

// Refused reports whether the rule at index of the catalogue was turned off by its name, and
// not merely left unselected.
func (r *RuleSettings) Refused(index int) bool { return r.refused[index] }

// Severity returns the severity of findings of the rule at index of the catalogue.
func (r *RuleSettings) Severity(index int) diag.Severity { return r.severity[index] }

// Catalogue returns all rules, including the project's custom rules.
func (r *RuleSettings) Catalogue() *Catalogue { return r.catalogue }

// Options returns the options set for the rule at index of the catalogue. Options that are
// missing have their defaults. The map must not be changed.
func (r *RuleSettings) Options(index int) map[string]any {
	return r.options[r.catalogue.Rules[index].Name]
}

// EnabledRules returns the rules that run.
func (r *RuleSettings) EnabledRules() []*diag.Rule {
	var enabled []*diag.Rule
	for i, rule := range r.catalogue.Rules {
		if r.enabled[i] {
			enabled = append(enabled, rule)
		}
	}
	return enabled
}

// Rules returns the rule settings for the file at the absolute path and a target version.
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

// MayEnable reports whether a rule may run for some file of the folder. It may do so without need
// if an override selects rules.
func (s *Settings) MayEnable(rule *diag.Rule) bool {
	index := slices.Index(s.catalogue.Rules, rule)
	if index < 0 {
		return false
	}
	if s.Rules("", DefaultTargetVersion).Enabled(index) {
		return true
	}
	for _, layer := range s.layers {
		for _, override := range layer.Overrides {
			for _, entry := range override.Entries {
				if key := entry.Key[0]; key != "select" && key != "extend-select" {
					continue
				}
				if slices.ContainsFunc(entry.Value.([]string), func(selector string) bool { return s.catalogue.selects(selector, index) }) {
					return true
				}
			}
		}
	}
	return false
}

// decision is the effect of a layer on a rule.
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
			rules.enabled[i], rules.severity[i] = rule.Core && rule.RubyDefault || rule.Group == diag.Custom, rubyKind(rule)
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

// rubyKind returns the kind that puppet-lint (Ruby) reports for a rule.
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

// applySelection turns rules on and off according to one layer. If several selectors cover a
// rule, the narrowest decides; of equally narrow ones, ignore wins. named records the rules
// that were selected by name.
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

// entriesInForce returns the entries that no later entry overrides, in order.
func (s *Settings) entriesInForce() []Entry {
	var inForce []Entry
	for _, layer := range s.layers {
		if slices.ContainsFunc(layer.Entries, func(e Entry) bool { return e.Key[0] == "select" }) {
			inForce = slices.DeleteFunc(inForce, func(e Entry) bool {
				return e.Key[0] == "select" || e.Key[0] == "extend-select" || e.Key[0] == "ignore"
			})
		}
		for _, entry := range layer.Entries {
			switch entry.Key[0] {
			case "extend", "extend-select", "ignore", "extend-exclude", "select":
				// These accumulate; a select removes the selections of earlier layers.
			default:
				path := joinPath(entry.Key...)
				inForce = slices.DeleteFunc(inForce, func(e Entry) bool { return joinPath(e.Key...) == path })
			}
			inForce = append(inForce, entry)
		}
	}
	return inForce
}

// WithOutput returns s for a run with other output: with the given formats (nil means none),
// colour and fail level. The baseline, the limit of findings and unsafe fixes are reset, since
// they belong to the main command.
func (s *Settings) WithOutput(formats []string, color string, failLevel diag.Severity) *Settings {
	changed := &Settings{
		Files: s.Files, Root: s.Root, Profile: s.Profile, TargetVersion: s.TargetVersion, ModulePath: s.ModulePath, KnownModules: s.KnownModules, HieraConfig: s.HieraConfig,
		RespectGitignore: s.RespectGitignore, FailLevel: failLevel, Formats: formats, Color: color, Notices: s.Notices, Format: s.Format,
		catalogue: s.catalogue, layers: s.layers, excludes: s.excludes, ownExcludes: s.ownExcludes, unformatted: s.unformatted,
		rules: map[string]*RuleSettings{},
	}
	return changed
}

// Catalogue returns all rules, including the project's custom rules.
func (s *Settings) Catalogue() *Catalogue { return s.catalogue }
