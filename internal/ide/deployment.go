package ide

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/document/environmentconf"
	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/known"
	"puppet-lint/types"
)

// word is a word of a closed set, with its documentation.
type word struct{ name, doc string }

// environmentWords are the settings of an environment.conf.
var environmentWords = []word{
	{"modulepath", "The folders in which Puppet looks for modules, separated by `:`. Relative paths start at the folder of the environment; `$basemodulepath` stands for the folders that the server is configured with."},
	{"manifest", "The main manifest: a file, or a folder whose manifests are read in the order of their names. By default, `manifests`."},
	{"config_version", "A program that prints the version of a catalog. Its path is relative to the environment; Puppet runs it for every catalog."},
	{"environment_timeout", "How long the server keeps the environment in memory: a number of seconds, one with a unit (`5m`), `0` or `unlimited`."},
	{"static_catalogs", "Whether catalogs contain the checksums of their files, so that agents get the files as they were at compilation: `true` or `false`."},
	{"rich_data", "Whether catalogs may contain values that JSON cannot represent, such as `Sensitive`: `true` or `false`."},
	{"environment_data_provider", "Has no effect any more: the environment's own hiera.yaml configures its data."},
}

// puppetfileWords are the declarations of a Puppetfile. optionWords are the options of mod.
var (
	puppetfileWords = []word{
		{"mod", "A module, and where it comes from: a version of the Forge, a repository, or the control repository itself."},
		{"forge", "The Forge to install modules from. r10k uses it only if its configuration allows that."},
		{"moduledir", "The folder for the modules below, relative to the Puppetfile. By default, `modules`."},
	}
	optionWords = []word{
		{"git", "The URL of the git repository that holds the module."},
		{"ref", "The branch, tag or commit to use."},
		{"tag", "The tag to use."},
		{"branch", "The branch to follow; `:control_branch` is that of the control repository."},
		{"commit", "The commit to use."},
		{"default_branch", "The branch to use if the requested one does not exist."},
		{"svn", "The URL of the Subversion repository that holds the module."},
		{"revision", "The revision of the Subversion repository to use."},
		{"local", "`true`: the module is part of the control repository; nothing is installed, and nothing removed."},
		{"type", "Where the module comes from: `forge`, `git`, `svn`, `local` or `tarball`."},
		{"version", "The version of a module of the Forge, or the state of a repository."},
		{"source", "The URL of the repository or archive."},
		{"install_path", "The folder to put the module into, instead of that of `moduledir`."},
		{"exclude_spec", "Whether the module's tests are left out: `true` or `false`."},
	}
)

// inEnvironmentConf completes settings and their values. line is the text before the offset.
func (c *documentCompleter) inEnvironmentConf(line string) {
	name, value, isValue := strings.Cut(line, "=")
	if !isValue {
		for _, one := range environmentWords {
			c.add(Item{Label: one.name, Insert: one.name + " = ", Kind: ItemKey, Doc: one.doc})
		}
		return
	}
	add := func(labels ...string) {
		for _, label := range labels {
			c.add(Item{Label: label, Kind: ItemValue})
		}
	}
	switch strings.TrimSpace(name) {
	case "static_catalogs", "rich_data":
		add("true", "false")
	case "environment_timeout":
		add("unlimited", "0", "5m")
	case "modulepath":
		written := value[strings.LastIndexAny(value, "=: \t\"'")+1:]
		c.span.Start = c.offset - int32(len(written))
		add("$basemodulepath", "site-modules", "modules")
		entries, _ := c.Files().ReadDir(filepath.Dir(c.Path))
		for _, entry := range entries {
			if entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") {
				add(entry.Name())
			}
		}
	}
}

