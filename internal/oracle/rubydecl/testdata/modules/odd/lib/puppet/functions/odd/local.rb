Puppet::Functions.create_function(:'odd::local') do
  local_types do
    type 'Foo = Variant[String, Array[Foo]]'
    type "Bar=Integer[0]"
  end
  dispatch :run do
    param 'Foo', :x
    param <<-TYPE, :y
      Struct[{
        a => Bar
      }]
    TYPE
  end
  def run(x, y); end
end
