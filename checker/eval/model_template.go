package eval

import (
	"maps"
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// modelFile models template() and file(), which return text from a file of a module.
func (e *Evaluator) modelFile(c *Call) Type {
	e.checkFiles(c, map[string]string{"template": "templates/", "file": "files/"}[c.Name])
	if c.Name == "template" && e.reporting {
		for _, argument := range c.Arguments {
			if name, known := lattice.StringOf(argument); known {
				e.checkFirstRead(c, name)
			}
		}
	}
	return e.String
}

// checkFirstRead reports an ERB template whose first code reads a variable of a class that
// nothing can have declared by then. Later code is not checked, since it may not be run.
func (e *Evaluator) checkFirstRead(c *Call, name string) {
	path := e.Tree.Documents.TemplatePath(name)
	if path == "" || !e.hasFile("templates/", name) {
		return
	}
	use := FirstRead(e.Tree.Documents.Template(path))
	if use == nil {
		return
	}
	at := strings.LastIndex(use.Name, "::")
	className := module.Normalize(use.Name[:at])
	e.depend(className)
	if class := e.Class(className); class != nil {
		for _, name := range e.LineOf(class) {
			e.depend(deps.Declaration(name))
		}
		if names, _ := e.VariablesOf(class); names[use.Name[at+2:]] {
			e.checkIncluded(className, use.Name, c.At)
		}
	}
}

// FirstRead returns the variable of a class that the first code of a template reads, or nil.
func FirstRead(template *erb.Template) *erb.Variable {
	if len(template.Variables) == 0 {
		return nil
	}
	use := &template.Variables[0]
	if use.Form != erb.Scope || !strings.Contains(use.Name, "::") {
		return nil
	}
	for _, segment := range template.Segments {
		if segment.Kind != erb.Code && segment.Kind != erb.Expression {
			continue
		}
		if segment.Span.Start <= use.Span.Start && use.Span.End <= segment.Span.End {
			return use
		}
		return nil
	}
	return nil
}

// modelEpp models epp() and inline_epp(), which return a String, or a Sensitive[String] if a
// parameter is Sensitive.
func (e *Evaluator) modelEpp(c *Call) Type {
	if len(c.Arguments) == 0 {
		return e.Unknown
	}
	if c.Name == "epp" {
		e.checkFiles(c, "templates/")
	}
	if template := e.templateOfCall(c); template != nil {
		e.checkTemplateCall(c, template)
		if c.Name == "inline_epp" && e.reporting {
			e.checkInlineTemplate(c, template)
		}
		if e.compiling != nil {
			if text := e.compiling.RenderedTemplate(c, template); text != nil {
				return text
			}
		}
	}
	return e.Join(e.String, e.Sensitive(e.String))
}

// templateOfCall returns the EPP template that a call renders, nil if it is not known or has
// fatal syntax errors.
func (e *Evaluator) templateOfCall(c *Call) *module.Manifest {
	text, known := lattice.StringOf(c.Argument(0))
	if !known {
		return nil
	}
	var manifest *module.Manifest
	if c.Name == "inline_epp" {
		manifest = module.NewManifest(source.NewFile("inline.epp", text), e.Body.Module)
	} else {
		first, rest, found := strings.Cut(text, "/")
		home := e.Tree.Module(first)
		if !found || home == nil {
			return nil
		}
		rest = "templates/" + strings.TrimSuffix(rest, ".epp") + ".epp"
		if !e.moduleHasFile(home, rest) {
			return nil
		}
		manifest = e.Tree.Manifests.At(home.Path(rest))
	}
	for _, mistake := range manifest.Errors {
		if mistake.Fatal {
			return nil
		}
	}
	return manifest
}

// checkTemplateCall checks the parameters passed to a template against those that it declares
// (EppEvaluator, Closure#call_by_name).
func (e *Evaluator) checkTemplateCall(c *Call, template *module.Manifest) {
	lambda, ok := template.Program.Body.(*syntax.LambdaExpression)
	if !ok {
		return
	}
	embedded, ok := lambda.Body.(*syntax.EppExpression)
	if !ok || !embedded.ParametersSpecified {
		return
	}
	fields, exact := lattice.ExactFields(c.Argument(1))
	if len(c.Arguments) < 2 {
		fields, exact = nil, true
	}
	given, parameters := map[string]bool{}, map[string]*syntax.Parameter{}
	for _, parameter := range lambda.Parameters {
		parameters[parameter.Name] = parameter
	}
	for _, field := range fields {
		given[field.Name] = true
		if strings.Contains(field.Name, "::") {
			continue // it sets a variable of that name
		}
		e.checkTemplateArgument(c, template, parameters, field)
	}
	for _, parameter := range lambda.Parameters {
		if exact && parameter.Value == nil && !given[parameter.Name] {
			e.reportTemplate(c, c.At, template, parameter, describeTemplate(c)+" needs a value for its parameter '"+parameter.Name+"'")
		}
	}
}

// checkTemplateArgument checks one parameter passed to a template.
func (e *Evaluator) checkTemplateArgument(c *Call, template *module.Manifest, parameters map[string]*syntax.Parameter, given lattice.Field) {
	at := e.entryOf(c, given.Name)
	if parameter := parameters[given.Name]; parameter != nil {
		if parameter.TypeExpr == nil {
			return
		}
		typ := e.StaticType(parameter.TypeExpr, template, false)
		if e.HasBareOptional(typ, 0) {
			return
		}
		if parameter.Value != nil {
			given.Value = e.WithoutUndef(given.Value) // undef means the default
		}
		if e.IsUnknown(typ) || e.IsUnknown(given.Value) || e.IsNever(given.Value) || e.Relation(given.Value, typ) != lattice.Never {
			return
		}
		e.reportTemplate(c, at, template, parameter, "parameter '"+given.Name+"' of "+describeTemplate(c)+" "+e.Mismatch(typ, given.Value))
		return
	}
	if given.Value == e.Undef {
		return // Puppet omits undef values
	}
	message := describeTemplate(c) + " has no parameter '" + given.Name + "'"
	if e.MayBeUndef(given.Value) {
		message += ": this fails unless the value is undef"
	}
	if finding := e.reportTemplate(c, at, template, nil, message); finding != nil {
		if e.MayBeUndef(given.Value) {
			finding.Severity = diag.Warning
		}
		names := e.Words(template, func() []string { return slices.Sorted(maps.Keys(parameters)) })
		finding.Suggest(diag.Suggestion{Written: given.Name, Meant: names.Best(given.Name)})
	}
}

// describeTemplate returns the words for the called template in messages.
func describeTemplate(c *Call) string {
	if name, known := lattice.StringOf(c.Argument(0)); known && c.Name == "epp" {
		return "the template '" + name + "'"
	}
	return "the template"
}

// entryOf returns the key under which the parameter hash of a call sets a name. If the hash
// does not literally contain it, the result is the hash argument, or the call if it has none.
func (e *Evaluator) entryOf(c *Call, name string) syntax.Node {
	if len(c.nodes) < 2 {
		return c.At
	}
	if hash, ok := syntax.Unparenthesized(c.nodes[1]).(*syntax.LiteralHash); ok {
		for _, entry := range hash.Entries {
			if program.LiteralText(entry.Key) == name {
				return entry.Key
			}
		}
	}
	return c.nodes[1]
}

func (e *Evaluator) reportTemplate(c *Call, at syntax.Node, template *module.Manifest, parameter *syntax.Parameter, message string) *diag.Diagnostic {
	finding := e.report(&code.TemplateParameters, at, "RUNTIME_ERROR", message)
	if finding != nil && parameter != nil && c.Name == "epp" {
		finding.Related = append(finding.Related, diag.Related{
			File: template.Source, Span: template.Extent(parameter), Message: "the parameter is declared here",
		})
	}
	return finding
}

// modelInlineTemplate models inline_template(). Literal ERB sees the variables of the scope
// that renders it.
func (e *Evaluator) modelInlineTemplate(c *Call) Type {
	for i, argument := range c.Arguments {
		text, known := lattice.StringOf(argument)
		if !known || i >= len(c.nodes) || !e.reporting {
			continue
		}
		template := erb.Read(source.NewFile("inline.erb", text))
		if template.Open {
			continue
		}
		for _, use := range template.Variables {
			if use.Tested || use.Assigned || use.Absolute || use.Name == "" || strings.Contains(use.Name, "::") || e.isVariable(use.Name) {
				continue
			}
			e.reportInlineVariable(use.Name, c.nodes[i])
		}
	}
	return e.String
}

// reportInlineVariable reports an unknown variable of an inline template. Unless the name looks
// like a typo, the variable may be a fact of a missing module.
func (e *Evaluator) reportInlineVariable(name string, at syntax.Node) {
	e.depend(deps.CustomFacts)
	meant := spell.BestOfFew(name, e.visibleVariables())
	if meant == "" && (e.CustomFacts().Open || !e.isClosed(e.Body.Module)) {
		return
	}
	finding := e.report(&code.UnknownTemplateVariable, at, "", "$"+name+" is not set where this template is rendered")
	if finding != nil {
		finding.Suggest(diag.Suggestion{Written: name, Meant: meant, Shown: "@" + meant})
	}
}
