// Package environmentconf parses environment.conf, the settings of an environment, as Puppet
// does, with the spans of everything in it.
//
// Invariants: reading never fails; lines that Puppet would reject are listed in Refused. Spans
// lie within the file. Everything is immutable once returned.
package environmentconf

import (
	"strings"

	"puppet-lint/internal/source"
)

// Setting is one "name = value".
type Setting struct {
	Name, Value         string
	NameSpan, ValueSpan source.Span
	// Section is the name of the setting's section, MainSection outside all sections.
	Section string
}

// Section is a line "[name]".
type Section struct {
	Name string
	Span source.Span
}

// File is a parsed environment.conf.
type File struct {
	Source   *source.File
	Settings []Setting
	Sections []Section
	// Refused are the lines that Puppet cannot parse.
	Refused []source.Span
	// Comments are the spans of the comments, which are on separate lines.
	Comments []source.Span
}

// MainSection is the section of settings outside all sections, the only one that Puppet uses.
const MainSection = "main"

// Read parses an environment.conf.
func Read(file *source.File) *File {
	read := &File{Source: file}
	section := MainSection
	start := int32(0)
	for line := range strings.Lines(file.Text) {
		text := strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimSpace(text)
		begin := start + int32(strings.Index(text, trimmed))
		span := source.Span{Start: begin, End: begin + int32(len(trimmed))}
		name, isSection := sectionName(trimmed)
		switch {
		case trimmed == "":
		case trimmed[0] == '#':
			read.Comments = append(read.Comments, span)
		case isSection:
			section = name
			read.Sections = append(read.Sections, Section{name, span})
		default:
			if setting, ok := readSetting(trimmed, begin); ok {
				setting.Section = section
				read.Settings = append(read.Settings, setting)
			} else {
				read.Refused = append(read.Refused, span)
			}
		}
		start += int32(len(line))
	}
	return read
}

func sectionName(line string) (string, bool) {
	inner, opens := strings.CutPrefix(line, "[")
	inner, closes := strings.CutSuffix(inner, "]")
	return inner, opens && closes && isWord(inner)
}

// readSetting parses a trimmed line that begins at an offset.
func readSetting(line string, offset int32) (setting Setting, ok bool) {
	before, after, found := strings.Cut(line, "=")
	name := strings.TrimRight(before, " \t")
	if !found || !isWord(name) {
		return setting, false
	}
	value := strings.TrimLeft(after, " \t")
	start := offset + int32(len(line)-len(value))
	setting = Setting{Name: name, NameSpan: source.Span{Start: offset, End: offset + int32(len(name))}}
	for _, quote := range []string{`"`, `'`} {
		if unquoted, opens := strings.CutPrefix(value, quote); opens {
			value, start = unquoted, start+1
			break
		}
	}
	value = strings.TrimRight(value, `"'`)
	setting.Value, setting.ValueSpan = value, source.Span{Start: start, End: start + int32(len(value))}
	return setting, true
}

// isWord reports whether a name consists of Ruby's word characters.
func isWord(name string) bool {
	for _, char := range name {
		isLetter := 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z' || char >= 0x80
		if !isLetter && char != '_' && (char < '0' || char > '9') {
			return false
		}
	}
	return name != ""
}

// Value returns the effective value of a setting: the first one outside sections.
func (f *File) Value(name string) (value string, found bool) {
	for i := range f.Settings {
		if one := &f.Settings[i]; one.Name == name && one.Section == MainSection {
			return one.Value, true
		}
	}
	return "", false
}

// Names returns the settings that an environment may have.
func Names() []string {
	return []string{"modulepath", "manifest", "config_version", "environment_timeout", "environment_data_provider", "static_catalogs", "rich_data"}
}
