Puppet::Type.newtype(:loop_symbols) do
  [:a, :b].each do |p|
    newparam(p) do
      newvalues(:x, :y)
    end
  end
  %w[c d].each { |p| newproperty(p.to_sym) { newvalues(/^\d+$/i) } }
  newparam(:name)
end
