//go:build develop

package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
)

// recorded is one line of a recording.
type recorded struct {
	Text   []byte `json:"text"`
	Answer answer `json:"answer"`
}

// record writes texts and answers to a gzip-compressed file, one a line.
func record(path string, texts []string, answers []answer) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	compressed, _ := gzip.NewWriterLevel(file, gzip.BestCompression)
	encoder := json.NewEncoder(compressed)
	for i, text := range texts {
		if err := encoder.Encode(recorded{[]byte(text), answers[i]}); err != nil {
			return err
		}
	}
	if err := compressed.Close(); err != nil {
		return err
	}
	return file.Close()
}

// readRecording reads what record wrote.
func readRecording(path string) ([]recorded, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	compressed, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	var lines []recorded
	decoder := json.NewDecoder(bufio.NewReader(compressed))
	for decoder.More() {
		var line recorded
		if err := decoder.Decode(&line); err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines, nil
}
