package taint

import (
	"slices"
	"strings"

	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// traceTemplate follows the values that a template inserts into its text.
func (s *search) traceTemplate(e *env, node syntax.Node, name string, arguments []syntax.Node, unwrapped bool) Path {
	if len(arguments) == 0 {
		return nil
	}
	if strings.HasPrefix(name, "inline_") {
		return s.traceInline(e, node, name, arguments, unwrapped)
	}
	path, isText := s.constantText(e, arguments[0], 0)
	if !isText || s.Modules == nil {
		return nil
	}
	if name != "template" && !strings.HasSuffix(path, ".epp") {
		path += ".epp" // as Puppet does
	}
	file := s.Modules.Documents.TemplatePath(path)
	if file == "" {
		return nil
	}
	if name == "template" {
		return s.traceERB(e, node, s.Modules.Documents.Template(file), nil, unwrapped)
	}
	template := s.Modules.Manifests.At(file)
	if template.Err != nil {
		return nil
	}
	return s.traceEPP(e, &env{analysis: s.of(template.File), depth: e.depth + 1}, arguments, unwrapped)
}

// maxPath is the length in bytes of the longest path of a template.
const maxPath = 4 << 10

// constantText returns the text of an expression that may interpolate the name of the module,
// and variables with a literal value.
func (s *search) constantText(e *env, node syntax.Node, depth int) (text string, isConstant bool) {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.ConcatenatedString:
		var b strings.Builder
		for _, segment := range node.Segments {
			part, isConstant := s.constantText(e, segment, depth)
			if !isConstant || b.Len()+len(part) > maxPath {
				return "", false
			}
			b.WriteString(part)
		}
		return b.String(), true
	case *syntax.TextExpression:
		return s.constantText(e, node.Expr, depth)
	case *syntax.VariableExpression:
		variable := e.VariableOf(node)
		switch {
		case variable == nil && node.Name == "module_name" && s.Modules != nil:
			if owner, _ := s.Modules.ModuleOf(e.File.Source.Name); owner != nil {
				return owner.Name, true
			}
		case variable != nil && variable.Parameter == nil && !variable.Partial && len(variable.Values) == 1 && depth < maxElements:
			return s.constantText(e, variable.Values[0], depth+1)
		}
		return "", false
	}
	return textOf(node)
}

// traceInline follows the values that an inline template inserts into its text.
func (s *search) traceInline(e *env, node syntax.Node, name string, arguments []syntax.Node, unwrapped bool) Path {
	for _, argument := range arguments {
		if _, isHash := s.literalHash(e.File, argument); isHash {
			continue // its values matter where the template prints them
		}
		if path := s.trace(e, argument, unwrapped); path != nil {
			return path
		}
	}
	code := writtenText(e, arguments[0])
	if !strings.Contains(code, "<%=") {
		return nil
	}
	text := &written{caller: e, call: node, text: arguments[0]}
	if name == "inline_template" {
		return s.traceERB(e, node, erb.Read(source.NewFile("inline.erb", code)), text, unwrapped)
	}
	file := syntax.Parse(source.NewFile("inline.epp", code), syntax.Options{EPP: true})
	return s.traceEPP(e, &env{analysis: newAnalysis(file, flow.Of(file)), written: text, depth: e.depth + 1}, arguments, unwrapped)
}

// writtenText returns the literal text of an expression, with a blank for each interpolation.
func writtenText(e *env, node syntax.Node) string {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.HeredocExpression:
		return writtenText(e, node.Text)
	case *syntax.ConcatenatedString:
		var b strings.Builder
		for _, segment := range node.Segments {
			if text, isText := segment.(*syntax.LiteralString); isText {
				b.WriteString(text.Value)
			} else {
				b.WriteByte(' ')
			}
		}
		return b.String()
	case *syntax.VariableExpression:
		if variable := e.VariableOf(node); variable != nil && variable.Parameter == nil && len(variable.Values) == 1 && variable.Values[0].Kind() != syntax.KindVariableExpression {
			return writtenText(e, variable.Values[0])
		}
		return ""
	default:
		text, _ := textOf(node)
		return text
	}
}

