package types

// rubyClass returns the Ruby class of a value, which some messages name.
func rubyClass(v Value) string {
	switch v := v.(type) {
	case Undef, nil:
		return "NilClass"
	case Default:
		return "Symbol"
	case Boolean:
		if v {
			return "TrueClass"
		}
		return "FalseClass"
	case Integer:
		return "Integer"
	case Float:
		return "Float"
	case String:
		return "String"
	case Regexp:
		return "Regexp"
	case Array:
		return "Array"
	case *Hash:
		return "Hash"
	case *Version:
		return "SemanticPuppet::Version"
	case *VersionRange:
		return "SemanticPuppet::VersionRange"
	case Timespan:
		return "Puppet::Pops::Time::Timespan"
	case Timestamp:
		return "Puppet::Pops::Time::Timestamp"
	case Binary:
		return "Puppet::Pops::Types::PBinaryType::Binary"
	case *Sensitive:
		return "Puppet::Pops::Types::PSensitiveType::Sensitive"
	case *URI:
		return "URI::Generic"
	case TypeValue:
		return rubyTypeClass(v.Type)
	}
	return "Object"
}

func rubyTypeClass(t Type) string {
	name := kindNames[t.Kind()]
	if plain, ok := plainNames[t.Kind()]; ok {
		name = plain
	}
	return "Puppet::Pops::Types::P" + name + "Type"
}
