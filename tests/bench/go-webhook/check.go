package main

import (
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

type configuration struct {
	Metadata struct {
		Name string `json:"name"`
	} `json:"metadata"`
	Spec struct {
		Sizes []size `json:"sizes"`
	} `json:"spec"`
}

type size struct {
	Name     string `json:"name"`
	Criteria struct {
		From int32  `json:"from"`
		To   *int32 `json:"to"`
	} `json:"criteria"`
	Capacity struct {
		Memory         string `json:"memory"`
		CPU            string `json:"cpu"`
		MemoryFraction string `json:"kubeAPIServerMemoryFraction"`
		CPUFraction    string `json:"kubeAPIServerCPUFraction"`
	} `json:"capacity"`
	Effects struct {
		GoMemLimit       string `json:"kasGoMemLimit"`
		ResourceRequests []struct {
			DeploymentName string `json:"deploymentName"`
			ContainerName  string `json:"containerName"`
			Memory         string `json:"memory"`
			CPU            string `json:"cpu"`
		} `json:"resourceRequests"`
	} `json:"effects"`
}

type findings struct {
	errors   []string
	warnings []string
}

func (f *findings) fail(format string, arguments ...any) {
	f.errors = append(f.errors, fmt.Sprintf(format, arguments...))
}

func (f *findings) warn(format string, arguments ...any) {
	f.warnings = append(f.warnings, fmt.Sprintf(format, arguments...))
}

func (f *findings) message() string { return strings.Join(append(f.errors, f.warnings...), "\n") }

var (
	sizeName   = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`)
	goMemLimit = regexp.MustCompile(`^\d+(B|KiB|MiB|GiB|TiB)?$`)
	suffixes   = map[string]float64{"": 1, "m": 1e-3, "k": 1e3, "M": 1e6, "G": 1e9, "Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30, "Ti": 1 << 40}
)

func quantity(text string) (float64, error) {
	end := strings.IndexFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	if end < 0 {
		end = len(text)
	}
	scale, known := suffixes[text[end:]]
	if !known {
		return 0, fmt.Errorf("%q has an invalid suffix", text)
	}
	number, err := strconv.ParseFloat(text[:end], 64)
	return number * scale, err
}

// fraction returns the share of a capacity that may be used, or `missing` if `text` is empty.
func fraction(text, path string, missing float64, found *findings) float64 {
	if text == "" {
		return missing
	}
	value, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || value <= 0 || value > 1:
		found.fail("%s (%s): the fraction is 0 or less, or above 1", path, text)
	case value > 0.9 || value < 0.1:
		found.warn("%s (%s): the fraction is near a limit", path, text)
	}
	return value
}

func amount(text, path string, found *findings) float64 {
	if text == "" {
		return 0
	}
	value, err := quantity(text)
	if err != nil || value <= 0 {
		found.fail("%s (%s): the capacity is not a quantity above 0", path, text)
	}
	return value
}

func checkCriteria(sizes []size, found *findings) {
	byNodes := make([]*size, len(sizes))
	for i := range sizes {
		byNodes[i] = &sizes[i]
	}
	sort.Slice(byNodes, func(a, b int) bool { return byNodes[a].Criteria.From < byNodes[b].Criteria.From })
	for i, current := range byNodes {
		if current.Criteria.To != nil && *current.Criteria.To < current.Criteria.From {
			found.fail("size %s: criteria.from is above criteria.to", current.Name)
		}
		if i == 0 {
			if current.Criteria.From != 0 {
				found.fail("no size begins at 0 nodes")
			}
			continue
		}
		before := byNodes[i-1]
		switch {
		case before.Criteria.To == nil:
			found.fail("sizes %s and %s are both unbounded", before.Name, current.Name)
		case *before.Criteria.To+1 < current.Criteria.From:
			found.fail("between %s and %s there are node counts without a size", before.Name, current.Name)
		case *before.Criteria.To+1 > current.Criteria.From:
			found.fail("sizes %s and %s overlap", before.Name, current.Name)
		}
	}
	if len(byNodes) > 0 && byNodes[len(byNodes)-1].Criteria.To != nil {
		found.fail("no size is unbounded")
	}
}

type effective struct {
	name        string
	memory, cpu float64
}

func checkOrder(capacities []effective, found *findings) {
	sort.SliceStable(capacities, func(a, b int) bool { return capacities[a].memory < capacities[b].memory })
	for i := 1; i < len(capacities); i++ {
		if capacities[i].cpu < capacities[i-1].cpu {
			found.warn("size %s has more memory than %s, and less cpu", capacities[i].name, capacities[i-1].name)
		}
		if capacities[i].memory == capacities[i-1].memory && capacities[i].cpu == capacities[i-1].cpu {
			found.warn("size %s is never chosen", capacities[i].name)
		}
	}
}

func check(object *configuration) findings {
	var found findings
	if object.Metadata.Name != "cluster" {
		found.fail("metadata.name (%s): the name is not cluster", object.Metadata.Name)
	}
	sizes := object.Spec.Sizes
	if len(sizes) == 0 || len(sizes) > 1000 {
		found.fail("spec.sizes: there are %d sizes", len(sizes))
	}
	names := make(map[string]bool, len(sizes))
	capacities := make([]effective, 0, len(sizes))
	for i := range sizes {
		current := &sizes[i]
		path := fmt.Sprintf("spec.sizes[%d]", i)
		if !sizeName.MatchString(current.Name) || len(current.Name) > 63 {
			found.fail("%s.name (%s): the name is not a label value", path, current.Name)
		}
		if names[current.Name] {
			found.fail("%s.name (%s): the name is listed twice", path, current.Name)
		}
		names[current.Name] = true
		capacity := &current.Capacity
		memory := amount(capacity.Memory, path+".capacity.memory", &found) *
			fraction(capacity.MemoryFraction, path+".capacity.kubeAPIServerMemoryFraction", 0.65, &found)
		cpu := amount(capacity.CPU, path+".capacity.cpu", &found) *
			fraction(capacity.CPUFraction, path+".capacity.kubeAPIServerCPUFraction", 0.65, &found)
		capacities = append(capacities, effective{current.Name, memory, cpu})
		if limit := current.Effects.GoMemLimit; limit != "" && !goMemLimit.MatchString(limit) {
			found.fail("%s.effects.kasGoMemLimit (%s): not a GOMEMLIMIT", path, limit)
		}
		seen := make(map[string]bool, len(current.Effects.ResourceRequests))
		for _, wanted := range current.Effects.ResourceRequests {
			key := wanted.DeploymentName + "/" + wanted.ContainerName
			if wanted.DeploymentName == "" || wanted.ContainerName == "" || seen[key] {
				found.fail("%s.effects.resourceRequests: %s is incomplete or listed twice", path, key)
			}
			seen[key] = true
		}
	}
	checkCriteria(sizes, &found)
	checkOrder(capacities, &found)
	return found
}
