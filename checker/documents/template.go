package documents

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// renderers holds the definitions that render each ERB template.
type renderers struct {
	// byTemplate maps a template name (module/path) to its renderers. A nil renderer means that
	// the template sees unknown variables.
	byTemplate map[string][]*program.Definition
	// dynamic are the modules with code that renders a template with a computed name. outside
	// means that there is such code outside of all modules.
	dynamic map[string]bool
	outside bool
}

// Rendering is a call of template(). template is empty if the name is computed. by is the
// definition that contains the call; nil if the variables that the template sees are unknown.
type Rendering struct {
	Template string
	By       *module.Definition
}

// readRenderers finds the calls of template() in the whole tree.
func (p *Documents) readRenderers() *renderers {
	found := &renderers{byTemplate: map[string][]*program.Definition{}, dynamic: map[string]bool{}}
	definitions := map[*module.Definition]*program.Definition{nil: nil}
	add := func(manifest *module.Manifest) {
		for _, one := range p.RenderingsIn(manifest) {
			if _, known := definitions[one.By]; !known {
				definitions[one.By] = p.NewDefinition(one.By)
			}
			switch {
			case one.Template != "":
				found.byTemplate[one.Template] = append(found.byTemplate[one.Template], definitions[one.By])
			case manifest.Module != nil:
				found.dynamic[manifest.Module.Name] = true
			default:
				found.outside = true
			}
		}
	}
	for _, manifest := range append(p.Initial[:len(p.Initial):len(p.Initial)], p.Tree.Manifests.Initial()...) {
		add(manifest)
	}
	for _, owner := range p.Tree.Modules {
		for _, manifest := range p.Tree.Manifests.Of(owner) {
			add(manifest)
		}
		for _, manifest := range p.Tree.Documents.EmbeddedTemplates(owner) {
			add(manifest)
		}
		for _, template := range p.Tree.Documents.RubyTemplates(owner) {
			for _, call := range template.Calls {
				for _, text := range call.Strings {
					found.byTemplate[text.Text] = append(found.byTemplate[text.Text], nil)
				}
			}
		}
	}
	return found
}

// RenderingsIn returns the calls of template() in a manifest. In an autoloaded manifest only
// calls inside definitions count.
func (f *SyntaxInfo) RenderingsIn(manifest *module.Manifest) []Rendering {
	return f.renderings.Get(manifest, func() (found []Rendering) {
		if manifest.Module == nil || manifest.Options.EPP {
			return renderingsBelow(manifest, manifest.Program, nil)
		}
		for _, node := range manifest.Program.Definitions {
			var by *module.Definition
			for _, known := range manifest.Definitions {
				if known.Node == node && (known.Kind == module.Class || known.Kind == module.DefinedType) {
					by = known
				}
			}
			found = append(found, renderingsBelow(manifest, node, by)...)
		}
		return found
	})
}

func renderingsBelow(manifest *module.Manifest, root syntax.Node, by *module.Definition) (found []Rendering) {
	syntax.Inspect(root, func(node syntax.Node) bool {
		switch node.(type) {
		case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
			if name, arguments := syntax.CalledFunction(node); name == "template" {
				for _, argument := range arguments {
					found = append(found, Rendering{templateName(manifest, argument), by})
				}
			}
		}
		return true
	})
	return found
}

// templateName returns the name of a template if it is literal: a plain string, or one that
// interpolates only $module_name. Otherwise it returns "".
func templateName(manifest *module.Manifest, node syntax.Node) string {
	text, ok := node.(*syntax.ConcatenatedString)
	if !ok || manifest.Module == nil {
		return program.LiteralText(node)
	}
	name, _ := syntax.TextInModule(text, manifest.Module.Name)
	return name
}

// templateReader checks one ERB template.
type templateReader struct {
	*Reader
	owner    *module.Module
	template *erb.Template
	bodies   []*program.Definition
}

