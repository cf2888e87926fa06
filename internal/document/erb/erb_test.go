package erb

import (
	"fmt"
	"strings"
	"testing"

	"puppet-lint/internal/source"
)

func read(text string) *Template { return Read(source.NewFile("x.erb", text)) }

func TestSegments(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a <%= b -%>\nc", `text"a " expression" b " text"\nc"`},
		{"  <%- x -%>", `text"  " code" x "`},
		{"<%# c %><%% x %%>", `comment" c " escape"<%%" text" x %%>"`},
		{"<% a %%> b %>c", `code" a %%> b " text"c"`},
		{"x <%", `text"x " unclosed""`},
		{"x <%= y", `text"x " unclosed" y"`},
		{"<%%>", `escape"<%%" text">"`},
		{"<%-%><%%%>", `code"" escape"<%%" text"%>"`},
		{"", ``},
	} {
		template := read(test.text)
		var parts []string
		for _, segment := range template.Segments {
			name := []string{"text", "escape", "code", "expression", "comment", "unclosed"}[segment.Kind]
			parts = append(parts, fmt.Sprintf("%s%q", name, template.File.Slice(segment.Body)))
		}
		if got := strings.Join(parts, " "); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestUses(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"<%= @a %> @b <%# @c %><%% @d %>", "@a"},
		{"<% if @a %><%= @a %><% end %>", "@a? @a?"},
		{"<%= @a || 'x' %><%= @b.nil? ? 1 : @c %><% unless !@d and @e == :undef %><% end %>", "@a? @b? @c @d? @e?"},
		{"<%= defined?(@a) && @a&.b %><% @b = 1 %><%= @b %><% @c ||= 2 %>", "@a? @a? @b= @b= @c?="},
		{"<%= \"#{@a} @b #@c\" %><%= '#{@d}' # @e\n %>", "@a @c"},
		{"<%= scope['a'] %><%= scope['::b::c'] %><%= scope.lookupvar('d') || 1 %><%= scope[\"e#{@f}\"] %>", "$a $::b::c $d? @f"},
		{"<% if scope.include?('a') && has_variable?('b') %><% end %><% scope.setvar('c', 1) %>", "$a? $b? $c="},
		{"<%= scope.function_template(['m/x.erb', @y]) %><%= scope.call_function('epp', 'm/z.epp') %>", "@y template('m/x.erb','')! epp('m/z.epp')"},
		{"<%= hostname %><% x = 1 %><%= x %><%= scope %><%= y z %><%= f() %><%= a.b %><% q.each do |r| %><%= r %><% end %>", "hostname z a q"},
		{"<%= instance_variable_get('@a') %><%= instance_variable_get(n) %>", "open @a?"},
		{"<% eval(@code) %>", "open @code"},
		{"<% @a.each_with_index do |(b, (c, *d)), i| %><%= b %><%= c %><%= d %><%= i %><% end %><%= @e.map { _1 } %><%= f %>", "@a @e f"},
		{"<%= @a.each do |x %>", "open @a"},
		{"<% for v in @l %><%= v %><% end %><% begin %><% rescue Foo => e %><%= e %><% end %>", "@l"},
		{"<%= [@a].flatten.compact.join(',') -%>\n<% case @b when /(?<n>.)/ then %><%= n %><% end %>", "@a @b?"},
	} {
		if got := outline(read(test.text)); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestUnusedValues(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a <% @b %>\n<%- @c['d'][0] -%>\n<%scope['e']%><% scope.lookupvar('f::g') %>", "@b|@c['d'][0]|scope['e']|scope.lookupvar('f::g')"},
		{"<% @a.each do |b, (c, *d)| -%>\n<% b %> <% c %> <% d %> <% e %>\n<% end %>", "b|c|d"},
		{"<%= @a %><%# @b %><%% @c %><% @d = 1 %><% @e.clear %><% if @f %><% end %><% @g %", ""},
		{"<% if @a %>\nx = <% @b %>\n<% end %>", "@b"},
		{"<% x = @a.map do |b| -%>\n<% @c[b] -%>\n<% end %><% @a.map { |b| %><% b %><% } %>", ""},
	} {
		template := read(test.text)
		var found []string
		for _, segment := range template.UnusedValues() {
			found = append(found, strings.TrimSpace(template.File.Slice(segment.Body)))
		}
		if got := strings.Join(found, "|"); got != test.want {
			t.Errorf("%s: got %s, want %s", test.text, got, test.want)
		}
	}
}

// TestOutline checks that the outline has the text that ERB.new(text, trim_mode: '-') renders,
// with the unchanged code.
func TestOutline(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a\n<% x -%>\nb", "a\n|<% x -%>|b"},
		{"a\n  <%- x -%>  \nb", "a\n|<%- x -%>|  \nb"},
		{"  <%- x %>\r\n", "|<%- x %>|\r\n"},
		{"<% x -%>\r\nb", "<% x -%>|b"},
		{"a <%- x -%>b", "a |<%- x -%>|b"},
		{"a<%# c %>\n<%# d -%>\nb", "a\nb"},
		{"<%%= a %>", "<%%|= a %>"},
	} {
		if got := strings.TrimPrefix(strings.Join(read(test.text).Outline(), "|"), "|"); got != strings.TrimPrefix(test.want, "|") {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}

func outline(template *Template) string {
	var parts []string
	if template.Open {
		parts = append(parts, "open")
	}
	for _, variable := range template.Variables {
		text := template.File.Slice(variable.Span)
		if variable.Form == Scope {
			text = "$" + text
		} else if !strings.HasPrefix(text, "@") {
			text = "bad span " + text
		}
		if variable.Tested {
			text += "?"
		}
		if variable.Assigned {
			text += "="
		}
		parts = append(parts, text)
	}
	for _, call := range template.Calls {
		var arguments []string
		for _, text := range call.Strings {
			arguments = append(arguments, "'"+template.File.Slice(text.Span)+"'")
		}
		text := template.File.Slice(call.Span) + "(" + strings.Join(arguments, ",") + ")"
		if call.Legacy {
			text += "!"
		}
		parts = append(parts, text)
	}
	for _, name := range template.Names {
		parts = append(parts, template.File.Slice(name.Span))
	}
	return strings.Join(parts, " ")
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"<% if @a -%>\n <%= @b.c { |d| e } %>\n<%- end -%>", "<%%= %%> <%# <%= %>", "<%= <<~A %>\nx #{@y}\nA\n", "<% # c %> @z\n<%= scope['x'] %>", "<%"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		template := read(text)
		end := int32(0)
		for _, segment := range template.Segments {
			if segment.Span.Start != end || !segment.Span.Covers(segment.Body) {
				t.Fatalf("%q: %+v after %d", text, segment, end)
			}
			end = segment.Span.End
		}
		if int(end) != len(text) {
			t.Fatalf("%q: segments end at %d", text, end)
		}
		outline(template)
	})
}
