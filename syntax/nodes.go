package syntax

// NodeID numbers the nodes of one file from 0 to File.NodeCount-1, so that facts about nodes
// can be kept in slices. Only a few numbers are unused.
type NodeID int32

// Node is a node of the tree. Nodes never change after Parse has returned. They share their
// strings with the source text where possible.
type Node interface {
	// Kind returns the kind of the node, which determines its struct.
	Kind() Kind
	// ID returns the node's number in its file.
	ID() NodeID
	// Span returns the location that Puppet itself records for the node, and where it reports
	// errors about it. It is often smaller than the node: the span of a binary operator is that
	// of the operator, and the span of a method call is that of its parentheses. Parts without
	// a location in Puppet have an empty span at the start of their container's. The whole is
	// File.Extent.
	Span() Span
	// FirstToken returns the index in File.Tokens of the node's first token.
	FirstToken() int
	// LastToken returns the index of the node's last token (inclusive). If a node has no
	// tokens, LastToken is one less than FirstToken.
	LastToken() int

	header() *nodeBase
}

// nodeBase is the common part of all nodes.
type nodeBase struct {
	id          NodeID
	span        Span
	first, last int32
}

// ID implements Node.
func (n *nodeBase) ID() NodeID { return n.id }

// Span implements Node.
func (n *nodeBase) Span() Span { return n.span }

// FirstToken implements Node.
func (n *nodeBase) FirstToken() int { return int(n.first) }

// LastToken implements Node.
func (n *nodeBase) LastToken() int { return int(n.last) }

func (n *nodeBase) header() *nodeBase { return n }

