# @summary A class that does not exist.
class legacy::unknown_class {
  include legacy::instal
}
