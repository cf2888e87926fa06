package types

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/internal/lazyregexp"
)

// Version is a semantic version, as the semantic_puppet library parses it.
type Version struct {
	Major, Minor, Patch int64
	// prerelease is nil for a release. Numeric identifiers have isNumber set.
	prerelease []identifier
	build      []string
}

type identifier struct {
	text     string
	number   int64
	isNumber bool
}

// minVersion and maxVersion are the ends of the order. The minimum has a prerelease without
// identifiers, which is below every other.
var (
	minVersion = &Version{prerelease: []identifier{}}
	maxVersion = &Version{Major: math.MaxInt64}
)

const versionPart = `[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*`

var fullVersion = lazyregexp.New(`\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(` + versionPart + `))?(?:\+(` + versionPart + `))?\n?\z`)

// ParseVersion parses a version such as 1.2.3-rc1+build. It fails for any other text.
func ParseVersion(text string) (*Version, error) {
	m := fullVersion.FindStringSubmatch(text)
	if m == nil {
		return nil, fmt.Errorf("Unable to parse '%s' as a semantic version identifier", text)
	}
	return newVersion(m[1], m[2], m[3], m[4], m[5])
}

// VersionOf returns a release version.
func VersionOf(major, minor, patch int64) *Version {
	return &Version{Major: major, Minor: minor, Patch: patch}
}

func newVersion(major, minor, patch, prerelease, build string) (*Version, error) {
	v := &Version{}
	for i, text := range []string{major, minor, patch} {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("version number %s is too large", text)
		}
		*[]*int64{&v.Major, &v.Minor, &v.Patch}[i] = n
	}
	if prerelease != "" {
		for _, part := range strings.Split(prerelease, ".") {
			id := identifier{text: part}
			if strings.Trim(part, "0123456789") == "" {
				if len(part) > 1 && part[0] == '0' {
					return nil, fmt.Errorf("Numeric pre-release identifiers MUST NOT contain leading zeroes")
				}
				if n, err := strconv.ParseInt(part, 10, 64); err == nil {
					id.number, id.isNumber = n, true
				}
			}
			v.prerelease = append(v.prerelease, id)
		}
	}
	if build != "" {
		v.build = strings.Split(build, ".")
	}
	return v, nil
}

// Prerelease returns the part after "-", or "".
func (v *Version) Prerelease() string {
	parts := make([]string, len(v.prerelease))
	for i, p := range v.prerelease {
		parts[i] = p.text
	}
	return strings.Join(parts, ".")
}

// Build returns the part after "+", or "".
func (v *Version) Build() string { return strings.Join(v.build, ".") }

// String returns the version as written.
func (v *Version) String() string {
	major := strconv.FormatInt(v.Major, 10)
	if v.Major == math.MaxInt64 {
		major = "Infinity"
	}
	text := fmt.Sprintf("%s.%d.%d", major, v.Minor, v.Patch)
	if v.prerelease != nil {
		text += "-" + v.Prerelease()
	}
	if v.build != nil {
		text += "+" + v.Build()
	}
	return text
}

func (v *Version) stable() bool { return len(v.prerelease) == 0 }

// Compare orders versions by precedence. It ignores builds.
func (v *Version) Compare(o *Version) int {
	for _, pair := range [][2]int64{{v.Major, o.Major}, {v.Minor, o.Minor}, {v.Patch, o.Patch}} {
		if pair[0] != pair[1] {
			return sign(pair[0] < pair[1])
		}
	}
	switch {
	case v.prerelease == nil && o.prerelease == nil:
		return 0
	case v.prerelease == nil:
		return 1
	case o.prerelease == nil:
		return -1
	}
	for i, x := range v.prerelease {
		if i >= len(o.prerelease) {
			return 1
		}
		if c := x.compare(o.prerelease[i]); c != 0 {
			return c
		}
	}
	if len(v.prerelease) < len(o.prerelease) {
		return -1
	}
	return 0
}

func (x identifier) compare(y identifier) int {
	switch {
	case x.isNumber && y.isNumber:
		if x.number == y.number {
			return 0
		}
		return sign(x.number < y.number)
	case x.isNumber != y.isNumber:
		return sign(x.isNumber)
	}
	return strings.Compare(x.text, y.text)
}

