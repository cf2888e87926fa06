Puppet::Type.newtype(:map_loop) do
  newparam(:name)
  names = [:a, :b].map { |n| "x_#{n}".to_sym }
  names.each { |n| newparam(n) }
  [:q].each_with_index { |n, i| newparam(:"#{n}#{i}") }
  {a: 1}.each_pair { |k, v| newparam(:"k_#{k}") }
  for f in [:z] do newparam(f) end
  2.times { |i| newparam("t#{i}") }
end
