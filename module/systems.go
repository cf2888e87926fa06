package module

import "strings"

// System is a release of an operating system that a module supports, with the values of its
// facts. A fact has several values if Facter's versions differ, and none if they are unknown.
type System struct {
	// Index is the index of the system in Metadata.Systems.
	Index int
	// Name and Release are as in metadata.json. Release is empty if no releases are listed.
	Name, Release string
	// of is the operating system in the metadata.
	of *OperatingSystem
	// families, kernels and majors are the values of os.family, kernel and
	// os.release.major.
	families, kernels, majors []string
	known                     bool
}

// OperatingSystem returns the entry of metadata.json for the system.
func (s *System) OperatingSystem() *OperatingSystem { return s.of }

// Fact returns the values that a fact may have on the system, or none if they are not known.
// The facts are os.name, os.family, os.release.major, kernel, and their legacy names. isSystem
// is false for any other fact.
func (s *System) Fact(path string) (values []string, isSystem bool) {
	switch path {
	case "os.name", "operatingsystem":
		if s.known {
			return []string{s.Name}, true
		}
		return nil, true
	case "os.family", "osfamily":
		return s.families, true
	case "kernel":
		return s.kernels, true
	case "os.release.major", "operatingsystemmajrelease":
		return s.majors, true
	}
	return nil, false
}

// families maps os.name, in lower case, to the values of os.family
// (facter/util/facts/facts_utils.rb and the facts of each system). There are several if
// Facter's versions differ. All systems that are not in kernels have the kernel Linux.
var families = map[string][]string{
	"redhat": {"RedHat"}, "centos": {"RedHat"}, "fedora": {"RedHat"}, "scientific": {"RedHat"}, "oraclelinux": {"RedHat"},
	"rocky": {"RedHat"}, "almalinux": {"RedHat"}, "cloudlinux": {"RedHat"}, "virtuozzolinux": {"RedHat"},
	"xenserver": {"RedHat"}, "ascendos": {"RedHat"}, "psbm": {"RedHat"}, "ovs": {"RedHat"}, "oel": {"RedHat"},
	"amazon": {"RedHat", "Linux"},
	"debian": {"Debian"}, "ubuntu": {"Debian"}, "linuxmint": {"Debian"}, "devuan": {"Debian"}, "raspbian": {"Debian"},
	"sles": {"Suse"}, "sled": {"Suse"}, "opensuse": {"Suse"},
	"gentoo": {"Gentoo"}, "archlinux": {"Archlinux"}, "manjaro": {"Archlinux"},
	"alpine": {"Alpine", "Linux"}, "solaris": {"Solaris"}, "aix": {"AIX"}, "darwin": {"Darwin"}, "windows": {"windows"},
	"freebsd": {"FreeBSD"}, "openbsd": {"OpenBSD"}, "netbsd": {"NetBSD"}, "dragonfly": {"DragonFly"},
}

var kernels = map[string]string{
	"solaris": "SunOS", "aix": "AIX", "darwin": "Darwin", "windows": "windows",
	"freebsd": "FreeBSD", "openbsd": "OpenBSD", "netbsd": "NetBSD", "dragonfly": "DragonFly",
}

