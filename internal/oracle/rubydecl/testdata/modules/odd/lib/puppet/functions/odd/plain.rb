Puppet::Functions.create_function(:'odd::plain') do
  dispatch :run do
    param 'String[1]', :a
    optional_param 'Optional[Integer]', :b
    repeated_param "Any", :rest
    optional_block_param 'Callable[1,1]', :blk
    return_type 'String'
  end
  def run(a, b = nil, *rest) a end
end
