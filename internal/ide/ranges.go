package ide

import (
	"slices"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Fold is a part of the text that can be folded.
type Fold struct {
	Span      source.Span
	IsComment bool
	// IsRegion is true for a part between "#region" and "#endregion".
	IsRegion bool
}

// Folds returns the parts of the file that can be folded. In a manifest, these are brackets and
// comments over several lines, heredocs and regions. In an ERB template, they are blocks of
// Ruby code, and tags over several lines.
func (v *View) Folds() (folds []Fold) {
	switch {
	case v.Manifest != nil:
		folds = v.foldTokens()
	case strings.HasSuffix(v.Path, ".erb") && v.tree != nil:
		folds = foldTemplate(v.tree.Documents.Template(v.Path))
	case module.IsDocumentName(v.Path) && v.tree != nil:
		folds = foldNode(v.tree.Documents.At(v.Path).Root, nil, 0)
	}
	return slices.DeleteFunc(folds, func(fold Fold) bool { return !strings.Contains(v.File.Slice(fold.Span), "\n") })
}

func foldTemplate(template *erb.Template) (folds []Fold) {
	for _, block := range template.Blocks {
		folds = append(folds, Fold{Span: block})
	}
	for _, segment := range template.Segments {
		if segment.Kind == erb.Code || segment.Kind == erb.Expression || segment.Kind == erb.Comment {
			folds = append(folds, Fold{Span: segment.Span, IsComment: segment.Kind == erb.Comment})
		}
	}
	return folds
}

func foldNode(node *document.Node, folds []Fold, depth int) []Fold {
	if node == nil || depth > 20 {
		return folds
	}
	for _, entry := range node.Entries {
		if entry.Key != nil && entry.Value != nil && (entry.Value.Kind == document.Mapping || entry.Value.Kind == document.Sequence || entry.Value.Style == document.Literal || entry.Value.Style == document.Folded) {
			folds = append(folds, Fold{Span: source.Span{Start: entry.Key.Span.Start, End: entry.Value.Span.End}})
		}
		folds = foldNode(entry.Value, folds, depth+1)
	}
	for _, item := range node.Items {
		folds = foldNode(item, folds, depth+1)
	}
	return folds
}

func (v *View) foldTokens() (folds []Fold) {
	file := v.Manifest.File
	var open, regions []int32
	comment := Fold{IsComment: true}
	lastLine := -2
	endComment := func() {
		if comment.Span.Len() > 0 && file.Source.Line(comment.Span.Start) != file.Source.Line(comment.Span.End) {
			folds = append(folds, comment)
		}
		comment.Span = source.Span{}
	}
	for i, token := range file.Tokens {
		switch token.Kind {
		case syntax.LeftBrace, syntax.SelectBrace, syntax.LeftParen, syntax.LineLeftParen, syntax.LeftBracket, syntax.ListStart:
			open = append(open, token.Start)
		case syntax.RightBrace, syntax.RightParen, syntax.RightBracket:
			if len(open) > 0 {
				start := open[len(open)-1]
				open = open[:len(open)-1]
				if file.Source.Line(start) < file.Source.Line(token.Start) {
					folds = append(folds, Fold{Span: source.Span{Start: start, End: token.Start}})
				}
			}
		case syntax.BlockComment:
			if strings.Contains(file.Text(i), "\n") {
				folds = append(folds, Fold{Span: token.Span, IsComment: true})
			}
		case syntax.LineComment:
			text := strings.TrimSpace(strings.TrimLeft(file.Text(i), "#"))
			switch {
			case strings.HasPrefix(text, "region"):
				regions = append(regions, token.Start)
			case strings.HasPrefix(text, "endregion") && len(regions) > 0:
				folds = append(folds, Fold{Span: source.Span{Start: regions[len(regions)-1], End: token.End}, IsRegion: true})
				regions = regions[:len(regions)-1]
			}
			line := file.Source.Line(token.Start)
			if line != lastLine+1 {
				endComment()
			}
			if comment.Span.Len() == 0 {
				comment.Span.Start = token.Start
			}
			comment.Span.End, lastLine = token.End, line
		case syntax.HeredocEnd:
			if tag := v.heredocStart(i); tag >= 0 {
				folds = append(folds, Fold{Span: source.Span{Start: tag, End: token.Start}})
			}
		}
	}
	endComment()
	return folds
}

// heredocStart returns the offset of the heredoc tag that belongs to a given end token.
func (v *View) heredocStart(end int) int32 {
	file := v.Manifest.File
	for i := end - 1; i >= 0 && end-i < farBack; i-- {
		if file.Tokens[i].Kind == syntax.HeredocTag {
			return file.Tokens[i].Start
		}
	}
	return -1
}

// Selections returns the spans of the syntactic units around an offset, from the smallest to
// the whole file.
func (v *View) Selections(offset int32) (spans []source.Span) {
	whole := source.Span{End: int32(len(v.File.Text))}
	spans = []source.Span{whole}
	add := func(span source.Span) {
		if last := spans[len(spans)-1]; last.Covers(span) && span != last && span.Len() > 0 {
			spans = append(spans, span)
		}
	}
	switch {
	case v.Manifest != nil:
		for _, node := range nodesAt(v.Manifest.File, offset) {
			add(v.Manifest.Extent(node))
		}
		if token := v.Manifest.Token(v.Manifest.TokenAt(offset)); !token.Kind.IsTrivia() {
			add(token.Span)
		}
		if word := wordAt(v.File.Text, offset); word.Len() > 0 {
			add(word)
		}
	case module.IsDocumentName(v.Path) && !strings.HasSuffix(v.Path, ".erb") && v.tree != nil:
		selectNode(v.tree.Documents.At(v.Path).Root, offset, add)
	default:
		add(v.File.LineSpan(v.File.Line(offset)))
		add(wordAt(v.File.Text, offset))
	}
	reversed := make([]source.Span, 0, len(spans))
	for i := len(spans) - 1; i >= 0; i-- {
		reversed = append(reversed, spans[i])
	}
	return reversed
}

func selectNode(node *document.Node, offset int32, add func(source.Span)) {
	if node == nil || offset < node.Span.Start || offset > node.Span.End {
		return
	}
	add(node.Span)
	for _, entry := range node.Entries {
		if entry.Key == nil || entry.Value == nil {
			continue
		}
		pair := source.Span{Start: entry.Key.Span.Start, End: max(entry.Key.Span.End, entry.Value.Span.End)}
		if pair.Start <= offset && offset <= pair.End {
			add(pair)
			selectNode(entry.Key, offset, add)
			selectNode(entry.Value, offset, add)
		}
	}
	for _, item := range node.Items {
		selectNode(item, offset, add)
	}
}
