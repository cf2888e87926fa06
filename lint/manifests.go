package lint

import "errors"

// ManifestsIn are the manifests and templates in the folder that options name, as
// a check finds them: all but what is excluded, in the order of names.
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
	return r.files, r.result.Failures
}

// FilesIn are the files that a check of the paths of options looks at, data files and
// templates included, in the order of names.
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
