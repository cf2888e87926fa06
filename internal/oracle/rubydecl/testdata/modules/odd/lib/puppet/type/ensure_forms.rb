Puppet::Type.newtype(:ensure_forms) do
  newparam(:name)
  ensurable do
    desc 'x'
    defaultvalues
    newvalue(:latest, :event => :x) { provider.latest }
    aliasvalue(:installed, :present)
    defaultto :present
  end
end
