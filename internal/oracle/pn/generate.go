//go:build develop

package main

import (
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// corpusFiles returns a question for each manifest, plan and template below folder.
func corpusFiles(folder string) ([]question, error) {
	if folder == "" {
		return nil, nil
	}
	var questions []question
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		extension := filepath.Ext(path)
		if err != nil || entry.IsDir() || extension != ".pp" && extension != ".epp" {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		questions = append(questions, question{
			Source: string(content), EPP: extension == ".epp",
			Tasks: strings.Contains(filepath.ToSlash(path), "/plans/"), name: path,
		})
		return nil
	})
	return questions, err
}

// mutate damages files: a token is removed, doubled, swapped with another one, or replaced by a
// random one.
func mutate(files []question, count int, seed int64) []question {
	random := rand.New(rand.NewSource(seed))
	var small []question
	for _, file := range files {
		if len(file.Source) < 4000 {
			small = append(small, file)
		}
	}
	var questions []question
	for len(small) > 0 && len(questions) < count {
		q := small[random.Intn(len(small))]
		file := syntax.Parse(source.NewFile(q.name, q.Source), syntax.Options{EPP: q.EPP, Tasks: q.Tasks})
		if len(file.Tokens) < 2 {
			continue
		}
		var texts []string
		for i := range file.Tokens {
			texts = append(texts, file.Text(i))
		}
		for range 1 + random.Intn(2) {
			i, j := random.Intn(len(texts)), random.Intn(len(texts))
			switch random.Intn(5) {
			case 0:
				texts[i] = ""
			case 1:
				texts[i] += texts[i]
			case 2:
				texts[i], texts[j] = texts[j], texts[i]
			case 3:
				texts[i] = vocabulary[random.Intn(len(vocabulary))]
			case 4:
				if len(texts[i]) > 0 {
					texts[i] = texts[i][:len(texts[i])-1]
				}
			}
		}
		q.Source = strings.Join(texts, "")
		q.name = "mutant of " + q.name
		questions = append(questions, q)
	}
	return questions
}

// vocabulary holds the words of generated programs.
var vocabulary = strings.Split(`$a|$b::c|$::d|$|foo|bar::baz|::qux|a-b|_x|Foo|Foo::Bar|::Foo|notice|include|fail|realize`+
	`|1|0|0x1F|017|1.5|1e3|0.0e1|08|1x|'s'|"d"|"a${b}c"|"$a"|"${1}"|"${foo.bar}"|"${foo[1]} x"|"${"n$a"}"|"\q"|''`+
	`|/re/|/ |[|]|{|}|(|)| [| {| (|`+"\n("+`|`+"\n["+`|=|+=|-=|==|!=|=~|!~|>|>=|<|<=|=>|+>|<<|>>|<\||\|>|<<\||\|>>`+
	`|+|-|*|%|!|.|\||\|\||@|@@|:|::|,|;|?|~|->|~>|<-|<~|and|or|in|if|else|elsif|unless|case|default|undef|true|false`+
	`|class|define|node|function|type|plan|apply|inherits|private|attr|`+"\n|\n\n|# c\n|/* c */|/*"+`| | | |\u00a0|é|^|&|\\`, "|")

// generate returns programs: strings of words, and programs that follow the grammar, some of
// them damaged.
func generate(count int, seed int64) []question {
	random := rand.New(rand.NewSource(seed))
	for i, word := range vocabulary {
		vocabulary[i] = strings.NewReplacer(`\|`, "|", `\u00a0`, "\u00a0").Replace(word)
	}
	var questions []question
	for i := range count {
		q := question{name: "made up", Tasks: random.Intn(4) == 0}
		g := &grammar{random: random, fuel: 12 + random.Intn(30)}
		switch {
		case i%4 == 0:
			var b strings.Builder
			for range 1 + random.Intn(12) {
				b.WriteString(vocabulary[random.Intn(len(vocabulary))])
				if random.Intn(2) == 0 {
					b.WriteByte(' ')
				}
			}
			q.Source = b.String()
		case i%16 == 1:
			q.EPP = true
			q.Source = g.template()
		default:
			q.Source = g.statements()
		}
		if i%3 == 0 && len(q.Source) > 0 {
			at := random.Intn(len(q.Source))
			if random.Intn(2) == 0 {
				q.Source = q.Source[:at] + vocabulary[random.Intn(len(vocabulary))] + q.Source[at:]
			} else {
				q.Source = q.Source[:at] + q.Source[min(len(q.Source), at+1+random.Intn(3)):]
			}
			q.Source = strings.ToValidUTF8(q.Source, "")
		}
		questions = append(questions, q)
	}
	return questions
}
