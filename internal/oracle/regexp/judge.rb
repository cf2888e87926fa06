#!/usr/bin/env ruby
# Answers what the running Ruby makes of patterns. A line in:
#   {"pattern":"…","flags":0,"subjects":["…"],"replacements":["…"]}
# a line out: {"error":"…"} or {"names":[…],"results":[…]}, where a result is
#   {"loc":[byte offsets of each group's start and end, -1 where unset]|null,
#    "gsub":"…"|null,"sub":"…"|null,"split":["…"]} or {"raised":"…"}.
require 'json'
require 'timeout'
$VERBOSE = nil
$stdout.sync = true

def locations(match, subject)
  (0...match.size).flat_map do |i|
    next [-1, -1] unless match.begin(i)

    [subject[0, match.begin(i)].bytesize, subject[0, match.end(i)].bytesize]
  end
end

# nil where the replacement names a group that does not exist.
def edited
  yield
rescue IndexError, RuntimeError
  nil
end

def ask(regexp, subject, replacement)
  match = regexp.match(subject)
  {
    'loc' => match && locations(match, subject),
    'gsub' => edited { subject.gsub(regexp, replacement) },
    'sub' => edited { subject.sub(regexp, replacement) },
    'split' => subject.split(regexp),
  }
rescue Timeout::Error
  raise
rescue StandardError => e
  { 'raised' => e.message.scrub }
end

$stdin.each_line do |line|
  q = JSON.parse(line)
  answer =
    begin
      regexp = Regexp.new(q['pattern'], q['flags'] || 0)
      results = q['subjects'].each_with_index.map do |s, i|
        Timeout.timeout(1) { ask(regexp, s, q['replacements'][i]) }
      rescue Timeout::Error
        { 'raised' => 'timeout' }
      end
      { 'names' => regexp.names, 'results' => results }
    rescue RegexpError => e
      { 'error' => e.message.scrub }
    end
  puts JSON.generate(answer)
end
