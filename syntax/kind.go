package syntax

// Kind is a small number for each node struct, for dispatch by array and for sets of kinds.
type Kind uint8

// The kinds of nodes. Each has the name of its struct after "Kind".
const (
	KindProgram Kind = iota
	KindNop
	KindBadExpr
	KindBlockExpression
	KindApplyBlockExpression
	KindAssignmentExpression
	KindArithmeticExpression
	KindRelationshipExpression
	KindComparisonExpression
	KindMatchExpression
	KindInExpression
	KindAndExpression
	KindOrExpression
	KindNamedAccessExpression
	KindParenthesizedExpression
	KindNotExpression
	KindUnaryMinusExpression
	KindUnfoldExpression
	KindTextExpression
	KindRenderExpression
	KindAccessExpression
	KindLiteralList
	KindLiteralHash
	KindKeyedEntry
	KindCaseExpression
	KindCaseOption
	KindSelectorExpression
	KindSelectorEntry
	KindIfExpression
	KindUnlessExpression
	KindCollectExpression
	KindVirtualQuery
	KindExportedQuery
	KindAttributeOperation
	KindAttributesOperation
	KindParameter
	KindHostClassDefinition
	KindResourceTypeDefinition
	KindFunctionDefinition
	KindPlanDefinition
	KindNodeDefinition
	KindTypeAlias
	KindTypeMapping
	KindTypeDefinition
	KindApplyExpression
	KindLambdaExpression
	KindCallNamedFunctionExpression
	KindCallMethodExpression
	KindHeredocExpression
	KindConcatenatedString
	KindLiteralString
	KindLiteralInteger
	KindLiteralFloat
	KindLiteralBoolean
	KindLiteralUndef
	KindLiteralDefault
	KindLiteralRegularExpression
	KindQualifiedName
	KindQualifiedReference
	KindReservedWord
	KindVariableExpression
	KindEppExpression
	KindRenderStringExpression
	KindResourceExpression
	KindResourceBody
	KindResourceDefaultsExpression
	KindResourceOverrideExpression

	// KindCount is the number of kinds.
	KindCount
)

// String returns the kind's name in Puppet's model, such as "CaseOption".
func (k Kind) String() string {
	if k < KindCount {
		return kindNames[k]
	}
	return "?"
}

var kindNames = [KindCount]string{
	KindProgram:                     "Program",
	KindNop:                         "Nop",
	KindBadExpr:                     "BadExpr",
	KindBlockExpression:             "BlockExpression",
	KindApplyBlockExpression:        "ApplyBlockExpression",
	KindAssignmentExpression:        "AssignmentExpression",
	KindArithmeticExpression:        "ArithmeticExpression",
	KindRelationshipExpression:      "RelationshipExpression",
	KindComparisonExpression:        "ComparisonExpression",
	KindMatchExpression:             "MatchExpression",
	KindInExpression:                "InExpression",
	KindAndExpression:               "AndExpression",
	KindOrExpression:                "OrExpression",
	KindNamedAccessExpression:       "NamedAccessExpression",
	KindParenthesizedExpression:     "ParenthesizedExpression",
	KindNotExpression:               "NotExpression",
	KindUnaryMinusExpression:        "UnaryMinusExpression",
	KindUnfoldExpression:            "UnfoldExpression",
	KindTextExpression:              "TextExpression",
	KindRenderExpression:            "RenderExpression",
	KindAccessExpression:            "AccessExpression",
	KindLiteralList:                 "LiteralList",
	KindLiteralHash:                 "LiteralHash",
	KindKeyedEntry:                  "KeyedEntry",
	KindCaseExpression:              "CaseExpression",
	KindCaseOption:                  "CaseOption",
	KindSelectorExpression:          "SelectorExpression",
	KindSelectorEntry:               "SelectorEntry",
	KindIfExpression:                "IfExpression",
	KindUnlessExpression:            "UnlessExpression",
	KindCollectExpression:           "CollectExpression",
	KindVirtualQuery:                "VirtualQuery",
	KindExportedQuery:               "ExportedQuery",
	KindAttributeOperation:          "AttributeOperation",
	KindAttributesOperation:         "AttributesOperation",
	KindParameter:                   "Parameter",
	KindHostClassDefinition:         "HostClassDefinition",
	KindResourceTypeDefinition:      "ResourceTypeDefinition",
	KindFunctionDefinition:          "FunctionDefinition",
	KindPlanDefinition:              "PlanDefinition",
	KindNodeDefinition:              "NodeDefinition",
	KindTypeAlias:                   "TypeAlias",
	KindTypeMapping:                 "TypeMapping",
	KindTypeDefinition:              "TypeDefinition",
	KindApplyExpression:             "ApplyExpression",
	KindLambdaExpression:            "LambdaExpression",
	KindCallNamedFunctionExpression: "CallNamedFunctionExpression",
	KindCallMethodExpression:        "CallMethodExpression",
	KindHeredocExpression:           "HeredocExpression",
	KindConcatenatedString:          "ConcatenatedString",
	KindLiteralString:               "LiteralString",
	KindLiteralInteger:              "LiteralInteger",
	KindLiteralFloat:                "LiteralFloat",
	KindLiteralBoolean:              "LiteralBoolean",
	KindLiteralUndef:                "LiteralUndef",
	KindLiteralDefault:              "LiteralDefault",
	KindLiteralRegularExpression:    "LiteralRegularExpression",
	KindQualifiedName:               "QualifiedName",
	KindQualifiedReference:          "QualifiedReference",
	KindReservedWord:                "ReservedWord",
	KindVariableExpression:          "VariableExpression",
	KindEppExpression:               "EppExpression",
	KindRenderStringExpression:      "RenderStringExpression",
	KindResourceExpression:          "ResourceExpression",
	KindResourceBody:                "ResourceBody",
	KindResourceDefaultsExpression:  "ResourceDefaultsExpression",
	KindResourceOverrideExpression:  "ResourceOverrideExpression",
}

