package report

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"puppet-lint/diag"
)

// fingerprints gives each finding a name that stays the same when lines above
// it come or go: it is made of the rule, the path, the message and the code
// on the line, blanks aside; of several alike, it also holds which one it is.
type fingerprints struct{ seen map[string]int }

func newFingerprints() *fingerprints { return &fingerprints{map[string]int{}} }

func (f *fingerprints) of(path string, finding *diag.Diagnostic) string {
	line := finding.File.LineText(finding.File.Line(finding.At))
	key := strings.Join([]string{finding.Rule.Name, path, finding.Message, strings.Join(strings.Fields(line), " ")}, "\x00")
	count := f.seen[key]
	f.seen[key]++
	sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(count)))
	return hex.EncodeToString(sum[:16])
}
