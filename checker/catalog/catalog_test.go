package catalog

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/types"
)

// resource returns a certain resource. The attributes alternate between names and values; nil is a
// value that is not known.
func resource(kind, title string, attributes ...any) *Resource {
	r := &Resource{Identity: Identify(kind, title), Certain: true}
	for i := 0; i < len(attributes); i += 2 {
		a := &Attribute{Name: attributes[i].(string), Text: "a String"}
		if value, isKnown := attributes[i+1].(types.Value); isKnown {
			a.Value, a.Text = value, ValueText(value)
		}
		r.Attributes = append(r.Attributes, a)
	}
	return r
}

func edge(from string, kind EdgeKind, to string) Edge { return Edge{From: from, Kind: kind, To: to} }

func TestKeyIgnoresWhatPuppetIgnores(t *testing.T) {
	for _, same := range [][2]string{
		{"Class[::Web]", "Class[web]"}, {"class[web::Config]", "Class[Web::config]"}, {"file[/a]", "File[/a]"},
	} {
		if Key(same[0]) != Key(same[1]) {
			t.Errorf("%s and %s have different keys: %s, %s", same[0], same[1], Key(same[0]), Key(same[1]))
		}
	}
	if Key("File[/A]") == Key("File[/a]") {
		t.Error("titles of files that differ by case have the same key")
	}
	if got := Key("no reference"); got != "" {
		t.Errorf("a text that is no reference has the key %q", got)
	}
}

func TestFindReturnsTheFirstDeclaration(t *testing.T) {
	first := resource("Class", "Web")
	c := &Catalog{Resources: []*Resource{{Identity: Identify("File", "")}, first, resource("Class", "web")}}
	if got := c.Find("Class[::web]"); got != first {
		t.Errorf("found %v", got)
	}
	if got := c.Find("Class[other]"); got != nil {
		t.Errorf("found %v for a class that is not there", got)
	}
}

