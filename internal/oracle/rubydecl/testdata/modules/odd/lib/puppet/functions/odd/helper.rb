Puppet::Functions.create_function(:'odd::helper') do
  def self.declare(type)
    dispatch(:run) { param type, :x }
  end
  declare 'String'
  def run(x); end
end
