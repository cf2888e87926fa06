Puppet::Type.newtype(:auto_relations) do
  newparam(:name)
  autorequire(:file) { self[:name] }
  autobefore(:Package) { [] }
  [:user, :group].each { |t| autonotify(t) { [] } }
  validate { raise 'x' unless self[:name] }
  newproperty(:a, required_features: %w[fa fb])
  newproperty(:b, :required_features => :fa)
  feature :fa, 'A', :methods => [:a1, :a2]
  feature(:fb, 'B')
  [:fc, :fd].each { |f| feature f, 'x' }
end