func TestCheck(t *testing.T) {
	file := source.NewFile("m/manifests/init.pp", "one\ntwo\nthree\n")
	at := func(line int) Location {
		return Location{file, source.Span{Start: file.LineStart(line), End: file.LineStart(line) + 3}}
	}
	ordered := []*Resource{resource("File", "/a"), resource("File", "/a/b"), resource("Service", "x")}
	for _, test := range []struct {
		name    string
		catalog Catalog
		want    []string
	}{
		{"nothing wrong", Catalog{Resources: ordered, Edges: []Edge{edge("File[/a]", Before, "Service[x]")}}, nil},
		{"a reference to nothing", Catalog{Resources: ordered, Edges: []Edge{edge("File[/c]", Notifies, "Service[x]")}},
			[]string{"missing: File[/c] is not in the catalog, but a relationship refers to it"}},
		{"a reference to nothing where more may be declared", Catalog{Resources: ordered, Gaps: []Gap{{What: "x"}},
			Edges: []Edge{edge("File[/c]", Notifies, "Service[x]")}}, nil},
		{"a reference by another name", Catalog{Resources: []*Resource{resource("Service", "x", "name", types.String("httpd")), ordered[0]},
			Edges: []Edge{edge("File[/a]", Notifies, "Service[httpd]")}}, nil},
		{"a reference by a name that is not known", Catalog{Resources: []*Resource{resource("Service", "x", "name", nil), ordered[0]},
			Edges: []Edge{edge("File[/a]", Notifies, "Service[httpd]")}}, nil},
		{"defined types have no other names", Catalog{Resources: []*Resource{{Identity: Identify("M::D", "x"), Certain: true, Defined: true,
			Attributes: []*Attribute{{Name: "name", Value: types.String("y")}}}, ordered[0]}, Edges: []Edge{edge("File[/a]", Before, "M::D[y]")}},
			[]string{"missing: M::D[y] is not in the catalog, but a relationship refers to it"}},
		{"a stage", Catalog{Resources: ordered, Edges: []Edge{edge("Stage[setup]", Before, "File[/a]")}}, nil},
		{"a class whose stage is missing", Catalog{Resources: []*Resource{resource("Class", "A", "stage", types.String("setup"))}},
			[]string{"missing: Stage[setup] is not in the catalog, but is the stage of Class[A]"}},
		{"a class whose stage is declared", Catalog{Resources: []*Resource{resource("Class", "A", "stage", types.String("setup")), resource("Stage", "setup")}}, nil},
		{"a class whose stage may be declared", Catalog{Resources: []*Resource{resource("Class", "A", "stage", types.String("setup")), {Identity: Identify("Stage", "")}}}, nil},
		{"a class in the stage that always exists", Catalog{Resources: []*Resource{resource("Class", "A", "stage", types.String("main"))}}, nil},
		{"a stage that is not known", Catalog{Resources: []*Resource{resource("Class", "A", "stage", nil)}}, nil},
		{"nothing is realized", Catalog{Resources: ordered, Realized: []Reference{{Ref: "File[/c]"}, {Ref: "File[/c]"}}},
			[]string{"missing: File[/c] is realized, but nothing declares it"}},
		{"a resource is realized by another name", Catalog{Resources: []*Resource{resource("File", "x", "path", types.String("/c"))}, Realized: []Reference{{Ref: "File[/c]"}}}, nil},
		{"a resource is realized", Catalog{Resources: ordered, Realized: []Reference{{Ref: "File[/a]"}}}, nil},
		{"a cycle", Catalog{Resources: ordered, Edges: []Edge{edge("File[/a/b]", Before, "Service[x]"), edge("Service[x]", Notifies, "File[/a/b]")}},
			[]string{"cycle: relationships between resources form a cycle: File[/a/b] -> Service[x] -> File[/a/b]"}},
		{"a cycle with an automatic order", Catalog{Resources: ordered, Edges: []Edge{edge("File[/a/b]", Before, "Service[x]"), edge("Service[x]", Before, "File[/a]")}},
			[]string{"cycle: relationships between resources form a cycle: File[/a/b] -> Service[x] -> File[/a] -> File[/a/b]"}},
		{"an explicit order wins over the automatic one", Catalog{Resources: ordered, Edges: []Edge{edge("File[/a/b]", Before, "File[/a]")}}, nil},
		{"a resource that may be missing makes no cycle", Catalog{Resources: []*Resource{{Identity: Identify("File", "/a")}, ordered[2]},
			Edges: []Edge{edge("File[/a]", Before, "Service[x]"), edge("Service[x]", Before, "File[/a]")}}, nil},
		{"a cycle through a container", Catalog{Resources: []*Resource{resource("Class", "A"), ordered[0], ordered[2]},
			Edges: []Edge{edge("Class[A]", Contains, "File[/a]"), edge("Class[A]", Before, "Service[x]"), edge("Service[x]", Before, "File[/a]")}},
			[]string{"cycle: relationships between resources form a cycle: File[/a] -> Class[A] -> Service[x] -> File[/a]"}},
		{"the owner of a file comes first", Catalog{Resources: []*Resource{resource("File", "/a", "owner", types.String("u")), resource("User", "u")},
			Edges: []Edge{edge("File[/a]", Before, "User[u]")}}, nil},
		{"an included class that is not contained", Catalog{
			Resources: []*Resource{resource("Class", "M"), {Identity: Identify("Class", "M::Service"), Certain: true, IncludedBy: "Class[M]"}, ordered[2], ordered[0]},
			Edges:     []Edge{edge("Class[M::Service]", Contains, "Service[x]"), edge("File[/a]", Before, "Class[M]")}},
			[]string{"containment: Class[M] includes Class[M::Service] but does not contain it, so what is ordered with Class[M] is not ordered with Class[M::Service]; use contain"}},
		{"a contained class", Catalog{
			Resources: []*Resource{resource("Class", "M"), {Identity: Identify("Class", "M::Service"), Certain: true, IncludedBy: "Class[M]"}, ordered[2], ordered[0]},
			Edges: []Edge{edge("Class[M]", Contains, "Class[M::Service]"), edge("Class[M::Service]", Contains, "Service[x]"),
				edge("File[/a]", Before, "Class[M]")}}, nil},
		{"a failure hides the rest", Catalog{Failure: &Gap{What: "fail() is called", Location: at(2)}, Edges: []Edge{edge("File[/c]", Before, "File[/d]")}},
			[]string{"failure: fail() is called"}},
		{"declared twice", Catalog{Duplicates: []Duplicate{{"File[/a]", at(1), at(3)}}, Failure: &Gap{What: "it is declared twice"}},
			[]string{"duplicate: File[/a] is declared twice; first declared at manifests/init.pp:1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, problem := range test.catalog.Check() {
				got = append(got, problem.Kind+": "+problem.text("m"))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("found %q, want %q", got, test.want)
			}
		})
	}
}

