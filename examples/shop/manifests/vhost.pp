# @summary A virtual host.
define shop::vhost (
  String $listen,
  Integer[1, 64] $workers = 4,
  String $docroot         = '/srv/www',
) {
  file { "/etc/shop/${title}.conf":
    ensure  => file,
    content => "listen ${listen}; workers ${workers}; root ${docroot};\n",
  }
}
