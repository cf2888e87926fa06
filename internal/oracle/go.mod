// The comparisons with the real Puppet and the real puppet-lint are a module of
// their own, so that who installs the command does not build them.
module puppet-lint/internal/oracle

go 1.26.0
