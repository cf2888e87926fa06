Puppet::Type.newtype(:block_parameter) do |t|
  t.newparam(:name)
  t.newproperty(:size, array_matching: :all) { newvalue(:big); newvalue(:small, required_features: :tiny) }
  t.feature(:tiny, 'Small ones')
end