// sign returns -1 if less is true, else 1.
func sign(less bool) int {
	if less {
		return -1
	}
	return 1
}

// same implements Ruby's eql?: builds count, and so does an empty prerelease.
func (v *Version) same(o *Version) bool { return v.String() == o.String() }

// span is one contiguous range of versions. Open ends are minVersion and maxVersion.
type span struct {
	begin, end               *Version
	excludeBegin, excludeEnd bool
	// any marks the range "*", which also accepts every prerelease.
	any bool
	// lower and upper mark the ends that were written; exact marks a single version. They
	// determine which prereleases match, and the text.
	lower, upper, exact bool
	// nothing marks a range that was written to match nothing.
	nothing bool
}

func (r span) include(v *Version) bool {
	if r.any {
		return true
	}
	if r.exact {
		return v.same(r.begin)
	}
	if r.lower || r.begin != minVersion {
		if c := v.Compare(r.begin); c < 0 || c == 0 && r.excludeBegin {
			return false
		}
	}
	if r.upper || r.end != maxVersion {
		if c := v.Compare(r.end); c > 0 || c == 0 && r.excludeEnd {
			return false
		}
	}
	return true
}

// testPrerelease reports whether the range accepts a prerelease: only if a written end is a
// prerelease of the same version.
func (r span) testPrerelease(v *Version) bool {
	if r.any {
		return true
	}
	near := func(end *Version) bool {
		return !end.stable() && end.Major == v.Major && end.Minor == v.Minor && end.Patch == v.Patch
	}
	return r.lower && near(r.begin) || r.upper && near(r.end)
}

func (r span) inspect() string {
	if r.any {
		return "*"
	}
	if r.nothing {
		return "<0.0.0"
	}
	if r.exact {
		return r.begin.String()
	}
	var parts []string
	if r.lower {
		parts = append(parts, map[bool]string{true: ">", false: ">="}[r.excludeBegin]+r.begin.String())
	}
	if r.upper {
		parts = append(parts, map[bool]string{true: "<", false: "<="}[r.excludeEnd]+r.end.String())
	}
	return strings.Join(parts, " ")
}

func greater(v *Version, exclude bool) span {
	return span{begin: v, end: maxVersion, lower: true, excludeBegin: exclude}
}

func less(v *Version, exclude bool) span {
	return span{begin: minVersion, end: v, upper: true, excludeEnd: exclude}
}

func exactly(v *Version) span { return span{begin: v, end: v, lower: true, upper: true, exact: true} }

func between(from, to *Version) span {
	return span{begin: from, end: to, lower: true, upper: true, excludeEnd: true}
}

var (
	everything = span{begin: minVersion, end: maxVersion, any: true}
	nothing    = span{begin: minVersion, end: minVersion, upper: true, excludeEnd: true, nothing: true}
)

// intersect returns the versions in both ranges. ok is false if there are none.
func (r span) intersect(o span) (span, bool) {
	if r.any {
		return o, true
	}
	if o.any {
		return r, true
	}
	if c := r.begin.Compare(o.end); c > 0 || c == 0 && (r.excludeBegin || o.excludeEnd) {
		return span{}, false
	} else if c == 0 {
		return exactly(r.begin), true
	}
	if c := o.begin.Compare(r.end); c > 0 || c == 0 && (o.excludeBegin || r.excludeEnd) {
		return span{}, false
	} else if c == 0 {
		return exactly(o.begin), true
	}
	low, high := r, r
	if c := r.begin.Compare(o.begin); c < 0 || c == 0 && !r.excludeBegin {
		low = o
	}
	if c := r.end.Compare(o.end); c > 0 || c == 0 && !r.excludeEnd {
		high = o
	}
	switch {
	case !high.upper:
		return low, true
	case !low.lower:
		return high, true
	}
	return span{begin: low.begin, end: high.end, excludeBegin: low.excludeBegin, excludeEnd: high.excludeEnd, lower: true, upper: true}, true
}

// VersionRange is a set of versions, as the semantic_puppet library parses it.
type VersionRange struct {
	spans []span
	// text is the source of the range, which Puppet prints.
	text string
}

// String returns the source of the range.
func (r *VersionRange) String() string { return r.text }

func (r *VersionRange) inspect() string {
	parts := make([]string, len(r.spans))
	for i, s := range r.spans {
		parts[i] = s.inspect()
	}
	return strings.Join(parts, " || ")
}

