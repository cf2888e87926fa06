NAME = "odd::#{'computed'}_name"
Puppet::Functions.create_function(NAME) { def computed_name(a); end }
