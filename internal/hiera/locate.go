package hiera

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
)

// locate sets the paths of a level, which are below a datadir, and finds their files. The level is
// opaque if there are too many of them.
func (r *configReader) locate(level *Level, datadir string, nodes []*document.Node, texts []string, globs bool, extension string) {
	locations, complete := r.resolve(datadir, nodes, texts, globs, extension)
	if !complete {
		level.Opaque = true
		return
	}
	level.Locations = locations
}

// resolve finds the existing files that paths below a datadir may refer to. If extension is not
// empty, it is added to paths that lack it. complete is false if that exceeds the bounds.
func (r *configReader) resolve(datadir string, nodes []*document.Node, texts []string, globs bool, extension string) (locations []*Location, complete bool) {
	if !source.IsAbsolute(datadir) {
		datadir = filepath.Join(r.Folder, datadir)
	}
	datadir = filepath.ToSlash(datadir)
	root := path.Clean(staticPrefix(datadir))
	locations = make([]*Location, len(texts))
	for i, text := range texts {
		location := &Location{Node: nodes[i], Text: text}
		if extension != "" && !strings.HasSuffix(text, extension) {
			text += extension
		}
		location.pattern, location.isGlob = datadir+"/"+text, globs
		location.Always = !strings.Contains(datadir+text, "%{")
		if len(text) > maxPath {
			return nil, false
		}
		pattern := newPattern(datadir+"/"+text, globs)
		candidates := withPrefix(r.list(root), pattern.prefix())
		if r.matched += len(candidates); r.matched > maxMatched+maxReaders*r.longest {
			return nil, false
		}
		for _, file := range candidates {
			if pattern.match(filepath.ToSlash(file)) {
				if r.readers[file]++; r.readers[file] > maxReaders {
					return nil, false
				}
				location.Files = append(location.Files, file)
			}
		}
		if pattern.exact && len(location.Files) == 0 && r.isFile(filepath.FromSlash(pattern.parts[0])) {
			location.Files = []string{filepath.FromSlash(pattern.parts[0])}
		}
		locations[i] = location
	}
	return locations, true
}

// leaveNamed removes files from paths that could refer to them only by chance, because another
// path names them literally: %{facts.os.family}.yaml is not intended to match common.yaml. A
// path of an opaque level also counts as naming a file if it has more literal text than the
// other path.
func (r *configReader) leaveNamed() {
	named := map[string]bool{}
	others := map[string]int{}
	levels := append(r.Levels[:len(r.Levels):len(r.Levels)], r.Defaults...)
	for _, level := range levels {
		for _, location := range level.Locations {
			if location.Always && len(location.Files) == 1 {
				named[location.Files[0]] = true
			}
			if level.Opaque {
				for _, file := range location.Files {
					others[file] = max(others[file], location.literal())
				}
			}
		}
	}
	for _, level := range levels {
		for _, location := range level.Locations {
			if !location.Always {
				length := location.literal()
				location.Files = slices.DeleteFunc(location.Files, func(file string) bool {
					return named[file] || !level.Opaque && others[file] > length
				})
			}
		}
	}
}

// literal returns the length of a path without its interpolations.
func (l *Location) literal() int { return len(interpolation.ReplaceAllString(l.Text, "")) }

// ReadOtherwise returns the files that levels with an unknown backend may read.
func (c *Config) ReadOtherwise() []string {
	var files []string
	for _, level := range append(c.Levels[:len(c.Levels):len(c.Levels)], c.Defaults...) {
		if level.Opaque {
			for _, location := range level.Locations {
				files = append(files, location.Files...)
			}
		}
	}
	return files
}

// addSources adds the files of a level.
func (r *configReader) addSources(level *Level, isDefault bool) {
	if level.Opaque {
		return
	}
	for _, location := range level.Locations {
		for _, file := range location.Files {
			r.sources = append(r.sources, &Source{
				Path: file, Config: r.Config, Level: level, Location: location, Always: location.Always, Default: isDefault,
				Encrypted: level.format == formatEncrypted,
				document:  func() *document.Document { return r.loader.Data(file) },
			})
		}
	}
}