// Includes reports whether a version is in the range.
func (r *VersionRange) Includes(v *Version) bool {
	for _, s := range r.spans {
		if s.include(v) && (v.stable() || s.testPrerelease(v)) {
			return true
		}
	}
	return false
}

// mostMinors bounds the minor versions of a major version that IncludesMajor tests.
const mostMinors = 99

// IncludesMajor reports whether the range includes a version with the major number and a minor
// number below 99. The patch level may be any.
func (r *VersionRange) IncludesMajor(major int64) bool {
	for minor := range int64(mostMinors) {
		if r.IncludesMinor(major, minor) {
			return true
		}
	}
	return false
}

// IncludesMinor reports whether the range includes a version with the major and minor number.
func (r *VersionRange) IncludesMinor(major, minor int64) bool {
	if r.Includes(VersionOf(major, minor, 0)) || r.Includes(VersionOf(major, minor, math.MaxInt32)) {
		return true
	}
	return slices.ContainsFunc(r.spans, func(s span) bool { // it lies between these, as an exact version does
		return s.begin.Major == major && s.begin.Minor == minor &&
			(r.Includes(VersionOf(major, minor, s.begin.Patch)) || r.Includes(VersionOf(major, minor, s.begin.Patch+1)))
	})
}

func (r *VersionRange) single() (span, bool) {
	if len(r.spans) != 1 {
		return span{}, false
	}
	return r.spans[0], true
}

// RangeBetween returns the range from min to max. A nil end is open. Its odd text is Puppet's.
func RangeBetween(min, max *Version, excludeMax bool) *VersionRange {
	if min == nil {
		min = minVersion
	}
	if max == nil {
		max = maxVersion
	}
	text := fmt.Sprintf("%s - %s", max, min)
	if excludeMax {
		text = fmt.Sprintf(">=%s <%s", max, min)
	}
	upper := less(max, excludeMax)
	upper.upper = max != maxVersion || excludeMax
	s, ok := greaterOrAll(min).intersect(upper)
	if !ok {
		s = nothing
	}
	return &VersionRange{spans: []span{s}, text: text}
}

func greaterOrAll(v *Version) span {
	s := greater(v, false)
	s.lower = v != minVersion
	return s
}

var (
	rangeSpaces    = lazyregexp.New(`([><=~^])(?:\s+|\s*v)`)
	rangeOr        = lazyregexp.New(`\s*\|\|\s*`)
	rangeNumber    = `(?:x|X|\*|0|[1-9][0-9]*)`
	rangePartial   = rangeNumber + `(?:\.` + rangeNumber + `(?:\.` + rangeNumber + `(?:-` + versionPart + `)?(?:\+` + versionPart + `)?)?)?`
	rangeHyphen    = lazyregexp.New(`\A(` + rangePartial + `)\s+-\s+(` + rangePartial + `)\z`)
	rangeSimple    = lazyregexp.New(`\A([<>=~^]|<=|>=|~>|~=)?(` + rangePartial + `)\z`)
	rangePartParse = lazyregexp.New(`\A(x|X|\*|0|[1-9][0-9]*)(?:\.(x|X|\*|0|[1-9][0-9]*)(?:\.(x|X|\*|0|[1-9][0-9]*)(?:-(` + versionPart + `))?(?:\+(` + versionPart + `))?)?)?\z`)
)

// ParseVersionRange parses a range such as ">=1.0.0 <2.0.0" or "1.x || 3.x".
func ParseVersionRange(text string) (*VersionRange, error) {
	normal := rangeSpaces.ReplaceAllString(text, "$1")
	// Ruby's split drops empty parts at the end.
	parts := rangeOr.Split(normal, -1)
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	if len(parts) == 0 {
		return &VersionRange{spans: []span{everything}, text: "*"}, nil
	}
	var spans []span
	for _, part := range parts {
		s, ok, err := parseSpan(part, text)
		if err != nil {
			return nil, err
		}
		if ok {
			spans = append(spans, s)
		}
	}
	return &VersionRange{spans: mergeSpans(spans), text: text}, nil
}

