package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
)

// compare runs cpsizer and this program on the same history, each once in a round, in random order. Both must make the
// same number of transitions. Prints the medians of the costs and of the ratios within a round.
func compare(rounds int, cpsizer, config, history string, output *bufio.Writer) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	commands := [2][]string{
		{self, "replay", history},
		{cpsizer, "replay", "-f", config, "--history", history, "--series=usage", "--transitions=immediate",
			"--hygiene=off", "-o", "json"},
	}
	var seen [2][]usage
	samples := int64(0)
	for range rounds {
		var outputs [2]strings.Builder
		for _, i := range rand.Perm(len(commands)) {
			cost, err := measure(commands[i], &outputs[i])
			if err != nil {
				return err
			}
			seen[i] = append(seen[i], cost)
		}
		if samples, err = checkResults(outputs[0].String(), outputs[1].String()); err != nil {
			return err
		}
	}
	fmt.Fprintln(output, "| Median of the rounds | CPU s | of Go | samples/s | MiB | of Go |")
	fmt.Fprintln(output, "| --- | ---: | ---: | ---: | ---: | ---: |")
	for i, name := range []string{"Go with the recommender of the VPA", "cpsizer replay"} {
		var cpu, memory, cpuRatio, memoryRatio []float64
		for round, cost := range seen[i] {
			cpu, memory = append(cpu, cost.seconds), append(memory, cost.mebibytes)
			cpuRatio = append(cpuRatio, cost.seconds/seen[0][round].seconds)
			memoryRatio = append(memoryRatio, cost.mebibytes/seen[0][round].mebibytes)
		}
		seconds := median(cpu)
		fmt.Fprintf(output, "| %s | %.2f | %.2f | %.0f | %.0f | %.2f |\n", name, seconds, median(cpuRatio),
			float64(samples)/seconds, median(memory), median(memoryRatio))
	}
	return nil
}

// checkResults returns the number of samples. Returns an error if the programs have different transitions.
func checkResults(theirs, ours string) (samples int64, err error) {
	var report struct {
		Samples struct{ Used int64 }
		Before  struct{ Transitions int64 }
	}
	if err := json.Unmarshal([]byte(ours), &report); err != nil {
		return 0, err
	}
	transitions, err := strconv.ParseInt(strings.TrimSpace(theirs), 10, 64)
	if err != nil {
		return 0, err
	}
	if transitions != report.Before.Transitions {
		return 0, fmt.Errorf("this program makes %d transitions, and cpsizer %d", transitions, report.Before.Transitions)
	}
	return report.Samples.Used, nil
}
