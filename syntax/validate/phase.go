package validate

import "puppet-lint/internal/diag"

// Phase is the part of Puppet that makes a finding, in the order in which Puppet processes a
// file.
type Phase uint8

// The phases.
const (
	Parsing   Phase = iota // the lexer and the parser: the first error ends Puppet's work
	Checking               // the checker: all of its findings are listed
	Defining               // definitions are entered: the first error ends it
	Logging                // warnings that Puppet logs
	Specified              // this program's own rules, from the specification
)

// String returns the name of the phase in the answers of "validate --jsonl".
func (s Phase) String() string {
	return [...]string{"parse", "check", "define", "log", "specification"}[s]
}

// PhaseOf returns the phase of a finding of this package.
func PhaseOf(finding *diag.Diagnostic) Phase {
	switch finding.Rule {
	case &syntaxError, &byteOrderMark, &invalidEncoding, &invalidNumber, &unclosedString, &unclosedComment,
		&invalidQualifiedName, &invalidHeredoc, &unbalancedEppTag, &virtualNonResource,
		&invalidResourceExpression, &illegalArgumentList, &nestingTooDeep, &invalidRegexp, &interpolatedBoolean:
		return Parsing
	case &unrecognizedEscape, &illegalUnicodeEscape, &metaparameterAsParameter:
		if finding.Severity < diag.Error {
			return Logging
		}
		if finding.Rule != &metaparameterAsParameter {
			return Parsing
		}
		return Defining
	case &duplicateDefinition:
		return Defining
	case &reservedName, &reservedParameterName, &underscoreInQualifiedName, &mixedCaseName, &notAutoloadable:
		return Specified
	}
	if finding.Code() == "" {
		switch finding.Rule {
		case &illegalDefinitionName, &resourceWithoutTitle:
			return Parsing // the parser's wording of the same problem
		case &reservedTypeName, &illegalTypeMapping, &illegalHostname:
			return Defining
		}
	}
	return Checking
}

// IsDeprecation reports whether Puppet calls a finding a deprecation.
func IsDeprecation(finding *diag.Diagnostic) bool {
	return finding.Rule == &futureReservedWord || finding.Rule == &nonliteralParameterType
}
