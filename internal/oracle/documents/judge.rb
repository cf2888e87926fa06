#!/usr/bin/env ruby
# What can be known of the metadata and the hierarchies of a folder of modules
# without reading any Puppet code, by Puppet's own libraries and by looking for
# words: each answer is worked out anew, from nothing that puppet-lint says.
#
#   ruby judge.rb ORACLE_FOLDER MODULES < findings
#
# Input: {"file","line","rule","message"} a line. Output, in the same order:
# "" where the finding is right, or why it is not; then one line with what
# should have been found as well, as [[file, rule, what], …].
require_relative File.join(File.expand_path(ARGV[0]), 'common')
Oracle.boot
require 'puppet/module_tool'
require 'yaml'

MODULES = File.expand_path(ARGV[1])
FAMILIES = {
  'RedHat' => %w[RedHat CentOS OracleLinux Scientific Fedora Amazon VirtuozzoLinux Rocky AlmaLinux],
  'Debian' => %w[Debian Ubuntu LinuxMint], 'Suse' => %w[SLES SLED OpenSuSE SUSE],
}.flat_map { |family, names| names.map { |name| [name.downcase, family] } }.to_h
KERNELS = { 'windows' => 'windows', 'freebsd' => 'FreeBSD', 'openbsd' => 'OpenBSD', 'solaris' => 'SunOS', 'darwin' => 'Darwin', 'aix' => 'AIX' }.freeze

def metadata(name)
  (@metadata ||= {})[name] ||= JSON.parse(File.read("#{MODULES}/#{name}/metadata.json"))
end

def dependencies(name)
  (metadata(name)['dependencies'] || []).map { |one| [one['name'].split(%r{[/-]}, 2).last, one['version_requirement']] }
end

