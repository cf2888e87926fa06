package ide

// documentSchema describes the keys and values of a file with a fixed structure.
type documentSchema struct {
	doc string
	// keys are the known keys, in their customary order.
	keys []namedSchema
	// others is the schema of the values of other keys; elements is the schema of the elements
	// of a list.
	others, elements *documentSchema
	// values are customary texts. offers names further sources of values.
	values []string
	offers offer
}

type namedSchema struct {
	name string
	*documentSchema
}

// offer is a source of values that completion can offer.
type offer uint8

const (
	offersNothing offer = iota
	offersDataPaths
	offersModules
	offersModuleVersions
	offersSystems
	offersTypes
	offersDataKeys
)

// at returns the schema at a path of keys, or nil.
func (s *documentSchema) at(path []string) *documentSchema {
	for _, key := range path {
		if s == nil {
			return nil
		}
		s = s.child(key)
	}
	return s
}

func (s *documentSchema) child(key string) *documentSchema {
	if key == "" {
		return s.elements
	}
	for _, one := range s.keys {
		if one.name == key {
			return one.documentSchema
		}
	}
	return s.others
}

func said(doc string) *documentSchema { return &documentSchema{doc: doc} }

func oneOf(doc string, values ...string) *documentSchema {
	return &documentSchema{doc: doc, values: values}
}

func listOf(doc string, elements *documentSchema) *documentSchema {
	return &documentSchema{doc: doc, elements: elements}
}

// hieraSchema describes a hiera.yaml of version 5.
func hieraSchema() *documentSchema {
	backend := []namedSchema{
		{"datadir", said("The folder of the data files, relative to the folder of hiera.yaml. By default, `data`.")},
		{"data_hash", oneOf("The function that reads a whole file: that of YAML, unless set.", "yaml_data", "json_data", "hocon_data")},
		{"lookup_key", oneOf("The function that looks up one key.", "eyaml_lookup_key")},
		{"data_dig", said("The function that looks up a key with its sub-keys.")},
		{"hiera3_backend", said("A backend of Hiera 3. Puppet 8 no longer supports it.")},
		{"options", &documentSchema{doc: "Options for the function that reads the data.", keys: []namedSchema{
			{"pkcs7_private_key", said("The private key of eyaml.")},
			{"pkcs7_public_key", said("The public key of eyaml.")},
			{"gpg_gnupghome", said("The folder with the GPG keys of eyaml.")},
		}}},
	}
	path := &documentSchema{doc: "A data file, relative to `datadir`. `%{…}` is replaced by the value of a variable.", offers: offersDataPaths}
	level := &documentSchema{keys: append([]namedSchema{
		{"name", said("The name of the level, for people. It must be unique.")},
		{"path", path},
		{"paths", &documentSchema{doc: "Data files, in order of priority.", elements: path}},
		{"glob", said("A pattern for data files, such as `common/*.yaml`.")},
		{"globs", listOf("Patterns for data files.", said("A pattern for data files."))},
		{"mapped_paths", listOf("A list or hash that a variable holds, the name of a variable for each of its elements, and a path with that variable.", &documentSchema{})},
		{"uri", said("An address, for a function that reads data elsewhere.")},
		{"uris", listOf("Addresses, in order of priority.", &documentSchema{})},
	}, backend...)}
	hierarchy := listOf("The levels, in order of priority.", level)
	return &documentSchema{keys: []namedSchema{
		{"version", oneOf("The version of this file's format.", "5")},
		{"defaults", &documentSchema{doc: "What holds for levels that do not set it.", keys: backend}},
		{"hierarchy", hierarchy},
		{"default_hierarchy", listOf("Levels that are only used for keys without a value in `hierarchy`. Only in a module.", level)},
	}}
}

// lookupOptionsSchema describes the value of lookup_options.
func lookupOptionsSchema() *documentSchema {
	strategies := []string{"first", "unique", "hash", "deep"}
	merge := &documentSchema{doc: "How the values of several levels become one.", values: strategies, keys: []namedSchema{
		{"strategy", oneOf("How the values become one.", strategies...)},
		{"knockout_prefix", said("The prefix of values that remove one of a lower level. Only with `deep`.")},
		{"sort_merged_arrays", oneOf("Whether merged lists are sorted. Only with `deep`.", "true", "false")},
		{"merge_hash_arrays", oneOf("Whether hashes in lists are merged. Only with `deep`.", "true", "false")},
	}}
	return &documentSchema{offers: offersDataKeys, others: &documentSchema{keys: []namedSchema{
		{"merge", merge},
		{"convert_to", &documentSchema{doc: "The type that the value is converted to.", values: []string{"Sensitive"}}},
	}}}
}

