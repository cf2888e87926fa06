# @summary A relationship with a resource that nobody declares.
class legacy::relationship {
  service { 'legacy':
    ensure  => running,
    require => Package['legacy'],
  }
}
