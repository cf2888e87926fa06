# @summary A resource that is declared twice.
class legacy::duplicate {
  notify { 'twice': }
  notify { 'twice': }
}
