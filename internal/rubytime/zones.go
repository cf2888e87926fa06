package rubytime

import (
	"strconv"
	"strings"

	"puppet-lint/internal/lazyregexp"
)

// zoneSeconds are the offsets from UTC, in seconds, of all abbreviations of up to four letters
// that Ruby's Date knows.
var zoneSeconds = map[string]int{
	"a": 3600, "b": 7200, "c": 10800, "d": 14400, "e": 18000, "f": 21600, "g": 25200, "h": 28800, "i": 32400,
	"k": 36000, "l": 39600, "m": 43200, "n": -3600, "o": -7200, "p": -10800, "q": -14400, "r": -18000, "s": -21600,
	"t": -25200, "u": -28800, "v": -32400, "w": -36000, "x": -39600, "y": -43200, "z": 0, "at": -7200, "bt": 10800,
	"nt": -39600, "ut": 0, "wt": 0, "act": -18000, "adt": -10800, "aft": 16200, "aoe": -43200, "art": -10800,
	"ast": -14400, "azt": 14400, "bnt": 28800, "bot": -14400, "brt": -10800, "bst": 3600, "btt": 21600, "cat": 7200,
	"cct": 23400, "cdt": -18000, "cet": 3600, "ckt": -36000, "clt": -14400, "cot": -18000, "cst": -21600, "cvt": -3600,
	"cxt": 25200, "eat": 10800, "ect": -18000, "edt": -14400, "eet": 7200, "egt": -3600, "est": -18000, "fet": 10800,
	"fjt": 43200, "fkt": -14400, "fle": 7200, "fnt": -7200, "fst": 7200, "fwt": 3600, "get": 14400, "gft": -10800,
	"gmt": 0, "gst": 36000, "gtb": 7200, "gyt": -14400, "hdt": -32400, "hkt": 28800, "hst": -36000, "ict": 25200,
	"idt": 10800, "iot": 21600, "ist": 19800, "jst": 32400, "kgt": 21600, "kst": 32400, "mdt": -21600, "met": 3600,
	"mez": 3600, "mht": 43200, "mmt": 23400, "msd": 14400, "msk": 10800, "mst": -25200, "mut": 14400, "mvt": 18000,
	"myt": 28800, "nct": 39600, "ndt": -5400, "nft": 39600, "npt": 20700, "nrt": 43200, "nst": -9000, "nut": -39600,
	"nzt": 43200, "pdt": -25200, "pet": -18000, "pgt": 36000, "pht": 28800, "pkt": 18000, "pst": -28800, "pwt": 32400,
	"ret": 14400, "sbt": 39600, "sct": 14400, "sgt": 28800, "srt": -10800, "sst": -39600, "swt": 3600, "tft": 18000,
	"tjt": 18000, "tkt": 46800, "tlt": 32400, "tmt": 18000, "tot": 46800, "trt": 10800, "tvt": 43200, "utc": 0,
	"uyt": -10800, "uzt": 18000, "vet": -14400, "vut": 39600, "wat": 3600, "wet": 0, "wft": 43200, "wgt": -10800,
	"wib": 25200, "wit": 32400, "ydt": -28800, "yst": -32400, "acdt": 37800, "acst": 34200, "aedt": 39600,
	"aest": 36000, "ahst": -36000, "akdt": -28800, "akst": -32400, "almt": 21600, "anat": 43200, "aqtt": 18000,
	"arab": 10800, "awdt": 32400, "awst": 28800, "azot": -3600, "azst": 18000, "brst": -7200, "cast": 28800,
	"cest": 7200, "chot": 28800, "chst": 36000, "chut": 36000, "cist": -18000, "clst": -10800, "davt": 25200,
	"ddut": 36000, "eadt": 39600, "east": -21600, "eest": 10800, "egst": 0, "fiji": 43200, "fjst": 46800,
	"fkst": -10800, "galt": -21600, "gamt": -32400, "gilt": 43200, "hadt": -32400, "hast": -36000, "hovt": 25200,
	"idle": 43200, "idlw": -43200, "iran": 12600, "irdt": 16200, "irkt": 28800, "irst": 12600, "kost": 39600,
	"krat": 25200, "kuyt": 14400, "lhdt": 39600, "lhst": 37800, "lint": 50400, "magt": 39600, "mart": -30600,
	"mawt": 18000, "mest": 7200, "mesz": 7200, "mewt": 3600, "nfdt": 43200, "novt": 25200, "nzdt": 46800, "nzst": 43200,
	"omst": 21600, "orat": 18000, "pett": 43200, "phot": 46800, "pmdt": -7200, "pmst": -10800, "pont": 39600,
	"pyst": -10800, "qyzt": 21600, "rott": -10800, "sakt": 39600, "samt": 14400, "sast": 7200, "sret": 39600,
	"syot": 10800, "taht": -36000, "tost": 50400, "ulat": 28800, "uyst": -7200, "vlat": 36000, "vost": 21600,
	"wadt": 28800, "wakt": 43200, "wast": 7200, "west": 3600, "wgst": -7200, "wita": 28800, "yakt": 32400,
	"yapt": 36000, "yekt": 18000,
}

// zoneDistance matches a zone given as an offset: ±h, ±hh, ±hhmm, ±hhmmss or with colons.
var zoneDistance = lazyregexp.New(`\A(?:gmt|utc)?([-+])(?:(\d{1,2})(?::(\d{1,2})(?::(\d{1,2}))?)?|(\d{3,6}))\z`)

// shortWord matches the words that would be in the table, and those that accept no offset.
var shortWord = lazyregexp.New(`\A(?:[a-z]{1,4}|ut[-+].*)\z`)

// offset returns a zone's offset from UTC in seconds (Date._strptime with %z, which ignores
// text after the zone).
func offset(zone string) (int, error) {
	s := dateScanner{text: zone}
	switch found, err := s.zoneName(); {
	case err != nil:
		return 0, err
	case !found:
		return 0, failf("Illegal timezone '%s'", zone)
	}
	name, summer := strings.ToLower(s.parts.zone), 0
	for suffix, seconds := range map[string]int{" dst": 3600, " daylight time": 3600, " standard time": 0} {
		if plain, found := strings.CutSuffix(name, suffix); found {
			name, summer = strings.TrimRight(plain, " "), seconds
		}
	}
	if seconds, ok := zoneSeconds[name]; ok {
		return seconds + summer, nil
	}
	if shortWord.MatchString(name) {
		return 0, failf("Illegal timezone '%s'", zone)
	}
	m := zoneDistance.FindStringSubmatch(name)
	if m == nil {
		return 0, ErrUnknown
	}
	parts := []string{m[2], m[3], m[4]}
	if digits := m[5]; digits != "" {
		if len(digits)%2 == 1 {
			digits = "0" + digits
		}
		parts = []string{digits[:2], digits[2:4], digits[4:]}
	}
	total := 0
	for _, part := range parts {
		n, _ := strconv.Atoi("0" + part)
		total = total*60 + n
	}
	if m[1] == "-" {
		total = -total
	}
	return total, nil
}
