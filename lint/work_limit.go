package lint

import "sync"

// workLimit limits a sequence of items by the work that they take. An item is within the limit if the
// items before it have not taken more than that. So this depends neither on the number of goroutines nor
// on which of them is faster. Several goroutines may use it at once, and begin the items in order.
type workLimit struct {
	lock sync.Mutex
	most int
	// work holds the work of each item, and 0 while it is not known. done is the sum.
	work []int
	done int
}

// newWorkLimit returns a limit for a number of items.
func newWorkLimit(most, items int) *workLimit {
	return &workLimit{most: most, work: make([]int, items)}
}

// isReached reports whether all items that have not begun are certainly beyond the limit.
func (l *workLimit) isReached() bool {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.done > l.most
}

// add adds the work of an item.
func (l *workLimit) add(item, work int) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.work[item] = work
	l.done += work
}

// within returns the number of items within the limit, after all have been added that are.
func (l *workLimit) within() int {
	before := 0
	for item, work := range l.work {
		if before > l.most {
			return item
		}
		before += work
	}
	return len(l.work)
}
