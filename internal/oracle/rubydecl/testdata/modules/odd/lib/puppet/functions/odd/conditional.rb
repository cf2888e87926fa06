Puppet::Functions.create_function(:'odd::conditional') do
  if RUBY_VERSION > '1'
    dispatch(:run) { param 'String', :x }
  else
    dispatch(:run) { param 'Integer', :x }
  end
  def run(x); end
end
