package checker

import "puppet-lint/diag"

// since is the version of the program that brought the rules of this package.
const since = "1.0.0"

// Rules lists the metadata of every rule of this package. The caller must not
// change what it points to.
func Rules() []*diag.Rule {
	return []*diag.Rule{
		// rules_names.go
		&unknownVariable, &unknownFunction, &unknownType, &reassignedVariable, &classNotIncluded, &misspeltFact,
		// rules_values.go
		&typeMismatch, &argumentMismatch, &argumentCount, &conversionFails, &operatorMismatch, &divisionByZero,
		&arithmeticOverflow, &comparisonMismatch, &matchMismatch, &invalidIndex, &invalidTypeParameters,
		&assignmentMismatch, &unmatchedSelector, &illegalLeave, &discontinuedFunction, &deprecatedCall, &deprecatedFunction, &unreachableCode, &revealedType, &impossibleComparison, &sensitiveInString, &internalError,
		// rules_resources.go
		&unknownClass, &unknownResourceType, &unknownAttribute, &missingParameter, &duplicateAttribute, &invalidAttributeValue, &invalidTag, &dependencyCycle,
		&duplicateTitle, &duplicateDeclaration, &invalidTitle, &invalidClassName, &invalidOverride, &relationshipMismatch, &undeclaredReference,
		&missingFile, &invalidQuery, &refusedValue,
		&invalidDeferred, &invalidPlanCall,
		// rules_strict.go
		&possiblyUnsetVariable, &possibleTypeMismatch, &possibleArgumentMismatch, &possibleOperatorMismatch, &possiblyUnmatchedSelector,
		// rules_templates.go
		&templateParameters, &unknownTemplateVariable, &bareTemplateVariable, &legacyFactInTemplate, &legacyFactVariable,
		// rules_metadata.go
		&invalidMetadata, &openDependency, &dependencyVersion, &undeclaredDependency, &unusedDependency, &requirementTooLow, &outdatedRequirement, &invalidTask,
		// rules_systems.go
		&unhandledSystem, &unsupportedSystem,
		// rules_data.go
		&dataTypeMismatch, &unknownDataKey, &unusedDataKey, &invalidLookupOptions, &recursiveData, &invalidLookup, &missingData, &unknownDataVariable, &legacyFactInData,
	}
}

// code makes examples of texts, each a manifest of its own.
func code(texts ...string) []diag.Example {
	examples := make([]diag.Example, len(texts))
	for i, text := range texts {
		examples[i].Code = text
	}
	return examples
}
