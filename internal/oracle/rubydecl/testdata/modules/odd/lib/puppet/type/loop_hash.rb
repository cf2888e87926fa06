TABLE = { one: %w[a b], two: ['c'] }.freeze
Puppet::Type.newtype(:loop_hash) do
  TABLE.each do |name, values|
    newproperty(name) do
      desc "The #{name} value"
      newvalues(*values)
    end
  end
  newparam(:name, namevar: true)
end
