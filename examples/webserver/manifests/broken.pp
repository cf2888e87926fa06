# @summary A class that Puppet would not even read.
class webserver::broken {
  if $facts['os']['family'] == 'Debian' {
    notice('Debian'
  }

  $ports = [80, 443
}
