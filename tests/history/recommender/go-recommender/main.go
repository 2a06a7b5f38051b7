// go-recommender prints the recommendations of the recommender of the Vertical Pod Autoscaler for series of samples.
//
//	go-recommender generate FIRST COUNT   prints random series with the seeds FIRST, FIRST + 1, and so on
//	go-recommender vectors                prints the series of ../upstream.txt, which describes the format
//	go-recommender recommend              reads series, and adds the recommendation after each sample
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
		first, err := strconv.ParseUint(args[1], 10, 32)
		if err != nil {
			return err
		}
		count, err := strconv.ParseUint(args[2], 10, 32)
		if err != nil {
			return err
		}
		for seed := first; seed < first+count; seed++ {
			printRandomSeries(seed, maxRows, output)
		}
		return nil
	case len(args) == 1 && args[0] == "vectors":
		printVectors(output)
		return nil
	case len(args) == 1 && args[0] == "recommend":
		return recommendAll(os.Stdin, output)
	}
	return fmt.Errorf("write generate FIRST COUNT, vectors, or recommend")
}
