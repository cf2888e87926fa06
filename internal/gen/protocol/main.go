//go:build develop

// Program protocol writes the types of the Language Server Protocol in package server/protocol
// from the protocol's machine-readable model. It also keeps the part of the model that the
// server's tests validate messages with. Run it in the root of the repository.
//
//	go run -tags develop ./internal/gen/protocol -model ../shared/lsp/metaModel.json
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	path := flag.String("model", "../shared/lsp/metaModel.json", "the protocol's `file`")
	flag.Parse()
	err := run(*path, filepath.Join("server", "protocol"))
	if err == nil {
		err = writeModel(*path, filepath.Join("server", "testdata", "model.json.gz"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "protocol:", err)
		os.Exit(1)
	}
}

// roots are the structures that the server reads or writes. The structures in them are included
// automatically.
var roots = []string{
	"CallHierarchyIncomingCall", "CallHierarchyIncomingCallsParams", "CallHierarchyItem", "CallHierarchyOutgoingCall", "CallHierarchyOutgoingCallsParams", "CallHierarchyPrepareParams",
	"CancelParams", "CodeAction", "CodeActionParams", "CodeLens", "CodeLensParams", "Command", "CompletionItem", "CompletionList", "CompletionParams", "ConfigurationParams",
	"CreateFile", "DeclarationParams", "DefinitionParams", "DeleteFile", "DidChangeConfigurationParams", "DidChangeTextDocumentParams", "DidChangeWatchedFilesParams",
	"DidChangeWatchedFilesRegistrationOptions", "DidChangeWorkspaceFoldersParams", "DidCloseTextDocumentParams", "DidOpenTextDocumentParams", "DidSaveTextDocumentParams",
	"DocumentDiagnosticParams", "DocumentFormattingParams", "DocumentHighlight", "DocumentHighlightParams", "DocumentLink", "DocumentLinkParams",
	"DocumentOnTypeFormattingParams", "DocumentRangeFormattingParams", "DocumentSymbol", "DocumentSymbolParams", "ExecuteCommandParams", "FoldingRange", "FoldingRangeParams",
	"FullDocumentDiagnosticReport", "Hover", "HoverParams", "InitializeParams", "InitializeResult", "InlayHint", "InlayHintParams", "Location", "LocationLink", "LogMessageParams", "LogTraceParams",
	"MarkupContent", "PrepareRenameParams", "PrepareRenamePlaceholder", "ProgressParams", "PublishDiagnosticsParams", "ReferenceParams", "RegistrationParams", "RelatedFullDocumentDiagnosticReport",
	"RelatedUnchangedDocumentDiagnosticReport", "RenameFile", "RenameFilesParams", "RenameParams", "SelectionRange", "SelectionRangeParams", "SemanticTokens", "SemanticTokensParams",
	"SemanticTokensRangeParams", "SetTraceParams", "ShowMessageParams", "SignatureHelp", "SignatureHelpParams", "SymbolInformation", "TextDocumentEdit", "TextEdit",
	"TypeDefinitionParams", "TypeHierarchyItem", "TypeHierarchyPrepareParams", "TypeHierarchySubtypesParams", "TypeHierarchySupertypesParams", "WorkDoneProgressBegin", "WorkDoneProgressCreateParams",
	"WorkDoneProgressEnd", "WorkDoneProgressReport", "WorkspaceDiagnosticParams", "WorkspaceDiagnosticReport", "WorkspaceEdit", "WorkspaceFullDocumentDiagnosticReport",
	"WorkspaceSymbol", "WorkspaceSymbolParams", "WorkspaceUnchangedDocumentDiagnosticReport", "ApplyWorkspaceEditParams", "ApplyWorkspaceEditResult", "AnnotatedTextEdit",
	"SemanticTokensOptions", "DiagnosticOptions", "RenameOptions", "CodeActionOptions", "TextDocumentSyncOptions", "FileOperationRegistrationOptions",
	"ErrorCodes", "LSPErrorCodes",
}

