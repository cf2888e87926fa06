package typeexpr_test

import (
	_ "embed"
	"testing"

	"puppet-lint/internal/vectortest"
)

//go:embed testdata/vectors.jsonl.gz
var vectors []byte

func TestVectors(t *testing.T) { vectortest.Run(t, vectors, 300) }
