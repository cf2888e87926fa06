# @summary Web sites, one virtual host each.
# @param package
#   The name of the package that holds the web server.
# @param sites
#   The sites, by their names.
class profile::webserver (
  String[1]                      $package,
  Hash[String[1], Profile::Site] $sites = {},
) {
  package { $package:
    ensure => installed,
  }

  service { $package:
    ensure  => running,
    enable  => true,
    require => Package[$package],
  }

  $sites.each |String[1] $name, Profile::Site $site| {
    profile::vhost { $name:
      port    => $site['port'],
      service => $package,
    }

    site_note { $name:
      ensure => present,
      level  => info,
      text   => profile::address($name, $site),
    }
  }
}
