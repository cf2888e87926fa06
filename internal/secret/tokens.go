package secret

import (
	"strings"

	"puppet-lint/internal/lazyregexp"
)

// service is a service whose tokens can be recognized by their format.
type service struct {
	// what names the secret: "a GitHub token".
	what string
	// words are texts of which each token contains one.
	words []string
	// format matches a token, which is its first group if that has matched.
	format *lazyregexp.Regexp
}

// services holds the formats that the services document. It never changes.
var services = []service{
	{"an AWS access key", []string{"AKIA", "ASIA"}, lazyregexp.New(`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`)},
	{"a GitHub token", []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"}, lazyregexp.New(`\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b`)},
	{"a GitLab token", []string{"glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "gloas-", "glagent-", "glsoat-", "GR1348941"}, lazyregexp.New(`\bgl(?:pat|dt|rt|cbt|ptt|oas|agent|soat)-[A-Za-z0-9_.-]{20,}|\bGR1348941[A-Za-z0-9_-]{20,}`)},
	{"a Slack token", []string{"xox", "xapp-"}, lazyregexp.New(`\bxox[abeprs][-.][0-9A-Za-z-]{10,}|\bxapp-\d-[0-9A-Za-z-]{20,}`)},
	{"the address of a Slack webhook", []string{"hooks.slack"}, lazyregexp.New(`hooks\.slack\.com/(?:services/T[A-Z0-9]{6,}/B[A-Z0-9]{6,}|workflows/T[A-Z0-9]{6,}/A[A-Z0-9]{6,}/\d+)/[A-Za-z0-9]{16,}`)},
	{"the address of a Discord webhook", []string{"/webhooks/"}, lazyregexp.New(`\bdiscord(?:app)?\.com/api(?:/v\d+)?/webhooks/\d{17,20}/[A-Za-z0-9_-]{60,}`)},
	{"the address of a Teams webhook", []string{"/webhookb2/"}, lazyregexp.New(`\bwebhook\.office\.com/webhookb2/[0-9a-f-]{36}@[0-9a-f-]{36}/IncomingWebhook/[0-9a-f]{32}/`)},
	{"a Telegram token", []string{":AA"}, lazyregexp.New(`\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b`)},
	{"a Stripe key", []string{"sk_live_", "rk_live_", "whsec_"}, lazyregexp.New(`\b[sr]k_live_[0-9A-Za-z]{16,}|\bwhsec_[0-9A-Za-z+/=]{32,}`)},
	{"a Google API key", []string{"AIza"}, lazyregexp.New(`\bAIza[0-9A-Za-z_-]{35}\b`)},
	{"a Google OAuth secret", []string{"GOCSPX-", "ya29."}, lazyregexp.New(`\bGOCSPX-[0-9A-Za-z_-]{28}\b|\bya29\.[0-9A-Za-z_-]{40,}`)},
	{"an Azure key", []string{"AccountKey=", "SharedAccessKey=", "Q~"}, lazyregexp.New(`\b(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{42,86}==?|(?:^|[^\w~.-])([A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34})`)},
	{"a SendGrid key", []string{"SG."}, lazyregexp.New(`\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}`)},
	{"an npm token", []string{"npm_"}, lazyregexp.New(`\bnpm_[A-Za-z0-9]{36}\b`)},
	{"a PyPI token", []string{"pypi-AgE"}, lazyregexp.New(`\bpypi-AgE[A-Za-z0-9_-]{50,}`)},
	{"a RubyGems key", []string{"rubygems_"}, lazyregexp.New(`\brubygems_[0-9a-f]{48}\b`)},
	{"a Docker token", []string{"dckr_pat_"}, lazyregexp.New(`\bdckr_pat_[A-Za-z0-9_-]{27,}`)},
	{"a Vault token", []string{"hvs.", "hvb.", "hvr."}, lazyregexp.New(`\bhv[sbr]\.[A-Za-z0-9_-]{24,}`)},
	{"a Terraform token", []string{".atlasv1."}, lazyregexp.New(`\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}`)},
	{"a DigitalOcean token", []string{"dop_v1_", "doo_v1_", "dor_v1_"}, lazyregexp.New(`\bdo[por]_v1_[a-f0-9]{64}\b`)},
	{"a Grafana token", []string{"glsa_", "glc_"}, lazyregexp.New(`\bglsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}\b|\bglc_[A-Za-z0-9+/]{32,}={0,2}`)},
	{"a New Relic key", []string{"NRAK-", "FFFFNRAL"}, lazyregexp.New(`\bNRAK-[A-Z0-9]{27}\b|\b(?:[0-9a-f]{32}|eu01xx[0-9a-f]{26})FFFFNRAL\b`)},
	{"a Databricks token", []string{"dapi"}, lazyregexp.New(`\bdapi[a-f0-9]{32}(?:-\d)?\b`)},
	{"a Hugging Face token", []string{"hf_"}, lazyregexp.New(`\bhf_[A-Za-z]{34}\b`)},
	{"an OpenAI key", []string{"sk-proj-", "T3BlbkFJ"}, lazyregexp.New(`\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}T3BlbkFJ[A-Za-z0-9_-]{20,}`)},
	{"an Anthropic key", []string{"sk-ant-"}, lazyregexp.New(`\bsk-ant-[a-z]+\d\d-[A-Za-z0-9_-]{80,}`)},
	{"an Atlassian token", []string{"ATATT3"}, lazyregexp.New(`\bATATT3[A-Za-z0-9_=-]{186}`)},
	{"a Shopify token", []string{"shpat_", "shpss_", "shpca_", "shppa_"}, lazyregexp.New(`\bshp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}\b`)},
	{"a Tailscale key", []string{"tskey-"}, lazyregexp.New(`\btskey-(?:auth|api|client|scim|webhook)-[A-Za-z0-9]+-[A-Za-z0-9]{18,}`)},
	{"an age key", []string{"AGE-SECRET-KEY-1"}, lazyregexp.New(`\bAGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}\b`)},
	{"a JSON web token", []string{"eyJ"}, lazyregexp.New(`\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`)},
}

// wordsOfServices returns the words of all services.
func wordsOfServices() (words []string) {
	for _, one := range services {
		words = append(words, one.words...)
	}
	return words
}

func (f *finder) findTokens() {
	for _, one := range services {
		if !containsAny(f.text, one.words) {
			continue
		}
		for _, at := range one.format.FindAllStringSubmatchIndex(f.text, -1) {
			start, end := at[0], at[1]
			if len(at) > 2 && at[2] >= 0 {
				start, end = at[2], at[3]
			}
			if !isDemonstrated(f.text[start:end]) {
				f.add(one.what, start, end)
			}
		}
	}
}

// isDemonstrated reports whether a token only shows the format of one: it says so, or repeats one
// character.
func isDemonstrated(token string) bool {
	if containsAny(token, []string{"EXAMPLE", "example", "XXXX", "xxxx", "0000000000"}) {
		return true
	}
	tail := token[len(token)-12:]
	return strings.Trim(tail, tail[:1]) == ""
}

func containsAny(text string, words []string) bool {
	for _, word := range words {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
