package typereport

import (
	"fmt"
	"io"
	"math"
	"unicode/utf8"
)

// badgeColours are the colours of a badge, each with the lowest share that it represents.
var badgeColours = []struct {
	least  float64
	colour string
}{{90, "#2da44e"}, {70, "#6a8f00"}, {40, "#b07d00"}, {0, "#c93c37"}}

// WriteBadge writes a badge with the typed share as SVG. It shows 100 only if everything is
// typed, and a dash if there are no slots.
func (r *Report) WriteBadge(out io.Writer) error {
	share := r.Total.Percent()
	colour := ""
	for _, step := range badgeColours {
		if share >= step.least {
			colour = step.colour
			break
		}
	}
	value := fmt.Sprintf("%.0f %%", math.Floor(share))
	if r.Total.Slots == 0 {
		value, colour = "–", "#6e7781"
	}
	const labelWidth, height = 44, 20
	width := labelWidth + 14 + 7*utf8.RuneCountInString(value)
	_, err := fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" role="img" aria-label="types: %[3]s">
<title>types: %[3]s</title>
<clipPath id="r"><rect width="%[1]d" height="%[2]d" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="%[4]d" height="%[2]d" fill="#444c56"/><rect x="%[4]d" width="%[5]d" height="%[2]d" fill="%[6]s"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"><text x="%[7]d" y="14">types</text><text x="%[8]d" y="14">%[3]s</text></g>
</svg>
`, width, height, value, labelWidth, width-labelWidth, colour, labelWidth/2, labelWidth+(width-labelWidth)/2)
	return err
}