// The structs are named as in Puppet's own model (Puppet::Pops::Model). A nil Node is a missing
// part. The tree owns its slices.
type (
	// Program is the root. Body is a Nop for an empty program, the expression itself for one
	// statement, a BlockExpression for several, and a LambdaExpression around an EppExpression
	// for a template.
	Program struct {
		nodeBase
		Body Node
		// Definitions lists every class, define, node, function, plan and type definition of
		// the file at any level, in the order of their ends.
		Definitions []Node
	}

	// Nop is the body of an empty program.
	Nop struct{ nodeBase }

	// BadExpr is source that could not be parsed. File.Errors explains why.
	BadExpr struct{ nodeBase }

	// BlockExpression is a sequence of statements. The bodies of definitions, lambdas and case
	// options are always blocks unless they are empty. Those of if, unless, else and programs
	// are blocks only if they have at least two statements.
	BlockExpression struct {
		nodeBase
		Statements []Node
	}

	// ApplyBlockExpression is the block of an apply call in a plan.
	ApplyBlockExpression struct {
		nodeBase
		Statements []Node
	}

	// BinaryExpression is the common part of all binary operators. Its Span is that of the
	// operator.
	BinaryExpression struct {
		nodeBase
		// Operator is the operator's token kind; its text is Operator.Text().
		Operator TokenKind
		Left     Node
		Right    Node
	}

	// AssignmentExpression is =, += or -= (Equals, PlusEquals, MinusEquals).
	AssignmentExpression struct{ BinaryExpression }
	// ArithmeticExpression is + - * / % << or >>.
	ArithmeticExpression struct{ BinaryExpression }
	// RelationshipExpression is -> ~> <- or <~.
	RelationshipExpression struct{ BinaryExpression }
	// ComparisonExpression is == != < <= > or >=.
	ComparisonExpression struct{ BinaryExpression }
	// MatchExpression is =~ or !~.
	MatchExpression struct{ BinaryExpression }
	// InExpression is in.
	InExpression struct{ BinaryExpression }
	// AndExpression is and.
	AndExpression struct{ BinaryExpression }
	// OrExpression is or.
	OrExpression struct{ BinaryExpression }
	// NamedAccessExpression is the "left.name" of a method call; Right is a
	// QualifiedName. Its Span is from the dot to the name's end.
	NamedAccessExpression struct{ BinaryExpression }

	// UnaryExpression is the common part of all unary operators.
	UnaryExpression struct {
		nodeBase
		Expr Node
	}

	// ParenthesizedExpression is (Expr). Its Span is the opening parenthesis.
	ParenthesizedExpression struct{ UnaryExpression }
	// NotExpression is !Expr. Its Span is the operator's.
	NotExpression struct{ UnaryExpression }
	// UnaryMinusExpression is -Expr. Its Span is the operator's.
	UnaryMinusExpression struct{ UnaryExpression }
	// UnfoldExpression is *Expr. Its Span is the operator's.
	UnfoldExpression struct{ UnaryExpression }
	// TextExpression is an interpolated expression in a string. Expr is a
	// VariableExpression for "$x" and for "${x}".
	TextExpression struct{ UnaryExpression }
	// RenderExpression is <%= Expr %> in a template.
	RenderExpression struct{ UnaryExpression }

	// AccessExpression is Left[Keys…].
	AccessExpression struct {
		nodeBase
		Left Node
		Keys []Node
	}

	// LiteralList is [Values…].
	LiteralList struct {
		nodeBase
		Values []Node
	}

	// LiteralHash is {Entries…}, or a run of "key => value" among the elements
	// of a list or the arguments of a call.
	LiteralHash struct {
		nodeBase
		Entries []*KeyedEntry
		// Braceless marks a run of entries without their own braces.
		Braceless bool
	}

	// KeyedEntry is Key => Value in a hash. Its Span is the arrow's.
	KeyedEntry struct {
		nodeBase
		Key   Node
		Value Node
	}

	// CaseExpression is case Test { Options… }.
	CaseExpression struct {
		nodeBase
		Test    Node
		Options []*CaseOption
	}

	// CaseOption is Values…: { Then }. Its Span is from the colon to the
	// closing brace.
	CaseOption struct {
		nodeBase
		Values []Node
		// Then is nil if the block is empty.
		Then *BlockExpression
	}

	// SelectorExpression is Left ? { Selectors… }. Its Span is Left's.
	SelectorExpression struct {
		nodeBase
		Left      Node
		Selectors []*SelectorEntry
	}

	// SelectorEntry is Matching => Value. Its Span is the arrow's.
	SelectorEntry struct {
		nodeBase
		Matching Node
		Value    Node
	}

	// IfExpression is if Test { Then } else { Else }. Else is an IfExpression
	// for elsif. Then and Else are nil when absent or empty.
	IfExpression struct {
		nodeBase
		Test Node
		Then Node
		Else Node
	}

	// UnlessExpression is unless Test { Then } else { Else }.
	UnlessExpression struct {
		nodeBase
		Test Node
		Then Node
		Else Node
	}

	// CollectExpression is TypeExpr<| query |> { Operations… }. Query is a
	// VirtualQuery or an ExportedQuery.
	CollectExpression struct {
		nodeBase
		TypeExpr   Node
		Query      Node
		Operations []Node
	}

	// VirtualQuery is <| Expr |>. Expr is nil if the query is empty.
	VirtualQuery struct{ UnaryExpression }
	// ExportedQuery is <<| Expr |>>. Expr is nil if the query is empty.
	ExportedQuery struct{ UnaryExpression }

	// AttributeOperation is Name => Value or Name +> Value.
	AttributeOperation struct {
		nodeBase
		Name string
		// NameToken is the index of the name's token, which may be a keyword.
		NameToken int32
		// Operator is FatArrow or PlusArrow.
		Operator TokenKind
		Value    Node
	}

	// AttributesOperation is * => Expr.
	AttributesOperation struct{ UnaryExpression }

	// Parameter is TypeExpr *$Name = Value. Its Span is the variable's.
	Parameter struct {
		nodeBase
		// Name has no dollar.
		Name string
		// NameToken is the index of the Variable token.
		NameToken    int32
		CapturesRest bool
		TypeExpr     Node
		Value        Node
	}

	// NamedDefinition is the common part of classes, defined types, functions and plans.
	NamedDefinition struct {
		nodeBase
		// Name is the full name. The name of a nested class has those of its outer classes as
		// prefix, as in Puppet.
		Name string
		// NameToken is the index of the name's token.
		NameToken  int32
		Parameters []*Parameter
		// Body is nil if it is empty.
		Body *BlockExpression
	}

	// HostClassDefinition is class Name (Parameters…) inherits ParentClass.
	HostClassDefinition struct {
		NamedDefinition
		// ParentClass is "" if there is none.
		ParentClass string
		// ParentToken is the index of the parent's name, or -1.
		ParentToken int32
	}

	// ResourceTypeDefinition is define Name (Parameters…) { Body }.
	ResourceTypeDefinition struct{ NamedDefinition }

	// FunctionDefinition is function Name(Parameters…) >> ReturnType { Body }.
	FunctionDefinition struct {
		NamedDefinition
		ReturnType Node
	}

	// PlanDefinition is plan Name(Parameters…) { Body }.
	PlanDefinition struct{ NamedDefinition }

	// NodeDefinition is node HostMatches… inherits Parent { Body }.
	NodeDefinition struct {
		nodeBase
		HostMatches []Node
		Parent      Node
		Body        *BlockExpression
	}

	// TypeAlias is type Name = TypeExpr. For the forms with a hash, TypeExpr is the Object[{…}]
	// that Puppet makes from it.
	TypeAlias struct {
		nodeBase
		Name      string
		NameToken int32
		TypeExpr  Node
	}

	// TypeMapping is type TypeExpr[…] = MappingExpr. A type with braces
	// (Parent {…}) is a KeyedEntry in MappingExpr.
	TypeMapping struct {
		nodeBase
		TypeExpr    Node
		MappingExpr Node
	}

	// TypeDefinition is type Name inherits Parent { Body }.
	TypeDefinition struct {
		nodeBase
		Name      string
		NameToken int32
		// Parent is "" if there is none.
		Parent string
		Body   *BlockExpression
	}

	// ApplyExpression is apply(Arguments…) { Body } in a plan.
	ApplyExpression struct {
		nodeBase
		Arguments []Node
		Body      *ApplyBlockExpression
	}

	// LambdaExpression is |Parameters…| >> ReturnType { Body }. Body is nil or
	// a BlockExpression, and an EppExpression for a template.
	LambdaExpression struct {
		nodeBase
		Parameters []*Parameter
		ReturnType Node
		Body       Node
	}

	// CallExpression is the common part of calls.
	CallExpression struct {
		nodeBase
		// Functor is the name for a plain call, the NamedAccessExpression for a method call, or
		// any other called expression.
		Functor   Node
		Arguments []Node
		Lambda    *LambdaExpression
		// ValueRequired is false for a call that is a statement.
		ValueRequired bool
	}

	// CallNamedFunctionExpression is name(Arguments…), or a statement call
	// such as "include foo", which has no parentheses.
	CallNamedFunctionExpression struct{ CallExpression }
	// CallMethodExpression is left.name(Arguments…). Its Span is that of the
	// parentheses, or of ".name" without any.
	CallMethodExpression struct{ CallExpression }

	// HeredocExpression is @(TAG) with its text: a LiteralString or a
	// ConcatenatedString. Its Span is the tag.
	HeredocExpression struct {
		nodeBase
		Syntax string
		Text   Node
	}

	// ConcatenatedString is a string with interpolation. Its Segments are
	// LiteralStrings (none empty) and TextExpressions.
	ConcatenatedString struct {
		nodeBase
		Segments []Node
	}

	// LiteralString is a string without interpolation, a bare word that is not a name, or a
	// literal part of a string.
	LiteralString struct {
		nodeBase
		// Value is the text with escapes resolved.
		Value string
	}

	// LiteralInteger is an integer of any size that Puppet can read.
	LiteralInteger struct {
		nodeBase
		Value int64
		// Big holds the decimal digits of a value that does not fit in an int64; it is "" for
		// all others.
		Big string
		// Radix is 8, 10 or 16.
		Radix int
	}

	// LiteralFloat is a floating point number.
	LiteralFloat struct {
		nodeBase
		Value float64
	}

	// LiteralBoolean is true or false.
	LiteralBoolean struct {
		nodeBase
		Value bool
	}

	// LiteralUndef is undef.
	LiteralUndef struct{ nodeBase }
	// LiteralDefault is default.
	LiteralDefault struct{ nodeBase }

	// LiteralRegularExpression is /Pattern/.
	LiteralRegularExpression struct {
		nodeBase
		// Pattern is the text between the slashes, with "\/" replaced by "/".
		Pattern string
	}

	// QualifiedName is a lower-case name as written.
	QualifiedName struct {
		nodeBase
		Value string
	}

	// QualifiedReference is an upper-case name as written.
	QualifiedReference struct {
		nodeBase
		Value string
	}

	// ReservedWord is "private" or "attr".
	ReservedWord struct {
		nodeBase
		Word string
	}

	// VariableExpression is $Name, or an interpolated "${name}", whose token
	// has no dollar.
	VariableExpression struct {
		nodeBase
		// Name has no dollar, and is "" for a lone dollar.
		Name string
		// Number is nil except in the text of a heredoc whose last "${" is not closed: there
		// Puppet makes a variable from a LiteralInteger.
		Number Node
		// Boolean is set for "${true}" and "${false}", whose name Puppet treats as a boolean.
		Boolean bool
	}

	// EppExpression is the body of a template.
	EppExpression struct {
		nodeBase
		ParametersSpecified bool
		// Body is nil if it is empty.
		Body *BlockExpression
	}

	// RenderStringExpression is text of a template, trimmed as its tags require.
	RenderStringExpression struct {
		nodeBase
		Value string
	}

	// ResourceExpression is TypeName { Bodies… }.
	ResourceExpression struct {
		nodeBase
		Form     ResourceForm
		TypeName Node
		Bodies   []*ResourceBody
	}

	// ResourceBody is Title: Operations….
	ResourceBody struct {
		nodeBase
		Title      Node
		Operations []Node
	}

	// ResourceDefaultsExpression is TypeRef { Operations… }.
	ResourceDefaultsExpression struct {
		nodeBase
		Form       ResourceForm
		TypeRef    Node
		Operations []Node
	}

	// ResourceOverrideExpression is Resources[…] { Operations… }.
	ResourceOverrideExpression struct {
		nodeBase
		Form       ResourceForm
		Resources  Node
		Operations []Node
	}
)

// ResourceForm distinguishes regular, virtual (@) and exported (@@) resources.
type ResourceForm uint8

// The forms of resources.
const (
	Regular ResourceForm = iota
	Virtual
	Exported
)

// String returns the form as Puppet names it.
func (f ResourceForm) String() string { return [...]string{"regular", "virtual", "exported"}[f] }
