# @summary A database server.
# @param package
#   The name of the package that holds the server.
# @param port
#   The port that it listens on.
class profile::database (
  String[1]     $package,
  Profile::Port $port,
) {
  package { $package:
    ensure => installed,
  }

  # The service has the same name on all systems.
  service { 'postgresql':
    ensure  => running,
    enable  => true,
    require => Package[$package],
  }

  $directory = $facts['os']['family'] ? {
    'Debian' => '/etc/postgresql',
    'RedHat' => '/var/lib/pgsql/data',
    default  => fail("${facts['os']['family']} is not supported"),
  }

  file { "${directory}/port.conf":
    ensure  => file,
    owner   => 'postgres',
    group   => 'postgres',
    mode    => '0640',
    content => "port = ${port}\n",
    notify  => Service['postgresql'],
  }
}
