package graph

import (
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/rubyregexp"
)

// LookupOption is an entry of lookup_options.
type LookupOption struct {
	// Key is the name of a key, or the text of a pattern. It is empty for lookup_options without a
	// value, with which Puppet may ignore those of other files, or fail.
	Key string
	// Pattern is nil for the name of a key, and for a pattern that is not a regular expression.
	Pattern *rubyregexp.Regexp
	Value   *document.Node
	// Location is the location of the name or pattern.
	Location Location
	// Module is the module whose data contain the entry; empty for the environment and the
	// server.
	Module string
	From   *hiera.Source
}

// IsPattern reports whether the entry is for all keys that match a pattern.
func (o *LookupOption) IsPattern() bool { return strings.HasPrefix(o.Key, "^") }

// LookupOptions returns the lookup_options of all hierarchies, in lookup order.
func (d *Data) LookupOptions() (options []LookupOption) {
	for _, config := range d.Configs {
		for _, from := range config.Sources() {
			if _, has := from.Key(hiera.OptionsKey); !has {
				continue
			}
			for _, key := range from.Keys() {
				if key.Name != hiera.OptionsKey {
					continue
				}
				if key.Value.Kind == document.Null {
					options = append(options, LookupOption{Value: key.Value, Module: config.Module, From: from, Location: Location{File: from.Document().File, Span: key.Node.Span}})
				}
				for _, pair := range key.Value.Pairs() {
					options = append(options, newLookupOption(pair, config, from))
				}
			}
		}
	}
	return options
}

// newLookupOption returns an entry of the lookup_options in a source of a hierarchy.
func newLookupOption(pair document.Entry, config *hiera.Config, from *hiera.Source) LookupOption {
	name := pair.Key.Resolve()
	one := LookupOption{Key: name.Text, Value: pair.Value.Resolve(), Module: config.Module, From: from,
		Location: Location{File: from.Document().File, Span: name.Span}}
	if one.IsPattern() {
		one.Pattern, _ = rubyregexp.Compile(name.Text)
	}
	return one
}
