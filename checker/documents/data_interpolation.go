package documents

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
)

// checkHierarchy checks the interpolations in a hiera.yaml.
func (r *Reader) checkHierarchy(path string) {
	read := r.Tree.Documents.At(path)
	if read.Root == nil || len(read.Errors) > 0 {
		return
	}
	r.File = read.File
	r.checkInterpolations(read.Root)
}

// checkInterpolations checks the interpolations in the strings of a value.
func (r *Reader) checkInterpolations(node *document.Node) {
	node.EachString(func(text *document.Node) {
		if !strings.Contains(text.Text, "%{") {
			return
		}
		for _, one := range hiera.InterpolationsIn(r.File, text) {
			switch {
			case one.Key == "":
			case one.Method == "" || one.Method == "scope":
				r.checkInterpolated(text, one)
			case one.Method == "lookup" || one.Method == "hiera" || one.Method == "alias":
				if !r.MayHaveData(one.Key) {
					r.report(&code.MissingData, one.Span, "no data file has the key '"+one.Key+"': the interpolation gives an empty string")
				}
			}
		}
	})
}

// checkInterpolated checks an interpolated variable and the keys after it (Interpolation's
// scope).
func (r *Reader) checkInterpolated(node *document.Node, one hiera.Interpolation) {
	segments, ok := hiera.SplitKey(one.Key)
	if !ok || strings.ContainsAny(one.Key, "()") {
		return
	}
	name, absolute := strings.CutPrefix(segments[0], "::")
	switch {
	case name == "facts":
		if len(segments) > 1 {
			r.checkInterpolatedFact(node, one, segments[1:])
		}
	case strings.Contains(name, "::"):
		r.checkInterpolatedClass(one, name)
	case r.TopVariable(nil, name) == nil || r.IsLegacyVariable(name):
		r.checkInterpolatedTop(node, one, name, absolute)
	}
}

// IsLegacyVariable reports whether a top-scope variable exists only as a legacy fact.
func (p *Documents) IsLegacyVariable(name string) bool {
	fact := builtin.LegacyFact(name)
	if fact == nil || !fact.Legacy || len(p.TopBodies(name)) > 0 || p.Top().Nodes[name] {
		return false
	}
	_, custom := slices.BinarySearch(p.CustomFacts().Names, name)
	return !custom && builtin.Words().TopVariables[name] == ""
}

// checkInterpolatedTop reports a top-scope variable that is a legacy fact, or that nothing
// sets.
func (r *Reader) checkInterpolatedTop(node *document.Node, one hiera.Interpolation, name string, absolute bool) {
	if r.IsLegacyVariable(name) {
		r.reportLegacyFact(node, one, name)
		return
	}
	meant := program.SuggestionOf(name, r.FactNames())
	if !absolute || meant == "" || len(meant) < 6 && len(meant) != len(name) {
		return // a node classifier, or an external fact, may set it
	}
	r.dependOn(deps.VariableUses(name))
	if slices.ContainsFunc(r.Tree.Manifests.With(name), func(manifest *module.Manifest) bool {
		return strings.Contains(manifest.Source.Text, "$::"+name) || strings.Contains(manifest.Source.Text, "${::"+name)
	}) {
		return // manifests read the name as well, so it is not a typo
	}
	r.reportInterpolation(one, "nothing sets $::"+name, meant)
}

// reportLegacyFact reports a legacy fact, which Puppet 8 no longer has.
func (r *Reader) reportLegacyFact(node *document.Node, one hiera.Interpolation, name string) {
	fact := builtin.LegacyFact(name)
	if r.Target < 8 || fact == nil || !fact.IsCertain() {
		return
	}
	span := one.Span
	finding := r.report(&code.LegacyFactInData, span, "'"+name+"' is a legacy fact, which Puppet 8 does not have")
	if fact.Replacement == "" || strings.ContainsAny(fact.Replacement, "<> ") {
		return
	}
	replacement := "%{facts." + fact.DataKey() + "}"
	finding.Help = "write " + replacement
	if fact.IsSame(name) && !strings.Contains(replacement, `"`) && r.File.Slice(span) == node.Text[one.Start:one.End] {
		finding.Fixes = []diag.Fix{{
			Message: "write " + replacement, Safety: diag.Safe,
			Edits: []diag.Edit{{File: r.File, Span: span, NewText: replacement}},
		}}
	}
}

// checkInterpolatedFact checks a path within $facts.
func (r *Reader) checkInterpolatedFact(node *document.Node, one hiera.Interpolation, path []string) {
	top := path[0]
	if _, custom := slices.BinarySearch(r.CustomFacts().Names, top); custom {
		return
	}
	fact := builtin.FindFact(top)
	switch {
	case len(path) == 1 && r.IsLegacyVariable(top):
		r.reportLegacyFact(node, one, top)
		return
	case fact == nil:
		if meant := program.SuggestionOf(top, r.FactNames()); meant != "" && len(meant) >= 6 {
			r.reportInterpolation(one, "there is no fact '"+top+"'", "facts."+strings.Join(append([]string{meant}, path[1:]...), "."))
		}
		return
	}
	for i, key := range path[1:] {
		parent := strings.Join(path[:i+1], ".")
		fact := builtin.FindFact(parent)
		if fact == nil || fact.Open || len(fact.Keys) == 0 || fact.AnyKey() != "" || fact.Legacy {
			return
		}
		if !slices.Contains(fact.Keys, key) {
			// An external fact may replace the core fact and have other keys.
			if meant := spell.Best(key, fact.Keys); meant != "" && !r.Tree.Facts.MayBeExternal(key) {
				r.reportInterpolation(one, "the fact '"+parent+"' has no '"+key+"'", "facts."+parent+"."+meant)
			}
			return
		}
	}
}

// checkInterpolatedClass checks an interpolated variable of a class.
func (r *Reader) checkInterpolatedClass(one hiera.Interpolation, name string) {
	at := strings.LastIndex(name, "::")
	className, leaf := name[:at], name[at+2:]
	if className == "settings" {
		if meant := misspeltSetting(leaf); meant != "" {
			r.reportInterpolation(one, "Puppet has no setting '"+leaf+"'", "settings::"+meant)
		}
		return
	}
	class := r.Class(className)
	if class == nil {
		if !r.MayExist(module.Class, className, nil) {
			r.reportInterpolation(one, "there is no class '"+className+"'", "")
		}
		return
	}
	known := r.variablesOf(class)
	if known.open || known.names[leaf] {
		return
	}
	meant := known.index().Best(leaf)
	if meant != "" {
		meant = className + "::" + meant
	}
	r.reportInterpolation(one, "class '"+className+"' has no variable '"+leaf+"'", meant)
}

// misspeltSetting returns the setting of Puppet that a name misspells; "" if there is none.
func misspeltSetting(name string) string {
	if builtin.IsSetting(name) {
		return ""
	}
	return spell.Best(name, builtin.Settings())
}

func (r *Reader) reportInterpolation(one hiera.Interpolation, message, meant string) {
	finding := r.report(&code.UnknownDataVariable, one.Span, message)
	finding.Suggest(diag.Suggestion{Written: one.Key, Meant: meant, Shown: "%{" + meant + "}"})
}
