#!/usr/bin/env ruby
# Asks the running Ruby for every character property it knows and writes them as
# the table that package rubyregexp embeds:
#
#   ruby properties.rb CANDIDATES | gzip -n9 > internal/rubyregexp/properties.txt.gz
#
# CANDIDATES is a file of possible names, one a line (any list of Unicode names
# will do: those that Ruby refuses are left out). A line of the result is
# "name,name…:ranges", the names folded as Ruby folds them (lower case without
# space, '-' and '_') and the ranges as gaps and lengths in base 36.
names = File.readlines(ARGV[0], chomp: true).map { |n| n.downcase.delete(' _-') }.reject(&:empty?).uniq.sort
known = names.select do |n|
  Regexp.new("\\p{#{n}}")
rescue RegexpError
  false
end
runes = [*0..0xd7ff, *0xe000..0x10ffff]
text = runes.pack('U*')
sets = Hash.new { |h, k| h[k] = [] }
known.each do |name|
  ranges = []
  text.scan(Regexp.new("\\p{#{name}}+")) do |run|
    first = run[0].ord
    last = run[-1].ord
    # The surrogates are no characters of a string: a run goes on over them.
    ranges << [first, last]
  end
  at = 0
  coded = ranges.flat_map do |first, last|
    pair = [(first - at).to_s(36), (last - first).to_s(36)]
    at = last
    pair
  end
  sets[coded.join(' ')] << name
end
puts "unicode #{RbConfig::CONFIG['UNICODE_VERSION']}"
sets.sort_by { |_, n| n.first }.each { |coded, n| puts "#{n.join(',')}:#{coded}" }
