package syntax

import (
	"fmt"
	"strconv"
	"strings"
)

// errorText is a kind of error: its code, our message and Puppet's. Both messages are formats
// for the same details.
type errorText struct {
	code, message, puppet string
}

func (e errorText) make(details ...any) Error {
	err := Error{Code: e.code, Fatal: true}
	err.Message = format(e.message, details)
	err.PuppetMessage = format(e.puppet, details)
	return err
}

// format inserts the details that text refers to by index. It may leave some unused.
func format(text string, details []any) string {
	used := 0
	for i := range details {
		if strings.Contains(text, "["+strconv.Itoa(i+1)+"]") {
			used = i + 1
		}
	}
	return fmt.Sprintf(text, details[:used]...)
}

// The errors of the lexer. The codes and the second messages are Puppet's (issues.rb). If the
// second message is missing, Puppet crashes on the input without its own message.
var (
	errorNone = errorText{}

	errorUnclosedQuote = errorText{"UNCLOSED_QUOTE",
		"this string has no closing quote",
		"Unclosed quote after %[1]s followed by '%[2]s'"}
	errorUnclosedComment = errorText{"UNCLOSED_MLCOMMENT",
		"this comment has no end; close it with */",
		"Unclosed multiline comment"}
	errorClassReference = errorText{"ILLEGAL_CLASS_REFERENCE",
		"%[1]s:: is not a type name: every part of a type name starts with an upper-case letter, as in Foo::Bar",
		"Illegal class reference"}
	errorQualifiedReference = errorText{"ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE",
		"%[1]s:: is not a type name: every part of a type name starts with an upper-case letter, as in ::Foo::Bar",
		"Illegal fully qualified class reference"}
	errorQualifiedName = errorText{"ILLEGAL_FULLY_QUALIFIED_NAME",
		"a name must follow ::, and start with a letter or an underscore",
		"Illegal fully qualified name"}
	errorNumber = errorText{"ILLEGAL_NUMBER",
		"%[1]s is not a number; a name cannot start with a digit, put quotes around it if it is text",
		"Illegal number '%[1]s'"}
	errorHexNumber = errorText{"INVALID_HEX_NUMBER",
		"%[1]s is not a hexadecimal number: only digits and the letters a to f can follow 0x",
		"Not a valid hex number %[1]s"}
	errorOctalNumber = errorText{"INVALID_OCTAL_NUMBER",
		"%[1]s is not an octal number, as a number that starts with 0 must be: leave out the 0, or put quotes around it",
		"Not a valid octal number %[1]s"}
	errorDecimalNumber = errorText{"INVALID_DECIMAL_NUMBER",
		"%[1]s is not a number: expected digits, optionally with a fraction and an exponent, as in 1.5e-3",
		"Not a valid decimal number %[1]s"}
	errorUnicodeEscape = errorText{"ILLEGAL_UNICODE_ESCAPE",
		"\\u needs four hexadecimal digits, or one to six in braces up to 10ffff, as in \\u00e9 or \\u{1f600}",
		"Unicode escape '\\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff"}
	errorUnknownEscape = errorText{"UNRECOGNIZED_ESCAPE",
		"\\%[1]s is not an escape; write \\\\%[1]s for a backslash, or leave the backslash out",
		"Unrecognized escape sequence '\\%[1]s'"}

	errorHeredocParenthesis = errorText{"HEREDOC_UNCLOSED_PARENTHESIS",
		"this heredoc's tag has no closing parenthesis",
		"Unclosed parenthesis after '@(' followed by '%[1]s'"}
	errorHeredocSyntax = errorText{"HEREDOC_INVALID_SYNTAX",
		"this is not a heredoc tag; write @(END), @(END:syntax), or @(END/escapes)",
		"Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])"}
	errorHeredocEmptyTag = errorText{"HEREDOC_EMPTY_ENDTAG",
		"this heredoc has an empty end tag; write a word there, as in @(END)",
		"Heredoc with an empty endtag"}
	errorHeredocRepeatedEscape = errorText{"HEREDOC_MULTIPLE_AT_ESCAPES",
		"each escape can be named only once, and /%[1]s repeats one",
		"An escape char for @() may only appear once. Got '%[1]s'"}
	errorHeredocEscape = errorText{"HEREDOC_INVALID_ESCAPE",
		"%[1]s is not an escape of heredocs; use t, r, n, s, u, L or $",
		"Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got '%[1]s'"}
	errorHeredocWithoutText = errorText{"HEREDOC_WITHOUT_TEXT",
		"this heredoc's text is missing; it starts on the next line",
		"Heredoc without any following lines of text"}
	errorHeredocWithoutEnd = errorText{"HEREDOC_WITHOUT_END_TAGGED_LINE",
		"this heredoc has no end; write %[1]s on a line of its own after the text",
		"Heredoc without end-tagged line"}
	errorHeredocSingleQuotes = errorText{"HEREDOC_WITHOUT_END_TAGGED_LINE",
		"this heredoc does not end at %[1]s, because the single quotes are part of its end tag; write @(%[1]s), which does not interpolate either",
		"Heredoc without end-tagged line"}
	errorHeredocTrailingBackslash = errorText{"HEREDOC_TRAILING_BACKSLASH",
		"the text of this heredoc ends in a single backslash, on which Puppet fails; write it twice", ""}
	errorHeredocOverrun = errorText{"HEREDOC_OVERRUN",
		"a string or comment on the line of a heredoc's tag continues into the heredoc's text; end it on that line", ""}

	errorEppUnbalancedTag = errorText{"EPP_UNBALANCED_TAG",
		"the template ends within a tag; close it with %%>",
		"Unbalanced epp tag, reached <eof> without closing tag."}
	errorEppUnbalancedComment = errorText{"EPP_UNBALANCED_COMMENT",
		"this comment has no end; close it with %%>",
		"Reaching end after opening <%%# without seeing %%>"}
	errorEppUnbalancedExpression = errorText{"EPP_UNBALANCED_EXPRESSION",
		"the template ends in an opening tag",
		"Unbalanced embedded expression - opening <%% and reaching end of input"}

	errorByteOrderMark = errorText{"ILLEGAL_BOM",
		"the file starts with a %[1]s byte order mark, which Puppet does not allow; save it as UTF-8 without one",
		"Illegal %[1]s Byte Order mark at beginning of input: %[2]s - remove these from the puppet source"}
	errorEncoding = errorText{"INVALID_UTF8",
		"this is not UTF-8, which Puppet cannot read, not even in a comment; save the file as UTF-8", ""}
	errorTooDeep = errorText{"NESTING_TOO_DEEP",
		"this is nested too deeply", ""}
)

