//go:build develop

package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"puppet-lint/internal/oracle/judge"
	"puppet-lint/lint"
)

// realFacts are facts as an agent sends them. Puppet 7 also gets the legacy ones.
var realFacts = map[string]any{
	"os": map[string]any{
		"name": "Debian", "family": "Debian", "architecture": "amd64", "hardware": "x86_64",
		"release": map[string]any{"full": "12.5", "major": "12", "minor": "5"},
		"distro":  map[string]any{"codename": "bookworm", "id": "Debian", "release": map[string]any{"full": "12.5", "major": "12", "minor": "5"}},
		"selinux": map[string]any{"enabled": false},
	},
	"kernel": "Linux", "kernelrelease": "6.1.0", "kernelmajversion": "6.1", "kernelversion": "6.1.0", "virtual": "kvm", "is_virtual": true,
	"networking": map[string]any{"fqdn": "a.example.com", "hostname": "a", "domain": "example.com", "ip": "10.0.0.1", "ip6": "::1", "interfaces": map[string]any{"eth0": map[string]any{"ip": "10.0.0.1"}}},
	"processors": map[string]any{"count": 2, "isa": "x86_64", "physicalcount": 1, "models": []string{"a", "a"}},
	"memory":     map[string]any{"system": map[string]any{"total_bytes": 8000000000, "total": "8 GiB"}},
	"path":       "/usr/bin:/bin", "puppetversion": "8.10.0", "ruby": map[string]any{"version": "3.1.2", "platform": "x"},
	"ssh": map[string]any{"rsa": map[string]any{"key": "x", "type": "ssh-rsa"}}, "service_provider": "systemd", "timezone": "UTC",
	"identity": map[string]any{"user": "root", "uid": 0}, "system_uptime": map[string]any{"seconds": 5}, "mountpoints": map[string]any{},
}

// legacyFacts are the additional facts of Puppet 7.
var legacyFacts = map[string]any{
	"osfamily": "Debian", "operatingsystem": "Debian", "operatingsystemrelease": "12.5", "operatingsystemmajrelease": "12", "architecture": "amd64",
	"hardwaremodel": "x86_64", "lsbdistcodename": "bookworm", "lsbdistid": "Debian", "lsbdistrelease": "12.5", "lsbmajdistrelease": "12",
	"fqdn": "a.example.com", "hostname": "a", "domain": "example.com", "ipaddress": "10.0.0.1", "ipaddress6": "::1", "ipaddress_eth0": "10.0.0.1",
	"processorcount": 2, "memorysize": "8 GiB", "memorysize_mb": 7629.4, "selinux": false, "rubyversion": "3.1.2", "sshrsakey": "x", "uptime_seconds": 5, "id": "root",
}

// compiles compares what Puppet compiles before and after --write. A class that compiled must
// still compile, with the facts of Puppet 7 and with those of Puppet 8.
func compiles(corpus, oracle string, every int) (bool, error) {
	folders, err := sample(corpus, every)
	if err != nil {
		return false, err
	}
	work, err := os.MkdirTemp("", "upgrade-*")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(work)
	puppet, err := judge.Start(oracle, "eval.rb", nil, "--modulepath", work+":"+corpus)
	if err != nil {
		return false, err
	}
	defer puppet.Close()
	compiled, broken, repaired, changed := 0, 0, 0, 0
	for _, folder := range folders {
		name := filepath.Base(folder)
		copied := filepath.Join(work, name)
		if err := os.CopyFS(copied, os.DirFS(folder)); err != nil {
			return false, err
		}
		outcome, err := ask(lint.Confine(copied, []string{copied}), copied, true, "puppet=8")
		if err != nil {
			return false, err
		}
		changed += len(outcome.Changes)
		if classes := classesIn(outcome.Changes, name); len(classes) > 0 {
			after, err := catalogs(puppet, classes)
			if err != nil {
				return false, err
			}
			if err := os.RemoveAll(copied); err != nil {
				return false, err
			}
			before, err := catalogs(puppet, classes)
			if err != nil {
				return false, err
			}
			for what, was := range before {
				switch now := after[what]; {
				case was == "" && now == "":
					compiled++
				case was == "":
					broken++
					fmt.Printf("  no longer compiles: %s: %s\n", what, now)
				case now == "":
					repaired++
				}
			}
		}
		if err := os.RemoveAll(copied); err != nil {
			return false, err
		}
	}
	fmt.Printf("catalogs of %d modules, %d files changed: %d compile before and after, %d only after, %d only before\n", len(folders), changed, compiled, repaired, broken)
	return broken == 0, nil
}

// mostClasses is how many classes of a module are compiled.
const mostClasses = 6

// classesIn returns the classes in the changed manifests, judging by their paths.
func classesIn(changes []lint.Change, name string) []string {
	var classes []string
	for _, change := range changes {
		_, relative, ok := strings.Cut(filepath.ToSlash(change.Path), "/manifests/")
		if !ok || !strings.HasSuffix(relative, ".pp") || len(classes) == mostClasses {
			continue
		}
		class := name
		if relative != "init.pp" {
			class += "::" + strings.ReplaceAll(strings.TrimSuffix(relative, ".pp"), "/", "::")
		}
		classes = append(classes, class)
	}
	return classes
}

// catalogs returns Puppet's errors for classes, each declared alone, with the facts of both
// versions. An error is empty if the class compiles.
func catalogs(puppet *judge.Judge, classes []string) (map[string]string, error) {
	said := map[string]string{}
	for _, class := range classes {
		for version, legacy := range map[string]map[string]any{"7": legacyFacts, "8": nil} {
			all := maps.Clone(realFacts)
			maps.Copy(all, legacy)
			var answer struct {
				Error *struct{ Message string } `json:"error"`
			}
			if err := puppet.Ask(map[string]any{"source": "include " + class + "\n1", "facts": all}, &answer); err != nil {
				return nil, err
			}
			what := class + " with the facts of Puppet " + version
			said[what] = ""
			if answer.Error != nil {
				said[what] = answer.Error.Message
			}
		}
	}
	return said, nil
}
