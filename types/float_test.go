package types

import "testing"

// TestFormatFloat compares the texts of floats with those that Ruby's Float#to_s prints.
func TestFormatFloat(t *testing.T) {
	for text, value := range map[string]float64{
		"1.0": 1, "100000000000000.0": 1e14, "123456789012345.6": 123456789012345.6, "1.0e+15": 1e15, "1.5e+15": 1.5e15,
		"-5.0e+15": -5e15, "9.999999999999998e+15": 9999999999999998, "9.007199254740992e+15": 9007199254740993,
		"1234567890123456.8": 1234567890123456.7, "1.0e+16": 1e16, "1.2345678901234568e+17": 123456789012345678,
		"0.0001": 1e-4, "1.0e-05": 1e-5, "0.0": 0,
	} {
		if got := FormatFloat(value); got != text {
			t.Errorf("FormatFloat(%g) = %s, want %s", value, got, text)
		}
	}
}
