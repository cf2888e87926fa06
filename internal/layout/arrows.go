package layout

import "puppet-lint/syntax"

// Arrow is the arrow of "key => value" in a block, by the indices of tokens.
type Arrow struct {
	// Key is the index of the key's first token.
	Key int
	// Arrow is the arrow itself.
	Arrow int
}

// ArrowBlock is a set of arrows that belong in one column: those of the attributes of a
// resource, of a hash or of a selector.
type ArrowBlock struct {
	Arrows []Arrow
	// IsInResource is set for the attributes of a resource and for the blocks in their values.
	IsInResource bool
}

// ArrowBlocks calls visit for each block of arrows in a tree, outer blocks after the blocks in
// them. A hash without braces, such as the arguments in "f('a' => 1)", belongs to the block
// around it in a resource, as puppet-lint (Ruby) requires, and is a block of its own elsewhere.
// The block and its arrows must not be used after visit returns.
func ArrowBlocks(file *syntax.File, root syntax.Node, visit func(*ArrowBlock)) {
	w := arrowWalker{file: file, visit: visit}
	w.each = w.node
	w.node(root)
}

// arrowWalker is the state of ArrowBlocks.
type arrowWalker struct {
	file  *syntax.File
	visit func(*ArrowBlock)
	// outer is the innermost block in a resource whose entries may contain the node, or nil.
	outer *ArrowBlock
	// inResource is set in the values of a resource's attributes.
	inResource bool
	// free are blocks that may be used again.
	free []*ArrowBlock
	// each is the method node.
	each func(syntax.Node)
}

func (w *arrowWalker) open() *ArrowBlock {
	if count := len(w.free); count > 0 {
		block := w.free[count-1]
		w.free = w.free[:count-1]
		*block = ArrowBlock{Arrows: block.Arrows[:0], IsInResource: w.inResource}
		return block
	}
	return &ArrowBlock{IsInResource: w.inResource}
}

func (w *arrowWalker) close(block *ArrowBlock) {
	if len(block.Arrows) > 1 {
		w.visit(block)
	}
	w.free = append(w.free, block)
}

func (w *arrowWalker) node(node syntax.Node) {
	switch n := node.(type) {
	case nil:
	case *syntax.BlockExpression, *syntax.ApplyBlockExpression:
		outer := w.outer
		w.outer = nil
		syntax.EachChild(node, w.each)
		w.outer = outer
	case *syntax.ResourceExpression:
		w.resource(n)
	case *syntax.ResourceDefaultsExpression:
		w.node(n.TypeRef)
		w.operations(n.Operations)
	case *syntax.ResourceOverrideExpression:
		w.node(n.Resources)
		w.operations(n.Operations)
	case *syntax.CollectExpression:
		w.node(n.TypeExpr)
		w.node(n.Query)
		w.operations(n.Operations)
	case *syntax.LiteralHash:
		w.hash(n)
	case *syntax.SelectorExpression:
		w.node(n.Left)
		block := w.open()
		outer := w.enter(block)
		for _, entry := range n.Selectors {
			if entry.Matching != nil {
				block.add(entry.FirstToken(), w.codeAfter(entry.Matching))
			}
			w.node(entry)
		}
		w.outer = outer
		w.close(block)
	default:
		syntax.EachChild(node, w.each)
	}
}

// enter makes block the one around what follows, if that is in a resource. It returns the
// previous one.
func (w *arrowWalker) enter(block *ArrowBlock) (outer *ArrowBlock) {
	outer = w.outer
	if outer != nil {
		w.outer = block
	}
	return outer
}

func (w *arrowWalker) resource(n *syntax.ResourceExpression) {
	w.node(n.TypeName)
	outer, inResource := w.outer, w.inResource
	for _, body := range n.Bodies {
		w.outer = nil
		w.node(body.Title)
		w.inResource = true
		block := w.open()
		w.outer = block
		w.attributes(block, body.Operations)
		w.close(block)
		w.inResource = inResource
	}
	w.outer = outer
}

// operations walks the attributes of a default, an override or a collector.
func (w *arrowWalker) operations(operations []syntax.Node) {
	block, outer := w.open(), w.outer
	w.outer = nil
	w.attributes(block, operations)
	w.outer = outer
	w.close(block)
}

func (w *arrowWalker) attributes(block *ArrowBlock, operations []syntax.Node) {
	for _, operation := range operations {
		if name := operation.FirstToken(); name <= operation.LastToken() {
			block.add(name, w.nextCode(name))
		}
		w.node(operation)
	}
}

func (w *arrowWalker) hash(n *syntax.LiteralHash) {
	block, outer := w.outer, w.outer
	isOwn := !n.Braceless || outer == nil
	if isOwn {
		block = w.open()
		w.enter(block)
	}
	for _, entry := range n.Entries {
		if entry.Key != nil && entry.Key.LastToken() >= entry.Key.FirstToken() { // Puppet adds entries for some forms of types
			block.add(entry.FirstToken(), w.codeAfter(entry.Key))
		}
		w.node(entry)
	}
	if isOwn {
		w.outer = outer
		w.close(block)
	}
}

func (b *ArrowBlock) add(key, arrow int) { b.Arrows = append(b.Arrows, Arrow{key, arrow}) }

// codeAfter returns the first token of code after a node.
func (w *arrowWalker) codeAfter(node syntax.Node) int { return w.nextCode(node.LastToken()) }

func (w *arrowWalker) nextCode(token int) int {
	for token++; token < len(w.file.Tokens)-1 && w.file.Tokens[token].Kind.IsTrivia(); token++ {
	}
	return token
}

// Key is the position of the key before an arrow: its column, from any origin, and its width.
type Key struct {
	Column, Width int
	// BeginsLine is set if nothing precedes the key on its line.
	BeginsLine bool
}

// ArrowColumn returns the column of the arrows of a block: one space after the key that ends
// last. A key that shares its line with others counts as if it were on its own line, below the
// first one.
func ArrowColumn(keys []Key) (column int) {
	for i, key := range keys {
		begin := key.Column
		if i > 0 && !key.BeginsLine {
			begin = keys[0].Column
		}
		column = max(column, begin+key.Width+1)
	}
	return column
}
