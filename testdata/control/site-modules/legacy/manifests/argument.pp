# @summary A function that gets a number instead of a name.
class legacy::argument {
  notice(profile::initials(5))
}