// KindSet is a set of kinds. The zero value is empty.
type KindSet [(KindCount + 63) / 64]uint64

// NewKindSet returns a set of the given kinds.
func NewKindSet(kinds ...Kind) KindSet {
	var set KindSet
	for _, kind := range kinds {
		set[kind/64] |= 1 << (kind % 64)
	}
	return set
}

// Has reports whether kind is in the set.
func (s *KindSet) Has(kind Kind) bool { return s[kind/64]&(1<<(kind%64)) != 0 }

// The Kind methods make each struct a Node.

// Kind returns KindProgram.
func (*Program) Kind() Kind { return KindProgram }

// Kind returns KindNop.
func (*Nop) Kind() Kind { return KindNop }

// Kind returns KindBadExpr.
func (*BadExpr) Kind() Kind { return KindBadExpr }

// Kind returns KindBlockExpression.
func (*BlockExpression) Kind() Kind { return KindBlockExpression }

// Kind returns KindApplyBlockExpression.
func (*ApplyBlockExpression) Kind() Kind { return KindApplyBlockExpression }

// Kind returns KindAssignmentExpression.
func (*AssignmentExpression) Kind() Kind { return KindAssignmentExpression }

// Kind returns KindArithmeticExpression.
func (*ArithmeticExpression) Kind() Kind { return KindArithmeticExpression }

// Kind returns KindRelationshipExpression.
func (*RelationshipExpression) Kind() Kind { return KindRelationshipExpression }

// Kind returns KindComparisonExpression.
func (*ComparisonExpression) Kind() Kind { return KindComparisonExpression }

// Kind returns KindMatchExpression.
func (*MatchExpression) Kind() Kind { return KindMatchExpression }

// Kind returns KindInExpression.
func (*InExpression) Kind() Kind { return KindInExpression }

// Kind returns KindAndExpression.
func (*AndExpression) Kind() Kind { return KindAndExpression }

// Kind returns KindOrExpression.
func (*OrExpression) Kind() Kind { return KindOrExpression }

// Kind returns KindNamedAccessExpression.
func (*NamedAccessExpression) Kind() Kind { return KindNamedAccessExpression }

// Kind returns KindParenthesizedExpression.
func (*ParenthesizedExpression) Kind() Kind { return KindParenthesizedExpression }

// Kind returns KindNotExpression.
func (*NotExpression) Kind() Kind { return KindNotExpression }

// Kind returns KindUnaryMinusExpression.
func (*UnaryMinusExpression) Kind() Kind { return KindUnaryMinusExpression }

// Kind returns KindUnfoldExpression.
func (*UnfoldExpression) Kind() Kind { return KindUnfoldExpression }

// Kind returns KindTextExpression.
func (*TextExpression) Kind() Kind { return KindTextExpression }

// Kind returns KindRenderExpression.
func (*RenderExpression) Kind() Kind { return KindRenderExpression }

// Kind returns KindAccessExpression.
func (*AccessExpression) Kind() Kind { return KindAccessExpression }

// Kind returns KindLiteralList.
func (*LiteralList) Kind() Kind { return KindLiteralList }

// Kind returns KindLiteralHash.
func (*LiteralHash) Kind() Kind { return KindLiteralHash }

// Kind returns KindKeyedEntry.
func (*KeyedEntry) Kind() Kind { return KindKeyedEntry }

// Kind returns KindCaseExpression.
func (*CaseExpression) Kind() Kind { return KindCaseExpression }

// Kind returns KindCaseOption.
func (*CaseOption) Kind() Kind { return KindCaseOption }

// Kind returns KindSelectorExpression.
func (*SelectorExpression) Kind() Kind { return KindSelectorExpression }

