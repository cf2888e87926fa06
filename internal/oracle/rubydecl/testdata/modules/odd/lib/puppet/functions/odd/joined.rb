Puppet::Functions.create_function(:'odd::joined') do
  dispatch :run do
    param 'Variant[String, ' \
          'Integer]', :x
    param('Array' + '[String]', :y)
    param %q(Hash[String, Any]), :z
  end
  def run(x, y, z); end
end
