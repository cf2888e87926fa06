# Loads the Ruby files of a module tree in the real Puppet and prints what each
# of them declared, as one JSON object a file:
#
#   ruby judge.rb FOLDER_OF_MODULES|FOLDER_OF_PUPPET
#
# Declarations are recorded where Puppet receives them: newtype, dispatch,
# newfunction, provide, Facter.add.
require 'json'
require 'tmpdir'
require 'fileutils'

lib = Dir[File.join(ENV.fetch('ORACLE_PUPPET'), '**', 'vendor_ruby')].find { |d| File.exist?(File.join(d, 'puppet.rb')) }
$LOAD_PATH.unshift(lib)
require 'puppet'
require 'puppet/parameter/boolean'
require 'puppet/property/boolean'
require 'puppet/property/list'
require 'puppet/property/ordered_list'
require 'puppet/property/keyvalue'
require 'puppet/parameter/path'
require 'puppet/parameter/package_options'

HOME = Dir.mktmpdir('rubydecl')
at_exit { FileUtils.rm_rf(HOME) }
Puppet.initialize_settings(['--confdir', "#{HOME}/conf", '--vardir', "#{HOME}/var", '--log_level', 'crit'])
Puppet::Util::Log.level = :crit
root = File.expand_path(ARGV[0])
own = root.end_with?('/vendor_ruby')
modules = own ? [] : Dir[File.join(root, '*')].select { |d| File.directory?(d) }
libs = own ? [root] : modules.map { |d| File.join(d, 'lib') }
$LOAD_PATH.unshift(*libs)
ENVIRONMENT = Puppet::Node::Environment.create(:rubydecl, own ? [] : [root])
Puppet.push_context(current_environment: ENVIRONMENT, root_environment: ENVIRONMENT, loaders: nil)
LOADERS = Puppet::Pops::Loaders.new(ENVIRONMENT)
Puppet.push_context(loaders: LOADERS, current_environment: ENVIRONMENT, root_environment: ENVIRONMENT)

module Recorder
  class << self
    attr_accessor :now

    def add(kind, entry)
      (now[kind] ||= []) << entry if now
    end
  end
end

module RecordTypes
  def newtype(name, options = {}, &block)
    super.tap { |type| Recorder.add('newtypes', type) }
  end

  def provide(name, options = {}, &block)
    super.tap { |p| Recorder.add('providers', 'file' => block && block.source_location[0], 'type' => self.name.to_s, 'name' => name.to_s, 'features' => (p.instance_variable_get(:@declared_features) || []).map(&:to_s)) }
  end
end
Puppet::Type.singleton_class.prepend(RecordTypes)

module RecordDispatch
  def dispatch(name, mismatch, &block)
    $signature = { 'method' => name.to_s, 'mismatch' => mismatch ? true : false, 'params' => [], 'block' => nil, 'returns' => nil }
    super
    Recorder.add('signatures', $signature)
  end

  { param: 0, required_param: 0, optional_param: 1, repeated_param: 2, optional_repeated_param: 2, required_repeated_param: 3 }.each do |name, kind|
    define_method(name) do |type, parameter|
      $signature['params'] << [type.to_s, parameter.to_s, kind]
      super(type, parameter)
    end
  end

  def block_param(*args)
    $signature['block'] ||= { 'optional' => false, 'type' => args.size > 1 ? args[0].to_s : 'Callable', 'name' => (args.last || :block).to_s }
    super
  end
  alias required_block_param block_param

  def optional_block_param(*args)
    $signature['block'] = { 'optional' => true, 'type' => args.size > 1 ? args[0].to_s : 'Callable', 'name' => (args.last || :block).to_s }
    super
  end

  def return_type(type)
    $signature['returns'] = type.to_s
    super
  end
  private :dispatch
end
Puppet::Functions::DispatcherBuilder.prepend(RecordDispatch)

module RecordLocalTypes
  def type(text)
    Recorder.add('aliases', text)
    super
  end
end
Puppet::Functions::LocalTypeAliasesBuilder.prepend(RecordLocalTypes)

module RecordFunctions
  def create_loaded_function(name, loader, base = Puppet::Functions::Function, &block)
    outer = Recorder.now
    Recorder.now = {}
    made = super
    body = Recorder.now
    Recorder.now = outer
    implicit = nil
    simple = name.to_s.split('::').last
    if body['signatures'].nil? && base.dispatcher.empty? && made.method_defined?(simple)
      implicit = made.instance_method(simple).parameters.map { |k, n| [k.to_s, n.to_s] }
    end
    Recorder.add('functions', 'name' => name.to_s, 'internal' => made.ancestors.include?(Puppet::Functions::InternalFunction),
                              'signatures' => body['signatures'] || [], 'aliases' => body['aliases'] || [], 'implicit' => implicit)
    made
  end
end
Puppet::Functions.singleton_class.prepend(RecordFunctions)

