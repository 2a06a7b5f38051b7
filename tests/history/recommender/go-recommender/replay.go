package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"time"
)

const sampleSeconds = 300

// printHistory prints the usage of clusters with one pod each: a daily cycle, and a level that differs between clusters.
func printHistory(clusters, days int, output *bufio.Writer) {
	fmt.Fprintln(output, "time,namespace,cluster,pod,memory,cpu")
	const begin = 1_769_904_000 // 2026-02-01T00:00:00Z
	for second := 0; second < days*24*3600; second += sampleSeconds {
		day := math.Sin(2 * math.Pi * float64(second) / (24 * 3600))
		for cluster := range clusters {
			noise := float64((second/sampleSeconds*31+cluster*17)%97) / 97
			level := 1 + float64(cluster%23)
			memory := int64((level*3 + day + noise) * (1 << 30))
			cpu := int64(1000 * level * (0.6 + 0.2*day + 0.1*noise))
			fmt.Fprintf(output, "%d,clusters,c-%d,kube-apiserver-1,%d,%dm\n", begin+second, cluster, memory, cpu)
		}
	}
}

// size has the effective capacity of a size of deploy/examples/fleet.
type size struct {
	memory     int64 // bytes
	millicores int64
}

var sizes = []size{
	{32 << 30 * 55 / 100, 8000 * 40 / 100},
	{64 << 30 * 65 / 100, 16000 * 50 / 100},
	{128 << 30 * 75 / 100, 32000 * 60 / 100},
}

// sizeFor returns the first size that holds the demand, or the last one.
func sizeFor(millicores, memory int64) int {
	for i, size := range sizes {
		if memory <= size.memory && millicores <= size.millicores {
			return i
		}
	}
	return len(sizes) - 1
}

// replay reads a history of printHistory, and decides after each sample. Without the delays and the limit of the
// operator, a cluster has the size that is recommended.
func replay(path string, output *bufio.Writer) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	reader := csv.NewReader(bufio.NewReaderSize(file, 1<<16))
	reader.ReuseRecord = true
	if _, err := reader.Read(); err != nil {
		return err
	}
	type cluster struct {
		series *series
		size   int
	}
	clusters := map[string]*cluster{}
	setAggregation(defaultOptions)
	transitions := 0
	for {
		row, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		known := clusters[row[2]]
		isNew := known == nil
		if isNew {
			series, err := newSeries(defaultOptions)
			if err != nil {
				return err
			}
			known = &cluster{series: series}
			clusters[row[2]] = known
		}
		if err := known.series.addRow(row); err != nil {
			return err
		}
		size := sizeFor(known.series.recommend())
		if !isNew && size != known.size {
			transitions++
		}
		known.size = size
	}
	fmt.Fprintln(output, transitions)
	return nil
}

// defaultOptions are the defaults of the recommender.
var defaultOptions = options{
	cpuPercentile: 0.9, memoryPercentile: 0.9, margin: 0.15,
	cpuHalfLife: 24 * time.Hour, memoryHalfLife: 24 * time.Hour, interval: 24 * time.Hour,
	minCPUMillicores: 25, minMemoryMB: 250, roundCPUMillicores: 1, roundMemoryBytes: 1, containers: 1,
	intervalCount: 8, oomRatio: 1.2, oomMinBytes: 100 << 20,
}

func (s *series) addRow(row []string) error {
	seconds, err := strconv.ParseInt(row[0], 10, 64)
	if err != nil {
		return err
	}
	memory, err := strconv.ParseFloat(row[4], 64)
	if err != nil {
		return err
	}
	millicores, err := strconv.ParseFloat(row[5][:len(row[5])-1], 64)
	if err != nil {
		return err
	}
	if err := s.add("cpu", 1, seconds*1000, millicores/1000); err != nil {
		return err
	}
	return s.add("memory", 1, seconds*1000, memory)
}
