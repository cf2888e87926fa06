package ruby

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"puppet-lint/internal/source"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// TestOddDeclarations reads the files that the comparison with the real Puppet
// (internal/oracle/rubydecl) also reads, and compares the result with a confirmed one.
func TestOddDeclarations(t *testing.T) {
	const root = "../../../internal/oracle/rubydecl/testdata/modules"
	var paths []string
	filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".rb") {
			paths = append(paths, path)
		}
		return nil
	})
	sort.Strings(paths)
	var got strings.Builder
	for _, path := range paths {
		file, err := (source.Disk{}).Read(path)
		if err != nil {
			t.Fatal(err)
		}
		relative, _ := filepath.Rel(root, path)
		fmt.Fprintf(&got, "%s\n%s", filepath.ToSlash(relative), outline(Read(file)))
	}
	const golden = "testdata/odd.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the outline differs from %s; look at what -update changes", golden)
	}
}

// outline returns declarations, one a line. A star marks open ones.
func outline(d *Declarations) string {
	var text strings.Builder
	star := func(open bool) string {
		if open {
			return "*"
		}
		return ""
	}
	if d.Open {
		text.WriteString("  open\n")
	}
	for i, list := range [][]*ResourceType{d.Types, d.Extensions} {
		for _, t := range list {
			fmt.Fprintf(&text, "  %s %s%s %s\n", []string{"type", "extension"}[i], t.Name, star(t.Open), t.OpenReason)
			for _, a := range t.Attributes {
				fmt.Fprintf(&text, "    %s%s", a.Name, star(a.Open))
				for _, flag := range []struct {
					name string
					set  bool
				}{
					{"property", a.Kind == Property}, {"namevar", a.Namevar}, {"required", a.Required}, {"boolean", a.Boolean}, {"all", a.ArrayMatchingAll},
					{"validate", a.Validate}, {"munge", a.Munge}, {"read-only", a.ReadOnly}, {"default", a.Default.Exists},
				} {
					if flag.set {
						text.WriteString(" " + flag.name)
					}
				}
				if a.Default.Known {
					fmt.Fprintf(&text, " %q", a.Default.Literal.Text)
				}
				for _, value := range a.Values {
					fmt.Fprintf(&text, " %q%v%v", value.Name, value.Aliases, value.Features)
				}
				fmt.Fprintf(&text, " %s %v %q %s\n", a.Parent, a.Features, a.Type, d.File.Slice(a.Span))
			}
			fmt.Fprintf(&text, "    %v %v %v %v\n", t.Features, len(t.Automatic), t.CustomTitlePatterns, t.NotIsomorphic)
		}
	}
	for _, f := range d.Functions {
		fmt.Fprintf(&text, "  function %s%s %s\n", f.Name, star(f.Open), d.File.Slice(f.Span))
		for _, s := range f.Signatures {
			fmt.Fprintf(&text, "    %s%s", s.Method, star(s.Open))
			for _, p := range s.Parameters {
				fmt.Fprintf(&text, " %s:%d:%q", p.Name, p.Kind, p.Type.Text)
			}
			if s.Block != nil {
				fmt.Fprintf(&text, " block %v", *s.Block)
			}
			if s.Returns != nil {
				fmt.Fprintf(&text, " returns %s", d.File.Slice(s.Returns.Span))
			}
			fmt.Fprintf(&text, " %v\n", s.Mismatch)
		}
		for _, alias := range f.LocalTypes {
			fmt.Fprintf(&text, "    type %s = %s | %s\n", alias.Name, alias.Type.Text, d.File.Slice(alias.Type.Span))
		}
	}
	for _, f := range d.LegacyFunctions {
		fmt.Fprintf(&text, "  3.x %s arity %d (%v) statement %v (%v)\n", f.Name, f.Arity, f.ArityKnown, f.Statement, f.KindKnown)
	}
	for _, p := range d.Providers {
		fmt.Fprintf(&text, "  provider %s/%s%s parent %q %v %v\n", p.Type, p.Name, star(p.Open), p.Parent, p.Features, p.Methods)
	}
	for _, p := range d.FactPatterns {
		fmt.Fprintf(&text, "  fact %s*%s\n", p.Prefix, p.Suffix)
	}
	for _, f := range d.Facts {
		fmt.Fprintf(&text, "  fact %s %v\n", f.Name, f.Aggregate)
	}
	for _, dt := range d.DataTypes {
		fmt.Fprintf(&text, "  data type %s %q\n", dt.Name, dt.Interface.Text)
	}
	return text.String()
}

