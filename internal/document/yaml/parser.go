package yaml

import (
	"fmt"

	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
)

// MaxDepth is how deeply collections may be nested. (Ruby's own stack overflows not far
// beyond.)
const MaxDepth = 1000

// node is a value that is not resolved yet.
type node struct {
	document.Node
	// children are the elements of a sequence, or alternating keys and values.
	children []*node
	kind     nodeKind
	// quoted marks a scalar that is text whatever it looks like.
	quoted bool
}

type nodeKind uint8

const (
	scalarNode nodeKind = iota
	sequenceNode
	mappingNode
	aliasNode
)

// parser is libyaml's parser, with its states unrolled into functions. Odd behaviour is that of
// libyaml.
type parser struct {
	*scanner
	handles map[string]string
	slab    []node
	made    int
	depth   int
}

// slabSize returns how many nodes are allocated at once. It keeps small files cheap and
// allocations rare in large ones: a node takes about twelve bytes of text.
func (p *parser) slabSize() int {
	size := min(max(8, (len(p.text)-int(p.pos))/12), 256)
	p.made += size
	return size
}

func (p *parser) newNode(kind nodeKind, style document.Style, start, end int32) *node {
	if len(p.slab) == 0 {
		p.slab = make([]node, p.slabSize())
	}
	n := &p.slab[0]
	p.slab = p.slab[1:]
	n.kind, n.Style = kind, style
	n.Span = source.Span{Start: start, End: end}
	return n
}

func (p *parser) empty(at int32) *node { return p.newNode(scalarNode, document.Plain, at, at) }

// parseDocument returns the first document, or nil if there is none or an error. rest is the
// span of the text after it.
func (p *parser) parseDocument() (root *node, rest source.Span) {
	t := p.next()
	if t == nil || t.kind == streamEnd {
		return nil, source.Span{}
	}
	p.handles = map[string]string{"!": "!", "!!": "tag:yaml.org,2002:"}
	if t.kind == versionDirective || t.kind == tagDirective || t.kind == documentStart {
		if !p.parseDirectives() {
			return nil, source.Span{}
		}
		if t = p.next(); t == nil {
			return nil, source.Span{}
		}
		if t.kind != documentStart {
			p.failAt("", t.start, "did not find expected <document start>", t.start)
			return nil, source.Span{}
		}
		start := t.end
		p.skip()
		if t = p.next(); t == nil {
			return nil, source.Span{}
		}
		switch t.kind {
		case versionDirective, tagDirective, documentStart, documentEnd, streamEnd:
			root = p.empty(start)
		}
	}
	if root == nil {
		root = p.parseNode(true, false)
	}
	if root == nil {
		return nil, source.Span{}
	}
	// The token that ends the document is read and may be an error; nothing after it is read.
	if t = p.next(); t == nil {
		return nil, source.Span{}
	}
	if t.kind != streamEnd {
		from := t.start
		if t.kind == documentEnd {
			from = t.end
		}
		rest = source.Span{Start: from, End: int32(len(p.text))}
	}
	return root, rest
}

func (p *parser) parseDirectives() bool {
	versionSeen := false
	custom := map[string]bool{}
	for {
		t := p.next()
		if t == nil {
			return false
		}
		switch t.kind {
		case versionDirective:
			if versionSeen {
				return p.failAt("", t.start, "found duplicate %YAML directive", t.start)
			}
			if t.handle != "1.1" && t.handle != "1.2" {
				return p.failAt("", t.start, "found incompatible YAML document", t.start)
			}
			versionSeen = true
		case tagDirective:
			if custom[t.handle] {
				return p.failAt("", t.start, "found duplicate %TAG directive", t.start)
			}
			custom[t.handle] = true
			p.handles[t.handle] = t.text
		default:
			return true
		}
		p.skip()
	}
}

// parseNode parses a value with its properties. If block is true, collections may be in block
// style. If indentlessAllowed is true, after the indicator of a mapping's key or value, a
// sequence need not be indented.
func (p *parser) parseNode(block, indentlessAllowed bool) *node {
	t := p.next()
	if t == nil {
		return nil
	}
	if p.depth++; p.depth > MaxDepth {
		p.failLimit(document.TooDeep, t.start, fmt.Sprintf("collections are nested deeper than %d levels", MaxDepth))
		return nil
	}
	if p.made > MaxValues {
		p.failLimit(document.TooLarge, t.start, fmt.Sprintf("there are more than %d values", MaxValues))
		return nil
	}
	defer func() { p.depth-- }()
	if t.kind == aliasToken {
		n := p.newNode(aliasNode, document.Plain, t.start, t.end)
		n.Text = t.text
		p.skip()
		return n
	}
	start := t.start
	anchor, tag, hasProperties, end, ok := p.parseProperties()
	if !ok {
		return nil
	}
	if t = p.next(); t == nil {
		return nil
	}
	var n *node
	switch {
	case indentlessAllowed && t.kind == blockEntry:
		n = p.parseIndentlessSequence()
	case t.kind == scalarToken:
		n = p.newNode(scalarNode, t.style, t.start, t.end)
		n.Text = t.text
		n.quoted = t.style != document.Plain && tag == ""
		if tag == "!" {
			tag = ""
		}
		p.skip()
	case startsCollection(t.kind, block):
		n = p.parseCollection(t.kind)
	case hasProperties:
		n = p.empty(end)
	default:
		context := "while parsing a flow node"
		if block {
			context = "while parsing a block node"
		}
		p.failAt(context, start, "did not find expected node content", t.start)
		return nil
	}
	if n != nil {
		n.Anchor, n.Tag = anchor, tag
	}
	return n
}

