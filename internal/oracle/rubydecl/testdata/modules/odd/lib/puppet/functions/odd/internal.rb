# frozen_string_literal: true
Puppet::Functions.create_function(:'odd::internal', Puppet::Functions::InternalFunction) do
  dispatch :run do
    scope_param
    param 'String', :x
  end
  def run(scope, x); end
end
