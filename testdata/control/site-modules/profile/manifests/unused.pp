# @summary Nothing includes this class: it is left over.
class profile::unused {
  notify { 'unused': }
}
