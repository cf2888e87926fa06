package example

// use says what was meant. // want retired
func use() string {
	text := "the Ruby tool" // want retired
	silenced := text        // want retired
	return silenced         // want retired
}
