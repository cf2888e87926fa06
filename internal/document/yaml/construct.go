package yaml

import (
	"fmt"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
)

// constructor converts parsed nodes to what Psych's ToRuby visitor makes of them in a safe
// load.
type constructor struct {
	options Options
	anchors map[string]*anchored
	errors  []document.Error
	// cycles are the aliases of nodes that contain them.
	cycles map[*document.Node]bool
}

// anchored is a node with an anchor.
type anchored struct {
	node *node
	// size is the number of values in it so far.
	size int
	// open is true if it is not complete. done is the number of its finished children.
	open bool
	done int
}

func (c *constructor) fail(n *document.Node, code document.Code, message string) {
	c.errors = append(c.errors, document.Error{Span: n.Span, Code: code, Message: message})
}

func (c *constructor) failValue(n *document.Node, err *valueError) {
	if err != nil {
		c.fail(n, err.code, err.message)
	}
}

// construct resolves n and all nodes below. It returns the number of values, with aliases
// expanded.
func (c *constructor) construct(n *node) int {
	switch n.kind {
	case aliasNode:
		return c.constructAlias(n)
	case scalarNode:
		c.constructScalar(n)
		c.register(n, 1)
		return 1
	}
	entry := c.register(n, 1)
	if entry != nil {
		entry.open = true
	}
	c.checkTag(n)
	size := 1
	for i, child := range n.children {
		if i%2 == 1 && n.kind == mappingNode && isMergeKey(&n.children[i-1].Node) {
			c.freezeMerged(child)
		}
		size = min(size+c.construct(child), MaxValues+1)
		if entry != nil {
			entry.size, entry.done = size, i+1
		}
	}
	if entry != nil {
		entry.open = false
	}
	if n.kind == sequenceNode {
		c.constructSequence(n)
	} else {
		c.constructMapping(n)
	}
	n.children = nil
	return size
}

// freezeMerged handles merged mappings that contain the merge itself. Ruby merges the pairs
// that such a mapping has at this point.
func (c *constructor) freezeMerged(value *node) {
	if value.kind == aliasNode {
		c.freeze(value)
		return
	}
	if value.kind != sequenceNode {
		return
	}
	for _, item := range value.children {
		if target := c.target(item); target == nil || target.kind != mappingNode {
			return // nothing is merged in this case
		}
	}
	for _, item := range value.children {
		c.freeze(item)
	}
}

// target returns n, or the node that n is an alias of, or nil if that does not exist.
func (c *constructor) target(n *node) *node {
	if n.kind != aliasNode {
		return n
	}
	if entry := c.anchors[n.Text]; entry != nil {
		return entry.node
	}
	return nil
}

// freeze makes an alias of an incomplete mapping refer to a copy with the pairs that the
// mapping has so far.
func (c *constructor) freeze(alias *node) {
	entry := c.anchors[alias.Text]
	if alias.kind != aliasNode || entry == nil || !entry.open || entry.node.kind != mappingNode {
		return
	}
	frozen := entry.node.Node
	frozen.Kind, frozen.Entries = document.Mapping, entriesOf(entry.node.children[:entry.done])
	alias.Target = &frozen
}

func (c *constructor) register(n *node, size int) *anchored {
	if n.Anchor == "" {
		return nil
	}
	if c.anchors == nil {
		c.anchors = map[string]*anchored{}
	}
	entry := &anchored{node: n, size: size}
	c.anchors[n.Anchor] = entry
	return entry
}

func (c *constructor) constructAlias(n *node) int {
	n.Kind = document.Alias
	entry := c.anchors[n.Text]
	if entry == nil {
		c.fail(&n.Node, document.UnknownAlias, "Unknown alias: "+n.Text)
		return 1
	}
	if n.Target != nil {
		return entry.size
	}
	if entry.open {
		if c.cycles == nil {
			c.cycles = map[*document.Node]bool{}
		}
		c.cycles[&n.Node] = true
		n.Target = &document.Node{Span: n.Span}
		return 1
	}
	n.Target = &entry.node.Node
	return entry.size
}

// checkCycles reports aliases of nodes that contain them, unless a later value of the same key
// hides them. It checks nothing if there are other errors.
func (c *constructor) checkCycles(root *document.Node) {
	if len(c.cycles) == 0 || len(c.errors) > 0 {
		return
	}
	seen := map[*document.Node]bool{}
	var visit func(n *document.Node)
	visit = func(n *document.Node) {
		if c.cycles[n] {
			c.fail(n, document.Cycle, fmt.Sprintf("the value of the anchor %s contains itself", n.Text))
			delete(c.cycles, n)
			return
		}
		if n = n.Resolve(); n == nil || seen[n] {
			return
		}
		seen[n] = true
		for _, item := range n.Items {
			visit(item)
		}
		for _, pair := range n.Pairs() {
			visit(pair.Key)
			visit(pair.Value)
		}
	}
	visit(root)
}

func (c *constructor) constructSequence(n *node) {
	n.Kind = document.Sequence
	if n.Tag == "!omap" || n.Tag == "tag:yaml.org,2002:omap" {
		c.constructOrderedMap(n)
		return
	}
	n.Items = make([]*document.Node, len(n.children))
	for i, child := range n.children {
		n.Items[i] = &child.Node
	}
}

