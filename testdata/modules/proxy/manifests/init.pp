# @summary A forward proxy and its configuration.
# @example Let one network use it
#   class { 'proxy':
#     allowed => ['10.0.0.0/8'],
#   }
# @param package
#   The name of the package.
# @param port
#   The port that the proxy listens on.
# @param allowed
#   The networks that may use the proxy.
# @param timeout
#   After how many seconds an idle connection ends.
class proxy (
  String[1]             $package,
  Integer[1, 65535]     $port,
  Array[Proxy::Network] $allowed,
  $timeout = 600,
) {
  package { $package:
    ensure => installed,
  }

  file { '/etc/tinyproxy.conf':
    ensure  => file,
    owner   => 'root',
    group   => 'root',
    mode    => '0644',
    content => epp('proxy/tinyproxy.conf.epp'),
    require => Package[$package],
  }

  service { 'tinyproxy':
    ensure    => running,
    enable    => true,
    subscribe => File['/etc/tinyproxy.conf'],
  }
}
