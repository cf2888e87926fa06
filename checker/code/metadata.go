package code

import (
	"fmt"
	"slices"

	"puppet-lint/internal/diag"
	"puppet-lint/types"
)

// metadataJSON returns examples of a metadata.json.
func metadataJSON(texts ...string) []diag.Example {
	examples := make([]diag.Example, len(texts))
	for i, text := range texts {
		examples[i] = diag.Example{Path: "metadata.json", Code: text}
	}
	return examples
}

const (
	goodStart = `{
  "name": "me-example",
  "version": "1.0.0",
  "author": "me",
  "license": "Apache-2.0",
  "summary": "An example",
  "source": "https://example.com/example",
`
	goodMetadata = goodStart + "  \"dependencies\": [\n    { \"name\": \"puppetlabs/stdlib\", \"version_requirement\": \">= 9.0.0 < 10.0.0\" }\n  ]\n}\n"
	otherModule  = "-- other/metadata.json --\n" + `{"name": "me-other", "version": "2.0.0", "author": "me", "license": "MIT", "summary": "Other", "source": "x", "dependencies": []}` +
		"\n-- other/manifests/init.pp --\n# Other.\nclass other {\n}\n"
	includesOther = "-- example/manifests/init.pp --\n# An example.\nclass example {\n  include other\n}\n"
)

func withOther(dependencies, more string) []diag.Example {
	return []diag.Example{{Path: "metadata.json", Code: goodStart + "  \"dependencies\": [" + dependencies + "]\n}\n", Tree: otherModule + more}}
}

// InvalidMetadata is the rule invalid_metadata, which reports a metadata.json that Puppet or
// the Forge does not accept.
var InvalidMetadata = diag.Rule{
	Name: "invalid_metadata", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a metadata.json file is not valid for Puppet or the Forge",
	Rationale: "Puppet ignores a module whose metadata lacks version, author, license, source or dependencies: that is an error. " +
		"Problems that only `puppet module`, the Forge and other tools refuse are warnings: a name without an owner, a " +
		"missing summary, an invalid version or range.",
	Bad:  metadataJSON(goodStart+"  \"dependencies\": [ { \"name\": \"stdlib\" } ]\n}\n", "{\n  \"name\": \"example\"\n}\n"),
	Good: metadataJSON(goodMetadata),
}

// OpenDependency is the rule open_dependency, which reports a dependency in metadata.json
// without an upper bound of the version.
var OpenDependency = diag.Rule{
	Name: "open_dependency", Group: diag.Strict, Severity: diag.Warning, Since: since,
	Summary: "a dependency in metadata.json allows every later version",
	Advice:  "add an upper bound, as in '>= 9.0.0 < 10.0.0'",
	Rationale: "The next major version of the other module may break this one, and `puppet module install` installs it " +
		"as soon as it is published. Give the range an upper bound.",
	Bad:  metadataJSON(goodStart + "  \"dependencies\": [ { \"name\": \"puppetlabs/stdlib\", \"version_requirement\": \">= 9.0.0\" } ]\n}\n"),
	Good: metadataJSON(goodMetadata),
}

// DependencyVersion is the rule dependency_version, which reports a module in the tree whose
// version another module's metadata.json does not allow.
var DependencyVersion = diag.Rule{
	Name: "dependency_version", Group: diag.Strict, Severity: diag.Warning, Since: since,
	Summary: "a module requires a different version of another module in the tree",
	Rationale: "The version in the other module's metadata.json is not in the range that this module's metadata.json " +
		"allows. This module has not been tested with that version, and `puppet module install` refuses the " +
		"combination. Install another version, or test with this one and widen the range.",
	Bad:  withOther(`{ "name": "me/other", "version_requirement": ">= 3.0.0 < 4.0.0" }`, includesOther),
	Good: withOther(`{ "name": "me/other", "version_requirement": ">= 2.0.0 < 3.0.0" }`, includesOther),
}

// UndeclaredDependency is the rule undeclared_dependency, which reports the use of a module
// that metadata.json does not name.
var UndeclaredDependency = diag.Rule{
	Name: "undeclared_dependency", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary: "a module uses another module that its metadata.json does not list",
	Rationale: "The code uses a class, defined type, resource type, function or type alias of the other module, but " +
		"installing this module does not install the other one. List it under `dependencies`. Modules that come with " +
		"Puppet (`cron_core` and others) need not be listed, but those that Puppet no longer contains since version " +
		"6 (`nagios_core`, `mailalias_core` …) must be. The rule does not report modules beside this one in a " +
		"control repository, those under `optional_dependencies`, nor those that are used only if a parameter has " +
		"another value than its default, or if `defined` or `extlib::has_module` finds them.",
	Bad:  withOther("", includesOther),
	Good: withOther(`{ "name": "me/other", "version_requirement": ">= 2.0.0 < 3.0.0" }`, includesOther),
}

// UnusedDependency is the rule unused_dependency, which reports a dependency in metadata.json
// that the code does not use.
var UnusedDependency = diag.Rule{
	Name: "unused_dependency", Group: diag.Strict, Severity: diag.Warning, Since: since,
	Summary: "the dependencies in metadata.json list a module that the code does not use",
	Rationale: "Whoever installs this module also has to install the other one, and cannot combine the two with modules " +
		"that need another version of it. No class, type, function or alias of the other module is used by name. " +
		"Remove the dependency, unless its facts or Ruby code are needed.",
	Bad:  withOther(`{ "name": "me/other", "version_requirement": ">= 2.0.0 < 3.0.0" }`, ""),
	Good: withOther(`{ "name": "me/other", "version_requirement": ">= 2.0.0 < 3.0.0" }`, includesOther),
}

