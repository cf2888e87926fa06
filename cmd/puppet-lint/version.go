package main

import (
	"fmt"
	"runtime/debug"
	"strings"

	"puppet-lint/config"
)

// releaseCommit and releaseDate are the commit that a release is made of and its
// day. The linker writes them (packaging/release), the program never does: what Go
// itself records of a commit depends on the clone's tags and so would make one
// release differ from another of the same commit.
var releaseCommit, releaseDate string

// version prints the program's version, and what it was built of and with.
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

// buildDescription names the commit, its day and the Go that made the program, as
// far as they are known: commit and date are those of a release, for other builds
// Go has recorded them if it was told nothing else.
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
