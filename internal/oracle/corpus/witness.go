//go:build develop

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// witness is a declaration and a host for which Puppet fails at the position of a finding.
type witness struct {
	Source string `json:"source"`
	Host   string `json:"host"`
	// Facts are additional or different facts of the host.
	Facts map[string]any `json:"facts,omitempty"`
	// Around is true if the statements around the finding are removed, except those that set
	// variables, because earlier errors would hide this one.
	Around bool `json:"around,omitempty"`
	// Conditions is true if the conditions around the finding are made true.
	Conditions bool `json:"conditions,omitempty"`
	// Edits are further changes to the manifest. Each removes something that fails before the
	// finding is reached.
	Edits []edit `json:"edits,omitempty"`
	// Others are such changes to other manifests, by path.
	Others map[string][]edit `json:"others,omitempty"`
	// Failure is Puppet's error.
	Failure failure `json:"failure"`
}

var witnessKinds = []string{
	"the module as it is", "without the statements around it", "without the statements around it, with the conditions around it set",
}

func (w *witness) kind() string {
	switch {
	case w.Conditions:
		return witnessKinds[2]
	case w.Around:
		return witnessKinds[1]
	}
	return witnessKinds[0]
}

// failure is an error of Puppet. File is empty for an error outside all files.
type failure struct {
	Message string `json:"message"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	// Places are the positions in the message, the innermost first.
	Places []failure `json:"places,omitempty"`
}

// question and answer are the request and the answer of judge.rb.
type question struct {
	Source string         `json:"source"`
	Facts  map[string]any `json:"facts"`
}

type answer struct {
	Error *failure `json:"error,omitempty"`
}

// noEnvironment is an occasional failure of the judge itself: it loads a provider that needs a
// missing environment.
const noEnvironment = "Could not find a directory environment"

// court is a judge with its copy of the corpus, whose manifests are changed and restored.
type court struct {
	set     settings
	modules string
	eval    *judge.Judge
	hosts   map[string]map[string]any
	// plain caches the answers for unchanged modules, by declaration and host.
	plain map[[2]string]*failure
	// last is the last witness found, by file, since the next one often needs the same edits.
	last map[string]*witness
}

// open starts a judge with a copy of the corpus.
func open(set settings) (*court, func(), error) {
	c := &court{set: set, hosts: map[string]map[string]any{}, plain: map[[2]string]*failure{}, last: map[string]*witness{}}
	for _, name := range []string{"debian", "redhat"} {
		content, err := os.ReadFile(filepath.Join(set.facts, name+".json"))
		if err != nil {
			return nil, nil, err
		}
		var facts map[string]any
		if err := json.Unmarshal(content, &facts); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		c.hosts[name] = facts
	}
	copied, err := os.MkdirTemp("", "corpus-")
	if err != nil {
		return nil, nil, err
	}
	c.modules = filepath.Join(copied, "modules")
	if err := os.CopyFS(c.modules, os.DirFS(set.corpus)); err != nil {
		return nil, nil, err
	}
	scripts, err := filepath.Abs(set.oracle)
	if err != nil {
		return nil, nil, err
	}
	c.eval, err = judge.Start("internal/oracle/corpus", "judge.rb", []string{"ORACLE_SCRIPTS=" + scripts}, "--modulepath", c.modules)
	if err != nil {
		return nil, nil, err
	}
	return c, func() { c.eval.Close(); os.RemoveAll(copied) }, nil
}

// ask evaluates the declaration of a witness. It returns Puppet's error, or nil.
func (c *court) ask(r *record, w *witness) (*failure, error) {
	facts := map[string]any{}
	for name, value := range c.hosts[w.Host] {
		facts[name] = value
	}
	for name, value := range w.Facts {
		facts[name] = value
	}
	path := filepath.Join(c.modules, filepath.FromSlash(r.File))
	for other, edits := range w.Others {
		restore, err := c.change(other, edits)
		if err != nil {
			return nil, err
		}
		defer restore()
	}
	source := w.Source
	if r.finding != nil && w.Around {
		p := placeOf(r.finding)
		edits := append(p.around(), w.Edits...)
		if w.Conditions {
			edits = append(p.conditions(), edits...)
		}
		changed := apply(r.finding.File.Text, edits)
		if p.isExample() {
			source = changed
		} else if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
			return nil, err
		}
		defer os.WriteFile(path, []byte(r.finding.File.Text), 0o644)
	}
	var reply answer
	if err := c.eval.Ask(question{source, facts}, &reply); err != nil || reply.Error == nil {
		return nil, err
	}
	if strings.Contains(reply.Error.Message, noEnvironment) {
		reply = answer{}
		if err := c.eval.Ask(question{source, facts}, &reply); err != nil || reply.Error == nil {
			return nil, err
		}
	}
	if inner := reply.Error.Places; len(inner) > 0 {
		reply.Error.File, reply.Error.Line, reply.Error.Places = inner[0].File, inner[0].Line, nil
	}
	reply.Error.Message = strings.Join(strings.Fields(reply.Error.Message), " ")
	reply.Error.Message = strings.ReplaceAll(reply.Error.Message, c.modules+"/", "")
	reply.Error.File = strings.TrimPrefix(reply.Error.File, c.modules+"/")
	return reply.Error, nil
}

// change applies edits to another manifest until restore is called.
func (c *court) change(file string, edits []edit) (restore func(), err error) {
	path := filepath.Join(c.modules, filepath.FromSlash(file))
	original, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return func() { os.WriteFile(path, original, 0o644) }, os.WriteFile(path, []byte(apply(string(original), edits)), 0o644)
}

// elsewhere removes what fails in another manifest before the finding is reached. It returns
// false if it cannot.
func (c *court) elsewhere(w *witness, f *failure) bool {
	file, err := source.Disk{}.Read(filepath.Join(c.modules, filepath.FromSlash(f.File)))
	if err != nil {
		return false
	}
	parsed := syntax.Parse(file, syntax.Options{})
	change, ok := (&place{file: parsed, definition: parsed.Program}).without(f, &diag.Diagnostic{At: -1})
	if strings.Contains(f.Message, "is declared more than once") {
		change, ok = lineOf(file.Text, f.Line), true // an entry of a hash
	}
	if !ok || contains(w.Others[f.File], change) {
		return false
	}
	if w.Others == nil {
		w.Others = map[string][]edit{}
	}
	w.Others[f.File] = append(w.Others[f.File], change)
	return true
}

// lineOf returns an edit that blanks a 1-based line, except its line ending.
func lineOf(text string, line int) edit {
	start := 0
	for range line - 1 {
		start += strings.IndexByte(text[start:], '\n') + 1
	}
	return edit{Start: int32(start), End: int32(start + len(strings.SplitN(text[start:], "\n", 2)[0]))}
}

// matches reports whether Puppet's error corresponds to the finding. It is on the same line, or
// on the first line of the enclosing resource with a message that names what the finding is
// about.
func matches(r *record, f *failure) bool {
	if f == nil || strings.Contains(f.Message, noEnvironment) {
		return false
	}
	p := placeOf(r.finding)
	for _, node := range p.path {
		// Puppet reports a default of the wrong type at the declaration.
		if parameter, ok := node.(*syntax.Parameter); ok && strings.Contains(f.Message, "parameter '"+parameter.Name+"' expects") {
			return true
		}
	}
	if f.File != r.File && (f.File != "" || !p.isExample()) {
		return false
	}
	if f.Line == r.Line {
		return true
	}
	name := nameIn(r.finding)
	for _, node := range p.path {
		if attribute, ok := node.(*syntax.AttributeOperation); ok {
			name = attribute.Name
		}
	}
	named := name != "" && strings.Contains(f.Message, name)
	if f.File == "" && f.Line == 0 {
		return named // exported resources have no location
	}
	for _, node := range p.path {
		switch node.(type) {
		case *syntax.ResourceExpression, *syntax.ResourceBody, *syntax.Parameter:
			if named && p.file.Source.Line(p.file.Extent(node).Start) == f.Line {
				return true
			}
		}
	}
	return false
}

// nameIn returns the name that a finding is about: the first one in the code of its span.
func nameIn(finding *diag.Diagnostic) string {
	text := strings.TrimLeft(finding.File.Slice(finding.Span), "$:'\"")
	end := strings.IndexFunc(text, func(r rune) bool {
		return r != ':' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	if end < 0 {
		end = len(text)
	}
	return strings.TrimRight(text[:end], ":")
}

// generate searches witnesses for all errors that have none on record.
func generate(set settings) error {
	_, found := check(set)
	known := map[string]*record{}
	if recorded, err := readRecord(set.records); err == nil {
		for _, r := range recorded {
			known[r.key()] = r
		}
	}
	court, done, err := open(set)
	if err != nil {
		return err
	}
	defer done()
	for _, r := range found {
		if on := known[r.key()]; on != nil {
			r.Witness, r.False = on.Witness, on.False
		}
	}
	for i, r := range found {
		if r.Witness != nil || set.only != "" && !strings.Contains(r.key(), set.only) {
			continue
		}
		if err := court.findWitness(r); err != nil {
			return err
		}
		if r.Witness == nil {
			fmt.Printf("%d of %d: no witness: %s: %s\n", i+1, len(found), r.key(), r.Message)
		}
		if i%20 == 0 {
			if err := writeRecord(set.records, found); err != nil {
				return err
			}
		}
	}
	return writeRecord(set.records, found)
}

// findWitness tries the unchanged module, and then removes more and more of the code around the
// finding.
func (c *court) findWitness(r *record) error {
	p := placeOf(r.finding)
	declaration := declarationOf(p, r)
	if declaration == "" {
		return nil
	}
	for _, w := range []*witness{
		{Source: declaration, Host: "debian"},
		{Source: declaration, Host: "redhat"},
		{Source: declaration, Host: "debian", Around: true},
		{Source: declaration, Host: "debian", Around: true, Conditions: true},
	} {
		if last := c.last[r.File]; w.Around && last != nil && last.Source == declaration {
			w.Others = last.Others
			w.Edits = slices.DeleteFunc(slices.Clone(last.Edits), func(e edit) bool { return e.Start <= r.finding.At && r.finding.At < e.End })
		}
		found, err := c.try(r, p, w)
		if err != nil {
			return err
		}
		if found {
			r.Witness = w
			if w.Around {
				c.last[r.File] = w
			}
			return nil
		}
	}
	return nil
}

// try asks the judge, and removes what hides the finding.
func (c *court) try(r *record, p *place, w *witness) (bool, error) {
	const rounds = 25
	for range rounds {
		key := [2]string{w.Source, w.Host}
		f, known := c.plain[key]
		if w.Around || !known {
			var err error
			if f, err = c.ask(r, w); err != nil {
				return false, err
			}
			if !w.Around {
				c.plain[key] = f
			}
		}
		if set := c.set; set.only != "" {
			fmt.Printf("%s: around %v, conditions %v, %d edits: %+v\n", w.Source, w.Around, w.Conditions, len(w.Edits), f)
		}
		if matches(r, f) {
			w.Failure = *f
			return true, nil
		}
		if !w.Around {
			return false, nil
		}
		if f != nil && (f.File == r.File || f.File == "" && p.isExample()) {
			if change, ok := p.without(f, r.finding); ok && !contains(w.Edits, change) {
				w.Edits = append(w.Edits, change)
				continue
			}
		}
		if f == nil || f.File == "" || f.File == r.File || !c.elsewhere(w, f) {
			return false, nil
		}
	}
	return false, nil
}

func contains(edits []edit, other edit) bool {
	for _, e := range edits {
		if e.Start <= other.Start && other.End <= e.End {
			return true
		}
	}
	return false
}

// declarations are declarations of classes whose errors occur only with certain optional
// parameters.
var declarations = map[string]string{
	"oci::volume":                 "class { 'oci::volume': enabled_backend_list => ['a'] }",
	"zookeeper::install::package": "class { 'zookeeper': service_provider => 'init.d' }",
}

// declarationOf returns a declaration of the class or defined type around a finding, with
// values for the required parameters.
func declarationOf(p *place, r *record) string {
	switch node := p.definition.(type) {
	case *syntax.HostClassDefinition:
		if declaration := declarations[node.Name]; declaration != "" {
			return declaration
		}
		if given := required(p, node.Parameters); given != "" {
			return "class { '" + node.Name + "':" + given + " }"
		}
		return "include " + node.Name
	case *syntax.ResourceTypeDefinition:
		return node.Name + " { 'x':" + required(p, node.Parameters) + " }"
	case *syntax.Program:
		return p.file.Source.Text // an example
	}
	return ""
}

func required(p *place, parameters []*syntax.Parameter) string {
	var text strings.Builder
	for _, parameter := range parameters {
		if parameter.Value == nil && !parameter.CapturesRest {
			declared := ""
			if parameter.TypeExpr != nil {
				declared = p.file.Source.Slice(p.file.Extent(parameter.TypeExpr))
			}
			text.WriteString(" " + parameter.Name + " => " + sample(declared) + ",")
		}
	}
	return text.String()
}

// samples are values of types, by the beginning of the type's text.
var samples = []struct{ prefix, value string }{
	{"Boolean", "true"}, {"Integer", "1"}, {"Numeric", "1"}, {"Float", "1.5"}, {"Hash", "{}"}, {"Array", "[]"}, {"Struct", "{}"}, {"Optional", "undef"},
	{"Stdlib::Port", "80"}, {"Stdlib::Absolutepath", "'/x'"}, {"Stdlib::Unixpath", "'/x'"}, {"Stdlib::HTTP", "'http://x'"},
	{"Stdlib::IP", "'192.0.2.1'"}, {"Stdlib::Host", "'h.example.com'"}, {"Stdlib::Fqdn", "'h.example.com'"}, {"Stdlib::Ensure", "'present'"},
}

// sample returns a value of a type, or a guess.
func sample(declared string) string {
	if rest, ok := strings.CutPrefix(declared, "Enum["); ok {
		first, _, _ := strings.Cut(rest, ",")
		return strings.Trim(first, "] ")
	}
	if rest, ok := strings.CutPrefix(declared, "Variant["); ok {
		return sample(rest)
	}
	for _, s := range samples {
		if strings.HasPrefix(declared, s.prefix) {
			return s.value
		}
	}
	return "'x'"
}

// verify checks witnesses picked evenly from the record with the judge again.
func verify(set settings) error {
	recorded, err := readRecord(set.records)
	if err != nil {
		return err
	}
	_, found := check(set)
	findings := map[string]*record{}
	for _, r := range found {
		findings[r.key()] = r
	}
	court, done, err := open(set)
	if err != nil {
		return err
	}
	defer done()
	asked := 0
	var wrong []string
	for i := 0; i < len(recorded); i += max(1, len(recorded)/set.sample) {
		r := findings[recorded[i].key()]
		if r == nil || recorded[i].Witness == nil {
			continue
		}
		f, err := court.ask(r, recorded[i].Witness)
		if err != nil {
			return err
		}
		asked++
		if !matches(r, f) {
			wrong = append(wrong, fmt.Sprintf("%s: %+v", r.key(), f))
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%d of %d witnesses do not fail at the place of their finding; take them out of the record and run generate:\n%s",
			len(wrong), asked, strings.Join(wrong, "\n"))
	}
	fmt.Printf("%d of %d witnesses asked again: Puppet fails for each of them at the place of its finding\n", asked, len(recorded))
	return nil
}
