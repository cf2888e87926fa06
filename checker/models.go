package checker

import (
	"math"
	"strings"
)

// model yields the result of a function whose result follows from its
// arguments. The arguments have been checked against the signatures before.
type model func(c *call) Type

// modelOf is the model of the function called name, or nil.
func (e *evaluator) modelOf(name string) model {
	switch name {
	case "each":
		return e.modelEach
	case "map":
		return e.modelMap
	case "filter":
		return e.modelFilter
	case "reduce":
		return e.modelReduce
	case "any":
		return e.modelAny
	case "all":
		return e.modelAll
	case "partition":
		return e.modelPartition
	case "group_by":
		return e.modelGroupBy
	case "index":
		return e.modelIndex
	case "slice":
		return e.modelSlice
	case "reverse_each", "step":
		return e.modelReverseEach
	case "tree_each":
		return e.modelTreeEach
	case "then":
		return e.modelThen
	case "lest":
		return e.modelLest
	case "with":
		return e.modelWith
	case "flatten":
		return e.modelFlatten
	case "unique":
		return e.modelUnique
	case "sort":
		return e.modelSort
	case "keys":
		return e.modelKeys
	case "values":
		return e.modelValues
	case "size", "length":
		return e.modelSize
	case "empty":
		return e.modelEmpty
	case "join":
		return e.modelJoin
	case "split":
		return e.modelSplit
	case "dig":
		return e.modelDig
	case "get":
		return e.modelGet
	case "defined":
		return e.modelDefined
	case "getvar":
		return e.modelGetvar
	case "lookup", "hiera", "hiera_array", "hiera_hash":
		return e.modelLookup
	case "merge", "stdlib::merge":
		return e.modelMerge
	case "pick":
		return e.modelPick
	case "pick_default":
		return e.modelPickDefault
	case "concat":
		return e.modelConcat
	case "new":
		return e.modelNew
	case "convert_to":
		return e.modelConvertTo
	case "upcase":
		return e.modelText(strings.ToUpper)
	case "downcase":
		return e.modelText(strings.ToLower)
	case "capitalize":
		return e.modelText(capitalize)
	case "camelcase":
		return e.modelText(nil)
	case "strip":
		return e.modelText(strip)
	case "lstrip":
		return e.modelText(stripLeft)
	case "rstrip":
		return e.modelText(stripRight)
	case "chomp":
		return e.modelText(chomp)
	case "chop":
		return e.modelText(chop)
	case "regsubst":
		return e.modelRegsubst
	case "match":
		return e.modelMatch
	case "sprintf":
		return e.modelSprintf
	case "unwrap":
		return e.modelUnwrap
	case "abs":
		return e.modelAbs
	case "ceiling":
		return e.modelRounding(math.Ceil)
	case "floor":
		return e.modelRounding(math.Floor)
	case "round":
		return e.modelRounding(math.Round)
	case "max", "min":
		return e.modelExtreme
	case "assert_type":
		return e.modelAssertType
	case "type":
		return e.modelType
	case "fail", "fail_plan":
		return e.modelFail
	case "include", "contain", "require":
		return e.modelInclude
	case "next", "break", "return":
		return e.modelLeave
	case "call":
		return e.modelCall
	case "inline_epp", "epp":
		return e.modelEpp
	case "inline_template":
		return e.modelInlineTemplate
	case "template", "file":
		return e.modelFile
	case "create_resources", "ensure_resources", "stdlib::ensure_resources":
		return e.modelCreateResources
	case "tag":
		return e.modelTag
	case "realize":
		return e.modelRealize
	case "fqdn_rand", "fqdn_rand_string":
		return e.modelFqdnRand
	case "ensure_packages", "stdlib::ensure_packages":
		return e.modelEnsurePackages
	case "ensure_resource", "stdlib::ensure_resource":
		return e.modelEnsureResource
	}
	return nil
}

// resultTypes are the types of what functions yield that declare none and need
// no model: Puppet's own, then stdlib's.
var resultTypes = map[string]string{
	"alert": "Undef", "crit": "Undef", "debug": "Undef", "emerg": "Undef", "err": "Undef", "info": "Undef",
	"notice": "Undef", "warning": "Undef", "realize": "Undef", "tag": "Undef", "create_resources": "Any",
	"binary_file": "Binary", "break": "Undef", "compare": "Integer[-1, 1]", "defined": "Boolean", "digest": "String",
	"file": "String", "find_file": "Optional[String]", "find_template": "Optional[String]", "fqdn_rand": "Variant[Integer, String]",
	"generate": "String", "inline_template": "String", "md5": "String", "module_directory": "Optional[String]",
	"scanf": "Any", "sha1": "String", "sha256": "String", "shellquote": "String",
	"strftime": "String", "tagged": "Boolean", "template": "String", "versioncmp": "Integer[-1, 1]",

	"any2array": "Array", "any2bool": "Boolean", "assert_private": "Any", "base64": "String", "basename": "String",
	"bool2num": "Integer[0, 1]", "bool2str": "String", "clamp": "Any", "count": "Integer[0]", "convert_base": "String",
	"delete_undef_values": "Collection", "delete_values": "Hash", "difference": "Array", "dirname": "String",
	"domain_name": "Any", "ensure_packages": "Any", "ensure_resource": "Any", "ensure_resources": "Any",
	"fqdn_rand_string": "String", "fqdn_uuid": "String", "has_key": "Boolean", "hash": "Hash", "intersection": "Array",
	"is_a": "Boolean", "join_keys_to_values": "Array", "loadjson": "Any", "loadyaml": "Any", "member": "Boolean",
	"num2bool": "Boolean", "parsejson": "Any", "parseyaml": "Any", "prefix": "Variant[Array[String], Hash]",
	"pw_hash": "Any", "range": "Array", "reject": "Array", "reverse": "Variant[String, Array]", "shell_escape": "String",
	"shell_join": "String", "shell_split": "Array[String]", "shuffle": "Variant[String, Array]", "squeeze": "Variant[String, Array[String]]",
	"str2bool": "Boolean", "suffix": "Variant[Array[String], Hash]", "swapcase": "Variant[String, Array[String]]",
	"time": "Integer", "to_json": "Any", "to_json_pretty": "Any", "to_yaml": "Any", // Sensitive where the data are, in later versions
	"union": "Array", "uriescape": "Variant[String, Array[String]]", "validate_legacy": "Any", "values_at": "Array", "zip": "Array",
}
