package rules

import (
	"puppet-lint/diag"
	"puppet-lint/hiera"
	"puppet-lint/lint/suppress"
	"puppet-lint/validate"
)

// All lists every rule: first those that the Ruby puppet-lint ships with, in
// the order in which it runs and prints them, then the rest by name. The
// caller owns the slice.
func All() []*Rule {
	return []*Rule{
		&arrowOnRightOperandLine,
		&autoloaderLayout,
		&classInheritsFromParamsClass,
		&codeOnTopScope,
		&inheritsAcrossNamespaces,
		&namesContainingDash,
		&namesContainingUppercase,
		&nestedClassesOrDefines,
		&parameterOrder,
		&rightToLeftRelationship,
		&variableScope,
		&slashComments,
		&starComments,
		&caseWithoutDefault,
		&selectorInsideResource,
		&documentation,
		&unquotedNodeName,
		&duplicateParams,
		&ensureFirstParam,
		&ensureNotSymlinkTarget,
		&fileMode,
		&unquotedFileMode,
		&unquotedResourceTitle,
		&doubleQuotedStrings,
		&onlyVariableString,
		&puppetURLWithoutModules,
		&quotedBooleans,
		&singleQuoteStringWithVariables,
		&variablesNotEnclosed,
		&variableContainsDash,
		&variableIsLowercase,
		&chars140,
		&twoSpaceSoftTabs,
		&chars80,
		&arrowAlignment,
		&hardTabs,
		&spaceBeforeArrow,
		&trailingWhitespace,
		&legacyFacts,
		&topScopeFacts,
		&anchorResource,
		&anyType,
		&appends,
		&assignmentInCondition,
		&conflictingFileAttributes,
		&constantCondition,
		&disabledVerification,
		&doubleNegation,
		&duplicateMember,
		&duplicateOption,
		&emptyBranch,
		&emptyStringAssignment,
		&execIdempotency,
		&fileEnsure,
		&functionDocumentation,
		&functionTypes,
		&hieraFunction,
		&identicalBranches,
		&identicalOperands,
		&insecureDownload,
		&leadingZero,
		&lookupInParameter,
		&manifestWhitespaceArrowsSingleSpaceAfter,
		&manifestWhitespaceClassNameSingleSpaceAfter,
		&manifestWhitespaceClassNameSingleSpaceBefore,
		&manifestWhitespaceClosingBraceAfter,
		&manifestWhitespaceClosingBraceBefore,
		&manifestWhitespaceClosingBracketAfter,
		&manifestWhitespaceClosingBracketBefore,
		&manifestWhitespaceDoubleNewlineEndOfFile,
		&manifestWhitespaceInheritsNameSingleSpaceBefore,
		&manifestWhitespaceMissingNewlineEndOfFile,
		&manifestWhitespaceNewlineBeginningOfFile,
		&manifestWhitespaceOpeningBraceAfter,
		&manifestWhitespaceOpeningBraceBefore,
		&manifestWhitespaceOpeningBracketAfter,
		&manifestWhitespaceOpeningBracketBefore,
		&manifestWhitespaceTwoEmptyLines,
		&missingSummary,
		&noChainingArrows,
		&optionalDefault,
		&packageEnsure,
		&parameterDocumentation,
		&parameterTypes,
		&paramsEmptyStringAssignment,
		&paramsNotOptionalWithUndef,
		&plainSecretParameter,
		&plaintextSecret,
		&relativeClassnameInclusion,
		&relativeClassnameReference,
		&repeatedCondition,
		&resourceReferenceChainWithoutWhitespace,
		&resourceReferenceWithUnquotedTitle,
		&resourceReferenceWithoutTitleCapital,
		&resourceReferenceWithoutWhitespace,
		&selfRelationship,
		&sensitiveInString,
		&setuidFile,
		&shadowedVariable,
		&shellInjection,
		&spaceshipOperatorWithoutTag,
		&strictIndent,
		&topscopeVariable,
		&trailingComma,
		&undefInFunction,
		&unguardedExec,
		&unknownDocumentedParameter,
		&unquotedStringInCase,
		&unquotedStringInSelector,
		&unusedParameter,
		&unusedResult,
		&unusedVariable,
		&unwrappedSecret,
		&variableContainsUpcase,
		&versionComparison,
		&weakHash,
		&weakPasswordHash,
		&weakTLSVersion,
		&worldWritableFile,
	}
}

// Metadata lists the metadata of every rule that there is, those of the other
// packages included: All in its order, then the rest. The caller owns the
// slice; the rules must not be changed.
func Metadata() []*diag.Rule {
	var all []*diag.Rule
	for _, rule := range All() {
		all = append(all, &rule.Rule)
	}
	all = append(all, suppress.Rules()...)
	all = append(all, validate.Rules()...)
	all = append(all, hiera.Rules()...)
	return append(all, &InternalError)
}
