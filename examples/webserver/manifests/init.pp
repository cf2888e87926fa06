# @summary Serves a folder over HTTP.
#
# @param docroot
#   The folder to serve.
# @param port
#   The port to listen on.
class webserver (
  Stdlib::Absolutepath $docroot,
  Stdlib::Port $port = 80,
) {
  file { $docroot:
    ensure => directory,
    mode   => 755,
    owner  => "www-data",
  }

  webserver::vhost { 'default':
    docroot => $docroot,
    port => $port,
  }
}
