package main

import (
	"cmp"
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cpsizer/tests/bench/go-peer/v1"
)

type resource int

const (
	memory resource = iota
	cpu
	resources
)

const maxSizes = 1000

var (
	fullFraction    = amount{0, nanosPerUnit}
	nearOne         = amount{0, 900_000_000}
	nearZero        = amount{0, 100_000_000}
	defaultFraction = quantity{amount: amount{0, 650_000_000}}
)

// capacity is the capacity of one resource of one size.
type capacity struct {
	capacity, fraction, effective quantity
	fractionSource                v1.SizeFractionSource
}

type size struct {
	name      string
	resources [resources]capacity
}

// ladder has the sizes of a configuration, ordered by memory, then by CPU.
type ladder []size

type demands [resources]quantity

func readFraction(text *string, source v1.SizeFractionSource, read *capacity) error {
	if text == nil {
		return nil
	}
	fraction, err := parseQuantity(*text)
	if err != nil {
		return status.Errorf(codes.InvalidArgument, "%q: %v", *text, err)
	}
	if fullFraction.less(fraction.amount) || nearOne.less(fraction.amount) || fraction.less(nearZero) {
		return errFindings
	}
	read.fraction, read.fractionSource = fraction, source
	return nil
}

func readCapacity(text, fraction *string, read *capacity) error {
	if text == nil {
		return status.Error(codes.Unimplemented, "a size without a capacity")
	}
	var err error
	if read.capacity, err = parseQuantity(*text); err != nil || read.capacity.amount == (amount{}) {
		return status.Errorf(codes.InvalidArgument, "%q is not a capacity", *text)
	}
	if err := readFraction(fraction, v1.SizeFractionSource_SIZE_FRACTION_SOURCE_SIZE, read); err != nil {
		return err
	}
	read.effective = quantity{read.capacity.share(read.fraction.amount), read.capacity.format}
	return nil
}

// compile reads and checks everything that a decision depends on.
func compile(config *v1.ClusterSizingConfiguration) (ladder, error) {
	if kind := config.GetKind(); kind != "" && kind != "ClusterSizingConfiguration" {
		return nil, errFindings
	}
	if version := config.GetApiVersion(); version != "" && version != "scheduling.hypershift.openshift.io/v1alpha1" {
		return nil, errFindings
	}
	messages := config.GetSpec().GetSizes()
	if len(messages) == 0 || len(messages) > maxSizes {
		return nil, status.Error(codes.InvalidArgument, "no sizes, or too many")
	}
	inherited := capacity{fraction: defaultFraction, fractionSource: v1.SizeFractionSource_SIZE_FRACTION_SOURCE_DEFAULT}
	both := [resources]capacity{inherited, inherited}
	if global := config.GetSpec().GetResourceBasedAutoscaling(); global != nil {
		if err := readFraction(global.KubeApiServerMemoryFraction, v1.SizeFractionSource_SIZE_FRACTION_SOURCE_GLOBAL, &both[memory]); err != nil {
			return nil, err
		}
		if err := readFraction(global.KubeApiServerCpuFraction, v1.SizeFractionSource_SIZE_FRACTION_SOURCE_GLOBAL, &both[cpu]); err != nil {
			return nil, err
		}
	}
	sizes := make(ladder, len(messages))
	for i, message := range messages {
		if !validName(message.Name) || message.Capacity == nil {
			return nil, errFindings
		}
		read := &sizes[i]
		read.name, read.resources = message.Name, both
		if err := readCapacity(message.Capacity.Memory, message.Capacity.KubeApiServerMemoryFraction, &read.resources[memory]); err != nil {
			return nil, err
		}
		if err := readCapacity(message.Capacity.Cpu, message.Capacity.KubeApiServerCpuFraction, &read.resources[cpu]); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(sizes, func(a, b size) int {
		if order := compare(a.resources[memory].capacity, b.resources[memory].capacity); order != 0 {
			return order
		}
		return compare(a.resources[cpu].capacity, b.resources[cpu].capacity)
	})
	return sizes, sizes.check()
}

func compare(a, b quantity) int {
	return cmp.Or(cmp.Compare(a.high, b.high), cmp.Compare(a.low, b.low))
}

// check detects duplicate names. It also detects a size that holds less of a resource than the previous size, or that
// does not hold more of any resource.
func (l ladder) check() error {
	for i := range l {
		for j := range i {
			if l[i].name == l[j].name {
				return errFindings
			}
		}
		if i == 0 {
			continue
		}
		grows := false
		for r := range resources {
			before, after := &l[i-1].resources[r], &l[i].resources[r]
			if after.effective.less(before.effective.amount) || after.capacity.less(before.capacity.amount) {
				return errFindings
			}
			grows = grows || before.effective.less(after.effective.amount)
		}
		if !grows {
			return errFindings
		}
	}
	return nil
}

func (l ladder) place(name string) int {
	return slices.IndexFunc(l, func(s size) bool { return s.name == name })
}

func (s *size) holds(r resource, demand *demands) bool {
	return !s.resources[r].effective.less(demand[r].amount)
}

// choice is the decision for a demand. Sizes are indexes in the ladder.
type choice struct {
	size    int // the first size that holds all demands, or else the last size
	fits    bool
	alone   [resources]int // the size that each resource alone requires
	exceeds [resources]bool
	driver  v1.SizeDriver
}

func (l ladder) choose(demand *demands) choice {
	c := choice{alone: [resources]int{-1, -1}}
	for i := 0; i < len(l) && !c.fits; i++ {
		c.fits, c.size = true, i
		for r := range resources {
			if !l[i].holds(r, demand) {
				c.fits = false
			} else if c.alone[r] < 0 {
				c.alone[r] = i
			}
		}
	}
	for r := range resources {
		if c.alone[r] < 0 {
			c.exceeds[r], c.alone[r] = true, len(l)-1
		}
	}
	// In a checked ladder, the larger of the two sizes in c.alone always holds both demands if each demand fits a size.
	switch cmp.Compare(c.alone[memory], c.alone[cpu]) {
	case 0:
		c.driver = v1.SizeDriver_SIZE_DRIVER_BOTH
	case 1:
		c.driver = v1.SizeDriver_SIZE_DRIVER_MEMORY
	default:
		c.driver = v1.SizeDriver_SIZE_DRIVER_CPU
	}
	return c
}
