// Package cputime reports how much processor time the program has used. Unlike the time on the
// clock, it hardly depends on what else the machine does. The programs that measure use it, and
// the subcommand "server --check". It knows nothing of Puppet.
package cputime
