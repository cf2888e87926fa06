package eval

import (
	"math"
	"strings"

	"puppet-lint/checker/program"
	"puppet-lint/syntax"
)

// functionModel is what the checker knows about a function beyond its signatures. The
// signatures apply where a field is not set.
type functionModel struct {
	// result returns the type of a call's result, if that follows from the arguments. The
	// arguments have been checked before. returns is the result type of a function that
	// declares none and has no result function.
	result  func(e *Evaluator, c *Call) Type
	returns string

	// takes holds the kinds of values that a function of the 3.x API accepts, argument by
	// argument (model_legacy.go). least is the number of arguments that it needs if its Ruby
	// code checks them itself.
	takes string
	least int
	// checkArguments checks the arguments instead of the signatures. checkFurther checks them
	// after takes. Both return whether the call may work.
	checkArguments, checkFurther func(e *Evaluator, c *Call) bool
	// checkDeprecated reports a call in a form that Puppet warns about.
	checkDeprecated func(e *Evaluator, c *Call)
	// texts returns which arguments become text: the position of the first one and their
	// number.
	texts func(e *Evaluator, c *Call) (position, count int)
	// shows is set for functions that test their only argument. It records what the outcome of
	// the test shows about the argument.
	shows func(e *Evaluator, argument syntax.Node, holds bool)

	// endsAtBreak means that break() in the block ends the function. Otherwise it ends the
	// iteration that calls the function.
	endsAtBreak bool
	// givesIndex means that a block with a rest parameter is called with two arguments.
	givesIndex bool
	// needsBlock means that the function has no known result without a block.
	needsBlock bool

	// onBolt returns the type of the result of a Bolt function.
	onBolt func(e *Evaluator, c *Call, f *program.Function) Type
	// needsPlan marks a Bolt function that works only in plans. checkInPlan checks a call
	// there; name is the value of its first argument.
	needsPlan   bool
	checkInPlan func(e *Evaluator, c *Call, name string)
}

