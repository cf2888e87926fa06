Puppet::Functions.create_function(:'odd::sent') do
  send(:dispatch, :run) { param 'String', :x }
  def run(x); end
end
