package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"time"

	"k8s.io/autoscaler/vertical-pod-autoscaler/pkg/recommender/model"
	"k8s.io/autoscaler/vertical-pod-autoscaler/pkg/recommender/util"
)

// maxRows is the maximum number of samples of each resource in a series.
const maxRows = 600

func defaults() options {
	return options{0.9, 0.9, 0.15, 24 * time.Hour, 24 * time.Hour, 24 * time.Hour, 25, 250, 1, 1, 1,
		model.DefaultMemoryAggregationIntervalCount, model.DefaultOOMBumpUpRatio, model.DefaultOOMMinBumpUp}
}

func oneOf[T any](random *rand.Rand, values ...T) T { return values[random.IntN(len(values))] }

func chance(random *rand.Rand, probability float64) bool { return random.Float64() < probability }

func randomDuration(random *rand.Rand) time.Duration {
	if chance(random, 0.5) {
		return oneOf(random, time.Minute, 10*time.Minute, time.Hour, 8*time.Hour, 12*time.Hour, 48*time.Hour, 168*time.Hour,
			24000*time.Hour)
	}
	return time.Minute + time.Duration(random.Int64N(int64(oneOf(random, time.Hour, 100*time.Hour, 10000*time.Hour))))
}

// randomOptions returns the defaults for half of the series. In the other half, each option changes with a probability
// of one half.
func randomOptions(random *rand.Rand) options {
	o := defaults()
	if chance(random, 0.5) {
		return o
	}
	for _, change := range []func(){
		func() { o.cpuPercentile = oneOf(random, 0, 0.5, 0.95, 0.99, 1, random.Float64()) },
		func() { o.memoryPercentile = oneOf(random, 0, 0.5, 0.95, 0.99, 1, random.Float64()) },
		func() { o.margin = oneOf(random, 0, 0.1, 0.2, 1, random.Float64()*3) },
		func() { o.cpuHalfLife = randomDuration(random) },
		func() { o.memoryHalfLife = randomDuration(random) },
		func() { o.interval = randomDuration(random) },
		func() {
			o.minCPUMillicores = oneOf(random, 0, 10, 29, 1000, math.Floor(random.Float64()*1e4), random.Float64()*100)
		},
		func() { o.minMemoryMB = oneOf(random, 0, 1, 100, 1024, random.Float64()*1e4) },
		func() { o.roundCPUMillicores = oneOf(random, 3, 10, 100, 1000, 1+random.IntN(5000)) },
		func() { o.roundMemoryBytes = oneOf(random, 1000, 1<<20, 128<<20, 1<<30, 1+random.IntN(1<<32)) },
		func() { o.containers = 2 + random.IntN(6) },
	} {
		if chance(random, 0.5) {
			change()
		}
	}
	return o
}

// neverOld returns a number of intervals after which no state of a series is old.
func neverOld(o options) int64 { return int64(600*24*time.Hour/o.interval) + 1 }

// changeOOMOptions changes the options that decide about OOM kills and old state, each with a probability of one half.
// A short interval lets state become old often.
func changeOOMOptions(random *rand.Rand, o *options) {
	if chance(random, 0.3) {
		o.interval = oneOf(random, time.Minute, 10*time.Minute, time.Hour)
	}
	if chance(random, 0.5) {
		o.intervalCount = oneOf[int64](random, 1, 2, 100, 1+random.Int64N(20), neverOld(*o))
	}
	if chance(random, 0.5) {
		o.oomRatio = oneOf(random, 1, 1.05, 1.5, 100, 1+random.Float64()*3)
	}
	if chance(random, 0.5) {
		o.oomMinBytes = oneOf(random, 0, 1, 1e9, 1e14, math.Floor(random.Float64()*1e10))
	}
}

// shape returns a function from the number of milliseconds since the start to the usage, as a multiple of `level`.
func shape(random *rand.Rand, level float64) func(int64) float64 {
	walk := level
	noise := oneOf(random, 0, 0.01, 0.3)
	switch random.IntN(5) {
	case 0:
		return func(int64) float64 { return level }
	case 1:
		return func(at int64) float64 {
			return level * (1 + 0.5*math.Sin(float64(at)/86.4e6*2*math.Pi)) * math.Exp(noise*random.NormFloat64())
		}
	case 2:
		return func(int64) float64 {
			walk *= math.Exp(0.1 * random.NormFloat64())
			return walk
		}
	case 3:
		return func(int64) float64 {
			if chance(random, 0.02) {
				return level * 1000 * random.Float64()
			}
			return level * math.Exp(noise*random.NormFloat64())
		}
	}
	return func(int64) float64 { return level * math.Exp(3*random.NormFloat64()) }
}

