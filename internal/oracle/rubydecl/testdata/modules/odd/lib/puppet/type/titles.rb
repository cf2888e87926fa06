Puppet::Type.newtype(:titles) do
  newparam(:name) { isnamevar }
  newparam(:target) { isnamevar }
  def self.title_patterns
    [[/(.*)/, [[:name]]]]
  end
  @isomorphic = false
end
