package diag

// Group is the set that a rule belongs to; configuration selects rules by it.
type Group string

// The groups, in the order in which documentation lists them.
const (
	Correctness Group = "correctness" // certain mistakes; on, error
	Suspicious  Group = "suspicious"  // most likely mistakes; on, warning
	Style       Group = "style"       // puppet-lint (Ruby)'s layout and idiom; on where it is on there
	Docs        Group = "docs"        // documentation of classes, parameters …
	Security    Group = "security"    // secrets, injection, weak cryptography
	Migration   Group = "migration"   // what a newer Puppet refuses
	Strict      Group = "strict"      // what may fail on some path or for some value; off
	Preview     Group = "preview"     // rules that are still being tried; off
	Own         Group = "own"         // a project's own rules, from its configuration; on
)

// Groups lists every group in the order in which documentation shows them.
func Groups() []Group {
	return []Group{Correctness, Suspicious, Style, Docs, Security, Migration, Strict, Preview, Own}
}

// Rule is a rule's metadata. Documentation, the explain command, SARIF
// metadata, the configuration schema and tests all derive from it. It is
// declared once, beside the code that raises the rule's findings, and never
// changes.
type Rule struct {
	// Name is the rule's name: lower case words joined by underscores (or the
	// Ruby puppet-lint's check name, verbatim). It never changes.
	Name string
	// OldNames are other names under which configuration and control comments
	// may speak of the rule: names of plugins' checks, former names.
	OldNames []string
	// Group is the set it belongs to.
	Group Group
	// Severity is that of its findings unless configured otherwise.
	Severity Severity
	// Templates marks the rules of package rules that also look at the code
	// between the tags of EPP templates: those that are about expressions, not
	// about layout, which is output there, or definitions.
	Templates bool
	// OffByDefault keeps the rule off although its group is on.
	OffByDefault bool
	// Core marks the checks that puppet-lint (Ruby) itself ships with;
	// RubyKind is the kind ("warning" or "error") that it reports, and
	// RubyDefault whether it is on there without configuration.
	Core        bool
	RubyKind    Severity
	RubyDefault bool
	// Plugin names the Ruby plugin that a check comes from, if any; VoxPupuli
	// marks the checks of the set that Vox Pupuli keeps
	// (voxpupuli-puppet-lint-plugins).
	Plugin    string
	VoxPupuli bool
	// Summary is one line: what the rule finds.
	Summary string
	// Rationale is Markdown: why it matters and what to do instead.
	Rationale string
	// Bad and Good are examples: every Bad one raises the rule, no Good one
	// raises any.
	Bad, Good []Example
	// Options are what can be configured.
	Options []Option
	// Fix says what its fixes do; its zero value means that there are none.
	Fix FixInfo
	// Since is the version of this program that brought the rule.
	Since string
	// SecuritySeverity is how bad what a rule of the group Security finds can be, from 0
	// to 10 as CVSS has it; 0 for other rules.
	SecuritySeverity float64
	// CWE are the numbers of the weaknesses (Common Weakness Enumeration).
	CWE []int
	// MinTarget and MaxTarget bound the Puppet versions for which the rule
	// makes sense; 0 means no bound.
	MinTarget, MaxTarget int
	// Supersedes are the names of rules that say of a mistake in other words, or
	// less certainly, what this rule says of it. Where one of them and this rule
	// find something at the same place, only this rule's finding is reported, except
	// in the puppet-lint profile.
	Supersedes []string
	// PuppetCodes are the issue codes with which Puppet itself reports it.
	PuppetCodes []string
	// References are URLs or places of the specification.
	References []string
}

// OnByDefault reports whether the rule runs without any configuration: the
// groups Strict and Preview are off, and so are rules that say so.
func (r *Rule) OnByDefault() bool {
	return !r.OffByDefault && r.Group != Strict && r.Group != Preview
}

// Example is a piece of code that shows a rule.
type Example struct {
	// Path is where the code stands; "manifests/init.pp" of a module named
	// "example" when empty.
	Path string
	// Code is the file's text.
	Code string
	// Fixed is the text after the rule's fix, for a bad example that has one.
	Fixed string
	// Tree is a txtar archive of further files that the example needs.
	Tree string
	// Options are the rule's options under which the example is meant.
	Options map[string]any
}

// OptionKind is the type of an option's value.
type OptionKind uint8

// The kinds of options. A OneOf is a string among Option.Values; a Strings is
// a list.
const (
	Bool OptionKind = iota + 1
	Int
	String
	Strings
	OneOf
)

// Option is something about a rule that can be configured.
type Option struct {
	// Name is the key in the configuration file.
	Name string
	// RubyFlag is the flag of puppet-lint (Ruby) or of a plugin that sets
	// it, without dashes, if there is one.
	RubyFlag string
	Kind     OptionKind
	// Default is a bool, int, string or []string, after Kind.
	Default any
	// Values are what a OneOf accepts.
	Values []string
	// Summary is one line: what it changes.
	Summary string
}

// FixInfo says what a rule's fixes do.
type FixInfo struct {
	// Safety is the least safe that its fixes are; 0 means that it has none.
	Safety Safety
	// Summary is one line: what the fix changes.
	Summary string
	// LayoutOnly promises that the tree stays what it was.
	LayoutOnly bool
}
