Puppet::Type.newtype(:chained_param) do
  newparam(:id).isnamevar
  newproperty(:x)
end
