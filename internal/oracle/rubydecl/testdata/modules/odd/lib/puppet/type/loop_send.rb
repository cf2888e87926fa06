Puppet::Type.newtype(:loop_send) do
  newparam :name
  send(:newparam, :sent)
end
