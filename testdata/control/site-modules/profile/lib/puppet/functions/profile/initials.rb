# Abbreviates a name to the first letters of its parts.
Puppet::Functions.create_function(:'profile::initials') do
  # @param name the name, with dots
  # @return the letters
  dispatch :initials do
    param 'String[1]', :name
    return_type 'String'
  end

  def initials(name)
    name.split('.').map { |part| part[0] }.join
  end
end
