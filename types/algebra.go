package types

import (
	"fmt"
	"math"
	"sync"
)

// Resolver resolves aliases in one snapshot. It must always give the same answer, and may be
// called by several goroutines.
type Resolver interface {
	// ResolveAlias returns the type in the definition of the alias, or false if the alias is
	// not known.
	ResolveAlias(name string) (Type, bool)
}

// ResolverMap is a Resolver over a map of names to types.
type ResolverMap map[string]Type

// ResolveAlias looks the name up in the map.
func (m ResolverMap) ResolveAlias(name string) (Type, bool) {
	t, ok := m[name]
	return t, ok
}

// Algebra computes with the types of a Store, and resolves aliases by one Resolver. It caches
// answers, so it should live as long as its snapshot. It is safe for use by several goroutines.
type Algebra struct {
	store    *Store
	resolver Resolver
	memo     [shardCount]memoShard
	// contained caches the answers of Includes; memo caches those of Assignable.
	contained [shardCount]memoShard
	// prepare is held while an alias is prepared.
	prepare sync.Mutex
	aliases sync.Map // *AliasType → Type
	real    sync.Map // *AliasType → bool: the answers of isReal
	// read holds the aliases that readAliases has looked up.
	read sync.Map // *AliasType → true
}

type memoShard struct {
	mu      sync.RWMutex
	answers map[uint64]bool
}

// Algebra returns an algebra over the types of the store with a snapshot of aliases. If
// resolver is nil, only Puppet's own aliases are known.
func (s *Store) Algebra(resolver Resolver) *Algebra {
	return &Algebra{store: s, resolver: resolver}
}

// Store returns the store that holds the types of the algebra.
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
	if sh.answers == nil { // many algebras are made for a single query
		sh.answers = map[uint64]bool{}
	}
	sh.answers[k] = answer
	sh.mu.Unlock()
}

// run is the state of one query. It guards against endless recursion: while a pair with an
// alias is in progress, it is assumed to hold. If the pair fails, the assumption is withdrawn.
// Only answers that do not depend on an open assumption are cached beyond the run.
type run struct {
	*Algebra
	// strict tests inclusion of values instead of Puppet's assignability.
	strict bool
	// steps counts the compared pairs.
	steps int
	depth int
	// assumed maps each pair in progress to the number of pairs that were open before it.
	assumed map[uint64]int
	// low is the lowest assumption that the current answer depends on.
	low int
	// provisional holds the pairs that hold under assumptions, with the lowest of these. denied
	// holds the pairs that failed.
	provisional map[uint64]int
	denied      map[uint64]struct{}
	// preparing holds the aliases that this run is preparing. The run then holds the lock.
	preparing map[*AliasType]bool
	// visiting guards walks over one type against cycles.
	visiting map[*AliasType]bool
	// met and rests cache the answers of meet and subtract for this query. If an answer stops at
	// an alias in progress, the type holds too many values. All users of the answer allow that.
	met, rests map[uint64]Type
	// held caches whether a collection is a value of an alias.
	held map[heldKey]bool
	// tainted is set if the answer depends on an alias that is being prepared.
	tainted bool
}

const noAssumption = math.MaxInt

// heldKey is an alias and a collection. An array is identified by its first element and length,
// a hash by its pointer.
type heldKey struct {
	alias  *AliasType
	list   *Value
	length int
	hash   *Hash
}

// Resolve returns the type that an alias represents. It follows aliases of aliases, and
// prepares the result as Puppet does: normalized, and without members that only lead back to
// the alias. An undefined or empty alias is Unknown. Other types are returned unchanged.
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

// CheckAlias returns an error if an alias is not defined, or if it only leads back to itself.
func (a *Algebra) CheckAlias(alias *AliasType) error {
	raw, ok := a.lookup(alias)
	if !ok {
		return fmt.Errorf("Reference to unresolved type %s", alias.Name)
	}
	if !a.isReal(raw, map[*AliasType]bool{alias: true}) {
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

// readAliases looks up an alias and all others that its type contains, directly or indirectly.
// It must be called before the lock is taken: a Resolver may evaluate code that itself resolves
// aliases. Lookups under the lock then only repeat earlier ones.
func (a *Algebra) readAliases(alias *AliasType) {
	if _, ok := a.read.Load(alias); ok {
		return
	}
	seen := map[*AliasType]bool{}
	open := []Type{alias}
	for len(open) > 0 {
		t := open[len(open)-1]
		open = open[:len(open)-1]
		one, ok := t.(*AliasType)
		if !ok {
			if HasAlias(t) {
				open = append(open, Parts(t)...)
			}
			continue
		}
		if _, known := a.read.Load(one); known || seen[one] {
			continue
		}
		seen[one] = true
		if inner, ok := a.lookup(one); ok {
			open = append(open, inner)
		}
	}
	for one := range seen {
		a.read.Store(one, true)
	}
}

// resolve returns the type that an alias represents. The result may be another alias.
func (r *run) resolve(alias *AliasType) Type {
	if t, ok := r.aliases.Load(alias); ok {
		return t.(Type)
	}
	if r.preparing == nil {
		r.readAliases(alias)
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
	if !ok || !r.isReal(raw, map[*AliasType]bool{alias: true}) {
		return r.store.Unknown
	}
	if _, builtin := r.store.builtinAliases[alias.Name]; builtin {
		// Puppet does not normalize its own aliases.
		return raw
	}
	// Answers about the normal form may depend on aliases that are not prepared yet. A separate
	// run keeps them apart.
	inner := run{Algebra: r.Algebra, low: noAssumption, preparing: r.preparing, tainted: true}
	t := normalization{&inner}.normalize(raw)
	v, ok := t.(*VariantType)
	if !ok || t.node().flags&hasAlias == 0 {
		return t
	}
	var real []Type
	for _, m := range v.Types {
		if m != alias && r.isReal(m, map[*AliasType]bool{}) {
			real = append(real, m)
		}
	}
	if len(real) == len(v.Types) {
		return t
	}
	return r.store.VariantOf(real...)
}

// isReal reports whether t contains anything but aliases and Variants, after its aliases are
// resolved. seen holds the aliases on the way to t.
func (a *Algebra) isReal(t Type, seen map[*AliasType]bool) bool {
	if a.reachesRealType(t, seen) {
		return true
	}
	for alias := range seen { // everything in them has been visited
		a.real.Store(alias, false)
	}
	return false
}

func (a *Algebra) reachesRealType(t Type, seen map[*AliasType]bool) bool {
	switch t := t.(type) {
	case *AliasType:
		if isReal, known := a.real.Load(t); known {
			return isReal.(bool)
		}
		if seen[t] {
			return false
		}
		seen[t] = true
		inner, ok := a.lookup(t)
		if ok && !a.reachesRealType(inner, seen) {
			return false
		}
		a.real.Store(t, true)
		return true
	case *VariantType:
		for _, m := range t.Types {
			if a.reachesRealType(m, seen) {
				return true
			}
		}
		return len(t.Types) == 0
	case *NotUndefType: // it is normalized away around an alias that does not accept undef
		inner := t.Type
		if optional, ok := inner.(*OptionalType); ok {
			inner = optional.Type
		}
		return inner == nil || a.reachesRealType(inner, seen)
	}
	return true
}
