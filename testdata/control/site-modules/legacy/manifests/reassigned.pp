# @summary A variable that is set twice.
class legacy::reassigned {
  $port = 80
  $port = 8080
  notice($port)
}
