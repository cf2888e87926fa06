package ide

import (
	"maps"
	"slices"
	"strings"

	"puppet-lint/module/builtin"
)

// puppetVariable is a variable that Puppet sets.
type puppetVariable struct{ name, typeName, doc string }

// puppetVariables returns the variables that Puppet sets for every class, sorted.
func puppetVariables() []puppetVariable {
	var variables []puppetVariable
	for _, name := range slices.Sorted(maps.Keys(builtin.Variables())) {
		variables = append(variables, *findPuppetVariable(name))
	}
	return variables
}

// findPuppetVariable returns the variable that Puppet sets under a name, or nil.
func findPuppetVariable(name string) *puppetVariable {
	typeName, known := builtin.Variables()[name]
	if !known {
		return nil
	}
	return &puppetVariable{name, typeName, variableDocs[name]}
}

// variableDocs describe the variables that Puppet sets.
var variableDocs = map[string]string{
	"facts":                "The facts of the node, which its agent sends.",
	"trusted":              "What is certain about the node, from its certificate: `certname`, `hostname`, `domain`, `extensions`, `authenticated` and `external`.",
	"server_facts":         "Facts of the server that compiles the catalog: `serverversion`, `servername`, `serverip`, `serverip6` and `environment`.",
	"title":                "The title with which the resource is declared; in a class, the name of the class.",
	"name":                 "The same as `$title`.",
	"module_name":          "The name of the module that contains this code.",
	"caller_module_name":   "The name of the module that declares this resource.",
	"environment":          "The name of the environment that the catalog is compiled in.",
	"clientcert":           "The name in the agent's certificate, as the agent sends it; `$trusted['certname']` is verified.",
	"clientversion":        "The version of the agent.",
	"clientnoop":           "Whether the agent runs with `--noop`.",
	"servername":           "The name of the server that compiles the catalog.",
	"serverip":             "The IPv4 address of the server.",
	"serverip6":            "The IPv6 address of the server.",
	"serverversion":        "The version of Puppet on the server.",
	"serverimplementation": "The implementation of Puppet on the server.",
}

// metaparameterDocs describe the attributes that every resource has.
var metaparameterDocs = map[string]string{
	"alias":     "Another title for the resource, which references can use.",
	"audit":     "Attributes whose changes are reported, but not corrected.",
	"before":    "Resources that are applied after this one.",
	"loglevel":  "The level at which changes of the resource are logged.",
	"noop":      "Whether changes are only reported, not made.",
	"notify":    "Resources that are applied after this one, and refresh when it changes.",
	"require":   "Resources that are applied before this one.",
	"schedule":  "The `schedule` resource that says when this one may be applied.",
	"stage":     "The `stage` resource in which the class is applied. Only for classes.",
	"subscribe": "Resources that are applied before this one, whose changes make it refresh.",
	"tag":       "Tags of the resource, by which collectors and the agent can select it.",
}

// dataTypeDocs describe the built-in data types.
var dataTypeDocs = map[string]string{
	"any":           "Every value, `undef` included.",
	"array":         "A list: `Array[TYPE, MIN, MAX]`.",
	"binary":        "A sequence of bytes.",
	"boolean":       "`true` or `false`.",
	"callable":      "A function or block that accepts arguments of these types.",
	"catalogentry":  "A reference to a resource or class.",
	"class":         "A reference to a class: `Class['name']`.",
	"collection":    "An Array or a Hash.",
	"default":       "The value `default`.",
	"enum":          "One of the listed texts: `Enum['a', 'b']`.",
	"float":         "A number with a fraction: `Float[MIN, MAX]`.",
	"hash":          "A hash: `Hash[KEY, VALUE, MIN, MAX]`.",
	"init":          "What `new` accepts to create a value of the type.",
	"integer":       "A whole number: `Integer[MIN, MAX]`.",
	"iterable":      "What can be iterated over: lists, hashes, texts, whole numbers, iterators.",
	"iterator":      "The result of a function that iterates lazily, such as `reverse_each`.",
	"notundef":      "Every value of the type but `undef`.",
	"numeric":       "An Integer or a Float.",
	"object":        "A type with attributes and functions.",
	"optional":      "A value of the type, or `undef`.",
	"pattern":       "A text that matches one of the regular expressions.",
	"regexp":        "A regular expression.",
	"resource":      "A reference to a resource: `Resource['type', 'title']`.",
	"runtime":       "A value of the language that Puppet is written in.",
	"scalar":        "A single value: a text, number, boolean, regular expression, version or time.",
	"scalardata":    "A text, number or boolean.",
	"semver":        "A semantic version.",
	"semverrange":   "A range of semantic versions.",
	"sensitive":     "A value that logs and reports do not show.",
	"string":        "A text: `String[MIN, MAX]` bounds its length.",
	"struct":        "A hash with these keys, each with a type of its own.",
	"timespan":      "A duration.",
	"timestamp":     "A point in time.",
	"tuple":         "A list with a type for each element.",
	"type":          "A type as a value: `Type[Integer]` is Integer or one of its subtypes.",
	"typealias":     "The alias of a type.",
	"typereference": "The name of a type that is not defined.",
	"typeset":       "A set of types with a version.",
	"undef":         "The value `undef`: the absence of a value.",
	"uri":           "A URI.",
	"variant":       "A value of one of the types.",
}

// describeDataType describes a built-in data type. It returns "" for any other name.
func describeDataType(name string) string {
	for _, known := range builtin.Words().DataTypes {
		if normal := strings.ToLower(known); normal == name {
			if doc := dataTypeDocs[name]; doc != "" {
				return code(known) + "\n\n" + doc
			}
			return code(known) + "\n\nA built-in data type."
		}
	}
	return ""
}
