# @summary A variable that nothing sets.
class legacy::unknown_variable {
  $listen_port = 80
  notice($listen_prot)
}
