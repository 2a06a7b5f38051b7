package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// measured is a command line and its costs, one for each round.
type measured struct {
	name string
	args []string
	seen []usage
}

// sameSizes checks that cpsizer and this program recommend the same size for each cluster.
func sameSizes(cpsizer string, folder string, ours []string) error {
	names, err := exec.Command(cpsizer, "recommend", "-f", folder, "-o", "name").Output()
	if err != nil {
		return err
	}
	table, err := exec.Command(ours[0], ours[1:]...).Output()
	if err != nil {
		return err
	}
	theirs := strings.Split(strings.TrimSpace(string(names)), "\n")
	rows := strings.Split(strings.TrimSpace(string(table)), "\n")[1:]
	if len(theirs) != len(rows) {
		return fmt.Errorf("%s has %d clusters for one program and %d for the other", folder, len(theirs), len(rows))
	}
	for i, row := range rows {
		columns := strings.Fields(row)
		if line := fmt.Sprintf("%s/%s %s", columns[0], columns[1], columns[3]); line != theirs[i] {
			return fmt.Errorf("%s: %q differs from %q", folder, theirs[i], line)
		}
	}
	return nil
}

// comparePrograms runs cpsizer and this program on the same files, each once in a round, in random order, and prints the medians
// of the costs and of the ratios within a round.
func comparePrograms(rounds int, cpsizer string, folder string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cases := []*measured{{name: "start of cpsizer", args: []string{cpsizer, "version"}}}
	for _, kind := range []string{"json", "yaml"} {
		files, err := filepath.Glob(filepath.Join(folder, kind, "*"))
		if err != nil {
			return err
		}
		ours := append([]string{self, "decide"}, files...)
		if err := sameSizes(cpsizer, filepath.Join(folder, kind), ours); err != nil {
			return err
		}
		recommend := []string{cpsizer, "recommend", "-f", filepath.Join(folder, kind)}
		cases = append(cases,
			&measured{name: "Go, " + kind, args: ours},
			&measured{name: "cpsizer, " + kind, args: recommend},
			&measured{name: "cpsizer, " + kind + ", -o json", args: append(slices.Clone(recommend), "-o", "json")})
	}
	debug.FreeOSMemory()
	for range rounds {
		for _, i := range rand.Perm(len(cases)) {
			seen, err := measure(cases[i].args, nil)
			if err != nil {
				return err
			}
			cases[i].seen = append(cases[i].seen, seen)
		}
	}
	fmt.Println("| Median of the rounds | CPU ms | of Go | of the table | MiB | of Go |")
	fmt.Println("| --- | ---: | ---: | ---: | ---: | ---: |")
	for i, c := range cases {
		ratio := func(of int, value func(usage) float64) string {
			if i == 0 || of >= i {
				return ""
			}
			var ratios []float64
			for round := range c.seen {
				ratios = append(ratios, value(c.seen[round])/value(cases[of].seen[round]))
			}
			return fmt.Sprintf("%.2f", median(ratios))
		}
		seconds, mebibytes := func(u usage) float64 { return u.seconds }, func(u usage) float64 { return u.mebibytes }
		var cpu, memory []float64
		for _, seen := range c.seen {
			cpu, memory = append(cpu, seen.seconds), append(memory, seen.mebibytes)
		}
		peer := (i-1)/3*3 + 1
		fmt.Printf("| %s | %.0f | %s | %s | %.0f | %s |\n", c.name, 1000*median(cpu), ratio(peer, seconds),
			ratio(peer+1, seconds), median(memory), ratio(peer, mebibytes))
	}
	return nil
}
