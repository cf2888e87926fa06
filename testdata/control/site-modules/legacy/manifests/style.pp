# @summary No mistakes that matter, and none of the style that is usual today.
class legacy::style($name_of_file="legacy",$mode='644')
{
	file { "/etc/${name_of_file}.conf": mode=>$mode, ensure=>present,
	  owner => "root" }
  if $::osfamily == "Debian"
  {
    notify {"this is Debian":}
  }
}