// RequirementTooWide is the rule requirement_too_wide, which reports a metadata.json that allows
// a version of Puppet or of a module with which the code does not work.
var RequirementTooWide = diag.Rule{
	Name: "requirement_too_wide", OldNames: []string{"requirement_too_low"}, Group: diag.Strict, Severity: diag.Warning, Since: since,
	Summary: "the requirements in metadata.json allow a version that lacks what the code uses",
	Rationale: "The code uses a function, a type or a language feature that is newer than the oldest release of Puppet " +
		"that the requirement allows. On such a release the module can be installed, but the compilation fails. " +
		"The rule also reports a class, type or function of a known module that is not in the tree, if only some of " +
		"the versions that the dependency allows have it. Raise the lower bound if the older versions lack it, and " +
		"lower the upper bound, or change the code, if the newer ones do. Functions that stdlib had under the same " +
		"name do not count. `puppet-lint upgrade` also reports parameters and values, and what newer versions of " +
		"Puppet refuse.",
	Bad:  requiring(">= 5.0.0 < 9.0.0"),
	Good: requiring(">= 6.3.0 < 9.0.0"),
}

// NarrowerRange returns the help of a finding of RequirementTooWide: how to narrow a
// range, which may lack bounds. Allowed are the known versions that the range allows, failing are
// those among them with which the code does not work. Both are sorted.
func NarrowerRange(allowed, failing []*types.Version) string {
	isFailing := func(version *types.Version) bool {
		return slices.ContainsFunc(failing, func(other *types.Version) bool { return other.Compare(version) == 0 })
	}
	first, last := 0, len(allowed)-1
	for first < len(allowed) && isFailing(allowed[first]) {
		first++
	}
	for last > first && isFailing(allowed[last]) {
		last--
	}
	switch {
	case first == len(allowed):
		return "change the code, or require other versions"
	case slices.ContainsFunc(allowed[first:last+1], isFailing):
		return "change the code, or exclude these versions"
	case last == len(allowed)-1 && first > 0:
		return "allow only versions from " + startOf(allowed[first], allowed[first-1]) + " on"
	case last == len(allowed)-1:
		return "" // nothing fails
	}
	from := ""
	if first > 0 {
		from = "from " + startOf(allowed[first], allowed[first-1]) + " on and "
	}
	return "change the code, or allow only versions " + from + "before " + startOf(allowed[last+1], allowed[last])
}

// startOf returns the first version of a range that contains a known version, but not the known
// version before it. A known version is often the last one with its major number.
func startOf(version, before *types.Version) string {
	if version.Major == before.Major {
		return version.String()
	}
	return fmt.Sprintf("%d.0.0", version.Major)
}

// requiring returns an example of a module that uses a feature introduced in Puppet 6.
func requiring(versions string) []diag.Example {
	return []diag.Example{{Path: "metadata.json", Code: goodStart + "  \"dependencies\": [],\n  \"requirements\": [ { \"name\": \"puppet\", \"version_requirement\": \"" + versions + "\" } ]\n}\n",
		Tree: "-- example/manifests/init.pp --\n# An example.\nclass example {\n  notice([1, 2].group_by |$number| { $number % 2 })\n}\n"}}
}

// taskFile is the executable of a task.
const taskFile = "-- example/tasks/restart.sh --\nexit 0\n"

// InvalidTask is the rule invalid_task, which reports task metadata that are not valid for
// Bolt.
var InvalidTask = diag.Rule{
	Name: "invalid_task", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a task or its metadata is not valid for Bolt",
	Rationale: "The JSON file of a task describes the task and its parameters: each parameter has a Puppet type, and " +
		"its default, if any, is of that type. The task must have one executable file, or list several under " +
		"`implementations`, and the files under `files` must exist. Otherwise Bolt refuses to run the task.",
	Bad: []diag.Example{{Path: "tasks/restart.json", Code: "{\n  \"parameters\": { \"service\": { \"type\": \"Strng\" } }\n}\n", Tree: taskFile},
		{Path: "tasks/restart.json", Code: "{\n  \"implementations\": [ { \"name\": \"restart.ps1\" } ]\n}\n", Tree: taskFile}},
	Good: []diag.Example{{Path: "tasks/restart.json", Code: "{\n  \"input_method\": \"stdin\",\n  \"parameters\": { \"service\": { \"type\": \"String[1]\" } }\n}\n", Tree: taskFile}},
}

// InvalidPlanCall is the rule invalid_plan_call, which reports a call of a task or plan that
// does not exist, or with parameters that it does not accept.
var InvalidPlanCall = diag.Rule{
	Name: "invalid_plan_call", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a task or plan that is run does not exist, or does not accept its arguments",
	Rationale: "`run_task` and `run_plan` name a task or plan and pass arguments by name; the metadata of the task, or the " +
		"parameters of the plan, define which ones it accepts. Functions that run something on targets belong to Bolt and " +
		"work only in plans: a class that calls one cannot be compiled.",
	Bad: []diag.Example{
		{Path: "plans/init.pp", Tree: taskTree, Code: "# Restarts.\n#\n# @param targets where\nplan example (TargetSpec $targets) {\n  run_task('example::restart', $targets, 'servce' => 'web')\n}\n"},
		{Code: "# Calls what only plans can.\nclass example {\n  run_command('reboot', 'localhost')\n}\n"},
	},
	Good: []diag.Example{
		{Path: "plans/init.pp", Tree: taskTree, Code: "# Restarts.\n#\n# @param targets where\nplan example (TargetSpec $targets) {\n  run_task('example::restart', $targets, 'service' => 'web')\n}\n"},
	},
}

// taskTree contains a task with a parameter for a service.
const taskTree = taskFile + "-- example/tasks/restart.json --\n" + `{"parameters": {"service": {"type": "String[1]"}}}` + "\n"