func TestCompare(t *testing.T) {
	secret := func(text string) types.Value { return &types.Sensitive{Value: types.String(text)} }
	before := &Catalog{
		Resources: []*Resource{
			resource("File", "/gone"), resource("File", "/same", "mode", types.String("0644")),
			resource("User", "u", "uid", types.Integer(1), "password", secret("a"), "shell", types.String("sh"), "home", nil),
			{Identity: Identify("File", "/sometimes")}, resource("User", "v", "password", secret("a"), "gid", nil),
		},
		Edges: []Edge{edge("File[/gone]", Before, "User[u]"), edge("Class[A]", Contains, "User[u]")},
	}
	after := &Catalog{
		Resources: []*Resource{
			resource("File", "/same", "mode", types.String("0644")), resource("File", "/new"),
			resource("User", "u", "uid", types.String("1"), "password", secret("b"), "home", nil, "gid", types.Integer(5)),
			resource("File", "/sometimes"), {Identity: Identify("File", "/perhaps")}, resource("User", "v", "password", secret("b"), "gid", nil),
		},
		Edges: []Edge{edge("File[/new]", Notifies, "User[u]"), edge("Class[B]", Contains, "Class[A]")},
	}
	got := Compare(before, after)
	want := Difference{
		Added: []string{"File[/new]"}, Removed: []string{"File[/gone]"}, NotKnown: true,
		Changed: []ChangedAttribute{
			{"User[u]", "uid", "1", "'1'"}, {"User[u]", "password", "Sensitive(…)", "a different Sensitive value"},
			{"User[u]", "shell", "'sh'", ""}, {"User[u]", "gid", "", "5"},
			{"File[/sometimes]", "", "declared on some paths", "always declared"},
			{"User[v]", "password", "Sensitive(…)", "a different Sensitive value"},
		},
		AddedOrders: []string{"File[/new] ~> User[u]", "Class[B] contains Class[A]"}, RemovedOrders: []string{"File[/gone] -> User[u]"},
	}
	if !slices.Equal(got.Added, want.Added) || !slices.Equal(got.Removed, want.Removed) || got.NotKnown != want.NotKnown ||
		!slices.Equal(got.Changed, want.Changed) || !slices.Equal(got.AddedOrders, want.AddedOrders) || !slices.Equal(got.RemovedOrders, want.RemovedOrders) {
		t.Errorf("the difference is\n%+v, want\n%+v", *got, want)
	}
	if got.IsEmpty() || !Compare(before, before).IsEmpty() || !Compare(nil, nil).IsEmpty() {
		t.Error("a catalog differs from itself, or not from another one")
	}
}

func TestCompareKnowsNoMoreThanItsCatalogs(t *testing.T) {
	one := &Catalog{Resources: []*Resource{resource("File", "/a")}}
	untitled := &Catalog{Resources: []*Resource{{Identity: Identify("File", ""), TitleType: "String", Certain: true}}}
	if got := Compare(untitled, one); len(got.Added) > 0 {
		t.Errorf("%v is new, but a file of unknown title was there", got.Added)
	}
	if got := Compare(one, untitled); len(got.Removed) > 0 {
		t.Errorf("%v is gone, but a file of unknown title is there", got.Removed)
	}
	if got := Compare(untitled, one); !slices.Equal(got.PossiblyAdded, []string{"File[/a]"}) || !slices.Equal(got.PossiblyRemoved, []string{"File[String]"}) || !got.HasPossible() || !got.IsEmpty() {
		t.Errorf("the possible differences are %v and %v", got.PossiblyAdded, got.PossiblyRemoved)
	}
	failing := &Catalog{Failure: &Gap{What: "it fails"}}
	if got := Compare(one, failing); got.Failure != "it fails" || len(got.Removed) > 0 || got.IsEmpty() {
		t.Errorf("a catalog that fails differs by %+v", got)
	}
	if got := Compare(failing, one); got.FormerFailure != "it fails" || len(got.Added) > 0 || got.IsEmpty() {
		t.Errorf("a catalog that no longer fails differs by %+v", got)
	}
	earlier := &Catalog{Failure: &Gap{What: "it fails early"}}
	longer := &Catalog{Failure: failing.Failure, Resources: one.Resources}
	if got := Compare(longer, earlier); !got.IsEmpty() || len(got.Problems) > 0 || !slices.Equal(got.PossibleFailures, []string{"it fails early"}) {
		t.Errorf("a catalog that fails for another reason differs by %+v", got)
	}
}

