//go:build develop

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"puppet-lint/checker/compile"
	"puppet-lint/graph"
	"puppet-lint/graph/lookups"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/oracle/records"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

// ofRepositories compares the data of control repositories, each in a copy, because the
// comparison replaces the initial manifests.
func (c *comparison) ofRepositories(temporary string) error {
	found, err := filepath.Glob(filepath.Join(c.repositories, "*", "hiera.yaml"))
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return fmt.Errorf("no folder in %s has a hiera.yaml", c.repositories)
	}
	for _, one := range found {
		name := filepath.Base(filepath.Dir(one))
		folder := filepath.Join(temporary, "repository_"+plainName(name))
		if out, err := exec.Command("cp", "-a", filepath.Dir(one), folder).CombinedOutput(); err != nil {
			return fmt.Errorf("cp: %s", out)
		}
		before := *c
		if err := c.ofRepository(folder); err != nil {
			fmt.Fprintf(c.out, "SKIPPED  %s: %v\n", name, err)
		}
		fmt.Fprintf(c.out, "%s: %d lookups (%d fail there), %d decided, %d values known, %d wrong\n", name,
			c.asked-before.asked, c.failing-before.failing, c.told-before.told, c.known-before.known, c.wrong-before.wrong)
		if err := os.RemoveAll(folder); err != nil {
			return err
		}
	}
	return nil
}

// plainName returns a name that an environment may have.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToLower(name))
}

// ofRepository compares the keys of a repository on the recorded hosts, and on hosts whose facts
// make them read some of the data files.
func (c *comparison) ofRepository(folder string) error {
	if err := errors.Join(withoutManifest(folder), withPlainData(folder)); err != nil {
		return err
	}
	keys, err := keysOf(folder, nil)
	if err != nil {
		return err
	}
	if err := withModulepath(folder); err != nil {
		return err
	}
	seed := fnv.New64a()
	seed.Write([]byte(folder[strings.LastIndex(folder, "repository_"):]))
	random := rand.New(rand.NewPCG(c.seed, seed.Sum64()))
	hosts := slices.Clone(c.hosts)
	for i := range c.further {
		host, err := hostFor(c.hosts[i%len(c.hosts)], keys, random)
		if err != nil {
			return err
		}
		hosts = append(hosts, host)
	}
	for _, host := range hosts {
		keys, err := keysOf(folder, lookups.NewFacts(host.Document))
		if err != nil {
			return err
		}
		random.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		if err := c.onHost(folder, host, keys[:min(len(keys), c.keys)]); err != nil {
			return err
		}
	}
	return nil
}

// withoutManifest removes the initial manifests of an environment, and commands that Puppet would
// run. Puppet gets code instead, and this program its own site.pp.
func withoutManifest(folder string) error {
	path := filepath.Join(folder, "environment.conf")
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	var kept strings.Builder
	for line := range strings.Lines(string(text)) {
		if name, _, _ := strings.Cut(strings.TrimSpace(line), "="); !slices.Contains([]string{"manifest", "config_version"}, strings.TrimSpace(name)) {
			kept.WriteString(line)
		}
	}
	return errors.Join(os.RemoveAll(filepath.Join(folder, "manifests")), os.RemoveAll(filepath.Join(folder, "bolt-project.yaml")), os.RemoveAll(path), os.WriteFile(path, []byte(kept.String()), 0o644))
}

// withModulepath names the folders of modules that this program finds, such as that of the
// Puppetfile, in environment.conf if that names none.
func withModulepath(folder string) error {
	path := filepath.Join(folder, "environment.conf")
	text, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(text), "modulepath") {
		return err
	}
	graphs, err := lint.NewGraphs(optionsOf(folder))
	if err != nil {
		return err
	}
	return graphs.Each(context.Background(), func(built *graph.Graph) {
		if built.Tree.Environment == folder && len(built.Tree.Modulepath) > 0 {
			err = os.WriteFile(path, []byte(string(text)+"\nmodulepath = "+strings.Join(built.Tree.Modulepath, ":")+"\n"), 0o644)
		}
	})
}

