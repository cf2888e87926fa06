# @summary A release is a string.
class legacy::comparison {
  if $facts['os']['release']['major'] > 7 {
    notice('new')
  }
}
