Puppet::Type::newtype :strange_syntax do
  newparam :name, :namevar => true do; end
  newproperty(:a) do newvalues :x, :y; end; newproperty(:b)
  (newproperty :c)
  newproperty(:d) do
    def insync?(is) = is == should
    def should_to_s(v) "#{v}" end
  end
  begin
    newproperty(:e)
  rescue StandardError
    newproperty(:f)
  ensure
    newproperty(:g)
  end
  newproperty(
    :h,
    :array_matching => :all,
  ) do
    newvalues(
      :one,
      :two,
    )
  end
  unless method_defined?(:foo) then def foo; end end
  case 1 when 1 then nil else nil end
  x = [1, 2,
       3].map do |v| v * 2 end
  %i[i j].each do |n| newproperty n end
=begin
  newproperty(:k)
=end
  newparam("l") { newvalues *%w{a b} }
end
