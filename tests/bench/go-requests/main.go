// Reads the usage of containers as `cpsizer fit --requests` does, and prints the peaks of each size and container.
package main

import (
	"fmt"
	"os"
	"strconv"
)

const usageText = `usage: go-requests generate CLUSTERS DAYS FOLDER
       go-requests peaks FOLDER
       go-requests compare ROUNDS CPSIZER FOLDER`

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "go-requests:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	number := func(i int) int {
		value, err := strconv.Atoi(args[i])
		if err != nil || value < 1 {
			return 1
		}
		return value
	}
	switch {
	case len(args) == 4 && args[0] == "generate":
		return generate(number(1), number(2), args[3])
	case len(args) == 2 && args[0] == "peaks":
		return printPeaks(args[1])
	case len(args) == 4 && args[0] == "compare":
		return comparePrograms(number(1), args[2], args[3])
	}
	return fmt.Errorf("wrong arguments\n%s", usageText)
}
