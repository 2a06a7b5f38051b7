// The Go programs with which the decisions of cpsizer are compared, as functions: the size of HyperShift and the number
// of replicas of kube-controller-manager. Prints the CPU time of each in the JSON format of google-benchmark.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"syscall"
	"time"
)

const (
	windows = 5
	window  = 40 * time.Millisecond
)

// benchmark is one result. The label is the decision; the time is in nanoseconds.
type benchmark struct {
	Name    string  `json:"name"`
	Label   string  `json:"label"`
	CPUTime float64 `json:"cpu_time"`
}

// cpuTime returns the CPU time of this process, which includes the garbage collector.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func spent(calls int, call func() (string, error)) time.Duration {
	start := cpuTime()
	for range calls {
		_, _ = call() // each call gives the same result
	}
	return cpuTime() - start
}

// measure returns the median of the CPU time of a call in several windows, after a warm-up.
func measure(name string, call func() (string, error)) (benchmark, error) {
	label, err := call()
	if err != nil {
		return benchmark{}, err
	}
	calls := 1
	for spent(calls, call) < window {
		calls *= 2
	}
	times := make([]float64, windows)
	for i := range times {
		times[i] = float64(spent(calls, call)) / float64(calls)
	}
	slices.Sort(times)
	return benchmark{name, label, times[windows/2]}, nil
}

func main() {
	runtime.GOMAXPROCS(1)
	var results struct {
		Benchmarks []benchmark `json:"benchmarks"`
	}
	for _, c := range []struct {
		name string
		call func() (string, error)
	}{
		{"GoSize/5", sizeCase(5)},
		{"GoSize/10", sizeCase(10)},
		{"GoReplicas/5", replicasCase(5, false)},
		{"GoReplicas/500", replicasCase(500, false)},
		{"GoReplicasReading/5", replicasCase(5, true)},
		{"GoReplicasReading/500", replicasCase(500, true)},
	} {
		result, err := measure(c.name, c.call)
		if err != nil {
			fmt.Fprintf(os.Stderr, "go-decisions: %s: %v\n", c.name, err)
			os.Exit(1)
		}
		results.Benchmarks = append(results.Benchmarks, result)
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		fmt.Fprintln(os.Stderr, "go-decisions:", err)
		os.Exit(1)
	}
}
