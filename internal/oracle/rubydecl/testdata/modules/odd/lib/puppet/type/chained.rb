Puppet::Type.newtype(:chained) { newparam(:name) }.newproperty(:chained_one)
