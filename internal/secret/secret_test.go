package secret

import (
	"strings"
	"testing"
)

func TestNamed(t *testing.T) {
	for name, want := range map[string]Kind{
		"password": Password, "db_password": Password, "mysql::server::root_password": Password, "a.b.password": Password, "client-secret": Password,
		"rootpw": Password, "dbpass": Password, "admin_pass": Password, "backuppassword": Password, "adminPassword": Password, "password2": Password, "PASSWORD": Password,
		"password_value": Password, "wpa_psk": Password, "snmp_community": Community, "rocommunity": Community, "ro_community_string": Community, "community": None, "bgp_community": None, "token": Token, "admin_token": Token, "DEFAULT/admin_token": Token, "api_key": ShortKey, "private_key": Key, "access_key": Key, "secret_key_base": Key,
		"password_file": None, "password_hash": None, "passwords_path": None, "secret_name": None, "token_ttl": None, "public_key": None, "ssh_key": None, "apt_key": None, "key": None,
		"proxy_pass": None, "bypass": None, "compass": None, "csrf_token": None, "publicKeyToken": None, "nopasswd": None,
		"pass_word": Password, "ssl_pass_phrase": Password, "pass_mysql": Password, "pass_root": Password, "pass_max_days": None, "pass_filenames": None, "pass_env": None, "proxy_pass_redis": None, "encrypted_password": None, "": None, "user": None,
		"permitemptypassword": None, "maxMinutesUntilChangePassword": None, "reset_password": None, "echo_passphrase": None, "prompt_password": None, "allow_empty_password": None, "permit_password": None, "connect-expired-password": None, "require_password": None, "emptypassword": None, "expired_token": Token, "permitdb_password": Password, "permissions_secret": None, "app::mode_secret": None, "app_secret": Password,
	} {
		if got := Named(name); got != want {
			t.Errorf("%s: got %d, want %d", name, got, want)
		}
	}
}

