package syntax

// slab allocates structs from chunks that grow. A tree thus takes few allocations, and its
// nodes are close together.
type slab[T any] struct {
	free []T
	next int
}

func (s *slab[T]) new() *T {
	if len(s.free) == 0 {
		s.free = make([]T, max(s.next, 1))
		s.next = min(max(2*s.next, 4), 256)
	}
	node := &s.free[0]
	s.free = s.free[1:]
	return node
}

// sliceSlab allocates slices of a fixed length.
type sliceSlab[T any] struct {
	free []T
	next int
}

// copy returns a copy of from, or nil if it is empty.
func (s *sliceSlab[T]) copy(from []T) []T {
	if len(from) == 0 {
		return nil
	}
	if len(from) > len(s.free) {
		s.free = make([]T, max(s.next, len(from), 2))
		s.next = min(max(2*s.next, 16), 512)
	}
	to := s.free[:len(from):len(from)]
	s.free = s.free[len(from):]
	copy(to, from)
	return to
}

// slabs holds a slab for each frequent kind of node.
type slabs struct {
	assignments    slab[AssignmentExpression]
	arithmetics    slab[ArithmeticExpression]
	comparisons    slab[ComparisonExpression]
	relationships  slab[RelationshipExpression]
	accesses       slab[AccessExpression]
	namedAccesses  slab[NamedAccessExpression]
	blocks         slab[BlockExpression]
	lists          slab[LiteralList]
	hashes         slab[LiteralHash]
	entries        slab[KeyedEntry]
	ifs            slab[IfExpression]
	options        slab[CaseOption]
	selectors      slab[SelectorEntry]
	attributes     slab[AttributeOperation]
	parameters     slab[Parameter]
	calls          slab[CallNamedFunctionExpression]
	methodCalls    slab[CallMethodExpression]
	lambdas        slab[LambdaExpression]
	concatenations slab[ConcatenatedString]
	texts          slab[TextExpression]
	strings        slab[LiteralString]
	integers       slab[LiteralInteger]
	booleans       slab[LiteralBoolean]
	undefs         slab[LiteralUndef]
	defaults       slab[LiteralDefault]
	names          slab[QualifiedName]
	references     slab[QualifiedReference]
	variables      slab[VariableExpression]
	resources      slab[ResourceExpression]
	bodies         slab[ResourceBody]
	parentheses    slab[ParenthesizedExpression]

	nodes          sliceSlab[Node]
	entrySlices    sliceSlab[*KeyedEntry]
	paramSlices    sliceSlab[*Parameter]
	bodySlices     sliceSlab[*ResourceBody]
	optionSlices   sliceSlab[*CaseOption]
	selectorSlices sliceSlab[*SelectorEntry]
}
