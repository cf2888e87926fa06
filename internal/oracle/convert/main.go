//go:build develop

// Command convert compares packages types/convert and types/functions with the
// real Puppet: generated calls of Type.new and of built-in functions are
// evaluated by both. It exits non-zero on any difference; what we leave
// unknown is counted.
//
//	go run -tags develop ./internal/oracle/convert -seed 1 -n 3000 -oracle DIR
//
// With -record, it writes the calls on which both agree, with Puppet's answers, as the
// vectors of types/convert/vectors_test.go, which need no Puppet.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"slices"
	"strings"

	"puppet-lint/internal/oracle/judge"
	"puppet-lint/types"
	"puppet-lint/types/convert"
	"puppet-lint/types/functions"
)

type question struct {
	Source string `json:"source"`
}

type answer struct {
	Value string `json:"value"`
	Error *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// vector is a call on which both agree: its source, and the value or that it is refused.
type vector struct {
	Source  string `json:"source"`
	Value   string `json:"value,omitempty"`
	Refused bool   `json:"refused,omitempty"`
}

// write writes vectors sorted by source, each once, a JSON object per line.
func write(path string, vectors []vector) error {
	slices.SortFunc(vectors, func(a, b vector) int { return strings.Compare(a.Source, b.Source) })
	vectors = slices.CompactFunc(vectors, func(a, b vector) bool { return a.Source == b.Source })
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	for _, v := range vectors {
		if err := encoder.Encode(v); err != nil {
			return err
		}
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}

// count holds the results of one kind of call.
type count struct{ equal, refused, unknown, different int }

func main() {
	seed := flag.Int64("seed", 1, "seed of the generated calls")
	n := flag.Int("n", 2000, "number of calls")
	oracle := flag.String("oracle", "../shared/oracle", "folder of the oracle scripts")
	flag.String("corpus", "", "not used; all comparison programs are called alike")
	script := flag.String("judge", "internal/oracle/convert", "folder of judge.rb")
	only := flag.String("only", "", "names to generate, comma separated (all)")
	show := flag.Int("show", 60, "differences to print")
	record := flag.String("record", "", "file to write the calls and Puppet's answers to")
	flag.Parse()
	if err := run(*seed, *n, *oracle, *script, *only, *show, *record); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(seed int64, n int, oracle, script, only string, show int, record string) error {
	store := types.NewStore()
	g := &generator{
		rand:      rand.New(rand.NewSource(seed)),
		converter: convert.New(store.Algebra(nil)),
		store:     store,
	}
	puppet, err := judge.Start(script, "judge.rb", nil, oracle)
	if err != nil {
		return err
	}
	defer puppet.Close()
	counts := map[string]*count{}
	different := 0
	var vectors []vector
	for range n {
		c := g.call(only)
		var a answer
		if err := puppet.Ask(question{"[" + c.source + "][0]"}, &a); err != nil {
			return fmt.Errorf("%s: %w", c.source, err)
		}
		if counts[c.name] == nil {
			counts[c.name] = &count{}
		}
		judged := counts[c.name].equal + counts[c.name].refused
		if message := compare(g.converter, c, a, counts[c.name]); message != "" {
			if different++; different <= show {
				fmt.Println(message)
			}
		} else if counts[c.name].equal+counts[c.name].refused > judged {
			vectors = append(vectors, vector{Source: c.source, Value: a.Value, Refused: a.Error != nil})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		c := counts[name]
		fmt.Printf("%-14s equal %5d, both refuse %5d, unknown %4d, different %d\n", name, c.equal, c.refused, c.unknown, c.different)
	}
	if different > 0 {
		return fmt.Errorf("%d of %d calls differ", different, n)
	}
	if record == "" {
		return nil
	}
	return write(record, vectors)
}

// compare returns a message if Puppet's answer differs from actual.
func compare(converter *convert.Converter, c call, a answer, counts *count) string {
	var value types.Value
	var err error
	if c.constructor != nil {
		value, err = converter.Convert(c.constructor, c.args...)
	} else if v, ok := functions.Call(converter, c.name, c.args); ok {
		value = v
	} else {
		err = convert.ErrUnknown
	}
	switch {
	case errors.Is(err, convert.ErrUnknown):
		counts.unknown++
	case err != nil && a.Error != nil:
		counts.refused++
	case err != nil:
		counts.different++
		return fmt.Sprintf("%s: we refuse (%v), Puppet gives %s", c.source, err, a.Value)
	case a.Error != nil:
		counts.different++
		return fmt.Sprintf("%s: puppet-lint %s, Puppet refuses: %s", c.source, show(converter, value), a.Error.Message)
	case show(converter, value) != a.Value:
		counts.different++
		return fmt.Sprintf("%s: puppet-lint %s, Puppet %s", c.source, show(converter, value), a.Value)
	default:
		counts.equal++
	}
	return ""
}

// show returns a value in the notation of eval.rb.
func show(c *convert.Converter, v types.Value) string {
	switch v := v.(type) {
	case types.Array:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = show(c, e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case *types.Hash:
		parts := make([]string, v.Len())
		for i, e := range v.Entries() {
			parts[i] = show(c, e.Key) + " => " + show(c, e.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case types.Timestamp:
		return "Timestamp('" + v.String() + "')"
	case types.Timespan:
		return "Timespan('" + v.String() + "')"
	case *types.Version:
		return "SemVer('" + v.String() + "')"
	case *types.VersionRange:
		return "SemVerRange('" + v.String() + "')"
	case *types.Sensitive:
		return "Sensitive(" + show(c, v.Value) + ")"
	case *types.Iterator:
		return "Iterator(" + show(c, types.Array(v.Values)) + ")"
	case *types.Object:
		return types.SimpleName(v.Type) + "(" + show(c, v.Attributes) + ")"
	case *types.URI:
		return c.Algebra().ValueString(v)
	}
	text, err := c.String(v, types.String("%p"))
	if err != nil {
		return "?" + err.Error()
	}
	return text
}