// checkTemplate checks the variables of an ERB template against those of the definitions that
// render it. It reports nothing if other code may render it.
func (r *Reader) checkTemplate(path string) {
	owner, relative := r.Tree.ModuleOf(path)
	name, inTemplates := strings.CutPrefix(relative, "templates/")
	if owner == nil || !inTemplates {
		return
	}
	checkUnusedValues(r, r.Tree.Documents.Template(path))
	r.dependOn(deps.TemplateRenderers(owner.Name + "/" + name))
	r.dependOn(deps.ComputedRenderers)
	known := r.renderers()
	bodies := known.byTemplate[owner.Name+"/"+name]
	template := r.Tree.Documents.Template(path)
	t := &templateReader{Reader: r, owner: owner, template: template, bodies: bodies}
	if isOpen := known.outside || slices.Contains(bodies, nil); isOpen || known.dynamic[owner.Name] {
		r.File = template.File
		t.checkLegacyFacts(isOpen)
		return
	}
	if len(bodies) == 0 {
		return
	}
	r.File = template.File
	if !template.Open {
		t.checkVariables()
	}
	t.checkNames()
}

// checkUnusedValues reports the tags that read a variable and do nothing with its value.
func checkUnusedValues(r *Reader, template *erb.Template) {
	r.File = template.File
	for _, segment := range template.UnusedValues() {
		written := strings.TrimSpace(r.File.Slice(segment.Body))
		finding := r.report(&code.UnusedTemplateValue, segment.Span, "the value of "+written+" is not written: <% %> only runs code")
		text := r.File.Slice(segment.Span)
		text = "<%=" + strings.TrimPrefix(strings.TrimPrefix(text, "<%"), "-")
		finding.Help = "write " + text
		finding.Fixes = []diag.Fix{{Message: finding.Help, Safety: diag.Unsafe, Edits: []diag.Edit{{File: r.File, Span: segment.Span, NewText: text}}}}
	}
}

// checkVariables reports variables that none of the renderers sets.
func (t *templateReader) checkVariables() {
	set := t.setByRenderers()
	for _, use := range t.template.Variables {
		if use.Tested || use.Assigned || use.Name == "" {
			continue
		}
		if use.Absolute {
			if t.IsLegacyVariable(use.Name) {
				t.checkLegacyFact(use)
			}
			continue
		}
		if strings.Contains(use.Name, "::") {
			t.checkQualified(use)
			continue
		}
		if set.open || set.names[use.Name] || t.mayBeMetaparameter(use.Name) {
			continue
		}
		if t.IsLegacyVariable(use.Name) {
			t.checkLegacyFact(use)
			continue
		}
		if t.TopVariable(t.bodies[0].Body(), use.Name) != nil || t.mayBeSetElsewhere(use.Name) {
			continue
		}
		t.reportVariable(use.Span, "$"+use.Name+" is not set by "+t.describeRenderers()+", nor at top scope", use.Name, set.index().Best(use.Name))
	}
}

// checkLegacyFacts reports the legacy facts in a template that any code of its module may render, or,
// if isOpen is set, any code of the tree: none of it sets a variable of such a name.
func (t *templateReader) checkLegacyFacts(isOpen bool) {
	for _, use := range t.template.Variables {
		if use.Tested || use.Assigned || !t.IsLegacyVariable(use.Name) || t.mayBeSetElsewhere(use.Name) {
			continue
		}
		isSet := func(manifest *module.Manifest) bool {
			mayRender := isOpen || manifest.Module == t.owner || slices.ContainsFunc(t.bodies, func(body *program.Definition) bool { return body.Manifest == manifest })
			return mayRender && t.UsesIn(manifest).Of(use.Name)&program.Sets != 0
		}
		if use.Absolute || !slices.ContainsFunc(t.Tree.Manifests.With(use.Name), isSet) {
			t.checkLegacyFact(use)
		}
	}
}