// staticPrefix returns the folder of a path before its first interpolation.
func staticPrefix(text string) string {
	before, _, found := strings.Cut(text, "%{")
	if !found {
		return text
	}
	return path.Dir(before + "x")
}

// withPrefix returns the files whose paths, with slashes, begin with prefix. files must be sorted.
func withPrefix(files []string, prefix string) []string {
	from, _ := slices.BinarySearchFunc(files, prefix, func(file, prefix string) int { return strings.Compare(filepath.ToSlash(file), prefix) })
	files = files[from:]
	count := sort.Search(len(files), func(i int) bool { return !strings.HasPrefix(filepath.ToSlash(files[i]), prefix) })
	return files[:count]
}

// list returns the files below a folder, sorted by their paths with slashes. Their number and depth
// are bounded, since the folder may be anything.
func (r *configReader) list(root string) []string {
	if files, known := r.listings[root]; known {
		return files
	}
	var files []string
	r.walk(filepath.FromSlash(root), 0, &files)
	slices.SortFunc(files, func(a, b string) int { return strings.Compare(filepath.ToSlash(a), filepath.ToSlash(b)) })
	r.listings[root] = files
	r.matched, r.longest = r.matched+len(files), max(r.longest, len(files))
	return files
}

// The bounds of listing the files for a hierarchy, and of comparing them with its paths. A
// hierarchy may otherwise cost its number of paths times the number of files.
const (
	maxFolderDepth = 24
	maxFiles       = 200_000
	// maxReaders is the largest number of paths that may refer to one file.
	maxReaders = 64
	// maxMatched is the number of comparisons that are made even if the listings are short.
	maxMatched = 500_000
	// maxPath is the length of the longest path, in bytes. No operating system has longer ones.
	maxPath = 4096
)

func (r *configReader) walk(folder string, depth int, files *[]string) {
	entries, err := r.loader.Files.ReadDir(folder)
	if err != nil || depth > maxFolderDepth {
		return
	}
	for _, entry := range entries {
		if len(*files) >= maxFiles {
			return
		}
		name := filepath.Join(folder, entry.Name())
		switch {
		case entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "node_modules"):
		case entry.IsDir():
			r.walk(name, depth+1, files)
		default:
			*files = append(*files, name)
		}
	}
}

func (r *configReader) isFolder(path string) bool {
	info, err := r.loader.Files.Stat(filepath.FromSlash(path))
	return err == nil && info.IsDir()
}

func (r *configReader) isFile(path string) bool {
	info, err := r.loader.Files.Stat(path)
	return err == nil && !info.IsDir()
}

// pattern matches the paths that a path with interpolations may refer to. An interpolation
// matches any text.
type pattern struct {
	// parts are the texts between the interpolations. words marks the interpolations that match
	// a word without a slash.
	parts []string
	words []bool
	exact bool
	glob  *regexp.Regexp
}

// wildcard replaces an interpolation while a path is cleaned. word replaces one of a fact whose
// value never contains a slash.
const (
	wildcard = "\x00"
	word     = "\x01"
)

var (
	interpolation = lazyregexp.New(`%\{[^}]*\}`)
	wordFact      = lazyregexp.New(`\A%\{\s*(?:::)?(?:(?:facts\.)?(?:kernel|osfamily|operatingsystem|operatingsystemrelease|operatingsystemmajrelease|architecture|hostname|domain|fqdn|clientcert|virtual)|` +
		`facts\.os\.[a-z.]+|facts\.networking\.(?:hostname|domain|fqdn)|trusted\.(?:certname|hostname|domain)|environment)\s*\}\z`)
)

func newPattern(text string, glob bool) pattern {
	text = path.Clean(interpolation.ReplaceAllStringFunc(text, func(written string) string {
		if wordFact.MatchString(written) {
			return word
		}
		return wildcard
	}))
	if glob && strings.ContainsAny(text, "*?[{") {
		if compiled, err := regexp.Compile(globExpression(text)); err == nil {
			return pattern{glob: compiled}
		}
	}
	var found pattern
	for {
		at := strings.IndexAny(text, wildcard+word)
		if at < 0 {
			found.parts = append(found.parts, text)
			found.exact = len(found.parts) == 1
			return found
		}
		found.parts, found.words = append(found.parts, text[:at]), append(found.words, text[at] == word[0])
		text = text[at+1:]
	}
}

