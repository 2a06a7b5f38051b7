package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// samePeaks checks that cpsizer and this program find the same peaks.
func samePeaks(cpsizer, ours []string) error {
	table, err := exec.Command(ours[0], ours[1:]...).Output()
	if err != nil {
		return err
	}
	command := exec.Command(cpsizer[0], append(slices.Clone(cpsizer[1:]), "-o", "json")...)
	command.Stderr = os.Stderr
	report, err := command.Output()
	if err != nil {
		return err
	}
	var found struct {
		Requests []struct {
			Size, DeploymentName, Resource string
			Peak                           float64
		}
	}
	if err := json.Unmarshal(report, &found); err != nil {
		return err
	}
	peaks := map[string]float64{}
	for _, row := range found.Requests {
		peaks[fmt.Sprintf("%s %s %s", row.Size, row.DeploymentName, row.Resource)] = row.Peak
	}
	lines := strings.Split(strings.TrimSpace(string(table)), "\n")
	if len(lines) != len(peaks) {
		return fmt.Errorf("cpsizer has %d peaks and this program %d", len(peaks), len(lines))
	}
	for _, line := range lines {
		space := strings.LastIndexByte(line, ' ')
		ours, err := strconv.ParseFloat(line[space+1:], 64)
		if err != nil {
			return err
		}
		if theirs, ok := peaks[line[:space]]; !ok || theirs < ours*(1-1e-6) || theirs > ours*(1+1e-6) {
			return fmt.Errorf("%s: %g differs from %g", line[:space], theirs, ours)
		}
	}
	return nil
}

// comparePrograms runs cpsizer and this program on the same usage, each once in a round, in random order, and prints the
// medians of the costs and of the ratio within a round.
func comparePrograms(rounds int, cpsizer, folder string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	commands := [][]string{{self, "peaks", folder},
		{cpsizer, "fit", "--requests", "-f", filepath.Join(folder, "fleet"), "--history", filepath.Join(folder, "usage.csv")}}
	if err := samePeaks(commands[1], commands[0]); err != nil {
		return err
	}
	seen := make([][]usage, len(commands))
	for range rounds {
		for _, i := range rand.Perm(len(commands)) {
			cost, err := measure(commands[i], nil)
			if err != nil {
				return err
			}
			seen[i] = append(seen[i], cost)
		}
	}
	fmt.Println("| Median of the rounds | CPU s | of Go | MiB | of Go |")
	fmt.Println("| --- | ---: | ---: | ---: | ---: |")
	for i, name := range []string{"Go", "cpsizer fit --requests"} {
		var seconds, mebibytes, ofSeconds, ofMebibytes []float64
		for round, cost := range seen[i] {
			seconds, mebibytes = append(seconds, cost.seconds), append(mebibytes, cost.mebibytes)
			ofSeconds = append(ofSeconds, cost.seconds/seen[0][round].seconds)
			ofMebibytes = append(ofMebibytes, cost.mebibytes/seen[0][round].mebibytes)
		}
		fmt.Printf("| %s | %.2f | %.2f | %.0f | %.2f |\n", name, median(seconds), median(ofSeconds), median(mebibytes), median(ofMebibytes))
	}
	return nil
}
