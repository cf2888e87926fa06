//go:build develop

package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/module"
	"puppet-lint/module/known"
	"puppet-lint/syntax"
)

// moduleInterface is the interface of a version of a module: its names by kind, and which
// parameters are required.
type moduleInterface struct {
	// names are the classes, defined types, resource types, functions and aliases, each as
	// "kind name".
	names map[string]bool
	// parameters are the parameters of each class, defined type and resource type. The value is
	// true for a required one.
	parameters map[string]map[string]bool
}

// caller creates a module that depends on another one in a version.
func caller(target *known.Module, version int) string {
	return fmt.Sprintf(`{"name": "me-caller", "version": "1.0.0", "author": "me", "license": "x", "summary": "x", "source": "x",
 "dependencies": [{"name": "%s/%s", "version_requirement": ">= %s < %d.0.0"}]}`,
		target.Owner, target.Name, target.Versions[version], target.Versions[version].Major+1)
}

func interfaceOf(target *known.Module, version int) *moduleInterface {
	const folder = "/caller"
	files := source.NewOverlay(source.NewOverlay(nil, nil), map[string]string{folder + "/metadata.json": caller(target, version)})
	tree := module.NewWorkspace(files, []string{folder}, nil).WithVersions(module.VersionOverrides{Modules: []*known.View{target.View(1 << version)}}).TreeOf(folder)
	found := &moduleInterface{map[string]bool{}, map[string]map[string]bool{}}
	owner := tree.Module(target.Name)
	if owner == nil {
		return found
	}
	for _, manifest := range tree.Manifests.Of(owner) {
		for _, definition := range manifest.Definitions {
			kind, parameters := "", []*syntax.Parameter(nil)
			switch node := definition.Node.(type) {
			case *syntax.HostClassDefinition:
				kind, parameters = "class", node.Parameters
				if strings.Contains(manifest.Source.Slice(manifest.Extent(node)), "assert_private") {
					continue
				}
			case *syntax.ResourceTypeDefinition:
				kind, parameters = "resource", node.Parameters
				if strings.Contains(manifest.Source.Slice(manifest.Extent(node)), "assert_private") {
					continue
				}
			case *syntax.FunctionDefinition:
				kind = "function"
			case *syntax.TypeAlias:
				kind = "type"
			}
			if kind == "" {
				continue
			}
			found.names[kind+" "+definition.Name] = true
			if kind == "class" || kind == "resource" {
				found.parameters[kind+" "+definition.Name] = map[string]bool{}
				for _, parameter := range parameters {
					found.parameters[kind+" "+definition.Name][parameter.Name] = parameter.Value == nil
				}
			}
		}
	}
	for _, name := range tree.Plugins.ResourceTypeNames().Words() {
		if one := tree.Plugins.FindResourceType(name); one != nil && one.Module == owner && !one.Open {
			found.names["resource "+name] = true
			found.parameters["resource "+name] = map[string]bool{}
			for _, attribute := range one.Attributes {
				if attribute.Kind != ruby.Property || !attribute.ReadOnly {
					found.parameters["resource "+name][attribute.Name] = attribute.Required && !attribute.Namevar
				}
			}
		}
	}
	for _, name := range tree.Plugins.FunctionNames().Words() {
		if one := tree.Plugins.FindFunction(name); one != nil && one.Module == owner {
			found.names["function "+name] = true
		}
	}
	return found
}

// probe is a file of the caller, with the expected result.
type probe struct {
	text, about string
	// isChange is true if something in the file must be listed, and false if nothing in it may be
	// listed.
	isChange bool
}

// unknown is an expression whose value is not known.
const unknown = "$facts['nobody']['knows']"

// use returns code that uses something with its required parameters, and more.
func use(name string, parameters map[string]bool, more ...string) string {
	kind, short, _ := strings.Cut(name, " ")
	var given []string
	for _, parameter := range slices.Sorted(maps.Keys(parameters)) {
		if parameters[parameter] && !slices.Contains(more, parameter) {
			given = append(given, parameter)
		}
	}
	given = append(given, more...)
	text := ""
	for _, parameter := range given {
		text += fmt.Sprintf("    %s => %s,\n", parameter, unknown)
	}
	switch kind {
	case "class":
		return "  class { '" + short + "':\n" + text + "  }\n"
	case "resource":
		return "  " + short + " { 'x':\n" + text + "  }\n"
	case "function":
		return "  $result = " + short + "(" + unknown + ")\n  notice($result)\n"
	}
	segments := strings.Split(short, "::")
	for i, segment := range segments {
		segments[i] = strings.ToUpper(segment[:1]) + segment[1:]
	}
	return "  notice(" + unknown + " =~ " + strings.Join(segments, "::") + ")\n"
}

