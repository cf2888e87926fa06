Puppet::Functions.create_function(:'odd::kinds') do
  dispatch :one do
    required_param 'A::B', :a
    block_param
  end
  dispatch(:two) { required_repeated_param('Hash', :h); required_block_param(:b) }
  dispatch :three do
    optional_repeated_param 'Array', :x
    optional_block_param
  end
  argument_mismatch :fail_here do param 'Any', :x end
  def one(*a); end
  def two(*a); end
  def three(*a); end
  def fail_here(x); 'no'; end
end
