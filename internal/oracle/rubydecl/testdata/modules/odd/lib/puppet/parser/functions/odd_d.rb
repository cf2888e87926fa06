module Puppet
  module Parser
    module Functions
      newfunction(:"odd_d", :arity => 1 + 1) do |a| end
    end
  end
end
Puppet::Parser::Functions.send(:newfunction, :odd_d2) { |a| }
