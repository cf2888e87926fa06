// Command data measures what data files and templates cost beyond the
// manifests: it writes a control repository with 100 modules, once with the
// manifests alone and once with 5,000 data files and 2,000 templates (half EPP,
// half ERB) as well, and runs the program on both in turns.
//
//	go run ./internal/bench/data -command ./puppet-lint [-files 5000] [-templates 2000] [-at-most 1.0] [-rounds 5]
//
// It prints the best round of each and exits with 1 when data and templates cost
// more processor time than the given number of seconds.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const modules = 100

func main() {
	command := flag.String("command", "puppet-lint", "the program")
	files := flag.Int("files", 5000, "number of data files")
	templates := flag.Int("templates", 2000, "number of templates")
	atMost := flag.Float64("at-most", 1, "seconds of processor time that they may cost")
	rounds := flag.Int("rounds", 5, "rounds, of which the best counts")
	flag.Parse()
	cost, err := measure(*command, *files, *templates, *rounds)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench data:", err)
		os.Exit(2)
	}
	if cost > *atMost {
		os.Exit(1)
	}
}

// run is how long the program took.
type run struct{ wall, used time.Duration }

// String is the time in seconds, with three digits behind the point.
func (r run) String() string {
	return fmt.Sprintf("%.3f s (%.3f s of processor time)", r.wall.Seconds(), r.used.Seconds())
}

// measure prints the figures and yields what data and templates cost, in
// seconds of processor time.
func measure(command string, files, templates, rounds int) (float64, error) {
	command, err := filepath.Abs(command)
	if err != nil {
		return 0, err
	}
	folder, err := os.MkdirTemp("", "bench-data")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	alone, whole := filepath.Join(folder, "alone"), filepath.Join(folder, "whole")
	if err := write(alone, 0, 0); err != nil {
		return 0, err
	}
	if err := write(whole, files, templates); err != nil {
		return 0, err
	}
	var best [2]run
	for round := range rounds {
		for i, home := range []string{alone, whole} {
			one, err := measureOne(command, home)
			if err != nil {
				return 0, err
			}
			if round == 0 || one.used < best[i].used {
				best[i] = one
			}
		}
	}
	cost := best[1].used - best[0].used
	fmt.Printf("manifests alone: %v; with %d data files and %d templates: %v; %.3f s of processor time more\n", best[0], files, templates, best[1], cost.Seconds())
	return cost.Seconds(), nil
}

// measureOne runs the program on a folder. It must find nothing: the cost of
// findings is another matter.
func measureOne(command, home string) (run, error) {
	process := exec.Command(command, "--no-config", "--only-checks", strings.Join(rules, ","), ".")
	process.Dir = home
	start := time.Now()
	output, err := process.CombinedOutput()
	if err != nil {
		return run{}, fmt.Errorf("%s in %s: %w\n%.500s", command, home, err, output)
	}
	usage := process.ProcessState.SysUsage().(*syscall.Rusage)
	return run{time.Since(start), time.Duration(usage.Utime.Nano() + usage.Stime.Nano())}, nil
}

// rules are those that look at manifests, data and templates together.
var rules = []string{
	"type_mismatch", "unknown_variable", "data_type_mismatch", "unknown_data_key", "data_syntax", "duplicate_data_key",
	"unknown_data_variable", "template_parameters", "unknown_template_variable", "bare_template_variable", "missing_file",
}

// write lays out a control repository.
func write(home string, files, templates int) error {
	w := &writer{home: home}
	w.add("environment.conf", "modulepath = modules\n")
	w.add("hiera.yaml", "version: 5\nhierarchy:\n  - name: nodes\n    path: \"nodes/%{trusted.certname}.yaml\"\n")
	for m := range modules {
		w.addModule(m, templates)
	}
	for f := range files {
		name := fmt.Sprintf("m%d", f%modules)
		w.add(fmt.Sprintf("data/nodes/n%d.example.com.yaml", f), fmt.Sprintf(`---
# The data of one node.
%[1]s::port: %[2]d
%[1]s::hosts: [one.example.com, two.example.com]
%[1]s::message: "of %%{facts.os.family} on %%{facts.networking.fqdn}, %%{lookup('%[1]s::port')}"
%[1]s::sites:
  first: {port: 80, host: www.example.com}
  second:
    port: 81
    host: "%%{trusted.certname}"
    aliases: &aliases [a, b, c]
  third: {port: 82, host: other.example.com, aliases: *aliases}
`, name, f+1))
	}
	return w.err
}

func (w *writer) addModule(number, templates int) {
	name := fmt.Sprintf("m%d", number)
	var body strings.Builder
	for t := number; t < templates; t += modules {
		if t/modules%2 == 0 {
			fmt.Fprintf(&body, "  $t%d = epp('%s/t%d.epp', { 'port' => $port, 'hosts' => $hosts })\n", t, name, t)
			w.add(fmt.Sprintf("modules/%s/templates/t%d.epp", name, t), "<%- | Integer $port, Array[String] $hosts | -%>\n"+
				strings.Repeat("Listen <%= $port %>\n<% $hosts.each |$host| { -%>\nServer <%= $host %>\n<% } -%>\n", 10))
		} else {
			fmt.Fprintf(&body, "  $t%d = template('%s/t%d.erb')\n", t, name, t)
			w.add(fmt.Sprintf("modules/%s/templates/t%d.erb", name, t),
				strings.Repeat("Listen <%= @port %>\n<% @hosts.each do |host| -%>\nServer <%= host %>\n<% end -%>\n", 10))
		}
	}
	w.add("modules/"+name+"/manifests/init.pp", "# A module.\nclass "+name+" (\n  Integer $port,\n  Array[String] $hosts,\n  String $message,\n"+
		"  Hash[String, Struct[{ port => Integer, host => String, Optional[aliases] => Array[String] }]] $sites,\n) {\n"+body.String()+"}\n")
}

// writer writes files below a folder until something fails.
type writer struct {
	home string
	err  error
}

func (w *writer) add(name, text string) {
	path := filepath.Join(w.home, filepath.FromSlash(name))
	if w.err == nil {
		w.err = os.MkdirAll(filepath.Dir(path), 0o755)
	}
	if w.err == nil {
		w.err = os.WriteFile(path, []byte(text), 0o644)
	}
}
