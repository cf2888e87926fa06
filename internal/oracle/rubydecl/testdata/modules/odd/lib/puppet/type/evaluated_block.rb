Puppet::Type.newtype(:evaluated_block) do
  newparam(:name)
  instance_eval { newparam(:from_block) }
  class_eval do
    newparam(:from_class_block)
  end
end