// prefix returns the common beginning of all matching paths.
func (p *pattern) prefix() string {
	if p.glob != nil {
		return ""
	}
	return p.parts[0]
}

func (p *pattern) match(path string) bool {
	if p.glob != nil {
		return p.glob.MatchString(path)
	}
	if p.exact {
		return path == p.parts[0]
	}
	rest, found := strings.CutPrefix(path, p.parts[0])
	return found && p.matchRest(rest)
}

// matchRest reports whether a text matches the interpolations and the parts after the first. It
// takes time in proportion to the product of their lengths.
func (p *pattern) matchRest(text string) bool {
	last := len(p.words) - 1
	text, found := strings.CutSuffix(text, p.parts[last+1])
	if !found {
		return false
	}
	from := 0 // where the last interpolation may begin
	if p.words[last] {
		from = strings.LastIndexByte(text, '/') + 1
	}
	if last == 0 {
		return from == 0
	}
	reached := make([]bool, len(text)+1)
	reached[0] = true
	for i := range last {
		reached = p.advance(reached, text, i)
	}
	return slices.Contains(reached[from:], true)
}

// advance returns the offsets in a text that the interpolation i and the part after it reach from
// some offsets.
func (p *pattern) advance(reached []bool, text string, i int) []bool {
	part, isWord := p.parts[i+1], p.words[i]
	next, begun := make([]bool, len(reached)), false
	for at := 0; at+len(part) <= len(text); at++ {
		begun = begun || reached[at]
		if begun && strings.HasPrefix(text[at:], part) {
			next[at+len(part)] = true
		}
		if isWord && at < len(text) && text[at] == '/' {
			begun = false
		}
	}
	return next
}

// globExpression converts one of Ruby's globs to a regular expression.
func globExpression(text string) string {
	var out strings.Builder
	out.WriteString(`\A`)
	braces := 0
	for i := 0; i < len(text); i++ {
		char := text[i]
		switch {
		case strings.HasPrefix(text[i:], "**/"):
			out.WriteString(`(?:.*/)?`)
			i += 2
		case char == wildcard[0]:
			out.WriteString(`.*`)
		case char == word[0]:
			out.WriteString(`[^/]*`)
		case char == '*':
			out.WriteString(`[^/]*`)
		case char == '?':
			out.WriteString(`[^/]`)
		case char == '{':
			out.WriteString(`(?:`)
			braces++
		case char == '}' && braces > 0:
			out.WriteString(`)`)
			braces--
		case char == ',' && braces > 0:
			out.WriteString(`|`)
		case char == '[':
			end := strings.IndexByte(text[i:], ']')
			if end < 2 {
				out.WriteString(`\[`)
				continue
			}
			out.WriteString("[" + strings.ReplaceAll(strings.Replace(text[i+1:i+end], "!", "^", 1), `\`, `\\`) + "]")
			i += end
		default:
			out.WriteString(regexp.QuoteMeta(string(char)))
		}
	}
	return out.String() + `\z`
}

// keySpan returns the span of a key of a mapping.
func keySpan(node *document.Node, name string) source.Span {
	for _, entry := range node.Entries {
		if key := entry.Key.Resolve(); key.Text == name {
			return entry.Key.Span
		}
	}
	return node.Span
}

// describe returns the name of a value's kind for a message.
func describe(node *document.Node) string {
	switch node.Kind {
	case document.Null:
		return "nothing"
	case document.Boolean:
		return "a boolean"
	case document.Integer, document.Float:
		return "a number"
	case document.String:
		return "a string"
	case document.Symbol:
		return "a symbol"
	case document.Sequence:
		return "an array"
	case document.Mapping:
		return "a hash"
	}
	return "something else"
}
