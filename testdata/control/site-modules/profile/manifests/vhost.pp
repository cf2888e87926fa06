# @summary One virtual host.
# @param port
#   The port that it listens on.
# @param service
#   The service that reads it.
# @param aliases
#   Further names of the host.
define profile::vhost (
  Profile::Port    $port,
  String[1]        $service,
  Array[String[1]] $aliases = [],
) {
  $short_name = profile::initials($title)

  file { "/etc/vhosts/${title}.conf":
    ensure  => file,
    owner   => 'root',
    group   => 'root',
    mode    => '0644',
    content => template('profile/vhost.erb'),
    notify  => Service[$service],
  }
}
