package lint

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/environmentconf"
	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/internal/glob"
	"puppet-lint/internal/source"
	"puppet-lint/lint/suppress"
	"puppet-lint/module"
)

// isSettings reports whether a task is of a Puppetfile or an environment.conf.
func (u *fileTask) isSettings() bool {
	return u.kind == module.ModuleList || u.kind == module.EnvironmentSettings
}

// isOutsideEnvironment reports whether a Puppetfile or environment.conf does not belong to an environment. A
// walk leaves out such files: they are examples, or belong to a module.
func (u *fileTask) isOutsideEnvironment() bool {
	if !u.isSettings() {
		return false
	}
	folder := filepath.Dir(u.absolute)
	return u.modules.Environment == "" || source.Absolute("", u.modules.Environment) != folder || isShipped(u.modules.Files, folder)
}

// isShipped reports whether a folder is one of those whose files a module copies to hosts.
func isShipped(files source.FileSystem, folder string) bool {
	for above := filepath.Dir(folder); above != folder; folder, above = above, filepath.Dir(above) {
		if name := filepath.Base(folder); name == "files" || name == "templates" {
			if info, err := files.Stat(filepath.Join(above, "manifests")); err == nil && info.IsDir() {
				return true
			}
		}
	}
	return false
}

// examineSettings finds mistakes in a Puppetfile or environment.conf. It reports whether the
// file could be read.
func (r *run) examineSettings(u *fileTask) bool {
	file, err := u.modules.Files.Read(u.absolute)
	if err != nil {
		u.fail(errors.New(source.Explain(err)))
		return false
	}
	file = named(file, u.path)
	u.suppressible, _ = readSettings(file)
	switch set := u.set.file; {
	case set == nil:
	case u.kind == module.ModuleList:
		u.raw.alone = set.CheckPuppetfile(puppetfile.Read(file), u.isForLibrarian())
	default:
		u.raw.alone = set.CheckEnvironment(environmentconf.Read(file), environmentFolder{u.modules.Files, filepath.Dir(u.absolute)})
	}
	return true
}

// isForLibrarian reports whether librarian-puppet, rather than r10k, reads a Puppetfile. Signs
// are a file that librarian-puppet writes, or a file that installs or runs it, beside the
// Puppetfile or in the folder above.
func (u *fileTask) isForLibrarian() bool {
	if _, err := u.modules.Files.Stat(u.absolute + ".lock"); err == nil {
		return true
	}
	folder := filepath.Dir(u.absolute)
	return u.namesLibrarian(folder) || u.namesLibrarian(filepath.Dir(folder))
}

// namesLibrarian reports whether a file of a folder that describes the deployment of the code
// names librarian-puppet.
func (u *fileTask) namesLibrarian(folder string) bool {
	entries, err := u.modules.Files.ReadDir(folder)
	return err == nil && slices.ContainsFunc(entries, func(entry fs.DirEntry) bool {
		switch name := entry.Name(); {
		case entry.IsDir():
			return name == ".librarian"
		case name == "Gemfile" || name == "Rakefile" || name == "Makefile" || name == "Vagrantfile" || name == "Dockerfile" || filepath.Ext(name) == ".sh" || strings.HasPrefix(name, "README"):
			text, err := u.modules.Files.Read(filepath.Join(folder, name))
			return err == nil && strings.Contains(text.Text, "librarian")
		}
		return false
	})
}

// environmentFolder answers the rules' questions about the folder of an environment.
type environmentFolder struct {
	files  source.FileSystem
	folder string
}

// Exists reports whether a file or folder exists at a path.
func (e environmentFolder) Exists(path string) bool {
	_, err := e.files.Stat(filepath.Join(e.folder, filepath.FromSlash(path)))
	return !errors.Is(err, fs.ErrNotExist)
}

// Deploys reports whether the Puppetfile may put modules into a folder, or git ignores the folder, so that
// something else fills it.
func (e environmentFolder) Deploys(folder string) bool {
	if ignored, err := e.files.Read(filepath.Join(e.folder, ".gitignore")); err == nil && glob.ParseIgnoreFile(ignored.Text).MatchUnder(folder+"/any") {
		return true
	}
	file, err := e.files.Read(filepath.Join(e.folder, module.Puppetfile))
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	list := puppetfile.Read(file)
	return list.Open || filepath.ToSlash(filepath.Clean(list.ModuleDir)) == folder || slices.ContainsFunc(list.Modules, func(one puppetfile.Module) bool {
		return one.Open || one.InstallPath != "" && filepath.ToSlash(filepath.Clean(one.InstallPath)) == folder
	})
}

// readSettings returns a Puppetfile or environment.conf with its comments. same reports whether a
// changed text has the same meaning.
func readSettings(file *source.File) (about *suppressible, same func(after *source.File) bool) {
	var spans []source.Span
	if filepath.Base(file.Name) == module.EnvironmentConf {
		spans = environmentconf.Read(file).Comments
	} else {
		spans = puppetfile.Read(file).Comments
	}
	about = &suppressible{source: file, comments: func() []suppress.Comment { return commentsAt(file, spans) }}
	before := withoutComments(file, spans)
	return about, func(after *source.File) bool {
		if filepath.Base(file.Name) == module.EnvironmentConf {
			return withoutComments(after, environmentconf.Read(after).Comments) == before
		}
		return withoutComments(after, puppetfile.Read(after).Comments) == before
	}
}

// withoutComments returns the text of a file without comments and trailing blanks.
func withoutComments(file *source.File, comments []source.Span) string {
	var text strings.Builder
	at := int32(0)
	for _, span := range comments {
		text.WriteString(file.Text[at:span.Start])
		at = span.End
	}
	text.WriteString(file.Text[at:])
	var kept []string
	for line := range strings.Lines(text.String()) {
		if line = strings.TrimRight(line, " \t\r\n"); line != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// commentsAt returns the comments that begin with "#" in the spans.
func commentsAt(file *source.File, spans []source.Span) []suppress.Comment {
	comments := make([]suppress.Comment, 0, len(spans))
	for _, span := range spans {
		comments = append(comments, suppress.Comment{Text: strings.TrimLeft(file.Slice(span), "#"), Span: span, Alone: startsItsLine(file, span)})
	}
	return comments
}

// settingsEnd returns the kind of comment that may be written at the end of a line. An
// environment.conf allows none: it would be part of the value.
func settingsEnd(name string) suppress.CommentKind {
	if filepath.Base(name) == module.EnvironmentConf {
		return suppress.Line
	}
	return suppress.Code
}

// addSettingsIgnores writes control comments for the findings of a Puppetfile or an
// environment.conf.
func (r rewriter) addSettingsIgnores(u *fileTask) {
	original := u.suppressible.source
	about, same := readSettings(original)
	edits := suppress.Add(suppress.Text{
		File: original, Comments: about.comments(), End: func(int) suppress.CommentKind { return settingsEnd(original.Name) },
	}, u.findings, "")
	if len(edits) == 0 {
		return
	}
	merged, _ := diag.Merge([]diag.Fix{{Edits: edits}})
	text := diag.Apply(original, merged[original])
	r.saveIgnores(u, text, same(source.NewFile(u.path, text)))
}