// TestCompareMatchesUnknownTitlesByTheirCode: resources with the same code for an unknown title are
// compared in their order; one without a counterpart is a possible difference.
func TestComparePossibleFailures(t *testing.T) {
	fails := func(what ...string) *Catalog {
		made := &Catalog{}
		for _, one := range what {
			made.PossibleFailures = append(made.PossibleFailures, Gap{What: one})
		}
		return made
	}
	calls := func(values ...string) *Catalog {
		made := &Catalog{}
		for _, value := range values {
			made.Calls = append(made.Calls, Call{Code: "check($x)", Values: "check(" + value + ")"})
		}
		return made
	}
	for _, test := range []struct {
		name       string
		old, now   *Catalog
		want       []string
		isNotKnown bool
	}{
		{"none", fails(), fails(), nil, false},
		{"a new one", fails(), fails("a"), []string{"a"}, true},
		{"one that is gone", fails("a"), fails(), nil, true},
		{"one that has moved", fails("a"), fails("b", "a"), []string{"b"}, true},
		{"one more of the same", fails("a"), fails("a", "a"), []string{"a"}, true},
		{"the same call", calls("1", "2"), calls("2", "1"), nil, false},
		{"calls with other arguments", calls("1", "1"), calls("2", "3"), []string{"check($x) refuses its arguments"}, true},
		{"a new call", calls("1"), calls("1", "1"), []string{"check($x) refuses its arguments"}, false},
		{"a call that is gone", calls("1"), calls(), nil, true},
	} {
		d := Compare(test.old, test.now)
		if !slices.Equal(d.PossibleFailures, test.want) || d.NotKnown != test.isNotKnown || !d.IsEmpty() || d.HasPossible() != (len(test.want) > 0) {
			t.Errorf("%s: %q, not known %t", test.name, d.PossibleFailures, d.NotKnown)
		}
	}
}

func TestCompareMatchesUnknownTitlesByTheirCode(t *testing.T) {
	untitled := func(code, mode string) *Resource {
		return &Resource{Identity: Identify("File", ""), TitleCode: code, TitleType: "String", Attributes: resource("File", "", "mode", types.String(mode)).Attributes}
	}
	sometimes := &Resource{Identity: Identify("File", "/sometimes")}
	got := Compare(
		&Catalog{Resources: []*Resource{untitled("$a", "1"), untitled("$b", "1"), untitled("$a", "2"), {Identity: Identify("Package", ""), TitleCode: "$p", TitleType: "Enum['a']"}}},
		&Catalog{Resources: []*Resource{untitled("$a", "1"), untitled("$a", "3"), sometimes, untitled("$c", "1"), untitled("$c", "1"), {Identity: Identify("Package", ""), TitleCode: "$p", TitleType: "Enum['a', 'b']"}}},
	)
	if want := []ChangedAttribute{{"File[$a]", "mode", "'2'", "'3'"}, {"Package[$p]", "title", "Enum['a']", "Enum['a', 'b']"}}; !slices.Equal(got.Possible, want) {
		t.Errorf("the possible changes are %v, want %v", got.Possible, want)
	}
	if !slices.Equal(got.PossiblyAdded, []string{"File[/sometimes]", "File[$c]"}) || !slices.Equal(got.PossiblyRemoved, []string{"File[$b]"}) || !got.IsEmpty() {
		t.Errorf("the difference is %+v", got)
	}
}

