//go:build develop

// Command builtin writes the tables of package module/builtin. Its input is a folder of facts
// about Puppet (functions.json, resource_types.json, core_facts.json, language.json and
// stdlib_functions.json), and bolt.json in this folder.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/module/builtin"
)

func main() {
	facts := flag.String("facts", "", "folder that holds the facts")
	out := flag.String("out", "module/builtin", "folder to write the tables to")
	flag.Parse()
	if err := run(*facts, *out); err != nil {
		fmt.Fprintln(os.Stderr, "builtin:", err)
		os.Exit(1)
	}
}

func run(facts, out string) error {
	functions, err := functionTable(facts)
	if err != nil {
		return err
	}
	types, metaparameters, err := resourceTypeTable(facts)
	if err != nil {
		return err
	}
	factTable, language, err := factTable(facts)
	if err != nil {
		return err
	}
	if err := readLanguage(facts, language); err != nil {
		return err
	}
	language.Metaparameters = metaparameters
	boltFunctions, boltTypes, err := boltTables()
	if err != nil {
		return err
	}
	aliases, err := stdlibTypes(facts)
	if err != nil {
		return err
	}
	text, err := marshal(language)
	if err != nil {
		return err
	}
	for name, content := range map[string]string{
		"functions.txt": render(functions), "resource_types.txt": render(types),
		"facts.txt": render(factTable), "language.txt": text + "\n", "stdlib_types.txt": aliases,
		"bolt_functions.txt": render(boltFunctions), "bolt_types.txt": render(boltTypes),
	} {
		if err := os.WriteFile(filepath.Join(out, name), []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func read(folder, name string, into any) error {
	content, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(fixEscapes(content), into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// fixEscapes doubles each backslash that JSON does not allow in its place but Ruby's reader
// accepts.
func fixEscapes(content []byte) []byte {
	fixed := make([]byte, 0, len(content))
	for i := 0; i < len(content); i++ {
		fixed = append(fixed, content[i])
		if content[i] != '\\' || i+1 == len(content) {
			continue
		}
		if strings.IndexByte(`"\/bfnrtu`, content[i+1]) < 0 {
			fixed = append(fixed, '\\')
			continue
		}
		i++
		fixed = append(fixed, content[i])
	}
	return fixed
}

func marshal(value any) (string, error) {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return strings.TrimSuffix(text.String(), "\n"), err
}

// render formats a table for package builtin: sorted, one entry a line.
func render[T any](entries map[string]T) string {
	names := make([]string, 0, len(entries))
	for name := range entries {
		names = append(names, name)
	}
	slices.Sort(names)
	var text strings.Builder
	for _, name := range names {
		encoded, err := marshal(entries[name])
		if err != nil {
			panic(err) // encoding structs of strings never fails
		}
		text.WriteString(name + "\t" + encoded + "\n")
	}
	return text.String()
}

type rawFunction struct {
	Name               string         `json:"name"`
	API                string         `json:"api"`
	Kind               string         `json:"kind"`
	Internal           bool           `json:"internal"`
	Dispatches         []rawSignature `json:"dispatches"`
	MismatchDispatches []rawSignature `json:"mismatch_dispatches"`
	LocalTypes         any            `json:"local_types"`
	Min                int            `json:"min"`
	Max                *int           `json:"max"`
	Deprecated         bool           `json:"deprecated"`
	Replacement        any            `json:"replacement"`
	Discontinued       bool           `json:"discontinued"`
	DeprecatedForms    []struct {
		What string `json:"what"`
	} `json:"deprecated_forms"`
	SignatureDiffers map[string]struct {
		Dispatches []rawSignature `json:"dispatches"`
	} `json:"signature_differs"`
	Since    map[string]string `json:"since"`
	LastSeen any               `json:"last_seen"`
}

type rawSignature struct {
	Parameters []struct {
		Name, Type, Kind string
	} `json:"parameters"`
	Block *struct {
		Type     string
		Optional bool
	} `json:"block"`
	ReturnType string `json:"return_type"`
}

func functionTable(folder string) (map[string]*builtin.Function, error) {
	var core, stdlib struct {
		Functions []rawFunction `json:"functions"`
		Removed   []rawFunction `json:"removed"`
	}
	if err := read(folder, "functions.json", &core); err != nil {
		return nil, err
	}
	if err := read(folder, "stdlib_functions.json", &stdlib); err != nil {
		return nil, err
	}
	table := map[string]*builtin.Function{}
	for i := range core.Functions {
		table[core.Functions[i].Name] = convertFunction(&core.Functions[i], "")
	}
	for i := range stdlib.Functions {
		if raw := &stdlib.Functions[i]; table[raw.Name] == nil {
			table[raw.Name] = convertFunction(raw, "stdlib")
		}
	}
	for i := range stdlib.Removed {
		if raw := &stdlib.Removed[i]; table[raw.Name] == nil {
			table[raw.Name] = &builtin.Function{Module: "stdlib", Removed: fmt.Sprint(raw.LastSeen), Replacement: replacement(raw.Replacement)}
		}
	}
	return table, nil
}

// baseMajor is the major version of Puppet whose signatures are the default. Those of later
// versions are added where they differ. Those of earlier versions are not, since what one
// release of 7 lacks, a later release of 7 may have.
const baseMajor = "8"

func convertFunction(raw *rawFunction, module string) *builtin.Function {
	function := &builtin.Function{
		Module: module, Legacy: raw.API == "3x", Statement: raw.Kind == "statement", Scope: raw.Internal,
		Deprecated: raw.Deprecated, Discontinued: raw.Discontinued, Replacement: replacement(raw.Replacement),
		Signatures: convertSignatures(raw.Dispatches), Refused: convertSignatures(raw.MismatchDispatches),
		LocalTypes: localTypes(raw.LocalTypes),
	}
	if function.Legacy {
		function.Scope = true
		function.Min, function.Max = raw.Min, -1
		if raw.Max != nil {
			function.Max = *raw.Max
		}
	}
	for version, differing := range raw.SignatureDiffers {
		if major, _, _ := strings.Cut(version, "."); major > baseMajor && len(differing.Dispatches) > 0 {
			if function.Versions == nil {
				function.Versions = map[string][]builtin.Signature{}
			}
			function.Versions[major] = convertSignatures(differing.Dispatches)
		}
	}
	for _, form := range raw.DeprecatedForms {
		function.DeprecatedForms = append(function.DeprecatedForms, form.What)
	}
	for _, api := range []string{"4x", "3x"} {
		since := strings.TrimPrefix(raw.Since[api], "<=")
		if since != "" && (function.Since == "" || isEarlier(since, function.Since)) {
			function.Since = since
		}
	}
	return function
}

// isEarlier compares two releases, X.Y.Z.
func isEarlier(a, b string) bool {
	numbers := func(version string) (list [3]int) {
		fmt.Sscanf(version, "%d.%d.%d", &list[0], &list[1], &list[2])
		return list
	}
	x, y := numbers(a), numbers(b)
	return slices.Compare(x[:], y[:]) < 0
}

// localTypes reads the aliases, which are given as {name: type} or as "Name = Type".
func localTypes(raw any) map[string]string {
	aliases := map[string]string{}
	switch raw := raw.(type) {
	case map[string]any:
		for name, text := range raw {
			aliases[name] = fmt.Sprint(text)
		}
	case []any:
		for _, item := range raw {
			switch item := item.(type) {
			case string:
				name, text, _ := strings.Cut(item, "=")
				aliases[strings.TrimPrefix(strings.TrimSpace(name), "type ")] = strings.TrimSpace(text)
			case map[string]any:
				aliases[fmt.Sprint(item["name"])] = fmt.Sprint(item["type"])
			}
		}
	}
	if len(aliases) == 0 {
		return nil
	}
	return aliases
}

func replacement(raw any) string {
	switch raw := raw.(type) {
	case string:
		return raw
	case map[string]any:
		if to, ok := raw["to"].(string); ok {
			return to
		}
	}
	return ""
}

func convertSignatures(raw []rawSignature) []builtin.Signature {
	var signatures []builtin.Signature
	for _, dispatch := range raw {
		signature := builtin.Signature{ReturnType: dispatch.ReturnType}
		for _, parameter := range dispatch.Parameters {
			kind := builtin.ParameterKind(parameter.Kind)
			if kind == "required" {
				kind = builtin.Required
			}
			signature.Parameters = append(signature.Parameters, builtin.Parameter{Name: parameter.Name, Type: parameter.Type, Kind: kind})
		}
		if dispatch.Block != nil {
			signature.Block = &builtin.Block{Type: dispatch.Block.Type, Optional: dispatch.Block.Optional}
		}
		signatures = append(signatures, signature)
	}
	return signatures
}