// startsCollection reports whether a token starts a sequence or a mapping. If block is false, only
// flow style is allowed.
func startsCollection(kind tokenKind, block bool) bool {
	switch kind {
	case flowSequenceStart, flowMappingStart:
		return true
	case blockSequenceStart, blockMappingStart:
		return block
	}
	return false
}

// parseCollection parses the sequence or mapping that a token of the given kind starts.
func (p *parser) parseCollection(kind tokenKind) *node {
	switch kind {
	case flowSequenceStart:
		return p.parseFlowSequence()
	case flowMappingStart:
		return p.parseFlowMapping()
	case blockSequenceStart:
		return p.parseBlockSequence()
	}
	return p.parseBlockMapping()
}

func (p *parser) failLimit(code document.Code, at int32, message string) {
	p.failAt("", at, message, at)
	p.err.Code = code
}

// parseProperties reads an anchor and a tag, in either order, and resolves the
// tag's handle.
func (p *parser) parseProperties() (anchor, tag string, found bool, end int32, ok bool) {
	start, tagStart := int32(-1), int32(-1)
	handle := ""
	t := p.next()
	for t != nil && (t.kind == anchorToken && anchor == "" || t.kind == tagToken && tagStart < 0) {
		if start < 0 {
			start = t.start
		}
		if t.kind == anchorToken {
			anchor = t.text
		} else {
			handle, tag, tagStart = t.handle, t.text, t.start
		}
		end = t.end
		p.skip()
		t = p.next()
	}
	if t == nil {
		return "", "", false, 0, false
	}
	if handle != "" {
		prefix, known := p.handles[handle]
		if !known {
			p.failAt("while parsing a node", start, "found undefined tag handle", tagStart)
			return "", "", false, 0, false
		}
		tag = prefix + tag
	}
	return anchor, tag, start >= 0, end, true
}

func (p *parser) parseBlockSequence() *node {
	start := p.next().start
	p.skip()
	n := p.newNode(sequenceNode, document.Block, start, start)
	for {
		t := p.next()
		if t == nil {
			return nil
		}
		switch t.kind {
		case blockEntry:
			if !p.parseBlockItem(n, t.end, false) {
				return nil
			}
		case blockEnd:
			p.skip()
			return n
		default:
			p.failAt("while parsing a block collection", start, "did not find expected '-' indicator", t.start)
			return nil
		}
	}
}

func (p *parser) parseIndentlessSequence() *node {
	t := p.next()
	n := p.newNode(sequenceNode, document.Block, t.start, t.start)
	for t != nil {
		if t.kind != blockEntry {
			return n
		}
		if !p.parseBlockItem(n, t.end, true) {
			return nil
		}
		t = p.next()
	}
	return nil
}

// parseBlockItem parses the item after a "-" that ends at after. It returns false after an
// error.
func (p *parser) parseBlockItem(sequence *node, after int32, indentless bool) bool {
	p.skip()
	t := p.next()
	if t == nil {
		return false
	}
	item := (*node)(nil)
	switch {
	case t.kind == blockEntry || t.kind == blockEnd, indentless && (t.kind == keyIndicator || t.kind == valueIndicator):
		item = p.empty(after)
	default:
		item = p.parseNode(true, false)
	}
	if item == nil {
		return false
	}
	sequence.children = append(sequence.children, item)
	sequence.Span.End = max(after, item.Span.End)
	return true
}

func (p *parser) parseBlockMapping() *node {
	start := p.next().start
	p.skip()
	n := p.newNode(mappingNode, document.Block, start, start)
	for {
		t := p.next()
		if t == nil {
			return nil
		}
		key := (*node)(nil)
		switch t.kind {
		case keyIndicator:
			after := t.end
			p.skip()
			if t = p.next(); t == nil {
				return nil
			}
			switch t.kind {
			case keyIndicator, valueIndicator, blockEnd:
				key = p.empty(after)
			default:
				key = p.parseNode(true, true)
			}
		case blockEnd:
			p.skip()
			return n
		default:
			p.failAt("while parsing a block mapping", start, "did not find expected key", t.start)
			return nil
		}
		if key == nil || !p.parseBlockValue(n, key) {
			return nil
		}
	}
}

