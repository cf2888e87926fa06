//go:build develop

// Command alone checks modules twice: with their dependencies, and alone, as their authors have
// them on a laptop. An error that is found only alone is a false alarm. The program lists it
// and fails, unless it is recorded as true.
//
//	go run -tags develop ./internal/oracle/alone -corpus DIR [-modules DIR [-every N]]
//
// The corpus is a folder of modules that depend on each other. The other folder contains
// archives AUTHOR-NAME/VERSION.tar.xz, of which every Nth is checked. Its dependencies are the
// newest versions there that it allows.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"puppet-lint/checker"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/oracle/apart"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

func main() {
	corpus := flag.String("corpus", "", "folder of the corpus' modules")
	modules := flag.String("modules", "", "folder of the archives of modules")
	every := flag.Int("every", 1, "check every Nth archive only")
	_ = flag.String("oracle", "", "not used")
	verbose := flag.Bool("v", false, "list also warnings that are only found alone, and errors that are only found with the dependencies")
	flag.Parse()
	if *corpus == "" {
		flag.Usage()
		os.Exit(2)
	}
	wrong, err := run(*corpus, *modules, *every, *verbose)
	if err == nil && wrong > 0 {
		err = fmt.Errorf("%d errors are only found where the dependencies are not there", wrong)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "alone:", err)
		os.Exit(1)
	}
}

// trueAlone are errors that are correct although they are found only alone, by module, file,
// line and column.
var trueAlone = map[string]string{
	"ceilometer /manifests/keystone/auth.pp:67:3": "with the default, false, the class fails; another module of the corpus gives a value",
	"heat /manifests/keystone/auth_cfn.pp:108:3":  "with the default, false, the class fails; another module of the corpus gives a value",
	"oci /manifests/cephmon.pp:148:15":            "with the default, undef, the class fails; the module has no metadata.json, and with the corpus more may be given",
	"oci /manifests/swiftproxy.pp:266:34":         "with the default, undef, the class fails; the module has no metadata.json, and with the corpus more may be given",
	"oci /manifests/volume.pp:277:53":             "with the defaults, no branch sets the variable; the module has no metadata.json, and with the corpus more may be given",
	"oci /manifests/swiftstore.pp:129:22":         "with the default, undef, the class fails; the module has no metadata.json, and with the corpus more may be given",
	"ceph /manifests/osds.pp:39:14":               "only another module of the corpus declares the class",
	"quagga /manifests/bgpd.pp:5:63":              "the stdlib that metadata.json allows has the type, which does not take the default; the corpus' newer one does not have it",
	// A user who declares one of these classes before the module's main one gets Puppet's
	// error.
	"puppet-nftables /manifests/rules/docker_ce.pp:82:17": "the class does not declare the one whose variable it reads",
	"puppet-nftables /manifests/rules/qemu.pp:96:26":      "the class does not declare the one whose variable it reads",
}

// onRecord reports whether a finding that occurs only in a module alone is recorded as true.
func onRecord(name, line string) bool {
	fields := strings.Fields(line)
	for _, one := range []string{name, name[:max(strings.LastIndexByte(name, '-'), 0)]} {
		if trueAlone[one+" "+fields[1]] != "" {
			return true
		}
	}
	return false
}

func run(corpus, modules string, every int, verbose bool) (wrong int, err error) {
	folders, err := filepath.Glob(filepath.Join(corpus, "*"))
	if err != nil {
		return 0, err
	}
	subjects := make([]subject, len(folders))
	for i, folder := range folders {
		subjects[i] = subject{name: filepath.Base(folder), folder: folder, modulepath: []string{corpus}}
	}
	if modules != "" {
		temporary, err := os.MkdirTemp("", "alone-")
		if err != nil {
			return 0, err
		}
		defer os.RemoveAll(temporary)
		archived, err := unpackAll(modules, temporary, every)
		if err != nil {
			return 0, err
		}
		subjects = append(subjects, archived...)
	}
	results := make([]outcome, len(subjects))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range subjects {
		group.Go(func() error {
			results[i] = compare(&subjects[i])
			return nil
		})
	}
	_ = group.Wait() // none returns an error
	var with, alone int
	for i, result := range results {
		with, alone = with+result.with, alone+result.alone
		for _, line := range result.added {
			if onRecord(subjects[i].name, line) {
				continue
			}
			if strings.HasPrefix(line, "error") {
				wrong++
			} else if !verbose {
				continue
			}
			fmt.Printf("only alone: %s: %s\n", subjects[i].name, line)
		}
		if verbose {
			for _, line := range result.lost {
				fmt.Printf("only with: %s: %s\n", subjects[i].name, line)
			}
		}
	}
	fmt.Printf("%d modules: %d errors with the dependencies, %d alone, %d of them only there\n", len(subjects), with, alone, wrong)
	return wrong, nil
}

// subject is a module with its dependencies.
type subject struct {
	name, folder string
	modulepath   []string
}

// outcome holds the findings in a module: the number of errors in both runs, and what is found
// only alone or only with the dependencies.
type outcome struct {
	with, alone int
	added, lost []string
}

func compare(of *subject) outcome {
	with := findings(source.Disk{}, of.folder, of.folder, of.modulepath, false)
	files, moved := apart.New(source.Disk{}, of.folder)
	alone := findings(files, moved, of.folder, nil, true)
	var result outcome
	for line := range with {
		if strings.HasPrefix(line, "error") {
			result.with++
			if _, found := alone[line]; !found {
				result.lost = append(result.lost, line+with[line])
			}
		}
	}
	for line := range alone {
		if strings.HasPrefix(line, "error") {
			result.alone++
		}
		_, found := with[line]
		if !found && strings.HasPrefix(line, "error") {
			// A finding caused by a default is a warning if callers in the dependencies pass a
			// value.
			_, found = with["warning"+strings.TrimPrefix(line, "error")]
		}
		if !found {
			result.added = append(result.added, line+alone[line])
		}
	}
	slices.Sort(result.added)
	slices.Sort(result.lost)
	return result
}

// findings returns the findings of the checker in a module at folder: severity, position and
// rule, with the message. original is the module's path on disk.
func findings(files source.FileSystem, folder, original string, modulepath []string, known bool) map[string]string {
	workspace := module.NewWorkspace(files, []string{folder}, modulepath)
	if known {
		workspace.WithKnownModules()
	}
	tree := workspace.TreeOf(folder)
	var options checker.Options
	options.Workers = 1
	err := filepath.WalkDir(original, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		path = folder + strings.TrimPrefix(path, original)
		switch {
		case filepath.Ext(path) == ".pp", filepath.Ext(path) == ".epp":
			options.Paths = append(options.Paths, path)
		case tree.Documents.KindOf(path) != module.NoDocument && tree.Documents.KindOf(path) != module.OtherDocument:
			options.Documents = append(options.Documents, path)
		}
		return nil
	})
	found := map[string]string{}
	if err != nil {
		found["error "+err.Error()] = ""
		return found
	}
	checked, _ := checker.Check(context.Background(), tree, options)
	for _, finding := range checked {
		severity := "warning"
		if finding.Severity == diag.Error {
			severity = "error"
		}
		position := finding.Position()
		place := strings.TrimPrefix(finding.File.Name, folder)
		found[fmt.Sprintf("%s %s:%d:%d %s", severity, place, position.Line, position.Column, finding.Rule.Name)] = ": " + finding.Message
	}
	return found
}
