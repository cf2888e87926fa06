package dirty

// ancientStatements are further statements as found in repositories of the years 2010 to 2015,
// with the gaps that oldStatement fills. Puppet has rejected some of them for years, and some
// always. The list never changes.
var ancientStatements = []string{
	// Names with dashes, names in odd places.
	"include my-module",
	"include my-module::sub-class, other_one",
	"class { 'my-module::sub-class': a=>VALUE }",
	"define my-module::thing ($a-b = VALUE) { }",
	"$my-module::params::dir = VALUE",
	"notice(\"${my-module::params::dir}/$my-module::x\")",
	"class Foo::Bar-baz inherits Foo::params { include NAME }",
	"define Foo::Thing($a, $B = VALUE){notify{\"$title\":}}",

	// The content of a params.pp.
	"case $::operatingsystem {\n  /(?i)(debian|ubuntu)/: {\n    $package    = VALUE\n    $service=VALUE\n    $config_dir   = \"/etc/${package}\"\n  }\n  'RedHat', 'CentOS','Fedora' ,OracleLinux : {\n    $package = VALUE\n\t$service = VALUE\n  }\n  default: { fail(\"Unsupported: ${::operatingsystem}\") }\n}",
	"$package_name = $::operatingsystem ? {\n  /(RedHat|CentOS|Scientific)/ => 'httpd',\n  Debian                       => VALUE,\n  'Ubuntu' => $lsbdistcodename ? { lucid => 'a', 'precise' =>\"b\", default => undef },\n  default                      => VALUE,\n}",
	"$root_group = $::kernel ? { 'Linux' => 'root', /(Free|Open)BSD/ => 'wheel' }",
	"case \"$::operatingsystem-$::lsbmajdistrelease\" { 'RedHat-5': {} RedHat-6: { $x = VALUE } default: {} }",
	"if $::osfamily == 'Debian' { if $::lsbdistcodename == \"squeeze\" { unless $x { case VARIABLE { 'a': { if VARIABLE { file { STRING: ensure => VALUE } } } } } } }",

	// Code that is commented out.
	"#file { \"/etc/motd\":\n#  ensure => present,\n#  mode   => 644,\n#}",
	"  # exec { \"apt-get update\": }\n\t#package { foo: ensure => latest; }",
	"/* package { \"a\":\n     ensure => latest }\n   service{ 'b': }\n*/",
	"# été: ✓ 你好 \"$x\" 'y' { => }",
	"########################################\n#  section   #\n########################################",

	// Strings and their content.
	"notice(\"$::x/$::a::b-$c_d[0]['e'] ${f[0]}[1] ${::g['h'][\"i\"]} $j.k ${l.m} $$ #{n} %{o} \\$p\")",
	"notice(\"${x}[0] $x[0][1] $x[$y] ${x[$y]} ${x['a b']} ${x}${y}$z\")",
	"notice('it''s', \"a\"\"b\")",
	"$sql = \"SELECT * FROM a WHERE b = '${name}' AND c != \\\"d\\\"; -- // no # comment\"",
	"$shell = 'for i in $(ls); do echo \"${i}\" | grep -v \\'x\\' # no comment; done'",
	"$crlf = \"a\\r\\nb\\t\\\\c\\'d\\se\"",
	"$empty = ''\n$blank = \" \"\n$quote = \"'\"\n$other = '\"'",
	"$multi = 'first\n  second ${x}   \n\tthird'",
	"$cond = \"${::fqdn}\" ? { \"${x}\" => \"${y}\", default => \"$z\" }",

	// Numbers, regular expressions.
	"$numbers = [ 0x1F, 0644, 08, 1e3, 1.5e-3, -1, 00 ]",
	"if $device =~ /^\\/dev\\/([sh]d[a-z])\\d*$/ { $disk = $1 ${2} }",
	"if VARIABLE !~ /['\"#{}]/ and $0 != VALUE { notice(\"$1 ${2}\") }",
	"$m = VARIABLE ? { /a#b/ => VALUE, /c\\/d|e/ => VALUE, default => $0 }",
	"$n = regsubst(VARIABLE, '[^a-z]', '_', 'G')\n$o = split(VARIABLE, '[,; ]')",
	"$p = ($a + 1) * -$b / 3 - $c-1 << 2 >> 1",

	// Heredocs, templates within the code. (Not two heredocs on a line: after these,
	// puppet-lint (Ruby) reads the text of the next file as part of a heredoc.)
	"file { '/h': content => @(END), mode => VALUE }\n  a ${x}\n  | END",
	"$json = @(\"JSON\":json)\n    { \"a\": \"${x}\", 'b' => [ 1 ] }\n    | JSON",
	"file { \"/t\":\n  content => inline_template(\"<% if @a == 'b' -%>\n<%= @c.map { |d| \\\"#{d}\\\" }.join(',') %>\n<% end -%>\n\"),\n}",
	"$tpl = template(\"a/b.erb\", 'c/d.erb', \"${module_name}/e.erb\")",

	// Resources of all forms.
	"file {\n  'a':\n    ensure => VALUE;\n\n  \"b\":\n    ensure => VALUE, mode => VALUE;\n  default:\n    owner => root ;\n}",
	"file { [ '/a', \"/b\" , $c ] : ensure => directory, owner => VALUE }",
	"file { \"/etc/${name}.d\" : ensure=>directory }\nfile { $path : }",
	"file { $hash['x']: mode => VALUE }\nfile { \"$a-$b\": mode=>VALUE, source=>[ \"puppet:///a/b.${::fqdn}\", 'puppet:///modules/a/b' ] }",
	"@file { STRING: ensure => '/etc/target', tag => [ a, 'b' ] }\nrealize File[STRING]",
	"@@sshkey { \"${fqdn}_rsa\": type => rsa, key => $sshrsakey, host_aliases => [ \"$hostname\", $ipaddress ] }\nSshkey <<| tag == VALUE and title != STRING |>>",
	"Yumrepo <| |> -> Package <| provider != 'gem' |>",
	"Package { ensure => VALUE, before => File['/x'], }\nFile { owner => 0, group => 0, mode => 0644, backup=>false }",
	"package { 'a': ensure => installed, require => [ Class['b'], Exec[\"c\"], ], notify => Service[ NAME ] }",
	"exec { \"/usr/bin/foo --bar='${x}' > /dev/null 2>&1\":\n  cwd=>'/tmp', environment => [ \"A=b\", \"C=$d\" ],\n    unless => \"test -f /x -o \\\"$y\\\" = 'z'\",\n creates  =>  '/x',\n}",
	"class { 'a': } -> class { 'b': stage => pre } ~>\n# now the rest\nclass { 'c': }",
	"anchor { 'a::begin': } -> Class['b'] -> anchor { 'a::end': }",
	"stage { 'pre': before => Stage[main] }",
	"user { NAME: ensure => present, uid => '500', gid=>500, groups => [ wheel, \"adm\" ], membership => minimum, managehome => true, password => '$6$salt$hash/x.', shell => '/bin/bash' }",
	"apache::vhost { $fqdn: docroot => \"/var/www/$name\", options => [ 'Indexes', FollowSymLinks ], rewrites => [ { rewrite_rule => [ '^a$ b' ] , 'rewrite_cond' => \"%{HTTP} !=x\" } ] }",

	// Statements without parentheses, and those that Puppet has removed.
	"import 'nodes/*.pp'",
	"import \"a.pp\", 'b.pp'",
	"notice \"a $b\"\nerr 'c'\nfail \"no\"",
	"realize User[NAME], Group['b']",
	"tag 'a', b",
	"$list += VALUE\n$list -= VALUE",
	"if $a { $b = 1 } else if $c { $b = 2 }",
	"if $a == true and \"$b\" == 'true' or ! $c { } elsif defined('$d') { include NAME } else { }",
	"if ( ( $a ) and !( $b in $c ) ) { if !$d { include NAME } }",
	"unless $a == 1 { $b = 2 } else { $b = 3 }",
	"node 'a.b.c', \"d\", e.f.g, /^h\\d+$/ { include NAME }",
	"node foo-bar.example.com inherits default { $x = VALUE }",
	"node /^web(\\d+)\\.example$/ inherits base { class { NAME: id => $1 } }",

	// Syntax that the future parser introduced.
	"$list.each |Integer $i, $v = VALUE| { notice(\"$i: ${v[0]}\") }",
	"$r = [1,2].reduce(0) |$memo, $v| { $memo + $v }\n$w = with(1, 'a') |$x, String $y| { $x }",
	"$hash.filter |$k,$v| { $v =~ Undef }.each |$k, $v| { file { $k: * => { ensure => $v } } }",
	"function NAME::f($a, Integer $b = 1) >> String { \"${a}\" }",
	"$t = $x ? { String => 'a', Integer[1,2]=> \"b\", default => VALUE }",
	"if $x =~ Optional[Array[String]] { notice($x[-1], $x[1,2]) }",

	// More classes in one file.
	"class one($a='x', $b = \"y\",$c) {\n\tinclude NAME\n}\n\nclass one::two inherits one{\n  File['a']{ mode +> VALUE }\n}\n\n# documented\ndefine one::three() { }",
	"class four ( $ensure = hiera('a', 'b'), $x = $four::params::x,\n  $y = \"${four::params::dir}/y\" , $z = undef ,\n) inherits four::params\n{\n}",
}
