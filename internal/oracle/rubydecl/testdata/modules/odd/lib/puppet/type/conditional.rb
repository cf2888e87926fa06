Puppet::Type.newtype(:conditional) do
  newparam(:name)
  newparam(:a) if 1 > 2
  if RUBY_VERSION > '1'
    newproperty(:b) { newvalues(:x) }
  else
    newproperty(:c)
  end
end
