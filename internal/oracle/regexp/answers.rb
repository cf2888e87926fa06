# Records what Ruby says of regular expressions and replacements, one JSON object a line:
#
#   ruby -W0 internal/oracle/regexp/answers.rb > internal/rubyregexp/testdata/ruby.jsonl
require 'json'
cases = <<'LIST'.lines.map(&:chomp).reject(&:empty?).map { |l| l.split("\t") }
(a)?(?(1)b|c)	ab
(?<n>a)?(?(<n>)b|c)	ab
(?<n>a)?(?(<n>)b|c)	c
(?<n>a)?(?('n')b)	ab
(a)?(?(1)b)	c
(a)(?(1)b|c|d)	ab
(?(1)a)	a
(?(<x>)a)	a
(?(	a
(a)(?(	a
(a)(?(1	a
(a)(?(2)b)	ab
(a)(b)\k<-1>	abb
(a)(b)\k<-2>	aba
(a)(b)\k<-3>	ab
(a)\k<1>	aa
(a)\k'1'	aa
(?<n>a)\k<n>	aa
(?<n>a)\k'n'	aa
(?<n>a)\k<n+0>	aa
(?<n>a)\k<n-0>	aa
(?<n>a)\k<m>	aa
(?<n>a)\k<n	aa
(?<n>a)\k<>	aa
(?<n>a)\k	aa
(?<n>a)\k{n}	aa
\k<1>(a)	a
\k<0>	a
\k<a-b>	a
(?<n>a)(?<n>b)\k<n>	abb
(?<n>a)(?<n>b)\k<n>	aba
(?i)(a)\1	aA
(?i)(ß)\1	ßSS
(?i)(?<x>É)\k<x>	Éé
(?<p>\((?:[^()]|\g<p>)*\))	f(a(b)c)d
(?:(a)|b)*\1	aba
(a|b\g<1>c)	bbacc
\g<1>(a)	aa
(a)\g<-1>	aa
\g<+1>(a)	aa
(a)\g<2>	aa
(?<x>a)\g<y>	aa
(?<x>a)\g'x'	aa
(?<x>a)\g<x	aa
\g<0>?	a
(?<a>\g<a>)	a
(?<a>x|\g<b>)(?<b>y|\g<a>)	xy
[[:alpha:]]+	1ab2
[[:^alpha:]]+	ab12
[[:digit:][:space:]]+	a1 2
[[:upper:]]	aB
[[:lower:]]	Ba
[[:punct:]]+	a!?b
[[:xdigit:]]+	xAf9g
[[:word:]]+	-a_1-
[[:ascii:]]	éa
[[:blank:]]+	a 	b
[[:cntrl:]]	a
[[:graph:]]+	 ab 
[[:print:]]+	ab
[[:alnum:]]+	-a1-
[[:alpha:]	a
[[:nope:]]	a
[[:alpha]]	a]
[:alpha:]+	xalpha:
[a[:alpha:]b]	c
\p{Alpha}+	1ab
\p{^Alpha}+	ab1
\P{Alpha}+	ab1
\P{^Alpha}+	1ab
\p{Greek}	aα
\p{Script=Greek}	aα
\p{L}+	1aé
\p{Lu}	aÉ
\p{nope}	a
\p{	a
\p	p
\pL	pL
[\p{Lu}\d]+	aÉ1b
[^\p{Lu}]+	Éa1
[a-c&&b-d]+	abcd
[a-z&&[^b]&&[^d]]+	abcde
[a&&]	a
[&&a]	a
[a-d[x-z]]+	-xay-
[^a-d[x-z]]+	xa-by
[^a&&b]	a
[^a&&b]	c
[a-\d]	-
[\d-a]	-
[a-c-e]+	a-e
[]a]	]
[^]a]	]b
[a]]	a]
[[a]	[
[a-]	-
[-a]	-
[\]]	]
[\w\s]+	 a b!
[\h]+	xfFg
[^\h]+	fFxg
[\R]	R
[\X]	X
[\n\t]	a	b
[\x41-\x43]+	xABCD
[\u0041-\u0043]+	xABCD
[\u{41 42}]+	xABC
[\101]	A
[\cA]	A
[\C-a]	a
[\M-a]	a
[b-a]	a
[a-z]{2,3}	abcd
a{,2}	aaa
a{2,}	aaaa
a{0}	a
a{2}{3}	aaaaaaa
a{2,3}?	aaa
a{2}?	aaa
a{3,2}	aaa
a{,}	a{,}
a{	a{
a{x}	a{x}
a**	aaa
a*?	aaa
a*+	aaa
a++a	aaa
a?+a	aa
a??	aa
(?:a+)+	aaa
(?:a*)?	aaa
(?:a?)*	aaa
(?:a+)?	aaa
(?:a??)+	aaa
(?:a*?)*	aaa
(?:a+?)+?	aaa
(?:a?)??	aaa
+a	a
a|*b	a
(*)	a
^*	a
$*	a
\b*	a
(?=a)*a	a
(?=ab)a	ab
(?!b)a	ba
(?<=a)b	ab
(?<!a)b	ab b
(?<=a|bc|def)x	defx
(?<=(?:a|b))x	bx
(?<=a(?:b|c))x	acx
(?<=a(?:b|cd))x	acdx
(?<=a*)b	ab
(?<=a{2})b	aab
(?<=(a))b	ab
(?<!(a))b	ab
(?<!(?:a))b	cb
(?<=\b)a	 a
(?<=^)a	a
(?<=$)a	a
(?<=(?=a))a	a
(?<=(?!b))a	a
(?<=\k<1>)a	a
(?<=(?<n>a))b	ab
(?i)(?<=ss)a	ßa
(?i)(?<=s)a	Sa
(?i)(?<=ß)a	ßa
(?i)(?<!ss)a	a
(?>a|ab)c	abc
(?~ab)c	xabc
(?~ab)	xab
(?i)abc	xABC
(?i:a)b	Ab
(?i:a)b	AB
(?i-i:a)b	Ab
(?-i)a	A
(?mi)a.b	A
b
(?m)a.b	a
b
(?x) a b # c	ab
(?x: a b )c	abc
(?x-m: a )	a
(?a)\w+	éa
(?u)\w+	éa
(?d)\w+	éa
(?i)ſ	s
(?i)k	K
(?i)ǆ	ǅ
(?i)ﬀ	FF
(?i)ff	ﬀ
(?i)[ß]	ss
(?i)[^ß]	ss
(?i)STRASSE	straße
(?i)Straße	STRASSE
(?i)σ	ς
(?i)[a-c]+	xABC
(?i)\x41	a
(?z)a	a
(?	a
(?:	a
(?#comment)a	a
(?#comment	a
(?<n	a
(?<1>a)	a
(?<>a)	a
(?<n>a)(b)\1	ab
(?<n>a)(b)	ab
(?'n'a)	a
(?'n'a	a
(?Pn>a)	a
(?P<n>a)	a
(?@a)	a
(?!	a
(?<=	a
)	a
a)	a
(a	a
((a)	a
a|	b
|a	b
()	a
(|a)+	aa
(a|)+	aa
(?:)	a
\A\z	
\Aa\z	a
a\Z	a
\Ga	a
\ba\b	a
\Ba	ba
\B	a
a\Kb	ab
(?<=a)\Kb	ab
\R+	x
y
\X+	e
\h+	xfF
\H+	fFx
\d+	a12
\D+	12a
\s+	a b
\S+	 ab
\W+	a--b
\0	a
\1	a
\01	a
\07	a
\10	a
(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\10	abcdefghijj
\x	a
\x4	a
\x41	A
\x{41}	A
\x{110000}	A
\u	a
\u004	a
\u0041	A
\u{41}	A
\u{}	A
\u{ 41 }	A
\u{41 42}	AB
\u{110000}	A
\ud800	A
\c	a
\cA	A
\C-A	A
\C	A
\M-A	A
\M-\C-A	A
\M	A
\e\f\v\a\t\r\n	x
\y	y
\-	-
\/	/
\é	é
é+	éé
é{2}	éé
.	é
..	éa
[é-ü]+	éüa
[^é]	éa
\p{Emoji}	a😀
😀+	😀😀
a{100000}	a
a{100001}	a
(?:a{300}){300}	a
\xE9	a
\xC3\xA9	é
[\xC3\xA9]	é
a\	a
[a\	a
LIST
subs = <<'LIST'.lines.map(&:chomp).reject(&:empty?).map { |l| l.split("\t", -1) }
(a)(b)	xabx	<\2\1>
(a)(b)	xabx	<\0>
(a)(b)	xabx	<\&>
(a)(b)	xabx	<\`|\'>
(a)|(b)	xbx	<\+>
(a)(b)	xabx	<\3>
(a)(b)	xabx	<\\1>
(a)(b)	xabx	<\x>
(a)(b)	xabx	<\
(?<n>a)(?<m>b)	xabx	<\k<m>\k<n>>
(?<n>a)(?<m>b)	xabx	<\1>
(?<n>a)(?<n>b)	xabx	<\k<n>>
(?<n>a)|(?<n>b)	xax	<\k<n>>
(?<n>a)	xax	<\k<n>
(?<n>a)	xax	<\k<zz>>
(a)(b)	xabx	<\k<2>>
(a)(b)	xabx	<\k<0>>
(a)(b)	xabx	<\k<9>>
(a)	xax	<\k<>>
(a)	xax	<\k<1
(a)	xax	<\k1>
a*	baac	-
^	a	>
$	a	<
\b	ab cd	|
(?<=a)	aba	!
é	éaé	e
.	éa	<\0>
	ab	-
x	ab	-
LIST
out = []
cases.each do |pattern, text|
  text = (text || '').gsub("\\n", "\n")
  row = { 'pattern' => pattern, 'text' => text }
  begin
    re = Regexp.new(pattern)
    if (m = re.match(text))
      row['match'] = (0...m.size).flat_map { |i| m.begin(i) ? [text[0...m.begin(i)].bytesize, text[0...m.end(i)].bytesize] : [-1, -1] }
    end
    row['groups'] = re.names unless re.names.empty?
  rescue RegexpError => e
    row['error'] = e.message.sub(/: \/.*\/\z/m, '')
  end
  out << row
end
subs.each do |pattern, text, with|
  row = { 'pattern' => pattern, 'text' => text, 'with' => with }
  begin
    re = Regexp.new(pattern)
    row['sub'] = text.sub(re, with)
    row['gsub'] = text.gsub(re, with)
  rescue RegexpError, IndexError, RuntimeError => e
    row['error'] = e.class.name
  end
  out << row
end
out.each { |r| puts JSON.generate(r) }