// functionModels returns the models of functions, by name. Those of stdlib describe its latest
// version; older versions accept less. The map is made once for each session, because the
// initializer of a package variable cannot contain functions that refer back to it.
func functionModels() map[string]*functionModel {
	return map[string]*functionModel{
		// Iteration.
		"each":         {result: (*Evaluator).modelEach, endsAtBreak: true, givesIndex: true, needsBlock: true},
		"map":          {result: (*Evaluator).modelMap, endsAtBreak: true, givesIndex: true, needsBlock: true},
		"filter":       {result: (*Evaluator).modelFilter, endsAtBreak: true, givesIndex: true, needsBlock: true},
		"reduce":       {result: (*Evaluator).modelReduce, endsAtBreak: true, needsBlock: true},
		"any":          {result: (*Evaluator).modelAny, givesIndex: true},
		"all":          {result: (*Evaluator).modelAll, givesIndex: true},
		"partition":    {result: (*Evaluator).modelPartition, needsBlock: true},
		"group_by":     {result: (*Evaluator).modelGroupBy, needsBlock: true},
		"index":        {result: (*Evaluator).modelIndex, givesIndex: true},
		"slice":        {result: (*Evaluator).modelSlice, endsAtBreak: true},
		"reverse_each": {result: (*Evaluator).modelReverseEach, endsAtBreak: true},
		"step":         {result: (*Evaluator).modelReverseEach, endsAtBreak: true},
		"tree_each":    {result: (*Evaluator).modelTreeEach, endsAtBreak: true},
		"then":         {result: (*Evaluator).modelThen},
		"lest":         {result: (*Evaluator).modelLest},
		"with":         {result: (*Evaluator).modelWith},

		// Collections.
		"flatten":       {result: (*Evaluator).modelFlatten},
		"unique":        {result: (*Evaluator).modelUnique},
		"sort":          {result: (*Evaluator).modelSort},
		"keys":          {result: (*Evaluator).modelKeys},
		"values":        {result: (*Evaluator).modelValues},
		"size":          {result: (*Evaluator).modelSize},
		"length":        {result: (*Evaluator).modelSize},
		"empty":         {result: (*Evaluator).modelEmpty, checkDeprecated: (*Evaluator).checkEmpty, shows: (*Evaluator).showEmpty},
		"join":          {result: (*Evaluator).modelJoin, texts: (*Evaluator).textsOfJoin},
		"split":         {result: (*Evaluator).modelSplit},
		"dig":           {result: (*Evaluator).modelDig},
		"get":           {result: (*Evaluator).modelGet},
		"merge":         {result: (*Evaluator).modelMerge},
		"stdlib::merge": {result: (*Evaluator).modelMerge},
		"pick":          {result: (*Evaluator).modelPick},
		"pick_default":  {result: (*Evaluator).modelPickDefault},
		"concat":        {result: (*Evaluator).modelConcat, takes: "a"},

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
		"regsubst":   {result: (*Evaluator).modelRegsubst, checkDeprecated: (*Evaluator).checkRegsubst},
		"match":      {result: (*Evaluator).modelMatch},
		"sprintf":    {result: (*Evaluator).modelSprintf, texts: (*Evaluator).textsOfSprintf},

		// Numbers.
		"abs":              {result: (*Evaluator).modelAbs, checkDeprecated: deprecatedText("Numeric()")},
		"ceiling":          {result: modelRounding(math.Ceil), checkDeprecated: deprecatedText("Float()")},
		"floor":            {result: modelRounding(math.Floor), checkDeprecated: deprecatedText("Float()")},
		"round":            {result: modelRounding(math.Round)},
		"max":              {result: (*Evaluator).modelExtreme, checkDeprecated: (*Evaluator).checkExtreme},
		"min":              {result: (*Evaluator).modelExtreme, checkDeprecated: (*Evaluator).checkExtreme},
		"fqdn_rand":        {result: (*Evaluator).modelFqdnRand, returns: "Variant[Integer, String]", takes: "sn *"},
		"fqdn_rand_string": {result: (*Evaluator).modelFqdnRand, returns: "String"},

		// Conversion and tests of types.
		"new":             {result: (*Evaluator).modelNew, texts: (*Evaluator).textsOfNew},
		"convert_to":      {result: (*Evaluator).modelConvertTo, texts: (*Evaluator).textsOfConvertTo},
		"unwrap":          {result: (*Evaluator).modelUnwrap},
		"assert_type":     {result: (*Evaluator).modelAssertType},
		"type":            {result: (*Evaluator).modelType},
		"validate_legacy": {returns: "Any", checkArguments: (*Evaluator).checkValidateLegacy},
		"is_array":        {shows: showsInstance(func(e *Evaluator) Type { return e.Store.Array }, true)},
		"is_hash":         {shows: showsInstance(func(e *Evaluator) Type { return e.Store.Hash }, true)},
		"is_bool":         {shows: showsInstance(func(e *Evaluator) Type { return e.Boolean }, true)},
		"is_string":       {shows: showsInstance(func(e *Evaluator) Type { return e.String }, false)},

		// Control.
		"defined":   {result: (*Evaluator).modelDefined, returns: "Boolean", shows: (*Evaluator).showDefined},
		"getvar":    {result: (*Evaluator).modelGetvar, shows: (*Evaluator).showGetvar},
		"fail":      {result: (*Evaluator).modelFail},
		"fail_plan": {result: (*Evaluator).modelFail, onBolt: (*Evaluator).modelFailPlan, needsPlan: true},
		"include":   {result: (*Evaluator).modelInclude},
		"contain":   {result: (*Evaluator).modelInclude},
		"require":   {result: (*Evaluator).modelInclude},
		"next":      {result: (*Evaluator).modelNext},
		"break":     {result: (*Evaluator).modelBreak, returns: "Undef"},
		"return":    {result: (*Evaluator).modelReturn},
		"call":      {result: (*Evaluator).modelCall},
		"tag":       {result: (*Evaluator).modelTag, returns: "Undef"},
		"realize":   {result: (*Evaluator).modelRealize, returns: "Undef"},

		// Data.
		"lookup":      {result: (*Evaluator).modelLookup},
		"hiera":       {result: (*Evaluator).modelLookup},
		"hiera_array": {result: (*Evaluator).modelLookup},
		"hiera_hash":  {result: (*Evaluator).modelLookup},

		// Files and templates.
		"inline_epp":      {result: (*Evaluator).modelEpp},
		"epp":             {result: (*Evaluator).modelEpp},
		"inline_template": {result: (*Evaluator).modelInlineTemplate, returns: "String", takes: "...su"},
		"template":        {result: (*Evaluator).modelFile, returns: "String", takes: "...su"},
		"file":            {result: (*Evaluator).modelFile, returns: "String"},

		// Resources.
		"create_resources":         {result: (*Evaluator).modelCreateResources, returns: "Any", takes: "su ha ha", checkFurther: (*Evaluator).checkResourceHash},
		"ensure_resources":         {result: (*Evaluator).modelCreateResources, returns: "Any", takes: "su h hu", least: 2, checkFurther: (*Evaluator).checkResourceHash},
		"stdlib::ensure_resources": {result: (*Evaluator).modelCreateResources},
		"ensure_packages":          {result: (*Evaluator).modelEnsurePackages, returns: "Any"},
		"stdlib::ensure_packages":  {result: (*Evaluator).modelEnsurePackages},
		"ensure_resource":          {result: (*Evaluator).modelEnsureResource, returns: "Any", takes: "s sanh hu", least: 2},
		"stdlib::ensure_resource":  {result: (*Evaluator).modelEnsureResource},

		// Plans.
		"run_plan":                {onBolt: (*Evaluator).modelRunPlan, needsPlan: true, checkInPlan: (*Evaluator).checkRunPlan},
		"prompt":                  {onBolt: (*Evaluator).modelPrompt},
		"catch_errors":            {onBolt: (*Evaluator).modelCatchErrors, needsPlan: true},
		"without_default_logging": {onBolt: (*Evaluator).modelOnce},
		"with_timeout":            {onBolt: (*Evaluator).modelOnce},
		"ctrl::do_until":          {onBolt: (*Evaluator).modelOnce},
		"run_task_with":           {onBolt: (*Evaluator).modelRunTaskWith, needsPlan: true},
		"parallelize":             {onBolt: (*Evaluator).modelParallelize},
		"run_task":                {needsPlan: true, checkInPlan: (*Evaluator).checkRunTask},
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
		"generate":         {result: (*Evaluator).modelGenerate},
		"info":             {returns: "Undef"},
		"md5":              {returns: "String", takes: "su"},
		"module_directory": {returns: "Optional[String]"},
		"notice":           {returns: "Undef"},
		"scanf":            {returns: "Any"},
		"sha1":             {returns: "String", takes: "su"},
		"sha256":           {returns: "String", takes: "su"},
		"shellquote":       {returns: "String", takes: "...sau"},
		"strftime":         {returns: "String", checkDeprecated: (*Evaluator).checkStrftime},
		"tagged":           {returns: "Boolean"},
		"versioncmp":       {returns: "Integer[-1, 1]"},
		"warning":          {returns: "Undef"},

		// Other functions of stdlib.
		"any2array":              {result: (*Evaluator).modelAny2array, returns: "Array"},
		"any2bool":               {returns: "Boolean"},
		"assert_private":         {returns: "Any"},
		"base64":                 {returns: "String", least: 2},
		"basename":               {returns: "String", takes: "su su"},
		"bool2num":               {returns: "Integer[0, 1]", takes: "bsu"},
		"bool2str":               {result: (*Evaluator).modelBool2str, takes: "b su su"},
		"clamp":                  {returns: "Any"},
		"convert_base":           {returns: "String"},
		"count":                  {returns: "Integer[0]", takes: "ashu"},
		"deep_merge":             {result: (*Evaluator).modelDeepMerge, returns: "Hash", takes: "...hsu"},
		"defined_with_params":    {least: 1},
		"delete":                 {result: modelByMember((*Evaluator).withoutParts), returns: "Variant[String, Array, Hash]", takes: "sahu *"},
		"delete_at":              {result: modelByMember((*Evaluator).someElements), returns: "Array", takes: "a ns"},
		"delete_undef_values":    {result: modelByMember((*Evaluator).withoutEntries), returns: "Collection", takes: "ah"},
		"delete_values":          {result: modelByMember((*Evaluator).withoutEntries), returns: "Hash", takes: "h *"},
		"difference":             {result: modelByMember((*Evaluator).someElements), returns: "Array", takes: "a a"},
		"dirname":                {returns: "String", takes: "s"},
		"domain_name":            {returns: "Any"},
		"fqdn_rotate":            {result: modelByMember((*Evaluator).sameElements), returns: "Variant[String, Array]", takes: "asu"},
		"fqdn_uuid":              {returns: "String"},
		"getparam":               {least: 2},
		"has_key":                {returns: "Boolean", takes: "h *"},
		"hash":                   {returns: "Hash", takes: "a"},
		"intersection":           {result: modelByMember((*Evaluator).someElements), returns: "Array", takes: "a a"},
		"is_a":                   {returns: "Boolean"},
		"join_keys_to_values":    {result: (*Evaluator).modelJoinKeysToValues, returns: "Array[String]", takes: "h su"},
		"loadjson":               {returns: "Any"},
		"loadyaml":               {returns: "Any"},
		"member":                 {returns: "Boolean", takes: "a snau"},
		"num2bool":               {returns: "Boolean"},
		"parsejson":              {returns: "Any"},
		"parseyaml":              {returns: "Any"},
		"prefix":                 {result: modelAffix(addPrefix), returns: "Variant[Array[String], Hash]", takes: "ah sub"},
		"pw_hash":                {returns: "Any"},
		"range":                  {result: (*Evaluator).modelRange, returns: "Array[Variant[Integer, String]]"},
		"regexpescape":           {result: modelText(nil), returns: "Variant[String, Array]", takes: "asu"},
		"reject":                 {result: modelByMember((*Evaluator).someElements), returns: "Array"},
		"reverse":                {result: modelByMember((*Evaluator).sameElements), returns: "Variant[String, Array]", takes: "asu"},
		"shell_escape":           {returns: "String"},
		"shell_join":             {returns: "String", takes: "a"},
		"shell_split":            {returns: "Array[String]"},
		"shuffle":                {result: modelByMember((*Evaluator).sameElements), returns: "Variant[String, Array]", takes: "asu"},
		"squeeze":                {returns: "Variant[String, Array[String]]", takes: "asu"},
		"stdlib::ensure":         {result: (*Evaluator).modelEnsure},
		"stdlib::to_json":        {result: (*Evaluator).modelSerialized, returns: "Any"},
		"stdlib::to_json_pretty": {result: (*Evaluator).modelSerialized, returns: "Any"},
		"stdlib::to_yaml":        {result: (*Evaluator).modelSerialized, returns: "Any"},
		"str2bool":               {returns: "Boolean", takes: "bsu"},
		"str2saltedsha512":       {takes: "su"},
		"suffix":                 {result: modelAffix(addSuffix), returns: "Variant[Array[String], Hash]", takes: "ah sub"},
		"swapcase":               {result: modelText(nil), returns: "Variant[String, Array]", takes: "asu"},
		"time":                   {returns: "Integer"},
		"to_json":                {result: (*Evaluator).modelSerialized, returns: "Any"},
		"to_json_pretty":         {result: (*Evaluator).modelSerialized, returns: "Any"},
		"to_yaml":                {result: (*Evaluator).modelSerialized, returns: "Any"},
		"union":                  {result: (*Evaluator).modelUnion, returns: "Array", takes: "...a"},
		"uriescape":              {result: modelText(nil), returns: "Variant[String, Array]", takes: "asu"},
		"values_at":              {result: modelByMember((*Evaluator).chosenElements), returns: "Array", takes: "a nsa"},
		"zip":                    {result: (*Evaluator).modelZip, returns: "Array", takes: "a a *"},
	}
}

// noModel is the model of all other functions.
var noModel = &functionModel{}

// modelOf returns the model of the function called name; it is never nil.
func (p *Interpreter) modelOf(name string) *functionModel {
	if found := p.models[name]; found != nil {
		return found
	}
	return noModel
}
