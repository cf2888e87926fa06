package rules

import (
	"slices"

	"puppet-lint/internal/secret"
	"puppet-lint/internal/wordset"
	"puppet-lint/module"
	"puppet-lint/rules/taint"
	"puppet-lint/syntax"
)

// passedCommand represents declarations, of any class or defined type, that set something whose
// name says that it is a command.
const passedCommand = "command =>"

// passesCommand reports whether a declaration sets a command, by its names.
func passesCommand(declaration *syntax.ResourceExpression) bool {
	for _, body := range declaration.Bodies {
		for _, operation := range body.Operations {
			if set, isSet := operation.(*syntax.AttributeOperation); isSet && namesCommand(set.Name) {
				return true
			}
		}
	}
	return false
}

// namesCommand reports whether a parameter of that name holds commands.
func namesCommand(name string) bool {
	if isAnyOf(name, "onlyif", "unless", "postrotate", "prerotate", "firstaction", "lastaction") {
		return true
	}
	if commandNames.Find(name) == 0 {
		return false
	}
	words := secret.Words(name)
	return len(words) > 0 && isAnyOf(words[len(words)-1], "command", "commands", "cmd", "script")
}

// commandNames is the set of words of which each other name of a command contains one.
var commandNames = wordset.New(anyCase("command", "cmd", "script"))

// commandsOfTypes holds the parameters of widely used defined types that a shell runs.
var commandsOfTypes = map[string][]string{
	"cron::job": {"command"}, "cron::hourly": {"command"}, "cron::daily": {"command"}, "cron::weekly": {"command"}, "cron::monthly": {"command"},
	"docker::exec": {"command"}, "incron": {"command"}, "logrotate::rule": {"prerotate", "postrotate", "firstaction", "lastaction"}, "nrpe::command": {"command"},
}

// commands visits the commands that a declaration gives to a class or defined type that runs them.
func (s *sinks) commands(typeName string, body *syntax.ResourceBody, visit func(command syntax.Node)) {
	kind, name := module.DefinedType, typeName
	if typeName == "class" {
		name, _ = stringOf(body.Title)
		kind = module.Class
	}
	parameters := commandsOfTypes[typeName]
	if parameters == nil {
		parameters = s.runs(kind, module.Normalize(name))
	}
	for _, parameter := range parameters {
		if value := s.attribute(body, parameter); value != nil {
			visit(value)
		}
	}
}

// runs returns the parameters of a class or defined type of the tree that it gives to an exec or a
// cron job as a whole command.
func (s *sinks) runs(kind module.Kind, name string) []string {
	if s.finder.Modules == nil || name == "" {
		return nil
	}
	key := searchedName{s.finder, kind, name}
	known, isKnown := s.runsOf.Load(key)
	if !isKnown {
		known, _ = s.runsOf.LoadOrStore(key, s.searchRuns(kind, name))
	}
	return known.([]string)
}

// searchedName is the name of a definition in the tree of a finder.
type searchedName struct {
	finder *taint.Finder
	kind   module.Kind
	name   string
}

// searchRuns computes the answer of runs.
func (s *sinks) searchRuns(kind module.Kind, name string) (parameters []string) {
	definition := s.finder.Modules.Manifests.Find(kind, name)
	if definition == nil {
		return nil
	}
	variables := s.finder.Flow(definition.Manifest.File)
	for _, resource := range variables.Resources {
		if typeName, _ := stringOf(resource.TypeName); typeName != "exec" && typeName != "cron" {
			continue
		}
		for _, read := range commandVariables(resource) {
			if variable := variables.VariableOf(read); variable != nil && variable.Parameter != nil && variable.Scope.Node == definition.Node && !slices.Contains(parameters, variable.Name) {
				parameters = append(parameters, variable.Name)
			}
		}
	}
	return parameters
}

// commandVariables returns the variables that are a whole command of an exec or a cron job.
func commandVariables(resource *syntax.ResourceExpression) (found []*syntax.VariableExpression) {
	for _, body := range resource.Bodies {
		for _, operation := range body.Operations {
			set, isSet := operation.(*syntax.AttributeOperation)
			if !isSet || !isAnyOf(set.Name, "command", "onlyif", "unless") {
				continue
			}
			if read, isVariable := syntax.Unparenthesized(set.Value).(*syntax.VariableExpression); isVariable {
				found = append(found, read)
			}
		}
	}
	return found
}
