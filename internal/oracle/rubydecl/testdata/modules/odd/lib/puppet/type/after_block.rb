type = Puppet::Type.newtype(:after_block) do
  newparam(:name)
end
type.newparam(:later)
