# A note about a site, for people who log in.
Puppet::Type.newtype(:site_note) do
  @doc = 'Keeps a note about a site.'

  ensurable

  newparam(:name, namevar: true) do
    desc 'The name of the site.'
  end

  newproperty(:level) do
    desc 'How important the note is.'
    newvalues(:info, :warning)
  end

  newproperty(:text) do
    desc 'The note.'
  end
end