func TestValueOf(t *testing.T) {
	for text, want := range map[string]Class{
		"h4llo-w0rld": Plain, "@admin_pass_2": NoSecret, "@dm1n": Plain, "releases/id_rsa.upload": NoSecret, "robot-token-not-supplied": NoSecret, "-nosavepassword": NoSecret, "--ask-password": NoSecret, "-x9Kq": Plain, "marionette": Plain, "p@ss w": NoSecret, "password": Weak, "admin_password": Weak, "123456": Weak, "guest": Weak,
		"": NoSecret, "absent": NoSecret, "CHANGEME": NoSecret, "<secret>": NoSecret, "%{lookup('x')}": NoSecret, "${x}": NoSecret, "ENC[PKCS7,MII]": NoSecret, "/etc/pw": NoSecret, "os.urandom(24)": NoSecret, "getpass()": NoSecret, "Vault::read('db')": NoSecret,
		"example::password": NoSecret, "DB_PASSWORD": NoSecret, "secretAlias:Db.Password": NoSecret, "xxxxxxxx": NoSecret, "xxxx-xxxx": NoSecret, "xoxb-xxxxx-xxxxx": NoSecret, "xxl-s1ze": Plain, "nnnnnnnn-nnnn-nnnn-nnnn-nnnnnnnnnnnn": NoSecret, "00000000-0000-0000-0000-000000000000": NoSecret, "nnnnnnnn-nnnn-nnnn-nnnn-nnnnnnnnnnn1": Plain, "nnnnnnnn": Plain, "MISSING": NoSecret, "nothing": NoSecret, "missing": NoSecret, "TBD": NoSecret, "unspecified": NoSecret, "PutYourOwnPwdHere": NoSecret, "missing-link": Plain, "axxxb1": Plain, "*": NoSecret, "!!": NoSecret, "host.key": NoSecret, "https://example.org": NoSecret, "scram-sha-256": NoSecret, "trocla": NoSecret, "trocla1": Plain, ".*:": NoSecret, "(..)": NoSecret, "^!~;": NoSecret, "^!~;é": Plain,
		"$6$salt$hash": Hash, "{SSHA}abcdef": Hash, "5f4dcc3b5aa765d61d8327deb882cf99": Hash, "md55f4dcc3b5aa765d61d8327deb882cf99": Hash, "*94BDCEBE19083CE2A1F959FD02F964C7AF4CFC29": Hash,
	} {
		if got := ValueOf(Password, text); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
	if got := ValueOf(Key, "AAAAB3NzaC1yc2EAAAADAQABAAABAQC7"); got != NoSecret {
		t.Errorf("a public key: got %d", got)
	}
}

func TestInText(t *testing.T) {
	for text, want := range map[string]string{
		"mysql://root:v3ry@db/app": "v3ry", "mysql://root:\x00@db/app": "", "https://username:paswd@host:port": "", "amqp://user:password@db.local/x": "", "amqp://app:password@db.local/x": "password", "%% amqp://app:password@db.local/x": "", "%% amqp://app:Jk9xx2@db.local/x": "Jk9xx2", "https://user:Jk9xx2@db.local": "Jk9xx2", "https://app:Jk9xx2@hostname/x": "", "https://app:Jk9xx2@api.example.org:port/x": "", "https://app:Jk9xx2@host1:8080": "Jk9xx2", "https://app:Jk9xx2@hosts": "Jk9xx2",
		"mysqladmin -u root --password=$(sed -n 's/.* temporary password .*: \\(.*\\)/x/p' f) password '\x00'": "", "mysql -u root --password=\x00 --connect-expired-password\n touch /x": "", "mysqladmin password Jk9xx2": "Jk9xx2",
		"podman run --rm --secret app-key1,target=/x img": "", "/usr/bin/docker build --secret id=Jk9xx2 .": "", "tool --secret Jk9xx2": "Jk9xx2", "docker run app --client-secret Jk9xx2": "Jk9xx2", "http://example.org:80/a@b": "", "PGPASSWORD=Jk9xx2 psql": "Jk9xx2", "mysql -u root -pJk9xx2": "Jk9xx2", "mysql -p -P 3306": "",
		"tool --os-password Jk9xx2 go": "Jk9xx2", "tool --password-file /etc/pw": "", "[db]\npassword = Jk9xx2\n": "Jk9xx2", "# password = the one you know\n": "", "password: must be given": "", "user ALL=(ALL) NOPASSWD: ALL": "",
		"rabbitmqctl add_user app Jk9xx2 && true": "Jk9xx2", "rabbitmqctl add_user app \x00": "", "rabbitmqctl list_users -q": "", "htpasswd -cb /etc/x app Jk9xx2": "Jk9xx2", "htpasswd -c /etc/x app": "", "redis-cli -a Jk9xx2 ping": "Jk9xx2", "redis-cli -h db ping": "",
		"mongo -u app -p Jk9xx2 db": "Jk9xx2", "lftp -u app,Jk9xx2 host": "Jk9xx2", "smbclient -U app%Jk9xx2 //a/b": "Jk9xx2", "kadmin -p a -w Jk9xx2 -q x": "Jk9xx2", "ipa-client-install -w Jk9xx2 -U": "Jk9xx2", "ipa-client-install -U -p Jk9xx2 -w \x00": "", "ipa-server-install -U -p Jk9xx2": "Jk9xx2",
		"mosquitto_passwd -b /etc/x app Jk9xx2": "Jk9xx2", "docker login -u app -p Jk9xx2 host": "Jk9xx2", "docker run -p 80:80 x": "", "ipmitool -U a -P Jk9xx2 power": "Jk9xx2", "openssl rsa -passin pass:Jk9xx2 -in x": "Jk9xx2", "openssl rsa -passin file:/etc/pw": "",
		"keytool -importcert -storepass Jk9xx2 -noprompt": "Jk9xx2", "keytool -list -storepass \x00": "", "echo Jk9xx2 | sudo -S id": "Jk9xx2", "echo yes | sudo tee /x": "", "echo Jk9xx2 | kinit admin": "Jk9xx2",
		"stats auth admin:Jk9xx2": "Jk9xx2", "auth admin:Jk9xx2": "Jk9xx2", "auth required pam_unix.so": "", "rocommunity Jk9xx2 10.0.0.0/8": "Jk9xx2", "rocommunity public": "", "the rw community": "",
		"db.example.com:5432:app:app:Jk9xx2\n": "Jk9xx2", "*:*:*:app:Jk9xx2": "Jk9xx2", "*:*:*:app:\x00": "", "root:*:0:0:root:/root:/bin/sh": "", "wheel:*:0:root": "", "10.0.0.1:5432:app:app1": "",
		"app * Jk9xx2 *\n": "Jk9xx2", "app\t*\t\"Jk9xx2\"\t10.0.0.1\n": "Jk9xx2", "app * \x00 *": "", "0 * 2a * * root\n": "", "a * 12 *": "", " * a1b2c3 is * important": "",
		"IDENTIFIED BY 'Jk9xx2'": "Jk9xx2", "SET password=PASSWORD('Jk9xx2')": "Jk9xx2", "SET password=PASSWORD('`cat /etc/pw`')": "", "password=hash($x)": "", "echo 'app:Jk9xx2' | chpasswd": "Jk9xx2", "password=\x00": "", "password=pre\x00": "",
		"pass_attrs = uid=user,userPassword=password,homeDirectory=home": "", "attrs=uid=user,userPassword=password": "", "map=login=uid,password=userPassword": "", "user=app,password=Jk9xx2,host=db": "Jk9xx2", "user=app password=Jk9xx2": "Jk9xx2",
		"allow app:x # require user 'admin' with password 'monit'": "", "# PASSWORD 'monit'": "", "\t# with password 'monit'": "", "ALTER USER a PASSWORD 'Jk9xx2' -- a # b": "Jk9xx2", "allow app # x\nALTER USER a PASSWORD 'Jk9xx2'": "Jk9xx2",
		"AKIAIOSFODNN7ABCDEFG": "AKIAIOSFODNN7ABCDEFG", "AKIAIOSFODNN7EXAMPLE": "", "-----BEGIN RSA PRIVATE KEY-----": "", "/-----BEGIN PRIVATE KEY-----/": "",
	} {
		got := []string{}
		for _, shape := range InText(text) {
			got = append(got, text[shape.Start:shape.End])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestIsUser(t *testing.T) {
	for name, want := range map[string]bool{
		"user": true, "db_user": true, "username": true, "user_name": true, "adminlogin": false, "login": true, "runas": true, "mysqluser": true, "mysqlusername": true, "usernm": true,
		"home_user": false, "userdir": false, "user_home": false, "host": false, "": false, "-": false, "file_login": false, "name": false,
	} {
		if got := IsUser(name); got != want {
			t.Errorf("%s: got %t", name, got)
		}
	}
}

func TestIsSetting(t *testing.T) {
	for name, want := range map[string]bool{"db_user": true, "database_name": true, "db_host": true, "port": true, "db_password": false, "value": false, "": false, "hostkey": false} {
		if got := IsSetting(name); got != want {
			t.Errorf("%s: got %t", name, got)
		}
	}
}

func TestOwner(t *testing.T) {
	for name, want := range map[string]string{"db_user": "db", "db_password": "db", "dbuser": "db", "user": "", "password": "", "mail_user_name": "mail", "host": "host"} {
		if got := Owner(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestIsConfidential(t *testing.T) {
	for kind, want := range map[Kind]bool{None: false, Community: false, Password: true, Token: true, Key: true, ShortKey: true} {
		if got := kind.IsConfidential(); got != want {
			t.Errorf("%d: got %t", kind, got)
		}
	}
}

// TestValueOfKinds covers the values that are secrets of one kind and none of another.
func TestValueOfKinds(t *testing.T) {
	for _, test := range []struct {
		kind Kind
		text string
		want Class
	}{
		{None, "h4llo-w0rld", NoSecret}, {Password, "pw", NoSecret}, {Password, "#ecr3tPw", Plain}, {Password, "$ecr3tPw", NoSecret}, {Password, "$secret", NoSecret}, {Token, "$ecr3tPw", NoSecret}, {Password, "%{x}1a", NoSecret},
		{Community, "h4llo", Plain}, {Community, "public", NoSecret}, {Community, "65000:100", NoSecret},
		{Token, "secret", Weak}, {Token, "token", NoSecret}, {Token, "uuid", NoSecret}, {Token, "admin_token", Weak}, {Token, "a1b2c3d4e5", Plain}, {Token, "abcd", NoSecret},
		{Key, "short1", NoSecret}, {Key, "abcdefgh12345678", Plain}, {Key, "ssh-rsa1234567890abc", NoSecret}, {Key, "abcdefghijklmnop", NoSecret}, {ShortKey, "abcd1234", Plain}, {ShortKey, "abc1", NoSecret},
		{Password, "0000", NoSecret}, {Password, "-----", NoSecret}, {Password, "s3cret", Weak}, {Password, "db_pw", Weak}, {Password, "12345", Weak}, {Password, "@prefix1", Plain},
		{Password, "-----BEGIN PRIVATE KEY-----\nMIIEpAIBAAKCAQEA0Z3VS5\n", Plain},
	} {
		if got := ValueOf(test.kind, test.text); got != test.want {
			t.Errorf("%q as %d: got %d, want %d", test.text, test.kind, got, test.want)
		}
	}
}

// TestMatches names the secrets in a text.
func TestMatches(t *testing.T) {
	key := "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn\n"
	for text, want := range map[string]string{
		key: "a private key", "password=" + "Jk9xx2 and more": "the value of password", "postgres://a:Jk9xx2@h/d?password=Jk9xx2": "the password in a URL, the value of password",
		"tool --db-password 'Jk9xx2'": "the value of --db-password", "tool --password=\"Jk9xx2\" --token=Jk9xx2abcd": "the value of password, the value of token",
		"mysql -u a -p'password' x": "the password on a command line (weak)", "short": "",
	} {
		var got []string
		for _, one := range InText(text) {
			what := one.What
			if one.Weak {
				what += " (weak)"
			}
			got = append(got, what)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: got %q, want %q", text, strings.Join(got, ", "), want)
		}
	}
	if !HoldsPrivateKey(key) || HoldsPrivateKey("-----BEGIN RSA PRIVATE KEY-----") {
		t.Error("a private key is more than its frame")
	}
}

// TestTokens checks that the tokens of services are recognized by their format, and that texts
// with only the same beginning are not. The test assembles the tokens, so that nobody takes them
// for real ones.
func TestTokens(t *testing.T) {
	random := func(alphabet string, length int) string {
		b, state := make([]byte, length), uint32(7)
		for i := range b {
			state = state*1664525 + 1013904223
			b[i] = alphabet[int(state>>16)%len(alphabet)]
		}
		return string(b)
	}
	const hex, upper = "0123456789abcdef", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	const word = letters + "0123456789"
	for token, what := range map[string]string{
		"AKIA" + random(upper, 16): "an AWS access key", "ghp_" + random(word, 36): "a GitHub token", "glpat-" + random(word, 20): "a GitLab token", "glrt-" + random(word, 20): "a GitLab token",
		"xoxb-" + random(hex, 24): "a Slack token", "xapp-1-" + random(upper, 24): "a Slack token", "https://discord.com/api/webhooks/" + random("123456789", 18) + "/" + random(word, 68): "the address of a Discord webhook",
		"123456789:AA" + random(word, 33): "a Telegram token", "sk_live_" + random(word, 24): "a Stripe key", "AIza" + random(word, 35): "a Google API key", "GOCSPX-" + random(word, 28): "a Google OAuth secret",
		"AccountKey=" + random(word, 86) + "==": "an Azure key", "Zx18Q~" + random(word, 34): "an Azure key", "SG." + random(word, 22) + "." + random(word, 43): "a SendGrid key", "npm_" + random(word, 36): "an npm token",
		"pypi-AgEIcHlwaS5vcmc" + random(word, 60): "a PyPI token", "rubygems_" + random(hex, 48): "a RubyGems key", "dckr_pat_" + random(word, 27): "a Docker token", "hvs." + random(word, 90): "a Vault token",
		random(word, 14) + ".atlasv1." + random(word, 67): "a Terraform token", "dop_v1_" + random(hex, 64): "a DigitalOcean token", "glsa_" + random(word, 32) + "_" + random(hex, 8): "a Grafana token", "NRAK-" + random(upper, 27): "a New Relic key",
		random(hex, 32) + "FFFFNRAL": "a New Relic key", "eu01xx" + random(hex, 26) + "FFFFNRAL": "a New Relic key", "https://canary.discord.com/api/v10/webhooks/" + random("123456789", 18) + "/" + random(word, 68): "the address of a Discord webhook",
		"dapi" + random(hex, 32): "a Databricks token", "hf_" + random(letters, 34): "a Hugging Face token", "sk-ant-api03-" + random(word, 93): "an Anthropic key", "shpat_" + random(hex, 32): "a Shopify token",
		"AGE-SECRET-KEY-1" + random("023456789ACDEFGHJKLMNPQRSTUVWXYZ", 58): "an age key", "eyJ" + random(word, 20) + ".eyJ" + random(word, 20) + "." + random(word, 20): "a JSON web token",
		"github_pat_" + random(word, 22) + "_" + random(word, 59): "a GitHub token", "ATATT3xFfGF0" + random(word, 180): "an Atlassian token", "shpca_" + random(hex, 32): "a Shopify token", "tskey-webhook-" + random(word, 12) + "-" + random(word, 32): "a Tailscale key",
		"github_pat_" + random(word, 40): "", "ATATT3xFfGF0" + random(word, 90): "", "SG." + random(word, 22) + "." + random(word, 20): "", "tskey-" + random(word, 12) + "-" + random(word, 32): "", "dckr_config_" + random(word, 27): "",
		"AKIA" + random(upper, 12): "", "ghp_" + random(word, 12): "", "ghp_" + strings.Repeat("x", 36): "", "glpat-" + strings.Repeat("a", 20): "", "npm_config_registry_is_a_long_name_of_a_setting": "", "dapi" + random(letters, 32): "",
		"age1" + random("023456789acdefghjklmnpqrstuvwxyz", 58): "", "pk_live_" + random(word, 24): "", "hf_" + random(hex, 10): "", "12:AA" + random(word, 10): "", "AccountKey=\x00": "", "sk_test_" + random(word, 24): "",
	} {
		got := ""
		if found := InText("value " + token + " end"); len(found) > 0 {
			got = found[0].What
		}
		if got != what {
			t.Errorf("%q: got %q, want %q", token, got, what)
		}
	}
}