// shown is a catalog with something of everything.
func shown() *Catalog {
	file := source.NewFile("/repo/m/manifests/init.pp", "class m {\n}\n")
	at := Location{file, source.Span{Start: 0, End: 5}}
	options := types.NewHash(types.HashEntry{Key: types.String("a"), Value: types.Array{types.Integer(1), types.Undef{}}}, types.HashEntry{Key: types.Integer(2), Value: types.Boolean(true)})
	class := resource("Class", "M", "options", options, "ratio", types.Float(0.5), "later", nil, "password", &types.Sensitive{Value: types.String("hidden")})
	class.Location, class.Open = at, true
	c := &Catalog{
		Name:      "m",
		Resources: []*Resource{class, {Identity: Identify("File", ""), TitleType: "String[1]", Virtual: true, Exported: true, Container: "Class[M]"}},
		Edges:     []Edge{edge("Class[M]", Contains, "File[/x]"), edge("Class[M]", Notifies, "Service[s]")},
		Gaps:      []Gap{{"the function m::f", at}, {"the class other", Location{}}, {"the function m::f", at}},
	}
	c.Settle()
	return c
}

func TestWriteText(t *testing.T) {
	var text strings.Builder
	if err := shown().WriteText(&text, "/repo"); err != nil {
		t.Fatal(err)
	}
	const want = `m: 1 resource, and 1 that may be declared

Class[M]  m/manifests/init.pp:1
  options  => {'a' => [1, undef], 2 => true}
  ratio    => 0.5
  later    => unknown: a String
  password => Sensitive(…)
  …  and possibly other attributes

File[String[1]] (may be declared, virtual, exported)

relationships:
  Class[M] ~> Service[s]

unknown:
  the class other
  m/manifests/init.pp:1: the function m::f
`
	if text.String() != want {
		t.Errorf("the text is\n%s\nwant\n%s", text.String(), want)
	}
}

// TestWriteTextIsNoCommand: no name, title or message becomes a command to a CI system.
func TestWriteTextIsNoCommand(t *testing.T) {
	const command = "::error file=a::b"
	c := &Catalog{Name: command}
	c.Resources = []*Resource{{Identity: Identify(command, "a"), Certain: true, Attributes: []*Attribute{{Name: command, Text: "a"}}}}
	c.Edges = []Edge{{From: command, To: command, Kind: Notifies}}
	c.Gaps, c.PossibleFailures = []Gap{{What: command}}, []Gap{{What: command}}
	var text strings.Builder
	if err := c.WriteText(&text, "/repo"); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text.String()) {
		if strings.HasPrefix(strings.TrimSpace(line), "::") {
			t.Errorf("the text holds the command %q", line)
		}
	}
	if got := strings.Count(text.String(), ":error file=a::b"); got < 6 {
		t.Errorf("the text shows %d of the names:\n%s", got, &text)
	}
}

func TestWriteJSON(t *testing.T) {
	var text strings.Builder
	if err := shown().WriteJSON(&text, "/repo"); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text.String(), "hidden") {
		t.Error("the output shows a Sensitive value")
	}
	var got Document
	if err := json.Unmarshal([]byte(text.String()), &got); err != nil {
		t.Fatal(err)
	}
	class := got.Resources[0]
	if got.Complete || !slices.Equal(got.Classes, []string{"m"}) || class.File != "m/manifests/init.pp" || class.Line != 1 ||
		class.NotKnown["later"] != "a String" || !slices.Equal(class.Sensitive, []string{"password"}) || class.Parameters["ratio"] != 0.5 {
		t.Errorf("the document is %+v", got)
	}
	if options, _ := json.Marshal(class.Parameters["options"]); string(options) != `{"2":true,"a":[1,null]}` {
		t.Errorf("a hash is %s", options)
	}
	if len(got.Edges) != 1 || len(got.Relationships) != 1 || got.Relationships[0] != (DocumentEdge{"Class[M]", "Service[s]", "notify"}) || len(got.NotKnown) != 2 {
		t.Errorf("the document has the edges %v, the relationships %v, and the gaps %v", got.Edges, got.Relationships, got.NotKnown)
	}
}

