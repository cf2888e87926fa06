package rules

import "testing"

// TestWeakCipherIn checks lists as OpenSSL (`openssl ciphers LIST` shows what one allows), OpenSSH,
// GnuTLS and Kerberos read them.
func TestWeakCipherIn(t *testing.T) {
	for list, want := range map[string]string{
		"":                              "",
		":":                             "",
		"HIGH:RC4":                      "RC4",
		"HIGH:!aNULL:+RC4":              "",
		"ALL:!aNULL:RC4+RSA:+HIGH:+LOW": "RC4+RSA",
		"HIGH:RC4+RSA:!RC4":             "",
		"!RC4:HIGH:RC4-SHA":             "",
		"-RC4:HIGH:RC4-SHA":             "RC4-SHA",
		"RC4-SHA:HIGH:-RC4":             "",
		"RC4-SHA:AES128-SHA:-MEDIUM":    "",
		"kRSA:+3DES":                    "",
		"DES-CBC3-SHA:!3DES":            "",
		"DES-CBC3-SHA:!DES":             "DES-CBC3-SHA",
		"DES-CBC-SHA:!DES":              "",
		"EXP-RC4-MD5:!EXP":              "",
		"EXP-RC4-MD5:!SSLv2":            "EXP-RC4-MD5",
		"ADH-AES128-SHA:!aNULL":         "",
		"+3des-cbc,aes128-ctr":          "3des-cbc",
		"+RC4":                          "RC4",
		"-3des-cbc,aes128-ctr":          "",
		"NORMAL:+ARCFOUR-128":           "ARCFOUR-128",
		"SECURE128:-ARCFOUR-128":        "",
		"DEFAULT +arcfour-hmac":         "arcfour-hmac",
		"TLS_RSA_WITH_RC4_128_SHA":      "TLS_RSA_WITH_RC4_128_SHA",
	} {
		if got := weakCipherIn(list); got != want {
			t.Errorf("%q: got %q, want %q", list, got, want)
		}
	}
}
