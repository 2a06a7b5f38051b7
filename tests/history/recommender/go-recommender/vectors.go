package main

import (
	"bufio"
	"fmt"

	"k8s.io/autoscaler/vertical-pod-autoscaler/pkg/recommender/model"
)

const (
	vectorSeries = 50
	oomSeries    = 60 // with OOM kills or old state
	vectorRows   = 40
)

// specialSeeds are the seeds of series whose recommendations change if the simulation
//   - computes the weights with fused multiply-add instructions, or with exp2() of the C library
//   - counts a CPU sample with the time of the last one, or ignores such a memory sample
//   - rounds the reference time down, or does not round the exponent when the reference time moves
//   - replaces a memory peak of 0
//   - scales the weights of empty buckets when the reference time moves
var specialSeeds = []uint64{90, 1064, 260, 467, 453, 298, 350, 19249}

const header = `# Recommendations of the recommender of the Vertical Pod Autoscaler 1.8.1. Made by
# go-recommender vectors | go-recommender recommend
#
# A series begins with a line of options: the percentiles of CPU and memory, the margin, the half-lives of CPU and
# memory, the memory aggregation interval, the minimum in millicores and in MiB, the rounding in millicores and in
# bytes, the number of containers, the number of intervals after which state is deleted, and the ratio and the bytes of
# OOM kills. The other lines are samples and OOM kills: the resource or oom, the number of the pod, the milliseconds
# since 1970, the usage in cores or bytes or the memory request, and the uncapped target after it in millicores and in
# bytes.
#
# The first two series have the largest and the smallest amounts of the buckets. The other series are random,
# the last 60 with OOM kills and state that becomes old.
`

// printVectors prints the series of the unit tests.
func printVectors(output *bufio.Writer) {
	fmt.Fprint(output, header)
	printBoundaries("cpu", smallestCPU, 0.001, output)
	printBoundaries("memory", smallestMemory, 1, output)
	for seed := range uint64(vectorSeries) {
		printRandomSeries(seed, vectorRows, false, output)
	}
	for _, seed := range specialSeeds {
		printRandomSeries(seed, vectorRows, false, output)
	}
	for seed := range uint64(oomSeries) {
		printRandomSeries(seed, vectorRows, true, output)
	}
}

// printBoundaries prints a series of the largest amount of each bucket and the smallest amount of the next one. A month
// between samples makes the weight of older samples so small that the recommendation is for the newest sample.
func printBoundaries(resource string, smallest func(int) float64, step float64, output *bufio.Writer) {
	o := defaults()
	o.minCPUMillicores, o.minMemoryMB, o.intervalCount = 0, 0, neverOld(o)
	fmt.Fprint(output, o.line())
	at := int64(1e12)
	for bucket := 1; bucket < model.GetAggregationsConfig().CPUHistogramOptions.NumBuckets(); bucket++ {
		for _, value := range []float64{smallest(bucket) - step, smallest(bucket)} {
			at += 30 * 86400e3
			fmt.Fprintf(output, "%s 0 %d %.15g\n", resource, at, value)
		}
	}
}