func TestExactTextTellsSecretsApart(t *testing.T) {
	one, two := &types.Sensitive{Value: types.String("a")}, &types.Sensitive{Value: types.String("b")}
	if ValueText(one) != ValueText(two) || strings.Contains(ValueText(types.Array{one}), "a'") {
		t.Errorf("the texts of secrets show them: %s, %s", ValueText(one), ValueText(types.Array{one}))
	}
	if ExactText(types.Array{one}) == ExactText(types.Array{two}) {
		t.Error("different secrets have the same exact text")
	}
}

// TestCompareFindsNewProblems checks the errors that only the new catalog has.
func TestCompareFindsNewProblems(t *testing.T) {
	included := resource("Class", "A::B")
	included.IncludedBy = "Class[A]"
	resources := []*Resource{resource("Class", "A"), included, resource("Notify", "x"), resource("Notify", "y")}
	old := Edge{From: "Notify[y]", To: "Notify[gone]", Kind: Before}
	before := &Catalog{Resources: resources, Edges: []Edge{
		edge("Class[A]", Contains, "Class[A::B]"), edge("Class[A::B]", Contains, "Notify[y]"), edge("Class[A]", Before, "Notify[x]"), old,
	}}
	after := &Catalog{Resources: resources, Edges: []Edge{
		edge("Class[A::B]", Contains, "Notify[y]"), edge("Class[A]", Before, "Notify[x]"), old,
	}}
	var got []string
	for _, problem := range Compare(before, after).Problems {
		got = append(got, problem.Kind)
	}
	if !slices.Equal(got, []string{"containment"}) || Compare(before, after).Fails() {
		t.Errorf("the new problems are %q, want only the containment", got)
	}
	after.Edges = append(before.Edges[:4:4], edge("Notify[x]", Before, "Class[A]"))
	if d := Compare(before, after); len(d.Problems) != 1 || d.Problems[0].Kind != "cycle" || !d.Fails() {
		t.Errorf("the new problems are %+v, want a cycle", d.Problems)
	}
}

// TestCompareKnowsOnlyClasses checks that a reference may be to something that another class of
// the node declares, unless the class itself declared it before.
func TestCompareKnowsOnlyClasses(t *testing.T) {
	refers := Edge{From: "Notify[x]", To: "Service[s]", Kind: Before}
	bare := &Catalog{Resources: []*Resource{resource("Class", "A")}}
	after := &Catalog{Resources: []*Resource{resource("Class", "A"), resource("Notify", "x")}, Edges: []Edge{refers}}
	if d := Compare(bare, after); len(d.Problems) > 0 {
		t.Errorf("the class gets a problem of another class: %+v", d.Problems)
	}
	whole := &Catalog{Resources: append(after.Resources[:2:2], resource("Service", "s")), Edges: []Edge{refers}}
	if d := Compare(whole, after); len(d.Problems) != 1 || d.Problems[0].Missing != "Service[s]" {
		t.Errorf("the class no longer declares the service, but its problems are %+v", d.Problems)
	}
	after.Node = true
	if d := Compare(bare, after); len(d.Problems) != 1 {
		t.Errorf("the node is complete, but its problems are %+v", d.Problems)
	}
}

func TestKeyIsANormalForm(t *testing.T) {
	parts := []string{"file", "File", "FILE", "a::b", "A::B", "A::b", "::a", "::", ":", ":a", "class", "Class", "é", "É::é", "1x", "_a", "[", "]", ""}
	for _, ofType := range parts {
		for _, title := range parts {
			ref := ofType + "[" + title + "]"
			key := Key(ref)
			if again := Key(key); again != key {
				t.Errorf("the key of %s is %s, and the key of that %s", ref, key, again)
			}
			if upper := Key(strings.ToUpper(ofType) + "[" + title + "]"); upper != key && !strings.Contains(ofType, "[") {
				t.Errorf("the key of %s is %s, with the type in capitals %s", ref, key, upper)
			}
		}
	}
}
