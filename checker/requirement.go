package checker

import (
	"fmt"
	"strconv"
	"strings"

	"puppet-lint/diag"
	"puppet-lint/document"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// oldFunctions are functions of Puppet's own that modules had before under the
// same name: using one says nothing of the version. Those that came with Puppet
// 4 had been there before, too.
var oldFunctions = map[string]bool{
	"abs": true, "camelcase": true, "capitalize": true, "ceiling": true, "chomp": true, "chop": true, "convert_to": true, "downcase": true,
	"empty": true, "flatten": true, "floor": true, "getvar": true, "join": true, "keys": true, "length": true, "lstrip": true, "max": true,
	"min": true, "round": true, "rstrip": true, "size": true, "sort": true, "strip": true, "unique": true, "upcase": true, "values": true,
}

// feature is something that a module uses and that came with a version of
// Puppet.
type feature struct {
	moduleUse
	major int
}

// checkRequirement compares the versions of Puppet that a module says it works
// with and what its code uses. Only whole versions are told apart.
func (m *metadataReader) checkRequirement(wanted *document.Node, allowed *types.VersionRange) {
	if m.tree.Module(m.module.Name) != m.module {
		return
	}
	lowest := lowestMajor(allowed)
	if lowest == 0 {
		return
	}
	newest := m.newestFeature(m.module)
	if newest.major <= lowest {
		return
	}
	finding := m.report(&requirementTooLow, wanted.Span, fmt.Sprintf("%s came with Puppet %d, and Puppet %d is allowed", newest.what, newest.major, lowest))
	finding.Related = append(finding.Related, diag.Related{File: newest.file, Span: newest.span, Message: "used here"})
}

// newestFeature is the use of what came last.
func (p *program) newestFeature(owner *module.Module) feature {
	newest := feature{}
	for _, manifest := range append(p.tree.ManifestsOf(owner), p.tree.EmbeddedTemplates(owner)...) {
		add := func(major int, what string, at syntax.Node) {
			if major > newest.major {
				newest = feature{moduleUse{manifest.Source, manifest.Extent(at), what}, major}
			}
		}
		function := func(at syntax.Node) {
			name := module.Normalize(literalText(at))
			if name == "" || oldFunctions[name] || p.ownerOfFunction(name) != "" {
				return
			}
			if known := builtin.FindFunction(name); known != nil && !known.Legacy && majorOfVersion(known.Since) > 4 {
				add(majorOfVersion(known.Since), "the function "+name+"()", at)
			}
		}
		syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
			switch node := node.(type) {
			case *syntax.CallNamedFunctionExpression:
				function(node.Functor)
			case *syntax.CallMethodExpression:
				if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok {
					function(access.Right)
				}
			case *syntax.Parameter:
				if node.TypeExpr != nil {
					add(4, "the type of a parameter", node.TypeExpr)
				}
			case *syntax.LambdaExpression:
				if _, isTemplate := node.Body.(*syntax.EppExpression); !isTemplate {
					add(4, "the block of a call", node)
				}
			case *syntax.QualifiedReference:
				if strings.EqualFold(strings.TrimPrefix(node.Value, "::"), "Deferred") {
					add(6, "the type Deferred", node)
				}
			}
			return true
		})
	}
	return newest
}

func majorOfVersion(version string) int {
	major, _, _ := strings.Cut(version, ".")
	number, _ := strconv.Atoi(major)
	return number
}

// The versions of Puppet among which the lowest is looked for.
const (
	oldestMajor, newestMajor = 3, 9
	mostMinors               = 40
)

// lowestMajor is the first version of Puppet of which a range allows a release;
// 0 when there is none.
func lowestMajor(allowed *types.VersionRange) int {
	for major := oldestMajor; major <= newestMajor; major++ {
		for minor := range mostMinors {
			for _, patch := range []int{0, 99} {
				version, err := types.ParseVersion(fmt.Sprintf("%d.%d.%d", major, minor, patch))
				if err == nil && allowed.Includes(version) {
					return major
				}
			}
		}
	}
	return 0
}
