package pn

import "testing"

// TestFormatFloat compares the texts of floats with those that Ruby's Float#to_s prints.
func TestFormatFloat(t *testing.T) {
	for text, value := range map[string]float64{
		"1.0": 1, "100000000000000.0": 1e14, "1.0e+15": 1e15, "-5.0e+15": -5e15, "9.999999999999998e+15": 9999999999999998,
		"1234567890123456.8": 1234567890123456.7, "1.0e+16": 1e16, "0.0001": 1e-4, "1.0e-05": 1e-5, "0.0": 0,
	} {
		if got := formatFloat(value); got != text {
			t.Errorf("formatFloat(%g) = %s, want %s", value, got, text)
		}
	}
}