// setByRenderers returns the variables that any renderer of the template may set.
func (t *templateReader) setByRenderers() variableNames {
	if len(t.bodies) == 1 {
		return t.variablesOf(t.bodies[0])
	}
	all := map[string]bool{}
	for _, body := range t.bodies {
		known := t.variablesOf(body)
		if known.open {
			return known
		}
		maps.Copy(all, known.names)
	}
	return newVariableNames(all, false)
}

// mayBeMetaparameter reports whether a name is that of a metaparameter: a renderer has such a
// variable if its declaration sets the metaparameter.
func (t *templateReader) mayBeMetaparameter(name string) bool {
	return builtin.Metaparameter(name) != nil &&
		slices.ContainsFunc(t.bodies, func(body *program.Definition) bool { return body.MayHaveMetaparameter(name) })
}

// mayBeSetElsewhere reports whether a variable that no renderer of the template sets may have a value
// nevertheless: from an external fact, a node classifier, or a manifest that is applied.
func (t *templateReader) mayBeSetElsewhere(name string) bool {
	t.dependOn(deps.VariableUses(name))
	return t.Tree.Facts.MayBeExternal(name) || t.Tree.Documents.IsInterpolated(name) || t.IsSetAtTop(name) || t.IsSetOutside(name)
}

// checkLegacyFact reports a legacy fact, which Puppet 8 does not have.
func (t *templateReader) checkLegacyFact(use erb.Variable) {
	fact := builtin.LegacyFact(use.Name)
	if t.Target < 8 || !fact.IsCertain() {
		return
	}
	finding := t.report(&code.LegacyFactInTemplate, use.Span, "'"+use.Name+"' is a legacy fact, which Puppet 8 does not have")
	if fact.Replacement == "" || strings.ContainsAny(fact.Replacement, "<> ") {
		return
	}
	replacement := "@" + fact.Expression()
	finding.Help = "write " + replacement
	span := use.Span
	switch text := t.File.Text; {
	case !fact.IsSame(use.Name) || strings.HasSuffix(text[:span.Start], "#"): // the new fact has other values, or "#@name" stands in a string
		return
	case use.Form == erb.Scope:
		// The quotes and brackets around the name stay unchanged.
		quote, closing := text[span.Start-1:span.Start], text[span.End:min(int(span.End)+2, len(text))]
		if (quote != "'" && quote != `"`) || closing != quote+"]" && closing != quote+")" {
			return
		}
		span.End += 2
		path := strings.TrimPrefix(fact.Expression(), "facts")
		replacement = "facts" + closing + path
	default:
		replacement = "@" + fact.Expression()
	}
	finding.Fixes = []diag.Fix{{
		Message: finding.Help, Safety: diag.Unsafe, Edits: []diag.Edit{{File: t.File, Span: span, NewText: replacement}},
	}}
}

// reportVariable reports a variable that nothing seems to set. Unless the name looks like a
// typo, the variable may be a fact of a missing module.
func (t *templateReader) reportVariable(span source.Span, message, written, meant string) {
	if meant == "" && (t.CustomFacts().Open || !t.isClosed(t.owner)) {
		return
	}
	finding := t.report(&code.UnknownTemplateVariable, span, message)
	finding.Suggest(diag.Suggestion{Written: written, Meant: meant})
	if meant == "" { // a typo is a mistake of its own
		finding.Cause = diag.CauseOf(finding.File.Name, ": ", message)
	}
}

func (t *templateReader) checkQualified(use erb.Variable) {
	at := strings.LastIndex(use.Name, "::")
	if name := use.Name[at+2:]; use.Name[:at] == "settings" {
		if meant := misspeltSetting(name); meant != "" {
			t.reportVariable(use.Span, "Puppet has no setting '"+name+"'", name, meant)
		}
		return
	}
	class := t.Class(module.Normalize(use.Name[:at]))
	if class == nil {
		return
	}
	known := t.variablesOf(class)
	if known.open || known.names[use.Name[at+2:]] {
		return
	}
	meant := known.index().Best(use.Name[at+2:])
	finding := t.report(&code.UnknownTemplateVariable, use.Span, "class '"+class.Name+"' has no variable '"+use.Name[at+2:]+"'")
	finding.Suggest(diag.Suggestion{Written: use.Name[at+2:], Meant: meant})
}

