unless Puppet::Type.type(:never_there_xyz)
  Puppet::Type.newtype(:wrapped) do
    newparam(:name)
  end
end
