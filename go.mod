module puppet-lint

go 1.26.0

require (
	github.com/BurntSushi/toml v1.6.0
	golang.org/x/tools v0.52.0
)
