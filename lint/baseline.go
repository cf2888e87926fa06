package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/atomicfile"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// DefaultBaseline is the default name of the baseline file.
const DefaultBaseline = "puppet-lint-baseline.json"

const baselineVersion = 1

// baseline is a file of known findings, which are not reported. It identifies a finding by its
// file, its rule and the code on its line, so that the finding is recognized after lines above
// it were added or removed.
type baseline struct {
	Version int `json:"version"`
	// Files maps paths (with slashes, relative to the folder of the baseline file) to rules to
	// the sorted hashes of lines. A hash occurs once for each finding.
	Files map[string]map[string][]string `json:"files"`

	path, folder string
}

// noLine stands for the hash of a finding about a file as a whole.
const noLine = "file"

// codeHasher computes the hash of a finding: that of the code on its line, ignoring blanks. It
// remembers the last line, since a line may be long and have many findings.
type codeHasher struct {
	file     *source.File
	line     int
	lineHash string
}

func (m *codeHasher) of(finding *diag.Diagnostic) string {
	if finding.Precision == diag.FileOnly {
		return noLine
	}
	if line := finding.File.Line(finding.At); m.file != finding.File || m.line != line {
		sum := sha256.Sum256([]byte(source.OneLine(finding.File.LineText(line))))
		*m = codeHasher{finding.File, line, hex.EncodeToString(sum[:8])}
	}
	return m.lineHash
}

// readBaseline reads the baseline file at the absolute path. Messages name it shown. A file
// that does not exist gives an empty baseline. Rules are renamed to their current names; find
// returns the rules of a name.
func readBaseline(fileSystem source.FileSystem, path, shown string, find func(name string) []*diag.Rule) (*baseline, error) {
	b := &baseline{Version: baselineVersion, Files: map[string]map[string][]string{}, path: path, folder: filepath.Dir(path)}
	file, err := fileSystem.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err != nil {
		return nil, errors.New(source.Explain(err))
	}
	text := []byte(strings.TrimPrefix(file.Text, "\ufeff"))
	var header struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(text, &header); err != nil || header.Version == 0 {
		return nil, fmt.Errorf("%s: is not a baseline file; remove it, and write one with --baseline write", shown)
	}
	if header.Version != baselineVersion {
		return nil, fmt.Errorf("%s: is a baseline of version %d, but this program reads version %d; remove it, and write one with --baseline write", shown, header.Version, baselineVersion)
	}
	if err := json.Unmarshal(text, b); err != nil {
		return nil, fmt.Errorf("%s: is not a baseline file; remove it, and write one with --baseline write", shown)
	}
	if b.Files == nil {
		b.Files = map[string]map[string][]string{}
	}
	for key, rules := range b.Files {
		if rules == nil {
			delete(b.Files, key)
		}
		for name, hashes := range rules {
			if found := find(name); len(found) == 1 && found[0].Name != name {
				delete(rules, name)
				rules[found[0].Name] = sorted(append(rules[found[0].Name], hashes...))
			}
		}
	}
	return b, nil
}

func sorted(hashes []string) []string {
	slices.Sort(hashes)
	return hashes
}

// examination maps the key of each examined file to a function that reports whether a rule was
// applied to it.
type examination map[string]func(rule string) bool

// saw reports whether the rule was applied to the file.
func (e examination) saw(key, rule string) bool { return e[key] != nil && e[key](rule) }

// key returns the name under which the baseline stores a file.
func (b *baseline) key(absolute string) string {
	relative, err := filepath.Rel(b.folder, absolute)
	if err != nil {
		return filepath.ToSlash(absolute)
	}
	return filepath.ToSlash(relative)
}

// pathOf returns the path of the file with a key.
func (b *baseline) pathOf(key string) string {
	if filepath.IsAbs(filepath.FromSlash(key)) {
		return filepath.FromSlash(key)
	}
	return filepath.Join(b.folder, filepath.FromSlash(key))
}

// replace replaces the entries of the examined files and applied rules with findings. It drops
// the entries of files that do not exist.
func (b *baseline) replace(examined examination, findings []*diag.Diagnostic, absolute func(string) string, exists func(string) bool) {
	for key, rules := range b.Files {
		if examined[key] == nil && !exists(b.pathOf(key)) {
			delete(b.Files, key)
			continue
		}
		maps.DeleteFunc(rules, func(rule string, _ []string) bool { return examined.saw(key, rule) })
	}
	var hasher codeHasher
	for _, finding := range findings {
		if finding.Suppressed {
			continue
		}
		key := b.key(absolute(finding.File.Name))
		if b.Files[key] == nil {
			b.Files[key] = map[string][]string{}
		}
		b.Files[key][finding.Rule.Name] = append(b.Files[key][finding.Rule.Name], hasher.of(finding))
	}
	for key, rules := range b.Files {
		for _, hashes := range rules {
			slices.Sort(hashes)
		}
		if len(rules) == 0 {
			delete(b.Files, key)
		}
	}
}

