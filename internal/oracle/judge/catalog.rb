#!/usr/bin/env ruby
# Compiles a manifest in an environment on disk, with its hiera.yaml, its data and its
# modules, and gives the whole catalog.
#
# Input, one per line: {"id","environment","source","facts":{..}?,"without":[owner,parameter]?}
# where without leaves a parameter of a class or defined type, in lower case, out. The fact
# "trusted" gives $trusted, and the name of the node by its key certname.
# Output: {"id","catalog":"..."} (resources with their parameters, and edges, as text)
# or {"id","error":{..}}
require_relative File.join(File.expand_path(ARGV.shift), 'common')
Oracle.boot

Oracle.each_record(plain_paths: false) do |rec|
  folder = File.expand_path(rec['environment'])
  loader = Puppet::Environments::Directories.new(File.dirname(folder), [])
  env = Puppet.override({ environments: loader }, 'catalog oracle') { loader.get!(File.basename(folder)) }
  Puppet[:code] = rec['source']
  out = {}
  Oracle.with_logs do
    begin
      Puppet.override({ current_environment: env, environments: loader }, 'catalog oracle') do
        facts = rec['facts'] || {}
        trusted = facts.delete('trusted')
        node = Oracle.node(env, facts, *trusted&.values_at('certname')&.compact)
        node.trusted_data = trusted if trusted
        compiler = Puppet::Parser::Compiler.new(node)
        compiler.compile do |catalog|
          owner, without = rec['without']
          kept = ->(r, k) { !(k.to_s == without && (r.type == 'Class' ? r.title : r.type).to_s.downcase == owner) }
          resources = catalog.resources.map { |r| r.ref + ' ' + r.to_hash.select { |k, _| kept.call(r, k) }.map { |k, v| "#{k}=#{Oracle.value_string(v)}" }.sort.join(',') }
          out['catalog'] = (resources + catalog.edges.map { |e| "#{e.source} -> #{e.target}" }).sort.join("\n")
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
  out
end
