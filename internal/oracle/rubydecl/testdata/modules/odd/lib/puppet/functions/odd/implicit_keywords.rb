Puppet::Functions.create_function(:'odd::implicit_keywords') do
  def implicit_keywords(a, b: 2)
  end
  def other(x, y); end
end
