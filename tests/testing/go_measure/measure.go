// Measures processes, for the benchmarks in Go. The build scripts of these programs copy this file.
package main

import (
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// usage is the cost of one process.
type usage struct{ seconds, mebibytes float64 }

// measure runs a command and returns its costs. Writes the output of the command to output, or discards it if output is
// nil. The memory of this program must stay small, because the kernel counts it as the memory of the child until the
// child starts its program.
func measure(args []string, output io.Writer) (usage, error) {
	command := exec.Command(args[0], args[1:]...)
	command.Stdout = output
	if err := command.Run(); err != nil {
		return usage{}, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	state := command.ProcessState
	cpu := state.UserTime() + state.SystemTime()
	return usage{
		seconds:   float64(cpu) / float64(time.Second),
		mebibytes: float64(state.SysUsage().(*syscall.Rusage).Maxrss) / 1024,
	}, nil
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
