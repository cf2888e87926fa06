package upgrade

import (
	"fmt"
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/english"
	"puppet-lint/module"
	"puppet-lint/types"
)

// failure is a finding that occurs with some of the allowed versions.
type failure struct {
	finding diag.Diagnostic
	// owner is the module that contains the file of the finding.
	owner  *module.Module
	causes []*allowedVersion
}

// isCausedBy reports whether a version causes the failure.
func (f *failure) isCausedBy(version *allowedVersion) bool { return slices.Contains(f.causes, version) }

// failures holds the failures of all versions.
type failures struct {
	list  []*failure
	byKey map[findingKey]*failure
}

// add adds a finding in a file of owner that a version causes.
func (f *failures) add(finding *diag.Diagnostic, owner *module.Module, version *allowedVersion) {
	at := keyOf(finding)
	if f.byKey[at] == nil {
		f.byKey[at] = &failure{finding: *finding, owner: owner}
		f.list = append(f.list, f.byKey[at])
	}
	if one := f.byKey[at]; !one.isCausedBy(version) {
		one.causes = append(one.causes, version)
	}
}

// findings returns the failures as findings that name the versions that cause them.
func (f *failures) findings() []*diag.Diagnostic {
	var findings []*diag.Diagnostic
	for _, one := range f.list {
		one.finding.Fixes = nil // fixes are applied only when upgrading to a version
		one.finding.Message += " (" + listOf(one.causes) + ", which metadata.json allows)"
		findings = append(findings, &one.finding)
	}
	return findings
}

// dropUnknown removes the failures that all versions of a module have if the installed copy does not
// have what is missing either. The plain run does not report it because it knows less.
func (r *run) dropUnknown(found *failures, versions []*allowedVersion) error {
	suspects, paths := map[*failure][]string{}, []string(nil)
	for _, one := range found.list {
		for _, version := range one.causes {
			product := version.product()
			if version.target.Module != nil && !slices.Contains(suspects[one], product) && one.isInAllOf(product, versions) {
				suspects[one] = append(suspects[one], product)
				paths = append(paths, one.finding.File.Name)
			}
		}
	}
	before, err := r.lackedBefore(nil, nil, paths)
	if err != nil || before == nil {
		return err
	}
	for one, products := range suspects {
		if !before.lacks(&one.finding) {
			one.causes = slices.DeleteFunc(one.causes, func(version *allowedVersion) bool { return slices.Contains(products, version.product()) })
		}
	}
	found.list = slices.DeleteFunc(found.list, func(one *failure) bool { return len(one.causes) == 0 })
	return nil
}

// isInAllOf reports whether the failure has all allowed versions of a module as causes. A version
// with which a run does not know all names cannot cause the failure, and does not count.
func (f *failure) isInAllOf(product string, versions []*allowedVersion) bool {
	return !slices.ContainsFunc(versions, func(version *allowedVersion) bool {
		return version.product() == product && slices.Contains(version.closedFor, f.owner) && !f.isCausedBy(version)
	})
}

// tally counts findings by severity.
type tally struct{ errors, warnings int }

func (t tally) with(severity diag.Severity) tally {
	switch severity {
	case diag.Error:
		t.errors++
	case diag.Warning:
		t.warnings++
	}
	return t
}

// String returns the counts that are not 0: 1 error and 2 warnings.
func (t tally) String() string {
	var counts []string
	if t.errors > 0 {
		counts = append(counts, english.Count(t.errors, "error"))
	}
	if t.warnings > 0 {
		counts = append(counts, english.Count(t.warnings, "warning"))
	}
	return english.List(counts, "and")
}

// tooWide returns findings about the ranges that allow versions with which something fails, one for
// each range.
func (r *run) tooWide(found *failures, versions []*allowedVersion) []*diag.Diagnostic {
	var findings []*diag.Diagnostic
	for _, owner := range r.checkedModules(r.plain) {
		for i, version := range versions {
			if i > 0 && versions[i-1].product() == version.product() {
				continue // has been done with the first version
			}
			for _, wanted := range rangeNodes(owner, version.target) {
				allowed := allowedBy(wanted, owner, version.product(), versions)
				if finding := found.tooWideFor(owner, wanted, allowed); finding != nil {
					finding.File = r.asGiven(owner.Metadata().Document.File)
					findings = append(findings, finding)
				}
			}
		}
	}
	return findings
}

// allowedBy returns the versions of a product that a range of owner allows.
func allowedBy(wanted *document.Node, owner *module.Module, product string, versions []*allowedVersion) (allowed []*allowedVersion) {
	parsed, err := types.ParseVersionRange(wanted.Text)
	if err != nil {
		return nil
	}
	for _, version := range versions {
		// A known version may represent the older ones with its major number.
		if version.product() == product && slices.Contains(version.owners, owner) && parsed.IncludesMajor(version.number().Major) {
			allowed = append(allowed, version)
		}
	}
	return allowed
}

// tooWideFor returns a finding about a range of a module if something fails in the module with some
// of the versions that the range allows, or nil. Infos do not count.
func (f *failures) tooWideFor(owner *module.Module, wanted *document.Node, allowed []*allowedVersion) *diag.Diagnostic {
	var failing []*allowedVersion
	count := tally{}
	for _, one := range f.list {
		before := count
		if one.owner == owner && slices.ContainsFunc(allowed, one.isCausedBy) {
			count = count.with(one.finding.Severity)
		}
		for _, version := range allowed {
			if count != before && one.isCausedBy(version) && !slices.Contains(failing, version) {
				failing = append(failing, version)
			}
		}
	}
	if len(failing) == 0 {
		return nil
	}
	slices.SortFunc(failing, func(a, b *allowedVersion) int { return a.number().Compare(b.number()) })
	rule := &code.RequirementTooWide
	return &diag.Diagnostic{
		Rule: rule, Severity: rule.Severity, Span: wanted.Span, At: wanted.Span.Start,
		Message: fmt.Sprintf("'%s' allows %s, which %s %s", wanted.Text, listOf(failing), verb(len(failing)), count),
		Help:    code.NarrowerRange(numbersOf(allowed), numbersOf(failing)),
	}
}

// verb returns the verb of what a number of versions does.
func verb(count int) string {
	if count == 1 {
		return "causes"
	}
	return "cause"
}

func numbersOf(versions []*allowedVersion) []*types.Version {
	numbers := make([]*types.Version, len(versions))
	for i, version := range versions {
		numbers[i] = version.number()
	}
	return numbers
}
