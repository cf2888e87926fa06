package rules

import (
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/secret"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

var secretByAnotherName = Rule{
	Rule: diag.Rule{
		Name:             "secret_by_another_name",
		Group:            diag.Security,
		Severity:         diag.Warning,
		OffByDefault:     true,
		SecuritySeverity: 7.5,
		Summary:          "a hard-coded value is used as a password in other code",
		Rationale: "Anyone who can read the code knows the password, although the parameter that takes it has a harmless name. " +
			"Look the value up in encrypted data. The rule follows literal values that declarations, defaults of parameters and " +
			"Hiera data give to parameters of classes and defined types, up to where they become a password: an attribute, " +
			"variable or key with such a name, a file's line such as `password=…`, or a command's option. " +
			"`plaintext_secret` and `secret_in_data` report values whose own name says that they are secrets. The rule is off " +
			"by default because it has to search all modules after each change.",
		Bad: []diag.Example{{
			Code: "# An example.\nclass example {\n  example::account { 'app':\n    credential => 'h4llo-w0rld',\n  }\n}\n",
			Tree: "-- example/manifests/account.pp --\n# An account.\n# @param credential what it logs in with\ndefine example::account (\n  String[1] $credential,\n) {\n  user { $title:\n    password => $credential,\n  }\n}\n",
		}},
		Good: []diag.Example{{
			Code: "# An example.\nclass example {\n  example::account { 'app':\n    credential => lookup('example::app_credential'),\n  }\n}\n",
			Tree: "-- example/manifests/account.pp --\n# An account.\n# @param credential what it logs in with\ndefine example::account (\n  String[1] $credential,\n) {\n  user { $title:\n    password => $credential,\n  }\n}\n",
		}},
		Since: "1.0.0",
		CWE:   []int{259, 798},
	},
	Tree: func(pass *TreePass) {
		uses := &secretUses{pass: pass}
		pass.side(func(file *TreeFile) []treeFinding {
			if file.Modules == nil || isDemonstration(file.Location) || isForTests(file.Location) {
				return nil
			}
			return append(uses.given(file), uses.declared(file)...)
		})
	},
}

// given returns the literals that the resources and classes of a file give to parameters which
// become secrets.
func (u *secretUses) given(file *TreeFile) (found []treeFinding) {
	all := u.pass.finders.inventory(file)
	if !slices.ContainsFunc(all.resources, func(one declared) bool { return u.mayFollow(one.typeName) }) && len(all.created) == 0 {
		return nil
	}
	s := &sinks{file: file, finder: u.pass.finders.of(file, all), all: all, runsOf: &u.pass.finders.commands}
	s.resources(func(_ *syntax.ResourceExpression, typeName string, body *syntax.ResourceBody) {
		if !u.mayFollow(typeName) {
			return
		}
		var uses map[string]*secretUse
		for _, operation := range body.Operations {
			set, isAttribute := operation.(*syntax.AttributeOperation)
			if !isAttribute || !mayBecomeSecret(set.Name, set.Value) {
				continue
			}
			if uses == nil {
				definition := definitionOf(file.Modules, typeName, body.Title)
				if definition == nil {
					return
				}
				uses = u.of(file.Modules, definition, 0)
			}
			if use := uses[set.Name]; use != nil && isPlainSecret(use.kind, set.Value.(*syntax.LiteralString).Value) {
				found = append(found, u.finding(file, file.File.Source, file.File.Extent(set.Value), set.Name, use))
			}
		}
	})
	return found
}

// declared returns the defaults of a file's parameters, and the values of data for parameters of
// its classes, that become secrets.
func (u *secretUses) declared(file *TreeFile) (found []treeFinding) {
	for _, scope := range file.flow().Scopes {
		kind, name := module.Class, ""
		switch node := scope.Node.(type) {
		case *syntax.HostClassDefinition:
			name = node.Name
		case *syntax.ResourceTypeDefinition:
			kind, name = module.DefinedType, node.Name
		default:
			continue
		}
		for _, variable := range scope.Variables {
			if variable.Parameter == nil || secret.Named(variable.Name) != secret.None {
				continue
			}
			var data []module.DataValue
			if kind == module.Class {
				data = secretValues(file.Modules.Documents, module.Normalize(name)+"::"+variable.Name)
			}
			if isGiven := mayBecomeSecret(variable.Name, variable.Parameter.Value); isGiven || len(data) > 0 {
				found = append(found, u.withoutDeclaration(file, scope.Node, kind, name, variable, data)...)
			}
		}
	}
	return found
}

// secretValues returns the values of a data key that may be secrets.
func secretValues(documents *module.Documents, key string) (found []module.DataValue) {
	for _, value := range documents.ValuesOf(key) {
		if node := value.Node.Resolve(); node.Kind == document.String && looksSecret(node.Text) {
			found = append(found, value)
		}
	}
	return found
}

// withoutDeclaration returns the default of a parameter, and the values that data has for it, if
// they become secrets.
func (u *secretUses) withoutDeclaration(file *TreeFile, node syntax.Node, kind module.Kind, name string, variable *flow.Variable, data []module.DataValue) (found []treeFinding) {
	definition := file.Modules.Manifests.Find(kind, module.Normalize(name))
	if definition == nil || definition.Node != node {
		return nil
	}
	use := u.of(file.Modules, definition, 0)[variable.Name]
	if use == nil {
		return nil
	}
	if text, isText := variable.Parameter.Value.(*syntax.LiteralString); isText && !use.isNamed && isPlainSecret(use.kind, text.Value) { // otherwise plaintext_secret reports it
		found = append(found, u.finding(file, file.File.Source, file.File.Extent(text), variable.Name, use))
	}
	for _, value := range data {
		if node := value.Node.Resolve(); isPlainSecret(use.kind, node.Text) && !isTestData(value.Document.File.Name) {
			found = append(found, u.finding(file, value.Document.File, node.Span, variable.Name, use))
		}
	}
	return found
}

// mayBecomeSecret reports whether a literal that is given to a parameter of that name may be a
// secret although the name does not say so.
func mayBecomeSecret(name string, value syntax.Node) bool {
	text, isText := value.(*syntax.LiteralString)
	return isText && looksSecret(text.Value) && secret.Named(name) == secret.None
}

// looksSecret reports whether a text may be a secret. Words without digits are mostly names of
// something, and numbers versions.
func looksSecret(text string) bool {
	return len(text) >= 6 && strings.ContainsAny(text, "0123456789") && strings.Trim(text, "0123456789.") != "" && secret.ValueOf(secret.Password, text) != secret.NoSecret
}

func (u *secretUses) finding(file *TreeFile, in *source.File, at source.Span, name string, use *secretUse) treeFinding {
	related := []diag.Related{{File: in, Span: at, Message: "given as $" + name + " here"}}
	return treeFinding{file: file, in: in, span: at, message: "the value of '" + name + "' is used as a secret, and is hard-coded", related: append(related, use.steps...)}
}

func isPlainSecret(kind secret.Kind, text string) bool {
	class := secret.ValueOf(kind, text)
	return class == secret.Plain || class == secret.Weak
}

// definitionOf returns the class or defined type that a resource expression declares, or nil.
func definitionOf(modules *module.Tree, typeName string, title syntax.Node) *module.Definition {
	if typeName == "class" {
		name, _ := stringOf(title)
		return modules.Manifests.Find(module.Class, module.Normalize(name))
	}
	return modules.Manifests.Find(module.DefinedType, module.Normalize(typeName))
}
