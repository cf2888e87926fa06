package config

import (
	"fmt"
	"strings"
)

// Show describes the effective configuration of the file or folder at path, which is
// absolute, and where each part comes from.
func (s *Settings) Show(path string, target int, targetOrigin string, formats []string) string {
	var text strings.Builder
	if len(s.Files) == 0 {
		text.WriteString("# no configuration file\n")
	}
	for _, file := range s.Files {
		fmt.Fprintf(&text, "# read %s\n", file)
	}
	width := 0
	var lines [][2]string
	add := func(setting, origin string) {
		lines = append(lines, [2]string{setting, origin})
		width = max(width, len(setting))
	}
	stated := map[string]bool{}
	for _, entry := range s.entriesInForce() {
		stated[entry.Key[0]] = true
		add(strings.Join(entry.Key, ".")+" = "+tomlValue(entry.Value), entry.Origin)
	}
	if !stated["target-version"] {
		add(fmt.Sprintf("target-version = %d", target), targetOrigin)
	}
	for _, k := range topKeys(formats) {
		if value := s.builtIn(k.name); value != nil && !stated[k.name] {
			add(k.name+" = "+tomlValue(value), "default")
		}
	}
	for _, line := range lines {
		fmt.Fprintf(&text, "%-*s  # %s\n", min(width, 60), line[0], line[1])
	}
	s.showRules(&text, path, target)
	return text.String()
}

// builtIn is the value that a key has when nothing is stated.
func (s *Settings) builtIn(name string) any {
	switch name {
	case "profile":
		return s.Profile
	case "exclude":
		return defaultExcludes
	case "known-modules":
		return s.KnownModules
	case "respect-gitignore":
		return s.RespectGitignore
	case "fail-level":
		return s.FailLevel.String()
	case "max-findings":
		return s.MaxFindings
	case "unsafe-fixes":
		return s.UnsafeFixes
	case "color":
		return s.Color
	}
	return nil
}

func (s *Settings) showRules(text *strings.Builder, path string, target int) {
	rules := s.Rules(path, target)
	on := len(rules.EnabledRules())
	fmt.Fprintf(text, "\n# %d of %d rules are on\n", on, len(s.catalogue.Rules))
	for i, rule := range s.catalogue.Rules {
		origin := rules.origins[i]
		if !rules.enabled[i] {
			if origin != "" && rule.OnByDefault() {
				fmt.Fprintf(text, "%-48s off      # %s\n", rule.Name, origin)
			}
			continue
		}
		if origin == "" {
			origin = "default"
		}
		fmt.Fprintf(text, "%-48s %-8s # %s\n", rule.Name, rules.severity[i], origin)
	}
}
