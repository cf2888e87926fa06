#!/usr/bin/env bash
# Makes the small control repository that the editors are driven over, in a folder.
set -euo pipefail
cd "$1"
mkdir -p data manifests modules/web/{manifests,templates}
printf 'modulepath = modules\n' >environment.conf
printf 'version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n' >hiera.yaml
printf 'web::port: 80\n' >data/common.yaml
printf 'node default {\n  include web\n  notice($web::port)\n}\n' >manifests/site.pp
cat >modules/web/manifests/init.pp <<'END'
# The web server.
#
# @param port the port to listen at
class web (
  Integer $port,
) {
  $conf = "plain"
  file { '/etc/web':
    ensure => file,
    content => template('web/web.erb'),
  }
  web::vhost { 'a': port => 80 }
}
END
cat >modules/web/manifests/vhost.pp <<'END'
# A virtual host.
define web::vhost (Integer[1, 10] $port) {
  notice($port)
}
END
printf '<%%= @port %%>\n' >modules/web/templates/web.erb
