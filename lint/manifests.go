package lint

import (
	"errors"
	"slices"
)

// ManifestsIn returns the manifests and templates in the folder that options name, sorted by
// name. Like a check, it leaves out excluded files and SELinux policies.
func ManifestsIn(options Options) (files []string, failures []Failure) {
	options.ValidateOnly = true
	r := newRun(options)
	settings, err := options.Resolver.Run(options.Paths)
	if err != nil {
		return nil, []Failure{{Message: err.Error()}}
	}
	r.settings = settings
	if r.findFiles(); len(r.files) == 0 && len(r.notFound) == 0 {
		r.fail(options.Paths[0], errors.New(options.Paths[0]+": contains no manifests or templates, or all are excluded"))
	}
	files = slices.DeleteFunc(r.files, func(path string) bool {
		file, err := r.read(path)
		return err == nil && isPolicyPackage(file.Text)
	})
	return files, r.result.Failures
}

// FilesIn returns the files that a check of the paths of options examines, including data files
// and templates, sorted by name.
func FilesIn(options Options) (files []string, failures []Failure) {
	r := newRun(options)
	settings, err := options.Resolver.Run(options.Paths)
	if err != nil {
		return nil, []Failure{{Message: err.Error()}}
	}
	r.settings = settings
	r.findFiles()
	return r.files, r.result.Failures
}