// inPuppetfile completes declarations, and the names, versions and options of modules. line is
// the text before the offset.
func (c *documentCompleter) inPuppetfile(line string) {
	trimmed := strings.TrimSpace(line)
	list := puppetfile.Read(c.File)
	if trimmed == c.File.Slice(source.Span{Start: c.span.Start, End: c.offset}) {
		for _, one := range puppetfileWords {
			c.add(Item{Label: one.name, Kind: ItemKeyword, Doc: one.doc})
		}
	}
	at := moduleAt(list, c.offset)
	quote := strings.LastIndexAny(line, `"'`)
	inQuotes := quote >= 0 && (strings.Count(line, "'")+strings.Count(line, `"`))%2 == 1
	switch {
	case inQuotes && strings.HasPrefix(trimmed, "mod") && !strings.Contains(line, ","):
		c.span.Start = c.offset - int32(len(line)-quote-1)
		c.moduleTitles(list)
	case inQuotes && at != nil && strings.HasPrefix(trimmed, "mod") && strings.Count(line, ",") == 1 && !strings.Contains(line[strings.Index(line, ","):], ":"):
		c.span.Start = c.offset - int32(len(line)-quote-1)
		for i, version := range knownVersions(at) {
			c.add(Item{Label: version.String(), Kind: ItemValue, Rank: i})
		}
	case !inQuotes && at != nil && (strings.Contains(line, ",") || !strings.HasPrefix(trimmed, "mod")):
		suffix, hashes := ": ", strings.HasPrefix(c.File.Text[max(0, c.span.Start-1):], ":")
		if hashes {
			suffix = " => "
		}
		for _, one := range optionWords {
			c.add(Item{Label: one.name, Insert: one.name + suffix, Kind: ItemKey, Doc: one.doc})
		}
		if strings.Count(line, ",") == 1 && strings.HasPrefix(trimmed, "mod") && !hashes {
			for i, version := range knownVersions(at) {
				c.add(Item{Label: "'" + version.String() + "'", Kind: ItemValue, Rank: i - 100})
			}
		}
		if hashes {
			c.add(Item{Label: "latest", Kind: ItemValue})
		}
	}
}

// moduleTitles offers the known modules that are not listed yet.
func (c *documentCompleter) moduleTitles(list *puppetfile.List) {
	separator := "/"
	if written := c.File.Text[c.span.Start:c.offset]; strings.Contains(written, "-") && !strings.Contains(written, "/") {
		separator = "-"
	}
	for _, one := range known.Embedded().Modules() {
		isListed := slices.ContainsFunc(list.Modules, func(listed puppetfile.Module) bool {
			return listed.Name == one.Name && !(listed.Span.Start <= c.offset && c.offset <= listed.Span.End)
		})
		if !isListed {
			c.add(Item{Label: one.Owner + separator + one.Name, Kind: ItemValue})
		}
	}
}

// moduleAt returns the last module declared before an offset, or nil.
func moduleAt(list *puppetfile.List, offset int32) (found *puppetfile.Module) {
	for i := range list.Modules {
		if list.Modules[i].Declared.End <= offset {
			found = &list.Modules[i]
		}
	}
	return found
}

// knownVersions returns the known versions of a module, newest first.
func knownVersions(listed *puppetfile.Module) []*types.Version {
	found := known.Embedded().Find(listed.Owner, listed.Name)
	if found == nil {
		return nil
	}
	versions := found.In(found.All())
	slices.Reverse(versions)
	return versions
}

// deployment returns the hover text at an offset of a Puppetfile or an environment.conf.
func (d describer) deployment(offset int32) (string, source.Span) {
	switch filepath.Base(d.Path) {
	case module.EnvironmentConf:
		for _, setting := range environmentconf.Read(d.File).Settings {
			if touches(setting.NameSpan, offset) {
				return describeWord(environmentWords, setting.Name), setting.NameSpan
			}
		}
	case module.Puppetfile:
		list := puppetfile.Read(d.File)
		for i := range list.Modules {
			one := &list.Modules[i]
			if touches(one.Span, offset) {
				return d.listed(list, one), one.Span
			}
			if touches(one.Declared, offset) {
				return describeWord(puppetfileWords, "mod"), one.Declared
			}
			for k := range one.Options {
				if option := &one.Options[k]; touches(option.NameSpan, offset) {
					return describeWord(optionWords, option.Name), option.NameSpan
				}
			}
		}
	}
	return "", source.Span{}
}

