package documents

import (
	"fmt"
	"strconv"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// oldFunctions are functions of Puppet that a module had earlier under the same name, or that
// existed in another form before. Using one implies no minimum version of Puppet.
var oldFunctions = map[string]bool{
	"abs": true, "camelcase": true, "capitalize": true, "ceiling": true, "chomp": true, "chop": true, "convert_to": true, "dig": true, "downcase": true,
	"empty": true, "flatten": true, "floor": true, "getvar": true, "join": true, "keys": true, "length": true, "lstrip": true, "max": true,
	"min": true, "round": true, "rstrip": true, "size": true, "sort": true, "strftime": true, "strip": true, "type": true, "unique": true, "upcase": true,
	"values": true,
	"alert":  true, "crit": true, "debug": true, "emerg": true, "err": true, "info": true, "notice": true, "warning": true,
}

// newTypes are the data types added after Puppet 4.0, with the release whose notes name them.
var newTypes = map[string]release{
	"notundef": {4, 1}, "iterable": {4, 4}, "iterator": {4, 4}, "semver": {4, 5}, "semverrange": {4, 5}, "sensitive": {4, 6},
	"timestamp": {4, 8}, "timespan": {4, 8}, "binary": {4, 8}, "init": {5, 1}, "deferred": {6, 0},
}

// betweenReleases are functions that a patch release added. Here they count as part of the
// release before it.
var betweenReleases = map[string]release{"unwrap": {4, 6}}

// Features added to the language after Puppet 3, according to the release notes.
var (
	typedLanguage     = release{4, 0}
	languageFunctions = release{4, 1}
	severalVariables  = release{4, 1} // [$a, $b] = …
	typeAliases       = release{4, 4}
	newByTypeName     = release{4, 5} // Integer('5')
	returnTypes       = release{4, 8}
)

// release is a release of Puppet without the patch level, since patch releases add no features.
type release struct{ major, minor int }

func (r release) isAfter(other release) bool {
	return r.major > other.major || r.major == other.major && r.minor > other.minor
}

// String returns the release in the usual notation: without a minor version of 0.
func (r release) String() string {
	if r.minor == 0 {
		return strconv.Itoa(r.major)
	}
	return fmt.Sprintf("%d.%d", r.major, r.minor)
}

// feature is a feature of Puppet that a module uses, and the release that added it.
type feature struct {
	moduleUse
	since release
}

// checkRequirement compares the Puppet versions that a module claims to support with the
// features that its code uses.
func (m *metadataReader) checkRequirement(wanted *document.Node, allowed *types.VersionRange) {
	if !m.Strict || m.Tree.Module(m.module.Name) != m.module {
		return
	}
	lowest := lowestRelease(allowed)
	if lowest.major == 0 {
		return
	}
	newest := m.newestFeature(m.module)
	if !newest.since.isAfter(lowest) {
		return
	}
	finding := m.report(&code.RequirementTooWide, wanted.Span, fmt.Sprintf("%s needs Puppet %s, but this range allows Puppet %s", newest.what, newest.since, lowest))
	finding.Help = fmt.Sprintf("raise the lower bound to %d.%d.0", newest.since.major, newest.since.minor)
	finding.Related = append(finding.Related, diag.Related{File: newest.file, Span: newest.span, Message: "used here"})
}

// newestFeature returns a use of the newest feature that a module uses.
func (p *Documents) newestFeature(owner *module.Module) feature {
	newest := feature{}
	for _, manifest := range append(p.Tree.Manifests.Of(owner), p.Tree.Documents.EmbeddedTemplates(owner)...) {
		p.eachFeature(manifest, func(since release, what string, at syntax.Node) {
			if since.isAfter(newest.since) {
				newest = feature{moduleUse{file: manifest.Source, span: manifest.Extent(at), what: what}, since}
			}
		})
	}
	return newest
}

// eachFeature calls show for each use in a manifest of a feature that some versions of Puppet
// lack.
func (p *Documents) eachFeature(manifest *module.Manifest, show func(since release, what string, at syntax.Node)) {
	function := func(at syntax.Node) {
		name := module.Normalize(program.LiteralText(at))
		if name == "" || oldFunctions[name] || p.OwnerOfFunction(name) != "" {
			return
		}
		if known := builtin.FindFunction(name); known != nil && !known.Legacy {
			since := releaseOf(known.Since)
			if earlier, found := betweenReleases[name]; found {
				since = earlier
			}
			if since.isAfter(typedLanguage) {
				show(since, "the function "+name+"()", at)
			}
		}
	}
	syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.CallNamedFunctionExpression:
			function(node.Functor)
			if reference, ok := node.Functor.(*syntax.QualifiedReference); ok {
				show(newByTypeName, "making a value by the name of its type", reference)
			}
		case *syntax.CallMethodExpression:
			if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok {
				function(access.Right)
			}
		case *syntax.Parameter:
			if node.TypeExpr != nil {
				show(typedLanguage, "the type of a parameter", node.TypeExpr)
			}
		case *syntax.LambdaExpression:
			if _, isTemplate := node.Body.(*syntax.EppExpression); !isTemplate {
				show(typedLanguage, "the block of a call", node)
			}
			if node.ReturnType != nil {
				show(returnTypes, "the return type of a block", node.ReturnType)
			}
		case *syntax.AssignmentExpression:
			if list, ok := node.Left.(*syntax.LiteralList); ok {
				show(severalVariables, "setting several variables at once", list)
			}
		case *syntax.FunctionDefinition:
			show(languageFunctions, "a function in Puppet's language", node)
			if node.ReturnType != nil {
				show(returnTypes, "the return type of a function", node.ReturnType)
			}
		case *syntax.TypeAlias:
			show(typeAliases, "a type alias", node)
		case *syntax.QualifiedReference:
			if since, known := newTypes[strings.ToLower(strings.TrimPrefix(node.Value, "::"))]; known {
				show(since, "the type "+node.Value, node)
			}
		}
		return true
	})
}

// releaseOf parses the release of a version X.Y.Z.
func releaseOf(version string) release {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	var r release
	r.major, _ = strconv.Atoi(major)
	r.minor, _ = strconv.Atoi(minor)
	return r
}

// Bounds of the search for the lowest release of Puppet.
const (
	oldestMajor, newestMajor = 3, 9
	mostMinors               = 40
)

// lowestRelease returns the lowest release of Puppet of which a range allows a patch level; the
// zero release if there is none.
func lowestRelease(allowed *types.VersionRange) release {
	for major := oldestMajor; major <= newestMajor; major++ {
		for minor := range mostMinors {
			for _, patch := range []int{0, 99} {
				version, err := types.ParseVersion(fmt.Sprintf("%d.%d.%d", major, minor, patch))
				if err == nil && allowed.Includes(version) {
					return release{major, minor}
				}
			}
		}
	}
	return release{}
}
