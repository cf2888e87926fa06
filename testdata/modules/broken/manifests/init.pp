# @summary A syntax error: the brace of the resource is not closed.
class broken {
  file { '/etc/broken':
    ensure => directory,
}
