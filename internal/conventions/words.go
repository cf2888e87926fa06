package conventions

import (
	"fmt"
	"go/ast"
	"go/token"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"
)

// Words reports retired words and phrases in identifiers, comments and texts.
var Words = &analysis.Analyzer{
	Name: "retiredwords",
	Doc:  "reports words of private meaning that a standard term has replaced",
	Run:  eachFile(words),
}

// words reports the retired words of one file.
func words(pass *analysis.Pass, file *ast.File, path string) {
	for _, group := range file.Comments {
		retiredIn(path, group.Text(), func(message string) { pass.Reportf(group.Pos(), "%s", message) })
	}
	for name := range declared(file) {
		word := strings.ToLower(name.Name[:1]) + name.Name[1:]
		if term := retiredNames[word]; term != "" && !isAllowedName(path, name.Name) {
			pass.Reportf(name.Pos(), "the name %s is retired: use %q", name.Name, term)
		}
		for _, part := range wordsOf(name.Name) {
			if term := retiredParts[part]; term != "" && !isTest(path) && !isAllowedPart(path, part) {
				pass.Reportf(name.Pos(), "the name %s contains the retired word %q: use %q", name.Name, part, term)
			}
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.BasicLit:
			if node.Kind == token.STRING && !isTest(path) {
				retiredIn(path, node.Value, func(message string) { pass.Reportf(node.Pos(), "%s", message) })
			}
		case *ast.Ident:
			for _, word := range wordsOf(node.Name) {
				if term := retired[word]; term != "" && !isExcused(path, word) {
					pass.Reportf(node.Pos(), "the name %s contains a retired word: use %q", node.Name, term)
				}
			}
		}
		return true
	})
}

// retired maps words that the project used with a private meaning to the terms that replaced them.
// No identifier, comment, text or page of the documentation contains these words.
var retired = map[string]string{
	"mend": "fix", "mended": "fixed", "mending": "fixing", "mends": "fixes",
	"silence": "suppress", "silenced": "suppressed", "silences": "suppresses", "silencing": "suppressing",
	"survey": "type summary", "surveys": "type summaries", "surveyed": "summarized",
	"blame": "origin", "blamed": "origin", "blames": "names",
	"renewal": "invalidation", "renewals": "invalidations",
	"fitter": "data checker", "fitters": "data checkers", "slip": "typo", "slips": "typos",
	"verdict": "answer", "verdicts": "answers", "doubts": "error region, uncertain",
	"ours": "the name of the program", "theirs": "the name of the other program",
}

// retiredNames maps names that no package may declare to their replacements. The words are allowed
// in sentences and for local variables.
var retiredNames = map[string]string{
	"face": "exported signature", "documentFace": "exported signature", "mentions": "name index",
	"asked": "recorded query", "alike": "unchanged", "recall": "reuse", "recalled": "reused",
	"stray": "unresolved owner", "strays": "unresolved", "lacking": "already reported",
	"meeting": "join point", "fault": "operation error", "doubt": "error region", "told": "layout detection",
	"loose": "partly typed", "hole": "untyped", "holes": "untyped", "direct": "local declarations",
	"heads": "parameter signatures", "requirements": "parameter type inference",
}

// retiredParts maps words that no declared name may contain to their replacements.
var retiredParts = map[string]string{
	"place": "location", "places": "locations", "unit": "file task", "units": "file tasks",
	"subject": "document", "subjects": "documents", "instances": "call-site summaries", "instance": "call-site summary",
	"question": "query", "questions": "queries", "shape": "schema, type class", "shapes": "schemas, type classes",
	"head": "parameter signature", "heads": "parameter signatures", "stage": "phase", "fault": "operation error",
}

// allowedParts maps files and folders to the retired words that their names may contain, each with
// the reason. The comparison programs and benchmarks may use all of them.
var allowedParts = map[string][]string{
	"internal/oracle/": {"place", "places", "subject", "subjects", "question", "questions", "shape", "shapes", "fault", "unit", "head", "instance"},
	"internal/bench/":  {"place", "places", "subject", "subjects", "shape", "shapes", "unit"},

	"checker/eval/narrow.go":               {"instance"},                                          // of a type
	"checker/lattice/":                     {"instance"},                                          // of a type
	"types/":                               {"instance", "instances", "unit", "units", "subject"}, // of a type; the type Unit; the subject of a mismatch
	"cmd/puppet-lint/typequery/queries.go": {"instance"},                                          // of a type
	"internal/document/erb/":               {"instance"},                                          // variables of Ruby
	"internal/document/ruby/":              {"instance"},                                          // variables of Ruby
	"internal/document/json/reader.go":     {"unit"},                                              // of UTF-16
	"internal/source/column.go":            {"units"},                                             // of UTF-16
	"server/position.go":                   {"units"},                                             // of UTF-16
	"server/protocol/":                     {"unit"},                                              // a kind of completion
	"checker/eval/relationships.go":        {"stage"},                                             // Puppet's stages
	"internal/diag/suggestion.go":          {"question"},                                          // a question to the user
	"syntax/token.go":                      {"question"},                                          // the character
	"internal/document/yaml/scanner.go":    {"head"},                                              // of a queue
	"internal/incremental/":                {"head"},                                              // of a cycle
	"internal/gen/":                        {"head"},                                              // of a list
}

