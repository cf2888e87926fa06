package builtin

import (
	"slices"
	"strings"
	"testing"
)

// TestEveryEntryDecodes reads every entry of every table by name, because find relies on sorted,
// valid JSON.
func TestEveryEntryDecodes(t *testing.T) {
	checkTable(t, &functions, 200)
	checkTable(t, &resourceTypes, 50)
	checkTable(t, &facts, 300)
	checkTable(t, &boltFunctions, 40)
	checkTable(t, &boltTypes, 10)
	if len(Words().DataTypes) < 40 || len(Metaparameters()) != 11 {
		t.Errorf("language table: %d data types, %d metaparameters", len(Words().DataTypes), len(Metaparameters()))
	}
}

func checkTable[T any](t *testing.T, table *table[T], atLeast int) {
	t.Helper()
	names := slices.Collect(table.names())
	if !slices.IsSorted(names) || len(names) < atLeast {
		t.Errorf("%d names, sorted: %v", len(names), slices.IsSorted(names))
	}
	for _, name := range names {
		if table.find(name) == nil {
			t.Errorf("%q is in the table but not found", name)
		}
		for _, other := range []string{name + "_", name[:len(name)-1] + "\x01"} {
			if table.find(other) != nil {
				t.Errorf("%q found", other)
			}
		}
	}
}

func TestFunctions(t *testing.T) {
	function := FindFunction("map")
	if function == nil || len(function.Signatures) != 4 || function.Signatures[0].Block.Type != "Callable[2, 2]" {
		t.Fatalf("map: %+v", function)
	}
	if f := FindFunction("template"); !f.Legacy || f.Min != 1 || f.Max != -1 {
		t.Errorf("template: %+v", f)
	}
	if f := FindFunction("sha1"); !f.Legacy || f.Min != 1 || f.Max != 1 {
		t.Errorf("sha1: %+v", f)
	}
	if f := FindFunction("batch_escape"); f.Module != "stdlib" || !f.Deprecated || f.Replacement != "stdlib::batch_escape" {
		t.Errorf("batch_escape: %+v", f)
	}
	if f := FindFunction("validate_legacy"); f == nil {
		t.Error("validate_legacy is missing")
	}
	if len(FindFunction("compare").Refused) != 2 || FindFunction("upcase").LocalTypes["StringData"] == "" {
		t.Error("compare or upcase lost what they refuse or name")
	}
}

func TestResourceTypes(t *testing.T) {
	file := FindResourceType("file")
	if file == nil || !slices.Equal(file.Namevars, []string{"path"}) {
		t.Fatalf("file: %+v", file)
	}
	if ensure := file.Attribute("ensure"); !slices.Contains(ensure.Values, "false") || !slices.Equal(ensure.Patterns, []string{"."}) {
		t.Errorf("file's ensure: %+v", ensure)
	}
	if file.Attribute("require") != nil || Metaparameter("require") == nil {
		t.Error("require is a metaparameter, not an attribute of file")
	}
	if environment := FindResourceType("package").Attribute("environment"); !slices.Equal(environment.AbsentIn, []string{"7", "8"}) {
		t.Errorf("package's environment: %+v", environment)
	}
	if FindResourceType("cron").Module != "cron_core" {
		t.Error("cron is not of cron_core")
	}
}

