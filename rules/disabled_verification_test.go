package rules

import "testing"

func TestVerifiedBy(t *testing.T) {
	for _, one := range []struct{ name, typeName, want string }{
		{"gpgcheck", "yumrepo", "package signatures"},
		{"allow_unsigned", "apt::source", "package signatures"},
		{"allow_insecure", "apt::source", "package signatures"},
		{"trusted_source", "apt::source", "package signatures"},
		{"deb [trusted=yes", "", "package signatures"},
		{"allow_insecure", "archive", "the server's certificate"},
		{"--trusted-host ", "", "the server's certificate"},
		{"NODE_TLS_REJECT_UNAUTHORIZED", "", "the server's certificate"},
		{"APT::Get::AllowUnauthenticated", "", "package signatures"},
		{"sslverify", "yumrepo", "the server's certificate"},
		{"checksum_verify", "archive", "the checksum"},
		{"StrictHostKeyChecking no", "", "the server's host key"},
	} {
		if got := verifiedBy(one.name, one.typeName); got != one.want {
			t.Errorf("%s of %q: got %q, want %q", one.name, one.typeName, got, one.want)
		}
	}
}