// Kind returns KindSelectorEntry.
func (*SelectorEntry) Kind() Kind { return KindSelectorEntry }

// Kind returns KindIfExpression.
func (*IfExpression) Kind() Kind { return KindIfExpression }

// Kind returns KindUnlessExpression.
func (*UnlessExpression) Kind() Kind { return KindUnlessExpression }

// Kind returns KindCollectExpression.
func (*CollectExpression) Kind() Kind { return KindCollectExpression }

// Kind returns KindVirtualQuery.
func (*VirtualQuery) Kind() Kind { return KindVirtualQuery }

// Kind returns KindExportedQuery.
func (*ExportedQuery) Kind() Kind { return KindExportedQuery }

// Kind returns KindAttributeOperation.
func (*AttributeOperation) Kind() Kind { return KindAttributeOperation }

// Kind returns KindAttributesOperation.
func (*AttributesOperation) Kind() Kind { return KindAttributesOperation }

// Kind returns KindParameter.
func (*Parameter) Kind() Kind { return KindParameter }

// Kind returns KindHostClassDefinition.
func (*HostClassDefinition) Kind() Kind { return KindHostClassDefinition }

// Kind returns KindResourceTypeDefinition.
func (*ResourceTypeDefinition) Kind() Kind { return KindResourceTypeDefinition }

// Kind returns KindFunctionDefinition.
func (*FunctionDefinition) Kind() Kind { return KindFunctionDefinition }

// Kind returns KindPlanDefinition.
func (*PlanDefinition) Kind() Kind { return KindPlanDefinition }

// Kind returns KindNodeDefinition.
func (*NodeDefinition) Kind() Kind { return KindNodeDefinition }

// Kind returns KindTypeAlias.
func (*TypeAlias) Kind() Kind { return KindTypeAlias }

// Kind returns KindTypeMapping.
func (*TypeMapping) Kind() Kind { return KindTypeMapping }

// Kind returns KindTypeDefinition.
func (*TypeDefinition) Kind() Kind { return KindTypeDefinition }

// Kind returns KindApplyExpression.
func (*ApplyExpression) Kind() Kind { return KindApplyExpression }

// Kind returns KindLambdaExpression.
func (*LambdaExpression) Kind() Kind { return KindLambdaExpression }

// Kind returns KindCallNamedFunctionExpression.
func (*CallNamedFunctionExpression) Kind() Kind { return KindCallNamedFunctionExpression }

// Kind returns KindCallMethodExpression.
func (*CallMethodExpression) Kind() Kind { return KindCallMethodExpression }

// Kind returns KindHeredocExpression.
func (*HeredocExpression) Kind() Kind { return KindHeredocExpression }

// Kind returns KindConcatenatedString.
func (*ConcatenatedString) Kind() Kind { return KindConcatenatedString }

// Kind returns KindLiteralString.
func (*LiteralString) Kind() Kind { return KindLiteralString }

// Kind returns KindLiteralInteger.
func (*LiteralInteger) Kind() Kind { return KindLiteralInteger }

// Kind returns KindLiteralFloat.
func (*LiteralFloat) Kind() Kind { return KindLiteralFloat }

// Kind returns KindLiteralBoolean.
func (*LiteralBoolean) Kind() Kind { return KindLiteralBoolean }

// Kind returns KindLiteralUndef.
func (*LiteralUndef) Kind() Kind { return KindLiteralUndef }

// Kind returns KindLiteralDefault.
func (*LiteralDefault) Kind() Kind { return KindLiteralDefault }

// Kind returns KindLiteralRegularExpression.
func (*LiteralRegularExpression) Kind() Kind { return KindLiteralRegularExpression }

// Kind returns KindQualifiedName.
func (*QualifiedName) Kind() Kind { return KindQualifiedName }

// Kind returns KindQualifiedReference.
func (*QualifiedReference) Kind() Kind { return KindQualifiedReference }

// Kind returns KindReservedWord.
func (*ReservedWord) Kind() Kind { return KindReservedWord }

// Kind returns KindVariableExpression.
func (*VariableExpression) Kind() Kind { return KindVariableExpression }

// Kind returns KindEppExpression.
func (*EppExpression) Kind() Kind { return KindEppExpression }

// Kind returns KindRenderStringExpression.
func (*RenderStringExpression) Kind() Kind { return KindRenderStringExpression }

// Kind returns KindResourceExpression.
func (*ResourceExpression) Kind() Kind { return KindResourceExpression }

// Kind returns KindResourceBody.
func (*ResourceBody) Kind() Kind { return KindResourceBody }

// Kind returns KindResourceDefaultsExpression.
func (*ResourceDefaultsExpression) Kind() Kind { return KindResourceDefaultsExpression }

// Kind returns KindResourceOverrideExpression.
func (*ResourceOverrideExpression) Kind() Kind { return KindResourceOverrideExpression }
