package diag

// Group is the group of a rule. The configuration selects rules by groups.
type Group string

// The groups, in the order of the documentation.
const (
	Correctness Group = "correctness" // certain mistakes; on, error
	Suspicious  Group = "suspicious"  // most likely mistakes; on, warning
	Style       Group = "style"       // puppet-lint (Ruby)'s layout and idiom; on where it is on there
	Docs        Group = "docs"        // documentation of classes, parameters …
	Security    Group = "security"    // secrets, injection, weak cryptography
	Migration   Group = "migration"   // code that a newer Puppet refuses
	Strict      Group = "strict"      // code that may fail on some path or for some value; off
	Preview     Group = "preview"     // new rules on trial; off
	Custom      Group = "own"         // a project's own rules, from its configuration; on
)

// Groups returns all groups, in the order of the documentation.
func Groups() []Group {
	return []Group{Correctness, Suspicious, Style, Docs, Security, Migration, Strict, Preview, Custom}
}

// Summary describes in one line, without a full stop, what the rules of the group report.
func (g Group) Summary() string {
	return map[Group]string{
		Correctness: "what certainly fails, or never does what it says",
		Suspicious:  "what is most likely a mistake",
		Style:       "layout and idiom: the checks of puppet-lint (Ruby) and its plugins",
		Docs:        "missing documentation of classes, parameters and functions",
		Security:    "secrets, injection, unprotected downloads, weak algorithms and rights",
		Migration:   "code that a newer version of Puppet refuses or reads differently",
		Strict:      "code that may fail for some values or on some paths; off by default",
		Preview:     "new rules on trial; off by default",
		Custom:      "what the rules of your own configuration look for",
	}[g]
}

// Rule is the metadata of a rule. Documentation, the explain command, SARIF metadata, the
// configuration schema and tests derive from it. It is declared once, next to the code that
// reports the rule's findings, and never changes.
type Rule struct {
	// Name is the rule's name: lower-case words joined by underscores, or the name of the
	// puppet-lint (Ruby) check unchanged. It never changes.
	Name string
	// OldNames are other names of the rule that configuration and control comments may use:
	// names of plugins' checks and former names.
	OldNames []string
	// Group is the set it belongs to.
	Group Group
	// Severity is the severity of the findings, unless configured otherwise.
	Severity Severity
	// Templates marks the rules of package rules that also check the code in the tags of EPP
	// templates. These are rules about expressions. Rules about definitions, or about layout,
	// which is output there, do not apply.
	Templates bool
	// OffByDefault is true if the rule is off although its group is on.
	OffByDefault bool
	// Core marks the checks that are part of puppet-lint (Ruby). RubyKind is the kind
	// ("warning" or "error") that it reports, and RubyDefault whether the check is on there by
	// default.
	Core        bool
	RubyKind    Severity
	RubyDefault bool
	// Plugin is the Ruby plugin that a check comes from, if any. VoxPupuli marks the checks of
	// Vox Pupuli's set of plugins (voxpupuli-puppet-lint-plugins).
	Plugin    string
	VoxPupuli bool
	// Narrower marks a check that reports less than that of its plugin, or may do so. Users who
	// also run the plugin may need a control comment that suppresses nothing here.
	Narrower bool
	// Summary describes in one line what the rule finds.
	Summary string
	// Advice says in one clause what to do. It is the help of findings that have no help and no fix
	// of their own, except in the puppet-lint profile.
	Advice string
	// Rationale explains, in Markdown, why it matters and what to do instead.
	Rationale string
	// Bad and Good are examples. The rule reports every Bad one; no rule reports a Good one.
	Bad, Good []Example
	// Options are the options that can be configured.
	Options []Option
	// Fix describes the fixes of the rule. Its zero value means that there are none.
	Fix FixInfo
	// Since is the version of this program that introduced the rule.
	Since string
	// SecuritySeverity is the highest severity of the findings of a rule in the group Security,
	// from 0 to 10 as in CVSS; 0 for other rules.
	SecuritySeverity float64
	// CWE are the numbers of the weaknesses in the Common Weakness Enumeration.
	CWE []int
	// MinTarget and MaxTarget bound the Puppet versions that the rule applies to; 0 means no
	// bound.
	MinTarget, MaxTarget int
	// Supersedes are the names of rules that report the same mistake in other words, or with
	// less certainty. If one of them and this rule report the same position, only this rule's
	// finding is shown, except in the puppet-lint profile.
	Supersedes []string
	// PuppetCodes are the issue codes under which Puppet itself reports the mistake.
	PuppetCodes []string
	// References are URLs or sections of the specification.
	References []string
}

// OnByDefault reports whether the rule runs without any configuration. Rules of the groups
// Strict and Preview do not, nor do rules with OffByDefault.
func (r *Rule) OnByDefault() bool {
	return !r.OffByDefault && r.Group != Strict && r.Group != Preview
}

// FixSafety returns the safety of the rule's fixes, or DisplayOnly if it has none. Safe fixes
// compare less than unsafe ones, and those less than none.
func (r *Rule) FixSafety() Safety {
	if r.Fix.Safety == Safe || r.Fix.Safety == Unsafe {
		return r.Fix.Safety
	}
	return DisplayOnly
}

// Example is an example of code for a rule.
type Example struct {
	// Path is the path of the example file; empty means "manifests/init.pp" of a module named
	// "example".
	Path string
	// Code is the file's text.
	Code string
	// Fixed is the text after the rule's fix, for a bad example that can be fixed.
	Fixed string
	// Tree is a txtar archive of further files that the example needs.
	Tree string
	// Options are the rule's options for the example.
	Options map[string]any
}

// OptionKind is the type of an option's value.
type OptionKind uint8

// The kinds of options. A OneOf is one of the strings in Option.Values; a Strings is a list.
const (
	Bool OptionKind = iota + 1
	Int
	String
	Strings
	OneOf
)

// Option is an option of a rule.
type Option struct {
	// Name is the key in the configuration file.
	Name string
	// RubyFlag is the flag of puppet-lint (Ruby) or of a plugin that sets the option, without
	// dashes, if there is one.
	RubyFlag string
	Kind     OptionKind
	// Default is a bool, int, string or []string, depending on Kind.
	Default any
	// Values are the allowed values of a OneOf.
	Values []string
	// Summary describes in one line what the option changes.
	Summary string
}

// FixInfo describes the fixes of a rule.
type FixInfo struct {
	// Safety is that of the least safe fix; 0 means that the rule has no fixes.
	Safety Safety
	// Summary describes in one line what the fix changes.
	Summary string
	// LayoutOnly is true if the fix never changes the syntax tree.
	LayoutOnly bool
}
