VALUES = proc { newvalues(:a, :b) }
Puppet::Type.newtype(:param_block) do
  newparam(:name)
  newparam(:x, &VALUES)
  ensurable(&VALUES)
end
