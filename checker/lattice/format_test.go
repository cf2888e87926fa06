package lattice

import (
	"strings"
	"testing"

	"puppet-lint/types"
)

func TestFormatTypeLeavesStrings(t *testing.T) {
	store := types.NewStore()
	got := FormatType(store.ArrayOf(store.VariantOf(store.EnumOf([]string{"Never", "Unknown"}, false), store.Unknown), nil))
	if want := "Array[Variant[Enum['Never', 'Unknown'], Any]]"; got != want {
		t.Errorf("the type is written as %s, want %s", got, want)
	}
}

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"short":                           "'short'",
		"two\r\n\tlines":                  `'two\r\n\tlines'`,
		strings.Repeat("a", 55) + "ééééé": "'" + strings.Repeat("a", 55) + "é...'",
		strings.Repeat("a", 56) + "ééééé": "'" + strings.Repeat("a", 56) + "...'",
	} {
		if got := Quote(text); got != want {
			t.Errorf("%q is shown as %s, want %s", text, got, want)
		}
	}
}

func TestAbbreviate(t *testing.T) {
	for _, test := range []struct {
		text  string
		limit int
		want  string
	}{
		{"Integer", 3, "In…"},
		{"Integer[1, 2]", 20, "Integer[1, 2]"},
		{"Enum['aaaa', 'bbbb', 'cccc', 'dddd']", 30, "Enum['aaaa', 'bbbb', … 2 more]"},
		{`Enum['a, ]', "b[", 'it\'s', 'd', 'e']`, 33, `Enum['a, ]', "b[", … 3 more]`},
		{"Struct[{'a' => Enum['x', 'y', 'z'], 'b' => String, 'c' => Integer}]", 50, "Struct[{'a' => Enum['x', … 2 more], … 2 more}]"},
		{"Array[Array[Array[Integer[1, 2], 1, 2], 1, 2], 1, 2]", 20, "Array[Array[Array[I…"},
		{"Pattern[/a[,]b/, /c/, /d/, /e/]", 29, "Pattern[/a[,]b/, … 3 more]"},
	} {
		if got := Abbreviate(test.text, test.limit); got != test.want {
			t.Errorf("%s in %d characters is %s, want %s", test.text, test.limit, got, test.want)
		}
	}
}
