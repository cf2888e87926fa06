#!/usr/bin/env ruby
# Compiles a manifest in an environment on disk and asks for the cycles of its
# relationship graph, as the agent makes it before it applies anything.
#
# Input, one per line: {"id","environment","source","facts":{..}?}
# Output: {"id","cycles":[["Type[title]",..],..]}, {"id","error":{..}} if it does not
# compile, or {"id","not_made":{..}} if the agent could not make its resources of it.
require_relative File.join(File.expand_path(ARGV.shift), 'common')
Oracle.boot

Oracle.each_record(plain_paths: false) do |rec|
  folder = File.expand_path(rec['environment'])
  loader = Puppet::Environments::Directories.new(File.dirname(folder), [])
  env = Puppet.override({ environments: loader }, 'cycles oracle') { loader.get!(File.basename(folder)) }
  Puppet[:code] = rec['source']
  out = {}
  Oracle.with_logs do
    stage = 'error'
    begin
      Puppet.override({ current_environment: env, environments: loader }, 'cycles oracle') do
        catalog = Puppet::Parser::Compiler.new(Oracle.node(env, rec['facts'] || {})).compile
        stage = 'not_made'
        ral = catalog.filter(&:virtual?).to_ral
        ral.finalize
        out['cycles'] = ral.relationship_graph.find_cycles_in_graph.map { |cycle| cycle.map(&:to_s) }
      end
    rescue Interrupt, SignalException, NoMemoryError, Timeout::Error
      raise
    rescue Exception => e # rubocop:disable Lint/RescueException
      out[stage] = Oracle.error_hash(e)
    ensure
      Puppet[:code] = ''
    end
  end
  out
end
