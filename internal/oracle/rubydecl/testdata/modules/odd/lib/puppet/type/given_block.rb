BODY = proc do
  newparam(:name)
  newparam(:hidden)
end
Puppet::Type.newtype(:given_block, &BODY)
