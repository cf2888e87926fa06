# eval.rb, with every place that an error's message names: what fails in a
# defined type is wrapped into an error at the place of its declaration.
scripts = ENV.fetch('ORACLE_SCRIPTS')
require File.join(scripts, 'common')

module Places
  def error_hash(error)
    super.merge('places' => error.message.scan(/\(file: ([^,()]+), line: (\d+)/).map { |file, line| { 'file' => file, 'line' => line.to_i } })
  end
end
Oracle.singleton_class.prepend(Places)
load File.join(scripts, 'eval.rb')
