module Puppet
  Type.newtype(:class_inside) do
    class Foo; def newparam(x); end; end
    newparam(:name)
    newproperty(:a)
  end
end
