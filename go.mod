module puppet-lint

go 1.26