// The parts of hiera.yaml that need a gem, or folders of a server.
var (
	encrypted = regexp.MustCompile(`lookup_key:\s*["']?eyaml_lookup_key["']?`)
	keys      = regexp.MustCompile(`(?m)^ *options: *\n(?: *(?:#.*|(?:gpg|pkcs7)_\w+:.*)\n?)+`)
	ofServer  = regexp.MustCompile(`/etc/puppetlabs/code/environments/(%\{:*environment\}|\w+)/`)
)

// withPlainData changes hiera.yaml so that Puppet reads it without the gem of eyaml, and finds
// the folder of data that a server has elsewhere. Encrypted values are then texts.
func withPlainData(folder string) error {
	path := filepath.Join(folder, "hiera.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	plain := keys.ReplaceAllString(encrypted.ReplaceAllString(string(text), "data_hash: yaml_data"), "")
	plain = ofServer.ReplaceAllString(plain, "")
	return errors.Join(os.Remove(path), os.WriteFile(path, []byte(plain), 0o644))
}

// keysOf returns the keys of an environment that have values.
func keysOf(folder string, facts *lookups.Facts) (keys []*lookups.Key, err error) {
	graphs, err := lint.NewGraphs(optionsOf(folder))
	if err != nil {
		return nil, err
	}
	err = graphs.Each(context.Background(), func(built *graph.Graph) {
		if strings.HasPrefix(built.Tree.Environment, folder) {
			keys = append(keys, lookups.Collect(built, lookups.Options{Facts: facts, Shown: graphs.Shown})...)
		}
	})
	return slices.DeleteFunc(keys, func(k *lookups.Key) bool { return len(k.Values) == 0 || strings.Contains(k.Name, "'") }), err
}

// hostFor returns a host with further facts: each variable in a condition of a value has one of
// its texts there.
func hostFor(base *records.Host, keys []*lookups.Key, random *rand.Rand) (*records.Host, error) {
	texts := map[string][]string{}
	for _, key := range keys {
		for i := range key.Values {
			for _, part := range key.Values[i].Condition {
				if all := texts[part.Variable]; len(all) == 0 || all[len(all)-1] != part.Text {
					texts[part.Variable] = append(all, part.Text)
				}
			}
		}
	}
	var facts map[string]any
	if err := json.Unmarshal(base.JSON, &facts); err != nil {
		return nil, err
	}
	name := base.Name
	for _, variable := range slices.Sorted(maps.Keys(texts)) {
		text := texts[variable][random.IntN(len(texts[variable]))]
		if segments, ok := hiera.SplitKey(variable); ok && segments[0] != "environment" && segments[0] != "module_name" && setFact(facts, segments, text) {
			name += " " + variable + "=" + text
		}
	}
	encoded, err := json.Marshal(facts)
	if err != nil {
		return nil, err
	}
	return newHost(name, encoded)
}

// newHost returns a host with facts in JSON.
func newHost(name string, facts []byte) (host *records.Host, err error) {
	host = &records.Host{Name: name, JSON: facts, Document: yaml.Read(source.NewFile("facts.json", string(facts)), yaml.Options{})}
	host.Facts, err = compile.ReadFacts(host.Document.Root)
	return host, err
}

// setFact sets a part of a fact. It reports whether that is possible.
func setFact(facts map[string]any, segments []string, text string) bool {
	if segments[0] == "facts" {
		segments = segments[1:]
	}
	for len(segments) > 1 {
		inner, isHash := facts[segments[0]].(map[string]any)
		if !isHash {
			if facts[segments[0]] != nil {
				return false
			}
			inner = map[string]any{}
			facts[segments[0]] = inner
		}
		facts, segments = inner, segments[1:]
	}
	if len(segments) == 0 || facts[segments[0]] != nil {
		if _, isText := facts[segments[0]].(string); !isText {
			return false
		}
	}
	facts[segments[0]] = text
	return true
}
