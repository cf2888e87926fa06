# @summary What every node has.
# @param timezone
#   The time zone of the node.
# @param administrators
#   Who gets the mail of the node.
class profile::base (
  String[1]        $timezone,
  Array[String[1]] $administrators,
) {
  file { '/etc/timezone':
    ensure  => file,
    owner   => 'root',
    group   => 'root',
    mode    => '0644',
    content => "${timezone}\n",
  }

  file { '/etc/motd':
    ensure  => file,
    owner   => 'root',
    group   => 'root',
    mode    => '0644',
    content => epp('profile/motd.epp', { 'administrators' => $administrators }),
  }
}
