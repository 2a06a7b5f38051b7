package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const quantile = 0.95

// group is a resource of a container at a size.
type group struct{ size, container, resource string }

// week is a replica of a container in a week.
type week struct {
	pod    string
	number int64
}

// printPeaks prints the quantile of the largest usage of each replica in each week, for each size and container. Weeks
// end with the last day. The size of a cluster follows from its number, as generate() writes it.
func printPeaks(folder string) error {
	file, err := os.Open(filepath.Join(folder, "usage.csv"))
	if err != nil {
		return err
	}
	defer file.Close()
	reader := csv.NewReader(file)
	reader.ReuseRecord = true
	if _, err := reader.Read(); err != nil {
		return err
	}
	days := map[group]map[week]float64{} // the largest usage of each day
	var last int64
	for {
		row, err := reader.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		at, err := time.Parse(time.RFC3339, row[0])
		if err != nil {
			return err
		}
		day := at.Unix() / 86400
		last = max(last, day)
		cluster, err := strconv.Atoi(row[2][1:])
		if err != nil {
			return err
		}
		deployment := row[3][:strings.LastIndexByte(row[3][:strings.LastIndexByte(row[3], '-')], '-')]
		for i, resource := range []string{"memory", "cpu"} {
			value, err := strconv.ParseFloat(row[5+i], 64)
			if err != nil {
				return err
			}
			key := group{sizeName(cluster % sizes), strings.Clone(deployment), resource}
			if days[key] == nil {
				days[key] = map[week]float64{}
			}
			of := week{strings.Clone(row[2] + row[3]), day}
			days[key][of] = max(days[key][of], value)
		}
	}
	var lines []string
	for key, maxima := range days {
		weeks := map[week]float64{}
		for of, value := range maxima {
			of.number = (last - of.number) / 7
			weeks[of] = max(weeks[of], value)
		}
		values := make([]float64, 0, len(weeks))
		for _, value := range weeks {
			values = append(values, value)
		}
		slices.Sort(values)
		lines = append(lines, fmt.Sprintf("%s %s %s %.9g", key.size, key.container, key.resource, values[int(math.Ceil(quantile*float64(len(values))))-1]))
	}
	slices.Sort(lines)
	fmt.Println(strings.Join(lines, "\n"))
	return nil
}
