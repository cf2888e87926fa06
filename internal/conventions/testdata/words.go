package example

// use says what was meant. // want retired
func use() string {
	text := "the Ruby tool" // want retired
	silenced := text        // want retired
	return silenced         // want retired
}

// instances hold what a call passes.
type instances struct { // want retired
	place int // want retired
}
