module OddValues
  def self.included(base)
    base.newvalues(:m, :n)
  end
end
Puppet::Type.newtype(:attribute_mixin) do
  newparam(:name)
  newparam(:a) { include OddValues }
  newparam(:b) { OddValues.included(self) }
  newparam(:c) { self.newvalues(:s) }
end