// rename moves the entries of files that no longer exist to the files that they were renamed
// to. Such a file has no entries, and findings in it match at least half of the old entries.
// rename returns the number of renamed files.
func (b *baseline) rename(examined examination, findings []*diag.Diagnostic, absolute func(string) string, exists func(string) bool) (renamed int) {
	var missing []string
	for _, key := range slices.Sorted(maps.Keys(b.Files)) {
		if examined[key] == nil && !exists(b.pathOf(key)) {
			missing = append(missing, key)
		}
	}
	if len(missing) == 0 {
		return 0
	}
	found := map[string]map[string][]string{}
	var hasher codeHasher
	for _, finding := range findings {
		key := b.key(absolute(finding.File.Name))
		if b.Files[key] == nil && !finding.Suppressed {
			if found[key] == nil {
				found[key] = map[string][]string{}
			}
			found[key][finding.Rule.Name] = append(found[key][finding.Rule.Name], hasher.of(finding))
		}
	}
	for _, gone := range missing {
		best, most := "", 0
		for _, key := range slices.Sorted(maps.Keys(found)) {
			if count, total := common(b.Files[gone], found[key]); count > most && 2*count >= total {
				best, most = key, count
			}
		}
		if best != "" {
			b.Files[best] = b.Files[gone]
			delete(b.Files, gone)
			delete(found, best)
			renamed++
		}
	}
	return renamed
}

// common counts the hashes of one file (total) and those that another file has, too (count).
func common(known, found map[string][]string) (count, total int) {
	for rule, hashes := range known {
		left := slices.Clone(found[rule])
		total += len(hashes)
		for _, hash := range hashes {
			if at := slices.Index(left, hash); at >= 0 {
				left = slices.Delete(left, at, at+1)
				count++
			}
		}
	}
	return count, total
}

// take returns the findings that the baseline does not know, and counts the others. It removes
// the known ones from the baseline: the remaining entries of examined files are stale.
func (b *baseline) take(findings []*diag.Diagnostic, absolute func(string) string) (fresh []*diag.Diagnostic, known int) {
	var hasher codeHasher
	for _, finding := range findings {
		rules := b.Files[b.key(absolute(finding.File.Name))]
		hashes := rules[finding.Rule.Name]
		if at := slices.Index(hashes, hasher.of(finding)); at >= 0 && !finding.Suppressed {
			rules[finding.Rule.Name] = slices.Delete(hashes, at, at+1)
			known++
			continue
		}
		fresh = append(fresh, finding)
	}
	return fresh, known
}

// stale returns the entries of examined files that remain after take, and all entries of files
// that do not exist, sorted by path and rule.
func (b *baseline) stale(examined examination, exists func(string) bool) (found []Stale) {
	for _, key := range slices.Sorted(maps.Keys(b.Files)) {
		isGone := examined[key] == nil && !exists(b.pathOf(key))
		for _, rule := range slices.Sorted(maps.Keys(b.Files[key])) {
			if hashes := b.Files[key][rule]; len(hashes) > 0 && (isGone || examined.saw(key, rule)) {
				found = append(found, Stale{key, rule, len(hashes)})
			}
		}
	}
	return found
}

// prune removes stale entries: those of applied rules in examined files, and all entries of
// files that do not exist. left is a copy of the baseline after take. prune returns the number
// of removed entries.
func (b *baseline) prune(left *baseline, examined examination, exists func(string) bool) (gone int) {
	for key, rules := range b.Files {
		if examined[key] == nil && !exists(b.pathOf(key)) {
			for _, hashes := range rules {
				gone += len(hashes)
			}
			delete(b.Files, key)
			continue
		}
		for rule, hashes := range rules {
			if !examined.saw(key, rule) {
				continue
			}
			for _, stale := range left.Files[key][rule] {
				at := slices.Index(hashes, stale)
				hashes = slices.Delete(hashes, at, at+1)
				gone++
			}
			rules[rule] = hashes
			if len(hashes) == 0 {
				delete(rules, rule)
			}
		}
		if len(rules) == 0 {
			delete(b.Files, key)
		}
	}
	return gone
}

func (b *baseline) clone() *baseline {
	copied := &baseline{Version: b.Version, Files: map[string]map[string][]string{}, path: b.path, folder: b.folder}
	for key, rules := range b.Files {
		copied.Files[key] = map[string][]string{}
		for rule, hashes := range rules {
			copied.Files[key][rule] = slices.Clone(hashes)
		}
	}
	return copied
}

// write writes the baseline file. Errors name it shown.
func (b *baseline) write(writer *atomicfile.Writer, shown string) error {
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	return writeWhole(writer, b.path, shown, string(text)+"\n")
}
