//go:build develop

package main

import (
	"math/rand"
	"strings"
)

// grammar generates programs that mostly follow the grammar.
type grammar struct {
	random *rand.Rand
	// fuel bounds the size of a program.
	fuel int
}

func (g *grammar) pick(choices ...string) string { return choices[g.random.Intn(len(choices))] }

// gap generates the text between two tokens.
func (g *grammar) gap() string {
	return g.pick("", "", "", " ", " ", " ", "\n", "  \n ", " # c\n", "/* c\n */", "\t", "\u00a0", "\r\n")
}

func (g *grammar) space() string { return g.pick(" ", " ", " ", "\n", "\n  ", " # c\n") }

func (g *grammar) statements() string {
	var b strings.Builder
	for range 1 + g.random.Intn(3) {
		b.WriteString(g.statement())
		b.WriteString(g.pick("\n", "\n", " ", ";", " ; ", "\n\n"))
		if g.fuel <= 0 {
			break
		}
	}
	return b.String()
}

func (g *grammar) body() string {
	if g.random.Intn(4) == 0 {
		return g.pick("{}", "{ }", "{\n}")
	}
	return "{" + g.space() + g.statements() + "}"
}

func (g *grammar) statement() string {
	g.fuel--
	switch g.random.Intn(14) {
	case 0:
		return g.pick("include", "notice", "fail", "foo", "require", "return", "::include") + " " + g.expression() + g.pick("", "", ", "+g.expression())
	case 1, 2:
		return "$" + g.pick("a", "b", "c::d") + g.pick(" = ", "=", " += ", " = $b = ") + g.assignment()
	case 3:
		return g.pick("class", "define", "function", "plan") + " " + g.pick("a", "a::b", "A", "a-b", "'a'", "::x") + g.parameters() + g.pick("", "", " inherits b", " >> Integer", " >> Array[Foo]") + g.space() + g.body()
	case 4:
		return "node " + g.pick("default", "'a'", "a.b.c", "/x/", "a, b", "1.2", "\"x\"", "a-b", "a,") + g.pick("", " inherits b") + " " + g.body()
	case 5:
		return "type " + g.pick("Foo", "Foo::Bar", "Foo[a]") + " = " + g.pick("Integer", "Variant[A, B]", "Variant[A,]", "{a => 1}", "Object {a => 1}", "Bar {a => 1}", "[1]", "A[B][C]")
	default:
		return g.assignment()
	}
}

func (g *grammar) parameters() string {
	if g.random.Intn(3) == 0 {
		return g.pick("", "()", " ()", "\n()")
	}
	var list []string
	for range 1 + g.random.Intn(3) {
		list = append(list, g.parameter())
	}
	return g.pick("(", " (", "\n(") + strings.Join(list, ",") + g.pick("", "", ",", "\n") + ")"
}

func (g *grammar) parameter() string {
	text := g.pick("", "", "Integer ", "Array[Foo] ", "Array[Foo, 1] ", "Foo[a => 1] ", "Array[Foo,] ") + g.pick("", "", "", "*") + g.pick("$x", "$y", "$z::a")
	if g.random.Intn(3) == 0 {
		text += " = " + g.expression()
	}
	return text
}

func (g *grammar) lambda() string {
	parameters := g.pick("||", "|$x|", "|$x, $y|", "|Integer $x = 1|", "|*$x,|", "| $x |")
	return " " + parameters + g.pick("", "", " >> Foo") + " " + g.body()
}

func (g *grammar) assignment() string {
	switch g.random.Intn(6) {
	case 0, 1, 2:
		return g.resource()
	case 3:
		return g.resource() + g.pick(" -> ", " ~> ", " <- ", " <~ ", "->") + g.resource()
	}
	return g.expression()
}

func (g *grammar) attributes() string {
	var list []string
	for range g.random.Intn(4) {
		list = append(list, g.pick("a", "mode", "default", "if", "type", "true", "*", "a::b", "plan")+g.pick(" => ", "=>", " +> ")+g.expression())
	}
	return g.pick("", "", "", ",") + strings.Join(list, g.pick(", ", ",", ",\n")) + g.pick("", "", ",", ",,")
}

