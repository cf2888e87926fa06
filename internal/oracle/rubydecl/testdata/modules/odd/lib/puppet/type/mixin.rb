module OddMixin
  def self.included(base)
    base.newparam(:mixed_in)
  end
end
Puppet::Type.newtype(:mixin) do
  include OddMixin
  newparam(:name)
end
