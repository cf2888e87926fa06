Puppet::Functions.create_function(:'odd::interpolated') do
  T = 'String'
  dispatch :run do
    param "Array[#{T}]", :x
    param T, :y
  end
  def run(x, y); end
end
