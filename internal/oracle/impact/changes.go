//go:build develop

package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// changeKinds are the kinds of changes, which are made in turn.
var changeKinds = []string{
	"value", "attribute added", "attribute removed", "resource added", "resource removed",
	"include added", "include removed", "default", "data", "condition",
}

// change is a change to one file.
type change struct {
	kind, module, path string
	before, after      string
}

// shown returns the change for display, on one line.
func (c *change) shown() string {
	start := 0
	for start < min(len(c.before), len(c.after)) && c.before[start] == c.after[start] {
		start++
	}
	end := 0
	for end < min(len(c.before), len(c.after))-start && c.before[len(c.before)-1-end] == c.after[len(c.after)-1-end] {
		end++
	}
	return fmt.Sprintf("%.60q -> %.60q (line %d)", c.before[start:len(c.before)-end], c.after[start:len(c.after)-end], strings.Count(c.before[:start], "\n")+1)
}

// choose makes a change of a kind in a module with classes that compile.
func (c *comparison) choose(kind string) (*change, error) {
	modules := slices.Sorted(maps.Keys(c.subjects))
	for range 1000 {
		owner := modules[c.random.IntN(len(modules))]
		files, err := c.files(owner, kind)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			continue
		}
		path := files[c.random.IntN(len(files))]
		text, err := os.ReadFile(filepath.Join(c.folder, filepath.FromSlash(path)))
		if err != nil {
			return nil, err
		}
		var edits []edit
		if kind == "data" {
			edits = dataEdits(string(text), owner, strings.HasPrefix(path, "data/"))
		} else {
			edits = c.edits(syntax.Parse(source.NewFile(path, string(text)), syntax.Options{}), kind, owner)
		}
		if len(edits) == 0 {
			continue
		}
		one := edits[c.random.IntN(len(edits))]
		return &change{kind, owner, path, string(text), string(text[:one.Start]) + one.text + string(text[one.End:])}, nil
	}
	return nil, fmt.Errorf("there is nowhere to make a change of %s", kind)
}

// files returns the files of a module in which a change of a kind can be made, relative to the
// repository and with slashes.
func (c *comparison) files(owner, kind string) (found []string, err error) {
	folder, extension := "manifests", ".pp"
	if kind == "data" {
		found = []string{"data/common.yaml", "data/Debian.yaml"}
		folder, extension = "data", ".yaml"
	}
	top := filepath.Join(c.folder, "modules", owner, folder)
	err = filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		if os.IsNotExist(err) && path == top {
			return nil
		}
		if err != nil || entry.IsDir() || filepath.Ext(path) != extension {
			return err
		}
		relative, err := filepath.Rel(c.folder, path)
		found = append(found, filepath.ToSlash(relative))
		return err
	})
	return found, err
}

// edit replaces a span with a text.
type edit struct {
	syntax.Span
	text string
}

// edits returns the changes of a kind that can be made in a manifest.
func (c *comparison) edits(file *syntax.File, kind, owner string) (all []edit) {
	add := func(span syntax.Span, text string) { all = append(all, edit{span, text}) }
	syntax.Walk(file.Program, func(cursor *syntax.Cursor) bool {
		node, parent := cursor.Node(), cursor.Parent()
		extent := file.Extent(node)
		_, isStatement := parent.(*syntax.BlockExpression)
		switch node := node.(type) {
		case *syntax.LiteralString, *syntax.LiteralInteger, *syntax.LiteralBoolean:
			_, isDefault := parent.(*syntax.Parameter)
			_, isPart := parent.(*syntax.ConcatenatedString)
			if text := other(file.Source.Slice(extent)); text != "" && !isPart && kind == map[bool]string{true: "default", false: "value"}[isDefault] {
				add(extent, text)
			}
		case *syntax.HostClassDefinition:
			if kind == "resource added" && node.Body != nil {
				add(syntax.Span{Start: extent.End - 1, End: extent.End - 1}, "\n  notify { 'an added resource': }\n")
			}
			if kind == "include added" && node.Body != nil {
				subjects := c.subjects[owner]
				add(syntax.Span{Start: extent.End - 1, End: extent.End - 1}, "\n  include "+subjects[c.random.IntN(len(subjects))].Name+"\n")
			}
		case *syntax.ResourceTypeDefinition:
			if kind == "resource added" && node.Body != nil {
				add(syntax.Span{Start: extent.End - 1, End: extent.End - 1}, "\n  notify { \"an added resource ${title}\": }\n")
			}
		case *syntax.CallNamedFunctionExpression:
			if name, ok := node.Functor.(*syntax.QualifiedName); ok && isStatement && kind == "include removed" && slices.Contains([]string{"include", "contain", "require"}, name.Value) {
				add(extent, "")
			}
		case *syntax.ResourceExpression:
			if kind == "resource removed" && isStatement {
				add(extent, "")
			}
			all = append(all, attributeEdits(file, node, kind)...)
		case *syntax.IfExpression:
			if test := file.Extent(node.Test); kind == "condition" {
				add(test, "!("+file.Source.Slice(test)+")")
			}
		}
		return true
	}, nil)
	return all
}

