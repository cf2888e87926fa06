package checker

import (
	"math"
	"strings"

	"puppet-lint/checker/program"
	"puppet-lint/syntax"
)

// functionModel is what the checker knows about a function beyond its signatures. The
// signatures apply where a field is not set.
type functionModel struct {
	// result returns the type of a call's result, if that follows from the arguments, which
	// have been checked before. returns is the type of the result of a function that declares
	// none and has no result.
	result  func(e *evaluator, c *call) Type
	returns string

	// takes holds the kinds of values that a function of the 3.x API accepts, argument by
	// argument (model_legacy.go). least is the number of arguments that it needs if its Ruby
	// code checks them itself.
	takes string
	least int
	// checkArguments checks the arguments in place of the signatures. checkFurther checks them
	// after takes has. Both return whether the call may work.
	checkArguments, checkFurther func(e *evaluator, c *call) bool
	// checkDeprecated reports a call in a form that Puppet warns about.
	checkDeprecated func(e *evaluator, c *call)
	// texts returns which arguments become text: the position of the first one and their
	// number.
	texts func(e *evaluator, c *call) (position, count int)
	// shows records what a test that is a call with one argument shows if it holds or does not
	// hold.
	shows func(e *evaluator, argument syntax.Node, holds bool)

	// endsAtBreak means that break() in the block ends the function. Otherwise it ends the
	// iteration that calls the function.
	endsAtBreak bool
	// givesIndex means that a block with a rest parameter is called with two arguments.
	givesIndex bool
	// needsBlock means that the function has no known result without a block.
	needsBlock bool

	// OnBolt returns the type of the result of a Bolt function.
	onBolt func(e *evaluator, c *call, f *program.Function) Type
	// needsPlan marks a Bolt function that works only in plans. checkInPlan checks a call
	// there; name is the value of its first argument.
	needsPlan   bool
	checkInPlan func(e *evaluator, c *call, name string)
}

