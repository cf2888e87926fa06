package validate

import (
	"strings"

	"puppet-lint/internal/diag"
)

// since is the version of the program that introduced the rules of this package.
const since = "1.0.0"

// Rules returns the metadata of every rule of this package. The caller must not change them.
func Rules() []*diag.Rule {
	return []*diag.Rule{
		// syntax.go
		&syntaxError, &byteOrderMark, &invalidEncoding, &invalidNumber, &unclosedString, &unclosedComment,
		&invalidQualifiedName, &invalidHeredoc, &unbalancedEppTag, &virtualNonResource,
		&invalidResourceExpression, &illegalArgumentList, &nestingTooDeep,
		// strings.go
		&unrecognizedEscape, &illegalUnicodeEscape, &invalidRegexp, &invalidHeredocContent, &interpolatedBoolean,
		// assignments.go
		&assignmentToOtherScope, &assignmentToNumericVariable, &indexedAssignment, &illegalAssignment,
		&assignmentInDefault, &appendAssignment,
		// expressions.go
		&notAValue, &callOfNonFunction, &duplicateKey, &duplicateDefault, &integerOverflow, &negatedNonNumber, &reservedWord,
		&ambiguousEppParameters,
		// effects.go
		&expressionWithoutEffect, &resourceWithoutTitle,
		// resources.go
		&illegalAttributeAppend, &repeatedAttributeSplat, &notVirtualizable, &collectorWithoutType, &invalidQuery,
		// definitions.go
		&nestedDefinition, &illegalDefinitionName, &reservedTypeName, &futureReservedWord, &duplicateDefinition,
		&invalidTypeReference, &unsupportedTypeDefinition, &illegalTypeMapping,
		// nodes.go
		&illegalHostname, &interpolatedHostname, &nodeInheritance,
		// parameters.go
		&illegalParameterName, &duplicateParameter, &reservedParameter, &metaparameterAsParameter,
		&misplacedCapturesRest, &nonliteralParameterType,
		// names.go
		&illegalVariableName, &reservedName, &reservedParameterName, &underscoreInQualifiedName, &mixedCaseName,
		// placement.go
		&definitionInWrongFile, &statementOutsideDefinition, &notAutoloadable,
		// tasks.go
		&catalogOnlyExpression, &planOnlyExpression,
	}
}

// code returns examples, each a separate manifest.
func code(texts ...string) []diag.Example {
	examples := make([]diag.Example, len(texts))
	for i, text := range texts {
		examples[i].Code = text
	}
	return examples
}

// codeAt returns an example with a text at path in the module.
func codeAt(path, text string) []diag.Example {
	return []diag.Example{{Path: path, Code: text}}
}

// inClass returns an example of statements in a class.
func inClass(statements string) []diag.Example {
	var text strings.Builder
	text.WriteString("# An example.\nclass example {\n")
	for line := range strings.Lines(statements) {
		text.WriteString("  " + line)
	}
	text.WriteString("}\n")
	return code(text.String())
}