// attributeEdits returns edits that add or remove an attribute of a resource.
func attributeEdits(file *syntax.File, node *syntax.ResourceExpression, kind string) (all []edit) {
	for _, body := range node.Bodies {
		if kind == "attribute added" && body.Title != nil {
			if at := file.NextSignificant(body.Title.LastToken()); at >= 0 && file.Tokens[at].Kind == syntax.Colon {
				end := file.Tokens[at].End
				text := " noop => true"
				if len(body.Operations) > 0 {
					text += ","
				}
				all = append(all, edit{syntax.Span{Start: end, End: end}, text})
			}
		}
		if kind != "attribute removed" {
			continue
		}
		for i, operation := range body.Operations {
			span := file.Extent(operation)
			if i+1 < len(body.Operations) {
				span.End = file.Extent(body.Operations[i+1]).Start
			}
			all = append(all, edit{span, ""})
		}
	}
	return all
}

// other returns a different value of the same kind as a literal, or "" if there is none.
func other(literal string) string {
	switch {
	case literal == "true":
		return "false"
	case literal == "false":
		return "true"
	case strings.HasPrefix(literal, "'") || strings.HasPrefix(literal, "\""):
		return literal[:len(literal)-1] + "x" + literal[len(literal)-1:]
	case literal != "" && strings.Trim(literal, "0123456789") == "":
		return "1" + literal
	}
	return ""
}

// data returns the files of the control repository besides the modules. Its data set parameters
// of classes to their defaults or to other values.
func (c *comparison) data() map[string]string {
	var levels [2]strings.Builder
	for _, owner := range slices.Sorted(maps.Keys(c.subjects)) {
		for _, one := range c.subjects[owner] {
			path := filepath.Join(c.folder, "modules", owner, "manifests", filepath.FromSlash(strings.Join(append(strings.Split(one.Name, "::")[1:], ""), "/")))
			if one.Name == owner {
				path = filepath.Join(c.folder, "modules", owner, "manifests", "init")
			}
			text, err := os.ReadFile(strings.TrimSuffix(path, string(filepath.Separator)) + ".pp")
			if err != nil {
				continue // it is in a file with another name
			}
			c.parameters(syntax.Parse(source.NewFile(path, string(text)), syntax.Options{}), one.Name, &levels)
		}
	}
	return map[string]string{
		"environment.conf": "modulepath = modules\n",
		"hiera.yaml":       "version: 5\nhierarchy:\n  - name: family\n    path: \"%{facts.os.family}.yaml\"\n  - name: common\n    path: common.yaml\n",
		"data/common.yaml": "---\n" + levels[0].String(),
		"data/Debian.yaml": "---\n" + levels[1].String(),
		// As in practice, each class is on some node.
		"manifests/site.pp": "node default { include ntp }\n",
	}
}

// parameters sets some parameters of a class in the data.
func (c *comparison) parameters(file *syntax.File, class string, levels *[2]strings.Builder) {
	for _, definition := range file.Program.Definitions {
		definition, ok := definition.(*syntax.HostClassDefinition)
		if !ok || definition.Name != class {
			continue
		}
		for _, parameter := range definition.Parameters {
			if parameter.Value == nil || c.random.IntN(4) > 0 {
				continue
			}
			literal := file.Source.Slice(file.Extent(parameter.Value))
			if other(literal) == "" || strings.ContainsAny(literal, "\\%$\n\"") {
				continue
			}
			for at := range levels {
				if at == 0 || c.random.IntN(3) == 0 {
					fmt.Fprintf(&levels[at], "%s::%s: %s\n", class, parameter.Name, literal)
				}
			}
		}
	}
}

// dataEdits returns edits that change a one-line value of a data file, under a key of the
// module.
func dataEdits(text, owner string, ofKeys bool) (all []edit) {
	at := 0
	for line := range strings.Lines(text) {
		start := at
		at += len(line)
		key, value, found := strings.Cut(strings.TrimRight(line, "\n"), ": ")
		if !found || ofKeys && !strings.HasPrefix(key, owner+"::") || strings.HasPrefix(strings.TrimSpace(key), "#") || strings.Contains(value, "%{") {
			continue
		}
		if changed := other(value); changed != "" {
			from := int32(start + len(key) + 2)
			all = append(all, edit{syntax.Span{Start: from, End: from + int32(len(value))}, changed})
		}
	}
	return all
}
