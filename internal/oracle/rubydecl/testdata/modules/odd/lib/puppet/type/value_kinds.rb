Puppet::Type.newtype(:value_kinds) do
  newparam(:name)
  newproperty(:a) do
    newvalues(:one, 'two', /three+/, %r{/four/}x, "5", :"six six")
    aliasvalue(:uno, :one)
    aliasvalue('dos', 'two')
    defaultto :one
  end
  newparam(:b, boolean: true) { newvalues(:true, :false); defaultto(:false); munge { |v| v.to_s == 'true' } }
  newparam(:c, boolean: true, parent: Puppet::Parameter::Boolean) { defaultto true }
  newproperty(:d, parent: Puppet::Property::Boolean)
  newparam(:e, parent: Puppet::Parameter::Path) { accept_arrays }
  newproperty(:f, parent: Puppet::Property::List) { def membership; :m; end }
  newproperty(:g) { validate { |v| raise ArgumentError unless v }; defaultto { 'x' } }
  newparam(:h) { isrequired; nodefault }
  newparam(:j) { def self.default; 1; end }
end
