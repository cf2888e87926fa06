# What each node is: exactly one role.

# Web servers are named one by one.
node 'web01.example.com' {
  include role::webserver
}

# Database servers are numbered.
node /^db\d+\.example\.com$/ {
  include role::database
}

# A node that nobody described is managed, but serves nothing.
node default {
  include profile::base
}