func (g *grammar) resource() string {
	g.fuel--
	if g.fuel < 0 {
		return "foo"
	}
	kind := g.pick("foo", "file", "class", "Foo", "File['x']", "@file", "@@file", "@", "notice", "Resource[foo]", "Foo::Bar[a, b]", g.expression())
	if g.random.Intn(2) == 0 {
		return kind + g.pick(" {", "{", "\n{") + g.attributes() + "}"
	}
	var bodies []string
	for range 1 + g.random.Intn(2) {
		bodies = append(bodies, g.expression()+g.pick(":", ": ", " : ")+g.attributes())
	}
	return kind + g.pick(" {", "{") + " " + strings.Join(bodies, g.pick("; ", ";\n")) + g.pick("", "", ";", ";;") + " }"
}

func (g *grammar) list(open, closing string, element func() string) string {
	var list []string
	for range g.random.Intn(4) {
		list = append(list, element())
	}
	return open + g.gap() + strings.Join(list, g.pick(",", ", ", " ,\n")) + g.pick("", "", "", ",") + closing
}

func (g *grammar) element() string {
	if g.random.Intn(3) == 0 {
		return g.entry()
	}
	if g.random.Intn(6) == 0 {
		return g.pick("type", "function", "default", "if")
	}
	return g.assignment()
}

func (g *grammar) entry() string {
	return g.pick("a", "'a'", "type", "function", "default", "1", g.expression()) + g.pick(" => ", "=>") + g.expression()
}

func (g *grammar) expression() string {
	g.fuel--
	if g.fuel < 0 {
		return g.pick("$a", "b", "1", "'x'", "Foo", "\"$a\"")
	}
	switch g.random.Intn(12) {
	case 0, 1, 2:
		operator := g.pick("+", "-", "*", "/", "%", "<<", ">>", "==", "!=", "<", ">", "<=", ">=", "=~", "!~", "in", "and", "or")
		return g.expression() + " " + operator + " " + g.expression()
	case 3:
		return g.pick("!", "-", "*", "- ", "!!", "-!") + g.expression()
	case 4:
		return g.expression() + " ? " + g.pick(g.selector(), g.expression()+" => "+g.expression())
	}
	return g.postfix()
}

func (g *grammar) selector() string {
	var list []string
	for range g.random.Intn(3) + 1 {
		list = append(list, g.expression()+" => "+g.expression())
	}
	return "{" + g.gap() + strings.Join(list, ", ") + g.pick("", ",") + " }"
}

func (g *grammar) postfix() string {
	text := g.primary()
	for range g.random.Intn(3) {
		switch g.random.Intn(7) {
		case 0:
			text += g.list("[", "]", g.element)
		case 1:
			text += g.gap() + g.list("[", "]", g.element)
		case 2:
			text += g.pick(".", " .", "\n.") + g.pick("foo", "each", "type", "a::b", "if")
		case 3:
			text += "." + g.pick("foo", "bar") + g.list("(", ")", g.element) + g.pick("", g.lambda())
		case 4:
			text += g.pick("", " ", "\n") + g.list("(", ")", g.element) + g.pick("", "", g.lambda())
		case 5:
			text += g.lambda()
		case 6:
			text += g.pick(" <| ", "<|", " <<| ") + g.pick("", g.expression()) + g.pick(" |>", "|>", " |>>") + g.pick("", "", " {"+g.attributes()+"}")
		}
	}
	return text
}

func (g *grammar) primary() string {
	switch g.random.Intn(18) {
	case 0, 1:
		return g.pick("$a", "$b::c", "$::x", "$0", "$_y", "$")
	case 2:
		return g.pick("foo", "a::b", "::a", "a-b", "_x", "default", "undef", "true", "private", "attr", "plan", "apply", "type", "function")
	case 3:
		return g.pick("Foo", "Foo::Bar", "::Foo", "Foo::bar", "Foo::")
	case 4:
		return g.pick("1", "0", "0x1F", "0XaZ", "017", "08", "1.5", "1.5e3", "1e-3", "1E5", "1.", ".5", "1_0", "9223372036854775808", "0.0e1", "00", "1e400", "1.2.3")
	case 5, 6:
		return g.pick("'a'", `'it\'s'`, `'\\'`, `'a\nb'`, "'x\ny'", `"a\tb"`, `"\u00e9\u{1f600}"`, `"\q \u12"`, `""`)
	case 7, 8, 9:
		return g.interpolated()
	case 10:
		return "/" + g.pick("a", `\/x`, "[a-z]+", "a b", "", `\\`, "#", "é", `\p{L}`, `\u00e9`, `\x41`, "(?i)ö") + "/"
	case 11:
		return g.list(g.pick("[", " ["), "]", g.element)
	case 12:
		return g.list("{", "}", g.entry)
	case 13:
		return g.pick("(", "\n(", " (") + g.assignment() + ")"
	case 14:
		return g.heredoc()
	case 15:
		return "if " + g.expression() + " " + g.body() + g.pick("", " else "+g.body(), " elsif "+g.expression()+g.body())
	case 16:
		return "case " + g.expression() + " { " + g.expression() + g.pick("", ", "+g.expression()) + ": " + g.body() + g.pick("", " default : "+g.body()) + " }"
	}
	return g.pick("unless "+g.expression()+" "+g.body()+g.pick("", " else "+g.body()), "apply("+g.expression()+") "+g.body())
}