module RecordLegacy
  def newfunction(name, options = {}, &block)
    Recorder.add('legacy', 'name' => name.to_s, 'arity' => options[:arity] || -1, 'statement' => (options[:type] || :statement).to_s != 'rvalue')
    super
  end
end
Puppet::Parser::Functions.singleton_class.prepend(RecordLegacy)

def values_of(klass)
  collection = klass.value_collection
  return { 'values' => [], 'regexes' => [], 'aliases' => {}, 'value_features' => {} } unless collection
  strings = collection.instance_variable_get(:@strings)
  regexes = collection.instance_variable_get(:@regexes)
  { 'values' => strings.map { |v| v.name.to_s }, 'regexes' => regexes.map { |v| v.name.source },
    'aliases' => strings.flat_map { |v| v.aliases.map { |a| [a.to_s, v.name.to_s] } }.to_h,
    'value_features' => (strings + regexes).to_h { |v| [v.regex? ? v.name.source : v.name.to_s, Array(v.required_features).map(&:to_s)] }.reject { |_, f| f.empty? } }
end

def own_method?(klass, *names)
  names.any? { |n| klass.method_defined?(n) && ![Puppet::Parameter, Puppet::Property].include?(klass.instance_method(n).owner) }
end

def attribute(klass, kind)
  { 'name' => klass.name.to_s, 'kind' => kind, 'namevar' => kind == 'param' && (klass.isnamevar? || klass.name == :name) ? true : false,
    'required' => klass.required? ? true : false, 'array' => kind == 'property' && klass.array_matching == :all,
    'validate' => own_method?(klass, :unsafe_validate, :validate), 'munge' => own_method?(klass, :unsafe_munge, :munge, :should=, :value=),
    'default' => own_method?(klass, :default), 'features' => Array(klass.required_features).map(&:to_s) }.merge(values_of(klass))
end

def describe(type)
  automatic = %w[autorequire autobefore autosubscribe autonotify].flat_map do |kind|
    found = []
    type.public_send("each#{kind}") { |other, _| found << "#{kind} #{other.to_s.downcase}" }
    found
  end
  { 'name' => type.name.to_s,
    'attributes' => type.properties.map { |k| attribute(k, 'property') } + type.parameters.map { |p| attribute(type.paramclass(p), 'param') },
    'features' => (type.instance_variable_get(:@features) || {}).keys.map(&:to_s), 'automatic' => automatic,
    'isomorphic' => type.isomorphic? ? true : false, 'title_patterns' => type.singleton_methods(false).include?(:title_patterns) }
end

def load_recorded(path, root)
  Recorder.now = {}
  error = nil
  begin
    yield
  rescue StandardError, ScriptError => e
    error = "#{e.class}: #{e.message.lines.first.to_s.strip}"
  end
  found = Recorder.now
  Recorder.now = nil
  [path, found, error]
end

results = []
type_files = libs.flat_map { |l| Dir[File.join(l, 'puppet/type/*.rb')].sort }
loaded_types = type_files.map { |f| load_recorded(f, root) { require f.sub(/\.rb\z/, '') } }
# A type that another file needed was recorded there.
by_name = loaded_types.flat_map { |_, found, _| found['newtypes'] || [] }.to_h { |t| [t.name.to_s, t] }
type_files.each_with_index do |f, i|
  name = File.basename(f, '.rb')
  type = by_name[name] || (Puppet::Type.type(name.to_sym) unless loaded_types[i][2])
  results << { 'file' => f, 'error' => loaded_types[i][2], 'types' => type ? [describe(type)] : [] }
end
provider_files = libs.flat_map { |l| Dir[File.join(l, 'puppet/provider/**/*.rb')].sort }
provider_files.each do |f|
  _, found, error = load_recorded(f, root) { load f }
  results << { 'file' => f, 'error' => error, 'providers' => (found['providers'] || []).select { |p| p['file'] == f } }
end
libs.each do |l|
  base = File.join(l, 'puppet/functions')
  Dir[File.join(base, '**/*.rb')].sort.each do |f|
    name = f.delete_prefix("#{base}/").delete_suffix('.rb').gsub('/', '::')
    _, found, error = load_recorded(f, root) do
      loader = own ? LOADERS.puppet_system_loader : LOADERS.private_loader_for_module(File.basename(File.dirname(l)))
      Puppet::Pops::Loader::RubyFunctionInstantiator.create(loader, Puppet::Pops::Loader::TypedName.new(:function, name), f, File.read(f))
    end
    results << { 'file' => f, 'error' => error, 'functions' => found['functions'] || [] }
  end
  Dir[File.join(l, 'puppet/parser/functions/**/*.rb')].sort.each do |f|
    _, found, error = load_recorded(f, root) { load f }
    results << { 'file' => f, 'error' => error, 'legacy' => found['legacy'] || [] }
  end
end
results.each { |r| puts JSON.generate(r) }
