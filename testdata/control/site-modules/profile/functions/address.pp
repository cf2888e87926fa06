# @summary The address that clients reach a site by.
# @param name
#   The name of the site.
# @param site
#   What the site needs.
# @return
#   A URL.
function profile::address(String[1] $name, Profile::Site $site) >> String[1] {
  $scheme = $site['tls'] ? {
    true    => 'https',
    default => 'http',
  }
  "${scheme}://${name}:${site['port']}/"
}