func TestOtherDeclarations(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"resource API", `require 'puppet/resource_api'
Puppet::ResourceApi.register_type(
  name: 'apt_key',
  docs: <<-EOS,
    Docs with "quotes", #{1} and end
  EOS
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'x', default: 'present' },
    id: { type: 'Variant[Pattern[/\A(0x)?[0-9a-fA-F]{8}\Z/], String]', behaviour: :namevar },
    created: { type: 'String', behaviour: :read_only },
    options: { type: "Optional[#{X}]", behavior: :parameter },
  },
  features: ['simple_get_filter', 'remote_resource'],
  autorequire: { file: '$source' },
)
`, `  type apt_key 
    ensure property default "present"  [] "Enum[present, absent]" ensure
    id namevar  [] "Variant[Pattern[/\\A(0x)?[0-9a-fA-F]{8}\\Z/], String]" id
    created property read-only  [] "String" created
    options*  [] "" options
    [{simple_get_filter []} {remote_resource []}] 1 false false
`},
		{"resource API with computed attributes", "D = { name: 'x', attributes: BASE.merge(a: {}) }\nPuppet::ResourceApi.register_type(D)\nPuppet::ResourceApi.register_type(made)\n",
			"  open\n  type x* its attributes are computed\n    [] 0 false false\n"},
		{"facts", "Facter.add(:a) do\n setcode { 1 }\nend\nFacter.add('b', type: :aggregate) {}\n%w[c d].each { |n| Facter.add(n) { setcode 'x' } }\nif x\n  Facter.add(:e)\nend\n",
			"  fact a false\n  fact b true\n  fact c false\n  fact d false\n  fact e false\n"},
		{"computed fact", "Facter.value(:x).each { |n| Facter.add(\"a_#{n}\") { } }\n", "  open\n  fact a_*\n"},
		{"facts of which a part is computed", "x.each do |n|\n Facter.add('has' + n.tr('/', '_')) { }\n Facter.add(\"#{n}_speed\".to_sym) { }\n Facter.add(\"a_#{n}_#{m}_z\") { }\n Facter.add(n + '_' + m) { }\n Facter.add(n) { }\nend\n",
			"  open\n  fact has*\n  fact *_speed\n  fact a_*_z\n"},
		{"extension", "Puppet::Type.type(:file).newproperty(:x) do\n newvalues :a\nend\nPuppet::Type.type(:package).class_eval do\n newparam(:y)\n mystery\nend\n",
			"  extension file \n    x property \"a\"[][]  [] \"\" x\n    [] 0 false false\n  extension package* it calls mystery, which may declare attributes\n    y  [] \"\" y\n    [] 0 false false\n"},
		{"data type", "Puppet::DataTypes.create_type('Foo') do\n interface <<-EOS\n  attributes => {}\n EOS\nend\n", "  data type Foo \"  attributes => {}\\n\"\n"},
		{"not understood", "Puppet::Type.newtype(:x) do\n newparam(:a) )\nend\n", "  open\n  type x* its file could not be parsed completely\n    a  [] \"\" a\n    [] 0 false false\n"},
		{"nothing", "module A; end\n", "  open\n"},
	} {
		if got := outline(Read(source.NewFile("x.rb", test.text))); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

func TestTypeTextHasItsPlace(t *testing.T) {
	d := Read(source.NewFile("x.rb", "Puppet::Functions.create_function(:f) do\n  dispatch :f do\n    param 'Array[String]', :a\n  end\nend\n"))
	text := d.Functions[0].Signatures[0].Parameters[0].Type
	if got := d.File.Slice(text.Span); got != text.Text || got != "Array[String]" {
		t.Errorf("%q at %q", text.Text, got)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"Puppet::Type.newtype(:x) do\n newparam(:a) { newvalues(*%w[a b]) }\nend", "x = <<~A + <<-'B'\n a #{b}\nA\n c\nB\n", "a ? b : c /d/ % %w(e) ?f :\"g#{h}\" -> (i) { j }",
		"def self.[](x) = y\nalias a b\nbegin\nrescue A => b\nelse\nensure\nend while c", "case a\nin {b:} then c\nend\n=begin\n=end\n__END__\n", "a, (b, *c) = d rescue e\n@f ||= g&.h { |i, (j, k); l| m }", "\"\\u{1f600 41}\\x41\\101\" 'it''s'",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		whole := source.Span{End: int32(len(text))}
		for _, token := range lex(text, nil).tokens {
			if token.start > token.end || !whole.Covers(token.span()) {
				t.Fatalf("%q: token %+v", text, token)
			}
		}
		d := Read(source.NewFile("x.rb", text))
		for _, list := range [][]*ResourceType{d.Types, d.Extensions} {
			for _, r := range list {
				for _, a := range r.Attributes {
					if !whole.Covers(a.Span) || !whole.Covers(a.TypeSpan) {
						t.Fatalf("%q: %+v", text, a)
					}
				}
			}
		}
		outline(d)
	})
}

func BenchmarkRead(b *testing.B) {
	content, err := os.ReadFile("../../../internal/oracle/rubydecl/testdata/modules/odd/lib/puppet/type/strange_syntax.rb")
	if err != nil {
		b.Fatal(err)
	}
	file := source.NewFile("x.rb", string(content))
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		Read(file)
	}
}

// TestNestingIsBounded reads texts whose trees would be too deep for recursive
// readers, and strings that are joined many times.
func TestNestingIsBounded(t *testing.T) {
	for _, piece := range []string{"[", "f{", "a.b", "a + ", "a if ", "a and ", "\"a\" + ", "\"a\" ", "! ", "A::", "\"#{", "-> {", "a ? ", "x = ", "def a\n", "if a then "} {
		text := "Puppet::Type.newtype(:x) do\n" + strings.Repeat(piece, 20_000/len(piece))
		d := Read(source.NewFile("x.rb", text))
		if !d.Open || len(d.Types) > 0 && !d.Types[0].Open {
			t.Errorf("%q, many times, is not open", piece)
		}
		new(Reader).ReadUses(text)
	}
}
