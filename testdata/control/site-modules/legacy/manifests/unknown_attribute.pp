# @summary An attribute that the resource type does not have.
class legacy::unknown_attribute {
  file { '/etc/legacy.conf':
    ensure => file,
    contents => 'x',
  }
}
