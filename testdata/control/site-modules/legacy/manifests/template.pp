# @summary A template that the module does not have.
class legacy::template {
  notice(template('legacy/missing.erb'))
}