// checkNames reports parameters that are used without @.
func (t *templateReader) checkNames() {
	for _, name := range t.template.Names {
		isVariable := true
		for _, body := range t.bodies {
			t.dependOn(deps.Parameter(body.Name, name.Name))
			isVariable = isVariable && body.Parameter(name.Name) != nil
		}
		if isVariable {
			finding := t.report(&code.BareTemplateVariable, name.Span, "'"+name.Name+"' is not a Ruby method")
			finding.Help = "write @" + name.Name + " for the Puppet variable"
			finding.Cause = diag.CauseOf(finding.File.Name, ": ", finding.Message)
		}
	}
}

func (t *templateReader) describeRenderers() string {
	kind := "class '"
	if t.bodies[0].Kind == module.DefinedType {
		kind = "defined type '"
	}
	if len(t.bodies) > 1 {
		return "any of those that render this template, such as " + kind + t.bodies[0].Name + "'"
	}
	return kind + t.bodies[0].Name + "', which renders this template"
}

// variableNames are the names of all variables that a class or defined type may set, including
// inherited ones. open means that it may set others, too.
type variableNames struct {
	names map[string]bool
	open  bool
	// index returns an index of the names.
	index func() *spell.Index
}

func newVariableNames(names map[string]bool, open bool) variableNames {
	return variableNames{names, open, sync.OnceValue(func() *spell.Index { return spell.NewIndex(slices.Sorted(maps.Keys(names))) })}
}

// VariablesOf returns the variables of a class or defined type. The caller must not change the
// map.
func (p *Documents) VariablesOf(d *program.Definition) (names map[string]bool, open bool) {
	found := p.variablesOf(d)
	return found.names, found.open
}

func (p *Documents) variablesOf(d *program.Definition) variableNames {
	return p.variableNames.Get(d.Node, func() variableNames { return newVariableNames(p.collectVariables(d)) })
}

// LineOf returns the names of a class and its ancestors. The last ancestor may not exist.
func (p *Documents) LineOf(d *program.Definition) (names []string) {
	for names = []string{d.Name}; d != nil && d.Parent() != "" && len(names) <= program.MaxAncestors; d = p.Class(d.Parent()) {
		names = append(names, d.Parent())
	}
	return names
}

func (p *Documents) collectVariables(d *program.Definition) (names map[string]bool, open bool) {
	names = map[string]bool{"title": true, "name": true, "module_name": true, "caller_module_name": true}
	for range program.MaxAncestors {
		for _, parameter := range d.Parameters {
			names[parameter.Name] = true
		}
		for _, name := range NamesSetIn(d.Node) {
			names[name] = true
		}
		if d.Kind == module.DefinedType {
			for _, name := range []string{"alias", "before", "notify", "require", "subscribe", "noop", "loglevel", "schedule", "stage", "tag", "audit", "consume", "export"} {
				names[name] = true
			}
		}
		parent := d.Parent()
		if parent == "" {
			return names, false
		}
		if d = p.Class(parent); d == nil {
			return names, true
		}
	}
	return names, true
}

// NamesSetIn returns the names of the variables that code sets anywhere, including lambdas.
func NamesSetIn(root syntax.Node) (names []string) {
	syntax.Inspect(root, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.AssignmentExpression:
			names = append(names, program.TargetsOf(node.Left)...)
		case *syntax.LambdaExpression:
			for _, parameter := range node.Parameters {
				names = append(names, parameter.Name)
			}
		}
		return true
	})
	return names
}
