Puppet::Type.newtype(:ensure_property) do
  newproperty(:ensure) do
    newvalue(:running) { }
    newvalue('stopped')
  end
  newparam(:name)
end
