package rules

import "puppet-lint/internal/diag"

var noCronResources = Rule{
	Rule: communityRule(diag.Rule{
		Name:    "no_cron_resources",
		Group:   diag.Style,
		Plugin:  "puppet-lint-no_cron_resources-check",
		Summary: "a `cron` resource is used",
		Advice:  "use a systemd timer or a file in /etc/cron.d",
		Rationale: "A `cron` resource that is removed from the code leaves its job on the machine, where it keeps running. " +
			"This rule is for teams that schedule jobs with systemd timers or files in `/etc/cron.d`.",
		Bad:  examples("  cron { 'backup':\n    command => '/usr/bin/backup',\n    hour    => '4',\n  }\n"),
		Good: examples("  file { '/etc/cron.d/backup':\n    ensure  => file,\n    content => '0 4 * * * root /usr/bin/backup',\n  }\n"),
	}),
	Visits: []Visit{resourcesOf([]string{"cron"}, func(pass *Pass, body *resourceBody) {
		pass.Report(pass.resourceSpan(body), "cron resources should not be used")
	})},
}
