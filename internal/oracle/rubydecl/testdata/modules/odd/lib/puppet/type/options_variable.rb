OPTIONS = { parent: Puppet::Parameter::Boolean }
Puppet::Type.newtype(:options_variable) do
  newparam(:name)
  newparam(:a, OPTIONS)
  newparam(:b, **OPTIONS)
end
