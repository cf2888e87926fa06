package documents

import (
	"testing"

	"puppet-lint/internal/effort"
)

func TestMain(m *testing.M) {
	effort.EnlargeHeap()
	m.Run()
}
