# @summary A port as a string.
class legacy::type_mismatch {
  profile::vhost { 'old.example.com':
    port    => '80',
    service => 'httpd',
  }
}
