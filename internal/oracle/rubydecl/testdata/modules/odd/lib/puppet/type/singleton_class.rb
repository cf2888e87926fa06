Puppet::Type.newtype(:singleton_class) do
  class << self
    def newproperty(name, options = {}, &block)
      super(name, options, &block)
      super("x#{name}".to_sym)
    end
  end
  newparam(:name)
  newproperty(:a)
end
