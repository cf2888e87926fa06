package lookups

import (
	"strings"

	"puppet-lint/graph"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/rubyregexp"
	"puppet-lint/internal/source"
)

// option is an entry of lookup_options.
type option struct {
	key      string
	pattern  *rubyregexp.Regexp
	value    *document.Node
	location graph.Location
	module   string
	from     *hiera.Source
}

// readOptions returns the lookup_options of all hierarchies, in lookup order.
func readOptions(data *graph.Data) (options []option) {
	for _, config := range data.Configs {
		for _, from := range config.Sources() {
			if _, has := from.Key(hiera.OptionsKey); !has {
				continue
			}
			for _, key := range from.Keys() {
				if key.Name != hiera.OptionsKey || key.Value.Kind != document.Mapping {
					continue
				}
				for _, pair := range key.Value.Pairs() {
					name := pair.Key.Resolve()
					one := option{key: name.Text, value: pair.Value.Resolve(), module: config.Module, from: from,
						location: graph.Location{File: from.Document().File, Span: name.Span}}
					if strings.HasPrefix(name.Text, "^") {
						one.pattern, _ = rubyregexp.Compile(name.Text)
					}
					options = append(options, one)
				}
			}
		}
	}
	return options
}

// setOptions sets how a key is looked up. An entry with the name of the key precedes patterns.
// facts may be nil.
func (k *Key) setOptions(options []option, facts *Facts) {
	k.Merge = "first"
	owner, _, _ := strings.Cut(k.Name, "::")
	for _, byPattern := range []bool{false, true} {
		for i := range options {
			one := &options[i]
			if one.module != "" && one.module != owner || (one.pattern != nil) != byPattern {
				continue
			}
			if one.pattern == nil && one.key != k.Name || one.pattern != nil && one.pattern.Match(k.Name) != rubyregexp.Yes {
				continue
			}
			if facts != nil {
				if reads, known := facts.reads(one.from); known && !reads {
					continue
				}
			}
			k.MergeAt = &one.location
			if merge := one.value.Get("merge"); merge != nil {
				if merge = merge.Resolve(); merge.Kind == document.Mapping {
					if merge = merge.Get("strategy"); merge != nil {
						merge = merge.Resolve()
					}
				}
				if merge != nil && merge.Kind == document.String {
					k.Merge = merge.Text
				}
			}
			if convert := one.value.Get("convert_to"); convert != nil {
				k.Convert = source.Cut(source.OneLine(one.location.File.Slice(convert.Resolve().Span)), maxText)
			}
			return
		}
	}
}
