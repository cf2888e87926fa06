package lint

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/config"
	"puppet-lint/internal/dirty"
	"puppet-lint/internal/effort"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// manifestsToDamage returns the examples of all rules, and the manifests in the test trees of the
// rules and the checker.
func manifestsToDamage(t *testing.T) (texts []string) {
	t.Helper()
	for _, rule := range Rules() {
		for _, example := range append(rule.Bad, rule.Good...) {
			texts = append(texts, example.Code)
		}
	}
	for _, pattern := range []string{"../checker/*/testdata/*.txtar", "../cmd/puppet-lint/testdata/*.txtar"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d trees, %v", pattern, len(paths), err)
		}
		for _, path := range paths {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range archive.Files {
				if strings.HasSuffix(file.Name, ".pp") && len(file.Data) < 4000 {
					texts = append(texts, string(file.Data))
				}
			}
		}
	}
	return texts
}

// TestFixesOfDamagedFiles checks that each offered fix can be applied to damaged files: the result
// parses if the file did, and a second run changes nothing.
func TestFixesOfDamagedFiles(t *testing.T) {
	seed, count := uint64(1), effort.Rounds(150, 600)
	if text := os.Getenv("DAMAGE"); text != "" {
		// More of them, by hand: DAMAGE=SEED:COUNT.
		if _, err := fmt.Sscanf(text, "%d:%d", &seed, &count); err != nil {
			t.Fatal(err)
		}
	}
	folder := t.TempDir()
	texts := manifestsToDamage(t)
	var fixable []string
	for _, rule := range Rules() {
		if rule.Fix.Summary != "" {
			fixable = append(fixable, rule.Name)
		}
	}
	random := rand.New(rand.NewPCG(seed, 0))
	fixed := 0
	for number := range count {
		original := texts[random.IntN(len(texts))]
		file := syntax.Parse(source.NewFile("init.pp", original), syntax.Options{})
		if random.IntN(2) == 0 {
			file = syntax.Parse(source.NewFile("init.pp", dirty.Spoil(file, random.Uint64())), syntax.Options{})
		}
		text := dirty.Damage(file, random)
		// What does not parse is hardly fixed.
		for tries := 0; tries < 6 && !parses(text); tries++ {
			text = dirty.Damage(file, random)
		}
		flags := &config.Flags{NoConfig: true}
		if random.IntN(3) > 0 {
			set(t, flags, "unsafe-fixes", "true")
		}
		name := "all rules"
		switch random.IntN(3) {
		case 0:
			name = fixable[random.IntN(len(fixable))]
			set(t, flags, "select", name)
		case 1:
			set(t, flags, "select", "all")
		case 2:
			name, flags.Profile = "puppet-lint", config.ProfilePuppetLint
		}
		name += ", " + strconv.Itoa(number)
		once, failures := fixText(t, folder, flags, text)
		if once != text {
			fixed++
		}
		for _, failure := range failures {
			if failure.Internal {
				t.Errorf("%s: %s\n%s", name, failure.Message, text)
			}
		}
		if parses(text) && !parses(once) {
			t.Errorf("%s: no longer parses:\n%s\nfixed:\n%s", name, text, once)
		}
		if twice, _ := fixText(t, folder, flags, once); twice != once {
			t.Errorf("%s: a second run changes\n%s\nfixed:\n%s\nand again:\n%s", name, text, once, twice)
		}
		if ignored := addIgnores(t, folder, flags, text); addIgnores(t, folder, flags, ignored) != ignored {
			t.Errorf("%s: --add-ignore twice changes\n%s\nwith comments:\n%s\nand again:\n%s", name, text, ignored, addIgnores(t, folder, flags, ignored))
		}
		if t.Failed() && os.Getenv("DAMAGE") == "" {
			return
		}
	}
	if fixed < count/4 {
		t.Errorf("only %d of %d files were fixed: this tries little", fixed, count)
	}
}

// set sets a flag of the command line.
func set(t *testing.T, flags *config.Flags, name, value string) {
	t.Helper()
	for _, flag := range config.FlagTable(config.NewCatalogue(Rules()), nil) {
		if flag.Name == name {
			if err := flag.Set(flags, value); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatalf("there is no flag --%s", name)
}

func parses(text string) bool {
	return !broken(syntax.Parse(source.NewFile("init.pp", text), syntax.Options{}))
}

// fixText returns the text that --fix makes of a text.
func fixText(t *testing.T, folder string, flags *config.Flags, text string) (fixed string, failures []Failure) {
	t.Helper()
	resolver := config.NewResolver(source.Disk{}, folder, config.NewCatalogue(Rules()), nil, flags)
	result := freshRun(t, Options{Files: source.Disk{}, Folder: folder, Resolver: resolver, Paths: []string{"-"}, Fix: FixFiles, Jobs: 1,
		Stdin: Stdin{func() (string, error) { return text, nil }, filepath.Join(folder, "a", "manifests", "init.pp")}})
	for _, change := range result.Changes {
		return change.After, result.Failures
	}
	return text, result.Failures
}

// addIgnores returns the text that --add-ignore makes of a text.
func addIgnores(t *testing.T, folder string, flags *config.Flags, text string) string {
	t.Helper()
	path := filepath.Join(folder, "b.pp")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	resolver := config.NewResolver(source.Disk{}, folder, config.NewCatalogue(Rules()), nil, flags)
	result := freshRun(t, Options{Files: source.Disk{}, Folder: folder, Resolver: resolver, Paths: []string{path}, AddIgnore: true, Jobs: 1})
	for _, failure := range result.Failures {
		if failure.Internal {
			t.Errorf("--add-ignore: %s\n%s", failure.Message, text)
		}
	}
	ignored, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(ignored)
}
