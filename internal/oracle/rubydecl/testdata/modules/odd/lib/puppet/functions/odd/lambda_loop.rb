Puppet::Functions.create_function(:'odd::lambda_loop') do
  %w[String Integer].map { |t| dispatch(:run) { param t, :x } }
  def run(x); end
end
