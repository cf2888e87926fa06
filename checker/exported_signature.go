package checker

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/documents"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// exportedSignature is the part of a manifest that other files can see without evaluating it,
// as text. If two manifests have equal signatures, and evaluating their bodies gives equal
// summaries, other files cannot distinguish them.
type exportedSignature struct {
	// declarations is read off the syntax: the definitions of the manifest, and how to call its
	// functions, plans and templates.
	declarations string
	// surroundings is read off the syntax: the names of the definitions, and what these declare
	// and need. Findings in other files of the module may depend on it, even if those files
	// name nothing of the manifest (undeclared.go).
	surroundings string
	// calls holds the calls of EPP templates, which see the variables that the calls pass.
	calls string
	// parts is read off the syntax, too. Each part of a definition has a dependency key, such
	// as deps.Body, and concerns only the files that depend on this key.
	parts map[string]string
}

// changeTo returns how another signature differs.
func (f *exportedSignature) changeTo(other *exportedSignature) deps.Change {
	return deps.Change{Surroundings: f.surroundings != other.surroundings, Calls: f.calls != other.calls}
}

// signatureOfManifest returns the signature of a manifest.
func (f *sessionInfo) signatureOfManifest(manifest *module.Manifest) *exportedSignature {
	return f.exportedSignatures.Get(manifest, func() *exportedSignature { return f.readSignature(manifest) })
}

func (f *sessionInfo) readSignature(manifest *module.Manifest) *exportedSignature {
	var declarations, surroundings strings.Builder
	parts := deps.Texts{}
	for _, definition := range manifest.Definitions {
		fmt.Fprintf(&surroundings, "%d %s\n", definition.Kind, definition.Name)
		outline := fmt.Sprintf("%d %s %t %t %s\n", definition.Kind, definition.Name, program.IsDamaged(definition), program.IsSignatureDamaged(definition), eval.OutlineOf(definition.Node, manifest))
		// A damaged definition is not evaluated and has no summary. So the source of the
		// definitions of a broken manifest counts instead.
		switch {
		case !program.IsBroken(manifest):
		case definition.Kind == module.Class:
			parts.Add(deps.Variables(definition.Name), eval.SourceOf(definition.Node, manifest))
			parts.Add(deps.VariableNames(definition.Name), eval.SourceOf(definition.Node, manifest))
		case definition.Kind != module.DefinedType:
			outline += eval.SourceOf(definition.Node, manifest)
		}
		declarations.WriteString(outline)
		declaration := outline + eval.ParametersText(definition.Node, manifest)
		if definition.Kind == module.Class || definition.Kind == module.DefinedType || definition.Kind == module.Function {
			surroundings.WriteString(f.Declarations.LocalOf(definition.Node).Text() + "\n")
			declaration += fmt.Sprintf("%q %t\n", documents.NamesSetIn(definition.Node), eval.AssertsPrivate(definition.Node))
			parts.Add(deps.CertainDeclarations(definition.Name), f.Declarations.CertainOf(definition.Node).Text())
		}
		if isEvaluatedAtCallSites(definition.Node) {
			parts.Add(deps.Body(definition.Name), eval.SourceOf(definition.Node, manifest))
		}
		eval.AddParameterSignatures(parts, definition, manifest)
		parts.Add(deps.Declaration(definition.Name), declaration)
	}
	if manifest.Module == nil {
		addTop(parts, manifest)
		surroundings.WriteString(f.declaredAtTop(manifest))
	}
	for _, one := range f.Documents.UsesIn(manifest) {
		parts.Add(deps.VariableUses(one.Name), fmt.Sprint(one.Use))
	}
	eval.AddGivenSignatures(parts, manifest)
	if lambda, ok := manifest.Program.Body.(*syntax.LambdaExpression); ok {
		embedded, isTemplate := lambda.Body.(*syntax.EppExpression)
		fmt.Fprintf(&declarations, "%t %t %s", program.IsBroken(manifest), isTemplate && embedded.ParametersSpecified, eval.TextOf(manifest, lambda.Parameters))
	}
	return &exportedSignature{declarations.String(), surroundings.String(), callsIn(manifest), parts.Whole()}
}

// summaries returns the results of evaluating the bodies of a manifest, as text, by dependency
// key. Variables have a key each (deps.Variable). What concerns all users of a definition has
// the definition's name.
func (c *checked) summaries() map[string]string {
	if c.summed == nil {
		c.summed = map[string]string{}
		for _, one := range c.summarized {
			one.addTo(c.summed)
		}
	}
	return c.summed
}

// callsIn returns the text of the calls of epp() in a manifest, and the names of templates
// elsewhere in it.
func callsIn(manifest *module.Manifest) string {
	if !strings.Contains(manifest.Source.Text, "epp") {
		return ""
	}
	var calls strings.Builder
	syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
			if name, _ := syntax.CalledFunction(node); name == "epp" {
				calls.WriteString(eval.SourceOf(node, manifest))
			}
		case *syntax.LiteralString:
			if strings.HasSuffix(node.Value, ".epp") {
				fmt.Fprintf(&calls, "%q\n", node.Value)
			}
		}
		return true
	})
	return calls.String()
}

// isEvaluatedAtCallSites reports whether a definition is evaluated at call sites, so that declarations
// report what fails in its body.
func isEvaluatedAtCallSites(node syntax.Node) bool {
	switch node := node.(type) {
	case *syntax.HostClassDefinition:
		return len(node.Parameters) > 0
	case *syntax.ResourceTypeDefinition:
		return true
	}
	return false
}

// definitionSummary is the result of evaluating a definition, or the code of an initial manifest at
// top scope, which has no name.
type definitionSummary struct {
	kind module.Kind
	name string
	*program.Summary
}

// addTo adds the summary of a definition, or of the code at top scope, to found, by dependency key.
func (s *definitionSummary) addTo(found map[string]string) {
	if s.name == "" {
		for name, t := range s.Variables {
			found[deps.TopVariable(name)] += types.ExactString(t)
		}
		return
	}
	for name, t := range s.Variables {
		found[deps.Variable(s.name, name)] += types.ExactString(t)
	}
	if s.Returns != nil && (s.kind == module.Function || s.kind == module.Plan) {
		found[s.name] += types.ExactString(s.Returns)
	}
	found[deps.Variables(s.name)] += fmt.Sprintf("%t %t\n", s.Open, s.Placeholder)
	found[deps.VariableNames(s.name)] += strings.Join(slices.Sorted(maps.Keys(s.Variables)), " ")
}