// allowedNames maps files to the retired names that they may declare, because the names have their
// plain meaning there.
var allowedNames = map[string]string{
	"checker/symbols/symbol.go": "Mentions", // texts that may name something
	"module/metadata.go":        "Requirements",
	"rules/security_checks.go":  "mentions",
}

// phrases maps retired phrases, each within one line, to their replacements: terms of several
// words, and former messages.
var phrases = map[string]string{
	"is to stand": "treat … as", "what is in force": "the effective configuration", "what was meant": "suggestion",
	"the Ruby tool": "puppet-lint (Ruby)", "the Ruby puppet-lint": "puppet-lint (Ruby)",
	"The Ruby puppet-lint": "puppet-lint (Ruby)", "the Ruby program": "puppet-lint (Ruby)",
	"elements to take": "cannot be indexed", "lets anybody stand": "disables verification",
	"everybody may write to": "world-writable", "excludes next to nothing": "accepts almost anything",
	"is said of": "the finding on …, the report on …", "is asked of": "a query for …", "comes upon": "detects, uses, evaluates",
	"is let be": "is not reported", "belongs into": "belongs in", "belong into": "belong in", "himself": "name who",
	"a Enum": "an Enum", "got an Array[Unit]": "got an empty array", "with this title": "report it where it is caused",
}

// excused maps files to the retired words that they may contain, each with the reason.
var excused = map[string][]string{
	// A class in its data has this name.
	"lint/session_metadata_test.go": {"slip"},
}

// isAllowedName reports whether a file may declare a retired name. The comparison programs may,
// because they really have judges, questions and faults.
func isAllowedName(path, name string) bool {
	if strings.HasPrefix(path, "internal/oracle/") {
		return true
	}
	for prefix, allowed := range allowedNames {
		if strings.HasPrefix(path, prefix) && allowed == name {
			return true
		}
	}
	return false
}

// isAllowedPart reports whether the names that a file declares may contain a retired word.
func isAllowedPart(path, part string) bool {
	for prefix, parts := range allowedParts {
		if strings.HasPrefix(path, prefix) && slices.Contains(parts, part) {
			return true
		}
	}
	return false
}

// isExcused reports whether a file may contain a word.
func isExcused(path, word string) bool {
	for prefix, words := range excused {
		if strings.HasPrefix(path, prefix) && slices.Contains(words, word) {
			return true
		}
	}
	return false
}

var wordPattern = regexp.MustCompile(`[a-z]+`)

// wordsOf returns the words of an identifier, in lower case.
func wordsOf(identifier string) []string {
	var words []string
	start := 0
	runes := []rune(identifier)
	for i := 1; i <= len(runes); i++ {
		if i == len(runes) || runes[i] == '_' || unicode.IsUpper(runes[i]) && !unicode.IsUpper(runes[i-1]) {
			words = append(words, strings.ToLower(strings.Trim(string(runes[start:i]), "_")))
			start = i
		}
	}
	return words
}

// retiredIn calls report with a message for each retired word and phrase in a text.
func retiredIn(path, text string, report func(message string)) {
	for _, word := range wordPattern.FindAllString(strings.ToLower(text), -1) {
		if term := retired[word]; term != "" && !isExcused(path, word) {
			report(fmt.Sprintf("%q is retired: write %q in %q", word, term, excerpt(text, word)))
		}
	}
	for phrase, term := range phrases {
		if strings.Contains(text, phrase) {
			report(fmt.Sprintf("%q is retired: write %q", phrase, term))
		}
	}
}

// excerpt returns the line of a text that contains a word.
func excerpt(text, word string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(strings.ToLower(line), word) {
			return strings.TrimSpace(line)
		}
	}
	return text
}

// declared yields the names that a file declares for its package: functions, methods, types,
// fields, constants and variables, but not local names.
func declared(file *ast.File) iter.Seq[*ast.Ident] {
	return func(yield func(*ast.Ident) bool) {
		for _, declaration := range file.Decls {
			switch declaration := declaration.(type) {
			case *ast.FuncDecl:
				if !yield(declaration.Name) {
					return
				}
			case *ast.GenDecl:
				for _, spec := range declaration.Specs {
					for _, name := range declaredBy(spec) {
						if !yield(name) {
							return
						}
					}
				}
			}
		}
	}
}

// declaredBy returns the names that one specification declares, including the fields of types.
func declaredBy(spec ast.Spec) []*ast.Ident {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		return spec.Names
	case *ast.TypeSpec:
		names := []*ast.Ident{spec.Name}
		ast.Inspect(spec.Type, func(node ast.Node) bool {
			if field, ok := node.(*ast.Field); ok {
				names = append(names, field.Names...)
			}
			return true
		})
		return names
	}
	return nil
}
