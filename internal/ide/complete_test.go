package ide

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"puppet-lint/config"
	"puppet-lint/internal/effort"
	"puppet-lint/internal/source"
	"puppet-lint/internal/workspace"
	"puppet-lint/lint"
)

// manyNames returns the files of modules with hundreds of names of each kind, and a manifest that
// uses some of them in each way.
func manyNames() map[string]string {
	files := map[string]string{}
	for i, first := range []string{"apple", "banana", "cherry"} {
		for j := range 90 {
			name := fmt.Sprintf("%s::%c%c_part%d", first, 'a'+(i+j)%26, 'z'-j%26, j)
			path := "modules/" + strings.Replace(name, "::", "/%s/", 1) + ".pp"
			files[fmt.Sprintf(path, "manifests")] = fmt.Sprintf("class %s($a_%d, $b) { $c = 1 }\n", name, j)
			files[fmt.Sprintf(path, "functions")] = fmt.Sprintf("function %s(%s $x) >> String { 'a' }\n", name, []string{"String", "Integer", "Any"}[j%3])
			files[fmt.Sprintf(path, "types")] = fmt.Sprintf("type %s = String\n", capitalize(name))
			files[fmt.Sprintf(path, "manifests/of")] = fmt.Sprintf("define %s($d) { file { '/srv/%s': } }\n", strings.Replace(name, "::", "::of::", 1), name)
		}
		files["modules/"+first+"/manifests/init.pp"] = fmt.Sprintf(`class %s (Optional[String] $aa = undef) {
  include banana::ab_part1, cherry
  $apart = $banana::b_part::a
  apple::of::az_part0 { "a${bp} and ${::apple::c}": d => $apart, require => File['/srv/a'] }
  $b = 'text'.apple::az_part0.be
  notice(bp, File, Apple::Az, defined(Class['apple::a']), lookup('a'), true)
  if $facts['a'] =~ Az { class { 'cherry::part': ensure => pa } }
}
`, first)
	}
	files["data/common.yaml"] = "apple::a: 1\nb\n"
	files["hiera.yaml"] = "version: 5\n"
	return files
}

// TestCompleteMany checks at each place of some files that the items to show are the first of all
// matching items, sorted.
func TestCompleteMany(t *testing.T) {
	texts := map[string]string{}
	for name, text := range manyNames() {
		texts[filepath.Join("/w", name)] = text
	}
	w := workspace.New(workspace.Options{
		Files: func(string) source.FileSystem { return source.NewOverlay(nil, texts) },
		Resolver: func(files source.FileSystem, folder string) *config.Resolver {
			return config.NewResolver(files, folder, config.NewCatalogue(lint.Rules()), nil, &config.Flags{})
		},
	})
	t.Cleanup(w.Stop)
	w.SetFolders([]string{"/w"})
	snapshot := w.Acquire()
	defer snapshot.Release()
	cut := 0
	for _, name := range []string{"modules/apple/manifests/init.pp", "modules/banana/manifests/init.pp", "data/common.yaml"} {
		view, err := Open(context.Background(), snapshot, filepath.Join("/w", name))
		if err != nil {
			t.Fatal(err)
		}
		for offset := range int32(len(view.File.Text)) {
			if offset%3 >= int32(effort.Rounds(1, 3)) {
				continue
			}
			all, _ := complete(view, offset, math.MaxInt)
			for _, limit := range []int{maxItems, 7} {
				shown, isCut := complete(view, offset, limit)
				if got, want := textsOf(shown), textsOf(all[:min(limit, len(all))]); !slices.Equal(got, want) {
					t.Fatalf("%s:%v: %d items\n%q, not\n%q", name, view.File.Position(offset), limit, got, want)
				}
				if isCut != (len(all) > limit) {
					t.Errorf("%s:%v: %d of %d items: isCut is %v", name, view.File.Position(offset), limit, len(all), isCut)
				}
				if isCut && limit == maxItems {
					cut++
				}
			}
		}
	}
	if cut < effort.Rounds(30, 100) {
		t.Errorf("items were left out at only %d places", cut)
	}
}

func textsOf(items []Item) (texts []string) {
	for _, item := range items {
		texts = append(texts, fmt.Sprint(item.Label, item.Insert, item.Kind, item.Rank, item.distance, item.Detail, item.Span))
	}
	return texts
}
