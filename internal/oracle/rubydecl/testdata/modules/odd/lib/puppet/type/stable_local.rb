Puppet::Type.newtype(:stable_local) do
  newparam(:name)
  allowed = %i[a b]
  newparam(:x) { newvalues(*allowed) }
end
