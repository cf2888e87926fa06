Puppet::Type.newtype(:mutated_local) do
  newparam(:name)
  allowed = [:a]
  allowed.push(:b)
  newparam(:x) { newvalues(*allowed) }
end
