Puppet::Type.newtype(:own_newparam) do
  def self.newparam(name, options = {}, &block)
    super(name, options, &block)
    super("#{name}_too".to_sym, options, &block) unless name == :name
  end
  newparam(:name)
  newparam(:a)
end
