package main

import (
	"fmt"
	"runtime/debug"
	"strings"

	"puppet-lint/config"
)

// releaseCommit and releaseDate are the commit of a release and its date. The linker sets them
// (packaging/release). The commit that Go itself records depends on the tags in the clone, so
// two builds of one commit could differ.
var releaseCommit, releaseDate string

// version prints the program's version, and the commit and Go version it was built with.
func version(env *environment, arguments []string) int {
	if len(arguments) > 0 {
		if arguments[0] == "--help" || arguments[0] == "-h" {
			return printSubcommandHelp(env, "version", nil)
		}
		return env.usage("version takes no arguments")
	}
	build := debug.BuildInfo{GoVersion: "an unknown Go"}
	if info, ok := debug.ReadBuildInfo(); ok {
		build = *info
	}
	fmt.Fprintf(env.stdout, "puppet-lint %s (%s)\n", config.Version, buildDescription(&build, releaseCommit, releaseDate))
	return exitClean
}

// buildDescription returns the known facts about a build: the commit, its date and the Go
// version. commit and date are set for a release; for other builds they come from Go's own
// records.
func buildDescription(build *debug.BuildInfo, commit, date string) string {
	recorded := map[string]string{}
	for _, setting := range build.Settings {
		recorded[setting.Key] = setting.Value
	}
	if commit == "" {
		commit = recorded["vcs.revision"]
		date, _, _ = strings.Cut(recorded["vcs.time"], "T")
	}
	var parts []string
	if commit != "" {
		commit = "commit " + commit[:min(len(commit), 12)]
		if recorded["vcs.modified"] == "true" {
			commit += " with changes"
		}
		parts = append(parts, commit)
	}
	if date != "" {
		parts = append(parts, date)
	}
	return strings.Join(append(parts, build.GoVersion), ", ")
}