// The values of Facter's facts about the operating system, and names of other systems that are
// not typos of these.
var (
	familyValues = []string{
		"RedHat", "Debian", "Suse", "Gentoo", "Archlinux", "Alpine", "Linux", "Mandrake", "Slackware", "Solaris", "SunOS", "AIX", "Darwin",
		"windows", "FreeBSD", "OpenBSD", "NetBSD", "DragonFly", "HP-UX", "GNU/kFreeBSD", "VMkernel",
	}
	nameValues = []string{
		"RedHat", "CentOS", "Fedora", "Scientific", "OracleLinux", "Rocky", "AlmaLinux", "CloudLinux", "VirtuozzoLinux", "XenServer", "Ascendos",
		"PSBM", "OVS", "OEL", "Amazon", "Debian", "Ubuntu", "Kubuntu", "Xubuntu", "Lubuntu", "LinuxMint", "Devuan", "Raspbian", "SLES", "SLED",
		"SLES_SAP", "OpenSuSE", "SuSE", "Gentoo", "Archlinux", "Manjaro", "ManjaroLinux", "Alpine", "Solaris", "SunOS", "AIX", "Darwin", "windows",
		"FreeBSD", "OpenBSD", "NetBSD", "DragonFly", "Slackware", "Mandrake", "Mandriva", "Mageia", "Nexenta", "OmniOS", "OpenIndiana", "SmartOS",
		"KDE", "Kali", "Linux", "HP-UX", "VMWareESX", "MeeGo", "CumulusLinux", "CoreOS",
	}
	distroValues = append([]string{
		"RedHatEnterprise", "RedHatEnterpriseServer", "RedHatEnterpriseClient", "RedHatEnterpriseWorkstation", "RedHatEnterpriseLinux",
		"OracleServer", "AmazonAMI", "SUSE", "Pop", "neon", "elementary", "Zorin", "Arch", "Parrot", "Deepin", "Trisquel", "Kylin",
	}, nameValues...)
	codenameValues = []string{
		"woody", "sarge", "etch", "lenny", "squeeze", "wheezy", "jessie", "stretch", "buster", "bullseye", "bookworm", "trixie", "forky",
		"warty", "hoary", "breezy", "dapper", "edgy", "feisty", "gutsy", "hardy", "intrepid", "jaunty", "karmic", "lucid", "maverick", "natty",
		"oneiric", "precise", "quantal", "raring", "saucy", "trusty", "utopic", "vivid", "wily", "xenial", "yakkety", "zesty", "artful",
		"bionic", "cosmic", "disco", "eoan", "focal", "groovy", "hirsute", "impish", "jammy", "kinetic", "lunar", "mantic", "noble",
		"oracular", "plucky", "questing", "Final", "Core", "Santiago", "Maipo", "Ootpa", "Plow", "Tikanga",
	}
	kernelValues = []string{"Linux", "SunOS", "AIX", "Darwin", "windows", "FreeBSD", "OpenBSD", "NetBSD", "DragonFly", "HP-UX", "GNU/kFreeBSD"}
)

// SystemFactValues returns the values that a fact about the operating system may have, and
// names that resemble them; nil for any other fact.
func SystemFactValues(path string) []string {
	switch path {
	case "os.name", "operatingsystem":
		return nameValues
	case "os.family", "osfamily":
		return familyValues
	case "kernel":
		return kernelValues
	case "os.distro.id", "lsbdistid":
		return distroValues
	case "os.distro.codename", "lsbdistcodename":
		return codenameValues
	}
	return nil
}

// Systems returns the systems that the module supports, in the order of the file.
func (m *Metadata) Systems() []*System {
	var found []*System
	for i := range m.OperatingSystems {
		from := &m.OperatingSystems[i]
		releases := from.Releases
		if len(releases) == 0 {
			releases = []string{""}
		}
		for _, release := range releases {
			system := &System{Index: len(found), Name: from.Name, Release: release, of: from}
			system.families, system.known = families[strings.ToLower(from.Name)]
			if system.known {
				kernel := kernels[strings.ToLower(from.Name)]
				if kernel == "" {
					kernel = "Linux"
				}
				system.kernels = []string{kernel}
				system.majors = majorOf(from.Name, release)
			}
			found = append(found, system)
		}
	}
	return found
}

// majorOf returns the values of os.release.major for a release, if they are certain.
func majorOf(name, release string) []string {
	if release == "" || strings.Trim(release, "0123456789.") != "" {
		return nil
	}
	major, _, _ := strings.Cut(release, ".")
	switch strings.ToLower(name) {
	case "redhat", "centos", "scientific", "oraclelinux", "rocky", "almalinux", "fedora", "debian", "sles":
		return []string{major}
	case "ubuntu":
		if strings.Count(release, ".") == 1 {
			return []string{release}
		}
	}
	return nil
}
