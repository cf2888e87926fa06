package builtin

import (
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// documented returns the names of all things that Documentation describes, by kind.
func documented() map[Kind][]string {
	names := map[Kind][]string{
		OfDataType: slices.Concat(Words().DataTypes, Words().LoaderTypes),
		OfFact:     slices.Collect(FactNames()),
		OfFunction: slices.Collect(BoltFunctionNames()),
	}
	for name := range Words().TypeAliases {
		names[OfDataType] = append(names[OfDataType], name)
	}
	for name := range BoltTypeNames() {
		if known := FindBoltType(name).Name; !slices.Contains(names[OfDataType], known) {
			names[OfDataType] = append(names[OfDataType], known)
		}
	}
	for name := range FunctionNames() {
		if FindFunction(name).Module == "" {
			names[OfFunction] = append(names[OfFunction], name)
		}
	}
	for _, known := range Metaparameters() {
		names[OfMetaparameter] = append(names[OfMetaparameter], known.Name)
	}
	for name := range ResourceTypeNames() {
		names[OfResourceType] = append(names[OfResourceType], name)
		for _, known := range FindResourceType(name).Attributes {
			names[OfAttribute] = append(names[OfAttribute], name+"."+known.Name)
		}
	}
	for name := range Variables() {
		names[OfVariable] = append(names[OfVariable], name)
	}
	return names
}

// TestDocumentation checks that all names are described and that all lines are needed.
func TestDocumentation(t *testing.T) {
	needed := map[string]bool{}
	for kind, names := range documented() {
		for _, name := range names {
			said := Documentation(kind, name)
			if said == "" {
				t.Errorf("there is no description of %s %s", kind, name)
			}
			for _, line := range documentationLines(kind, name) {
				if documentation().find(line) != "" {
					needed[line] = true
					break
				}
			}
		}
	}
	lines := slices.Collect(documentation().names())
	if !slices.IsSorted(lines) || len(slices.Compact(slices.Clone(lines))) != len(lines) || len(lines) < 700 {
		t.Errorf("%d lines, sorted: %v", len(lines), slices.IsSorted(lines))
	}
	for _, line := range lines {
		if !needed[line] {
			t.Errorf("%s is described, but there is no such thing", line)
		}
		said := documentation().find(line)
		if first, _ := utf8.DecodeRuneInString(said); !unicode.IsUpper(first) || !strings.HasSuffix(said, ".") || utf8.RuneCountInString(said) > 200 {
			t.Errorf("%s: not a short sentence: %s", line, said)
		}
		if strings.Count(said, "`")%2 != 0 || strings.ContainsAny(said, "\t\r") || strings.Contains(said, "  ") {
			t.Errorf("%s: markup is wrong: %s", line, said)
		}
	}
}

// TestSharedDocumentation checks which line is about a name that has none of its own.
func TestSharedDocumentation(t *testing.T) {
	for _, same := range [][2]string{
		{"networking.interfaces.eth0.ip", "networking.interfaces.<interface>.ip"},
		{"disks.sda", "disks.<devicename>"},
		{"ipaddress_eth0", "networking.interfaces.<interface>.ip"},
		{"processor3", "processors.models"},
		{"osfamily", "os.family"},
	} {
		if got, want := Documentation(OfFact, same[0]), Documentation(OfFact, same[1]); got == "" || got != want {
			t.Errorf("%s is %q, %s is %q", same[0], got, same[1], want)
		}
	}
	for kind, name := range map[Kind]string{OfFact: "os.nothing", OfAttribute: "file.nothing", OfFunction: "any2bool", OfVariable: "", OfDataType: "string"} {
		if got := Documentation(kind, name); got != "" {
			t.Errorf("%s %s is %q", kind, name, got)
		}
	}
	if path := DescribedFact("mountpoints./.size"); path != "mountpoints.<mountpoint>.size" {
		t.Errorf("the size of a file system is at %q", path)
	}
	if path := DescribedFact("nothing.at.all") + DescribedFact("") + DescribedFact("networking.ip.x"); path != "" {
		t.Errorf("facts that do not exist are at %q", path)
	}
}

// TestDocumentationIsCompressed compares documentation.txt with what the program holds of it.
func TestDocumentationIsCompressed(t *testing.T) {
	written, err := os.ReadFile("documentation.txt")
	if err != nil {
		t.Fatal(err)
	}
	if documentation().text != string(written) {
		t.Error("documentation.txt has changed: run go generate in this folder")
	}
}
