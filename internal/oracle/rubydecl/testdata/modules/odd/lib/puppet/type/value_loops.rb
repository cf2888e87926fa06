Puppet::Type.newtype(:value_loops) do
  newparam(:name)
  newproperty(:a) { [:x, :y].each { |v| newvalue(v) } }
  newproperty(:b) { (1..3).each { |v| newvalue(v.to_s) } }
  newproperty(:c) { [:x].each(&method(:newvalue)) }
  newproperty(:d) { newvalues(*%w[p q].map(&:to_sym)) }
end
