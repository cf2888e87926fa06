# @summary A class with syntax errors.
class webserver::broken {
  if $facts['os']['family'] == 'Debian' {
    notice('Debian'
  }

  $ports = [80, 443
}
