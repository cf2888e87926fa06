# @summary One site of the server.
#
# @param docroot
#   The folder to serve.
# @param port
#   The port to listen on.
define webserver::vhost (
  Stdlib::Absolutepath $docroot,
  Stdlib::Port $port,
) {
  file { "/etc/webserver/${title}.conf":
    ensure  => file,
    mode    => '0644',
    content => epp('webserver/vhost.conf.epp', { 'docroot' => $docroot, 'port' => $port }),
  }
}
