Puppet::Type.type(:value_kinds).provide(:one, :parent => Puppet::Provider) do
  desc 'x'
  commands :ls => 'ls'
  has_feature :tiny rescue nil
  def create; end
end
Puppet::Type.type(:auto_relations).provide :two do
  has_features :fa, :fb
  mk_resource_methods
end
