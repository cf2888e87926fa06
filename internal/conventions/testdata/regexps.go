package example

import "regexp"

var early = regexp.MustCompile("a") // want a package variable compiles

var late = func() *regexp.Regexp { return regexp.MustCompile("a") }

func local() *regexp.Regexp { return regexp.MustCompile("b") }
