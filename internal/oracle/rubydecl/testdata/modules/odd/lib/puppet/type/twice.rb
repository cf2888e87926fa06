Puppet::Type.newtype(:twice) do
  newparam(:name)
  newparam(:a) { newvalues(:x) }
  newparam(:a) { newvalues(:y) }
end
