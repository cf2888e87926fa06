package lattice

// DataType is the type that Puppet itself has under a name in lower case, or
// nil.
func (l *Lattice) DataType(lower string) Type {
	t, ok := l.Store.Builtin(lower)
	if !ok {
		return nil
	}
	return t
}
