package rules

import (
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/rules/taint"
	"puppet-lint/syntax"
)

var sqlInjection = Rule{
	Rule: diag.Rule{
		Name:             "sql_injection",
		Group:            diag.Security,
		Severity:         diag.Warning,
		OffByDefault:     true,
		SecuritySeverity: 8.1,
		Summary:          "a parameter that may hold any text is part of an SQL statement",
		Advice:           "restrict the type of the value (Enum, Pattern), or quote it",
		Rationale: "A quote in the value ends the SQL string, and the rest of the value becomes part of the " +
			"statement, which runs as the database's administrator. Restrict the parameter's type (`Enum`, " +
			"`Pattern`), or quote the value, for example with `postgresql::postgresql_escape`. The rule follows " +
			"values as `shell_injection` does.",
		Bad:   []diag.Example{{Code: "# An example.\n#\n# @param role whom to grant it\nclass example (\n  String[1] $role,\n) {\n  postgresql_psql { 'grant':\n    command => \"GRANT SELECT ON t TO '${role}'\",\n  }\n}\n"}},
		Good:  []diag.Example{{Code: "# An example.\n#\n# @param role whom to grant it\nclass example (\n  Pattern[/\\A[a-z]+\\z/] $role,\n) {\n  postgresql_psql { 'grant':\n    command => \"GRANT SELECT ON t TO '${role}'\",\n  }\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{89},
	},
	Tree: (*TreePass).follow,
	Follows: &follows{taint.Text, append([]string{"exec"}, sqlTypes...), func(s *sinks) {
		s.resources(func(_ *syntax.ResourceExpression, typeName string, body *syntax.ResourceBody) {
			if typeName == "exec" {
				for _, name := range []string{"command", "onlyif", "unless"} {
					s.statement(s.words(s.attribute(body, name)))
				}
			}
			if !slices.Contains(sqlTypes, typeName) {
				return
			}
			for _, name := range []string{"command", "unless", "onlyif", "statement", "query", "sql"} {
				s.commandLine(s.attribute(body, name), sqlMessage)
			}
		})
	}},
}

// statement adds the SQL statement of a command that is given as a list of words: the one after
// the option for it of a database's client.
func (s *sinks) statement(words []syntax.Node) {
	if len(words) == 1 { // the list of the commands of a guard
		words = s.words(words[0])
	}
	if len(words) == 0 || !sqlClient.MatchString(s.literal(words[0])) {
		return
	}
	for i, word := range words[1:] {
		text := s.literal(word)
		switch {
		case isAnyOf(text, "-e", "--execute", "-c", "--command", "-Q", "-q") && i+2 < len(words):
			s.commandLine(words[i+2], sqlMessage)
		case strings.HasPrefix(text, "--execute=") || strings.HasPrefix(text, "--command="):
			s.add(word, sqlMessage)
		}
	}
}

// sqlClient matches a program that runs the SQL statement that it is given.
var sqlClient = lazyregexp.New(`(?:^|[/\\\\])(?:mysql|mariadb|psql|sqlcmd|sqlite3|cockroach)(?:\.exe)?$`)

const sqlMessage = "the SQL statement may contain arbitrary text"

// sqlTypes are the types of resources that run SQL.
var sqlTypes = []string{"postgresql_psql", "postgresql::psql", "sqlserver_tsql", "mysql_query", "mysql::query", "sql_query", "oracle_exec", "ora_exec", "mssql_query"}