func TestFacts(t *testing.T) {
	os := FindFact("os")
	if os == nil || !slices.Contains(os.Keys, "family") || FindFact("os.family").Type != "String" {
		t.Fatalf("os: %+v", os)
	}
	if key := FindFact("disks").AnyKey(); key != "<devicename>" || FindFact("disks."+key+".size_bytes").Type != "Integer" {
		t.Errorf("disks are described by %q", key)
	}
	for name, want := range map[string]string{
		"osfamily": "os.family", "ipaddress_eth0": "networking.interfaces.eth0.ip", "processor12": "processors.models[12]",
		"sshdsakey": "ssh.dsa.key", "zone_web_brand": "solaris_zones.zones.web.brand", "os": "", "processorx": "", "my_fact": "",
	} {
		got := ""
		if fact := LegacyFact(name); fact != nil {
			got = fact.Replacement
		}
		if got != want {
			t.Errorf("%s is replaced by %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string][2]string{
		"osfamily": {"os.family", "facts['os']['family']"}, "processor12": {"processors.models.12", "facts['processors']['models'][12]"},
		"ipaddress_eth0.21": {`networking.interfaces."eth0.21".ip`, "facts['networking']['interfaces']['eth0.21']['ip']"},
	} {
		if fact := LegacyFact(name); fact.DataKey() != want[0] || fact.Expression() != want[1] {
			t.Errorf("%s: got %s and %s, want %q", name, fact.DataKey(), fact.Expression(), want)
		}
	}
	for name, want := range map[string]bool{
		"osfamily": true, "ipaddress_eth0": true, "ipaddress_lo": true, "netmask_br_ex": true, "mtu_Local_Area_Connection": true, "sp_machine_model": true,
		"ipaddress_primary": false, "network_extra_parameters_array": false, "macaddress_idrac": false,
	} {
		if got := LegacyFact(name).IsCertain(); got != want {
			t.Errorf("%s is certain: got %v, want %v", name, got, want)
		}
	}
	if strings.Contains(Words().Trusted["certname"], "Any") || Words().TopVariables["environment"] != "String" {
		t.Error("trusted or top variables are wrong")
	}
}

// TestReplacements checks that the facts that replace legacy facts exist: each step of a path is a
// key of the fact before it, or that fact accepts any key.
func TestReplacements(t *testing.T) {
	replaced := 0
	for name := range FactNames() {
		fact := FindFact(name)
		if !fact.Legacy {
			continue
		}
		if (fact.Advice() == "") != (fact.Replacement == "") || fact.Converted && fact.IsSame(name) {
			t.Errorf("%s is replaced by %q, converted is %v: %s", name, fact.Replacement, fact.Converted, fact.Advice())
		}
		if fact.Replacement == "" || !fact.IsSame(name) {
			continue
		}
		replaced++
		path, isKnown := "", true
		for i, key := range strings.Split(fact.Replacement, ".") {
			key, _, _ = strings.Cut(key, "[")
			if i == 0 {
				path = key
			} else if found := FindFact(path); len(found.Keys) == 0 {
				break // what it holds is not known
			} else if slices.Contains(found.Keys, key) || found.AnyKey() == "" {
				path += "." + key
			} else {
				path += "." + found.AnyKey()
			}
			if isKnown = FindFact(path) != nil; !isKnown {
				t.Errorf("%s is replaced by %s, but there is no %s", name, fact.Replacement, path)
				break
			}
		}
		if read := strings.NewReplacer("facts['", "", "']['", ".", "']", "").Replace(fact.Expression()); read != fact.Replacement {
			t.Errorf("%s is read by $%s", name, fact.Expression())
		}
	}
	if replaced < 100 {
		t.Errorf("only %d legacy facts have a replacement", replaced)
	}
	for name, isSame := range map[string]bool{"ipaddress_eth0": true, "ipaddress_eth0_1": false, "osfamily": true, "memorysize_mb": false} {
		if fact := LegacyFact(name); fact == nil || fact.IsSame(name) != isSame {
			t.Errorf("%s: %+v", name, fact)
		}
	}
}

// TestOwnFunctionNames checks that the names of Puppet's own functions are told from those of
// modules without decoding the functions.
func TestOwnFunctionNames(t *testing.T) {
	var want []string
	for name := range FunctionNames() {
		if FindFunction(name).Module == "" {
			want = append(want, name)
		}
	}
	if got := slices.Collect(OwnFunctionNames()); !slices.Equal(got, want) || len(got) < 90 {
		t.Errorf("%d names, want %d", len(got), len(want))
	}
}

// TestNamesAreFound checks that each listed name can be found and has a description.
func TestNamesAreFound(t *testing.T) {
	signatures := 0
	for name := range FunctionNames() {
		function := FindFunction(name)
		if !function.Legacy && function.Removed == "" && len(function.Signatures) == 0 {
			t.Errorf("%s has no signature", name)
		}
		signatures += len(function.Signatures)
	}
	for name := range ResourceTypeNames() {
		resource := FindResourceType(name)
		for _, namevar := range resource.Namevars {
			if resource.Attribute(namevar) == nil {
				t.Errorf("%s is named by %s, which it lacks", name, namevar)
			}
		}
		for _, metaparameter := range Metaparameters() {
			if attribute := resource.Attribute(metaparameter.Name); attribute != nil && !slices.Contains([]string{"alias", "loglevel", "tag"}, metaparameter.Name) {
				t.Errorf("%s has an attribute with the name of a metaparameter: %s", name, metaparameter.Name)
			}
		}
	}
	for name := range BoltTypeNames() {
		if FindBoltType(name) == nil || FindBoltType(strings.ToUpper(name)) != FindBoltType(name) {
			t.Errorf("Bolt's type %s is not found in every case", name)
		}
	}
	if run := FindBoltFunction("run_task"); run == nil || len(run.Signatures) < 2 {
		t.Errorf("run_task: %+v", run)
	}
	if FindFunction("run_task") != nil || FindBoltFunction("lookup_nothing") != nil || signatures < 250 {
		t.Errorf("functions of Bolt and Puppet are mixed, or there are only %d signatures", signatures)
	}
	for name, writes := range map[string]bool{"notice": true, "fail": true, "out::message": true, "include": false, "log::warn": true} {
		if WritesToLog(name) != writes {
			t.Errorf("%s writes to the log: %v", name, !writes)
		}
	}
}
