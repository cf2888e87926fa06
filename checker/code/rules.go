// Package code declares the rules of the type checker: name, severity, rationale and examples
// of each. It holds data only. The checker and its packages report findings of these rules.
// Documentation, configuration and reports read them through Rules.
//
// Each file declares the rules of one subject: names, values, resources, templates, metadata,
// operating systems, data, and those of the group strict.
package code

import "puppet-lint/internal/diag"

// since is the version of the program that introduced the rules of this package.
const since = "1.0.0"

// Rules returns the metadata of every rule of this package. The caller must not change them.
func Rules() []*diag.Rule {
	return []*diag.Rule{
		// names.go
		&UnknownVariable, &UnknownFunction, &UnknownType, &ReassignedVariable, &ClassNotIncluded, &MisspeltFact,
		// values.go
		&TypeMismatch, &ArgumentMismatch, &ArgumentCount, &ConversionFails, &OperatorMismatch, &DivisionByZero,
		&ArithmeticOverflow, &ComparisonMismatch, &MatchMismatch, &InvalidIndex, &InvalidTypeParameters,
		&AssignmentMismatch, &UnmatchedSelector, &IllegalLeave, &DiscontinuedFunction, &DeprecatedCall, &DeprecatedFunction, &UnreachableCode, &RevealedType, &ImpossibleComparison, &SensitiveInString, &CheckerInternalError,
		// resources.go
		&UnknownClass, &UnknownResourceType, &UnknownAttribute, &MissingParameter, &DuplicateAttribute, &InvalidAttributeValue, &InvalidTag, &DependencyCycle,
		&DuplicateTitle, &DuplicateDeclaration, &InvalidTitle, &InvalidClassName, &InvalidOverride, &RelationshipMismatch, &UndeclaredReference,
		&MissingFile, &CollectorQueryMismatch, &RefusedValue, &PrivateUse, &SelfInclude,
		&InvalidDeferred, &InvalidPlanCall,
		// strict.go
		&PossiblyUnsetVariable, &PossibleTypeMismatch, &PossibleArgumentMismatch, &PossibleOperatorMismatch, &PossiblyUnmatchedSelector,
		// templates.go
		&TemplateParameters, &UnknownTemplateVariable, &BareTemplateVariable, &UnusedTemplateValue, &LegacyFactInTemplate, &LegacyFactVariable,
		// metadata.go
		&InvalidMetadata, &OpenDependency, &DependencyVersion, &UndeclaredDependency, &UnusedDependency, &RequirementTooWide, &OutdatedRequirement, &InvalidTask,
		// systems.go
		&UnhandledSystem, &UnsupportedSystem,
		// data.go
		&DataTypeMismatch, &UnknownDataKey, &UnusedDataKey, &InvalidLookupOptions, &RecursiveData, &InvalidLookup, &MissingData, &UnknownDataVariable, &LegacyFactInData,
	}
}

// examples returns examples, each a separate manifest.
func examples(texts ...string) []diag.Example {
	examples := make([]diag.Example, len(texts))
	for i, text := range texts {
		examples[i].Code = text
	}
	return examples
}
