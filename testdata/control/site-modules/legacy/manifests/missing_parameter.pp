# @summary A virtual host without a port.
class legacy::missing_parameter {
  profile::vhost { 'old.example.com':
    service => 'httpd',
  }
}