# The code of a module: manifests and EPP templates, without their comments.
def code(name)
  (@code ||= {})[name] ||= Dir["#{MODULES}/#{name}/{manifests,functions,types,plans}/**/*.pp", "#{MODULES}/#{name}/**/*.epp"]
                           .map { |path| File.read(path).gsub(/^\s*#.*$/, '') }.join("\n")
end

# The names that a module brings, and how each looks where it is used.
def names(name)
  (@names ||= {})[name] ||= begin
    root = "#{MODULES}/#{name}"
    functions = Dir["#{root}/lib/puppet/{functions,parser/functions}/**/*.rb"].map { |path| path.split('/functions/').last.delete_suffix('.rb').gsub('/', '::') }
    types = Dir["#{root}/lib/puppet/type/*.rb"].map { |path| File.basename(path, '.rb') }
    { functions: functions, types: types }
  end
end

def used?(by, name)
  text = code(by)
  all = names(name)
  text.match?(/\b#{name}::\w/i) || text.match?(/\b(include|contain|require|class\s*\{)\s*\(?\s*['"]?(::)?#{name}\b/) || text.match?(/(?<![\w:$])#{name}\s*\{/) ||
    all[:functions].any? { |function| text.match?(/(?<![\w:$'"])#{function}\s*\(|(?:\$[\w:]+|[)\]}])\.#{function}\b|^\s*#{function}\s+['"$\[]/) } ||
    all[:types].any? { |type| text.match?(/(?<![\w:$'"])#{type}\s*\{|\b#{type.split('_').map(&:capitalize).join('_')}\s*[<\[]/) }
end

def range(text) = SemanticPuppet::VersionRange.parse(text)

def open_range?(wanted)
  wanted.nil? || range(wanted).include?(SemanticPuppet::Version.parse('99999.0.0'))
end

def outside?(name, wanted)
  File.exist?("#{MODULES}/#{name}/metadata.json") && wanted && !range(wanted).include?(SemanticPuppet::Version.parse(metadata(name)['version']))
end

def invalid_metadata(name)
  Puppet::ModuleTool::Metadata.new.update(JSON.parse(File.read("#{MODULES}/#{name}/metadata.json")))
  nil
rescue ArgumentError => e
  e.message
end

# The lines of a hiera.yaml whose paths no file can be.
def empty_paths(file)
  config = YAML.safe_load(File.read("#{MODULES}/#{file}"))
  datadir = (config['defaults'] || {})['datadir'] || 'data'
  lines = File.readlines("#{MODULES}/#{file}")
  (config['hierarchy'] || []).flat_map { |level| level['paths'] || [level['path']].compact }.filter_map do |path|
    pattern = File.join(MODULES, File.dirname(file), datadir, path.gsub(/%\{[^}]*\}/, '**'))
    (lines.index { |line| line.include?(path) } + 1) if Dir.glob(pattern).empty? && Dir.glob(pattern.gsub('**', '*')).empty?
  end
end

# What a fact may be on the systems that a module lists.
def values(name, fact, only = nil)
  systems = metadata(name)['operatingsystem_support'].select { |one| only.nil? || only.include?(one['operatingsystem']) }
  all = systems.map { |one| one['operatingsystem'] }
  case fact
  when 'osfamily', 'os.family' then all.map { |one| FAMILIES[one.downcase] || one }
  when 'operatingsystem', 'os.name' then all
  when 'kernel' then all.map { |one| KERNELS[one.downcase] || 'Linux' }
  when 'operatingsystemmajrelease' then systems.flat_map { |one| one['operatingsystemrelease'] }.map { |one| one.split('.').first }
  else raise "no table for #{fact}"
  end
end

def judge(finding)
  file, line, message = finding.values_at('file', 'line', 'message')
  name = file.split('/').first
  quoted = message[/'([^']*)'/, 1]
  text = File.readlines("#{MODULES}/#{file}")[line - 1]
  case finding['rule']
  when 'dependency_version' then outside?(quoted, dependencies(name).to_h[quoted]) ? '' : 'SemanticPuppet finds the version in the range'
  when 'open_dependency' then open_range?(dependencies(name).to_h[quoted]) ? '' : 'SemanticPuppet finds an end of the range'
  when 'invalid_metadata' then invalid_metadata(name) ? '' : 'the module tool takes it'
  when 'empty_hiera_path' then empty_paths(file).include?(line) ? '' : 'a file matches'
  when 'unused_dependency' then used?(name, quoted) ? 'a word of it is in the code' : ''
  when 'undeclared_dependency'
    what = message[/(?:class|defined type|resource type|function|type) ([\w:]+)/, 1] || message[/uses ([\w:]+) of/, 1]
    other = message[/of '(\w+)' and does not/, 1]
    return 'it is declared' if dependencies(name).to_h.key?(other)
    # A name says its module, whether that is there or not.
    return 'the other module is not there' unless File.directory?("#{MODULES}/#{other}") || what.to_s.start_with?("#{other}::")
    code(name).match?(/\b#{what}\b/i) ? '' : 'its name is nowhere in the code'
  when 'unsupported_system'
    form = message.start_with?('no system') ? /metadata\.json has ([\w.]+) (\/.*\/|'[^']*'|\w+)/ : /\A([\w.]+) is never ('[^']*')/
    fact, value = message.match(form).captures
    only = message[/only (.*) reach(?:es)? this code/, 1]&.split(/, | and /)
    wanted = value.start_with?('/') ? Regexp.new(value[1..-2]) : /\A#{Regexp.escape(value.delete("'"))}\z/i
    return "the line does not have #{value}" unless text.downcase.include?(value.delete("'").downcase)
    values(name, fact, only).grep(wanted).empty? ? '' : "#{name} lists a system of which that holds"
  else 'this program cannot judge it'
  end
end

$stdout.sync = true
while (line = $stdin.gets)
  puts JSON.generate(judge(JSON.parse(line)))
end
expected = Dir["#{MODULES}/*/metadata.json"].flat_map do |path|
  name = File.basename(File.dirname(path))
  file = "#{name}/metadata.json"
  dependencies(name).flat_map do |other, wanted|
    [([file, 'dependency_version', other] if outside?(other, wanted)), ([file, 'open_dependency', other] if open_range?(wanted))]
  end + [([file, 'invalid_metadata', ''] if invalid_metadata(name))]
end
expected += Dir["#{MODULES}/*/hiera.yaml"].flat_map do |path|
  file = path.delete_prefix("#{MODULES}/")
  empty_paths(file).map { |line| [file, 'empty_hiera_path', line.to_s] }
end
puts JSON.generate(expected.compact)
