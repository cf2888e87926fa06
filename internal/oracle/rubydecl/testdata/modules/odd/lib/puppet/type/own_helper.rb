Puppet::Type.newtype(:own_helper) do
  def self.flag(name)
    newparam(name) { newvalues(:true, :false) }
  end
  newparam(:name)
  flag :verbose
  flag :quiet
end
