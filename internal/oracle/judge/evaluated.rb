#!/usr/bin/env ruby
# Compiles a manifest in an environment on disk, and gives the lines of some of its files that
# were evaluated.
#
# Input, one per line: {"id","environment","source","facts":{..}?,"folder"}
# Output: {"id","lines":["PATH:LINE",..],"error":{..}?}, where lines are those below the folder.
require_relative File.join(File.expand_path(ARGV.shift), 'common')
Oracle.boot

# Records the places that the compiler evaluates.
module Evaluated
  class << self
    attr_accessor :folder, :lines
  end

  def evaluate(target, scope)
    if Evaluated.folder && target.respond_to?(:file) && target.respond_to?(:line)
      file = target.file.to_s
      Evaluated.lines << "#{file}:#{target.line}" if file.start_with?(Evaluated.folder)
    end
    super
  end
end
Puppet::Pops::Evaluator::EvaluatorImpl.prepend(Evaluated)

Oracle.each_record(plain_paths: false) do |rec|
  folder = File.expand_path(rec['environment'])
  loader = Puppet::Environments::Directories.new(File.dirname(folder), [])
  env = Puppet.override({ environments: loader }, 'evaluated oracle') { loader.get!(File.basename(folder)) }
  Puppet[:code] = rec['source']
  Evaluated.folder = rec['folder']
  Evaluated.lines = Set.new
  out = {}
  Oracle.with_logs do
    begin
      Puppet.override({ current_environment: env, environments: loader }, 'evaluated oracle') do
        Puppet::Parser::Compiler.new(Oracle.node(env, rec['facts'] || {})).compile { |catalog| catalog }
      end
    rescue Interrupt, SignalException, NoMemoryError, Timeout::Error
      raise
    rescue Exception => e # rubocop:disable Lint/RescueException
      out['error'] = Oracle.error_hash(e)
    ensure
      Puppet[:code] = ''
    end
  end
  out['lines'] = Evaluated.lines.to_a
  out
end
