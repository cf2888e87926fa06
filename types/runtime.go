package types

// rubySuperclasses maps Ruby's own classes that programs may name to their superclasses.
var rubySuperclasses = map[string]string{
	"Array": "Object", "BasicObject": "", "Class": "Module", "Exception": "Object", "FalseClass": "Object", "Float": "Numeric",
	"Hash": "Object", "Integer": "Numeric", "IO": "Object", "Method": "Object", "Module": "Object", "NilClass": "Object",
	"Numeric": "Object", "Object": "BasicObject", "Proc": "Object", "Range": "Object", "Regexp": "Object", "String": "Object",
	"Struct": "Object", "Symbol": "Object", "Time": "Object", "TrueClass": "Object",
}

// rubyModules maps classes to the modules that they include.
var rubyModules = map[string][]string{
	"Object": {"Kernel"}, "String": {"Comparable"}, "Integer": {}, "Numeric": {"Comparable"}, "Symbol": {"Comparable"},
	"Array": {"Enumerable"}, "Hash": {"Enumerable"}, "Struct": {"Enumerable"}, "Range": {"Enumerable"}, "Time": {"Comparable"},
	"IO": {"Enumerable"},
}

// rubyAncestors returns a known Ruby class and its ancestors.
func rubyAncestors(class string) []string {
	if _, known := rubySuperclasses[class]; !known {
		return nil
	}
	var list []string
	for c := class; c != ""; c = rubySuperclasses[c] {
		list = append(list, c)
	}
	return list
}

func runtimeAccepts(a *RuntimeType, b Type) bool {
	o, ok := b.(*RuntimeType)
	if !ok || a.Runtime != "" && a.Runtime != o.Runtime {
		return false
	}
	if a.Name == "" && a.Pattern == nil || a == o {
		return true
	}
	if a.Name == "" || o.Name == "" {
		return a.Name == o.Name && a.Pattern == o.Pattern && a.Replacement == o.Replacement
	}
	if a.Name == o.Name {
		return true
	}
	for _, class := range rubyAncestors(o.Name) {
		if class == a.Name {
			return true
		}
		for _, module := range rubyModules[class] {
			if module == a.Name {
				return true
			}
		}
	}
	return false
}

// commonRuntime returns the nearest common ancestor of two known classes.
func (r *run) commonRuntime(a, b *RuntimeType) (Type, bool) {
	others := rubyAncestors(b.Name)
	for _, x := range rubyAncestors(a.Name) {
		for _, y := range others {
			if x == y {
				return r.store.RuntimeOf("ruby", x), true
			}
		}
	}
	return nil, false
}