// The errors of the parser other than plain syntax errors. Puppet has no codes for them; these
// codes are used only here.
var (
	errorVirtual = errorText{"VIRTUAL_NON_RESOURCE",
		"@ makes a resource virtual, but no resource follows it",
		"Virtual (@) can only be applied to a Resource Expression"}
	errorExported = errorText{"VIRTUAL_NON_RESOURCE",
		"@@ exports a resource, but no resource follows it",
		"Exported (@@) can only be applied to a Resource Expression"}
	errorPlusWithoutTitle = errorText{"RESOURCE_WITHOUT_TITLE_APPENDS",
		"this resource has no title; write one with a colon after the brace ('+>' is for overrides only)",
		"Syntax error resource body without title or hash with +>"}
	errorNotAResource = errorText{"NOT_A_RESOURCE",
		"the text before the brace is not a resource type, a type for defaults, or a reference to override",
		"Expression is not valid as a resource, resource-default, or resource-override"}
	errorClassAsName = errorText{"NOT_A_NAME",
		"'class' is a keyword and cannot be a name",
		"'class' keyword not allowed at this location"}
	errorQuotedName = errorText{"NOT_A_NAME",
		"the name of a definition is written without quotes",
		"A quoted string is not valid as a name here"}
	errorArgumentList = errorText{"ILLEGAL_ARGUMENT_LIST",
		"unexpected comma: nothing before it accepts arguments without parentheses",
		"illegal comma separated argument list"}
	errorArgumentsWithoutParentheses = errorText{"ILLEGAL_ARGUMENT_LIST",
		"%[1]s cannot be called without parentheses; write %[1]s(…)",
		"attempt to pass argument list to the function '%[1]s' which cannot be called without parentheses"}
	errorFloat = errorText{"INVALID_DECIMAL_NUMBER",
		"%[1]s is too large for a number in Puppet",
		"Internal Error, NUMBER token does not contain a valid number, %[1]s"}
)
