Puppet::Type.newtype(:reassigned) do
  newparam(:name)
  allowed = [:a]
  allowed = [:a, :b] if RUBY_VERSION > '1'
  newparam(:x) { newvalues(*allowed) }
end
