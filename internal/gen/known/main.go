//go:build develop

// Command known writes the index of package module/known from a folder of modules: archives
// AUTHOR-NAME/VERSION.tar.xz, or folders AUTHOR-NAME/VERSION, each with one module. It needs
// the system's tar for archives.
//
// With -installed, it adds modules from a second folder, which holds one version of each, as a module
// path does: those of -owner that the first folder does not have.
package main

import (
	"bytes"
	"cmp"
	"compress/flate"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/module/known"
	"puppet-lint/types"
)

func main() {
	modules := flag.String("modules", "", "folder that holds the modules")
	installed := flag.String("installed", "", "folder with one version of further modules, each with its metadata.json")
	owner := flag.String("owner", "openstack", "the owner of the modules to take from there")
	out := flag.String("out", "module/known", "folder to write the index to")
	flag.Parse()
	if err := run(context.Background(), *modules, *installed, *owner, *out); err != nil {
		fmt.Fprintln(os.Stderr, "known:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, modules, installed, owner, out string) error {
	all, err := released(modules)
	if err == nil && installed != "" {
		err = addInstalled(all, installed, owner)
	}
	if err != nil {
		return err
	}
	var head, bodies bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(all)) {
		one, err := indexModule(ctx, name, all[name])
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		head.WriteString(known.ModuleLine(one.name, len(one.body), one.versions, one.resourceTypes))
		bodies.Write(one.body)
	}
	head.WriteByte('\n')
	head.Write(bodies.Bytes())
	fmt.Printf("%d modules, %d bytes\n", len(all), head.Len())
	return os.WriteFile(filepath.Join(out, "index.bin"), head.Bytes(), 0o644)
}

// released returns the versions of the modules in a folder, by their full names.
func released(folder string) (map[string][]version, error) {
	names, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	found := map[string][]version{}
	for _, name := range names {
		if !name.IsDir() || !strings.Contains(name.Name(), "-") {
			continue
		}
		if found[name.Name()], err = versionsIn(filepath.Join(folder, name.Name())); err != nil {
			return nil, fmt.Errorf("%s: %w", name.Name(), err)
		}
	}
	return found, nil
}

// addInstalled adds the modules of an owner that are in a folder and that are not known yet.
func addInstalled(all map[string][]version, folder, owner string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*", "metadata.json"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var metadata struct{ Name, Version string }
		if err := json.Unmarshal(text, &metadata); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		name := strings.ReplaceAll(metadata.Name, "/", "-")
		if all[name] != nil || !strings.HasPrefix(name, owner+"-") {
			continue
		}
		number, err := types.ParseVersion(metadata.Version)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		all[name] = []version{{number, filepath.Dir(file)}}
	}
	return nil
}

// entry is a module in the index.
type entry struct {
	name          string
	versions      []string
	resourceTypes []string
	body          []byte
}

// indexModule reads all versions of a module.
func indexModule(ctx context.Context, name string, versions []version) (entry, error) {
	found := entry{name: name}
	// forms are keyed by path and text.
	forms := map[[2]string]known.Versions{}
	docs := rubyDocs{}
	for _, version := range versions {
		found.versions = append(found.versions, version.number.String())
	}
	for i, version := range slices.Backward(versions) {
		shown, err := version.read(ctx, found.name, docs)
		if err != nil {
			return entry{}, fmt.Errorf("%s: %w", version.number, err)
		}
		for _, one := range shown {
			forms[one] |= 1 << i
		}
	}
	keys := slices.SortedFunc(maps.Keys(forms), func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(forms[a]&-forms[a], forms[b]&-forms[b]), cmp.Compare(a[1], b[1]))
	})
	var text bytes.Buffer
	writer, err := flate.NewWriter(&text, flate.BestCompression)
	if err != nil {
		return entry{}, err
	}
	for _, key := range keys {
		if name, isType := known.ResourceTypeAt(key[0]); isType && !slices.Contains(found.resourceTypes, name) {
			found.resourceTypes = append(found.resourceTypes, name)
		}
		if _, err := writer.Write([]byte(known.Line(key[0], forms[key], key[1]))); err != nil {
			return entry{}, err
		}
	}
	if err := writer.Close(); err != nil {
		return entry{}, err
	}
	found.body = text.Bytes()
	return found, nil
}

// version is one version of a module: a folder or an archive.
type version struct {
	number *types.Version
	path   string
}

// versionsIn returns the versions of a module, oldest first.
func versionsIn(folder string) ([]version, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var found []version
	for _, one := range entries {
		number, err := types.ParseVersion(strings.TrimSuffix(one.Name(), ".tar.xz"))
		if err != nil {
			return nil, err
		}
		found = append(found, version{number, filepath.Join(folder, one.Name())})
	}
	slices.SortFunc(found, func(a, b version) int { return a.number.Compare(b.number) })
	return found, nil
}

// read returns the interface of the version, as pairs of path and form. name is the module's
// full name.
func (v version) read(ctx context.Context, name string, docs rubyDocs) ([][2]string, error) {
	folder := v.path
	if strings.HasSuffix(v.path, ".tar.xz") {
		unpacked, err := os.MkdirTemp("", "known-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(unpacked)
		if output, err := exec.CommandContext(ctx, "tar", "-xJf", v.path, "-C", unpacked).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("tar: %w: %s", err, output)
		}
		folder = unpacked
	}
	// The files may be in a folder with the module's name.
	if _, err := os.Stat(filepath.Join(folder, "metadata.json")); err != nil {
		inner, err := filepath.Glob(filepath.Join(folder, "*", "metadata.json"))
		if err != nil || len(inner) != 1 {
			return nil, fmt.Errorf("%s holds no module", v.path)
		}
		folder = filepath.Dir(inner[0])
	}
	return readModule(folder, name, docs)
}
