package lattice

// DataType returns Puppet's own type of a name in lower case, or nil.
func (l *Lattice) DataType(lower string) Type {
	t, ok := l.Store.Builtin(lower)
	if !ok {
		return nil
	}
	return t
}
