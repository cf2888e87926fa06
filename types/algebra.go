package types

import (
	"fmt"
	"math"
	"sync"
)

// Resolver knows what aliases stand for: one snapshot of them. It must give the
// same answer every time, and is asked by several goroutines.
type Resolver interface {
	// ResolveAlias gives the type that the definition of the alias states, or
	// false when there is no such alias that is known.
	ResolveAlias(name string) (Type, bool)
}

// ResolverMap is a Resolver over a map of names to types.
type ResolverMap map[string]Type

// ResolveAlias looks the name up.
func (m ResolverMap) ResolveAlias(name string) (Type, bool) {
	t, ok := m[name]
	return t, ok
}

// Algebra answers questions about the types of a Store, with aliases resolved
// through one Resolver. It remembers answers, so it should live as long as its
// snapshot. It is safe for use by several goroutines.
type Algebra struct {
	store    *Store
	resolver Resolver
	memo     [shardCount]memoShard
	// contained remembers Includes, as memo remembers Assignable.
	contained [shardCount]memoShard
	// prepare is held while an alias is prepared.
	prepare sync.Mutex
	aliases sync.Map // *AliasType → Type
}

type memoShard struct {
	mu      sync.RWMutex
	answers map[uint64]bool
}

// Algebra is a view of the store's types through a snapshot of aliases. Without
// a resolver (nil) only Puppet's own aliases are known.
func (s *Store) Algebra(resolver Resolver) *Algebra {
	a := &Algebra{store: s, resolver: resolver}
	for i := range a.memo {
		a.memo[i].answers = make(map[uint64]bool)
		a.contained[i].answers = make(map[uint64]bool)
	}
	return a
}

// Store is the store whose types the algebra is about.
func (a *Algebra) Store() *Store { return a.store }

func pairKey(a, b Type) uint64 { return uint64(a.node().id)<<32 | uint64(b.node().id) }

func (sh *memoShard) get(k uint64) (answer, known bool) {
	sh.mu.RLock()
	answer, known = sh.answers[k]
	sh.mu.RUnlock()
	return answer, known
}

func shardOf(k uint64) int { return int((k ^ k>>32) % shardCount) }

func (r *run) remembered(k uint64) (answer, known bool) {
	if r.strict {
		return r.contained[shardOf(k)].get(k)
	}
	return r.memo[shardOf(k)].get(k)
}

func (r *run) remember(k uint64, answer bool) {
	sh := &r.memo[shardOf(k)]
	if r.strict {
		sh = &r.contained[shardOf(k)]
	}
	sh.mu.Lock()
	sh.answers[k] = answer
	sh.mu.Unlock()
}

// run is one question being answered. It carries the recursion guard: a pair
// with an alias that is in progress is assumed to hold; the assumption is
// withdrawn when the pair fails, and only answers that used no open assumption
// are remembered beyond the run.
type run struct {
	*Algebra
	// strict asks for inclusion of values instead of Puppet's assignability.
	strict bool
	// steps counts the pairs that were compared.
	steps int
	depth int
	// assumed maps pairs in progress to how many were open before them.
	assumed map[uint64]int
	// low is the lowest assumption that the answer at hand used.
	low int
	// provisional holds pairs that were found to hold under assumptions, with
	// the lowest one; denied those that were found not to.
	provisional map[uint64]int
	denied      map[uint64]struct{}
	// preparing holds the aliases that are being prepared by this run, which
	// then holds the lock.
	preparing map[*AliasType]bool
	// visiting guards walks over one type.
	visiting map[*AliasType]bool
	// met and rests hold the answers of meet and subtract for this question. An
	// answer that was cut short at an alias in progress holds too much, which
	// is right wherever it is used.
	met, rests map[uint64]Type
	// held describes collections whether they are values of an alias.
	held map[heldKey]bool
	// tainted reports that an alias being prepared was met.
	tainted bool
}

const noAssumption = math.MaxInt

