//go:build develop

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/types"
)

// release is one version of a module, unpacked in a separate folder under the name by which
// modules are found.
type release struct {
	full, name string
	version    *types.Version
	folder     string
	wants      []module.Dependency
}

// unpackAll unpacks all archives and returns every Nth as a subject.
func unpackAll(modules, into string, every int) ([]subject, error) {
	archives, err := filepath.Glob(filepath.Join(modules, "*", "*.tar.xz"))
	if err != nil {
		return nil, err
	}
	var all []release
	for _, archive := range archives {
		full := filepath.Base(filepath.Dir(archive))
		_, name, _ := strings.Cut(full, "-")
		version, err := types.ParseVersion(strings.TrimSuffix(filepath.Base(archive), ".tar.xz"))
		if err != nil {
			return nil, err
		}
		folder := filepath.Join(into, full, version.String(), "modules", name)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, err
		}
		if output, err := exec.Command("tar", "-xJf", archive, "-C", folder).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("tar %s: %w: %s", archive, err, output)
		}
		one := release{full: full, name: name, version: version, folder: folder}
		tree := module.NewWorkspace(source.Disk{}, []string{folder}, []string{filepath.Dir(folder)}).TreeOf(folder)
		if found := tree.Module(name); found != nil && found.Metadata() != nil {
			one.wants = found.Metadata().Dependencies
		}
		all = append(all, one)
	}
	var subjects []subject
	for i := range all {
		if i%every == 0 {
			path := []string{filepath.Dir(all[i].folder)}
			subjects = append(subjects, subject{
				name: all[i].full + "-" + all[i].version.String(), folder: all[i].folder, modulepath: withDependencies(path, &all[i], all),
			})
		}
	}
	return subjects, nil
}

// withDependencies appends the folders of a module's dependencies, direct and indirect. Of each
// it chooses the newest version that is allowed.
func withDependencies(path []string, of *release, all []release) []string {
	for _, wanted := range of.wants {
		allowed, err := types.ParseVersionRange(wanted.Range)
		var newest *release
		for i := range all {
			one := &all[i]
			if one.full == wanted.Owner+"-"+wanted.Name && (err != nil || allowed.Includes(one.version)) &&
				(newest == nil || one.version.Compare(newest.version) > 0) {
				newest = one
			}
		}
		if newest == nil || slices.ContainsFunc(path, func(folder string) bool {
			_, err := os.Stat(filepath.Join(folder, newest.name))
			return err == nil
		}) {
			continue
		}
		path = withDependencies(append(path, filepath.Dir(newest.folder)), newest, all)
	}
	return path
}