// functionModels returns the models of functions, by name. Those of stdlib describe its latest
// version; older versions accept less. The map is made once for each program, because the
// initializer of a package variable cannot contain functions that refer back to it.
func functionModels() map[string]*functionModel {
	return map[string]*functionModel{
		// Iteration.
		"each":         {result: (*evaluator).modelEach, endsAtBreak: true, givesIndex: true, needsBlock: true},
		"map":          {result: (*evaluator).modelMap, endsAtBreak: true, givesIndex: true, needsBlock: true},
		"filter":       {result: (*evaluator).modelFilter, endsAtBreak: true, givesIndex: true, needsBlock: true},
		"reduce":       {result: (*evaluator).modelReduce, endsAtBreak: true, needsBlock: true},
		"any":          {result: (*evaluator).modelAny, givesIndex: true},
		"all":          {result: (*evaluator).modelAll, givesIndex: true},
		"partition":    {result: (*evaluator).modelPartition, needsBlock: true},
		"group_by":     {result: (*evaluator).modelGroupBy, needsBlock: true},
		"index":        {result: (*evaluator).modelIndex, givesIndex: true},
		"slice":        {result: (*evaluator).modelSlice, endsAtBreak: true},
		"reverse_each": {result: (*evaluator).modelReverseEach, endsAtBreak: true},
		"step":         {result: (*evaluator).modelReverseEach, endsAtBreak: true},
		"tree_each":    {result: (*evaluator).modelTreeEach, endsAtBreak: true},
		"then":         {result: (*evaluator).modelThen},
		"lest":         {result: (*evaluator).modelLest},
		"with":         {result: (*evaluator).modelWith},

		// Collections.
		"flatten":       {result: (*evaluator).modelFlatten},
		"unique":        {result: (*evaluator).modelUnique},
		"sort":          {result: (*evaluator).modelSort},
		"keys":          {result: (*evaluator).modelKeys},
		"values":        {result: (*evaluator).modelValues},
		"size":          {result: (*evaluator).modelSize},
		"length":        {result: (*evaluator).modelSize},
		"empty":         {result: (*evaluator).modelEmpty, checkDeprecated: (*evaluator).checkEmpty, shows: (*evaluator).showEmpty},
		"join":          {result: (*evaluator).modelJoin, texts: (*evaluator).textsOfJoin},
		"split":         {result: (*evaluator).modelSplit},
		"dig":           {result: (*evaluator).modelDig},
		"get":           {result: (*evaluator).modelGet},
		"merge":         {result: (*evaluator).modelMerge},
		"stdlib::merge": {result: (*evaluator).modelMerge},
		"pick":          {result: (*evaluator).modelPick},
		"pick_default":  {result: (*evaluator).modelPickDefault},
		"concat":        {result: (*evaluator).modelConcat, takes: "a"},

		// Strings.
		"upcase":     {result: modelText(strings.ToUpper)},
		"downcase":   {result: modelText(strings.ToLower)},
		"capitalize": {result: modelText(capitalize)},
		"camelcase":  {result: modelText(nil)},
		"strip":      {result: modelText(strip)},
		"lstrip":     {result: modelText(stripLeft)},
		"rstrip":     {result: modelText(stripRight)},
		"chomp":      {result: modelText(chomp)},
		"chop":       {result: modelText(chop)},
		"regsubst":   {result: (*evaluator).modelRegsubst, checkDeprecated: (*evaluator).checkRegsubst},
		"match":      {result: (*evaluator).modelMatch},
		"sprintf":    {result: (*evaluator).modelSprintf, texts: (*evaluator).textsOfSprintf},

		// Numbers.
		"abs":              {result: (*evaluator).modelAbs, checkDeprecated: deprecatedText("Numeric()")},
		"ceiling":          {result: modelRounding(math.Ceil), checkDeprecated: deprecatedText("Float()")},
		"floor":            {result: modelRounding(math.Floor), checkDeprecated: deprecatedText("Float()")},
		"round":            {result: modelRounding(math.Round)},
		"max":              {result: (*evaluator).modelExtreme, checkDeprecated: (*evaluator).checkExtreme},
		"min":              {result: (*evaluator).modelExtreme, checkDeprecated: (*evaluator).checkExtreme},
		"fqdn_rand":        {result: (*evaluator).modelFqdnRand, returns: "Variant[Integer, String]", takes: "sn *"},
		"fqdn_rand_string": {result: (*evaluator).modelFqdnRand, returns: "String"},

		// Conversion and tests of types.
		"new":             {result: (*evaluator).modelNew, texts: (*evaluator).textsOfNew},
		"convert_to":      {result: (*evaluator).modelConvertTo, texts: (*evaluator).textsOfConvertTo},
		"unwrap":          {result: (*evaluator).modelUnwrap},
		"assert_type":     {result: (*evaluator).modelAssertType},
		"type":            {result: (*evaluator).modelType},
		"validate_legacy": {returns: "Any", checkArguments: (*evaluator).checkValidateLegacy},
		"is_array":        {shows: showsInstance(func(e *evaluator) Type { return e.Store.Array }, true)},
		"is_hash":         {shows: showsInstance(func(e *evaluator) Type { return e.Store.Hash }, true)},
		"is_bool":         {shows: showsInstance(func(e *evaluator) Type { return e.Boolean }, true)},
		"is_string":       {shows: showsInstance(func(e *evaluator) Type { return e.String }, false)},

		// Control.
		"defined":   {result: (*evaluator).modelDefined, returns: "Boolean", shows: (*evaluator).showDefined},
		"getvar":    {result: (*evaluator).modelGetvar, shows: (*evaluator).showGetvar},
		"fail":      {result: (*evaluator).modelFail},
		"fail_plan": {result: (*evaluator).modelFail, onBolt: (*evaluator).modelFailPlan, needsPlan: true},
		"include":   {result: (*evaluator).modelInclude},
		"contain":   {result: (*evaluator).modelInclude},
		"require":   {result: (*evaluator).modelInclude},
		"next":      {result: (*evaluator).modelNext},
		"break":     {result: (*evaluator).modelBreak, returns: "Undef"},
		"return":    {result: (*evaluator).modelReturn},
		"call":      {result: (*evaluator).modelCall},
		"tag":       {result: (*evaluator).modelTag, returns: "Undef"},
		"realize":   {result: (*evaluator).modelRealize, returns: "Undef"},

		// Data.
		"lookup":      {result: (*evaluator).modelLookup},
		"hiera":       {result: (*evaluator).modelLookup},
		"hiera_array": {result: (*evaluator).modelLookup},
		"hiera_hash":  {result: (*evaluator).modelLookup},

		// Files and templates.
		"inline_epp":      {result: (*evaluator).modelEpp},
		"epp":             {result: (*evaluator).modelEpp},
		"inline_template": {result: (*evaluator).modelInlineTemplate, returns: "String", takes: "...su"},
		"template":        {result: (*evaluator).modelFile, returns: "String", takes: "...su"},
		"file":            {result: (*evaluator).modelFile, returns: "String"},

		// Resources.
		"create_resources":         {result: (*evaluator).modelCreateResources, returns: "Any", takes: "su ha ha", checkFurther: (*evaluator).checkResourceHash},
		"ensure_resources":         {result: (*evaluator).modelCreateResources, returns: "Any", takes: "su h hu", least: 2, checkFurther: (*evaluator).checkResourceHash},
		"stdlib::ensure_resources": {result: (*evaluator).modelCreateResources},
		"ensure_packages":          {result: (*evaluator).modelEnsurePackages, returns: "Any"},
		"stdlib::ensure_packages":  {result: (*evaluator).modelEnsurePackages},
		"ensure_resource":          {result: (*evaluator).modelEnsureResource, returns: "Any", takes: "s sanh hu", least: 2},
		"stdlib::ensure_resource":  {result: (*evaluator).modelEnsureResource},

		// Plans.
		"run_plan":                {onBolt: (*evaluator).modelRunPlan, needsPlan: true, checkInPlan: (*evaluator).checkRunPlan},
		"prompt":                  {onBolt: (*evaluator).modelPrompt},
		"catch_errors":            {onBolt: (*evaluator).modelCatchErrors, needsPlan: true},
		"without_default_logging": {onBolt: (*evaluator).modelOnce},
		"with_timeout":            {onBolt: (*evaluator).modelOnce},
		"ctrl::do_until":          {onBolt: (*evaluator).modelOnce},
		"run_task_with":           {onBolt: (*evaluator).modelRunTaskWith, needsPlan: true},
		"parallelize":             {onBolt: (*evaluator).modelParallelize},
		"run_task":                {needsPlan: true, checkInPlan: (*evaluator).checkRunTask},
		"run_command":             {needsPlan: true},
		"run_script":              {needsPlan: true},
		"upload_file":             {needsPlan: true},
		"download_file":           {needsPlan: true},
		"apply_prep":              {needsPlan: true},
		"add_to_group":            {needsPlan: true},
		"set_feature":             {needsPlan: true},

		// Other functions of Puppet.
		"alert":            {returns: "Undef"},
		"binary_file":      {returns: "Binary"},
		"compare":          {returns: "Integer[-1, 1]"},
		"crit":             {returns: "Undef"},
		"debug":            {returns: "Undef"},
		"digest":           {returns: "String", takes: "su"},
		"emerg":            {returns: "Undef"},
		"err":              {returns: "Undef"},
		"find_file":        {returns: "Optional[String]"},
		"find_template":    {returns: "Optional[String]"},
		"generate":         {returns: "String"},
		"info":             {returns: "Undef"},
		"md5":              {returns: "String", takes: "su"},
		"module_directory": {returns: "Optional[String]"},
		"notice":           {returns: "Undef"},
		"scanf":            {returns: "Any"},
		"sha1":             {returns: "String", takes: "su"},
		"sha256":           {returns: "String", takes: "su"},
		"shellquote":       {returns: "String", takes: "...sau"},
		"strftime":         {returns: "String", checkDeprecated: (*evaluator).checkStrftime},
		"tagged":           {returns: "Boolean"},
		"versioncmp":       {returns: "Integer[-1, 1]"},
		"warning":          {returns: "Undef"},

		// Other functions of stdlib. In later versions, to_json and to_yaml return a Sensitive
		// value for Sensitive data.
		"any2array":           {returns: "Array"},
		"any2bool":            {returns: "Boolean"},
		"assert_private":      {returns: "Any"},
		"base64":              {returns: "String", least: 2},
		"basename":            {returns: "String", takes: "su su"},
		"bool2num":            {returns: "Integer[0, 1]", takes: "bsu"},
		"bool2str":            {returns: "String", takes: "b su su"},
		"clamp":               {returns: "Any"},
		"convert_base":        {returns: "String"},
		"count":               {returns: "Integer[0]", takes: "ashu"},
		"deep_merge":          {takes: "...hsu"},
		"defined_with_params": {least: 1},
		"delete":              {takes: "sahu *"},
		"delete_at":           {takes: "a ns"},
		"delete_undef_values": {returns: "Collection", takes: "ah"},
		"delete_values":       {returns: "Hash", takes: "h *"},
		"difference":          {returns: "Array", takes: "a a"},
		"dirname":             {returns: "String", takes: "s"},
		"domain_name":         {returns: "Any"},
		"fqdn_rotate":         {takes: "asu"},
		"fqdn_uuid":           {returns: "String"},
		"getparam":            {least: 2},
		"has_key":             {returns: "Boolean", takes: "h *"},
		"hash":                {returns: "Hash", takes: "a"},
		"intersection":        {returns: "Array", takes: "a a"},
		"is_a":                {returns: "Boolean"},
		"join_keys_to_values": {returns: "Array", takes: "h su"},
		"loadjson":            {returns: "Any"},
		"loadyaml":            {returns: "Any"},
		"member":              {returns: "Boolean", takes: "a snau"},
		"num2bool":            {returns: "Boolean"},
		"parsejson":           {returns: "Any"},
		"parseyaml":           {returns: "Any"},
		"prefix":              {returns: "Variant[Array[String], Hash]", takes: "ah sub"},
		"pw_hash":             {returns: "Any"},
		"range":               {returns: "Array"},
		"regexpescape":        {takes: "asu"},
		"reject":              {returns: "Array"},
		"reverse":             {returns: "Variant[String, Array]", takes: "asu"},
		"shell_escape":        {returns: "String"},
		"shell_join":          {returns: "String", takes: "a"},
		"shell_split":         {returns: "Array[String]"},
		"shuffle":             {returns: "Variant[String, Array]", takes: "asu"},
		"squeeze":             {returns: "Variant[String, Array[String]]", takes: "asu"},
		"str2bool":            {returns: "Boolean", takes: "bsu"},
		"str2saltedsha512":    {takes: "su"},
		"suffix":              {returns: "Variant[Array[String], Hash]", takes: "ah sub"},
		"swapcase":            {returns: "Variant[String, Array[String]]", takes: "asu"},
		"time":                {returns: "Integer"},
		"to_json":             {returns: "Any"},
		"to_json_pretty":      {returns: "Any"},
		"to_yaml":             {returns: "Any"},
		"union":               {returns: "Array", takes: "...a"},
		"uriescape":           {returns: "Variant[String, Array[String]]", takes: "asu"},
		"values_at":           {returns: "Array", takes: "a nsa"},
		"zip":                 {returns: "Array", takes: "a a *"},
	}
}

// noModel is the model of all other functions.
var noModel = &functionModel{}

// modelOf returns the model of the function called name; it is never nil.
func (p *interpreter) modelOf(name string) *functionModel {
	if found := p.models[name]; found != nil {
		return found
	}
	return noModel
}