func parseSpan(part, whole string) (span, bool, error) {
	if m := rangeHyphen.FindStringSubmatch(part); m != nil {
		from, err := partialVersion(m[1])
		if err != nil {
			return span{}, false, err
		}
		to, err := partialVersion(m[2])
		if err != nil {
			return span{}, false, err
		}
		s, ok := greater(from, false).intersect(less(to, false))
		return s, ok, nil
	}
	var result span
	empty := false
	simples := strings.Fields(part)
	if len(simples) == 0 {
		return span{}, false, nil // it contains no version, which Puppet accepts
	}
	if !strings.HasPrefix(part, simples[0]) {
		return span{}, false, fmt.Errorf("Unparsable version range: \"%s\"", whole) // white space at the start
	}
	for i, simple := range simples {
		m := rangeSimple.FindStringSubmatch(simple)
		if m == nil {
			return span{}, false, fmt.Errorf("Unparsable version range: \"%s\"", whole)
		}
		s, err := parseSimple(m[1], m[2])
		if err != nil {
			return span{}, false, err
		}
		if i == 0 {
			result = s
		} else if !empty {
			var ok bool
			result, ok = result.intersect(s)
			empty = !ok
		}
	}
	return result, !empty, nil
}

// partial is a version whose last numbers may be open.
type partial struct {
	major, minor, patch int64
	// given is the number of numbers that are not open.
	given   int
	version *Version
}

func parsePartial(text string) (partial, error) {
	m := rangePartParse.FindStringSubmatch(text)
	if m == nil {
		return partial{}, fmt.Errorf("Unparsable version range: \"%s\"", text)
	}
	var p partial
	numbers := []string{"0", "0", "0"}
	open := false
	for i := 1; i <= 3; i++ {
		if m[i] == "" || strings.Contains("xX*", m[i]) {
			open = true
			continue
		}
		numbers[i-1] = m[i]
		if !open {
			p.given = i
		}
	}
	v, err := newVersion(numbers[0], numbers[1], numbers[2], m[4], m[5])
	if err != nil {
		return partial{}, err
	}
	p.version = v
	p.major, p.minor, p.patch = v.Major, v.Minor, v.Patch
	return p, nil
}

func partialVersion(text string) (*Version, error) {
	p, err := parsePartial(text)
	if err != nil {
		return nil, err
	}
	return p.version, nil
}

func parseSimple(operator, operand string) (span, error) {
	p, err := parsePartial(operand)
	if err != nil {
		return span{}, err
	}
	nextMajor, nextMinor := VersionOf(p.major+1, 0, 0), VersionOf(p.major, p.minor+1, 0)
	switch operator {
	case "~", "~>", "~=":
		return p.patchUpdates(nextMajor, nextMinor, true), nil
	case "^":
		if p.given == 0 {
			return everything, nil
		}
		if p.major == 0 {
			return p.patchUpdates(nextMajor, nextMinor, true), nil
		}
		return between(p.version, nextMajor), nil
	case ">":
		switch p.given {
		case 0:
			return nothing, nil
		case 1:
			return greater(nextMajor, false), nil
		case 2:
			return greater(nextMinor, false), nil
		}
		return greater(p.version, true), nil
	case ">=":
		return greater(p.version, false), nil
	case "<":
		return less(p.version, true), nil
	case "<=":
		switch p.given {
		case 0:
			return everything, nil
		case 1:
			return less(nextMajor, true), nil
		case 2:
			return less(nextMinor, true), nil
		}
		return less(p.version, false), nil
	}
	return p.patchUpdates(nextMajor, nextMinor, false), nil
}

func (p partial) patchUpdates(nextMajor, nextMinor *Version, tilde bool) span {
	switch p.given {
	case 0:
		return everything
	case 1:
		return between(VersionOf(p.major, 0, 0), nextMajor)
	case 2:
		return between(VersionOf(p.major, p.minor, 0), nextMinor)
	}
	if !tilde {
		return exactly(p.version)
	}
	return between(p.version, nextMinor)
}

// mergeSpans joins spans that overlap or adjoin. (If two spans have the same end, Puppet's
// library raises an error; here they are joined.)
func mergeSpans(spans []span) []span {
	for merged := true; merged && len(spans) > 1; {
		merged = false
		var result []span
		for len(spans) > 0 {
			last := spans[len(spans)-1]
			var rest []span
			for _, s := range spans[:len(spans)-1] {
				if m, ok := last.merge(s); ok {
					last, merged = m, true
				} else {
					rest = append(rest, s)
				}
			}
			result = append(result, last)
			spans = rest
		}
		for i := len(result) - 1; i >= 0; i-- {
			spans = append(spans, result[i])
		}
	}
	if len(spans) == 0 {
		spans = []span{nothing}
	}
	return spans
}

