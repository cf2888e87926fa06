Puppet::Parser::Functions.newfunction 'odd_b', arity: 2 do |args| end
Puppet::Parser::Functions::newfunction(:odd_b2, type: 'rvalue'.to_sym) { |args| 1 }
