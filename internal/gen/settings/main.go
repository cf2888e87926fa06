//go:build develop

// Command settings writes the table of Puppet's settings in package module/builtin: the names that
// the real Puppet gives to $settings::all_local.
//
//	go run -tags develop ./internal/gen/settings -oracle ../shared/oracle
//
// It asks the Puppet that ORACLE_PUPPET names and the installed one, and writes the settings of both.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/oracle/judge"
)

func main() {
	oracle := flag.String("oracle", "", "folder of the oracle scripts")
	out := flag.String("out", "module/builtin/settings.txt", "the file to write")
	flag.Parse()
	if err := run(*oracle, *out); err != nil {
		fmt.Fprintln(os.Stderr, "settings:", err)
		os.Exit(1)
	}
}

func run(oracle, out string) error {
	var names []string
	for _, puppet := range []string{os.Getenv("ORACLE_PUPPET"), ""} {
		found, err := settingsOf(oracle, puppet)
		if err != nil {
			return err
		}
		names = append(names, found...)
	}
	slices.Sort(names)
	return os.WriteFile(out, []byte(strings.Join(slices.Compact(names), "\n")+"\n"), 0o644)
}

// settingsOf returns the names of the settings of one Puppet, and of the variable that holds them all.
func settingsOf(oracle, puppet string) (names []string, err error) {
	asked, err := judge.Start(filepath.Clean(oracle), "eval.rb", []string{"ORACLE_PUPPET=" + puppet})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, asked.Close()) }()
	const all = "all_local"
	var answer struct {
		Value string
		Error json.RawMessage
	}
	if err := asked.Ask(map[string]any{"source": "join(keys($settings::" + all + "), ' ')"}, &answer); err != nil {
		return nil, err
	}
	if names = strings.Fields(strings.Trim(answer.Value, "'")); len(names) == 0 {
		return nil, fmt.Errorf("Puppet gives no settings: %s", answer.Error)
	}
	return append(names, all), nil
}