func touches(span source.Span, offset int32) bool {
	return span.Len() > 0 && span.Start <= offset && offset <= span.End
}

func describeWord(words []word, name string) string {
	for _, one := range words {
		if one.name == name {
			return fmt.Sprintf("`%s`\n\n%s", name, one.doc)
		}
	}
	return ""
}

// listed describes a module that a Puppetfile lists: the version it requires and the
// one that is on disk.
func (d describer) listed(list *puppetfile.List, listed *puppetfile.Module) string {
	var text strings.Builder
	fmt.Fprintf(&text, "module `%s`", listed.Title)
	folder := listed.InstallPath
	if folder == "" {
		folder = list.ModuleDir
	}
	if !listed.Local {
		fmt.Fprintf(&text, ", deployed to `%s`", filepath.ToSlash(filepath.Join(folder, listed.Name)))
	}
	if d.tree != nil {
		if there := d.tree.Module(listed.Name); there != nil && there.Known == nil {
			text.WriteString("\n\nInstalled")
			if metadata := there.Metadata(); metadata != nil && metadata.Version != "" {
				fmt.Fprintf(&text, ", in version %s", metadata.Version)
			}
			text.WriteString(".")
		}
	}
	if versions := knownVersions(listed); len(versions) > 0 {
		fmt.Fprintf(&text, "\n\nThe newest known version is %s.", versions[0])
	}
	return text.String()
}

// deploymentLinks returns the files and web pages that a Puppetfile or an environment.conf
// refers to.
func (v *View) deploymentLinks() (links []Link) {
	switch filepath.Base(v.Path) {
	case module.EnvironmentConf:
		for _, setting := range environmentconf.Read(v.File).Settings {
			if setting.Name != "manifest" && setting.Name != "config_version" {
				continue
			}
			name, _, _ := strings.Cut(setting.Value, " ")
			path := filepath.Join(filepath.Dir(v.Path), filepath.FromSlash(name))
			if info, err := v.Files().Stat(path); err == nil && info.Mode().IsRegular() && filepath.IsLocal(filepath.FromSlash(name)) {
				links = append(links, Link{Span: source.Span{Start: setting.ValueSpan.Start, End: setting.ValueSpan.Start + int32(len(name))}, Path: path})
			}
		}
	case module.Puppetfile:
		list := puppetfile.Read(v.File)
		for i := range list.Modules {
			one := &list.Modules[i]
			if path := v.metadataOf(one); path != "" {
				links = append(links, Link{Span: one.Span, Path: path})
			} else if one.Owner != "" && len(one.Options) == 0 {
				links = append(links, Link{Span: one.Span, URL: "https://forge.puppet.com/modules/" + one.Owner + "/" + one.Name})
			}
			for k := range one.Options {
				option := &one.Options[k]
				if text := option.Literal.Text; option.Known && (option.Name == "git" || option.Name == "source") && strings.HasPrefix(text, "https://") {
					links = append(links, Link{Span: option.Span, URL: text})
				}
			}
		}
	}
	return links
}

// metadataOf returns the metadata.json of a listed module that is on disk.
func (v *View) metadataOf(listed *puppetfile.Module) string {
	return v.metadataPath(listed.Name)
}

// metadataPath returns the metadata.json of a module that is on disk, or "".
func (v *View) metadataPath(name string) string {
	if v.tree == nil {
		return ""
	}
	there := v.tree.Module(name)
	if there == nil || there.Known != nil {
		return ""
	}
	path := there.Path("metadata.json")
	if _, err := v.Files().Stat(path); err != nil {
		return ""
	}
	return path
}
