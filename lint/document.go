package lint

import (
	"context"
	"slices"
	"strings"
	"time"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/source"
	"puppet-lint/lint/suppress"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// suppressible is a file in which control comments may suppress findings: a manifest, a
// template or a data file.
type suppressible struct {
	source *source.File
	// comments returns the comments that may suppress findings.
	comments func() []suppress.Comment
	// broken is set if the file has a syntax error.
	broken bool
	// parsed is the manifest; nil for other files.
	parsed *syntax.File
}

func suppressibleManifest(parsed *syntax.File) *suppressible {
	return &suppressible{
		source: parsed.Source, comments: func() []suppress.Comment { return suppress.Comments(parsed) },
		broken: broken(parsed), parsed: parsed,
	}
}

// isDocument reports whether the run examines the file at path as a data file, settings file or
// ERB template. puppet-lint (Ruby) and Puppet's own validation examine none.
func (r *run) isDocument(path string) bool {
	return !r.asRuby && !r.options.ValidateOnly && (module.IsDocumentName(path) || module.IsSettingsName(path))
}

// classifyDocuments determines the kinds of the documents. It drops documents that a walk has found and
// that belong to no module or control repository.
func (r *run) classifyDocuments(units []*fileTask) []*fileTask {
	_ = r.each(context.Background(), units, func(u *fileTask) {
		r.classify(u)
	})
	return slices.DeleteFunc(units, func(u *fileTask) bool { return r.walked[u.path] && u.isForNothing() })
}

// classify determines the kind of a document.
func (r *run) classify(u *fileTask) {
	if u.fileContext == nil {
		return
	}
	isWalked := r.walked[u.path] && !r.asRuby && !isPuppet(u.path)
	switch {
	case r.isDocument(u.path):
		u.kind = u.modules.Documents.KindOf(u.absolute)
	case isWalked:
		u.kind = module.OtherDocument
	}
	if isWalked && u.kind == module.OtherDocument && u.isServed() {
		u.kind = module.ServedFile
	}
}

// isForNothing reports whether a file is a document that belongs to no module or control
// repository.
func (u *fileTask) isForNothing() bool {
	return u.kind == module.OtherDocument || u.isOutsideEnvironment()
}

// examineDocument reads a document and finds the problems that do not depend on the code that
// uses it.
func (r *run) examineDocument(u *fileTask) {
	defer r.clock.add("data files", time.Now())
	u.done = true
	switch u.kind {
	case module.RubyTemplate:
		u.suppressible = suppressibleTemplate(u.modules.Documents.Template(u.absolute), u.path)
		u.raw.alone = checkTemplateText(u.suppressible.source, u.fileContext)
	case module.ModuleList, module.EnvironmentSettings:
		if u.done = r.examineSettings(u); !u.done {
			return
		}
	case module.ServedFile:
		u.suppressible = &suppressible{source: source.NewFile(u.path, ""), comments: func() []suppress.Comment { return nil }}
	default:
		read := u.modules.Documents.At(u.absolute)
		u.suppressible = suppressibleDocument(read, u.path)
		u.raw.alone = append(checkText(u, read), checkKind(u, read)...)
		if u.kind == module.HieraData && u.set.file != nil {
			u.raw.alone = append(u.raw.alone, u.set.file.CheckData(read)...)
		}
		u.rename()
	}
	if !r.wide {
		r.finish(u)
	}
}

// checkTemplateText applies the rules for the text of a template, outside of its tags.
func checkTemplateText(file *source.File, context *fileContext) []*diag.Diagnostic {
	if context.set.file == nil {
		return nil
	}
	return context.set.file.CheckText(file, erb.Outside(file.Text), context.ruleLocation)
}

// examineYAMLAsRuby finds what puppet-lint (Ruby) finds in a YAML file. puppet-lint (Ruby)
// ignores control comments there.
func (r *run) examineYAMLAsRuby(u *fileTask) {
	file, err := r.read(u.path)
	if err != nil {
		u.fail(err)
		return
	}
	u.done = true
	u.suppressible = &suppressible{source: file, comments: func() []suppress.Comment { return nil }}
	u.raw.alone = u.set.file.CheckYAML(yaml.Read(file, yaml.Options{}))
	if !r.wide {
		r.finish(u)
	}
}

// rename replaces the file in findings by the one that has the user's name for it.
func (u *fileTask) rename() {
	for i, finding := range u.raw.alone {
		u.raw.alone[i] = renamed(finding, u.suppressible.source)
	}
}

// renamed returns a finding with another name for its file. If it has that name already, it is the
// finding itself.
func renamed(finding *diag.Diagnostic, file *source.File) *diag.Diagnostic {
	if finding.File == file {
		return finding
	}
	found := *finding
	found.File, found.Related, found.Fixes = file, slices.Clone(finding.Related), slices.Clone(finding.Fixes)
	for i := range found.Related {
		if related := &found.Related[i]; related.File == finding.File {
			related.File = file
		}
	}
	for i := range found.Fixes {
		fix := &found.Fixes[i]
		fix.Edits = slices.Clone(fix.Edits)
		for k := range fix.Edits {
			if fix.Edits[k].File == finding.File {
				fix.Edits[k].File = file
			}
		}
	}
	return &found
}

// checkText finds problems in a document that do not depend on the meaning of its values. The
// rules of Puppet's readers apply only if one of them is known to read the file.
func checkText(u *fileTask, read *document.Document) []*diag.Diagnostic {
	if u.kind != module.OtherDocument && (u.kind != module.HieraData || len(u.modules.Documents.SourcesAt(u.absolute)) > 0) {
		return hiera.CheckDocument(read)
	}
	if u.modules.Documents.ReadOtherwise(u.absolute) {
		return nil
	}
	return hiera.CheckUnread(read)
}

// checkKind finds problems in a document that depend on its kind.
func checkKind(u *fileTask, read *document.Document) []*diag.Diagnostic {
	if len(read.Errors) > 0 {
		return nil
	}
	switch u.kind {
	case module.HieraConfig:
		if config := configAt(u); config != nil {
			return config.Check()
		}
	case module.HieraData:
		sources := u.modules.Documents.SourcesAt(u.absolute)
		if len(sources) > 0 {
			return sources[0].Config.CheckSource(sources[0])
		}
		if config := configAt(u); config != nil && len(config.Problems) == 0 && !config.Opaque() {
			return config.Unreached(read)
		}
	}
	return nil
}

// configAt returns the hiera.yaml of the module or environment that contains a file, or nil.
func configAt(u *fileTask) *hiera.Config {
	if global := u.modules.Documents.GlobalHiera(); global != nil && global.Document == u.modules.Documents.At(u.absolute) {
		return global
	}
	if found, _ := u.modules.ModuleOf(u.absolute); found != nil {
		return found.Hiera()
	}
	return u.modules.Documents.Hiera()
}

// suppressibleDocument returns a data file, with the path that the user knows, and its comments.
func suppressibleDocument(read *document.Document, path string) *suppressible {
	file := named(read.File, path)
	return &suppressible{source: file, broken: len(read.Errors) > 0, comments: func() []suppress.Comment {
		comments := make([]suppress.Comment, 0, len(read.Comments))
		for _, span := range read.Comments {
			text := strings.TrimLeft(file.Slice(span), "#/*")
			comments = append(comments, suppress.Comment{Text: strings.TrimSuffix(text, "*/"), Span: span, Alone: startsItsLine(file, span)})
		}
		return comments
	}}
}

func suppressibleTemplate(template *erb.Template, path string) *suppressible {
	file := named(template.File, path)
	return &suppressible{source: file, comments: func() []suppress.Comment {
		var comments []suppress.Comment
		for _, segment := range template.Segments {
			if segment.Kind == erb.Comment {
				comments = append(comments, suppress.Comment{Text: file.Slice(segment.Body), Span: segment.Span, Alone: startsItsLine(file, segment.Span)})
			}
		}
		return comments
	}}
}

func named(file *source.File, path string) *source.File {
	if file.Name == path {
		return file
	}
	return source.NewFile(path, file.Text)
}

// startsItsLine reports whether only blanks precede a span on its line.
func startsItsLine(file *source.File, span source.Span) bool {
	before := file.Text[file.LineStart(file.Line(span.Start)):span.Start]
	return strings.Trim(before, " \t") == ""
}
