package rules

import (
	"strings"

	"puppet-lint/internal/lazyregexp"
)

// factPaths maps the names of legacy facts to the paths of structured facts as puppet-lint
// (Ruby) has them. Some of these do not exist. It never changes. Outside the puppet-lint
// profile, package builtin knows the replacements.
var factPaths = map[string]string{
	"architecture":                "os.architecture",
	"augeasversion":               "augeas.version",
	"bios_release_date":           "dmi.bios.release_date",
	"bios_vendor":                 "dmi.bios.vendor",
	"bios_version":                "dmi.bios.version",
	"boardassettag":               "dmi.board.asset_tag",
	"boardmanufacturer":           "dmi.board.manufacturer",
	"boardproductname":            "dmi.board.product",
	"boardserialnumber":           "dmi.board.serial_number",
	"chassisassettag":             "dmi.chassis.asset_tag",
	"chassistype":                 "dmi.chassis.type",
	"domain":                      "networking.domain",
	"fqdn":                        "networking.fqdn",
	"gid":                         "identity.group",
	"hardwareisa":                 "processors.isa",
	"hardwaremodel":               "os.hardware",
	"hostname":                    "networking.hostname",
	"id":                          "identity.user",
	"ipaddress":                   "networking.ip",
	"ipaddress6":                  "networking.ip6",
	"lsbdistcodename":             "os.distro.codename",
	"lsbdistdescription":          "os.distro.description",
	"lsbdistid":                   "os.distro.id",
	"lsbdistrelease":              "os.distro.release.full",
	"lsbmajdistrelease":           "os.distro.release.major",
	"lsbminordistrelease":         "os.distro.release.minor",
	"lsbrelease":                  "os.distro.release.specification",
	"macaddress":                  "networking.mac",
	"macosx_buildversion":         "os.macosx.build",
	"macosx_productname":          "os.macosx.product",
	"macosx_productversion":       "os.macosx.version.full",
	"macosx_productversion_major": "os.macosx.version.major",
	"macosx_productversion_minor": "os.macosx.version.minor",
	"manufacturer":                "dmi.manufacturer",
	"memoryfree":                  "memory.system.available",
	"memorysize":                  "memory.system.total",
	"netmask":                     "networking.netmask",
	"netmask6":                    "networking.netmask6",
	"network":                     "networking.network",
	"network6":                    "networking.network6",
	"operatingsystem":             "os.name",
	"operatingsystemmajrelease":   "os.release.major",
	"operatingsystemrelease":      "os.release.full",
	"osfamily":                    "os.family",
	"physicalprocessorcount":      "processors.physicalcount",
	"processorcount":              "processors.count",
	"productname":                 "dmi.product.name",
	"rubyplatform":                "ruby.platform",
	"rubysitedir":                 "ruby.sitedir",
	"rubyversion":                 "ruby.version",
	"selinux":                     "os.selinux.enabled",
	"selinux_config_mode":         "os.selinux.config_mode",
	"selinux_config_policy":       "os.selinux.config_policy",
	"selinux_current_mode":        "os.selinux.current_mode",
	"selinux_enforced":            "os.selinux.enforced",
	"selinux_policyversion":       "os.selinux.policy_version",
	"serialnumber":                "dmi.product.serial_number",
	"swapencrypted":               "memory.swap.encrypted",
	"swapfree":                    "memory.swap.available",
	"swapsize":                    "memory.swap.total",
	"system32":                    "os.windows.system32",
	"uptime":                      "system_uptime.uptime",
	"uptime_days":                 "system_uptime.days",
	"uptime_hours":                "system_uptime.hours",
	"uptime_seconds":              "system_uptime.seconds",
	"uuid":                        "dmi.product.uuid",
	"xendomains":                  "xen.domains",
	"zonename":                    "solaris_zones.current",
}

// factsWithoutReplacement holds the legacy facts that no structured fact replaces.
var factsWithoutReplacement = map[string]bool{
	"memoryfree_mb": true, "memorysize_mb": true, "swapfree_mb": true, "swapsize_mb": true,
	"blockdevices": true, "interfaces": true, "zones": true,
	"sshfp_dsa": true, "sshfp_ecdsa": true, "sshfp_ed25519": true, "sshfp_rsa": true,
}

// legacyFamilies holds the legacy facts whose names contain the name of a device, interface or
// the like. In path, $1 and so on are replaced by the captured parts.
var legacyFamilies = []struct {
	pattern *lazyregexp.Regexp
	path    string
}{
	{lazyregexp.New(`^blockdevice_(.*)_(model|size|vendor)$`), "disks.$1.$2"},
	{lazyregexp.New(`^(ipaddress|ipaddress6|macaddress|mtu|netmask|netmask6|network|network6)_(.*)$`), "networking.interfaces.$2.$1"},
	{lazyregexp.New(`^processor([0-9]+)$`), "processors.models.$1"},
	{lazyregexp.New(`^sp_(.*)$`), "system_profiler.$1"},
	{lazyregexp.New(`^ssh(dsa|ecdsa|ed25519|rsa)key$`), "ssh.$1.key"},
	{lazyregexp.New(`^ldom_(.*)$`), "ldom.$1"},
	{lazyregexp.New(`^zone_(.*)_(brand|iptype|name|uuid|id|path|status)$`), "solaris_zones.zones.$1.$2"},
}

// isLegacyFact reports whether puppet-lint (Ruby) treats name as a legacy fact.
func isLegacyFact(name string) bool {
	if _, found := factPaths[name]; found || factsWithoutReplacement[name] {
		return true
	}
	// Most names here are not facts: test the first letter before the patterns.
	if name == "" || strings.IndexByte("bimnpslz", name[0]) < 0 {
		return false
	}
	for i := range legacyFamilies {
		if legacyFamilies[i].pattern.MatchString(name) {
			return true
		}
	}
	return false
}

// structuredFact returns the expression, without "$", by which puppet-lint (Ruby) replaces the
// legacy fact; "" if there is none.
func structuredFact(name string) string {
	var keys []string
	if path, found := factPaths[name]; found {
		keys = strings.Split(path, ".")
	} else {
		for _, family := range legacyFamilies {
			parts := family.pattern.FindStringSubmatch(name)
			if parts == nil {
				continue
			}
			for _, key := range strings.Split(family.path, ".") {
				if key[0] == '$' {
					// "ipaddress6" corresponds to the key "ip6" of an interface.
					key = strings.Replace(parts[key[1]-'0'], "address", "", 1)
				}
				keys = append(keys, key)
			}
			break
		}
	}
	if keys == nil {
		return ""
	}
	var text strings.Builder
	text.WriteString("facts")
	for i, key := range keys {
		if i == 2 && keys[0] == "processors" && keys[1] == "models" {
			text.WriteString("[" + key + "]")
			continue
		}
		text.WriteString("['" + key + "']")
	}
	return text.String()
}
