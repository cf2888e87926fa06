package syntax

// Kind is a small number for each of the node structs, for dispatch by array
// and for sets of kinds.
type Kind uint8

// The kinds of nodes: each is the name of its struct after "Kind".
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

// String is the kind's name in Puppet's model, such as "CaseOption".
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

// NewKindSet makes a set of the given kinds.
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

// Kind is KindProgram.
func (*Program) Kind() Kind { return KindProgram }

// Kind is KindNop.
func (*Nop) Kind() Kind { return KindNop }

// Kind is KindBadExpr.
func (*BadExpr) Kind() Kind { return KindBadExpr }

// Kind is KindBlockExpression.
func (*BlockExpression) Kind() Kind { return KindBlockExpression }

// Kind is KindApplyBlockExpression.
func (*ApplyBlockExpression) Kind() Kind { return KindApplyBlockExpression }

// Kind is KindAssignmentExpression.
func (*AssignmentExpression) Kind() Kind { return KindAssignmentExpression }

// Kind is KindArithmeticExpression.
func (*ArithmeticExpression) Kind() Kind { return KindArithmeticExpression }

// Kind is KindRelationshipExpression.
func (*RelationshipExpression) Kind() Kind { return KindRelationshipExpression }

// Kind is KindComparisonExpression.
func (*ComparisonExpression) Kind() Kind { return KindComparisonExpression }

// Kind is KindMatchExpression.
func (*MatchExpression) Kind() Kind { return KindMatchExpression }

// Kind is KindInExpression.
func (*InExpression) Kind() Kind { return KindInExpression }

// Kind is KindAndExpression.
func (*AndExpression) Kind() Kind { return KindAndExpression }

// Kind is KindOrExpression.
func (*OrExpression) Kind() Kind { return KindOrExpression }

// Kind is KindNamedAccessExpression.
func (*NamedAccessExpression) Kind() Kind { return KindNamedAccessExpression }

// Kind is KindParenthesizedExpression.
func (*ParenthesizedExpression) Kind() Kind { return KindParenthesizedExpression }

// Kind is KindNotExpression.
func (*NotExpression) Kind() Kind { return KindNotExpression }

// Kind is KindUnaryMinusExpression.
func (*UnaryMinusExpression) Kind() Kind { return KindUnaryMinusExpression }

// Kind is KindUnfoldExpression.
func (*UnfoldExpression) Kind() Kind { return KindUnfoldExpression }

// Kind is KindTextExpression.
func (*TextExpression) Kind() Kind { return KindTextExpression }

// Kind is KindRenderExpression.
func (*RenderExpression) Kind() Kind { return KindRenderExpression }

// Kind is KindAccessExpression.
func (*AccessExpression) Kind() Kind { return KindAccessExpression }

// Kind is KindLiteralList.
func (*LiteralList) Kind() Kind { return KindLiteralList }

// Kind is KindLiteralHash.
func (*LiteralHash) Kind() Kind { return KindLiteralHash }

// Kind is KindKeyedEntry.
func (*KeyedEntry) Kind() Kind { return KindKeyedEntry }

// Kind is KindCaseExpression.
func (*CaseExpression) Kind() Kind { return KindCaseExpression }

// Kind is KindCaseOption.
func (*CaseOption) Kind() Kind { return KindCaseOption }

// Kind is KindSelectorExpression.
func (*SelectorExpression) Kind() Kind { return KindSelectorExpression }

// Kind is KindSelectorEntry.
func (*SelectorEntry) Kind() Kind { return KindSelectorEntry }

// Kind is KindIfExpression.
func (*IfExpression) Kind() Kind { return KindIfExpression }

// Kind is KindUnlessExpression.
func (*UnlessExpression) Kind() Kind { return KindUnlessExpression }

// Kind is KindCollectExpression.
func (*CollectExpression) Kind() Kind { return KindCollectExpression }

// Kind is KindVirtualQuery.
func (*VirtualQuery) Kind() Kind { return KindVirtualQuery }

// Kind is KindExportedQuery.
func (*ExportedQuery) Kind() Kind { return KindExportedQuery }

