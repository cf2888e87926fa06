// The measurements are a module of their own, so that who installs the command
// does not build them.
module puppet-lint/internal/bench

go 1.26.0
