class Puppet::Parameter::OddParent < Puppet::Parameter
  newvalues(:p, :q) rescue nil
  validate { |v| v }
end
Puppet::Type.newtype(:unknown_parent) do
  newparam(:name)
  newparam(:a, parent: Puppet::Parameter::OddParent)
end
