# @summary A division by zero.
class legacy::division {
  $share = 100 / 0
  notice($share)
}
