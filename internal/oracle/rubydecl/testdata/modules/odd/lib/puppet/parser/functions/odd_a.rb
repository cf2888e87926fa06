module Puppet::Parser::Functions
  newfunction(:odd_a, :type => :rvalue, :arity => -3, :doc => <<-EOS
    Something with "quotes" and end.
    EOS
  ) do |args|
    args
  end
end