// Kind is KindAttributeOperation.
func (*AttributeOperation) Kind() Kind { return KindAttributeOperation }

// Kind is KindAttributesOperation.
func (*AttributesOperation) Kind() Kind { return KindAttributesOperation }

// Kind is KindParameter.
func (*Parameter) Kind() Kind { return KindParameter }

// Kind is KindHostClassDefinition.
func (*HostClassDefinition) Kind() Kind { return KindHostClassDefinition }

// Kind is KindResourceTypeDefinition.
func (*ResourceTypeDefinition) Kind() Kind { return KindResourceTypeDefinition }

// Kind is KindFunctionDefinition.
func (*FunctionDefinition) Kind() Kind { return KindFunctionDefinition }

// Kind is KindPlanDefinition.
func (*PlanDefinition) Kind() Kind { return KindPlanDefinition }

// Kind is KindNodeDefinition.
func (*NodeDefinition) Kind() Kind { return KindNodeDefinition }

// Kind is KindTypeAlias.
func (*TypeAlias) Kind() Kind { return KindTypeAlias }

// Kind is KindTypeMapping.
func (*TypeMapping) Kind() Kind { return KindTypeMapping }

// Kind is KindTypeDefinition.
func (*TypeDefinition) Kind() Kind { return KindTypeDefinition }

// Kind is KindApplyExpression.
func (*ApplyExpression) Kind() Kind { return KindApplyExpression }

// Kind is KindLambdaExpression.
func (*LambdaExpression) Kind() Kind { return KindLambdaExpression }

// Kind is KindCallNamedFunctionExpression.
func (*CallNamedFunctionExpression) Kind() Kind { return KindCallNamedFunctionExpression }

// Kind is KindCallMethodExpression.
func (*CallMethodExpression) Kind() Kind { return KindCallMethodExpression }

// Kind is KindHeredocExpression.
func (*HeredocExpression) Kind() Kind { return KindHeredocExpression }

// Kind is KindConcatenatedString.
func (*ConcatenatedString) Kind() Kind { return KindConcatenatedString }

// Kind is KindLiteralString.
func (*LiteralString) Kind() Kind { return KindLiteralString }

// Kind is KindLiteralInteger.
func (*LiteralInteger) Kind() Kind { return KindLiteralInteger }

// Kind is KindLiteralFloat.
func (*LiteralFloat) Kind() Kind { return KindLiteralFloat }

// Kind is KindLiteralBoolean.
func (*LiteralBoolean) Kind() Kind { return KindLiteralBoolean }

// Kind is KindLiteralUndef.
func (*LiteralUndef) Kind() Kind { return KindLiteralUndef }

// Kind is KindLiteralDefault.
func (*LiteralDefault) Kind() Kind { return KindLiteralDefault }

// Kind is KindLiteralRegularExpression.
func (*LiteralRegularExpression) Kind() Kind { return KindLiteralRegularExpression }

// Kind is KindQualifiedName.
func (*QualifiedName) Kind() Kind { return KindQualifiedName }

// Kind is KindQualifiedReference.
func (*QualifiedReference) Kind() Kind { return KindQualifiedReference }

// Kind is KindReservedWord.
func (*ReservedWord) Kind() Kind { return KindReservedWord }

// Kind is KindVariableExpression.
func (*VariableExpression) Kind() Kind { return KindVariableExpression }

// Kind is KindEppExpression.
func (*EppExpression) Kind() Kind { return KindEppExpression }

// Kind is KindRenderStringExpression.
func (*RenderStringExpression) Kind() Kind { return KindRenderStringExpression }

// Kind is KindResourceExpression.
func (*ResourceExpression) Kind() Kind { return KindResourceExpression }

// Kind is KindResourceBody.
func (*ResourceBody) Kind() Kind { return KindResourceBody }

// Kind is KindResourceDefaultsExpression.
func (*ResourceDefaultsExpression) Kind() Kind { return KindResourceDefaultsExpression }

// Kind is KindResourceOverrideExpression.
func (*ResourceOverrideExpression) Kind() Kind { return KindResourceOverrideExpression }
