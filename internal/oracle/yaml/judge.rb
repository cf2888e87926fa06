# Answers what Ruby's Psych, as Puppet calls it, makes of a YAML text, or what
# Ruby's JSON does of a JSON text. One JSON object a line in ({"text": base64}),
# one answer a line out: a tree of [kind, value], or {"error": …}.
require 'yaml'
require 'json'
require 'base64'
$stdout.sync = true

def dump(value, seen = {}.compare_by_identity)
  case value
  when nil then ['n']
  when true, false then ['b', value]
  when Integer then ['i', value.to_s]
  when Float then ['f', value.nan? ? 'nan' : [value].pack('G').unpack1('H*')]
  when String then ['s', Base64.strict_encode64(value)]
  when Symbol then [':', Base64.strict_encode64(value.to_s)]
  when Array, Hash
    raise 'cycle' if seen[value]
    seen[value] = true
    tree = value.is_a?(Array) ? ['a'] + value.map { |v| dump(v, seen) } : ['h'] + value.map { |k, v| [dump(k, seen), dump(v, seen)] }
    seen.delete(value)
    tree
  else ['?']
  end
end

json = ARGV[0] == 'json'
while (line = $stdin.gets)
  text = Base64.decode64(JSON.parse(line)['text']).force_encoding('UTF-8')
  text.delete_prefix!("\ufeff") unless json # as Puppet's reading of a file does
  begin
    value = json ? JSON.parse(text) : YAML.safe_load(text, permitted_classes: [Symbol], aliases: true, filename: 'f')
    answer = { value: dump(value) }
  rescue Psych::SyntaxError => e
    answer = { error: e.problem.to_s, context: e.context.to_s, line: e.line, column: e.column }
  rescue StandardError, SystemStackError => e
    answer = { error: e.message.to_s.scrub, class: e.class.name }
  end
  puts JSON.generate(answer, max_nesting: 100_000)
end
