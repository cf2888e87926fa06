Puppet::Type.newtype(:heredocs) do
  @doc = <<-EOS + "more"
    newparam(:not_me)
  EOS
  newparam(:name) { desc "a #{"b" + '}'} c" }
  newparam(:a) do
    desc(<<~ONE) # newparam(:nor_me)
      it's #{1 + 1} "quoted" 'text' end do {
    ONE
    newvalues(%r{#{'x'}y}, :z)
  end
  newparam(:b) { x = 4 / 2; y = x /2; newvalues(/a\/b/, '#{no}') }
  newparam(:c) { z = true ? :u : :v; newvalues :u, :v }
end
__END__
newparam(:never)
