package secret

import "puppet-lint/internal/lazyregexp"

// tool is a program that takes a password as an argument that no name announces.
type tool struct {
	// name is a part of each command line with the program.
	name string
	// password matches the program and the password, which is the first group that matches.
	password *lazyregexp.Regexp
}

// argument matches a word of a command line, with or without quotes.
const argument = `(?:'([^'\s]+)'|"([^"\s]+)"|([^\s'"|;&]+))`

// to matches the other arguments of the same command.
const to = `\b[^|;\n]*?\s`

// tools holds the programs. It never changes.
var tools = []tool{
	{"mysql", lazyregexp.New(`\b(?:mysql|mysqladmin|mysqldump|mysqlimport|mysqlshow)` + to + `-p` + argument)},
	{"mysqladmin", lazyregexp.New(`\bmysqladmin` + to + `(?:old-)?password\s+` + argument)},
	{"mariadb", lazyregexp.New(`\b(?:mariadb|mariadb-admin|mariadb-dump)` + to + `-p` + argument)},
	{"mongo", lazyregexp.New(`\bmongo(?:sh|dump|restore|export|import)?` + to + `-p\s+` + argument)},
	{"sshpass", lazyregexp.New(`\bsshpass\s+-p\s*` + argument)},
	{"curl", lazyregexp.New(`\bcurl` + to + `(?:-u|--user)[ =]?['"]?[^\s'":]+:([^\s'"@]+)`)},
	{"lftp", lazyregexp.New(`\blftp` + to + `-u\s*['"]?[^\s'",]+,([^\s'"]+)`)},
	{"smbclient", lazyregexp.New(`\bsmbclient` + to + `-U\s*['"]?[^\s'"%]+%([^\s'"]+)`)},
	{"ldap", lazyregexp.New(`\bldap(?:search|add|modify|delete|passwd)` + to + `-w\s*` + argument)},
	{"kadmin", lazyregexp.New(`\bkadmin` + to + `-w\s+` + argument)},
	{"kadmin", lazyregexp.New(`\bkadmin` + to + `['"]?(?:addprinc|add_principal|ank|cpw|change_password)` + to + `-pw\s+` + argument)},
	{"ipa-", lazyregexp.New(`\bipa-client-install` + to + `-w\s+` + argument)}, // -p takes a principal
	{"ipa-", lazyregexp.New(`\bipa-(?:server|replica)-install` + to + `-[wpa]\s+` + argument)},
	{"net ", lazyregexp.New(`\bnet\s+user\s+\S+\s+([^\s/]+)\s+/add`)},
	{"net ", lazyregexp.New(`\bnet\s+use\b` + to + `/user:\S+\s+` + argument)},
	{"jenkins-cli", lazyregexp.New(`\bjenkins-cli` + to + `-auth\s+['"]?[^\s'":@]+:([^\s'"]+)`)},
	{"snmp", lazyregexp.New(`\bsnmp(?:walk|get|getnext|bulkwalk|bulkget|set|table|trap|status)` + to + `-c\s*` + argument)},
	{"unzip", lazyregexp.New(`\bunzip` + to + `-P\s+` + argument)},
	{"7z", lazyregexp.New(`\b7z[ar]?\s` + to + `-p` + argument)},
	{"cqlsh", lazyregexp.New(`\bcqlsh` + to + `-p\s+` + argument)},
	{"aws ", lazyregexp.New(`\baws\s+configure\s+set\s+(?:\S+\.)?aws_secret_access_key\s+` + argument)},
	{"realm", lazyregexp.New(`\becho\s+(?:-[ne]+\s+)?['"]?([^\s'"|]+)['"]?\s*\|\s*(?:sudo\s+)?realm\s+join\b`)},
	{"rabbitmqctl", lazyregexp.New(`\brabbitmqctl\s+(?:-\S+\s+)*(?:add_user|change_password)\s+[^\s'"]+\s+['"]?([^\s'"|;&]+)`)},
	{"htpasswd", lazyregexp.New(`\bhtpasswd\s+-[a-zA-Z]*b[a-zA-Z]*\s+(?:-\S+\s+)*\S+\s+\S+\s+['"]?([^\s'"|;&]+)`)},
	{"mosquitto_passwd", lazyregexp.New(`\bmosquitto_passwd\s+(?:-[a-zA-Z]+\s+)*-[a-zA-Z]*b[a-zA-Z]*\s+\S+\s+\S+\s+['"]?([^\s'"|;&]+)`)},
	{"redis-cli", lazyregexp.New(`\bredis-cli` + to + `-a\s+['"]?([^\s'"|;&]+)`)},
	{"docker", lazyregexp.New(`\bdocker\s+login` + to + `-p\s*` + argument)},
	{"podman", lazyregexp.New(`\bpodman\s+login` + to + `-p\s*` + argument)},
	{"ipmitool", lazyregexp.New(`\bipmitool` + to + `-P\s*` + argument)},
	{"sqlcmd", lazyregexp.New(`\bsqlcmd` + to + `-P\s*` + argument)},
	{"openssl", lazyregexp.New(`\bopenssl` + to + `-pass(?:in|out)?\s+['"]?pass:([^\s'"|;&]+)`)},
	{"keytool", lazyregexp.New(`\bkeytool` + to + `-(?:src|dest)?(?:store|key)pass\s+` + argument)},
	{"sudo", lazyregexp.New(`\becho\s+(?:-[ne]+\s+)?['"]?([^\s'"|]+)['"]?\s*\|\s*sudo\s+(?:-\S+\s+)*-S\b`)},
	{"kinit", lazyregexp.New(`\becho\s+(?:-[ne]+\s+)?['"]?([^\s'"|]+)['"]?\s*\|\s*kinit\b`)},
}

// namesOfTools returns the names of the programs.
func namesOfTools() (names []string) {
	for _, one := range tools {
		names = append(names, one.name)
	}
	return names
}
