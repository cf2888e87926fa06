Puppet::Functions.create_function(:'odd::block_given') do
  BLOCK = proc { param 'String', :x }
  dispatch :run, &BLOCK
  def run(x); end
end
