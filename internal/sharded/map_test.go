package sharded

import (
	"strconv"
	"sync"
	"testing"
)

func TestMap(t *testing.T) {
	var m Map[string, int]
	if _, ok := m.Load("a"); ok {
		t.Error("an empty map has a value")
	}
	m.Store("a", 1)
	if got := m.LoadOrStore("a", 2); got != 1 {
		t.Errorf("a stored value is replaced by %d", got)
	}
	if got := m.LoadOrStore("b", 3); got != 3 {
		t.Errorf("LoadOrStore returns %d, want 3", got)
	}
	m.Delete("a")
	if value, ok := m.Load("a"); ok {
		t.Errorf("the value %d is not deleted", value)
	}
	m.Range(func(key string, value int) bool {
		m.Delete(key) // the map may be changed meanwhile
		if key != "b" || value != 3 {
			t.Errorf("the value of %s is %d", key, value)
		}
		return true
	})
	if _, ok := m.Load("b"); ok {
		t.Error("a value is not deleted by visit")
	}
}

func TestMapInSeveralGoroutines(t *testing.T) {
	var m Map[int, string]
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range 1000 {
				if got := m.LoadOrStore(i, strconv.Itoa(i)); got != strconv.Itoa(i) {
					t.Errorf("the value of %d is %q", i, got)
				}
			}
		})
	}
	group.Wait()
	count := 0
	m.Range(func(int, string) bool {
		count++
		return count < 500
	})
	if count != 500 {
		t.Errorf("Range has visited %d entries, want 500", count)
	}
}
