# The data center that a node stands in, by the third part of its address.
Facter.add(:datacenter) do
  setcode do
    case Facter.value('networking.ip').to_s.split('.')[2]
    when '1' then 'vienna'
    else 'berlin'
    end
  end
end
