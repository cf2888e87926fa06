LIST = %w[a b]
LIST << 'c'
Puppet::Type.newtype(:mutated_constant) do
  newparam(:name)
  newparam(:x) { newvalues(*LIST) }
end