// smallest returns the smallest amount in a bucket.
func smallest(histogram util.HistogramOptions, bucket int, value func(model.ResourceAmount) float64) int64 {
	return int64(sort.Search(1e14, func(amount int) bool {
		return histogram.FindBucket(value(model.ResourceAmount(amount))) >= bucket
	}))
}

func smallestCPU(bucket int) float64 {
	return float64(smallest(model.GetAggregationsConfig().CPUHistogramOptions, bucket, model.CoresFromCPUAmount)) / 1000
}

func smallestMemory(bucket int) float64 {
	return float64(smallest(model.GetAggregationsConfig().MemoryHistogramOptions, bucket, model.BytesFromMemoryAmount))
}

// disturb replaces some values by special ones.
func disturb(random *rand.Rand, value float64, often float64, boundary func(int) float64, step float64) float64 {
	if !chance(random, often) {
		return value
	}
	edge := boundary(random.IntN(176))
	return oneOf(random, 0, 0, step, edge, edge-step, 1e15, 1e300, -1, value/1e6)
}

// printRandomSeries prints a series with gaps, restarts of pods, zeros, large values, repeated and old times.
// A series has up to this number of samples of each resource. withOOM adds OOM kills to it, and lets its state become
// old.
func printRandomSeries(seed uint64, samples int, withOOM bool, output *bufio.Writer) {
	random, randomOOM := rand.New(rand.NewPCG(seed, 0)), rand.New(rand.NewPCG(seed, 1))
	o := randomOptions(random)
	kills := 0.0
	if withOOM {
		changeOOMOptions(randomOOM, &o)
		kills = oneOf(randomOOM, 0, 0.03, 0.2)
	} else {
		o.intervalCount = neverOld(o)
	}
	fmt.Fprint(output, o.line())
	step := oneOf[int64](random, 15e3, 30e3, 60e3, 60e3, 300e3, 300e3, 3600e3, 86400e3, 300e3+1+random.Int64N(1e6))
	jitter := oneOf[int64](random, 1, 1, step/10+1)
	gaps, restarts := oneOf(random, 0, 0.005, 0.05), oneOf(random, 0, 0.01)
	disorder, special := oneOf(random, 0, 0, 0.05), oneOf(random, 0, 0.01, 0.1)
	cores := shape(random, math.Exp(random.Float64()*16-7))
	bytes := shape(random, math.Exp(random.Float64()*17+12))
	digits := oneOf[float64](random, 1e3, 1e9, 1e12)
	pods := 1 + random.IntN(4)
	numbers := random.Perm(pods)
	rows := 1 + random.IntN(samples)/pods
	quietFrom, quietTo := rows, rows // without CPU samples
	if withOOM && chance(randomOOM, 0.5) {
		quietFrom = randomOOM.IntN(rows)
		quietTo = quietFrom + randomOOM.IntN(rows)
	}
	start := oneOf(random, 1.6e12, 1.7e12, 1.8e12+random.Float64()*1e11)
	if chance(random, 0.1) {
		// A year in days or weeks, so that the reference time moves.
		step = 366 * 86400e3 / int64(rows)
	}
	for at, row := int64(start), 0; row < rows; row++ {
		at += step + random.Int64N(jitter)
		if chance(random, gaps) {
			at += random.Int64N(oneOf[int64](random, 3600e3, 48*3600e3, 200*86400e3))
		}
		for i := range numbers {
			if chance(random, restarts) {
				numbers[i] = pods
				pods++
			}
			time := at
			if chance(random, disorder) {
				time -= oneOf(random, step, random.Int64N(2*step), random.Int64N(30*86400e3))
			}
			if chance(random, 0.98) {
				value := disturb(random, math.Round(cores(at-int64(start))*digits)/digits, special, smallestCPU, 0.001)
				if row < quietFrom || row >= quietTo {
					fmt.Fprintln(output, "cpu", numbers[i], time, value)
				}
			}
			if chance(random, 0.98) {
				value := disturb(random, math.Round(bytes(at-int64(start))), special, smallestMemory, 1)
				fmt.Fprintln(output, "memory", numbers[i], time, value)
			}
			if chance(randomOOM, kills) {
				time -= oneOf(randomOOM, 0, 0, randomOOM.Int64N(step), randomOOM.Int64N(30*86400e3))
				request := oneOf(randomOOM, 0, 1<<30, math.Floor(math.Exp(randomOOM.Float64()*17+12)))
				fmt.Fprintln(output, "oom", numbers[i], time, request)
			}
		}
	}
}