// heldKey is an alias and a collection: the first element and length of an
// array, or a hash.
type heldKey struct {
	alias  *AliasType
	list   *Value
	length int
	hash   *Hash
}

// Resolve is what an alias stands for, with aliases of aliases followed and
// prepared as Puppet does: normalized, and without members that lead only back
// to the alias. An alias that nothing defines, or that defines nothing, is
// Unknown. Other types are themselves.
func (a *Algebra) Resolve(t Type) Type {
	r := run{Algebra: a, low: noAssumption}
	return r.deepResolve(t)
}

func (r *run) deepResolve(t Type) Type {
	for i := 0; i < MaxDepth; i++ {
		alias, ok := t.(*AliasType)
		if !ok {
			return t
		}
		t = r.resolve(alias)
	}
	return r.store.Unknown
}

// CheckAlias says what is wrong with an alias's definition: it is unknown, or
// it leads nowhere but to itself.
func (a *Algebra) CheckAlias(alias *AliasType) error {
	raw, ok := a.lookup(alias)
	if !ok {
		return fmt.Errorf("Reference to unresolved type %s", alias.Name)
	}
	if !a.reachesRealType(raw, map[*AliasType]bool{alias: true}) {
		return fmt.Errorf("Type alias '%s' cannot be resolved to a real type", alias.Name)
	}
	return nil
}

func (a *Algebra) lookup(alias *AliasType) (Type, bool) {
	if alias.Name == "UnresolvedAlias" {
		return a.store.Reference, true
	}
	if t, ok := a.store.builtinAliases[alias.Name]; ok {
		return t, true
	}
	if a.resolver == nil {
		return nil, false
	}
	return a.resolver.ResolveAlias(alias.Name)
}

// resolve is what an alias stands for.
func (r *run) resolve(alias *AliasType) Type {
	if t, ok := r.aliases.Load(alias); ok {
		return t.(Type)
	}
	if r.preparing == nil {
		r.prepare.Lock()
		defer r.prepare.Unlock()
		if t, ok := r.aliases.Load(alias); ok {
			return t.(Type)
		}
		r.preparing = make(map[*AliasType]bool)
		defer func() { r.preparing = nil }()
	}
	if r.preparing[alias] {
		r.tainted = true
		return r.store.Reference
	}
	r.preparing[alias] = true
	t := r.prepared(alias)
	delete(r.preparing, alias)
	r.aliases.Store(alias, t)
	return t
}

func (r *run) prepared(alias *AliasType) Type {
	raw, ok := r.lookup(alias)
	if !ok || !r.reachesRealType(raw, map[*AliasType]bool{alias: true}) {
		return r.store.Unknown
	}
	if _, builtin := r.store.builtinAliases[alias.Name]; builtin {
		// Puppet does not normalize its own.
		return raw
	}
	// Answers for the normal form may rest on aliases not yet prepared; a run
	// of its own keeps them apart.
	inner := run{Algebra: r.Algebra, low: noAssumption, preparing: r.preparing, tainted: true}
	t := inner.normalize(raw)
	v, ok := t.(*VariantType)
	if !ok || t.node().flags&hasAlias == 0 {
		return t
	}
	var real []Type
	for _, m := range v.Types {
		if m != alias && r.reachesRealType(m, map[*AliasType]bool{}) {
			real = append(real, m)
		}
	}
	if len(real) == len(v.Types) {
		return t
	}
	return r.store.VariantOf(real...)
}

// reachesRealType reports whether anything but aliases and Variants is inside t.
func (a *Algebra) reachesRealType(t Type, seen map[*AliasType]bool) bool {
	switch t := t.(type) {
	case *AliasType:
		if seen[t] {
			return false
		}
		seen[t] = true
		inner, ok := a.lookup(t)
		return !ok || a.reachesRealType(inner, seen)
	case *VariantType:
		for _, m := range t.Types {
			if a.reachesRealType(m, seen) {
				return true
			}
		}
		return len(t.Types) == 0
	}
	return true
}
