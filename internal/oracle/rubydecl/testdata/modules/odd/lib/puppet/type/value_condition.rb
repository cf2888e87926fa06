Puppet::Type.newtype(:value_condition) do
  newparam(:name)
  newproperty(:a) { newvalues(:x); newvalues(:y) if RUBY_VERSION > '1' }
  newproperty(:b) do
    if Puppet::Util::Platform.windows?
      newvalues(:w)
    else
      newvalues(:u)
    end
  end
end