// constructOrderedMap makes a Hash of a sequence of pairs, from the first and last part of each
// element.
func (c *constructor) constructOrderedMap(n *node) {
	n.Kind = document.Mapping
	for _, child := range n.children {
		var pair document.Entry
		if child.kind == sequenceNode && len(child.Items) > 0 {
			pair = document.Entry{Key: child.Items[0], Value: child.Items[len(child.Items)-1]}
		} else if child.kind == mappingNode && len(child.Entries) > 0 {
			pair = document.Entry{Key: child.Entries[0].Key, Value: child.Entries[len(child.Entries)-1].Value}
		} else {
			c.fail(&child.Node, document.BadValue, "an element of an ordered map must be a pair")
			continue
		}
		n.Entries = append(n.Entries, pair)
	}
}

func (c *constructor) constructMapping(n *node) {
	n.Kind = document.Mapping
	n.Entries = entriesOf(n.children)
	if stringTag.MatchString(n.Tag) || n.Tag == "tag:yaml.org,2002:str" {
		c.constructStringMapping(n)
	} else if hashTag.MatchString(n.Tag) {
		n.Kind = document.Opaque
	}
}

// entriesOf makes entries of alternating keys and values. It drops a key without a value.
func entriesOf(children []*node) []document.Entry {
	entries := make([]document.Entry, len(children)/2)
	for i := range entries {
		key, value := children[2*i], children[2*i+1]
		entries[i] = document.Entry{
			Key: &key.Node, Value: &value.Node,
			Merge: isMergeKey(&key.Node) && mergesInto(value),
		}
	}
	return entries
}

// constructStringMapping converts a mapping with the tag of a string to the value of its key
// "str". Its other keys would be instance variables.
func (c *constructor) constructStringMapping(n *node) {
	text := (*document.Node)(nil)
	for _, entry := range n.Entries {
		if key := entry.Key.Resolve(); key != nil && key.Kind == document.String && key.Text == "str" {
			text = entry.Value.Resolve()
		}
	}
	switch {
	case len(n.Entries) == 0:
		n.Kind = document.Null
	case text != nil && (text.Kind == document.String || len(n.Entries) == 1):
		span := n.Span
		n.Node = *text
		n.Span = span
	default:
		c.fail(&n.Node, document.BadValue, "a mapping cannot be a string")
	}
}

func isMergeKey(key *document.Node) bool {
	resolved := key.Resolve()
	return resolved != nil && resolved.Kind == document.String && resolved.Text == "<<" && key.Tag != "tag:yaml.org,2002:str"
}

// mergesInto reports whether Ruby merges the pairs of value. If not, << is an ordinary key.
func mergesInto(value *node) bool {
	switch value.kind {
	case aliasNode, mappingNode:
		target := value.Resolve()
		return target != nil && target.Kind == document.Mapping
	case sequenceNode:
		for _, item := range value.Items {
			if target := item.Resolve(); target == nil || target.Kind != document.Mapping {
				return false
			}
		}
		return value.Kind == document.Sequence
	}
	return false
}

// classOfTag returns the rest of tag after the first of the prefixes that it has.
func classOfTag(tag string, prefixes ...string) (string, bool) {
	for _, prefix := range prefixes {
		if class, found := strings.CutPrefix(tag, prefix); found {
			return class, true
		}
	}
	return "", false
}

var (
	stringTag = lazyregexp.New(`^!(?:str|ruby/string)(?::(.*))?$`)
	hashTag   = lazyregexp.New(`^!ruby/hash-with-ivars(?::(.*))?$`)
)

// checkTag rejects the tags that make objects of collections.
func (c *constructor) checkTag(n *node) {
	class, refused := "", false
	if n.Tag == "" {
		return
	} else if n.kind == sequenceNode {
		class, refused = classOfTag(n.Tag, "!seq:", "!ruby/array:")
	} else {
		class, refused = refusedMapping(n.Tag)
	}
	if refused {
		c.failValue(&n.Node, refusedClass(class))
	}
}

// refusedMapping reports whether tag makes an object of a mapping, and returns its class.
func refusedMapping(tag string) (class string, refused bool) {
	switch tag {
	case "!ruby/range":
		return "Range", true
	case "!set", "tag:yaml.org,2002:set":
		return "Psych::Set", true
	case "!omap", "tag:yaml.org,2002:omap":
		return "Psych::Omap", true
	case "!ruby/object:Hash":
		return "", false
	}
	for prefix, otherwise := range map[string]string{"!ruby/struct": "Struct", "!ruby/object": "Object", "!ruby/exception": "Exception"} {
		if class, found := strings.CutPrefix(tag, prefix); found {
			if class = strings.TrimPrefix(class, ":"); class == "" {
				class = otherwise
			}
			return class, true
		}
	}
	if class, found := classOfTag(tag, "!ruby/array:", "!map:", "!ruby/hash:", "!ruby/marshalable:"); found {
		return class, true
	}
	for _, pattern := range []*lazyregexp.Regexp{stringTag, hashTag} {
		if match := pattern.FindStringSubmatch(tag); match != nil && match[1] != "" {
			return match[1], true
		}
	}
	return "", false
}

