Puppet::Functions.create_function(:'odd::implicit') do
  def implicit(a, b = 1, *c)
    a
  end
end
