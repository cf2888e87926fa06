package lookups

import (
	"strings"

	"puppet-lint/graph"
	"puppet-lint/internal/document"
	"puppet-lint/internal/rubyregexp"
	"puppet-lint/internal/source"
)

// setOptions sets how a key is looked up. An entry with the name of the key precedes patterns.
// facts may be nil: then, an entry in a file that not every node reads is for some nodes only.
func (k *Key) setOptions(options []graph.LookupOption, facts *Facts) {
	k.Merge = "first"
	owner, _, _ := strings.Cut(k.Name, "::")
	for _, byPattern := range []bool{false, true} {
		for i := range options {
			one := &options[i]
			if one.Module != "" && one.Module != owner || (one.Pattern != nil) != byPattern {
				continue
			}
			if one.Pattern == nil && one.Key != k.Name || one.Pattern != nil && one.Pattern.Match(k.Name) != rubyregexp.Yes {
				continue
			}
			isRead := one.From.Always
			if facts != nil {
				reads, known := facts.reads(one.From)
				if known && !reads {
					continue
				}
				isRead = known && !isMapped(one.From) // whose order is not looked at here
			}
			k.MergeVaries = !isRead
			k.MergeAt = &one.Location
			if strategy := mergeStrategy(one.Value); strategy != "" {
				k.Merge = strategy
			}
			if convert := one.Value.Get("convert_to"); convert != nil {
				k.Convert = source.Cut(source.OneLine(one.Location.File.Slice(convert.Resolve().Span)), maxText)
			}
			return
		}
	}
}

// mergeStrategy returns the strategy that an entry of lookup_options names, as a text or in a hash. It
// is "" if there is none.
func mergeStrategy(options *document.Node) string {
	merge := options.Get("merge")
	if merge == nil {
		return ""
	}
	if merge = merge.Resolve(); merge.Kind == document.Mapping {
		if merge = merge.Get("strategy"); merge == nil {
			return ""
		}
		merge = merge.Resolve()
	}
	if merge.Kind != document.String {
		return ""
	}
	return merge.Text
}
