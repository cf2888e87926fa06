# @summary A node that serves web sites.
class role::webserver {
  include profile::base
  include profile::webserver
}