// parseBlockValue parses the value of key and adds the pair to mapping. It returns false after
// an error.
func (p *parser) parseBlockValue(mapping, key *node) bool {
	t := p.next()
	if t == nil {
		return false
	}
	value := (*node)(nil)
	end := key.Span.End
	if t.kind == valueIndicator {
		end = t.end
		p.skip()
		if t = p.next(); t == nil {
			return false
		}
		switch t.kind {
		case keyIndicator, valueIndicator, blockEnd:
			value = p.empty(end)
		default:
			value = p.parseNode(true, true)
		}
	} else {
		value = p.empty(end)
	}
	if value == nil {
		return false
	}
	mapping.children = append(mapping.children, key, value)
	mapping.Span.End = max(end, value.Span.End)
	return true
}

func (p *parser) parseFlowSequence() *node {
	t := p.next()
	start := t.start
	n := p.newNode(sequenceNode, document.Flow, start, t.end)
	p.skip()
	for first := true; ; first = false {
		if t = p.next(); t == nil {
			return nil
		}
		if t.kind != flowSequenceEnd && !first {
			if t.kind != flowEntry {
				p.failAt("while parsing a flow sequence", start, "did not find expected ',' or ']'", t.start)
				return nil
			}
			p.skip()
			if t = p.next(); t == nil {
				return nil
			}
		}
		item := (*node)(nil)
		switch t.kind {
		case flowSequenceEnd:
			n.Span.End = t.end
			p.skip()
			return n
		case keyIndicator:
			item = p.parseFlowPair()
		default:
			item = p.parseNode(false, false)
		}
		if item == nil {
			return nil
		}
		n.children = append(n.children, item)
	}
}

// parseFlowPair parses "key: value" as an element of a flow sequence.
func (p *parser) parseFlowPair() *node {
	t := p.next()
	pair := p.newNode(mappingNode, document.Flow, t.start, t.end)
	after := t.end
	p.skip()
	if t = p.next(); t == nil {
		return nil
	}
	key, value := (*node)(nil), (*node)(nil)
	switch t.kind {
	case valueIndicator, flowEntry, flowSequenceEnd:
		key = p.empty(after)
		// libyaml removes the token together with the key.
		p.skip()
	default:
		key = p.parseNode(false, false)
	}
	if key == nil {
		return nil
	}
	if t = p.next(); t == nil {
		return nil
	}
	end := key.Span.End
	if t.kind == valueIndicator {
		end = t.end
		p.skip()
		if t = p.next(); t == nil {
			return nil
		}
		if t.kind != flowEntry && t.kind != flowSequenceEnd {
			value = p.parseNode(false, false)
		} else {
			value = p.empty(end)
		}
	} else {
		value = p.empty(end)
	}
	if value == nil {
		return nil
	}
	pair.children = []*node{key, value}
	pair.Span.End = max(end, value.Span.End)
	return pair
}

func (p *parser) parseFlowMapping() *node {
	t := p.next()
	start := t.start
	n := p.newNode(mappingNode, document.Flow, start, t.end)
	p.skip()
	for first := true; ; first = false {
		if t = p.next(); t == nil {
			return nil
		}
		if t.kind != flowMappingEnd && !first {
			if t.kind != flowEntry {
				p.failAt("while parsing a flow mapping", start, "did not find expected ',' or '}'", t.start)
				return nil
			}
			p.skip()
			if t = p.next(); t == nil {
				return nil
			}
		}
		if t.kind == flowMappingEnd {
			n.Span.End = t.end
			p.skip()
			return n
		}
		key, value := p.parseFlowEntry()
		if key == nil || value == nil {
			return nil
		}
		n.children = append(n.children, key, value)
	}
}

// parseFlowEntry parses one pair of a flow mapping. Either part may be missing.
func (p *parser) parseFlowEntry() (key, value *node) {
	t := p.next()
	if t.kind == keyIndicator {
		after := t.end
		p.skip()
		if t = p.next(); t == nil {
			return nil, nil
		}
		switch t.kind {
		case valueIndicator, flowEntry, flowMappingEnd:
			key = p.empty(after)
		default:
			key = p.parseNode(false, false)
		}
	} else {
		if key = p.parseNode(false, false); key != nil {
			if t = p.next(); t == nil {
				return nil, nil
			}
			return key, p.empty(key.Span.End)
		}
		return nil, nil
	}
	if key == nil {
		return nil, nil
	}
	if t = p.next(); t == nil {
		return nil, nil
	}
	if t.kind != valueIndicator {
		return key, p.empty(key.Span.End)
	}
	after := t.end
	p.skip()
	if t = p.next(); t == nil {
		return nil, nil
	}
	if t.kind == flowEntry || t.kind == flowMappingEnd {
		return key, p.empty(after)
	}
	return key, p.parseNode(false, false)
}
