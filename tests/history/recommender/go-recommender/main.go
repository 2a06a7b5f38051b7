// go-recommender prints the recommendations of the recommender of the Vertical Pod Autoscaler for series of samples.
//
//	go-recommender generate FIRST COUNT   prints random series with the seeds FIRST, FIRST + 1, and so on
//	go-recommender vectors                prints the series of ../upstream.txt, which describes the format
//	go-recommender recommend              reads series, and adds the recommendation after each sample
//
// For the benchmark of `cpsizer replay`:
//
//	go-recommender history CLUSTERS DAYS            prints a history of usage as CSV, with a sample each 5 minutes
//	go-recommender replay FILE                      replays a history, and prints the number of transitions
//	go-recommender compare ROUNDS CPSIZER CONFIG FILE   compares the costs of both programs, and prints a table
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"

	"k8s.io/klog/v2"
)

func main() {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	output := bufio.NewWriterSize(os.Stdout, 1<<20)
	err := run(os.Args[1:], output)
	if err == nil {
		err = output.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "go-recommender:", err)
		os.Exit(1)
	}
}

func run(args []string, output *bufio.Writer) error {
	switch {
	case len(args) == 3 && args[0] == "generate":
		numbers, err := numbersOf(args[1:])
		if err != nil {
			return err
		}
		for seed := numbers[0]; seed < numbers[0]+numbers[1]; seed++ {
			printRandomSeries(seed, maxRows, true, output)
		}
		return nil
	case len(args) == 1 && args[0] == "vectors":
		printVectors(output)
		return nil
	case len(args) == 1 && args[0] == "recommend":
		return recommendAll(os.Stdin, output)
	case len(args) == 3 && args[0] == "history":
		numbers, err := numbersOf(args[1:])
		if err != nil {
			return err
		}
		printHistory(int(numbers[0]), int(numbers[1]), output)
		return nil
	case len(args) == 2 && args[0] == "replay":
		return replay(args[1], output)
	case len(args) == 5 && args[0] == "compare":
		numbers, err := numbersOf(args[1:2])
		if err != nil {
			return err
		}
		return compare(int(numbers[0]), args[2], args[3], args[4], output)
	}
	return fmt.Errorf("write generate FIRST COUNT, vectors, recommend, history CLUSTERS DAYS, replay FILE, or compare " +
		"ROUNDS CPSIZER CONFIG FILE")
}

func numbersOf(texts []string) (numbers []uint64, err error) {
	for _, text := range texts {
		number, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, number)
	}
	return numbers, nil
}
