Puppet::Type.newtype(:define_singleton) do
  newparam(:name)
  define_singleton_method(:newproperty) { |n, o = {}, &b| super(n, o, &b); super(:"#{n}2", o, &b) }
  newproperty(:a)
end
