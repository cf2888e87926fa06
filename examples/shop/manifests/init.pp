# @summary A shop.
class shop (
  Enum['http', 'https'] $protocol = 'htps',
  Integer[1, 65535] $port         = 8443,
) {
  $listen = "${protocol}://0.0.0.0:${prot}"
  shop::vhost { 'example.org':
    listen  => $listen,
    workers => 'four',
    docrot  => '/srv/shop',
  }
}
