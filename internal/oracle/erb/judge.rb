# For each template on standard input (a JSON string a line), prints what Ruby sees in the ERB template:
# whether its program is valid, the instance variables in it, and the names
# that Ruby takes for calls without receiver and arguments.
require 'erb'
require 'json'
require 'ripper'

def vcalls(sexp, found = [])
  return found unless sexp.is_a?(Array)
  if sexp[0] == :vcall
    found << sexp[1][1]
  else
    sexp.each { |s| vcalls(s, found) }
  end
  found
end

while (line = $stdin.gets)
  text = JSON.parse(line)
  source = ERB.new(text, trim_mode: '-').src.sub(/\A#coding:.*\n/, '')
  sexp = Ripper.sexp(source)
  tokens = Ripper.lex(source)
  puts JSON.generate(
    valid: !sexp.nil?,
    variables: tokens.select { |t| t[1] == :on_ivar }.map { |t| t[2].delete_prefix('@') }.sort,
    names: sexp ? vcalls(sexp).select { |n| n =~ /\A[a-z_]\w*\z/ }.sort : []
  )
  $stdout.flush
end
