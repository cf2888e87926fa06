//go:build develop

// Command data measures the cost of data files and templates beyond that of the manifests. It
// writes a control repository with 100 modules, once with the manifests alone and once also
// with 5,000 data files and 2,000 templates (half EPP, half ERB), and runs the program on both
// alternately. It compares them with Ruby as Puppet uses it: Ruby parses the same data files
// with Psych and compiles the same ERB templates, and does nothing else.
//
//	go run -tags develop ./internal/bench/data -command ./puppet-lint [-files 5000] [-templates 2000] [-at-most 0.9] [-rounds 5]
//
// It prints the best round of each. It exits with 1 if data and templates cost more than the
// given share of the processor time of Ruby.
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
	atMost := flag.Float64("at-most", 0.9, "share of Ruby's processor time that they may cost")
	rounds := flag.Int("rounds", 5, "rounds, of which the best counts")
	flag.Parse()
	share, err := measure(*command, *files, *templates, *rounds)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench data:", err)
		os.Exit(2)
	}
	if share > *atMost {
		os.Exit(1)
	}
}

// run is the time that the program took.
type run struct{ wall, used time.Duration }

// String returns the time in seconds, with three decimals.
func (r run) String() string {
	return fmt.Sprintf("%.3f s (%.3f s of processor time)", r.wall.Seconds(), r.used.Seconds())
}

// measure prints the figures. It returns the cost of data and templates as a share of the time
// that Ruby needs to read them.
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
	// The program must find nothing, since findings have their own cost.
	arguments := []string{command, "--no-config", "--only-checks", strings.Join(rules, ","), "."}
	measured := []struct {
		name, home string
		arguments  []string
		best       run
	}{
		{"manifests alone", alone, arguments, run{}},
		{fmt.Sprintf("with %d data files and %d templates", files, templates), whole, arguments, run{}},
		{"Ruby, which only reads the data and the ERB templates", whole, []string{"ruby", "-e", yardstick}, run{}},
	}
	for round := range rounds {
		for i := range measured {
			one := &measured[i]
			took, err := measureOne(one.home, one.arguments)
			if err != nil {
				return 0, err
			}
			if round == 0 || took.used < one.best.used {
				one.best = took
			}
		}
	}
	for _, one := range measured {
		fmt.Printf("%s: %v\n", one.name, one.best)
	}
	cost := measured[1].best.used - measured[0].best.used
	share := cost.Seconds() / measured[2].best.used.Seconds()
	fmt.Printf("data and templates cost %.3f s of processor time, %.2f of Ruby's\n", cost.Seconds(), share)
	return share, nil
}

// yardstick reads the same files in the same way as Puppet.
const yardstick = `
require 'yaml'
require 'erb'
Dir.glob('**/*.{yaml,erb}') do |path|
  text = File.read(path)
  path.end_with?('.erb') ? ERB.new(text, trim_mode: '-').src : YAML.safe_load(text, permitted_classes: [Symbol], aliases: true)
end
`

// measureOne runs a command in a folder.
func measureOne(home string, arguments []string) (run, error) {
	process := exec.Command(arguments[0], arguments[1:]...)
	process.Dir = home
	start := time.Now()
	output, err := process.CombinedOutput()
	if err != nil {
		return run{}, fmt.Errorf("%s in %s: %w\n%.500s", arguments[0], home, err, output)
	}
	usage := process.ProcessState.SysUsage().(*syscall.Rusage)
	return run{time.Since(start), time.Duration(usage.Utime.Nano() + usage.Stime.Nano())}, nil
}

// rules are rules that check manifests, data and templates together.
var rules = []string{
	"type_mismatch", "unknown_variable", "data_type_mismatch", "unknown_data_key", "data_syntax", "duplicate_data_key",
	"unknown_data_variable", "template_parameters", "unknown_template_variable", "bare_template_variable", "missing_file",
}

// write creates a control repository.
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

// writer writes files below a folder until an error occurs.
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
