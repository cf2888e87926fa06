# @summary A node that holds a database.
class role::database {
  include profile::base
  include profile::database
}
