module OddHelper
  def self.fill(type)
    type.newparam(:filled)
  end
end
Puppet::Type.newtype(:handed_over) do
  newparam(:name)
  OddHelper.fill(self)
end
