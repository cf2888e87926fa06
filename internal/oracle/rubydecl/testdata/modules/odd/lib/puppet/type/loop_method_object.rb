Puppet::Type.newtype(:loop_method_object) do
  [:a, :b].each(&method(:newparam))
  newparam :name
end
