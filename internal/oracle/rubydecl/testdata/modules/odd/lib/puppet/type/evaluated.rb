Puppet::Type.newtype(:evaluated) do
  newparam(:name)
  class_eval <<-RUBY
    newparam(:from_text)
  RUBY
end
