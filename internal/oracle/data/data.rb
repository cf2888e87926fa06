#!/usr/bin/env ruby
# Compiles a manifest in an environment on disk, with its hiera.yaml, its data
# and its modules: what eval.rb of the oracle scripts cannot do, whose
# environment has no folder.
#
#   printf '{"environment":"/e/production","source":"include a"}\n' | ruby data.rb ORACLE_FOLDER
#
# Input, one per line: {"id","environment","source","facts":{..}?,"modulepath":[..]?}
# Output: {"id","resources":[..],"logs":[..]} or {"id","error":{..},"logs":[..]}
require_relative File.join(File.expand_path(ARGV.shift), 'common')
Oracle.boot

Oracle.each_record(plain_paths: false) do |rec|
  folder = File.expand_path(rec['environment'])
  loader = Puppet::Environments::Directories.new(File.dirname(folder), rec['modulepath'] || [])
  env = Puppet.override({ environments: loader }, 'data oracle') { loader.get!(File.basename(folder)) }
  Puppet[:code] = rec['source']
  out = {}
  Oracle.with_logs do
    begin
      Puppet.override({ current_environment: env, environments: loader }, 'data oracle') do
        compiler = Puppet::Parser::Compiler.new(Oracle.node(env, rec['facts'] || {}))
        compiler.compile do |catalog|
          out['resources'] = catalog.resources.map(&:ref)
        end
      end
    rescue Interrupt, SignalException, NoMemoryError, Timeout::Error
      raise
    rescue Exception => e # rubocop:disable Lint/RescueException
      out['error'] = Oracle.error_hash(e)
    ensure
      Puppet[:code] = ''
    end
  end
  out['logs'] = Oracle.logs
  out
end