// plain are structures that are not generated: of a client's capabilities, the server reads a
// few parts itself, and it does not support notebooks.
var plain = map[string]string{
	"ClientCapabilities": "any", "NotebookDocumentSyncOptions": "any", "NotebookDocumentSyncRegistrationOptions": "any",
	"LSPAny": "any", "LSPObject": "map[string]any", "LSPArray": "[]any",
}

type model struct {
	Structures   []*structure   `json:"structures"`
	Enumerations []*enumeration `json:"enumerations"`
	TypeAliases  []*alias       `json:"typeAliases"`
}

type structure struct {
	Name          string      `json:"name"`
	Properties    []*property `json:"properties"`
	Extends       []*typeOf   `json:"extends"`
	Mixins        []*typeOf   `json:"mixins"`
	Documentation string      `json:"documentation"`
}

type property struct {
	Name     string  `json:"name"`
	Type     *typeOf `json:"type"`
	Optional bool    `json:"optional"`
}

type enumeration struct {
	Name   string  `json:"name"`
	Type   *typeOf `json:"type"`
	Values []struct {
		Name  string `json:"name"`
		Value any    `json:"value"`
	} `json:"values"`
}

type alias struct {
	Name string  `json:"name"`
	Type *typeOf `json:"type"`
}

type typeOf struct {
	Kind    string          `json:"kind"`
	Name    string          `json:"name"`
	Element *typeOf         `json:"element"`
	Items   []*typeOf       `json:"items"`
	Key     *typeOf         `json:"key"`
	Value   json.RawMessage `json:"value"`
}

type generator struct {
	structures   map[string]*structure
	enumerations map[string]*enumeration
	aliases      map[string]*alias
	needed       []string
	literals     map[string]*structure
}

