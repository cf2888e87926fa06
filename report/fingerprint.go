package report

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// fingerprints gives each finding a name that does not change when lines are added or removed
// above it. The name is made from the rule, the path, the message without digits, and the code
// on the line without its blanks. Equal findings are numbered.
type fingerprints struct {
	// seen counts equal findings by the checksum of their parts, since lines may be long.
	seen map[[sha256.Size]byte]int
	// file and the following fields are the line of the last call of codeOf, and its code.
	file *source.File
	line int
	code string
}

func newFingerprints() *fingerprints { return &fingerprints{seen: map[[sha256.Size]byte]int{}} }

// longCode is the length in bytes above which code is represented by its checksum.
const longCode = 1000

// codeOf returns the code on a 1-based line, with blanks normalized.
func (f *fingerprints) codeOf(file *source.File, line int) string {
	if f.file != file || f.line != line {
		f.file, f.line = file, line
		f.code = source.OneLine(file.LineText(line))
		if len(f.code) > longCode {
			sum := sha256.Sum256([]byte(f.code))
			f.code = hex.EncodeToString(sum[:])
		}
	}
	return f.code
}

// withoutNumbers returns a message without digits, which may be line numbers.
func withoutNumbers(message string) string {
	return strings.Map(func(char rune) rune {
		if '0' <= char && char <= '9' {
			return -1
		}
		return char
	}, message)
}

func (f *fingerprints) of(path string, finding *diag.Diagnostic) string {
	code := ""
	if finding.Precision != diag.FileOnly {
		code = f.codeOf(finding.File, finding.File.Line(finding.At))
	}
	key := strings.Join([]string{finding.Rule.Name, path, withoutNumbers(finding.Message), code}, "\x00")
	alike := sha256.Sum256([]byte(key))
	count := f.seen[alike]
	f.seen[alike]++
	sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(count)))
	return hex.EncodeToString(sum[:16])
}
