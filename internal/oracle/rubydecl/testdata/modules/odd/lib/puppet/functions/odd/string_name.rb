require 'set'
module Odd; end
Puppet::Functions.create_function("odd::string_name") { def string_name; end }