func run(path, folder string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var read model
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	g := &generator{structures: map[string]*structure{}, enumerations: map[string]*enumeration{}, aliases: map[string]*alias{}}
	for _, one := range read.Structures {
		g.structures[one.Name] = one
	}
	for _, one := range read.Enumerations {
		g.enumerations[one.Name] = one
	}
	for _, one := range read.TypeAliases {
		g.aliases[one.Name] = one
	}
	for _, name := range roots {
		g.need(name)
	}
	bodies := map[string]string{}
	for i := 0; i < len(g.needed); i++ {
		bodies[g.needed[i]] = g.declaration(g.needed[i])
	}
	slices.Sort(g.needed)
	files := map[string]*bytes.Buffer{}
	for _, name := range g.needed {
		file := "types_a_d.go"
		switch {
		case g.enumerations[name] != nil:
			file = "enumerations.go"
		case name >= "S":
			file = "types_s_z.go"
		case name >= "E":
			file = "types_e_r.go"
		}
		if files[file] == nil {
			files[file] = bytes.NewBufferString("// Code generated by internal/gen/protocol from the protocol's model. DO NOT EDIT.\n\npackage protocol\n\n")
		}
		files[file].WriteString(bodies[name])
	}
	for name, file := range files {
		formatted, err := format.Source(file.Bytes())
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), formatted, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (g *generator) need(name string) {
	if plain[name] == "" && !slices.Contains(g.needed, name) {
		g.needed = append(g.needed, name)
	}
}

func (g *generator) declaration(name string) string {
	var text strings.Builder
	if one := g.enumerations[name]; one != nil {
		base := map[string]string{"string": "string", "integer": "int32", "uinteger": "uint32"}[one.Type.Name]
		fmt.Fprintf(&text, "// %s is the protocol's enumeration of that name.\ntype %s %s\n\n// The values of %s.\nconst (\n", name, name, base, name)
		for _, value := range one.Values {
			literal, _ := json.Marshal(value.Value)
			fmt.Fprintf(&text, "\t%s%s %s = %s\n", name, exported(value.Name), name, literal)
		}
		text.WriteString(")\n\n")
		return text.String()
	}
	one := g.structures[name]
	if one == nil {
		fmt.Fprintln(os.Stderr, "protocol: there is no", name)
		os.Exit(1)
	}
	fmt.Fprintf(&text, "// %s is the protocol's structure of that name.\ntype %s struct {\n", name, name)
	for _, property := range g.properties(one) {
		tag := property.Name
		goType := g.goType(property.Type, property.Optional)
		if property.Optional {
			tag += ",omitempty"
		}
		fmt.Fprintf(&text, "\t%s %s `json:%q`\n", exported(property.Name), goType, tag)
	}
	text.WriteString("}\n\n")
	return text.String()
}

// properties returns the properties of a structure, including inherited ones, its own last.
func (g *generator) properties(one *structure) (found []*property) {
	add := func(one *property) {
		found = slices.DeleteFunc(found, func(other *property) bool { return other.Name == one.Name })
		found = append(found, one)
	}
	for _, from := range append(one.Extends[:len(one.Extends):len(one.Extends)], one.Mixins...) {
		for _, property := range g.properties(g.structures[from.Name]) {
			add(property)
		}
	}
	for _, property := range one.Properties {
		add(property)
	}
	return found
}

func (g *generator) goType(t *typeOf, optional bool) string {
	switch t.Kind {
	case "base":
		base := map[string]string{"integer": "int32", "uinteger": "uint32", "decimal": "float64", "boolean": "bool"}[t.Name]
		switch {
		case base == "":
			return "string"
		case optional && base != "bool":
			return "*" + base
		}
		return base
	case "stringLiteral":
		return "string"
	case "array":
		return "[]" + g.goType(t.Element, false)
	case "map":
		var value typeOf
		if json.Unmarshal(t.Value, &value) != nil {
			return "map[string]any"
		}
		return "map[string]" + g.goType(&value, false)
	case "tuple":
		return "[]" + g.goType(t.Items[0], false)
	case "or":
		rest := slices.DeleteFunc(slices.Clone(t.Items), func(item *typeOf) bool { return item.Kind == "base" && item.Name == "null" })
		if len(rest) == 1 {
			return g.goType(rest[0], true)
		}
		if merged := g.merge(rest); merged != "" {
			return merged
		}
		return "any"
	case "reference":
		return g.reference(t.Name, optional)
	}
	return "any"
}

// merge returns a structure with the fields of all items, for a choice between a structure and
// another with fewer fields, or "" for any other choice.
func (g *generator) merge(items []*typeOf) string {
	if len(items) == 2 && items[0].Name == "TextDocumentContentChangePartial" {
		g.need(items[0].Name)
		g.structures[items[0].Name].Properties[0].Optional = true
		return items[0].Name
	}
	return ""
}

func (g *generator) reference(name string, optional bool) string {
	if plain[name] != "" {
		return plain[name]
	}
	if one := g.aliases[name]; one != nil {
		return g.goType(one.Type, optional)
	}
	g.need(name)
	if one := g.enumerations[name]; one != nil {
		return name
	}
	if optional {
		return "*" + name
	}
	return name
}

func exported(name string) string {
	name = strings.TrimLeft(name, "_$")
	switch name {
	case "id", "uri":
		return strings.ToUpper(name)
	}
	name = strings.ToUpper(name[:1]) + name[1:]
	name = strings.ReplaceAll(name, "Uri", "URI")
	return strings.ReplaceAll(name, ".", "")
}

// writeModel writes the parts of the model that define which values are allowed, without
// documentation.
func writeModel(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var whole map[string]any
	if err := json.Unmarshal(text, &whole); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	shape := map[string]any{}
	for _, key := range []string{"structures", "enumerations", "typeAliases", "requests", "notifications"} {
		shape[key] = withoutProse(whole[key])
	}
	if text, err = json.Marshal(shape); err != nil {
		return err
	}
	var packed bytes.Buffer
	writer, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := writer.Write(text); err != nil {
		return err
	}
	if err := writer.Close(); err != nil {
		return err
	}
	return os.WriteFile(to, packed.Bytes(), 0o644)
}

// withoutProse returns a value without its documentation.
func withoutProse(value any) any {
	switch value := value.(type) {
	case []any:
		for i := range value {
			value[i] = withoutProse(value[i])
		}
	case map[string]any:
		for _, key := range []string{"documentation", "since", "sinceTags", "proposed", "deprecated", "messageDirection", "registrationOptions", "registrationMethod", "partialResult", "errorData", "typeName"} {
			delete(value, key)
		}
		for key := range value {
			value[key] = withoutProse(value[key])
		}
	}
	return value
}
