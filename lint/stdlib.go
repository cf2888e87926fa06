package lint

import (
	"puppet-lint/module"
	"puppet-lint/types"
)

// stdlibWithNamespace is the major version of stdlib that first has functions in its namespace.
const stdlibWithNamespace = 9

// mayHaveOldStdlib reports whether the code at a path may run with a version of stdlib before
// stdlibWithNamespace: the tree has such a version, or the metadata of the module allow one.
func mayHaveOldStdlib(tree *module.Tree, path string) bool {
	switch stdlib := tree.Module("stdlib"); {
	case stdlib == nil:
	case stdlib.Known != nil:
		versions := stdlib.Known.In(stdlib.Known.Allowed)
		if len(versions) > 0 && versions[0].Major < stdlibWithNamespace {
			return true
		}
	case tree.Plugins.FindFunction("stdlib::merge") == nil:
		return true
	}
	owner, _ := tree.ModuleOf(path)
	if owner == nil || owner.Metadata() == nil {
		return false
	}
	for _, dependency := range owner.Metadata().Dependencies {
		if dependency.Name != "stdlib" || dependency.Range == "" {
			continue
		}
		allowed, err := types.ParseVersionRange(dependency.Range)
		return err == nil && allowed.IncludesMajor(stdlibWithNamespace-1)
	}
	return false
}
