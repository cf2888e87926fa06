//go:build develop

// Command known writes the index of package module/known from a folder of modules: archives
// AUTHOR-NAME/VERSION.tar.xz, or folders AUTHOR-NAME/VERSION, each with one module. It needs
// the system's tar for archives.
package main

import (
	"bytes"
	"cmp"
	"compress/flate"
	"context"
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
	out := flag.String("out", "module/known", "folder to write the index to")
	flag.Parse()
	if err := run(context.Background(), *modules, *out); err != nil {
		fmt.Fprintln(os.Stderr, "known:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, modules, out string) error {
	names, err := os.ReadDir(modules)
	if err != nil {
		return err
	}
	var written []entry
	for _, name := range names {
		if !name.IsDir() || !strings.Contains(name.Name(), "-") {
			continue
		}
		one, err := indexModule(ctx, filepath.Join(modules, name.Name()))
		if err != nil {
			return fmt.Errorf("%s: %w", name.Name(), err)
		}
		written = append(written, one)
	}
	var head, bodies bytes.Buffer
	for _, one := range written {
		head.WriteString(known.ModuleLine(one.name, len(one.body), one.versions, one.resourceTypes))
		bodies.Write(one.body)
	}
	head.WriteByte('\n')
	head.Write(bodies.Bytes())
	fmt.Printf("%d bytes\n", head.Len())
	return os.WriteFile(filepath.Join(out, "index.bin"), head.Bytes(), 0o644)
}

// entry is a module in the index.
type entry struct {
	name          string
	versions      []string
	resourceTypes []string
	body          []byte
}

// indexModule reads all versions of a module.
func indexModule(ctx context.Context, folder string) (entry, error) {
	versions, err := versionsIn(folder)
	if err != nil {
		return entry{}, err
	}
	found := entry{name: filepath.Base(folder)}
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