// probes returns uses of the interface of an older version.
func probes(older, newer *moduleInterface) []probe {
	var found []probe
	for _, name := range slices.Sorted(maps.Keys(older.names)) {
		had, has := older.parameters[name], newer.parameters[name]
		if !newer.names[name] {
			// Puppet may have a function or a resource type of that name.
			if kind, short, _ := strings.Cut(name, " "); kind == "function" && strings.Contains(short, "::") || kind == "class" || kind == "type" || kind == "resource" && strings.Contains(short, "::") {
				found = append(found, probe{use(name, had), name + " is gone", true})
			}
			continue
		}
		needsMore := false
		for _, parameter := range slices.Sorted(maps.Keys(has)) {
			if has[parameter] && !had[parameter] {
				needsMore = true
			}
		}
		kind, _, _ := strings.Cut(name, " ")
		if needsMore && kind == "resource" {
			found = append(found, probe{use(name, had), name + " needs more", true})
			continue
		}
		if needsMore || kind == "function" {
			continue
		}
		var stayed []string
		for _, parameter := range slices.Sorted(maps.Keys(had)) {
			if _, there := has[parameter]; !there {
				found = append(found, probe{use(name, had, parameter), name + " has no " + parameter, true})
			} else {
				stayed = append(stayed, parameter)
			}
		}
		if kind == "type" {
			stayed = nil
		}
		lost := slices.ContainsFunc(slices.Collect(maps.Keys(had)), func(parameter string) bool { _, there := has[parameter]; return had[parameter] && !there })
		if !lost {
			found = append(found, probe{use(name, had, stayed...), name + " stayed", false})
		}
	}
	return found
}

// history compares what is listed with the difference of the interfaces.
func history(every int) (bool, error) {
	changes, listed, stayed, wrong, pairs := 0, 0, 0, 0, 0
	for i, target := range known.Embedded().Modules() {
		if i%every != 0 {
			continue
		}
		for version := range len(target.Versions) - 1 {
			all := probes(interfaceOf(target, version), interfaceOf(target, version+1))
			if len(all) == 0 {
				continue
			}
			pairs++
			found, err := askProbes(target, version, all)
			if err != nil {
				return false, err
			}
			for at, one := range all {
				switch said := found[at]; {
				case one.isChange:
					changes++
					if said != "" {
						listed++
					} else {
						fmt.Printf("  not listed: %s %s: %s\n", target.FullName(), target.Versions[version+1], one.about)
					}
				default:
					stayed++
					if said != "" {
						wrong++
						fmt.Printf("  listed: %s %s: %s: %s\n", target.FullName(), target.Versions[version+1], one.about, said)
					}
				}
			}
		}
	}
	share := 100 * float64(listed) / float64(max(changes, 1))
	fmt.Printf("%d pairs of versions: %d of %d changes listed (%.1f %%), %d of %d that stayed listed\n", pairs, listed, changes, share, wrong, stayed)
	return share >= leastListed && wrong == 0, nil
}

// askProbes returns what an upgrade reports for each probe.
func askProbes(target *known.Module, version int, all []probe) (map[int]string, error) {
	folder, err := os.MkdirTemp("", "caller-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	folder = filepath.Join(folder, "caller")
	if err := os.MkdirAll(filepath.Join(folder, "manifests"), 0o755); err != nil {
		return nil, err
	}
	write := func(name, text string) error { return os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644) }
	if err := write("metadata.json", caller(target, version)); err != nil {
		return nil, err
	}
	for at, one := range all {
		if err := write(fmt.Sprintf("manifests/p%d.pp", at), fmt.Sprintf("class caller::p%d {\n%s}\n", at, one.text)); err != nil {
			return nil, err
		}
	}
	outcome, err := ask(lint.Confine(folder, []string{folder}), folder, false, fmt.Sprintf("%s=%d", target.FullName(), target.Versions[version+1].Major))
	if err != nil {
		return nil, err
	}
	found := map[int]string{}
	for _, finding := range outcome.Result.Findings {
		var at int
		if _, err := fmt.Sscanf(filepath.Base(finding.File.Name), "p%d.pp", &at); err == nil {
			found[at] = finding.Message
		}
	}
	return found, nil
}
