package rules

import (
	"fmt"
	"slices"

	"puppet-lint/internal/diag"
)

var puppetfileDeclaration = Rule{
	Rule: diag.Rule{
		Name:     "puppetfile_declaration",
		Group:    diag.Correctness,
		Severity: diag.Error,
		Summary:  "a Puppetfile calls something that r10k does not know",
		Rationale: "A Puppetfile is Ruby code in which r10k understands `mod`, `forge`, `moduledir` and `exclusion`. It stops at any " +
			"other name (`unrecognized declaration`) and deploys nothing. Puppetfiles that define their own methods or load " +
			"other files, and those of librarian-puppet, are not checked.",
		Bad:        []diag.Example{puppetfileExample("module_dir 'thirdparty'\nmod 'puppetlabs/stdlib', '9.4.1'\n")},
		Good:       []diag.Example{puppetfileExample("moduledir 'thirdparty'\nmod 'puppetlabs/stdlib', '9.4.1'\n")},
		References: puppetfileReferences,
		Since:      "1.0.0",
	},
	Puppetfile: func(pass *PuppetfilePass) {
		if pass.ForLibrarian || pass.List.Unread {
			return
		}
		for i := range pass.List.Others {
			if name := pass.List.Others[i].Name; slices.Contains(loadingMethods, name) {
				return
			}
		}
		for i := range pass.List.Others {
			call := &pass.List.Others[i]
			if !slices.Contains(rubyMethods, call.Name) {
				suggestKnown(pass.Report(call.Span, fmt.Sprintf("r10k does not know '%s'", call.Name)), call.Name, puppetfileDeclarations)
			}
		}
	},
}

// puppetfileDeclarations are the calls that r10k supports.
var puppetfileDeclarations = []string{"mod", "forge", "moduledir", "exclusion"}

// loadingMethods may define anything. rubyMethods are the methods of every Ruby object.
var (
	loadingMethods = []string{"require", "require_relative", "load", "eval", "instance_eval", "class_eval", "include", "extend", "send", "public_send", "define_method", "define_singleton_method", "autoload"}
	rubyMethods    = []string{
		"puts", "print", "p", "pp", "printf", "putc", "warn", "raise", "fail", "exit", "abort", "at_exit", "loop", "lambda", "proc", "catch", "throw", "srand", "rand", "sleep",
		"system", "exec", "spawn", "fork", "trap", "test", "open", "freeze", "frozen", "tap", "itself", "binding", "caller", "format", "sprintf", "gets", "readline", "readlines",
		"select", "then", "yield_self", "instance_variable_set", "set_trace_func", "trace_var", "untrace_var", "syscall", "exit!", "display", "Array", "Hash", "Integer", "Float", "String",
		"Rational", "Complex", "method", "methods", "inspect", "to_s", "nil", "__method__", "global_variables", "local_variables", "object_id", "hash", "class", "dup", "clone",
		"return", "next", "break", "redo", "retry", "yield", "super", "private", "public", "protected", "using", "BEGIN", "END", "alias", "undef",
	}
)
