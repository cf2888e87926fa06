//go:build develop

// Command interfaces compares the index of known modules with the modules themselves: each module
// of the corpus that depends on one is checked with a release of it on disk, and with what the
// index says about that release. Both must find the same.
//
//	go run -tags develop ./internal/oracle/interfaces -corpus DIR -modules DIR [-every N]
//
// The second folder contains the releases, OWNER-NAME/VERSION.tar.xz, of which every Nth is used.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"puppet-lint/checker"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/known"
)

func main() {
	corpus := flag.String("corpus", "", "folder with the corpus's modules")
	modules := flag.String("modules", "", "folder with the releases")
	every := flag.Int("every", 1, "use every Nth release only")
	flag.Parse()
	if *corpus == "" || *modules == "" {
		flag.Usage()
		os.Exit(2)
	}
	differences, err := run(*corpus, *modules, *every)
	if err == nil && differences > 0 {
		err = fmt.Errorf("%d differences between the index and the modules", differences)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "interfaces:", err)
		os.Exit(1)
	}
}

// release is a release of a known module, unpacked as the only module of a modulepath.
type release struct {
	of         *known.Module
	version    int
	modulepath string
}

// String returns the full name of the module and the version.
func (r release) String() string { return r.of.FullName() + " " + r.of.Versions[r.version].String() }

// caller is a copy of a module, alone in a folder, and the names of its dependencies.
type caller struct {
	name, folder string
	dependencies []string
}

func run(corpus, modules string, every int) (differences int, err error) {
	work, err := os.MkdirTemp("", "interfaces-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(work)
	callers, err := copyCallers(corpus, filepath.Join(work, "callers"))
	if err != nil {
		return 0, err
	}
	releases, err := unpack(modules, filepath.Join(work, "releases"), every)
	if err != nil {
		return 0, err
	}
	var compared []*comparison
	for _, one := range releases {
		for _, by := range callers {
			if slices.Contains(by.dependencies, one.of.FullName()) {
				compared = append(compared, &comparison{release: one, caller: by})
			}
		}
	}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, one := range compared {
		group.Go(one.run)
	}
	if err := group.Wait(); err != nil {
		return 0, err
	}
	same := 0
	for _, one := range compared {
		same += one.same
		differences += len(one.differences)
		for _, line := range one.differences {
			fmt.Println(one.caller.name, one.release, line)
		}
	}
	fmt.Printf("%d releases, %d times in a caller: %d findings with both, %d differences\n", len(releases), len(compared), same, differences)
	return differences, nil
}

// copyCallers copies the modules of the corpus, each into a folder of its own.
func copyCallers(corpus, to string) (callers []caller, err error) {
	folders, err := filepath.Glob(filepath.Join(corpus, "*"))
	if err != nil {
		return nil, err
	}
	for _, folder := range folders {
		one := caller{name: filepath.Base(folder)}
		one.folder = filepath.Join(to, one.name, one.name)
		if err := os.CopyFS(one.folder, os.DirFS(folder)); err != nil {
			return nil, err
		}
		found := module.NewWorkspace(source.Disk{}, []string{one.folder}, nil).TreeOf(one.folder).Module(one.name)
		if found == nil || found.Metadata() == nil {
			continue
		}
		for _, wanted := range found.Metadata().Dependencies {
			one.dependencies = append(one.dependencies, wanted.Owner+"-"+wanted.Name)
		}
		callers = append(callers, one)
	}
	return callers, nil
}

// unpack unpacks every Nth release of the known modules.
func unpack(modules, to string, every int) (releases []release, err error) {
	count := 0
	for _, of := range known.Embedded().Modules() {
		for i, version := range of.Versions {
			if count++; count%every != 0 {
				continue
			}
			one := release{of, i, filepath.Join(to, of.FullName(), version.String())}
			folder := filepath.Join(one.modulepath, of.Name)
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return nil, err
			}
			archive := filepath.Join(modules, of.FullName(), version.String()+".tar.xz")
			if output, err := exec.Command("tar", "-xJf", archive, "-C", folder).CombinedOutput(); err != nil {
				return nil, fmt.Errorf("tar %s: %w: %s", archive, err, output)
			}
			releases = append(releases, one)
		}
	}
	return releases, nil
}

// comparison compares what is found in a caller with a release and with the index.
type comparison struct {
	release     release
	caller      caller
	same        int
	differences []string
}

func (c *comparison) run() error {
	disk, err := c.findings(module.NewWorkspace(source.Disk{}, []string{c.caller.folder}, []string{c.release.modulepath}))
	if err != nil {
		return err
	}
	view := c.release.of.View(1 << c.release.version)
	index, err := c.findings(module.NewWorkspace(source.Disk{}, []string{c.caller.folder}, nil).WithVersions(module.VersionOverrides{Modules: []*known.View{view}}))
	if err != nil {
		return err
	}
	for place, message := range index {
		if _, found := disk[place]; found {
			c.same++
		} else {
			c.differences = append(c.differences, "only with the index: "+place+": "+message)
		}
	}
	for place, message := range disk {
		if _, found := index[place]; !found {
			c.differences = append(c.differences, "only with the release: "+place+": "+message)
		}
	}
	slices.Sort(c.differences)
	return nil
}

// findings returns the messages of the checker's findings in the caller by severity, position and
// rule.
func (c *comparison) findings(workspace *module.Workspace) (map[string]string, error) {
	tree := workspace.TreeOf(c.caller.folder)
	options := checker.Options{Workers: 1}
	err := filepath.WalkDir(c.caller.folder, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && (filepath.Ext(path) == ".pp" || filepath.Ext(path) == ".epp") {
			options.Paths = append(options.Paths, path)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	checked, err := checker.Check(context.Background(), tree, options)
	found := map[string]string{}
	for _, finding := range checked {
		severity := "warning"
		if finding.Severity == diag.Error {
			severity = "error"
		}
		position := finding.Position()
		found[fmt.Sprintf("%s %s:%d:%d %s", severity, strings.TrimPrefix(finding.File.Name, c.caller.folder+"/"), position.Line, position.Column, finding.Rule.Name)] = finding.Message
	}
	return found, err
}
