Puppet::Functions.create_function(:'odd::private_method') do
  private def helper(x) x end
  def private_method(x); end
end
