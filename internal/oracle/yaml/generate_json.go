//go:build develop

package main

import (
	"math/rand"
	"strings"
)

var jsonPieces = strings.Split(`{|}|[|]|,|:|"a"|"b"|"\u00e9"|"\ud83d\ude00"|"\ud83d"|"\n\t\"\\\/"|"\q"|"\u12"|1|-1|0|01|-0|1.5|1.|.5|1e5|1E+5|1.5e-3|-|+1|1e|1e400|123456789012345678901234567890|true|false|null|NaN|Infinity|-Infinity|True|nul| |  |`+"\n|\t|\r\n|/* c */|// c\n|/*|/|#|'a'|\"a\nb\"|\"a\tb\"|\"\x01\"|\"é\"|\"\xff\"|\ufeff|{\"a\":1}|{\"a\":1,\"a\":2}|[1,2]|[1,]|{\"a\":1,}|[]|{}|\x00|\"a\\\u00e9\"|\v|\f", "|")

func generateJSON(random *rand.Rand, count int) []string {
	texts := append([]string{""}, jsonPieces...)
	for range count {
		var text strings.Builder
		for range 1 + random.Intn(8) {
			text.WriteString(jsonPieces[random.Intn(len(jsonPieces))])
		}
		texts = append(texts, text.String())
	}
	for range count {
		var text strings.Builder
		jsonValue(random, &text, 4)
		whole := text.String()
		if random.Intn(2) == 0 {
			whole = damage(random, whole)
		}
		texts = append(texts, whole)
	}
	parts := []string{`\ud83d`, `\ude00`, `\u00e9`, `\u0000`, "x", "yyyyyyy", `\u12`, `\q`, `\u`, `\uZZZZ`, `\u+123`, `\n`, "é", `\\`, `\u005c`}
	for range count {
		text := ""
		for range 1 + random.Intn(5) {
			text += parts[random.Intn(len(parts))]
		}
		texts = append(texts, `["`+text+`"]`)
	}
	for _, depth := range []int{99, 100, 101, 102} {
		texts = append(texts, strings.Repeat("[", depth)+strings.Repeat("]", depth), strings.Repeat(`{"a":`, depth)+"1"+strings.Repeat("}", depth))
	}
	return texts
}

func jsonValue(random *rand.Rand, text *strings.Builder, depth int) {
	space := func() { text.WriteString([]string{"", "", " ", "\n", "/**/"}[random.Intn(5)]) }
	space()
	switch kind := random.Intn(4); {
	case kind == 0 && depth > 0:
		text.WriteString("[")
		for i := range random.Intn(4) {
			if i > 0 {
				text.WriteString(",")
			}
			jsonValue(random, text, depth-1)
		}
		text.WriteString("]")
	case kind == 1 && depth > 0:
		text.WriteString("{")
		for i := range random.Intn(4) {
			if i > 0 {
				text.WriteString(",")
			}
			space()
			text.WriteString([]string{`"a"`, `"b"`, `"\u0061"`, `"c d"`}[random.Intn(4)])
			space()
			text.WriteString(":")
			jsonValue(random, text, depth-1)
		}
		text.WriteString("}")
	default:
		text.WriteString([]string{"1", "-2.5", "true", "null", `"x"`, `"\n"`, "1e5", `""`, "0"}[random.Intn(9)])
	}
	space()
}
