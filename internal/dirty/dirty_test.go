package dirty

import (
	"math/rand/v2"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// sample has a place for every habit.
const sample = `# Configures a web server.
class example::web (
  String $user,
  Optional[String] $ensure = undef,
  Boolean $manage = true,
) inherits example::params {
  file { '/etc/web':
    ensure => file,
    owner  => $user,
    mode   => '0644',
    source => 'puppet:///modules/example/web',
    target => '/srv/web',
  }
  file { '/etc/link':
    ensure => link,
    target => '/srv',
  }
  package { 'web':
    ensure => installed,
    notify => Service['web'],
  }
  -> service { 'web':
    ensure => running,
    enable => true,
    tag    => ['a', 'b', 'c'],
  }
  if $manage {
    notice("${user} runs on ${facts['os']['family']} and $facts")
    notice($facts['kernel'], $facts['networking']['hostname'])
  }
  case $facts['os']['family'] {
    'Debian': { $name_of = 'apache2' }
    default: { $name_of = 'httpd' }
  }
  $options = {
    'a' => 1,
    'b' => [1, 2],
  }
  example::vhost { "site ${name_of}":
    options => $options,
  }
}

class example::other {
  include example::web
}
`

func parsed(text string) *syntax.File {
	return syntax.Parse(source.NewFile("init.pp", text), syntax.Options{})
}

// TestEveryHabitStrikes checks that each habit applies to the sample, and that each of its edits
// changes the text.
func TestEveryHabitStrikes(t *testing.T) {
	file := parsed(sample)
	for _, list := range [][]habit{habits, sloppiness} {
		for number, habit := range list {
			offers := 0
			// Some habits choose at random where they strike.
			for seed := range uint64(50) {
				habit(&text{file, rand.New(rand.NewPCG(seed, 0))}, func(edits ...diag.Edit) {
					offers++
					merged, _ := diag.Merge([]diag.Fix{{Edits: edits}})
					if len(edits) == 0 {
						t.Errorf("habit %d offers nothing", number)
					}
					diag.Apply(file.Source, merged[file.Source]) // panics if edits overlap
				})
			}
			if offers == 0 {
				t.Errorf("habit %d finds no place in the sample", number)
			}
		}
	}
}

// TestSeeds checks that the result depends only on the text and the seed, and that different seeds
// give different texts.
func TestSeeds(t *testing.T) {
	for name, spoil := range map[string]func(file *syntax.File, seed uint64) string{
		"Spoil": Spoil, "Age": Age,
		"Splicer": func(file *syntax.File, seed uint64) string {
			return NewSplicer([]string{sample, "<%= $a %>"}, seed).Text(file.Source.Text)
		},
		"Damage": func(file *syntax.File, seed uint64) string { return Damage(file, rand.New(rand.NewPCG(seed, 0))) },
	} {
		texts, broken := map[string]bool{}, 0
		for seed := range uint64(300) {
			text := spoil(parsed(sample), seed)
			if again := spoil(parsed(sample), seed); again != text {
				t.Fatalf("%s: seed %d gives two texts:\n%s\nand\n%s", name, seed, text, again)
			}
			texts[text] = true
			if parsed(text).Broken() {
				broken++
			}
			delete(texts, sample)
		}
		if len(texts) < 250 {
			t.Errorf("%s: 300 seeds give only %d texts", name, len(texts))
		}
		if broken == 0 || broken == 300 {
			t.Errorf("%s: %d of 300 texts have a syntax error", name, broken)
		}
	}
	if text := Damage(parsed(""), rand.New(rand.NewPCG(1, 0))); text == "" {
		t.Error("an empty text stays empty")
	}
}

// TestSplicedEmptyText checks that an empty text can be changed, with donors that are empty, too.
func TestSplicedEmptyText(t *testing.T) {
	splicer, isFilled := NewSplicer([]string{""}, 1), false
	for range 20 {
		isFilled = isFilled || splicer.Text("") != ""
	}
	if !isFilled {
		t.Error("an empty text stays empty")
	}
}
