Puppet::Functions.create_function(:'odd::loops') do
  ['String', 'Integer'].each do |t|
    dispatch :run do
      param t, :x
    end
  end
  def run(x); end
end