// metadataSchema describes a metadata.json.
func metadataSchema() *documentSchema {
	return &documentSchema{keys: []namedSchema{
		{"name", said("The owner and name of the module: `owner-name`.")},
		{"version", said("The version: three numbers, such as `1.0.0`.")},
		{"author", said("Who publishes the module.")},
		{"summary", said("What the module does, in one line of at most 144 characters.")},
		{"license", oneOf("The license, by its SPDX identifier.", "Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause", "GPL-2.0-only", "GPL-3.0-only", "GPL-3.0-or-later", "LGPL-3.0-only", "AGPL-3.0-only", "MPL-2.0", "proprietary")},
		{"source", said("The address of the repository.")},
		{"project_page", said("The address of the module's page.")},
		{"issues_url", said("Where to report bugs.")},
		{"tags", listOf("Words by which the Forge finds the module.", &documentSchema{})},
		{"dependencies", listOf("The modules that this one uses.", &documentSchema{keys: []namedSchema{
			{"name", &documentSchema{doc: "The owner and name of the module: `owner/name`.", offers: offersModules}},
			{"version_requirement", &documentSchema{doc: "The versions that work: `>= 1.2.0 < 3.0.0`.", offers: offersModuleVersions}},
		}})},
		{"requirements", listOf("The versions of Puppet that the module works with.", &documentSchema{keys: []namedSchema{
			{"name", oneOf("`puppet` or `openvox`.", "puppet", "openvox")},
			{"version_requirement", oneOf("The versions that work.", ">= 7.0.0 < 9.0.0", ">= 8.0.0 < 9.0.0")},
		}})},
		{"operatingsystem_support", listOf("The systems that the module supports.", &documentSchema{keys: []namedSchema{
			{"operatingsystem", &documentSchema{doc: "The name of the system, as the fact `os.name` has it.", offers: offersSystems}},
			{"operatingsystemrelease", listOf("The supported releases.", &documentSchema{})},
		}})},
		{"data_provider", said("No longer has an effect: the module's hiera.yaml names the data.")},
		{"pdk-version", said("The version of the PDK that generated the module.")},
		{"template-url", said("The template that the PDK used.")},
		{"template-ref", said("The version of the template.")},
	}}
}

// operatingSystems are the systems that modules name in metadata.json.
var operatingSystems = []string{
	"AIX", "AlmaLinux", "Amazon", "Archlinux", "CentOS", "Darwin", "Debian", "Fedora", "FreeBSD", "Gentoo", "NetBSD", "OpenBSD", "OracleLinux", "RedHat",
	"Rocky", "SLES", "Scientific", "Solaris", "Ubuntu", "VirtuozzoLinux", "windows",
}

// taskSchema describes the metadata of a task.
func taskSchema() *documentSchema {
	yesOrNo := func(doc string) *documentSchema { return oneOf(doc, "true", "false") }
	method := []string{"both", "environment", "powershell", "stdin"}
	parameter := &documentSchema{keys: []namedSchema{
		{"description", said("What the parameter is for.")},
		{"type", &documentSchema{doc: "The type of the value: one that JSON can represent.", offers: offersTypes}},
		{"default", said("The value that the task gets if none is given.")},
		{"sensitive", yesOrNo("Whether the value is kept out of logs.")},
	}}
	return &documentSchema{keys: []namedSchema{
		{"description", said("What the task does.")},
		{"parameters", &documentSchema{doc: "The parameters, by their names.", others: parameter}},
		{"input_method", oneOf("How the task gets its parameters.", method...)},
		{"supports_noop", yesOrNo("Whether the task can run without making changes.")},
		{"puppet_task_version", oneOf("The version of this file's format.", "1")},
		{"private", yesOrNo("Whether the task is left out of lists of tasks.")},
		{"remote", yesOrNo("Whether the task runs on a proxy, for a device.")},
		{"files", listOf("Files of modules that the task needs.", &documentSchema{})},
		{"implementations", listOf("The programs that can do the task, and what each requires.", &documentSchema{keys: []namedSchema{
			{"name", said("The file of the program.")},
			{"requirements", listOf("What a target must have.", oneOf("", "shell", "powershell", "puppet-agent"))},
			{"input_method", oneOf("How the program gets its parameters.", method...)},
			{"files", listOf("Files of modules that the program needs.", &documentSchema{})},
		}})},
		{"extensions", said("Settings for other programs.")},
	}}
}