func (r span) merge(o span) (span, bool) {
	if r.any || o.any {
		return everything, true
	}
	if !(r.include(o.begin) || o.include(r.begin) || r.touches(o) || o.touches(r)) {
		return span{}, false
	}
	m := r
	m.exact = false
	switch c := r.begin.Compare(o.begin); {
	case c > 0:
		m.begin, m.excludeBegin, m.lower = o.begin, o.excludeBegin, o.lower
	case c == 0:
		m.excludeBegin = r.excludeBegin && o.excludeBegin
	}
	switch c := r.end.Compare(o.end); {
	case c < 0:
		m.end, m.excludeEnd, m.upper = o.end, o.excludeEnd, o.upper
	case c == 0:
		m.excludeEnd = r.excludeEnd && o.excludeEnd
	}
	return m, true
}

// touches reports whether o begins where r ends.
func (r span) touches(o span) bool {
	if o.excludeBegin {
		return false
	}
	if r.excludeEnd {
		return r.end.Compare(o.begin) == 0
	}
	return r.end.Major != math.MaxInt64 && VersionOf(r.end.Major, r.end.Minor, r.end.Patch+1).Compare(o.begin) == 0
}

// mergeVersionRanges joins ranges as Puppet does when it creates a SemVer type.
func mergeVersionRanges(ranges []*VersionRange) []*VersionRange {
	if len(ranges) < 2 {
		return ranges
	}
	var result []*VersionRange
	ranges = append([]*VersionRange(nil), ranges...)
	for len(ranges) > 0 {
		last := ranges[len(ranges)-1]
		var rest []*VersionRange
		for _, r := range ranges[:len(ranges)-1] {
			if m := mergeRangePair(last, r); m != nil {
				last = m
			} else {
				rest = append(rest, r)
			}
		}
		result = append(result, last)
		ranges = rest
	}
	for i, j := 0, len(result)-1; i < j; i, j = i+1, j-1 {
		result[i], result[j] = result[j], result[i]
	}
	return result
}

func mergeRangePair(a, b *VersionRange) *VersionRange {
	x, okA := a.single()
	y, okB := b.single()
	if !okA || !okB {
		return nil
	}
	switch {
	case a.Includes(y.begin) || b.Includes(x.begin):
		low, high := x.begin, x.end
		if y.begin.Compare(low) < 0 {
			low = y.begin
		}
		exclude := false
		if y.end.Compare(high) > 0 {
			high = y.end
		}
		if x.excludeEnd {
			exclude = high.Compare(x.end) == 0 && (high.Compare(y.end) > 0 || y.excludeEnd)
		} else if y.excludeEnd {
			exclude = high.Compare(y.end) == 0 && (high.Compare(x.end) > 0 || x.excludeEnd)
		}
		return RangeBetween(low, high, exclude)
	case x.excludeEnd && x.end.same(y.begin):
		return RangeBetween(x.begin, y.end, y.excludeEnd)
	case y.excludeEnd && y.end.same(x.begin):
		return RangeBetween(y.begin, x.end, x.excludeEnd)
	}
	return nil
}

// coveredBy reports whether every version of a is in b. Like Puppet's SemVer type, it compares
// only their ends.
func (a *VersionRange) coveredBy(b *VersionRange) bool {
	x, okA := a.single()
	y, okB := b.single()
	if !okA || !okB {
		return a == b || a.inspect() == b.inspect()
	}
	if y.begin.Compare(x.begin) > 0 {
		return false
	}
	c := y.end.Compare(x.end)
	return c > 0 || c == 0 && (!y.excludeEnd || x.excludeEnd)
}

// hasPrerelease reports whether the range names a prerelease. Its ends then do not determine
// the versions in it.
func (r *VersionRange) hasPrerelease() bool {
	for _, s := range r.spans {
		if !s.any && (s.lower && !s.begin.stable() || s.upper && !s.end.stable()) {
			return true
		}
	}
	return false
}