func (c *constructor) constructScalar(n *node) {
	n.Kind = document.String
	if n.quoted {
		return
	}
	if n.Tag == "" {
		c.failValue(&n.Node, resolveScalar(&n.Node, c.options))
		return
	}
	c.failValue(&n.Node, c.resolveTagged(n))
}

// refusedScalarTags are the tags that make an object of a scalar.
var refusedScalarTags = map[string]string{
	"!ruby/object:BigDecimal": "BigDecimal",
	"!ruby/object:DateTime":   "DateTime",
	"!ruby/object:Complex":    "Complex",
	"!ruby/object:Rational":   "Rational",
	"!ruby/regexp":            "Regexp",
	"!ruby/range":             "Range",
}

// resolveTagged resolves a scalar by its tag. Its Kind is String already.
func (c *constructor) resolveTagged(n *node) *valueError {
	switch tag := n.Tag; {
	case tag == "!binary" || tag == "tag:yaml.org,2002:binary":
		n.Text = decodeBase64(n.Text)
	case tag == "tag:yaml.org,2002:str":
	case stringTag.MatchString(tag):
		if class := stringTag.FindStringSubmatch(tag)[1]; class != "" {
			return refusedClass(class)
		}
	case refusedScalarTags[tag] != "":
		return refusedClass(refusedScalarTags[tag])
	case tag == "!ruby/encoding":
		n.Kind = document.Opaque
	case tag == "!ruby/class" || tag == "!ruby/module":
		switch n.Text {
		case "":
			n.Kind = document.Null
		case "Symbol":
			n.Kind = document.Opaque
		default:
			return refusedClass(n.Text)
		}
	case tag == "tag:yaml.org,2002:float" || tag == "!float":
		return c.resolveFloatTag(n)
	case strings.HasPrefix(tag, "!ruby/sym"):
		if c.options.RefuseSymbols {
			return refusedClass("Symbol")
		}
		n.Kind = document.Symbol
	default:
		return resolveScalar(&n.Node, c.options)
	}
	return nil
}

// resolveFloatTag applies Ruby's Float() to the value of the scalar without the tag.
func (c *constructor) resolveFloatTag(n *node) *valueError {
	if err := resolveScalar(&n.Node, c.options); err != nil {
		return err
	}
	switch n.Kind {
	case document.Float:
		return nil
	case document.Integer:
		if n.Big != nil {
			n.Float, _ = n.Big.Float64()
		} else {
			n.Float = float64(n.Integer)
		}
		n.Integer, n.Big, n.Kind = 0, nil, document.Float
		return nil
	case document.String:
		return resolveFloatText(&n.Node)
	}
	return badValue("Float", n.Text)
}

var rubyHexFloat = lazyregexp.New(`^\s*[-+]?0[xX][0-9a-fA-F]+(_[0-9a-fA-F]+)*(\.[0-9a-fA-F]+)?([pP][-+]?[0-9]+)?\s*$`)

var rubyFloat = lazyregexp.New(`^\s*[-+]?([0-9]+(_[0-9]+)*)?(\.[0-9]+(_[0-9]+)*)?([eE][-+]?[0-9]+(_[0-9]+)*)?\s*$`)

// resolveFloatText parses a text that Float() accepts although it is not a number by itself,
// such as 1e3.
func resolveFloatText(n *document.Node) *valueError {
	if rubyHexFloat.MatchString(n.Text) {
		text := strings.ReplaceAll(strings.TrimSpace(n.Text), "_", "")
		if !strings.ContainsAny(text, "pP") {
			text += "p0"
		}
		return resolveFloat(n, text)
	}
	if rubyFloat.MatchString(n.Text) {
		return resolveFloat(n, strings.ReplaceAll(strings.TrimSpace(n.Text), "_", ""))
	}
	return badValue("Float", n.Text)
}

// decodeBase64 is as lenient as Ruby's unpack('m'): it skips characters that are not base 64
// digits. Padding ends the text, but only where padding is allowed.
func decodeBase64(text string) string {
	var decoded []byte
	var group [4]byte
	filled := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '=' && filled >= 2 {
			break
		}
		digit := strings.IndexByte(base64Digits, c)
		if digit < 0 {
			continue
		}
		group[filled] = byte(digit)
		if filled++; filled == 4 {
			decoded = append(decoded, group[0]<<2|group[1]>>4, group[1]<<4|group[2]>>2, group[2]<<6|group[3])
			filled = 0
		}
	}
	if filled >= 2 {
		decoded = append(decoded, group[0]<<2|group[1]>>4)
	}
	if filled == 3 {
		decoded = append(decoded, group[1]<<4|group[2]>>2)
	}
	return string(decoded)
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// rootSpan returns the span for findings about a whole document.
func rootSpan(n *node) source.Span { return source.Span{Start: n.Span.Start, End: n.Span.Start} }
