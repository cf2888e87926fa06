package upgrade

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
)

// fixOf returns the fix of a finding to apply, or nil. A fix that replaces a legacy fact is
// changed so that it works even if the structured fact is missing.
func (r *run) fixOf(finding *diag.Diagnostic) *diag.Fix {
	for i := range finding.Fixes {
		fix := finding.Fixes[i]
		if strings.HasPrefix(finding.Rule.Name, "legacy_fact") || finding.Rule.Name == outdated {
			fix = guarded(fix)
			return &fix
		}
		if fix.Safety == diag.Safe || r.UnsafeFixes {
			return &fix
		}
	}
	return nil
}

// guarded returns a fix that reads structured facts with dig() wherever an enclosing hash may
// be missing. Indexing undef fails, and the legacy fact was undef too.
func guarded(fix diag.Fix) diag.Fix {
	edits := make([]diag.Edit, len(fix.Edits))
	for i, edit := range fix.Edits {
		edit.NewText = factPath.ReplaceAllStringFunc(edit.NewText, func(path string) string {
			keys := factKey.FindAllStringSubmatch(path, -1)
			if isAlwaysThere(keys) {
				return path
			}
			return "facts" + dig(keys)
		})
		edit.NewText = factInScope.ReplaceAllStringFunc(edit.NewText, func(path string) string {
			at := strings.IndexAny(path, "])") + 1
			keys := factKey.FindAllStringSubmatch(path[at:], -1)
			if isAlwaysThere(keys) {
				return path
			}
			return path[:at] + dig(keys)
		})
		edits[i] = edit
	}
	fix.Edits = edits
	return fix
}

func dig(keys [][]string) string {
	var arguments []string
	for _, key := range keys {
		arguments = append(arguments, key[1])
	}
	return ".dig(" + strings.Join(arguments, ", ") + ")"
}

// factPath matches the reading of a structured fact in Puppet or as a variable of a template,
// factInScope through a template's scope.
var (
	factInScope = lazyregexp.New(`^facts['"][\])](?:\['[^']*'\]|\[[0-9]+\])+`)

	factPath = lazyregexp.New(`facts(?:\['[^']*'\]|\[[0-9]+\])+`)
	factKey  = lazyregexp.New(`\[('[^']*'|[0-9]+)\]`)
)

// alwaysThere are the structured facts, and hashes in them, that exist on every system.
var alwaysThere = map[string]bool{
	"'os'": true, "'os' 'release'": true, "'networking'": true, "'processors'": true, "'identity'": true, "'system_uptime'": true, "'ruby'": true,
	"'memory'": true, "'memory' 'system'": true,
}

// isAlwaysThere reports whether the hash that contains the last of some keys exists on every
// system.
func isAlwaysThere(keys [][]string) bool {
	var path []string
	for _, key := range keys[:len(keys)-1] {
		path = append(path, key[1])
	}
	return alwaysThere[strings.Join(path, " ")]
}