// traceEPP follows the values that an EPP template prints. arguments are those of the call that
// renders it.
func (s *search) traceEPP(e, called *env, arguments []syntax.Node, unwrapped bool) (found Path) {
	lambda, isTemplate := called.File.Program.Body.(*syntax.LambdaExpression)
	if !isTemplate {
		return nil
	}
	called.bound = map[string]bound{}
	if len(arguments) > 1 {
		if hash, isHash := s.literalHash(e.File, arguments[1]); isHash {
			for _, entry := range hash.Entries {
				if key, isKey := textOf(entry.Key); isKey {
					called.bound[key] = bound{e, entry.Value}
				}
			}
		}
	}
	syntax.Inspect(lambda.Body, func(inner syntax.Node) bool {
		if render, isRender := inner.(*syntax.RenderExpression); isRender && found == nil {
			if path := s.trace(called, render.Expr, unwrapped); path != nil {
				found = append(path, s.step(called, render, "put into the text here"))
			}
		}
		return found == nil
	})
	return found
}

// readsScope matches Ruby code that is the value of a variable of a class.
var readsScope = lazyregexp.New(`^scope(?:\.lookupvar)?[\[(]\s*['"][\w:]+['"]\s*[\])]$`)

// traceERB follows the variables that an ERB template inserts into its text. text is set for an
// inline template.
func (s *search) traceERB(e *env, node syntax.Node, template *erb.Template, text *written, unwrapped bool) Path {
	tags := map[int]erbTag{}
	for _, use := range template.Variables {
		at := strings.LastIndex(use.Name, "::")
		tag := tagAround(template, use.Span, tags)
		isOpened, isPrinted := tag.isOpened, tag.isJoined || tag.printed != "" && (tag.printed == use.Name || at > 0 && tag.readsScope)
		var path Path
		switch {
		case !isPrinted || use.Absolute && at < 0:
		case at > 0:
			path = s.traceOfClass(e, module.Normalize(use.Name[:at]), use.Name[at+2:], node, unwrapped || isOpened, 0)
		default:
			path = s.traceFrom(e, node, use.Name, unwrapped || isOpened)
		}
		if path != nil {
			printed := Step{File: template.File, Span: use.Span, Message: "put into the text here"}
			if text != nil {
				printed = s.step(e, text.text, printed.Message)
			}
			return append(path, printed)
		}
	}
	return nil
}

// erbTag is what a tag that writes its value does with it.
type erbTag struct {
	// printed is its code without what does not change the text.
	printed string
	// isOpened, isJoined and readsScope report whether it unwraps the value, joins the elements of one,
	// and reads a variable from the scope.
	isOpened, isJoined, readsScope bool
}

// tagAround returns the tag around a part of a template. known holds the tags that were looked at, by
// their indexes.
func tagAround(template *erb.Template, span source.Span, known map[int]erbTag) erbTag {
	index, _ := slices.BinarySearchFunc(template.Segments, span.Start, func(segment erb.Segment, start int32) int {
		if segment.Body.End < start {
			return -1
		}
		return 1
	})
	if index == len(template.Segments) || template.Segments[index].Kind != erb.Expression || !template.Segments[index].Body.Covers(span) {
		return erbTag{}
	}
	if tag, isKnown := known[index]; isKnown {
		return tag
	}
	code := template.File.Slice(template.Segments[index].Body)
	var tag erbTag
	tag.printed, tag.isOpened = strings.CutSuffix(strings.Trim(code, " \t@-"), ".unwrap")
	tag.isJoined = strings.Contains(code, ".join") && !strings.Contains(code, "escape")
	tag.readsScope = readsScope.MatchString(tag.printed)
	known[index] = tag
	return tag
}