func (g *grammar) interpolated() string {
	var b strings.Builder
	b.WriteByte('"')
	for range 1 + g.random.Intn(3) {
		b.WriteString(g.part())
	}
	b.WriteByte('"')
	return b.String()
}

// part generates a part of an interpolated string.
func (g *grammar) part() string {
	return g.pick("a ", "$a", "$b::c", "$::", "$", `\$x`, `\\$x`, "${a}", "${ a }", "${a.b}", "${a[1]}", "${a.b[1].c}", "${class}", "${if}", "${1}",
		"${a-b}", "${true}", "${$a}", "${::a}", "${Foo}", "\n", "}", "{", "${a ? b => c}", "é", "#", "${'x'}", "${\"y${z}\"}", "${[1]}", "${{a => 1}}",
		"${"+g.expression()+"}", "${"+g.assignment()+"}", "${a [1]}", "${}", "${a b}", "${_x}", "${0x1}", "${type}", "${default[1]}")
}

func (g *grammar) heredoc() string {
	tag := g.pick("E", "E O F", "END-x")
	spec := g.pick(tag, `"`+tag+`"`, " "+tag+" ", `"`+tag+`"`)
	spec += g.pick("", "", ":json", ": pp ", ":a+b", ":J") + g.pick("", "", "/", "/t", "/tn$", "/L", "/ x", "/tt", "/u$L")
	margin := g.pick("", "  ", "\t", "    ")
	var b strings.Builder
	b.WriteString("@(" + spec + ")" + g.pick("", "", ".foo", " + 1", ", "+"'x'", "[0]", " # c") + g.pick("\n", "\n", "\r\n"))
	for range g.random.Intn(3) {
		b.WriteString(g.pick(margin, margin, " ") + g.part() + g.pick("", g.part()) + g.pick("", `\`, `\t`, `\\`) + "\n")
	}
	b.WriteString(margin + g.pick("", "| ", "|", "- ", "|- ", "| - ", "x ") + tag + g.pick("\n", "\n", " \n", "", "\r\n"))
	return b.String()
}

// template generates a template.
func (g *grammar) template() string {
	var b strings.Builder
	b.WriteString(g.pick("", "", "<%- | $a | -%>\n", "<% | Integer $a = 1, $b | %>", "<%-||-%>", " <%- |$a| -%>"))
	for range 1 + g.random.Intn(5) {
		b.WriteString(g.pick("text\n", "  ", "\n", "<%% x %%>", "%>", "<", "é\r\n", "", "$a ${b}"))
		switch g.random.Intn(5) {
		case 0:
			b.WriteString(g.pick("<%= ", "<%=") + g.pick(g.expression(), "{ "+g.statements()+"}") + g.pick(" %>", "%>", " -%>", "-%>"))
		case 1:
			b.WriteString(g.pick("<% ", "<%- ") + "if " + g.expression() + " {" + g.pick(" %>", " -%>") + "x\n" + g.pick("<% ", "<%-") + "}" + g.pick(" %>", " -%>\n", "-%>  "))
		case 2:
			b.WriteString(g.pick("<%# c %>", "<%#- c -%>\n", "<%# %%> %>", "<%#%>", "  <%#- c %>"))
		case 3:
			b.WriteString(g.pick("<% ", "<%- ") + g.statements() + g.pick("%>", "-%>\n", "-%> \r\n"))
		}
	}
	return b.String()
}
